"""Which seat does better if one bot sits in all of them: every seat against the average of its table.

Such a run also measures the tables of this bot: other measures, and how far numbers move in a game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim.core.game import Game, Setting
from arkadia_sim.core.measures import ORDER, Measure
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.written import Several
from arkadia_sim.errors import UnknownName
from arkadia_sim.plan.designs import seats_section
from arkadia_sim.plan.plan import Section
from arkadia_sim.plots.figures import Point, draw_lines
from arkadia_sim.questions.answers import amount, clearly, listed, possible
from arkadia_sim.questions.differences import Difference, TableMean, measured_means, size_differences
from arkadia_sim.questions.estimates import Row, Word, number_fields
from arkadia_sim.questions.labels import Variant, table_label, variant_text, variants
from arkadia_sim.questions.question import MeasureKeys, Seating
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.swings import Swing, swings
from arkadia_sim.results.files import read_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import (
    MeasuredDeals,
    has_order,
    in_order_of_play,
    measured_deals,
    rows_as_array,
)
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.stats.simultaneous import Moments, moments, together
from arkadia_sim.stats.verdicts import MINIMUM_DEALS, Evidence, holm, none_differs_p

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Seats(MeasureKeys):
    """Which seat does better if one bot sits in all of them, and what such tables are like."""

    design: Literal["seats"] = "seats"
    players: Several[Annotated[int, Field(ge=2)]] = Field(min_length=1, description="table sizes, from 2")
    bots: Several[Annotated[str, Field(min_length=1)]] = Field(
        min_length=1, max_length=1, description="one bot, which sits in every seat"
    )
    measures: Several[Annotated[str, Field(min_length=1)]] = Field((), description="what else to measure")
    swings: Several[Annotated[str, Field(min_length=1)]] = Field(
        (), description="numbers of the game that are followed turn by turn"
    )

    @property
    def compares_circumstances(self) -> bool:
        """Whether a study may play this question under several circumstances."""
        return True

    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """One section: a game a deal, the bot in every seat."""
        yield seats_section(setting, 0, self.size(setting.players, seating.compiled))

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Trajectories, measures and tolerances that the game does not have."""
        known = [trajectory.name for trajectory in game.trajectories]
        for name in self.swings:
            if name not in known:
                yield "swings", str(UnknownName("numbers that can be followed", name, known))
        yield from super().faults(game)

    def outcomes_with_tolerance(self, game: Game) -> Sequence[Outcome]:
        """All outcomes."""
        return game.outcomes

    def results(self, run: RunFolder, manifest: Manifest) -> "SeatsResults":
        """The seats of a finished run, and what else was measured of its tables."""
        sizes = _measured(run, manifest, self.measures_of(manifest))
        return SeatsResults(
            run.root,
            manifest,
            self,
            seat_tables(run, manifest, self.tolerances),
            measured_means(sizes, [""], manifest.level) if sizes else (),
            size_differences(sizes, self.between, self.tolerances, manifest.level) if self.measures else (),
            swings(run, manifest, self.swings),
        )


class Evenness(StrEnum):
    """The verdict on all seats of a table together."""

    UNEVEN = "the seats differ"
    EVEN = "the seats are even"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True)
class SeatMean:
    """The mean of a seat and its advantage over the average of its table, in the outcome's unit.

    The intervals of an outcome hold for all seats at all tables of the run at once.
    """

    seat: int
    mean: Estimate
    advantage: Estimate
    verdict: Word | None = None


@dataclass(frozen=True)
class SeatTest:
    """The test of all seats of a table in one outcome, corrected for all tables and outcomes of the run (Holm).

    ``p_difference`` tests whether any seat differs from the average, ``p_equivalence`` whether any differs by
    ``tolerance`` or more.
    """

    tolerance: float
    p_difference: float
    p_equivalence: float
    evenness: Evenness = Evenness.INCONCLUSIVE


@dataclass(frozen=True)
class SeatOutcome:
    """One outcome at one table: its seats in order, and the test of all of them; None without a tolerance."""

    outcome: Outcome
    seats: tuple[SeatMean, ...]
    test: SeatTest | None


@dataclass(frozen=True)
class SeatTable:
    """The seats of the tables of one size (and one variant of the rules), in every outcome of the game."""

    players: int
    variant: Variant
    deals: int
    bot: str
    outcomes: tuple[SeatOutcome, ...]

    @property
    def main(self) -> SeatOutcome:
        """The seats in the game's first outcome."""
        return self.outcomes[0]

    def rows(self, part: str, design: str) -> Iterator[Row]:
        """The advantage of each seat in each outcome, then the means."""
        place: dict[str, Any] = {"part": part, "design": design, "players": self.players, "bot": self.bot}
        place["variant"] = variant_text(self.variant)
        for on_outcome in self.outcomes:
            test: dict[str, Any] = {"outcome": on_outcome.outcome.column, "unit": on_outcome.outcome.unit}
            if on_outcome.test is not None:
                test["test"] = "simultaneous, all seats and tables"
                test["tolerance"] = on_outcome.test.tolerance
                test["p_difference"] = on_outcome.test.p_difference
                test["p_equivalence"] = on_outcome.test.p_equivalence
            for seat in on_outcome.seats:
                where = place | {"seat": seat.seat + 1, "baseline": "average of the table"}
                yield Row(kind="advantage", verdict=seat.verdict, **where, **test, **number_fields(seat.advantage))
        for on_outcome in self.outcomes:
            for seat in on_outcome.seats:
                unit: dict[str, Any] = {"outcome": on_outcome.outcome.column, "unit": on_outcome.outcome.unit}
                yield Row(kind="mean", seat=seat.seat + 1, **place, **unit, **number_fields(seat.mean))


@dataclass(frozen=True)
class SeatsResults(Results):
    """A finished run of one bot in every seat: its tables, in the order of play.

    ``means`` are the further measures of the experiment, ``between`` how much more of each there is at one table size
    than at another, ``swings`` how far the numbers of the game move.
    """

    default_document: ClassVar[str] = "seats.md"

    question: Seats
    tables: tuple[SeatTable, ...]
    means: tuple[TableMean, ...] = ()
    between: tuple[Difference, ...] = ()
    swings: tuple[Swing, ...] = ()

    def answer(self) -> Iterator[str]:
        """Whether the seats differ in the main outcome, at each table size."""
        outcome = self.manifest.outcomes[0]
        unit = "" if outcome.unit == outcome.label else outcome.unit
        for table in self.tables:
            test, where = table.main.test, f"with {table_label(table.players, table.variant)}"
            if test is None:
                continue
            seats = [seat for seat in table.main.seats if seat.verdict in ("higher", "lower")]
            lows = [seat.advantage.low for seat in table.main.seats]
            highs = [seat.advantage.high for seat in table.main.seats]
            if test.evenness is Evenness.EVEN:
                yield f"The seats are even: {where} none is {amount(test.tolerance, unit)} or more from the average."
            elif seats:
                far = [
                    f"seat {seat.seat + 1} is {clearly(seat.advantage, unit)} "
                    f"{'above' if seat.verdict == 'higher' else 'below'} the average"
                    for seat in seats
                ]
                yield f"The seats differ: {where}, in {outcome.label}, {listed(far)}."
            elif test.evenness is Evenness.UNEVEN:
                yield f"The seats differ {where}, but we cannot tell which of them is better."
            else:
                widest = replace(table.main.seats[0].advantage, low=min(lows), high=max(highs))
                yield f"Cannot tell {where}: every seat is {possible(widest, unit)} from the average."

    def estimates(self) -> Iterator[Row]:
        """Seats, measures, differences between table sizes, and swings."""
        place: dict[str, Any] = {"part": self.name, "design": self.question.design, "bot": self.question.bots[0]}
        for table in self.tables:
            yield from table.rows(self.name, self.question.design)
        yield from (mean.row(place) for mean in self.means)
        yield from (difference.row(place) for difference in self.between)
        for swing in self.swings:
            yield from swing.rows(place)

    def figures(self) -> Mapping[str, "Callable[[], Figure]"]:
        """``seats``: every seat above or below the average, all table sizes."""
        return {"seats": lambda: seats_figure(self.tables)}


def seats_figure(tables: Sequence[SeatTable]) -> "Figure":
    """Every seat above or below the average of its table in the main outcome, a panel for each table size."""
    points = [
        Point(table_label(table.players, table.variant), seat_text(seat.seat), "", seat.advantage)
        for table in tables
        for seat in table.main.seats
    ]
    return draw_lines(points, {point.panel: (0.0, "average of the table") for point in points})


def _measured(run: RunFolder, manifest: Manifest, measures: Sequence[Measure]) -> dict[int, list[list[MeasuredDeals]]]:
    """The further measures of the tables, by table size."""
    if not measures:
        return {}
    bots = [bot.spec for bot in manifest.bots]
    return {
        section.players: [measured_deals(run, index, section, bots, measures, manifest.ends)]
        for index, section in enumerate(manifest.sections)
    }


def seat_tables(run: RunFolder, manifest: Manifest, tolerances: Mapping[str, float]) -> tuple[SeatTable, ...]:
    """The seats of each table of a run in which one bot sits in every seat, read chunk by chunk.

    ``tolerances`` has by outcome, in its unit, the smallest difference that matters; outcomes without one get no
    verdict.
    """
    by_table = [(section.players, _moments(run, manifest, index)) for index, section in enumerate(manifest.sections)]
    by_outcome = [
        _outcomes(
            outcome,
            [deals.combined(np.eye(players, len(deals.mean), number * players)) for players, deals in by_table],
            tolerances.get(outcome.column),
            manifest.level,
        )
        for number, outcome in enumerate(manifest.outcomes)
    ]
    judged = _judged_together(by_outcome, manifest.alpha)
    tables = []
    for place, (section, variant) in enumerate(zip(manifest.sections, variants(manifest.sections), strict=True)):
        bot = manifest.bots[section.lineups[0].bots[0]].spec
        outcomes = tuple(outcomes[place] for outcomes in judged)
        tables.append(SeatTable(section.players, variant, by_table[place][1].n, bot, outcomes))
    return tuple(tables)


def _moments(run: RunFolder, manifest: Manifest, index: int) -> Moments:
    """The moments of each seat's result of a deal: seats within outcomes."""

    def portions() -> Iterator[NDArray[np.float64]]:
        columns = [outcome.column for outcome in manifest.outcomes]
        for file in run.section_files(index):
            ordered = has_order(file)
            rows = read_rows(file, [*columns, *([ORDER] if ordered else [])])
            by_game = rows_as_array(rows, manifest.sections[index], manifest.outcomes)
            if ordered:
                by_game = in_order_of_play(by_game, rows[ORDER].to_numpy().reshape(by_game.shape[:3]))
            values = by_game.mean(axis=1)
            yield np.round(values.transpose(0, 2, 1).reshape(len(values), -1), DECIMALS)

    return moments(portions())


def _outcomes(outcome: Outcome, tables: Sequence[Moments], tolerance: float | None, level: float) -> list[SeatOutcome]:
    """One outcome at each table; its p-values are not yet adjusted for the other tables and outcomes."""
    centred = [table.combined(np.eye(table.mean.size) - 1 / table.mean.size) for table in tables]
    means = _by_table(tables, outcome, level, outcome.bounds)
    advantages = _by_table(centred, outcome, level, outcome.difference_bounds)
    outcomes = []
    for table, mean, advantage in zip(centred, means, advantages, strict=True):
        both = enumerate(zip(mean, advantage, strict=True))
        seats = tuple(SeatMean(seat, of_seat, above) for seat, (of_seat, above) in both)
        test = None if tolerance is None else _test(table, advantage, tolerance)
        outcomes.append(SeatOutcome(outcome, seats, test))
    return outcomes


def _by_table(
    tables: Sequence[Moments], outcome: Outcome, level: float, possible: tuple[float, float]
) -> list[list[Estimate]]:
    """The means of all seats of all tables in the outcome's unit, their intervals holding at once, table by table."""
    ends = np.cumsum([0, *(table.mean.size for table in tables)]).tolist()
    padded = []
    for place, table in enumerate(tables):
        weights = np.zeros((ends[-1], table.mean.size))
        weights[ends[place] : ends[place + 1]] = np.eye(table.mean.size)
        padded.append(table.combined(weights))
    estimates = [
        estimate.scaled(outcome.scale).cut(*possible).with_unseen(*possible, ends[-1])
        for estimate in together(padded, level).estimates
    ]
    return [estimates[start:end] for start, end in pairwise(ends)]


def _test(centred: Moments, advantages: Sequence[Estimate], tolerance: float) -> SeatTest:
    """The test of one table by itself: the largest t of all seats, and the two one-sided tests of the worst seat."""
    difference = min(together([centred]).p_values) if centred.n >= MINIMUM_DEALS else 1.0
    return SeatTest(tolerance, difference, none_differs_p([Evidence(advantage, tolerance) for advantage in advantages]))


def _judged_together(by_outcome: Sequence[Sequence[SeatOutcome]], alpha: float) -> list[list[SeatOutcome]]:
    """The same with p-values corrected for all tables and outcomes (Holm), and the verdicts that follow."""
    tests = [at_table.test for tables in by_outcome for at_table in tables if at_table.test is not None]
    differences = iter(holm([test.p_difference or 0.0 for test in tests]))
    equivalences = iter(holm([test.p_equivalence or 0.0 for test in tests]))
    return [[_judged(at_table, differences, equivalences, alpha) for at_table in tables] for tables in by_outcome]


def _judged(
    at_table: SeatOutcome, differences: Iterator[float], equivalences: Iterator[float], alpha: float
) -> SeatOutcome:
    if at_table.test is None:
        return at_table
    difference, equivalence = float(next(differences)), float(next(equivalences))
    evenness = Evenness.INCONCLUSIVE
    if equivalence <= alpha:
        evenness = Evenness.EVEN
    elif difference <= alpha:
        evenness = Evenness.UNEVEN
    test = SeatTest(at_table.test.tolerance, difference, equivalence, evenness)
    seats = tuple(replace(seat, verdict=_verdict(seat.advantage, evenness)) for seat in at_table.seats)
    return SeatOutcome(at_table.outcome, seats, test)


def _verdict(advantage: Estimate, evenness: Evenness) -> Word:
    """The verdict on one seat, from the test of its table and the simultaneous interval."""
    if evenness is Evenness.EVEN:
        return "equivalent"
    if evenness is Evenness.UNEVEN and (advantage.low > 0 or advantage.high < 0):
        return "higher" if advantage.mean > 0 else "lower"
    return "inconclusive"
