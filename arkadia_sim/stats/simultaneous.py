"""Several means at once, with intervals that hold together: by how the means go along with each other.

What one seat gets more, the others get less, and the same deals answer for all of them. Intervals that are each right
with 95% are then all right together less often. Here they are widened by as much as it takes and no more: the half
width is the 95% point of the largest of all Student's t at once, whose joint distribution follows from the correlation
of the means (Hothorn, Bretz and Westfall 2008, "Simultaneous inference in general parametric models", Biometrical
Journal 50). That point is found by drawing from the distribution; the same input gives the same point.

All that is asked of the deals is in their :class:`Moments`: they can be gathered portion by portion, and any difference
of means follows from them without another look at the deals.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate, interval_from

DRAWS = 100_000
"""How often the largest of all is drawn: the 95% point is then right to some 0.3%."""

_PORTION = 2_000_000
_NO_VARIANCE = 1e-12
"""A variance below this part of those that it is made from, or of the greatest of its family, is rounding, and none."""


@dataclass(frozen=True)
class Moments:
    """What is known of independent deals that have several numbers each: how many, the means, the covariances."""

    n: int
    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def combined(self, weights: ArrayLike) -> "Moments":
        """The moments of sums of the numbers: row ``k`` of ``weights`` makes the number ``k`` of the new ones."""
        rows = np.asarray(weights, dtype=np.float64)
        covariance = rows @ self.covariance @ rows.T
        known = np.where(np.isfinite(self.covariance), self.covariance, 0.0)
        rounding = np.diag(covariance) < _NO_VARIANCE * (rows**2 @ np.diag(known))
        covariance[rounding, :] = covariance[:, rounding] = 0.0
        return Moments(self.n, rows @ self.mean, covariance)


def moments(portions: Iterable[ArrayLike]) -> Moments:
    """The moments of deals that come in portions of shape (deals, numbers).

    Portions are joined by the rule of Chan, Golub and LeVeque 1983 ("Algorithms for computing the sample variance",
    The American Statistician 37), which loses no digits. ValueError without a deal, or where a number is not finite.
    """
    n, mean, squares = 0, np.zeros(0), np.zeros((0, 0))
    for portion in portions:
        values = np.asarray(portion, dtype=np.float64)
        if values.ndim != 2 or not np.all(np.isfinite(values)):
            raise ValueError("deals are rows of finite numbers")
        if not len(values):
            continue
        own = values.mean(axis=0)
        apart = values - own
        if n == 0:
            mean, squares = np.zeros_like(own), np.zeros((own.size, own.size))
        step, both = own - mean, n + len(values)
        squares = squares + apart.T @ apart + np.outer(step, step) * n * len(values) / both
        mean, n = mean + step * len(values) / both, both
    if n == 0:
        raise ValueError("there are no deals")
    covariance = squares / (n - 1) if n > 1 else np.full(squares.shape, inf)
    return Moments(n, mean, covariance)


@dataclass(frozen=True)
class Together:
    """Means of one family: with probability ``level`` all their intervals hold the truth at once.

    ``p_values`` say of each how surprising it would be, among all of them, if the truth were zero; ``critical`` is how
    many standard errors the intervals reach to either side.
    """

    estimates: tuple[Estimate, ...]
    p_values: tuple[float, ...]
    critical: float


def together(groups: Sequence[Moments], level: float = LEVEL, draws: int = DRAWS) -> Together:
    """Intervals for sums over independent groups of deals, all holding at once.

    Number ``k`` of every group adds to estimate ``k``; a group that has nothing to do with it has zeros there.
    Degrees of freedom are those of the group with the fewest deals that has to do with anything, ``n`` of an estimate
    is the fewest deals behind it. With a single deal nothing is known.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    means = np.sum([one.mean for one in groups], axis=0)
    behind = [_matters(one) for one in groups]
    deals = [
        min((one.n for one, mine in zip(groups, behind, strict=True) if mine[k]), default=min(one.n for one in groups))
        for k in range(means.size)
    ]
    if min(deals, default=2) < 2:
        nothing = (Estimate(float(mean), -inf, inf, inf, n, level) for mean, n in zip(means, deals, strict=True))
        return Together(tuple(nothing), (1.0,) * means.size, inf)
    covariance = np.sum([one.covariance / one.n for one in groups], axis=0)
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    varied = errors > sqrt(_NO_VARIANCE) * max(float(errors.max(initial=0.0)), 1e-300)
    errors = np.where(varied, errors, 0.0)
    scale = errors[varied]
    largest = largest_t(covariance[np.ix_(varied, varied)] / np.outer(scale, scale), min(deals, default=2) - 1, draws)
    critical = float(np.quantile(largest, level)) if varied.any() else 0.0
    p_values = [
        _p_value(abs(float(mean)) / float(error), largest, int(varied.sum()), n - 1) if error > 0 else float(mean == 0)
        for mean, error, n in zip(means, errors, deals, strict=True)
    ]
    estimates = (
        Estimate(float(mean), float(mean - critical * error), float(mean + critical * error), float(error), n, level)
        for mean, error, n in zip(means, errors, deals, strict=True)
    )
    return Together(tuple(estimates), tuple(p_values), critical)


def all_pairs(size: int) -> NDArray[np.float64]:
    """The weights of the differences of all pairs of so many numbers, the earlier minus the later."""
    pairs = list(combinations(range(size), 2))
    weights = np.zeros((len(pairs), size))
    for row, (one, other) in enumerate(pairs):
        weights[row, one], weights[row, other] = 1.0, -1.0
    return weights


def unbeaten(size: int, differences: Sequence[Estimate]) -> tuple[int, ...]:
    """The places of those numbers that no other is surely above, from the differences of :func:`all_pairs`.

    Where the intervals hold at once, the greatest is among them (Hsu 1996, "Multiple Comparisons", chapter 4).
    """
    beaten = set()
    for (one, other), seen in zip(combinations(range(size), 2), differences, strict=True):
        if seen.low > 0:
            beaten.add(other)
        elif seen.high < 0:
            beaten.add(one)
    return tuple(place for place in range(size) if place not in beaten)


JOINT_MOST = 600
"""So many intervals are widened by how they go along with each other; more of them as if they did not (Bonferroni)."""

Taken = tuple[NDArray[np.float64], float, int]
"""Of a table size one number for each of its deals, and with which sign they count: values, sign, table size."""


def held_at_once(asked: Sequence[Sequence[Taken]], level: float = LEVEL) -> tuple[list[Estimate], list[float]]:
    """The means of what is asked, with intervals that all hold at once, and p-values adjusted for all of them.

    Of each table size all values are of the same deals; table sizes have deals of their own.
    """
    if len(asked) > JOINT_MOST:
        return _each_for_itself(asked, level)
    groups = []
    for size in dict.fromkeys(size for one in asked for _, _, size in one):
        mine = [(place, *taken) for place, one in enumerate(asked) for taken in one if taken[2] == size]
        seen = moments([np.stack([sign * values for _, values, sign, _ in mine], axis=1)])
        weights = np.zeros((len(asked), len(mine)))
        weights[[place for place, *_ in mine], range(len(mine))] = 1.0
        groups.append(seen.combined(weights))
    found = together(groups, level)
    return list(found.estimates), list(found.p_values)


def _each_for_itself(asked: Sequence[Sequence[Taken]], level: float) -> tuple[list[Estimate], list[float]]:
    """The same by Bonferroni."""
    from scipy.special import stdtr

    estimates, p_values = [], []
    for one in asked:
        n = min(len(values) for values, _, _ in one)
        mean = sum(sign * float(values.mean()) for values, sign, _ in one)
        error = sqrt(sum(float(values.var(ddof=1)) / len(values) for values, _, _ in one)) if n > 1 else inf
        wide = interval_from(mean, error, n, 1 - (1 - level) / len(asked))
        estimates.append(Estimate(wide.mean, wide.low, wide.high, wide.standard_error, n, level))
        t = abs(mean) / error if error > 0 else 0.0 if mean == 0 else inf
        p_values.append(min(1.0, len(asked) * 2 * float(stdtr(n - 1, -t))) if n > 1 else 1.0)
    return estimates, p_values


def largest_t(correlation: NDArray[np.float64], degrees_of_freedom: int, draws: int = DRAWS) -> NDArray[np.float64]:
    """The largest absolute value of several Student's t of this correlation, drawn so often, in ascending order.

    The correlation may be singular: shares of a whole add up to nothing but the whole.
    """
    size = len(correlation)
    if size == 0:
        return np.zeros(draws)
    values, vectors = np.linalg.eigh((correlation + correlation.T) / 2)
    kept = values > 1e-10 * values[-1]
    root = vectors[:, kept] * np.sqrt(values[kept])
    generator = np.random.Generator(np.random.PCG64(0))
    found = np.empty(draws)
    portion = max(1, _PORTION // size)
    for start in range(0, draws, portion):
        count = min(portion, draws - start)
        normal = np.abs(generator.standard_normal((count, root.shape[1])) @ root.T).max(axis=1)
        spread = np.sqrt(generator.chisquare(degrees_of_freedom, count) / degrees_of_freedom)
        found[start : start + count] = normal / spread
    found.sort()
    return found


def _matters(one: Moments) -> NDArray[np.bool_]:
    """Which estimates a group of deals has anything to do with."""
    found: NDArray[np.bool_] = (one.mean != 0) | (np.diag(one.covariance) > 0)
    return found


def _p_value(t: float, largest: NDArray[np.float64], size: int, degrees_of_freedom: int) -> float:
    """The adjusted p-value of one t: by the drawn distribution, and far out, where few are drawn, by Bonferroni."""
    from scipy.special import stdtr

    alone = 2 * float(stdtr(degrees_of_freedom, -t))
    beyond = (largest.size - int(np.searchsorted(largest, t)) + 1) / (largest.size + 1)
    return min(1.0, max(alone, min(beyond, size * alone)))
