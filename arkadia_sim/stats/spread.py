"""How an effect differs between groups of deals, such as the deals of one board.

The mean of a group is its true effect plus the luck of its deals. The variance and the skewness of the means therefore
contain those of luck, which are taken off (method of moments). The share of groups with a gain follows from the mean,
the spread and the skewness of true effects, whose distribution is taken as a shifted gamma; without skewness that is
the normal one. If there are two kinds of groups, the share can be wrong. Intervals come from resampling whole groups.

Sources: Cochran 1954, "The combination of estimates from different experiments", Biometrics 10; Pearson 1895,
"Contributions to the mathematical theory of evolution II", Philosophical Transactions A 186 (type III); Efron and
Tibshirani 1993, "An introduction to the bootstrap", chapter 13.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate, largest_share

Values = NDArray[np.float64]

RESAMPLES = 10_000
LEAST_GROUPS = 10
"""With fewer groups nothing is said about others."""
LEAST_DEALS = 3
"""With fewer deals a group does not tell how lopsided its luck is, and is left out."""
SKEWNESS_MOST, SKEWNESS_LEAST = 2.0, 0.05
"""Estimates beyond the first are cut; below the second the normal distribution serves."""
NEARLY_ALL = 0.9
"""The share of groups from which on an effect is a gain, or a loss, in nearly all of them."""


@dataclass(frozen=True)
class Spread:
    """How an effect differs between groups: the standard deviation of the true effects, and the share that gain.

    ``p_nearly_all`` is the p-value of :data:`NEARLY_ALL`: small if nearly all groups gain, or nearly all lose.
    """

    deviation: Estimate
    gains: Estimate
    p_nearly_all: float


def spread(values: ArrayLike, groups: ArrayLike, level: float = LEVEL) -> Spread | None:
    """How the mean of values, one per deal, differs between groups, given the group of each deal.

    None with fewer than :data:`LEAST_GROUPS` that have enough deals.
    """
    found = _Groups.of(np.asarray(values, dtype=np.float64), np.asarray(groups))
    n = len(found.means)
    if n < LEAST_GROUPS:
        return None
    mean, deviation, share = (float(value[0]) for value in found.seen(np.ones((1, n))))
    _, deviations, shares = found.seen(_resamples(n))
    away = NEARLY_ALL if mean > 0 else 1 - NEARLY_ALL
    misses = int(np.count_nonzero(shares <= away if mean > 0 else shares >= away))
    gains = _estimate(round(share, 3), shares, n, level)
    unseen = largest_share(0, n, 1 - level)  # what as many groups cannot rule out, however clear they look
    return Spread(
        _estimate(deviation, deviations, n, level),
        replace(gains, low=min(gains.low, 1 - unseen), high=max(gains.high, unseen)),
        min(1.0, 2 * (1 + misses) / (1 + RESAMPLES)),
    )


@dataclass(frozen=True)
class _Groups:
    """The mean of each group, and the variance and third central moment that luck gives it."""

    means: Values
    variances: Values
    thirds: Values

    @classmethod
    def of(cls, values: Values, groups: NDArray[Any]) -> "_Groups":
        _, number, sizes = np.unique(groups, return_inverse=True, return_counts=True)
        kept, means = sizes >= LEAST_DEALS, np.bincount(number, values) / sizes
        squares, cubes = (np.bincount(number, (values - means[number]) ** power)[kept] for power in (2, 3))
        size = sizes[kept].astype(np.float64)
        return cls(means[kept], squares / (size - 1) / size, cubes / (size - 1) / (size - 2) / size)

    def seen(self, counts: Values) -> tuple[Values, Values, Values]:
        """Mean and spread of true effects, and the share of gains, in samples that have each group so often."""
        n, middle = len(self.means), self.means.mean()
        first, second, third = (counts @ (self.means - middle) ** power / n for power in (1, 2, 3))
        variances = (second - first**2) * n / (n - 1) - counts @ self.variances / n
        thirds = third - 3 * first * second + 2 * first**3 - counts @ self.thirds / n
        deviations = np.sqrt(np.maximum(variances, 0.0))
        return middle + first, deviations, _gains(middle + first, deviations, thirds)


@lru_cache(maxsize=2)
def _resamples(groups: int) -> Values:
    """How often each sample has each group; the same for all effects of a run."""
    generator = np.random.Generator(np.random.PCG64(0))
    return generator.multinomial(groups, np.full(groups, 1 / groups), size=RESAMPLES).astype(np.float64)


def _gains(means: Values, deviations: Values, thirds: Values) -> Values:
    """The share above 0 of a shifted gamma distribution; all or nothing without a spread."""
    from scipy.special import gammainc, gammaincc, ndtr

    with np.errstate(all="ignore"):
        scores = means / deviations
        skewness = np.clip(thirds / deviations**3, -SKEWNESS_MOST, SKEWNESS_MOST)
        shape = 4 / skewness**2
        right = gammaincc(shape, np.maximum(0.0, shape - scores * np.sqrt(shape)))
        left = gammainc(shape, np.maximum(0.0, shape + scores * np.sqrt(shape)))
        lopsided = np.where(skewness > 0, right, left)
        shares = np.where(np.abs(skewness) < SKEWNESS_LEAST, ndtr(scores), lopsided)
    return np.where(deviations > 0, shares, (np.sign(means) + 1) / 2)


def _estimate(value: float, drawn: Values, n: int, level: float) -> Estimate:
    """A value with the percentile interval of what was drawn."""
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(value, min(float(low), value), max(float(high), value), float(np.std(drawn, ddof=1)), n, level)
