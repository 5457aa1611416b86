"""The answers of a study of many changes in plain words, made from the numbers and from nothing else."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isclose

from arkadia_sim.plots.style import number, percent, signed
from arkadia_sim.report.effects import Behaved, Change, Effect, Finding, PairedStudy, finding, told
from arkadia_sim.report.factorial import FactorEffect, Interaction
from arkadia_sim.report.sentences import (
    came_out,
    capital,
    digits_for,
    effect_text,
    in_words,
    interval_text,
    listed,
    no_verdict,
    place,
    verdicts_text,
    why_open,
    with_players,
)
from arkadia_sim.report.study import by_change
from arkadia_sim.stats.equivalence import Verdict

Findings = Counter[Finding]
"""What came out for one change: how often each."""

GROUPS: tuple[tuple[str, Callable[[Findings], bool]], ...] = (
    ("Helps here and hurts there", lambda found: Verdict.HELPS in found and Verdict.HURTS in found),
    ("Helps {everywhere}", lambda found: set(found) == {Verdict.HELPS}),
    ("Helps at some tables and surely costs wins at none", lambda found: Verdict.HELPS in found),
    ("Hurts {everywhere}", lambda found: set(found) == {Verdict.HURTS}),
    ("Hurts at some tables and surely helps at none", lambda found: Verdict.HURTS in found),
    ("Makes no difference that matters {everywhere}", lambda found: set(found) == {Verdict.NO_DIFFERENCE}),
    (
        "Makes no difference that matters in most places, open in the rest",
        lambda found: 2 * found[Verdict.NO_DIFFERENCE] > found.total() and not set(found) & set(Behaved),
    ),
    (
        "No verdict: it did not surely change how anybody played, or hardly",
        lambda found: set(found) <= {Behaved.UNSURE, Behaved.HARDLY},
    ),
    (
        "No verdict: the bots did not do what it says",
        lambda found: Behaved.ASTRAY in found and set(found) <= {*Behaved},
    ),
    ("Open, or open in most places", lambda found: True),
)
"""What a page says first: each group's name, and what must have come out; the first group that fits is taken."""


LITTLE = 0.1
"""Of two changes the lesser adds little to the other if it is no more than this share of what it is worth alone."""


@dataclass(frozen=True)
class HintAnswer:
    """The answer about one change: its verdicts in one sentence, then one sentence for each table size."""

    change: Change
    headline: str
    lines: tuple[str, ...]
    gold: str
    behaviour: str


def groups(effects: Sequence[Effect]) -> list[tuple[str, list[Change]]]:
    """All changes by what came out, the groups that have any."""
    placed: dict[str, list[Change]] = {name: [] for name, _ in GROUPS}
    for change, found in by_change(effects).items():
        findings = Counter(finding(effect) for effect in found)
        placed[next(name for name, fits in GROUPS if fits(findings))].append(change)
    return [(name.format(everywhere=everywhere(effects)), changes) for name, changes in placed.items() if changes]


def everywhere(effects: Sequence[Effect]) -> str:
    """All places in which a change was tried: "at every table, among casual players and among experts"."""
    if len({(one.label, one.field_title, one.condition) for one in effects}) == 1:
        return place(effects[0])
    companies = [title for title in dict.fromkeys(one.field_title for one in effects) if title]
    if len({one.label for one in effects}) == 1:
        return " ".join(text for text in (listed(companies or [""]), with_players(effects[0])) if text)
    return f"at every table{',' if len(companies) > 1 else ''} {listed(companies or [''])}".strip()


def hint_answers(study: PairedStudy) -> list[HintAnswer]:
    """One answer per change of a paired run, in the order of its file."""
    return [
        HintAnswer(
            change,
            headline(found),
            tuple(table_answer(effects, study.questions) for effects in _by_label(found).values()),
            _gold(found),
            _behaviour(found),
        )
        for change, found in by_change(study.effects).items()
    ]


def headline(effects: Sequence[Effect]) -> str:
    """All verdicts on one change in one sentence, grouped: "Covering tent camps helps among beginners with …"."""
    return verdicts_text(effects[0].change.phrase, effects, lambda some: places(some, effects))


def places(some: Sequence[Effect], every: Sequence[Effect]) -> str:
    """Where a verdict holds, said as shortly as it can be: companies, and table sizes where not all of them."""
    if len(some) == len(every):
        return everywhere(every)
    all_tables = list(dict.fromkeys(effect.label for effect in every))
    by_tables: dict[tuple[str, ...], list[str]] = {}
    for field in dict.fromkeys(effect.field_title for effect in some):
        here = tuple(effect.label for effect in some if effect.field_title == field)
        by_tables.setdefault(here, []).append(field)
    texts = []
    for tables, fields in by_tables.items():
        company = listed([field for field in fields if field] or [""])
        sizes = tables_text([effect for effect in some if effect.label in tables])
        if list(tables) == all_tables and company:
            # Said only where the table sizes of another company follow, which could be read as those of this one too.
            sizes = "at every table" if len(by_tables) > 1 else ""
        texts.append(" ".join(text for text in (company, sizes) if text))
    return listed(texts)


def tables_text(effects: Sequence[Effect | FactorEffect]) -> str:
    """with two and three players; with the options where those set tables of one size apart."""
    if any("," in effect.label for effect in effects):
        return listed(dict.fromkeys(with_players(effect) for effect in effects))
    return f"with {listed(dict.fromkeys(in_words(effect.players) for effect in effects))} players"


def table_answer(effects: Sequence[Effect], questions: int) -> str:
    """One sentence about one table size in all companies: "With three players, covering … is worth … and …"."""
    text = _sentence(effects[0], [(effect, effect.field_title) for effect in effects])
    companies: dict[str, list[str]] = {}
    for effect in effects:
        if told(effect) is Verdict.NOT_SETTLED:
            companies.setdefault(why_open(effect, questions), []).append(effect.field_title)
    reasons = [
        f"{capital(listed(fields))}: {why[:1].lower()}{why[1:]}" if len(companies) > 1 and all(fields) else why
        for why, fields in companies.items()
    ]
    return " ".join([text, *reasons])


def flips(effects: Sequence[Effect]) -> list[str]:
    """Where the answer turns round from one company or table size to another, a sentence per change."""
    texts = []
    for change, found in by_change(effects).items():
        where = {verdict: [one for one in found if told(one) is verdict] for verdict in Verdict}
        good, bad, level = where[Verdict.HELPS], where[Verdict.HURTS], where[Verdict.NO_DIFFERENCE]
        if good and bad:
            texts.append(
                f"{capital(change.phrase)} turns round: it helps {places(good, found)}, but hurts {places(bad, found)}."
            )
        elif level and (good or bad):
            said = Verdict.HELPS if good else Verdict.HURTS
            texts.append(
                f"{capital(change.phrase)} {said} {places(good or bad, found)}, and surely makes no difference that "
                f"matters {places(level, found)}."
            )
    return texts


def adoption_answers(study: PairedStudy) -> list[tuple[Change, list[str]]]:
    """For each change and table size: what following is worth when nobody else does, and when all others do."""
    answers = []
    for change, found in by_change(study.effects).items():
        lines = []
        for effects in _by_label(found).values():
            first, last = effects[0], effects[-1]
            told_ = [(first, "for the only one who does it"), (last, "when all others do it too")]
            if by_symmetry(first, last):
                told_ = [(first, "whether or not the opponent does it too")]
            lines.append(_sentence(first, told_))
        answers.append((change, lines))
    return answers


def by_symmetry(first: Effect, last: Effect) -> bool:
    """Whether two effects are those of the same games: of two players one wins what the other loses."""
    return first.players == 2 and isclose(first.win_share.effect.mean, last.win_share.effect.mean, abs_tol=1e-9)


def skill_answers(study: PairedStudy) -> list[tuple[Change, list[str]]]:
    """For each change and table size: what it is worth at both ends of the dial, and where most if between them."""
    answers = []
    for change, found in by_change(study.effects).items():
        lines = []
        for effects in _by_label(found).values():
            ends = [effects[0], effects[-1]] if len(effects) > 1 else effects
            text = _sentence(ends[0], [(one, one.field_title) for one in ends])
            best = max(effects, key=lambda one: one.win_share.effect.mean)
            if best not in ends and told(best) is Verdict.HELPS:
                text += f" The most was seen {best.field_title}: {effect_text(best.win_share.effect)}."
            lines.append(text)
        answers.append((change, lines))
    return answers


def factor_answer(effect: FactorEffect) -> str:
    """What a change is worth in mixed company, as a sentence."""
    where, phrase = capital(with_players(effect)), effect.change.phrase
    number_ = f"{effect_text(effect.win_share)} win-share points"
    if effect.behaved is not Behaved.AS_SAID:
        return f"{where}, there is no verdict on {phrase} ({number_}): {no_verdict(effect)}"
    found = came_out(effect.win_share_judgement.verdict, phrase, "when each player's habits are drawn by lot")
    return f"{where}, {found}: {number_}."


def pair_answers(pairs: Sequence[Interaction], main: Sequence[FactorEffect]) -> list[str]:
    """That pairs of changes surely do not simply add up: a sentence for each two and direction, the largest first."""
    alike: dict[tuple[Change, Change, bool], list[Interaction]] = {}
    for one in pairs:
        if one.sure:
            alike.setdefault((one.first, one.second, one.win_share.mean > 0), []).append(one)
    worth = {(one.change, one.label): one.win_share.mean for one in main}
    ordered = sorted(alike.items(), key=lambda item: -max(abs(one.win_share.mean) for one in item[1]))
    texts = []
    for (first, second, more), some in ordered:
        sizes = [one.win_share if more else one.win_share.scaled(-1) for one in some]
        unit = f" win-share points {'more' if more else 'less'} than their sum"
        by = listed(
            f"{number(size.mean, digits_for(size))}{'' if place_ else unit} {with_players(one)} "
            f"({percent(size.level)}: {interval_text(size)})"
            for place_, (one, size) in enumerate(zip(some, sizes, strict=True))
        )
        do = "add to" if more else "take from"
        text = f"{capital(first.phrase)} and {second.phrase} {do} each other: together {by}."
        if all(_one_does(one, worth) for one in some):
            text += " Whoever does one gains little from the other."
        texts.append(f"{text} {_with_and_without(max(some, key=lambda one: abs(one.win_share.mean)))}")
    return texts


def _with_and_without(pair: Interaction) -> str:
    """What each of two changes is worth without the other and with it, at one table."""
    worth = listed(
        f"{change.phrase} {signed(alone.mean, 1)} and {signed(along.mean, 1)}"
        for change, alone, along in zip((pair.first, pair.second), pair.alone, pair.along, strict=True)
    )
    return f"{capital(with_players(pair))}, without the other and with it: {worth}."


def foremost_pairs(pairs: Sequence[Interaction], most: int) -> list[Interaction]:
    """Of the pairs that surely do not simply add up the largest, each at the table at which it is largest."""
    largest: dict[tuple[Change, Change], Interaction] = {}
    for one in sorted(pairs, key=lambda one: -abs(one.win_share.mean)):
        if one.sure:
            largest.setdefault((one.first, one.second), one)
    return list(largest.values())[:most]


def _one_does(pair: Interaction, worth: Mapping[tuple[Change, str], float]) -> bool:
    """Whether each of two changes is worth something alone, and to who makes the better one hardly anything more."""
    first, second = (worth.get((change, pair.label)) for change in (pair.first, pair.second))
    if first is None or second is None:
        return False
    # What a change is worth on average lies half way between its worth alone and beside the other.
    alone = sorted(one - pair.win_share.mean / 2 for one in (first, second))
    return alone[0] > 0 and first + second - alone[1] <= LITTLE * alone[0]


def _by_label(effects: Sequence[Effect]) -> dict[str, list[Effect]]:
    tables: dict[str, list[Effect]] = {}
    for effect in effects:
        tables.setdefault(effect.label, []).append(effect)
    return tables


def _sentence(first: Effect, places: Sequence[tuple[Effect, str]]) -> str:
    """What came out at one table size in several places: the sure things, then what is open, then what says nothing."""
    subject = first.change.phrase
    sure = [one for one in places if told(one[0]) not in (None, Verdict.NOT_SETTLED)]
    parts = [f"{subject} {_clauses(sure)}"] if sure else []
    for found in (Verdict.NOT_SETTLED, Behaved.UNSURE, Behaved.HARDLY, Behaved.ASTRAY):
        some = [one for one in places if finding(one[0]) is found]
        if some:
            where = listed(f"{there} {_seen(effect)}".strip() for effect, there in some)
            parts.append(came_out(found, "it" if parts else subject, where))
    return f"{capital(with_players(first))}, {'; '.join(parts)}."


def _seen(effect: Effect) -> str:
    share = effect.win_share.effect
    return f"({signed(share.mean, digits_for(share))}; {percent(share.level)}: {interval_text(share)})"


def _clauses(places: Sequence[tuple[Effect, str]]) -> str:
    """What surely came out in each place, as the rest of a sentence about a change; a verb is said once."""
    texts = []
    before = ""
    for effect, where in places:
        said, rest = _clause(effect, where)
        texts.append(f"{said} {rest}" if said != before else rest)
        before = said
    return listed(texts)


def _clause(effect: Effect, where: str) -> tuple[str, str]:
    """Verb and rest of what surely came out in one place."""
    share = effect.win_share.effect
    there = f" {where}" if where else ""
    verdict = told(effect)
    if verdict is Verdict.HELPS:
        size, interval = signed(share.mean, digits_for(share)), interval_text(share)
        return "is worth", f"{size} win-share points{there} ({percent(share.level)}: {interval})"
    if verdict is Verdict.HURTS:
        loss = share.scaled(-1)
        size, interval = number(loss.mean, digits_for(loss)), interval_text(loss)
        return "costs", f"{size} win-share points{there} ({percent(share.level)}: {interval})"
    return str(verdict), f"{where} {_seen(effect)}".strip()


def _gold(effects: Sequence[Effect]) -> str:
    """What it does to the gold lead, from the least to the most, where there are verdicts at all."""
    changed = [effect for effect in effects if effect.behaved is Behaved.AS_SAID]
    if not changed:
        return ""
    ordered = sorted(changed, key=lambda effect: effect.gold_margin.effect.mean)
    low, high = (f"{effect_text(one.gold_margin.effect)} {place(one)}" for one in (ordered[0], ordered[-1]))
    text = f"Lead over the best opponent, in gold: {high if len(changed) == 1 else f'from {low} to {high}'}"
    bad = [one for one in changed if told(one, "gold_margin") is Verdict.HURTS]
    return f"{text}; it surely hurts that lead {places(bad, effects)}." if bad else f"{text}."


def _behaviour(effects: Sequence[Effect]) -> str:
    """How far the behaviour changed, over all places."""
    known = [one for one in effects if one.behaviour is not None]
    if not known:
        return "The study names no behaviour that would tell whether this changed anything."
    changes = [one.behaviour.effect.mean for one in known if one.behaviour is not None]
    sure = sum(one.behaved is not Behaved.UNSURE for one in known)
    astray = sum(one.behaved is Behaved.ASTRAY for one in known)
    where = f"in all {in_words(len(known))}"
    if sure < len(known):
        where = f"in {in_words(sure) if sure else 'none'} of {in_words(len(known))} places"
    wrong = f", the wrong way in {'all' if astray == len(known) else in_words(astray)} of them" if astray else ""
    if len(known) == 1:
        reach = signed(min(changes), 2)
        sureness = ("surely the wrong way" if astray else "surely changed") if sure else "not sure"
        return f"Change in {known[0].change.behaviour_label}: {reach}, {sureness}."
    reach = f"{signed(min(changes), 2)} to {signed(max(changes), 2)}{_in_percent(known)}"
    return f"Change in {known[0].change.behaviour_label}: {reach}; sure {where}{wrong}."


def _in_percent(effects: Sequence[Effect]) -> str:
    """The same as shares of what the behaviour is without the change; empty where that means nothing."""
    found = [one.behaviour for one in effects if one.behaviour is not None]
    if any(one.control.mean <= 0 or one.with_change.mean <= 0 for one in found):
        return ""
    shares = [100 * one.effect.mean / one.control.mean for one in found]
    return f", or {signed(min(shares), 0)}% to {signed(max(shares), 0)}%"
