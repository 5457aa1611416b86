"""What an effect depends on: deals where a feature of theirs is low, against deals where it is high.

A feature is a column of players that is the same for all of them, such as one about a board that was drawn. Deals are
parted at its median.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.errors import UsageError
from arkadia_sim.stats.intervals import Estimate, independent_difference, mean_interval
from arkadia_sim.stats.paired import CONTROL, WITH, differences_of

LOW, HIGH = "low", "high"
LEAST = 2
"""Fewer deals than this have no interval."""


@dataclass(frozen=True)
class Moderated:
    """An effect on the deals where a feature is low and on those where it is high, and the difference of the two."""

    feature: str
    low: Estimate
    high: Estimate
    gap: Estimate
    changed_deals: int
    """Deals that differ between the arms, in the half with fewer of them."""
    deals: tuple[int, int]
    """Deals with a low and with a high feature."""


def moderated(
    deals: pl.DataFrame,
    outcome: str,
    features: Sequence[str],
    scale: float,
    level: float,
    possible: tuple[float, float] = (-inf, inf),
) -> list[Moderated]:
    """The effect on one outcome by each feature; a feature that is the same in all deals is left out.

    Args:
        deals: The table of :func:`arkadia_sim.stats.paired.deal_table`, with the outcome and the features, perhaps with
            the deals of each board joined.
        outcome: The outcome column.
        features: Columns that are the same for all players of a deal.
        scale: What the outcome is multiplied by.
        level: The confidence level.
        possible: The least and the greatest effect in a deal, scaled.

    Raises:
        UsageError: A feature differs between the players of a deal.
    """
    effects = differences_of(deals, outcome) * scale
    sizes = deals.get_column("deals").to_numpy() if "deals" in deals.columns else np.ones(len(deals), np.int64)
    parted = []
    for feature in features:
        is_high = _is_high(_feature(deals, feature))
        if min(is_high.sum(), (~is_high).sum()) < LEAST:
            continue
        low, high = (mean_interval(effects[part], level).with_unseen(*possible) for part in (~is_high, is_high))
        changed = min(int(np.count_nonzero(effects[part])) for part in (~is_high, is_high))
        counts = int(sizes[~is_high].sum()), int(sizes[is_high].sum())
        parted.append(Moderated(feature, low, high, independent_difference(high, low), changed, counts))
    return parted


def _feature(deals: pl.DataFrame, feature: str) -> NDArray[np.float64]:
    """The feature of each deal."""
    ends = [deals.get_column(f"{feature}_{arm}_{end}") for arm in (WITH, CONTROL) for end in ("min", "max")]
    first = ends[0].to_numpy()
    if any(not np.array_equal(first, end.to_numpy()) for end in ends[1:]):
        raise UsageError(f"by: {feature} differs between players of the same deal: name what all of them share")
    return first


def _is_high(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which deals are above the median; at it, where no deal is above."""
    middle = float(np.median(values))
    above: NDArray[np.bool_] = values > middle
    return above if above.any() else values >= middle
