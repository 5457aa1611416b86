"""The outcomes of a run, deal by deal, and the effects of changes on them."""

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Comparison, SeatOfLineup, Section
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.paired import DECIMALS


def outcome_values(folder: RunFolder, index: int, section: Section, outcomes: Sequence[Outcome]) -> NDArray[np.float64]:
    """The outcomes of a section, of shape (deals, lineups, seats, outcomes).

    Raises:
        UsageError: Rows are missing.
    """
    columns = [outcome.column for outcome in outcomes]
    rows = pl.concat([pl.read_parquet(file, columns=columns) for file in folder.section_files(index)])
    expected = section.games * section.players
    if len(rows) != expected:
        raise UsageError(f"{folder.root} should hold {expected} rows of section {index} and holds {len(rows)}")
    return rows_as_array(rows, section, outcomes)


def rows_as_array(rows: pl.DataFrame, section: Section, outcomes: Sequence[Outcome]) -> NDArray[np.float64]:
    """Rows of whole deals, in the order of play, as an array of shape (deals, lineups, seats, outcomes)."""
    values = rows.select(pl.col(outcome.column).cast(pl.Float64) for outcome in outcomes).to_numpy()
    return values.reshape(-1, section.games_per_deal, section.players, len(outcomes))


def differences(values: NDArray[np.float64], comparison: Comparison) -> NDArray[np.float64]:
    """With minus control, averaged over the pairs of a deal, of shape (deals, outcomes)."""

    def mean(pairs: Sequence[SeatOfLineup]) -> NDArray[np.float64]:
        lineups, seats = zip(*pairs, strict=True)
        average: NDArray[np.float64] = values[:, list(lineups), list(seats)].mean(axis=1)
        return average

    return np.round(mean(comparison.with_) - mean(comparison.control), DECIMALS)
