"""What is asked of a run's rows: the outcomes, deal by deal, and what a change made of them."""

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.errors import UsageError
from arkadia_sim.runner.manifest import ManifestComparison, ManifestSection
from arkadia_sim.runner.plan import Comparison, Section
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.paired import DECIMALS

WIN_SHARE, GOLD_MARGIN = "win_share", "gold_lead"
OUTCOMES = (WIN_SHARE, GOLD_MARGIN)
"""The two questions that are asked of every comparison."""


def outcome_values(
    folder: RunFolder, index: int, section: Section | ManifestSection, outcomes: tuple[str, ...]
) -> NDArray[np.float64]:
    """What everybody got in a section, as an array by deal, line-up, seat and outcome, in the order of the deals."""
    files = [file for file in folder.part_files() if file.stem.startswith(f"part-{index:03d}-")]
    rows = pl.concat([pl.read_parquet(file, columns=list(outcomes)) for file in files])
    wanted = section.games * section.players
    if len(rows) != wanted:
        raise UsageError(f"{folder.root} should hold {wanted} rows of section {index} and holds {len(rows)}")
    return rows_as_array(rows, section, outcomes)


def rows_as_array(
    rows: pl.DataFrame, section: Section | ManifestSection, outcomes: tuple[str, ...]
) -> NDArray[np.float64]:
    """Rows of whole deals, in the order of play, as an array by deal, line-up, seat and outcome."""
    values = rows.select(pl.col(*outcomes).cast(pl.Float64)).to_numpy()
    return values.reshape(-1, section.games_per_deal, section.players, len(outcomes))


def differences(values: NDArray[np.float64], comparison: Comparison | ManifestComparison) -> NDArray[np.float64]:
    """With minus control, the mean of a deal's pairs: one row per deal, one column per outcome."""

    def mean(pairs: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
        lineups, seats = zip(*pairs, strict=True)
        found: NDArray[np.float64] = values[:, list(lineups), list(seats)].mean(axis=1)
        return found

    return np.round(mean(comparison.with_) - mean(comparison.control), DECIMALS)
