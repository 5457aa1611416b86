"""The outcomes of a run deal by deal, and measures of whole games: one number per deal, or one per seat or bot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.game import END, FAILED, NOT_PLAYED, End
from arkadia_sim.core.measures import MARGIN, ORDER, TIES, Measure, ends_counted
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.scene import seat_text
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Comparison, SeatOfLineup, Section
from arkadia_sim.results.files import columns_of, read_rows
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.paired import DECIMALS


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
    declared = list(ends)
    results = []
    for measure in measures:
        values = _of_games(rows, section, measure, declared) * measure.scale
        if ordered and measure.parts == "seats":
            values = in_order_of_play(values, rows[ORDER].to_numpy().reshape(values.shape))
        parts, by_deal = _by_parts(values, section, bots, measure)
        unknown = int(np.count_nonzero(~np.isfinite(by_deal).all(axis=1)))
        if unknown:
            raise UsageError(
                f"measure {measure.name!r} has no value in {unknown:,} of {len(by_deal):,} deals, so its mean would "
                "cover some games only: choose another measure"
            )
        results.append(MeasuredDeals(measure, parts, np.round(by_deal, DECIMALS)))
    return results


def _of_games(rows: pl.DataFrame, section: Section, measure: Measure, ends: Sequence[End]) -> ByGame:
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
