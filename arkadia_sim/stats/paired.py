"""Paired differences: what a change of play is worth at the same table.

Each deal is played twice, once with the change in one seat and once without it; everybody else plays the same. The
difference is the effect of the change at that table, without the luck of the deal. The mean over all seats of a deal
is one observation. Duplicate bridge works like this, and so do Goodman, Perez-Liebana and Lucas, "Seeding for
Success" (arXiv 2503.02686); here the deal is the block.
"""

from dataclasses import dataclass, replace
from math import inf

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate, bootstrap_interval, mean_interval
from arkadia_sim.stats.paired_sequence import widened_where_rare

WITH = "with"
"""The arm in which the focal player plays with the change."""

CONTROL = "control"
"""The arm in which the same seat of the same deal is played without the change."""

DECIMALS = 9
"""Differences are rounded to this many decimals; anything smaller is a rounding error of sums."""


@dataclass(frozen=True)
class PairedEffect:
    """The effect of a change on one outcome, from paired deals.

    Attributes:
        effect: With minus control, with the t interval over deals.
        bootstrap: The same by the bootstrap, as a check; None if not asked for (it takes time).
        with_change: The mean with the change.
        control: The mean without it.
        changed_deals: How many deals differ between the arms.
        games_per_deal: What a deal costs, control games included.
        gain: How many games of unpaired play give as much precision as one game of this design. Unpaired means: each
            game has its own deal, half have the change, one seat counts. 0 with too few deals; infinite if the
            difference is the same in every deal.
        span: The largest distance between two values of a seat, over both arms.
    """

    effect: Estimate
    bootstrap: Estimate | None
    with_change: Estimate
    control: Estimate
    changed_deals: int
    games_per_deal: float
    gain: float
    span: float

    def scaled(self, factor: float) -> "PairedEffect":
        """The same effect in another unit, for example a share in points; the gain has no unit and stays."""
        return PairedEffect(
            effect=self.effect.scaled(factor),
            bootstrap=None if self.bootstrap is None else self.bootstrap.scaled(factor),
            with_change=self.with_change.scaled(factor),
            control=self.control.scaled(factor),
            changed_deals=self.changed_deals,
            games_per_deal=self.games_per_deal,
            gain=self.gain,
            span=self.span * abs(factor),
        )

    def cut(self, least: float, most: float) -> "PairedEffect":
        """The same effect with all intervals inside what an outcome from ``least`` to ``most`` allows.

        If one arm had the same result in every deal (as when all players are alike), the difference is limited by the
        distance of that result from the limits.
        """
        low, high = least - most, most - least
        if self.control.is_constant:
            low, high = least - self.control.mean, most - self.control.mean
        if self.with_change.is_constant:
            low = max(low, self.with_change.mean - most)
            high = min(high, self.with_change.mean - least)
        return replace(
            self,
            effect=self.effect.cut(low, high),
            bootstrap=None if self.bootstrap is None else self.bootstrap.cut(low, high),
            with_change=self.with_change.cut(least, most),
            control=self.control.cut(least, most),
        )


def deal_table(rows: pl.LazyFrame, outcomes: list[str], by: list[str] | None = None) -> pl.LazyFrame:
    """Sum the rows of each deal: one row per deal, with sum, sum of squares, minimum and maximum by arm and outcome.

    Args:
        rows: One row per focal seat and game, with columns ``deal``, ``arm`` ("with" or "control") and the outcomes.
        outcomes: The outcome columns.
        by: Columns that identify a deal beside its number (the section of a run).

    Returns:
        Columns named like ``score_with_sum``; ``with_rows`` and ``control_rows`` are the numbers of rows.
    """
    keys = [*(by or []), "deal"]
    columns = []
    for arm in (WITH, CONTROL):
        in_arm = pl.col("arm") == arm
        columns.append(in_arm.sum().cast(pl.Int64).alias(f"{arm}_rows"))
        for outcome in outcomes:
            value = pl.col(outcome).cast(pl.Float64).filter(in_arm)
            columns += [
                value.sum().alias(f"{outcome}_{arm}_sum"),
                value.pow(2).sum().alias(f"{outcome}_{arm}_square"),
                value.min().alias(f"{outcome}_{arm}_min"),
                value.max().alias(f"{outcome}_{arm}_max"),
            ]
    return rows.group_by(keys).agg(columns).sort(keys)


def paired_effect(
    deals: pl.DataFrame, outcome: str, games_per_deal: float, level: float = LEVEL, bootstrap: bool = True
) -> PairedEffect:
    """The effect on one outcome, from the table of :func:`deal_table` for one section.

    Args:
        deals: The table. Each deal needs the same number of rows in both arms, and all deals the same number.
        outcome: The outcome column.
        games_per_deal: What a deal costs, control games included; only the gain depends on it.
        level: The confidence level.
        bootstrap: Whether to add the bootstrap interval.

    Raises:
        ValueError: A deal lacks one arm of a pair.
    """
    with_mean, control_mean = _arm_means(deals, outcome)
    difference = np.round(with_mean - control_mean, DECIMALS)
    span = _span(deals, outcome)
    return PairedEffect(
        effect=widened_where_rare(mean_interval(difference, level), difference, span),
        bootstrap=bootstrap_interval(difference, level) if bootstrap else None,
        with_change=mean_interval(with_mean, level),
        control=mean_interval(control_mean, level),
        changed_deals=int(np.count_nonzero(difference)),
        games_per_deal=games_per_deal,
        gain=_gain(deals, outcome, difference, games_per_deal),
        span=span,
    )


def _arm_means(deals: pl.DataFrame, outcome: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rows = deals.get_column(f"{WITH}_rows")
    if not rows.equals(deals.get_column(f"{CONTROL}_rows"), check_names=False) or rows.n_unique() > 1:
        raise ValueError("a deal lacks one arm of a pair")
    counts = rows.to_numpy().astype(np.float64)
    return (
        deals.get_column(f"{outcome}_{WITH}_sum").to_numpy() / counts,
        deals.get_column(f"{outcome}_{CONTROL}_sum").to_numpy() / counts,
    )


def _gain(deals: pl.DataFrame, outcome: str, difference: NDArray[np.float64], games_per_deal: float) -> float:
    """The ratio of the variances of both estimates at the same number of games.

    Unpaired, N games give 2 (var_with + var_control) / N, where each variance is that of single games over deals and
    seats. Paired, they give var(difference) * games_per_deal / N.
    """
    if len(deals) < 2 or games_per_deal <= 0:
        return 0.0
    paired = float(np.var(difference, ddof=1)) * games_per_deal
    unpaired = 2 * sum(_single_game_variance(deals, outcome, arm) for arm in (WITH, CONTROL))
    if paired < 1e-20:  # the same in every deal, up to rounding
        return inf if unpaired > 0 else 0.0
    return unpaired / paired


def _single_game_variance(deals: pl.DataFrame, outcome: str, arm: str) -> float:
    """The variance of one seat's value in one game, over all deals and seats."""
    n = int(deals.get_column(f"{arm}_rows").sum())
    total = float(deals.get_column(f"{outcome}_{arm}_sum").sum())
    squares = float(deals.get_column(f"{outcome}_{arm}_square").sum())
    return max(0.0, (squares - total * total / n) / (n - 1)) if n > 1 else 0.0


def _span(deals: pl.DataFrame, outcome: str) -> float:
    if deals.is_empty():
        return 0.0
    lows = [deals.get_column(f"{outcome}_{arm}_min").to_numpy().min() for arm in (WITH, CONTROL)]
    highs = [deals.get_column(f"{outcome}_{arm}_max").to_numpy().max() for arm in (WITH, CONTROL)]
    return float(max(highs) - min(lows))
