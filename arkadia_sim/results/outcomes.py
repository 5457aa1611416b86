"""What is asked of a run's rows: the outcomes, deal by deal, and what a change made of them."""

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
    """What everybody got in a section, as an array by deal, line-up, seat and outcome, in the order of the deals."""
    columns = [outcome.column for outcome in outcomes]
    rows = pl.concat([pl.read_parquet(file, columns=columns) for file in folder.section_files(index)])
    wanted = section.games * section.players
    if len(rows) != wanted:
        raise UsageError(f"{folder.root} should hold {wanted} rows of section {index} and holds {len(rows)}")
    return rows_as_array(rows, section, outcomes)


def rows_as_array(rows: pl.DataFrame, section: Section, outcomes: Sequence[Outcome]) -> NDArray[np.float64]:
    """Rows of whole deals, in the order of play, as an array by deal, line-up, seat and outcome."""
    values = rows.select(pl.col(outcome.column).cast(pl.Float64) for outcome in outcomes).to_numpy()
    return values.reshape(-1, section.games_per_deal, section.players, len(outcomes))


def differences(values: NDArray[np.float64], comparison: Comparison) -> NDArray[np.float64]:
    """With minus control, the mean of a deal's pairs: one row per deal, one column per outcome."""

    def mean(pairs: Sequence[SeatOfLineup]) -> NDArray[np.float64]:
        lineups, seats = zip(*pairs, strict=True)
        found: NDArray[np.float64] = values[:, list(lineups), list(seats)].mean(axis=1)
        return found

    return np.round(mean(comparison.with_) - mean(comparison.control), DECIMALS)
