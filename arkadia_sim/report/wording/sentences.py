"""What came out in some places, why there is no answer, and what a reader must know before all answers."""

from collections.abc import Callable, Sequence
from math import isfinite

from arkadia_sim.analysis.effects import Behaved, Effect, Finding, finding_on, tolerance
from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.plots.style import number
from arkadia_sim.report.wording.numbers import (
    capital,
    clear_of_zero,
    deals_text,
    in_words,
    joined,
    listed,
    tolerance_text,
    within,
)
from arkadia_sim.report.wording.places import company, place, with_players
from arkadia_sim.stats.equivalence import MINIMUM_CHANGED_DEALS, MINIMUM_DEALS, Verdict
from arkadia_sim.stats.intervals import Estimate

WIDE = 2.0
"""Half an interval beyond this many times the tolerance is too wide for an answer: the page says so first."""

MANY_IRREGULAR = 0.1
"""Where a larger share of the games got stuck than this, the page says so beside the answers."""

WIDE_MOST = 4
"""So many intervals that are too wide are named one by one; more are counted."""

FINDINGS: tuple[Finding, ...] = (
    Verdict.HELPS,
    Verdict.HURTS,
    Verdict.NO_DIFFERENCE,
    Verdict.NOT_SETTLED,
    *Behaved,
)
"""All that can come out, the sure things first."""


def verdicts_sentence(phrase: str, effects: Sequence[Effect], where: Callable[[list[Effect]], str]) -> str:
    """All findings on a change in one sentence, the sure ones first: "Doing it helps …; it is open whether …"."""
    parts: list[str] = []
    for found in FINDINGS:
        some = [effect for effect in effects if finding_on(effect) is found]
        if some:
            parts.append(came_out(found, "it" if parts else phrase, where(some)))
    return f"{capital('; '.join(parts))}."


def came_out(found: Finding, subject: str, where: str) -> str:
    """What came out about a change (or "it") in some places, as a sentence without its stop."""
    if isinstance(found, Verdict):
        if found is Verdict.NOT_SETTLED:
            return f"it is open whether {subject} helps or hurts {where}".strip()
        return f"{subject} {found} {where}".strip()
    if subject == "it":
        return f"{where} {no_verdict_because(found)}".strip()
    return no_verdict_because(found, f" on {subject} {where}".rstrip())


def no_verdict_because(found: Behaved, of: str = "") -> str:
    """That there is no verdict, and why."""
    why = "the behaviour did not surely change" if found is Behaved.UNSURE else str(found)
    return f"there is no verdict{of}: {why}"


def finding_text(found: Finding) -> str:
    """A finding in a cell of a table: a verdict, or why there is none."""
    return str(found) if isinstance(found, Verdict) else f"no verdict: {found}"


def why_open(effect: Effect, questions: int) -> str:
    """Why the question of the main outcome is open, in a sentence."""
    deals, seen = deals_text(effect.deals), effect.main.effect
    together = f"taken together with the other questions of this experiment ({questions} in all)"
    if clear_of_zero(seen.effect):
        if seen.effect.n < MINIMUM_DEALS or seen.changed_deals < MINIMUM_CHANGED_DEALS:
            return (
                f"The interval is clear of 0, but it rests on {seen.changed_deals:,} deals that came out otherwise, "
                f"of {deals}: too few to be sure; more may tell."
            )
        return (
            f"Taken alone, the interval is clear of 0; {together}, the effect is not sure with {deals}; more deals may "
            "tell."
        )
    if within(seen.effect, tolerance(effect.main)):
        alone = f"Taken alone, the interval lies within {tolerance_text(tolerance(effect.main))}, too small to matter"
        return f"{alone}; {together}, that is not sure with {deals}; more deals may tell."
    return f"With {deals}, neither an effect nor the lack of one that matters is sure; more deals may tell."


def why_open_in_short(effect: Effect) -> str:
    """Why there is no answer on the main outcome, in a few words for a table; empty where there is one."""
    if effect.behaved is not Behaved.AS_SAID:
        return str(effect.behaved)
    if finding_on(effect) is not Verdict.NOT_SETTLED:
        return ""
    if clear_of_zero(effect.main.estimate):
        return "sure taken alone, not with all the questions together"
    if within(effect.main.estimate, tolerance(effect.main)):
        return "surely too small to matter taken alone, not with all the questions together"
    return "neither an effect nor the lack of one is sure"


def wide_warning(effects: Sequence[Effect], part: str = "") -> str:
    """What is said before all else when intervals are too wide for an answer; empty when all are narrow enough.

    ``part`` names the part of a study that they belong to.
    """
    of = f" of “{part}”" if part else ""
    wide = [effect for effect in effects if not effect.main.estimate.half_width <= _widest(effect)]
    if not wide:
        return ""
    outcome = wide[0].main.outcome
    if len(effects) > WIDE_MOST:
        widest = max(effect.main.estimate.half_width for effect in wide)
        reach = f"the widest is ±{number(widest)}" if isfinite(widest) else "some are of unknown width"
        which = f"{in_words(len(wide))} of {in_words(len(effects))} intervals{of} are"
    else:
        reach = listed(f"{_reach(effect.main.estimate, _widest(effect))} {place(effect)}" for effect in wide)
        which = f"the intervals{of} are"
        if not any(isfinite(effect.main.estimate.half_width) for effect in wide):
            return f"Read with care: the intervals{of} for the {outcome.label} are {reach}. More deals would tell."
    return (
        f"Read with care: {which} wider than {tolerance_text(_widest(wide[0]))} {outcome.amount} ({reach}), so the "
        "sizes given there are rough. More deals would make them sharper."
    )


def few_deals_warning(sections: Sequence[Effect | SectionGames]) -> str:
    """What the page says first when there are too few deals for intervals; empty when there are enough.

    Of paired runs it takes the effects: where questions stopped early, their deals lie in several sections.
    """
    few = [section for section in sections if section.deals < MINIMUM_DEALS]
    if not few:
        return ""
    where = listed(dict.fromkeys(f"{deals_text(section.deals)} {with_players(section)}" for section in few))
    return f"There are too few deals for the intervals to be trusted: {where}, and it takes at least {MINIMUM_DEALS}."


def failures_warning(sections: Sequence[SectionGames], at_fault: Sequence[str] = ()) -> str:
    """What a page says before all else when games failed: how many, and whose bots if they are known; else empty."""
    games = sum(section.counts.games for section in sections)
    failed = sum(section.counts.failed for section in sections)
    if not failed:
        return ""
    text = f"{failed:,} of {games:,} {'game' if games == 1 else 'games'} failed"
    if not at_fault:
        return f"{text}; they count like any other."
    return f"{text}; {'the bot at fault was' if len(at_fault) == 1 else 'the bots at fault were'} {listed(at_fault)}."


def irregular_text(sections: Sequence[SectionGames]) -> str:
    """At which tables many games got stuck; empty where nowhere more than :data:`MANY_IRREGULAR` of them did."""
    games: dict[str, list[int]] = {}
    for one in sections:
        counted = games.setdefault(joined(company(one), with_players(one)), [0, 0])
        counted[0] += one.counts.irregular
        counted[1] += one.counts.games
    many = {there: stuck / all_ for there, (stuck, all_) in games.items() if stuck > MANY_IRREGULAR * all_}
    if not many:
        return ""
    shares = listed(f"{number(100 * share, 0)}% {there}" for there, share in many.items())
    return (
        f"Many games got stuck before their regular end: {shares}. Their results count like any other, so these "
        "answers are also about games that get stuck."
    )


def counts_sentence(sections: Sequence[SectionGames]) -> str:
    """How many games were played and how many went wrong; none is left out."""
    games, stuck, failed = (
        sum(getattr(section.counts, what) for section in sections) for what in ("games", "irregular", "failed")
    )
    return (
        f"{games:,} games were played; {stuck:,} of them got stuck before their regular end and {failed:,} failed. "
        "All of them count: none was dropped."
    )


def _widest(effect: Effect) -> float:
    """How wide half an interval may be, in the unit of the main outcome."""
    return WIDE * tolerance(effect.main)


def _reach(estimate: Estimate, widest: float) -> str:
    """± half the interval, with two decimals where one would hide that it is too wide."""
    if not isfinite(estimate.half_width):
        return "of unknown width"
    return f"±{number(estimate.half_width, 1 if estimate.half_width >= widest + 0.05 else 2)}"
