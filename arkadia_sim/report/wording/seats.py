"""Which seat does better, in words: what all seats of a table come to, and how it was found."""

from collections.abc import Sequence

from arkadia_sim.analysis.seats import Evenness, SeatMean, SeatOutcome, SeatResults, SeatTable
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.style import number, percent
from arkadia_sim.report.wording.numbers import (
    capital,
    deals_text,
    effect_text,
    interval_text,
    joined,
    listed,
    tolerance_text,
    within,
)
from arkadia_sim.report.wording.places import with_players
from arkadia_sim.stats.equivalence import MINIMUM_DEALS

ALL_AT_ONCE = "the intervals of an outcome hold for all seats and tables at once"
"""What is said below a table of seats."""


def seats_sentence(table: SeatTable, main_only: bool = False) -> str:
    """What the seats of a table come to, in every outcome that gets a verdict, or in what one plays for alone."""
    told = table.outcomes[:1] if main_only else table.outcomes
    return joined(*(_sentence(table, one) for one in told if one.test is not None))


def seats_in_short(tables: Sequence[SeatTable]) -> str:
    """What the seats come to in what one plays for, at all table sizes in one sentence."""
    outcome = tables[0].main.outcome
    told = []
    for table in tables:
        one = table.main
        furthest = max(one.seats, key=lambda seat: abs(seat.advantage.mean))
        found = "" if one.test is None else f"{one.test.evenness}, "
        told.append(f"{with_players(table)} {found}furthest {_seat_text(furthest)}")
    fair = "the fair share" if outcome.chance(tables[0].players) is not None else "the mean of the table"
    return f"In {outcome.label}, against {fair}: {'; '.join(told)} {outcome.unit}."


def _sentence(table: SeatTable, one: SeatOutcome) -> str:
    assert one.test is not None
    where, outcome = capital(with_players(table)), one.outcome
    tolerance = f"{tolerance_text(one.test.tolerance)} {outcome.unit}"
    if one.test.evenness is Evenness.UNEVEN:
        sure = [seat for seat in one.seats if seat.advantage.low > 0 or seat.advantage.high < 0]
        told = listed(_seat_text(seat) for seat in sure or (one.best, one.worst))
        return f"{where} the seats differ in {outcome.label}: against {fair_text(table, outcome)}, {told}."
    furthest = max(one.seats, key=lambda seat: abs(seat.advantage.mean))
    if one.test.evenness is Evenness.EVEN:
        more = ""
        if not all(within(seat.advantage, one.test.tolerance) for seat in one.seats):
            mistakes = percent(1 - furthest.advantage.level)
            more = f"; that is judged by two one-sided tests at {mistakes}, not by the intervals"
        return (
            f"{where} no seat differs by {tolerance} or more in {outcome.label}: furthest from "
            f"{fair_text(table, outcome)} is {_seat_text(furthest)}{more}."
        )
    more = ""
    if table.deals < MINIMUM_DEALS:
        more = f" {capital(deals_text(table.deals))} are too few to tell."
    elif one.test.deals_needed is not None:
        more = f" About {deals_text(roughly(one.test.deals_needed))} would make all intervals as narrow as {tolerance}."
    return (
        f"{where} it is not settled whether the seats differ in {outcome.label}: furthest from "
        f"{fair_text(table, outcome)} is {_seat_text(furthest)}.{more}"
    )


def roughly(count: int) -> int:
    """A number with two digits that say anything, rounded up."""
    step = 10 ** max(0, len(str(count)) - 2)
    return -(-count // step) * step


def fair_text(table: SeatTable, outcome: Outcome) -> str:
    """What a seat would get if none had an advantage."""
    chance = outcome.chance(table.players)
    return "the mean of the table" if chance is None else f"the fair share ({number(chance)} {outcome.unit})"


def _seat_text(seat: SeatMean) -> str:
    return f"seat {seat.seat} {effect_text(seat.advantage)}"


def bars_text(table: SeatTable) -> str:
    """All seats of a table in a sentence, for who cannot see the picture."""
    steps = (
        f"seat {one.seat} {number(one.advantage.mean)} ({interval_text(one.advantage)})" for one in table.main.seats
    )
    return f"{capital(table.main.outcome.axis)} above the mean of the table {with_players(table)}: {'; '.join(steps)}."


def method(results: SeatResults) -> list[tuple[str, str]]:
    """How it was done."""
    bot, manifest = results.tables[0].bot, results.manifest
    level, stopping = percent(manifest.level), manifest.stopping
    intervals = (
        f"{level}, for all seats at all tables at once: the half width is the {level} point of the "
        "largest of all their Student's t, by the correlation that the deals show (what one seat gets more the others "
        "get less). Each outcome for itself."
    )
    if results.sequential:
        intervals = (
            "Confidence sequences: they hold at all looks, for all seats, tables and outcomes with verdicts together, "
            f"but for an error rate of {percent(stopping.error_rate if stopping else manifest.alpha)}."
        )
    return [
        ("Seats", f"{bot} sits in every seat; each deal (one shuffled set-up with its luck) is played once."),
        ("Unit", "The deal. What a seat gets is compared with the mean of its table in the same game."),
        ("Intervals", intervals),
        (
            "All seats together",
            "They differ where the largest of their t is too large for seats that are alike. No difference that "
            "matters takes more: each seat must surely lie within the tolerance, by two one-sided tests. Both are "
            f"adjusted for all tables and outcomes with verdicts (Holm), at {percent(manifest.alpha)}.",
        ),
        ("Fair share", "Where the players of a game share a fixed whole, an equal part of it; else the table's mean."),
    ]
