"""Paired differences: what a change of play is worth at the same table.

Each deal is played twice, once with the change in one seat and once without it; everybody else plays the same. The
difference is the effect of the change at that table, without the luck of the deal. The mean over all seats of a deal
is one observation. Duplicate bridge works like this, and so do Goodman, Perez-Liebana and Lucas, "Seeding for
Success" (arXiv 2503.02686); here the deal is the block.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.errors import UsageError
from arkadia_sim.stats.intervals import LEVEL, Estimate, independent_difference, largest_share, mean_interval
from arkadia_sim.stats.verdicts import MINIMUM_CHANGED_DEALS

WITH = "with"
"""The arm in which the focal player plays with the change."""

CONTROL = "control"
"""The arm in which the same seat of the same deal is played without the change."""

DECIMALS = 9
"""Differences are rounded to this many decimals; anything smaller is a rounding error of sums."""


@dataclass(frozen=True)
class PairedEffect:
    """The effect of a change on one outcome, from paired deals: with minus control, and the means of both arms.

    ``changed_deals`` is how many deals differ between the arms, ``span`` the largest possible distance between two
    values of a seat; the largest in both arms where none is known.
    """

    effect: Estimate
    with_change: Estimate
    control: Estimate
    changed_deals: int
    span: float

    def scaled(self, factor: float) -> "PairedEffect":
        """The same effect in another unit, for example a share in points."""
        return PairedEffect(
            effect=self.effect.scaled(factor),
            with_change=self.with_change.scaled(factor),
            control=self.control.scaled(factor),
            changed_deals=self.changed_deals,
            span=self.span * abs(factor),
        )

    def cut(self, least: float, most: float) -> "PairedEffect":
        """The same effect with all intervals inside what an outcome from ``least`` to ``most`` allows.

        If one arm must have the same result in every deal (all players are alike and share a win), the difference is
        limited by the distance of that result from the limits. A result at a limit may be luck, and limits nothing.
        """
        low, high = least - most, most - least
        if self.control.is_constant and not self.control.at_end(least, most):
            low, high = least - self.control.mean, most - self.control.mean
        if self.with_change.is_constant and not self.with_change.at_end(least, most):
            low = max(low, self.with_change.mean - most)
            high = min(high, self.with_change.mean - least)
        return replace(
            self,
            effect=self.effect.cut(low, high),
            with_change=self.with_change.cut(least, most).with_unseen(least, most),
            control=self.control.cut(least, most).with_unseen(least, most),
        )


def widened_where_rare(estimate: Estimate, differences: ArrayLike, span: float, family: int = 1) -> Estimate:
    """Widen the interval of differences that are equal in nearly all deals, to allow for rare events not seen yet.

    Student's t ignores such events; the number of deals that differ bounds them (Clopper and Pearson). ``differences``
    has one number per deal, ``span`` is the largest distance between two, ``family`` how many intervals should hold at
    once.
    """
    values, counts = np.unique(np.asarray(differences, dtype=np.float64), return_counts=True)
    if estimate.n < 2 or not values.size:
        return estimate
    usual, others = float(values[counts.argmax()]), int(estimate.n - counts.max())
    if others >= MINIMUM_CHANGED_DEALS or counts.max() <= others:
        return estimate
    reach = span * largest_share(others, estimate.n, (1 - estimate.level) / family)
    return replace(estimate, low=min(estimate.low, usual - reach), high=max(estimate.high, usual + reach))


def deal_table(rows: pl.LazyFrame, outcomes: list[str]) -> pl.LazyFrame:
    """Sum the rows of each deal: one row per deal, with sum, minimum and maximum by arm and outcome.

    ``rows`` has one row per focal seat and game, with columns ``deal``, ``arm`` ("with" or "control") and the outcomes.
    The new columns are named like ``score_with_sum``; ``with_rows`` and ``control_rows`` are the numbers of rows.
    """
    columns = []
    for arm in (WITH, CONTROL):
        in_arm = pl.col("arm") == arm
        columns.append(in_arm.sum().cast(pl.Int64).alias(f"{arm}_rows"))
        for outcome in outcomes:
            value = pl.col(outcome).cast(pl.Float64).filter(in_arm)
            columns += [
                value.sum().alias(f"{outcome}_{arm}_sum"),
                value.min().alias(f"{outcome}_{arm}_min"),
                value.max().alias(f"{outcome}_{arm}_max"),
            ]
    return rows.group_by("deal").agg(columns).sort("deal")


def joined_by(deals: pl.DataFrame, piece: str) -> pl.DataFrame:
    """One row for all deals that share a piece, such as a board, from the table of :func:`deal_table`.

    Deals on one board are alike; what is independent are boards. Sums become averages over the deals, so that each
    board counts once. The column ``deals`` tells how many they are. ``piece`` is the column with the board's number.
    """
    own = pl.col(f"{piece}_{WITH}_min")
    ends = {"min": pl.Expr.min, "max": pl.Expr.max, "rows": pl.Expr.first}
    columns = [
        ends.get(name.rpartition("_")[2], pl.Expr.mean)(pl.col(name)) for name in deals.columns if name != "deal"
    ]
    return deals.group_by(own.alias("group")).agg(pl.len().cast(pl.Int64).alias("deals"), *columns).sort("group")


def paired_effect(deals: pl.DataFrame, outcome: str, level: float = LEVEL, widest: float | None = None) -> PairedEffect:
    """The effect on one outcome, from the table of :func:`deal_table`, perhaps with :func:`joined_by`.

    ``widest`` is the largest possible distance between two values of a seat; None if it is not known in advance.
    """
    with_mean, control_mean = arm_means(deals, outcome)
    difference = np.round(with_mean - control_mean, DECIMALS)
    span = _span(deals, outcome) if widest is None else widest
    return PairedEffect(
        effect=widened_where_rare(mean_interval(difference, level), difference, span),
        with_change=mean_interval(with_mean, level),
        control=mean_interval(control_mean, level),
        changed_deals=int(np.count_nonzero(difference)),
        span=span,
    )


def arm_means(deals: pl.DataFrame, outcome: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean of an outcome in each deal, with the change and without; ValueError if a deal lacks one arm."""
    rows = deals.get_column(f"{WITH}_rows")
    if not rows.equals(deals.get_column(f"{CONTROL}_rows"), check_names=False) or rows.n_unique() > 1:
        raise ValueError("a deal lacks one arm of a pair")
    counts = rows.to_numpy().astype(np.float64)
    return (
        deals.get_column(f"{outcome}_{WITH}_sum").to_numpy() / counts,
        deals.get_column(f"{outcome}_{CONTROL}_sum").to_numpy() / counts,
    )


def differences_of(deals: pl.DataFrame, outcome: str) -> NDArray[np.float64]:
    """With minus control, deal by deal."""
    with_mean, control_mean = arm_means(deals, outcome)
    return np.round(with_mean - control_mean, DECIMALS)


def _span(deals: pl.DataFrame, outcome: str) -> float:
    if deals.is_empty():
        return 0.0
    lows = [deals.get_column(f"{outcome}_{arm}_min").to_numpy().min() for arm in (WITH, CONTROL)]
    highs = [deals.get_column(f"{outcome}_{arm}_max").to_numpy().max() for arm in (WITH, CONTROL)]
    return float(max(highs) - min(lows))


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
    """The effect on one outcome by each feature, a column that is the same for all players of a deal.

    A feature that is the same in all deals is left out; UsageError for one that differs between the players of a deal.
    ``deals`` is as in :func:`paired_effect`; ``possible`` are the least and greatest effect in a deal, scaled.
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
