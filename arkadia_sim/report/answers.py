"""The answers of a study of many changes in plain words, made from the numbers and from nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose

from arkadia_sim.plots.style import number, percent, signed
from arkadia_sim.report.effects import Behaved, Change, Effect, PairedStudy, told
from arkadia_sim.report.factorial import FactorEffect, Interaction
from arkadia_sim.report.sentences import (
    capital,
    digits_for,
    effect_text,
    in_words,
    interval_text,
    listed,
    no_verdict,
    place,
    why_open,
    with_players,
)
from arkadia_sim.report.study import by_change
from arkadia_sim.stats.equivalence import Verdict

Finding = Verdict | Behaved
"""What came out in one place: a verdict, or why there is none."""

ALL: frozenset[Finding] = frozenset({*Verdict, Behaved.UNSURE, Behaved.ASTRAY})

GROUPS: tuple[tuple[str, frozenset[Finding], frozenset[Finding]], ...] = (
    ("Helps here and hurts there", frozenset({Verdict.HELPS, Verdict.HURTS}), frozenset()),
    ("Helps wherever it was tried", frozenset({Verdict.HELPS}), ALL - {Verdict.HELPS}),
    ("Helps in some places and surely hurts in none", frozenset({Verdict.HELPS}), frozenset()),
    ("Hurts wherever it was tried", frozenset({Verdict.HURTS}), ALL - {Verdict.HURTS}),
    ("Hurts in some places and surely helps in none", frozenset({Verdict.HURTS}), frozenset()),
    (
        "Makes no difference that matters wherever it was tried",
        frozenset({Verdict.NO_DIFFERENCE}),
        ALL - {Verdict.NO_DIFFERENCE},
    ),
    (
        "No verdict: it did not surely change how anybody played",
        frozenset({Behaved.UNSURE}),
        ALL - {Behaved.UNSURE},
    ),
    ("No verdict: the bots did not do what it says", frozenset({Behaved.ASTRAY}), frozenset(Verdict)),
    ("Not settled, or not everywhere", frozenset(), frozenset()),
)
"""What a page says first: each group's name, the verdicts that it needs, and those that it must not have."""


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
    placed: dict[str, list[Change]] = {name: [] for name, _, _ in GROUPS}
    for change, found in by_change(effects).items():
        findings = {finding(effect) for effect in found}
        name = next(name for name, needed, barred in GROUPS if needed <= findings and not findings & barred)
        placed[name].append(change)
    return [(name, changes) for name, changes in placed.items() if changes]


def finding(effect: Effect) -> Finding:
    """The verdict on win share, or why there is none."""
    verdict = told(effect)
    return effect.behaved if verdict is None else verdict


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
    found: dict[Finding, list[Effect]] = {}
    for effect in effects:
        found.setdefault(finding(effect), []).append(effect)
    parts = [f"{verb(one)} {places(some, effects)}" for one, some in found.items()]
    return f"{capital(effects[0].change.phrase)} {'; it '.join(part.strip() for part in parts)}."


def places(some: Sequence[Effect], every: Sequence[Effect]) -> str:
    """Where a verdict holds, said as shortly as it can be: companies, and table sizes where not all of them."""
    if len(some) == len(every):
        return "wherever it was tried" if len(every) > 1 else place(every[0])
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


def tables_text(effects: Sequence[Effect]) -> str:
    """with two and three players; with the options where those set tables of one size apart."""
    if any("," in effect.label for effect in effects):
        return listed(dict.fromkeys(with_players(effect) for effect in effects))
    return f"with {listed(dict.fromkeys(in_words(effect.players) for effect in effects))} players"


def table_answer(effects: Sequence[Effect], questions: int) -> str:
    """One sentence about one table size in all companies: "With three players, covering … is worth … and …"."""
    clauses = _clauses([(effect, effect.field_title) for effect in effects])
    text = f"{capital(with_players(effects[0]))}, {effects[0].change.phrase} {clauses}."
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
            said = verb(Verdict.HELPS if good else Verdict.HURTS)
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
            clauses = _clauses([(first, "for the only one who does it"), (last, "when all others do it too")])
            if first.players == 2 and isclose(first.win_share.effect.mean, last.win_share.effect.mean, abs_tol=1e-9):
                # Of two players one wins what the other loses: the same games answer both questions.
                clauses = _clauses(
                    [(first, "for the only one who does it and, by symmetry, when the other does it too")]
                )
            lines.append(f"{capital(with_players(first))}, {change.phrase} {clauses}.")
        answers.append((change, lines))
    return answers


def skill_answers(study: PairedStudy) -> list[tuple[Change, list[str]]]:
    """For each change and table size: what it is worth at both ends of the dial."""
    answers = []
    for change, found in by_change(study.effects).items():
        lines = []
        for effects in _by_label(found).values():
            ends = [effects[0], effects[-1]] if len(effects) > 1 else effects
            clauses = _clauses([(one, one.field_title) for one in ends])
            lines.append(f"{capital(with_players(ends[0]))}, {change.phrase} {clauses}.")
        answers.append((change, lines))
    return answers


def factor_answer(effect: FactorEffect) -> str:
    """What a change is worth in mixed company, as a sentence."""
    share = effect.win_share
    where, phrase = capital(with_players(effect)), effect.change.phrase
    number_ = f"{effect_text(share)} win-share points"
    if effect.behaved is not Behaved.AS_SAID:
        return f"{where}, {phrase} gets no verdict: {no_verdict(effect)}"
    verdict = effect.win_share_judgement.verdict
    if verdict is Verdict.NOT_SETTLED:
        return f"{where}, it is not settled what {phrase} is worth: {number_}."
    return f"{where}, {phrase} {verdict} when everybody draws all changes by lot: {number_}."


def pair_answers(pairs: Sequence[Interaction]) -> list[str]:
    """That pairs of changes surely do not simply add up: a sentence for each two and direction, over all tables."""
    alike: dict[tuple[Change, Change, bool], list[Interaction]] = {}
    for one in pairs:
        if one.sure:
            alike.setdefault((one.first, one.second, one.win_share.mean > 0), []).append(one)
    texts = []
    for (first, second, more), some in alike.items():
        sizes = [one.win_share if more else one.win_share.scaled(-1) for one in some]
        by = listed(
            f"{number(size.mean, digits_for(size))} win-share points {with_players(one)} "
            f"({percent(size.level)}: {interval_text(size)})"
            for one, size in zip(some, sizes, strict=True)
        )
        texts.append(
            f"{capital(first.phrase)} is worth {'more' if more else 'less'} to a player who goes for {second.phrase} "
            f"too, and the other way round: by {by}."
        )
    return texts


def _by_label(effects: Sequence[Effect]) -> dict[str, list[Effect]]:
    tables: dict[str, list[Effect]] = {}
    for effect in effects:
        tables.setdefault(effect.label, []).append(effect)
    return tables


def _clauses(places: Sequence[tuple[Effect, str]]) -> str:
    """What came out in each place, as the rest of a sentence whose subject is the change; a verb is said once."""
    texts = []
    before = ""
    for effect, where in places:
        said, rest = _clause(effect, where)
        texts.append(f"{said} {rest}" if said != before else rest)
        before = said
    return listed(texts)


def _clause(effect: Effect, where: str) -> tuple[str, str]:
    """Verb and rest of what came out in one place."""
    share = effect.win_share.effect
    there = f" {where}" if where else ""
    size = signed(share.mean, digits_for(share))
    interval = f"{percent(share.level)}: {interval_text(share)}"
    verdict = told(effect)
    if verdict is None:
        return "gets no verdict", f"{where} ({effect.behaved})".strip()
    if verdict is Verdict.HELPS:
        return "is worth", f"{size} win-share points{there} ({interval})"
    if verdict is Verdict.HURTS:
        loss = share.scaled(-1)
        interval = f"{percent(share.level)}: {interval_text(loss)}"
        return "costs", f"{number(loss.mean, digits_for(loss))} win-share points{there} ({interval})"
    return verb(verdict), f"{where} ({size}; {interval})".strip()


def _gold(effects: Sequence[Effect]) -> str:
    """What it does to the gold lead, from the least to the most, where there are verdicts at all."""
    changed = [effect for effect in effects if effect.behaved is Behaved.AS_SAID]
    if not changed:
        return ""
    ordered = sorted(changed, key=lambda effect: effect.gold_margin.effect.mean)
    low, high = ordered[0], ordered[-1]
    text = f"In gold, on the lead over the best opponent: {effect_text(high.gold_margin.effect)} {place(high)}"
    return f"{text}." if low is high else f"{text}, down to {effect_text(low.gold_margin.effect)} {place(low)}."


def _behaviour(effects: Sequence[Effect]) -> str:
    """How far the behaviour changed, over all places."""
    known = [one for one in effects if one.behaviour is not None]
    if not known:
        return "The study names no behaviour that would tell whether this changed anything."
    changes = [one.behaviour.effect.mean for one in known if one.behaviour is not None]
    sure = sum(one.behaved is not Behaved.UNSURE for one in known)
    astray = sum(one.behaved is Behaved.ASTRAY for one in known)
    count = in_words(sure) if sure else "none"
    wrong = f", the wrong way in {in_words(astray)} of them" if astray else ""
    reach = signed(min(changes), 2) if len(known) == 1 else f"{signed(min(changes), 2)} to {signed(max(changes), 2)}"
    return (
        f"Change in {known[0].change.behaviour_label}: {reach}; sure in {count} of {in_words(len(known))} "
        f"{'place' if len(known) == 1 else 'places'}{wrong}."
    )


def verb(found: Finding) -> str:
    """What came out as the verb of a sentence about a change."""
    if isinstance(found, Behaved):
        why = f"as {found}" if found is Behaved.ASTRAY else "for want of a sure change of behaviour"
        return f"gets no verdict, {why},"
    return "is not settled" if found is Verdict.NOT_SETTLED else str(found)
