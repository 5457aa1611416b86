"""Several means at once, with intervals that hold together.

The means depend on each other: what one seat gains the others lose, and all come from the same deals. Intervals that
hold with 95% each hold together less often. Here they are widened just enough: the half width comes from the 95%
quantile of the largest of all t statistics, given the correlation of the means (Hothorn, Bretz and Westfall 2008,
"Simultaneous inference in general parametric models", Biometrical Journal 50). The quantile is simulated with a fixed
seed, so the same input gives the same intervals.

All of it needs only the :class:`Moments` of the deals. They can be collected in portions, and any difference of means
follows from them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate, interval_from

DRAWS = 100_000
"""How often the largest statistic is drawn; the 95% quantile is then accurate to about 0.3%."""

_PORTION = 2_000_000
_NO_VARIANCE = 1e-12
"""A variance below this part of its components, or of the greatest in its family, is a rounding error, that is 0."""


@dataclass(frozen=True)
class Moments:
    """The number of independent deals with several numbers each, their means and their covariances."""

    n: int
    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def combined(self, weights: ArrayLike) -> "Moments":
        """The moments of weighted sums: row ``k`` of ``weights`` gives the new number ``k``."""
        rows = np.asarray(weights, dtype=np.float64)
        covariance = rows @ self.covariance @ rows.T
        known = np.where(np.isfinite(self.covariance), self.covariance, 0.0)
        rounding = np.diag(covariance) < _NO_VARIANCE * (rows**2 @ np.diag(known))
        covariance[rounding, :] = covariance[:, rounding] = 0.0
        return Moments(self.n, rows @ self.mean, covariance)


def moments(portions: Iterable[ArrayLike]) -> Moments:
    """The moments of deals that come in portions of shape (deals, numbers).

    Raises:
        ValueError: There are no deals, or a number is not finite.

    Source: Chan, Golub and LeVeque 1983, "Algorithms for computing the sample variance", The American Statistician
    37, whose rule for joining portions loses no digits.
    """
    n, mean, squares = 0, np.zeros(0), np.zeros((0, 0))
    for portion in portions:
        values = np.asarray(portion, dtype=np.float64)
        if values.ndim != 2 or not np.all(np.isfinite(values)):
            raise ValueError("deals must be rows of finite numbers")
        if not len(values):
            continue
        portion_mean = values.mean(axis=0)
        centred = values - portion_mean
        if n == 0:
            mean, squares = np.zeros_like(portion_mean), np.zeros((portion_mean.size, portion_mean.size))
        step, total = portion_mean - mean, n + len(values)
        squares = squares + centred.T @ centred + np.outer(step, step) * n * len(values) / total
        mean, n = mean + step * len(values) / total, total
    if n == 0:
        raise ValueError("there are no deals")
    covariance = squares / (n - 1) if n > 1 else np.full(squares.shape, inf)
    return Moments(n, mean, covariance)


def together(groups: Sequence[Moments], level: float = LEVEL, draws: int = DRAWS) -> tuple[list[Estimate], list[float]]:
    """Intervals for sums over independent groups of deals, all holding at once, and p-values adjusted for all of them.

    Number ``k`` of each group adds to estimate ``k``; it is zero in groups that do not contribute. ``n`` is the
    smallest number of deals behind an estimate; the smallest of all sets the degrees of freedom. With a single deal the
    intervals are infinite.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    means = np.sum([group.mean for group in groups], axis=0)
    contributions = [_contributes(group) for group in groups]
    deals = [
        min(
            (group.n for group, contributes in zip(groups, contributions, strict=True) if contributes[k]),
            default=min(group.n for group in groups),
        )
        for k in range(means.size)
    ]
    if min(deals, default=2) < 2:
        unknown = [Estimate(float(mean), -inf, inf, inf, n, level) for mean, n in zip(means, deals, strict=True)]
        return unknown, [1.0] * means.size
    covariance = np.sum([group.covariance / group.n for group in groups], axis=0)
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
    estimates = [
        Estimate(float(mean), float(mean - critical * error), float(mean + critical * error), float(error), n, level)
        for mean, error, n in zip(means, errors, deals, strict=True)
    ]
    return estimates, p_values


def all_pairs(size: int) -> NDArray[np.float64]:
    """The weights of the differences of all pairs of ``size`` numbers, the earlier minus the later.

    The shape is (pairs, size).
    """
    pairs = list(combinations(range(size), 2))
    weights = np.zeros((len(pairs), size))
    for row, (first, second) in enumerate(pairs):
        weights[row, first], weights[row, second] = 1.0, -1.0
    return weights


def unbeaten(size: int, differences: Sequence[Estimate]) -> tuple[int, ...]:
    """The indices of the numbers that no other significantly exceeds, from the differences of :func:`all_pairs`.

    If the intervals hold at once, the true maximum is among them.

    Source: Hsu 1996, "Multiple Comparisons", chapter 4.
    """
    beaten = set()
    for (first, second), difference in zip(combinations(range(size), 2), differences, strict=True):
        if difference.low > 0:
            beaten.add(second)
        elif difference.high < 0:
            beaten.add(first)
    return tuple(index for index in range(size) if index not in beaten)


JOINT_MOST = 600
"""Up to this many intervals use the correlations of the means; more use Bonferroni, which ignores them."""

Taken = tuple[NDArray[np.float64], float, int]
"""One number for each deal of a table size, and the sign with which they count: values, sign, table size."""


def held_at_once(questions: Sequence[Sequence[Taken]], level: float = LEVEL) -> tuple[list[Estimate], list[float]]:
    """The means of several questions, with intervals that all hold at once, and adjusted p-values.

    For each question there are the values that make it up; their means are added. Values of one table size come from
    the same deals, and different table sizes have different deals.
    """
    if not questions:
        return [], []
    if len(questions) > JOINT_MOST:
        return _bonferroni(questions, level)
    groups = []
    for size in dict.fromkeys(size for question in questions for _, _, size in question):
        of_size = [
            (index, *taken) for index, question in enumerate(questions) for taken in question if taken[2] == size
        ]
        weights = np.zeros((len(questions), len(of_size)))
        weights[[index for index, *_ in of_size], range(len(of_size))] = 1.0
        signed = np.stack([sign * values for _, values, sign, _ in of_size], axis=1)
        groups.append(moments([signed]).combined(weights))
    return together(groups, level)


def _bonferroni(questions: Sequence[Sequence[Taken]], level: float) -> tuple[list[Estimate], list[float]]:
    """As :func:`held_at_once`, by Bonferroni."""
    from scipy.special import stdtr

    estimates, p_values = [], []
    for question in questions:
        n = min(len(values) for values, _, _ in question)
        mean = sum(sign * float(values.mean()) for values, sign, _ in question)
        error = sqrt(sum(float(values.var(ddof=1)) / len(values) for values, _, _ in question)) if n > 1 else inf
        wide = interval_from(mean, error, n, 1 - (1 - level) / len(questions))
        estimates.append(Estimate(wide.mean, wide.low, wide.high, wide.standard_error, n, level))
        t = abs(mean) / error if error > 0 else 0.0 if mean == 0 else inf
        p_values.append(min(1.0, len(questions) * 2 * float(stdtr(n - 1, -t))) if n > 1 else 1.0)
    return estimates, p_values


def largest_t(correlation: NDArray[np.float64], degrees_of_freedom: int, draws: int = DRAWS) -> NDArray[np.float64]:
    """Draw the largest absolute value of several t statistics with this correlation, sorted in ascending order.

    The correlation may be singular, as for shares that add up to a constant.
    """
    size = len(correlation)
    if size == 0:
        return np.zeros(draws)
    values, vectors = np.linalg.eigh((correlation + correlation.T) / 2)
    kept = values > 1e-10 * values[-1]
    root = vectors[:, kept] * np.sqrt(values[kept])
    generator = np.random.Generator(np.random.PCG64(0))
    largest = np.empty(draws)
    portion = max(1, _PORTION // size)
    for start in range(0, draws, portion):
        count = min(portion, draws - start)
        normal = np.abs(generator.standard_normal((count, root.shape[1])) @ root.T).max(axis=1)
        spread = np.sqrt(generator.chisquare(degrees_of_freedom, count) / degrees_of_freedom)
        largest[start : start + count] = normal / spread
    largest.sort()
    return largest


def _contributes(group: Moments) -> NDArray[np.bool_]:
    """To which estimates a group of deals contributes."""
    nonzero: NDArray[np.bool_] = (group.mean != 0) | (np.diag(group.covariance) > 0)
    return nonzero


def _p_value(t: float, largest: NDArray[np.float64], size: int, degrees_of_freedom: int) -> float:
    """The adjusted p-value of one statistic: from the drawn distribution, and from Bonferroni in its far tail."""
    from scipy.special import stdtr

    alone = 2 * float(stdtr(degrees_of_freedom, -t))
    beyond = (largest.size - int(np.searchsorted(largest, t)) + 1) / (largest.size + 1)
    return min(1.0, max(alone, min(beyond, size * alone)))
