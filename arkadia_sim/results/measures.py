"""Measures of whole games from the rows of a run: a number per deal, or one for each seat or bot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.game import END, FAILED, End
from arkadia_sim.core.measures import MARGIN, TIES, Measure, ends_counted
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.paired import DECIMALS

_SAME = 1e-9
"""Two players whose results are as near as this share the win."""

ByGame = NDArray[np.float64]
"""Values by deal, line-up and seat."""


@dataclass(frozen=True)
class MeasuredDeals:
    """A measure of the games of a section, deal by deal, in its unit: ``values[deal, part]``.

    A part is a seat ("seat 2"), a bot, or the whole table (an empty name).
    """

    measure: Measure
    parts: tuple[str, ...]
    values: NDArray[np.float64]


def joined_deals(stages: Sequence[MeasuredDeals]) -> MeasuredDeals:
    """The same measure in sections that were played one after another."""
    return MeasuredDeals(stages[0].measure, stages[0].parts, np.concatenate([one.values for one in stages]))


def measured_deals(
    folder: RunFolder,
    index: int,
    section: Section,
    bots: Sequence[str],
    measures: Sequence[Measure],
    ends: Iterable[End],
) -> list[MeasuredDeals]:
    """What was measured in a section, the mean over the games of each deal; ``bots`` are those of the run.

    Games that failed or got stuck count like any other. UsageError where the rows are not complete, or where a measure
    has no number in some games.
    """
    columns = dict.fromkeys([END, *(one.column for one in measures if one.column is not None)])
    rows = pl.concat([pl.read_parquet(file, columns=list(columns)) for file in folder.section_files(index)])
    wanted = section.games * section.players
    if len(rows) != wanted:
        raise UsageError(f"{folder.root} should hold {wanted} rows of section {index} and holds {len(rows)}")
    declared = list(ends)
    found = []
    for measure in measures:
        values = _of_games(rows, section, measure, declared) * measure.scale
        parts, by_deal = _by_parts(values, section, bots, measure)
        unknown = int(np.count_nonzero(~np.isfinite(by_deal).all(axis=1)))
        if unknown:
            raise UsageError(
                f"measure {measure.name!r} has no number in {unknown:,} of {len(by_deal):,} deals, so that its mean "
                "would be of some games only: name another measure"
            )
        found.append(MeasuredDeals(measure, parts, np.round(by_deal, DECIMALS)))
    return found


def _of_games(rows: pl.DataFrame, section: Section, measure: Measure, ends: Sequence[End]) -> ByGame:
    """The measure in each game, seat by seat; what tells of the table as a whole is the same in all its seats."""

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
        return np.where(column(rows[END] == FAILED) > 0, 0.0, shared[:, :, None])
    return values - values.mean(axis=2, keepdims=True)


def _by_parts(
    values: ByGame, section: Section, bots: Sequence[str], measure: Measure
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """The names of the parts, and the means of each deal, one column for each part."""
    if measure.parts == "seats":
        return tuple(f"seat {seat}" for seat in range(section.players)), values.mean(axis=1)
    if measure.parts == "table":
        return ("",), values.mean(axis=(1, 2))[:, None]
    seated = np.array([lineup.bots for lineup in section.lineups])
    there = list(dict.fromkeys(seated.ravel().tolist()))
    means = [values[:, seated == bot].mean(axis=1) for bot in there]
    return tuple(bots[bot] for bot in there), np.stack(means, axis=1)
