"""Means with their confidence intervals.

The unit is always the deal (one shuffled set-up with its random streams), never the single game. Games of one deal
resemble each other, so an interval that treats them as independent would be too narrow or too wide. All functions
take one number per deal, or sums and counts per deal, and need deals that are independent of each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95
"""The default confidence level."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval.

    ``n`` counts independent units (deals), not games. With one deal ``low`` and ``high`` are infinite. With none, all
    fields but ``n`` and ``level`` are NaN.
    """

    mean: float
    low: float
    high: float
    standard_error: float
    n: int
    level: float = LEVEL

    @property
    def half_width(self) -> float:
        """Half the length of the interval: the number after a ±."""
        return (self.high - self.low) / 2

    def scaled(self, factor: float) -> "Estimate":
        """The same estimate in another unit, for example a share in points with a factor of 100."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Estimate(self.mean * factor, low, high, self.standard_error * abs(factor), self.n, self.level)

    @property
    def is_constant(self) -> bool:
        """Whether there are several observations and all are equal, up to rounding."""
        return self.n > 1 and self.standard_error < 1e-12 * max(1.0, abs(self.mean))

    def cut(self, least: float, most: float) -> "Estimate":
        """The same estimate with finite ends moved inside what is possible; infinite ends stay."""
        if not (isfinite(self.low) and isfinite(self.high)):
            return self
        low, high = max(least, self.low), min(most, self.high)
        return Estimate(self.mean, low, high, self.standard_error, self.n, self.level)

    def with_unseen(self, least: float, most: float, family: int = 1) -> "Estimate":
        """The same estimate, with an exact interval if all deals gave one number: the rule for floors and ceilings.

        Equal numbers have no spread, which says nothing of deals that have not been seen yet. The share of other deals
        is at most the upper end of Clopper and Pearson's interval for none in ``n``, and each of them moves the mean to
        ``least`` or ``most``, the bounds of a deal, at worst. Without such bounds the interval stays empty, and no
        table shows it. ``family`` is how many intervals should hold at once.
        """
        if not (self.is_constant and isfinite(least) and isfinite(most)):
            return self
        unseen = share_interval(0, self.n, 1 - (1 - self.level) / family).high
        low, high = (self.mean + unseen * (end - self.mean) for end in (least, most))
        return replace(self, low=min(low, self.mean), high=max(high, self.mean))

    def at_end(self, least: float, most: float, within: float = 0.0) -> bool:
        """Whether the mean is at the floor or the ceiling, or nearer to it than this part of the range."""
        return isfinite(most - least) and min(self.mean - least, most - self.mean) <= within * (most - least) + 1e-9


def t_quantile(probability: float, degrees_of_freedom: float) -> float:
    """The quantile of Student's t at this probability; infinite without a degree of freedom."""
    from scipy.special import stdtrit

    if degrees_of_freedom <= 0:
        return inf
    return float(stdtrit(degrees_of_freedom, probability))


def interval_from(mean: float, standard_error: float, n: int, level: float = LEVEL) -> Estimate:
    """The t interval around a mean whose standard error comes from ``n`` independent units."""
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    if n == 0:
        return Estimate(nan, nan, nan, nan, 0, level)
    if n == 1:
        return Estimate(mean, -inf, inf, inf, 1, level)
    reach = t_quantile((1 + level) / 2, n - 1) * standard_error
    return Estimate(mean, mean - reach, mean + reach, standard_error, n, level)


def mean_interval(values: ArrayLike, level: float = LEVEL) -> Estimate:
    """The mean of one number per deal with Student's t interval.

    Valid when the mean of that many deals is close to normal. It is not if only a handful of deals differ from all
    the others: :func:`arkadia_sim.stats.verdicts.judge` checks that.

    Source: Student 1908, "The probable error of a mean", Biometrika 6.
    """
    array = _flat(values)
    n = array.size
    if n == 0:
        return interval_from(nan, nan, 0, level)
    standard_error = float(np.std(array, ddof=1)) / sqrt(n) if n > 1 else inf
    return interval_from(float(np.mean(array)), standard_error, n, level)


def cluster_mean_interval(sums: ArrayLike, counts: ArrayLike, level: float = LEVEL) -> Estimate:
    """The mean over all games with an interval over deals, where deals may hold different numbers of games.

    ``sums`` and ``counts`` have the sum of the values of each deal and how many they are. The mean is the ratio of the
    totals; its error comes from the residuals ``sum - mean * count``. With equal counts it is exactly
    :func:`mean_interval` of the deals' means.

    Source: Cochran 1977, "Sampling Techniques", 3rd edition, section 6.4, and 9A.1 for clusters.
    """
    totals, sizes = _flat(sums), _flat(counts)
    if totals.shape != sizes.shape:
        raise ValueError("sums and counts need one entry per deal each")
    n = totals.size
    games = float(np.sum(sizes))
    if games == 0:
        return interval_from(nan, nan, 0, level)
    mean = float(np.sum(totals)) / games
    residuals = totals - mean * sizes
    standard_error = sqrt(n * float(np.sum(residuals**2)) / (n - 1)) / games if n > 1 else inf
    return interval_from(mean, standard_error, n, level)


def independent_difference(first: Estimate, second: Estimate) -> Estimate:
    """The difference of two means from independent deals, with Welch's t interval at the level of the first.

    ``n`` of the result is the smaller of both. Where one of them never varied, the intervals of both are combined.

    Source: Welch 1947, "The generalization of 'Student's' problem when several different population variances are
    involved", Biometrika 34.
    """
    mean, n = first.mean - second.mean, min(first.n, second.n)
    if n < 2:
        return interval_from(mean, inf, n, first.level)
    variances = first.standard_error**2, second.standard_error**2
    error = sqrt(sum(variances))
    if 0.0 in variances:
        return replace(sum_of_parts([(1.0, first), (-1.0, second)]), n=n)
    freedom = sum(variances) ** 2 / (variances[0] ** 2 / (first.n - 1) + variances[1] ** 2 / (second.n - 1))
    reach = t_quantile((1 + first.level) / 2, freedom) * error
    return Estimate(mean, mean - reach, mean + reach, error, n, first.level)


def share_interval(count: int, n: int, level: float = LEVEL) -> Estimate:
    """The share ``count / n`` of deals with its exact interval.

    Student's t ignores what has not happened yet: a share of three deals in ten thousand needs an interval that is far
    from symmetric.

    Source: Clopper and Pearson 1934, "The use of confidence or fiducial limits illustrated in the case of the
    binomial", Biometrika 26.
    """
    from scipy.special import betaincinv

    if not 0 <= count <= n or n < 1:
        raise ValueError(f"{count} of {n} is not a share")
    tail = (1 - level) / 2
    share = count / n
    low = float(betaincinv(count, n - count + 1, tail)) if count else 0.0
    high = float(betaincinv(count + 1, n - count, 1 - tail)) if count < n else 1.0
    error = sqrt(share * (1 - share) / (n - 1)) if n > 1 else 0.0
    return Estimate(share, low, high, error, n, level)


def largest_share(count: int, n: int, alpha: float) -> float:
    """The exact upper bound on a share observed as ``count`` in ``n``; its error rate is at most ``alpha``."""
    from scipy.special import betainccinv

    if not 0 <= count <= n:
        raise ValueError(f"{count} of {n} is not a share")
    return 1.0 if count == n else float(betainccinv(count + 1, n - count, alpha))


def sum_of_parts(parts: Sequence[tuple[float, Estimate]]) -> Estimate:
    """The weighted sum of independent parts (pairs of weight and estimate), with an interval from those of the parts.

    For symmetric intervals it is the usual one. Parts of one multinomial (how often up, how often down) count as
    independent if all of them are rare.

    Source (MOVER): Newcombe 1998, "Interval estimation for the difference between independent proportions", Statistics
    in Medicine 17; Zou and Donner 2008, "Construction of confidence limits about effect measures", Statistics in
    Medicine 27.
    """
    mean = sum(weight * part.mean for weight, part in parts)
    below = above = variance = 0.0
    for weight, part in parts:
        scaled = part.scaled(weight)
        below += (scaled.mean - scaled.low) ** 2
        above += (scaled.high - scaled.mean) ** 2
        variance += scaled.standard_error**2
    first = parts[0][1]
    n = min(part.n for _, part in parts)
    return Estimate(mean, mean - sqrt(below), mean + sqrt(above), sqrt(variance), n, first.level)


def known(value: float) -> float | None:
    """A number as stored in files: None if it is infinite or NaN."""
    return value if isfinite(value) else None


def _flat(values: ArrayLike) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"one number per deal is needed, not an array of shape {array.shape}")
    if array.size and not np.all(np.isfinite(array)):
        raise ValueError("a value is missing or not finite")
    return array
