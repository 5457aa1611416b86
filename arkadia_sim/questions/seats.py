"""Which seat does better if one bot sits in all of them: every seat against the average of its table.

With several bots, one named for each seat, they change seats, and each bot is compared with the average.

Such a run also measures the tables of this bot: other measures, and how far numbers move in a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim.core.game import Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.stored import Several
from arkadia_sim.plan.designs import seats_section, table_section
from arkadia_sim.plan.plan import Section
from arkadia_sim.plots.figures import Point, draw_lines
from arkadia_sim.questions.answers import amount, clearly, listed, possible
from arkadia_sim.questions.differences import measured_means, size_differences
from arkadia_sim.questions.estimates import Row, estimate_of, table_of, variants
from arkadia_sim.questions.question import MeasureKeys, Seating
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.swings import swing_rows
from arkadia_sim.results.files import read_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import ORDER, Measure, has_order, in_order_of_play, measured_deals, rows_as_array
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.stats.simultaneous import Moments, moments, together
from arkadia_sim.stats.verdicts import MINIMUM_DEALS, Evidence, Verdict, holm, none_differs_p

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class TableKeys(MeasureKeys):
    """The keys of questions about tables at which one bot sits in every seat, or one for each, which change seats."""

    compares_circumstances: ClassVar[bool] = True

    players: Several[Annotated[int, Field(ge=2)]] = Field(min_length=1, description="table sizes, from 2")
    bots: Several[Annotated[str, Field(min_length=1)]] = Field(
        min_length=1, description="one bot, which sits in every seat, or one for each, which then change seats"
    )
    measures: Several[Annotated[str, Field(min_length=1)]] = Field((), description="what else to measure")

    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """One section: a game a deal, the bot in every seat; of several bots, each in every seat of a deal."""
        size = self.size(setting.players, seating.compiled)
        if len(self.bots) == 1:
            yield seats_section(setting, seating.number(self.bots[0]), size)
        else:
            yield table_section(setting, [seating.number(bot) for bot in self.bots], size)

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Several bots that are not one for each seat; measures and tolerances that the game does not have."""
        if len(self.bots) > 1 and any(size != len(self.bots) for size in self.players):
            yield "bots", f"{len(self.bots)} bots sit at tables of {len(self.bots)}, one for each seat"
        yield from super().faults(game)

    def measured(
        self, run: RunFolder, manifest: Manifest, measures: Sequence[Measure], place: Mapping[str, Any]
    ) -> list[Row]:
        """The measures of the run's tables, and how they differ between table sizes."""
        bots = manifest.names
        sizes = {
            section.players: [measured_deals(run, index, section, bots, measures, manifest.ends)]
            for index, section in enumerate(manifest.sections)
        }
        rows = measured_means(sizes, [""], manifest.level, place)
        return rows + size_differences(sizes, self.between, self.tolerances, manifest.level, place)


class Seats(TableKeys):
    """Which seat does better if one bot sits in all of them, and what such tables are like."""

    design: Literal["seats"] = "seats"
    swings: Several[Annotated[str, Field(min_length=1)]] = Field(
        (), description="numbers of the game that are followed turn by turn"
    )

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Trajectories that the game does not have; and what no question about tables may have."""
        known = [trajectory.name for trajectory in game.trajectories]
        yield from self.unknown("swings", "numbers that can be followed", known)
        yield from super().faults(game)

    def outcomes_with_tolerance(self, game: Game) -> Sequence[Outcome]:
        """All outcomes."""
        return game.outcomes

    def results(self, run: RunFolder, manifest: Manifest) -> Results:
        """The seats of a finished run, and what else was measured of its tables."""
        place = self.place() | ({"bot": self.bots[0]} if len(self.bots) == 1 else {})
        seats = seat_rows(run, manifest, self.tolerances, place)
        rows, measures = list(seats), self.measures_of(manifest)
        if measures:
            rows += self.measured(run, manifest, measures, place)
        rows += swing_rows(run, manifest, self.swings, place)
        main = advantages_of(seats, manifest)
        figures = {"seats": lambda: seats_figure(main, manifest)}
        return Results(run.root, manifest, tuple(rows), figures, tuple(_answer(main, manifest)))


class Evenness(StrEnum):
    """The verdict on all seats of a table together."""

    UNEVEN = "the seats differ"
    EVEN = "the seats are even"
    INCONCLUSIVE = "inconclusive"


def evenness(row: Row, alpha: float) -> Evenness:
    """The verdict on all seats of the table and outcome of a row."""
    if row.p_equivalence is not None and row.p_equivalence <= alpha:
        return Evenness.EVEN
    if row.p_difference is not None and row.p_difference <= alpha:
        return Evenness.UNEVEN
    return Evenness.INCONCLUSIVE


def advantages_of(rows: Sequence[Row], manifest: Manifest) -> list[Row]:
    """The advantages of the seats in the first outcome, table by table."""
    return [row for row in rows if row.kind == "advantage" and row.outcome == manifest.outcomes[0].column]


def _answer(rows: Sequence[Row], manifest: Manifest) -> Iterator[str]:
    """Whether the seats differ in the main outcome, at each table size."""
    outcome = manifest.outcomes[0]
    unit = "" if outcome.unit == outcome.label else outcome.unit
    for table in dict.fromkeys(map(table_of, rows)):
        seats = [row for row in rows if table_of(row) == table]
        tolerance, where = seats[0].tolerance, f"with {table}"
        if tolerance is None:
            continue
        found, kind = evenness(seats[0], manifest.alpha), "bots" if seats[0].seat is None else "seats"
        far = [
            f"{_who(row)} is {clearly(estimate_of(row), unit)} "
            f"{'above' if row.verdict == 'higher' else 'below'} the average"
            for row in seats
            if row.verdict in ("higher", "lower")
        ]
        if found is Evenness.EVEN:
            yield f"The {kind} are even: {where} none is {amount(tolerance, unit)} or more from the average."
        elif far:
            yield f"The {kind} differ: {where}, in {outcome.label}, {listed(far)}."
        elif found is Evenness.UNEVEN:
            yield f"The {kind} differ {where}, but we cannot tell which of them is better."
        else:
            yield f"Cannot tell {where}. From the average, each: {possible(widest(seats), unit)}."


def _who(row: Row) -> str:
    """The seat that a row is about, or the bot, which had all seats."""
    return row.bot if row.seat is None else seat_text(row.seat - 1)


def widest(rows: Sequence[Row]) -> Estimate:
    """An estimate whose interval has those of all rows in it."""
    ends = list(map(estimate_of, rows))
    return replace(ends[0], low=min(end.low for end in ends), high=max(end.high for end in ends))


def seats_figure(rows: Sequence[Row], manifest: Manifest) -> "Figure":
    """Every seat above or below the average of its table in the main outcome, a panel for each table size."""
    points = [Point(table_of(row), _who(row), "", estimate_of(row)) for row in rows]
    head = f"{manifest.outcomes[0].axis}, above or below the average of its table"
    return draw_lines(points, {point.panel: (0.0, "") for point in points}, head)


def seat_rows(
    run: RunFolder, manifest: Manifest, tolerances: Mapping[str, float], place: Mapping[str, Any]
) -> list[Row]:
    """The seats of each table of a run in which one bot sits in every seat: advantages over the average, then means.

    ``tolerances`` has by outcome, in its unit, the smallest difference that matters; outcomes without one get no
    verdict. The intervals of an outcome hold for all seats at all tables of the run at once. The tests of all seats of
    a table, whether any differs and whether any differs by the tolerance or more, are corrected for all tables and
    outcomes (Holm). ``place`` has fields of all rows.
    """
    tables = [_moments(run, manifest, index) for index in range(len(manifest.sections))]
    means, advantages = [], []
    tests: dict[tuple[int, int], tuple[float, float]] = {}
    for number, outcome in enumerate(manifest.outcomes):
        deals = [
            table.combined(np.eye(section.players, len(table.mean), number * section.players))
            for table, section in zip(tables, manifest.sections, strict=True)
        ]
        centred = [table.combined(np.eye(table.mean.size) - 1 / table.mean.size) for table in deals]
        means.append(_by_table(deals, outcome, manifest.level, outcome.bounds))
        advantages.append(_by_table(centred, outcome, manifest.level, outcome.difference_bounds))
        tolerance = tolerances.get(outcome.column)
        for index, table in enumerate(centred if tolerance is not None else ()):
            differs = min(together([table])[1]) if table.n >= MINIMUM_DEALS else 1.0
            evidence = [Evidence(advantage, tolerance or 0.0) for advantage in advantages[-1][index]]
            tests[number, index] = differs, none_differs_p(evidence)
    adjusted = [holm(values) for values in zip(*tests.values(), strict=True)]
    judged = dict(zip(tests, zip(*adjusted, strict=True), strict=True))
    rows = []
    for index, (section, variant) in enumerate(zip(manifest.sections, variants(manifest.sections), strict=True)):
        first = manifest.names[section.lineups[0].bots[0]]
        shared: dict[str, Any] = {"bot": first, "players": section.players, **place, "variant": variant}
        who: dict[int, dict[str, Any]] = {seat: {"seat": seat + 1} for seat in range(section.players)}
        places = {manifest.names[bot]: seat for seat, bot in enumerate(section.lineups[0].bots)}
        if len(places) > 1:  # each bot once, though it may sit on several seats
            who = {seat: {"bot": bot} for bot, seat in places.items()}
        for number, outcome in enumerate(manifest.outcomes):
            fields = shared | {"baseline": "average of the table"}
            if (number, index) in judged:
                differs, alike = map(float, judged[number, index])
                fields |= {"test": "simultaneous, all seats and tables", "tolerance": tolerances[outcome.column]}
                fields |= {"p_difference": differs, "p_equivalence": alike}
            for seat, named in who.items():
                row = Row.of("advantage", outcome, advantages[number][index][seat], **fields | named)
                tested = (number, index) in judged
                rows.append(replace(row, verdict=_verdict(row, manifest.alpha)) if tested else row)
        for number, outcome in enumerate(manifest.outcomes):
            for seat, named in who.items():
                rows.append(Row.of("mean", outcome, means[number][index][seat], **shared | named))
    return rows


def _verdict(row: Row, alpha: float) -> Verdict:
    """The verdict on one seat, from the test of its table and the simultaneous interval."""
    found, advantage = evenness(row, alpha), estimate_of(row)
    if found is Evenness.EVEN:
        return "equivalent"
    if found is Evenness.UNEVEN and (advantage.low > 0 or advantage.high < 0):
        return "higher" if advantage.mean > 0 else "lower"
    return "inconclusive"


def _moments(run: RunFolder, manifest: Manifest, index: int) -> Moments:
    """The moments of each seat's result of a deal: seats within outcomes. Read chunk by chunk."""

    def portions() -> Iterator[NDArray[np.float64]]:
        columns = [outcome.column for outcome in manifest.outcomes]
        by_seat = len(manifest.sections[index].lineups) == 1  # bots that change seats are told by name, whoever begins
        for file in run.section_files(index):
            ordered = by_seat and has_order(file)
            rows = read_rows(file, [*columns, *([ORDER] if ordered else [])])
            by_game = rows_as_array(rows, manifest.sections[index], manifest.outcomes)
            if ordered:
                by_game = in_order_of_play(by_game, rows[ORDER].to_numpy().reshape(by_game.shape[:3]))
            values = by_place(by_game, manifest.sections[index])
            yield np.round(values.transpose(0, 2, 1).reshape(len(values), -1), DECIMALS)

    return moments(portions())


def by_place(values: NDArray[np.float64], section: Section) -> NDArray[np.float64]:
    """Values of shape (deals, line-ups, seats, …) as means by seat; of different bots, by the places of the first
    line-up, of each bot over all seats that it has."""
    seated = np.array([lineup.bots for lineup in section.lineups])
    if len(np.unique(seated)) == 1:
        return np.asarray(values.mean(axis=1))
    return np.stack([values[:, seated == bot].mean(axis=1) for bot in seated[0]], axis=1)


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
        for estimate in together(padded, level)[0]
    ]
    return [estimates[start:end] for start, end in pairwise(ends)]
