"""The answers about each change: which group it belongs to, its verdicts, a line for each table."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arkadia_sim.analysis.effects import (
    Behaved,
    Effect,
    Finding,
    by_change,
    finding_on,
    verdict_on,
)
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.experiments.schema import Change
from arkadia_sim.plots.style import number, signed
from arkadia_sim.report.wording.numbers import (
    capital,
    digits_for,
    effect_text,
    in_words,
    joined,
    listed,
    none_or_words,
    size_text,
    within_text,
)
from arkadia_sim.report.wording.places import by_table, company, everywhere, place, places, with_players
from arkadia_sim.report.wording.sentences import came_out, verdicts_sentence, why_open
from arkadia_sim.stats.equivalence import Verdict

Findings = Counter[Finding]
"""What came out for one change: how often each."""

GROUPS: tuple[tuple[str, Callable[[Findings], bool]], ...] = (
    ("Helps here and hurts there", lambda found: Verdict.HELPS in found and Verdict.HURTS in found),
    ("Helps {everywhere}", lambda found: set(found) == {Verdict.HELPS}),
    ("Helps at some tables and surely hurts at none", lambda found: Verdict.HELPS in found),
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


@dataclass(frozen=True)
class Answer:
    """The answer about one change: perhaps all its verdicts in one sentence, a line for each table, and an aside."""

    change: Change
    lines: tuple[str, ...]
    headline: str = ""
    aside: str = ""


def groups(effects: Sequence[Effect]) -> list[tuple[str, list[Change]]]:
    """All changes by what came out, the groups that have any."""
    placed: dict[str, list[Change]] = {name: [] for name, _ in GROUPS}
    for change, found in by_change(effects).items():
        findings = Counter(finding_on(effect) for effect in found)
        placed[next(name for name, fits in GROUPS if fits(findings))].append(change)
    return [(name.format(everywhere=everywhere(effects)), changes) for name, changes in placed.items() if changes]


def answers(results: PairedResults) -> list[Answer]:
    """One answer per change, in the order of the experiment."""
    return [paired_answer(change, found, results.questions) for change, found in by_change(results.effects).items()]


def paired_answer(change: Change, found: Sequence[Effect], questions: int) -> Answer:
    """The answer from changes that were tried one at a time, in fixed company."""
    return Answer(
        change,
        lines=tuple(table_answer(effects, questions) for effects in by_table(found)),
        headline=verdicts_sentence(change.phrase, found, lambda some: places(some, found)),
        aside=joined(*_other_outcomes(found), _behaviour(found)),
    )


def table_answer(effects: Sequence[Effect], questions: int) -> str:
    """One sentence about one table size in all companies: "With three players, doing it is worth … and …"."""
    text = _sentence(effects[0], [(effect, company(effect)) for effect in effects])
    companies: dict[str, list[str]] = {}
    for effect in effects:
        if verdict_on(effect) is Verdict.NOT_SETTLED:
            companies.setdefault(why_open(effect, questions), []).append(company(effect))
    reasons = [
        f"{capital(listed(some))}: {why[:1].lower()}{why[1:]}" if len(companies) > 1 and all(some) else why
        for why, some in companies.items()
    ]
    return " ".join([text, *reasons])


def flips(effects: Sequence[Effect]) -> list[str]:
    """Where the answer turns round from one company or table size to another, a sentence per change."""
    texts = []
    for change, found in by_change(effects).items():
        where = {verdict: [one for one in found if verdict_on(one) is verdict] for verdict in Verdict}
        good, bad, level = where[Verdict.HELPS], where[Verdict.HURTS], where[Verdict.NO_DIFFERENCE]
        if good and bad:
            texts.append(
                f"{capital(change.phrase)} turns round: it helps {places(good, found)}, but hurts {places(bad, found)}."
            )
        elif level and (good or bad):
            verdict = Verdict.HELPS if good else Verdict.HURTS
            texts.append(
                f"{capital(change.phrase)} {verdict} {places(good or bad, found)}, and surely makes no difference that "
                f"matters {places(level, found)}."
            )
    return texts


def _sentence(first: Effect, told: Sequence[tuple[Effect, str]]) -> str:
    """What came out at one table size in several places: the sure things, then what is open, then what says nothing."""
    subject = first.change.phrase
    sure = [one for one in told if verdict_on(one[0]) not in (None, Verdict.NOT_SETTLED)]
    parts = [f"{subject} {_clauses(sure)}"] if sure else []
    for found in (Verdict.NOT_SETTLED, Behaved.UNSURE, Behaved.HARDLY, Behaved.ASTRAY):
        some = [one for one in told if finding_on(one[0]) is found]
        if some:
            where = listed(joined(there, _seen(effect)) for effect, there in some)
            parts.append(came_out(found, "it" if parts else subject, where))
    return f"{capital(with_players(first))}, {'; '.join(parts)}."


def _seen(effect: Effect) -> str:
    seen = effect.main.estimate
    return f"({size_text(seen)}; {within_text(seen)})"


def _clauses(told: Sequence[tuple[Effect, str]]) -> str:
    """What surely came out in each place, as the rest of a sentence about a change; a verb is said once."""
    texts = []
    before = ""
    for effect, where in told:
        verb, rest = _clause(effect, where)
        texts.append(f"{verb} {rest}" if verb != before else rest)
        before = verb
    return listed(texts)


def _clause(effect: Effect, where: str) -> tuple[str, str]:
    """Verb and rest of what surely came out in one place."""
    seen, amount = effect.main.estimate, effect.main.outcome.amount
    verdict = verdict_on(effect)
    if verdict is Verdict.HELPS:
        return "is worth", f"{joined(size_text(seen), amount, where)} ({within_text(seen)})"
    if verdict is Verdict.HURTS:
        loss = seen.scaled(-1)
        size = number(loss.mean, digits_for(loss))
        return "costs", f"{joined(size, amount, where)} ({within_text(loss)})"
    return str(verdict), joined(where, _seen(effect))


def _other_outcomes(effects: Sequence[Effect]) -> list[str]:
    """What a change does to each outcome beside the main one, from the least to the most, where it was made at all."""
    changed = [effect for effect in effects if effect.behaved is Behaved.AS_SAID]
    if not changed:
        return []
    texts = []
    for number_, first in enumerate(changed[0].outcomes[1:], start=1):
        found = sorted(changed, key=lambda effect, at=number_: effect.outcomes[at].estimate.mean)  # type: ignore[misc]
        low, high = (f"{effect_text(one.outcomes[number_].estimate)} {place(one)}" for one in (found[0], found[-1]))
        reach = high if len(found) == 1 else f"from {low} to {high}"
        bad = [effect for effect in changed if verdict_on(effect, effect.outcomes[number_]) is Verdict.HURTS]
        hurts = f"; it surely hurts there {places(bad, effects)}" if bad else ""
        unit = "" if first.outcome.unit == first.outcome.label else f", in {first.outcome.unit}"
        texts.append(f"{capital(first.outcome.label)}{unit}: {reach}{hurts}.")
    return texts


def _behaviour(effects: Sequence[Effect]) -> str:
    """How far the behaviour changed, over all places."""
    label = effects[0].change.behaviour_label
    changes = [one.moved.mean for one in effects if one.moved is not None]
    if not changes:
        return "The experiment names no behaviour that would tell whether this changed anything."
    sure = sum(one.behaved is not Behaved.UNSURE for one in effects)
    astray = sum(one.behaved is Behaved.ASTRAY for one in effects)
    if len(changes) == 1:
        sureness = ("surely the wrong way" if astray else "surely changed") if sure else "not sure"
        return f"Change in {label}: {signed(changes[0], 2)}, {sureness}."
    where = f"in all {in_words(len(changes))}"
    if sure < len(changes):
        where = f"in {none_or_words(sure)} of {in_words(len(changes))} places"
    wrong = f", the wrong way in {'all' if astray == len(changes) else in_words(astray)} of them" if astray else ""
    ends = dict.fromkeys(signed(end(changes), 2) for end in (min, max))
    reach = f"{' to '.join(ends)}{_in_percent(effects)}"
    return f"Change in {label}: {reach}; sure {where}{wrong}."


def _in_percent(effects: Sequence[Effect]) -> str:
    """The same as shares of what the behaviour is without the change; empty where that means nothing."""
    found = [one.behaviour for one in effects if one.behaviour is not None]
    if any(one.control.mean <= 0 or one.with_change.mean <= 0 for one in found):
        return ""
    shares = [100 * one.effect.mean / one.control.mean for one in found]
    return f", or {signed(min(shares), 0)}% to {signed(max(shares), 0)}%"
