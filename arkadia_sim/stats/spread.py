"""How an effect differs between groups of deals, such as the deals of one board.

The mean of a group is its true effect plus the luck of its deals. The variance of the means therefore exceeds the true
one by the mean square of their standard errors, which is taken off (method of moments). True effects are taken as
normal: the share of groups with a gain follows from their mean and their spread. If true effects are far from normal,
as where there are two kinds of boards, that share can be wrong. Intervals come from resampling whole groups.

Sources: Cochran 1954, "The combination of estimates from different experiments", Biometrics 10; Efron and Tibshirani
1993, "An introduction to the bootstrap", chapter 13.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate, largest_share

RESAMPLES = 10_000
LEAST_GROUPS = 10
"""With fewer groups nothing is said about others."""
NEARLY_ALL = 0.9
"""The share of groups from which on an effect is a gain, or a loss, in nearly all of them."""


@dataclass(frozen=True)
class Spread:
    """How an effect differs between groups.

    Attributes:
        deviation: The standard deviation of the true effects, in the unit of the effect.
        gains: The share of groups in which the true effect is above 0.
        p_nearly_all: The p-value of :data:`NEARLY_ALL`: small if nearly all groups gain, or nearly all lose.
    """

    deviation: Estimate
    gains: Estimate
    p_nearly_all: float


def spread(values: ArrayLike, groups: ArrayLike, level: float = LEVEL) -> Spread | None:
    """How the mean of values differs between groups; None with fewer than :data:`LEAST_GROUPS` of two values or more.

    Args:
        values: One number per deal.
        groups: The group of each deal.
        level: The confidence level.
    """
    means, noises = _by_group(np.asarray(values, dtype=np.float64), np.asarray(groups))
    n = len(means)
    if n < LEAST_GROUPS:
        return None
    (mean,), (variance,) = _moments(np.ones((1, n)), means, noises)
    drawn_means, drawn_variances = _moments(_resamples(n), means, noises)
    deviations, shares = np.sqrt(np.maximum(drawn_variances, 0.0)), _gains(drawn_means, drawn_variances)
    share = float(_gains(np.array([mean]), np.array([variance]))[0])
    away = NEARLY_ALL if mean > 0 else 1 - NEARLY_ALL
    misses = int(np.count_nonzero(shares <= away if mean > 0 else shares >= away))
    gains = _estimate(round(share, 3), shares, n, level)
    unseen = largest_share(0, n, 1 - level)  # what as many groups cannot rule out, however normal they look
    return Spread(
        _estimate(float(np.sqrt(max(0.0, variance))), deviations, n, level),
        replace(gains, low=min(gains.low, 1 - unseen), high=max(gains.high, unseen)),
        min(1.0, 2 * (1 + misses) / (1 + RESAMPLES)),
    )


def _by_group(values: NDArray[np.float64], groups: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean of each group, and the square of its standard error; groups of one deal are left out."""
    _, number, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    sums = np.bincount(number, values)
    means = sums / sizes
    squares = np.bincount(number, (values - means[number]) ** 2)
    kept = sizes > 1
    return means[kept], (squares[kept] / (sizes[kept] - 1) / sizes[kept])


@lru_cache(maxsize=2)
def _resamples(groups: int) -> NDArray[np.float64]:
    """How often each sample has each group; the same for all effects of a run."""
    generator = np.random.Generator(np.random.PCG64(0))
    return generator.multinomial(groups, np.full(groups, 1 / groups), size=RESAMPLES).astype(np.float64)


def _moments(
    counts: NDArray[np.float64], means: NDArray[np.float64], noises: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean and the variance of true effects in samples that have each group so often; a variance may be below 0."""
    n = len(means)
    centred = means - means.mean()
    first, second = counts @ centred / n, counts @ centred**2 / n
    return means.mean() + first, (second - first**2) * n / (n - 1) - counts @ noises / n


def _gains(means: NDArray[np.float64], variances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of a normal distribution above 0; all or nothing without a spread."""
    from scipy.special import ndtr

    spreads = np.sqrt(np.maximum(variances, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.asarray(ndtr(means / spreads))
    return np.where(spreads > 0, shares, (np.sign(means) + 1) / 2)


def _estimate(value: float, drawn: NDArray[np.float64], n: int, level: float) -> Estimate:
    """A value with the percentile interval of what was drawn."""
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(value, min(float(low), value), max(float(high), value), float(np.std(drawn, ddof=1)), n, level)
