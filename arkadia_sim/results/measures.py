"""The outcomes of a run deal by deal, and measures of whole games: one number per deal, or one per seat or bot."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.game import END, FAILED, NOT_PLAYED, NUMBERS, Column, End, end_label
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.scene import seat_text
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.plan.plan import Comparison, SeatOfLineup, Section
from arkadia_sim.results.course import FOLLOWED, LEADER_WINS, MOMENTS, course_of
from arkadia_sim.results.files import columns_of, read_rows
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.paired import DECIMALS

SEAT_ADVANTAGE, MARGIN, TIES, STUCK, FAILED_GAMES = "seat_advantage", "margin", "ties", "stuck", "failed"
SKILL = "skill"  # how often a bot that was named before another finishes ahead of it

FEEL = "feel"  # stands for all measures of the course of a game

ORDER = "order"  # the column of a game whose starting player is drawn: each player's place in the order of play, from 0

AMONG_SEVERAL = (SEAT_ADVANTAGE, MARGIN, TIES, SKILL, *FOLLOWED)  # Measures that need several players at a table

Parts = Literal["seats", "bots", "table", "moments"]
"""What a measure has numbers for: each seat, each kind of bot, the whole table, or each of some moments of a game."""

_SHARE_TOLERANCE = 1.0


@dataclass(frozen=True)
class Measure:
    """One measure of a game."""

    name: str  # its name
    label: str  # its name for people
    unit: str  # the unit of its numbers: the game's number times ``scale``
    parts: Parts  # what it has numbers for
    column: str | None = None  # the column it is made from; None if the end of the game decides it
    scale: float = 1.0  # what the game's number is multiplied by
    tolerance: float | None = None  # differences within ± this do not matter; None if nobody has set one
    share: bool = False  # whether each game counts as 0 or 1
    # the least and the greatest value, in the unit; infinite if there is none
    bounds: tuple[float, float] = (-inf, inf)

    @property
    def difference_bounds(self) -> tuple[float, float]:
        """The least and the greatest difference between two values; infinite if there is none."""
        low, high = self.bounds
        return (low - high, high - low)

    @property
    def followed(self) -> bool:
        """Whether it is read from the turns."""
        return self.column is None and self.name in FOLLOWED

    @property
    def axis(self) -> str:
        """The label of an axis: "margin (coins)", or "turns" if label and unit are the same."""
        return self.label if self.label == self.unit else f"{self.label} ({self.unit})"


def ranking_outcome(outcomes: Sequence[Outcome]) -> Outcome | None:
    """The outcome that ranks the players: the one declared so, otherwise the last that is not a share.

    Outcomes of one player alone are declared after those relative to others (a lead).
    """
    declared = [outcome for outcome in outcomes if outcome.ranks]
    return next(iter([*declared, *(outcome for outcome in reversed(outcomes) if outcome.total is None)]), None)


def _seat_advantage(outcomes: Sequence[Outcome]) -> Measure:
    main = outcomes[0]
    return Measure(
        SEAT_ADVANTAGE, f"seat advantage in {main.label}", main.unit, "seats", main.column, main.scale, main.tolerance,
        bounds=main.difference_bounds,
    )  # fmt: skip


def _margin(outcomes: Sequence[Outcome]) -> Measure | None:
    outcome = ranking_outcome(outcomes)
    if outcome is None:
        return None
    label = f"margin of the best over the second in {outcome.label}"
    alike = (other.tolerance for other in outcomes if other.unit == outcome.unit and other.tolerance is not None)
    tolerance = next(alike, None) if outcome.tolerance is None else outcome.tolerance
    return Measure(MARGIN, label, outcome.unit, "table", outcome.column, outcome.scale, tolerance)


def _share(name: str, label: str, column: str | None = None) -> Measure:
    return Measure(name, label, "% of games", "table", column, 100.0, _SHARE_TOLERANCE, share=True, bounds=(0.0, 100.0))


def _skill(outcomes: Sequence[Outcome]) -> Measure | None:
    if (outcome := ranking_outcome(outcomes)) is None:
        return None
    label = "pairs of players in which the bot named first finishes ahead (50: luck alone)"
    return Measure(SKILL, label, "% of pairs", "table", outcome.column, 100.0, bounds=(0.0, 100.0))


def _followed(name: str) -> Callable[[Sequence[Outcome]], Measure | None]:
    _, label, unit, _ = FOLLOWED[name]

    def make(outcomes: Sequence[Outcome]) -> Measure:
        ranks = ranking_outcome(outcomes)
        bounds = (0.0, 100.0 if unit.startswith("%") else inf)
        standing = ranks.unit if ranks is not None else ""
        return Measure(name, label, unit or standing, "moments" if name == LEADER_WINS else "table", bounds=bounds)

    return make


def spelled_out(names: Iterable[str]) -> list[str]:
    """Names of measures, with those that :data:`FEEL` stands for."""
    return list(dict.fromkeys(name for word in names for name in (FOLLOWED if word == FEEL else [word])))


DERIVED: dict[str, Callable[[Sequence[Outcome]], Measure | None]] = {
    SEAT_ADVANTAGE: _seat_advantage,
    MARGIN: _margin,
    TIES: lambda outcomes: _share(TIES, "shared wins", outcomes[0].column),
    STUCK: lambda outcomes: _share(STUCK, "games that got stuck"),
    FAILED_GAMES: lambda outcomes: _share(FAILED_GAMES, "failed games"),
    SKILL: _skill,
    **{name: _followed(name) for name in FOLLOWED},
}  # the measures that every game has, by name. A column or end with the same name takes precedence.


def derived_columns(outcomes: Sequence[Outcome]) -> list[Column]:
    """The measures that every game has, described as columns are, with who wrote about them."""
    made = [measure for make in DERIVED.values() if (measure := make(outcomes)) is not None]
    sources = {name: f" ({entry.source})" for name, entry in FOLLOWED.items()}
    return [Column(each.name, "float64", each.unit, f"{each.label}{sources.get(each.name, '')}") for each in made]


def measure_names(outcomes: Sequence[Outcome], columns: Iterable[Column], ends: Iterable[End]) -> list[str]:
    """All measures of a game by name, derived ones first."""
    derived = [name for name, make in DERIVED.items() if make(outcomes) is not None]
    counted = (column.name for column in columns if column.dtype in (*NUMBERS, "bool"))
    return list(dict.fromkeys([*derived, *counted, *(end.name for end in ends)]))


def ends_counted(name: str, ends: Iterable[End]) -> list[str]:
    """The ends that this measure counts: the one of this name; for "stuck", all irregular ends."""
    declared = list(ends)
    named = [end.name for end in declared if end.name == name]
    irregular = [end.name for end in declared if not end.regular and name == STUCK]
    return named or irregular or ([FAILED] if name == FAILED_GAMES else [])


LENGTH, DECISION_LOAD = "turns", "decision_load"  # the usual names of columns: a player's turns, options of a decision


def usual_measures(
    outcomes: Sequence[Outcome], columns: Iterable[Column], players: int, several_bots: bool = False
) -> list[str]:
    """The measures compared by default.

    With several bots the first outcome comes first. Turns are included if the game counts them.
    """
    first = [outcomes[0].column] if several_bots or (players == 1 and outcomes[0].total is None) else []
    among = [name for name in (SEAT_ADVANTAGE, MARGIN, TIES) if players > 1 and DERIVED[name](outcomes) is not None]
    length = [column.name for column in columns if column.name == LENGTH]
    return [*first, *among, *length, STUCK]


def find_measure(
    name: str, outcomes: Sequence[Outcome], columns: Sequence[Column], ends: Sequence[End], several_bots: bool = False
) -> Measure:
    """The measure of this name.

    With ``several_bots``, measures from columns have a number for each bot, otherwise one for the table.
    """
    known = {column.name: column for column in columns if column.dtype in (*NUMBERS, "bool")}
    if name in known:
        parts: Parts = "bots" if several_bots else "table"
        outcome = next((outcome for outcome in outcomes if outcome.column == name), None)
        if outcome is not None and outcome.total is not None and not several_bots:
            allowed = f"one that can vary: with one bot in all seats its mean is constant; try {SEAT_ADVANTAGE}"
            raise BadValue("measure", name, allowed)
        if outcome is not None:
            return Measure(
                name, outcome.label, outcome.unit, parts, name, outcome.scale, outcome.tolerance, bounds=outcome.bounds
            )
        column = known[name]
        return Measure(name, name.replace("_", " "), column.unit or "per player", parts, name)
    if any(end.name == name for end in ends):
        return _share(name, f"games that ended with {end_label(name, ends)}")
    derived = DERIVED[name](outcomes) if name in DERIVED else None
    if derived is None:
        raise UnknownName("measure", name, measure_names(outcomes, columns, ends))
    if name == SKILL and not several_bots:
        raise BadValue("measure", name, "one bot for each seat, the stronger named before the weaker")
    return derived


def outcome_values(folder: RunFolder, index: int, section: Section, outcomes: Sequence[Outcome]) -> NDArray[np.float64]:
    """The outcomes of a section, of shape (deals, lineups, seats, outcomes); UsageError if rows are missing."""
    return column_values(folder, index, section, [outcome.column for outcome in outcomes])


def column_values(folder: RunFolder, index: int, section: Section, columns: Sequence[str]) -> NDArray[np.float64]:
    """Columns of a section, of shape (deals, lineups, seats, columns); UsageError if rows are missing."""
    values = _section_rows(folder, index, section, columns).select(pl.all().cast(pl.Float64)).to_numpy()
    return values.reshape(-1, section.games_per_deal, section.players, len(columns))


def piece_numbers(folder: RunFolder, index: int, section: Section, piece: str) -> NDArray[np.int64]:
    """The number of a piece that deals share, such as the board, for each deal of a section."""
    numbers = _section_rows(folder, index, section, [piece])[piece].to_numpy()
    return numbers.reshape(-1, section.games_per_deal * section.players)[:, 0].astype(np.int64)


def averaged_by(values: NDArray[np.float64], numbers: NDArray[np.int64]) -> NDArray[np.float64]:
    """The mean over the deals of each board, in the order of the numbers; deals are the first axis of the values."""
    _, firsts, sizes = np.unique(np.sort(numbers), return_index=True, return_counts=True)
    sums = np.add.reduceat(values[np.argsort(numbers, kind="stable")], firsts)
    return np.asarray(sums / sizes.reshape(-1, *[1] * (values.ndim - 1)))


def _section_rows(folder: RunFolder, index: int, section: Section, columns: Sequence[str]) -> pl.DataFrame:
    """All rows of a section; UsageError if some are missing."""
    rows = pl.concat([read_rows(file, columns) for file in folder.section_files(index)])
    expected = section.games * section.players
    if len(rows) != expected:
        raise UsageError(f"{folder.root} should hold {expected} rows of section {index} and holds {len(rows)}")
    return rows


def rows_as_array(rows: pl.DataFrame, section: Section, outcomes: Sequence[Outcome]) -> NDArray[np.float64]:
    """Rows of whole deals, in the order of play, as an array of shape (deals, lineups, seats, outcomes)."""
    values = rows.select(pl.col(outcome.column).cast(pl.Float64) for outcome in outcomes).to_numpy()
    return values.reshape(-1, section.games_per_deal, section.players, len(outcomes))


def has_order(file: Path) -> bool:
    """Whether the rows of a file tell the order of play; seat 1 is then who begins."""
    return ORDER in columns_of(file)


def in_order_of_play(values: NDArray[Any], orders: NDArray[Any]) -> NDArray[Any]:
    """Put the seats of each game (axis 2) in the order of play, by each player's place in it."""
    places = np.argsort(orders, axis=2).reshape(*orders.shape[:3], *[1] * (values.ndim - 3))
    return np.take_along_axis(values, places, axis=2)


def differences(values: NDArray[np.float64], comparison: Comparison) -> NDArray[np.float64]:
    """With minus control, averaged over the pairs of a deal, of shape (deals, outcomes)."""

    return np.round(mean_of_seats(values, comparison.with_) - mean_of_seats(values, comparison.control), DECIMALS)


def mean_of_seats(values: NDArray[np.float64], places: Sequence[SeatOfLineup]) -> NDArray[np.float64]:
    """The mean over some seats of line-ups, of shape (deals, outcomes)."""
    lineups, seats = zip(*places, strict=True)
    average: NDArray[np.float64] = values[:, list(lineups), list(seats)].mean(axis=1)
    return average


_SAME = 1e-9
"""Players share the win if their results differ by no more than this."""

ByGame = NDArray[np.float64]
"""Values of shape (deals, lineups, seats)."""


@dataclass(frozen=True)
class MeasuredDeals:
    """A measure over the games of a section, deal by deal: values in its unit, of shape (deals, parts). Each part is a
    seat ("seat 2"), a bot, or the whole table (an empty name)."""

    measure: Measure
    parts: tuple[str, ...]
    values: NDArray[np.float64]


def measured_deals(
    folder: RunFolder,
    index: int,
    section: Section,
    bots: Sequence[str],
    measures: Sequence[Measure],
    ends: Iterable[End],
) -> list[MeasuredDeals]:
    """Measure the games of a section: for each measure the mean over the games of each deal. Failed and stuck games
    count like any other. UsageError: Rows are missing, or a measure has no number in some games."""
    columns = dict.fromkeys([END, *(measure.column for measure in measures if measure.column is not None)])
    ordered = any(measure.parts == "seats" for measure in measures) and has_order(folder.section_files(index)[0])
    columns |= dict.fromkeys([ORDER]) if ordered else {}
    rows = _section_rows(folder, index, section, list(columns))
    courses = course_of(folder, index, section, [measure.name for measure in measures if measure.followed])
    declared = list(ends)
    results = []
    for measure in measures:
        if measure.followed:
            parts = MOMENTS if measure.parts == "moments" else ("",)
            by_deal = courses[measure.name].reshape(-1, section.games_per_deal, len(parts)).mean(axis=1)
            results.append(_checked(measure, parts, by_deal))
            continue
        values = _of_games(rows, section, bots, measure, declared) * measure.scale
        if ordered and measure.parts == "seats":
            values = in_order_of_play(values, rows[ORDER].to_numpy().reshape(values.shape))
        results.append(_checked(measure, *_by_parts(values, section, bots, measure)))
    return results


def _checked(measure: Measure, parts: tuple[str, ...], by_deal: NDArray[np.float64]) -> MeasuredDeals:
    unknown = int(np.count_nonzero(~np.isfinite(by_deal).all(axis=1)))
    if unknown:
        raise UsageError(
            f"measure {measure.name!r} has no value in {unknown:,} of {len(by_deal):,} deals, so its mean would "
            "cover some games only: choose another measure"
        )
    return MeasuredDeals(measure, parts, np.round(by_deal, DECIMALS))


def _of_games(
    rows: pl.DataFrame, section: Section, names: Sequence[str], measure: Measure, ends: Sequence[End]
) -> ByGame:
    """The measure in each game and seat; a measure of the whole table is the same in all seats."""

    def column(values: pl.Series) -> ByGame:
        array: ByGame = values.cast(pl.Float64).to_numpy().reshape(-1, section.games_per_deal, section.players)
        return array

    if measure.column is None:
        return column(rows[END].is_in(ends_counted(measure.name, ends)))
    values = column(rows[measure.column])
    if measure.name == measure.column:
        return values
    if measure.name == MARGIN:
        ranked = np.sort(values, axis=2)
        return np.broadcast_to((ranked[:, :, -1] - ranked[:, :, -2])[:, :, None], values.shape)
    if measure.name == SKILL:
        first = np.array([names.index(name) for name in names])  # an adapted player is named as who it was made from
        bots = first[np.array([lineup.bots for lineup in section.lineups])]
        better = bots[:, :, None] < bots[:, None, :]
        ahead = (1 + np.sign(values[:, :, :, None] - values[:, :, None, :])) / 2
        share = (ahead * better).sum(axis=(2, 3)) / better.sum(axis=(1, 2))
        return np.broadcast_to(share[:, :, None], values.shape)
    if measure.name == TIES:
        shared = (values >= values.max(axis=2, keepdims=True) - _SAME).sum(axis=2) > 1
        return np.where(column(rows[END].is_in([FAILED, NOT_PLAYED])) > 0, 0.0, shared[:, :, None])
    return values - values.mean(axis=2, keepdims=True)


def _by_parts(
    values: ByGame, section: Section, bots: Sequence[str], measure: Measure
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """The names of the parts, and the deals' means of shape (deals, parts)."""
    if measure.parts == "seats":
        return tuple(seat_text(seat) for seat in range(section.players)), values.mean(axis=1)
    if measure.parts == "table":
        return ("",), values.mean(axis=(1, 2))[:, None]
    seated = np.array([lineup.bots for lineup in section.lineups])
    bot_numbers = list(dict.fromkeys(seated.ravel().tolist()))
    means = [values[:, seated == bot].mean(axis=1) for bot in bot_numbers]
    return tuple(bots[bot] for bot in bot_numbers), np.stack(means, axis=1)
