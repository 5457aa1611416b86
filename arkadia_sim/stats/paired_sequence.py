"""Confidence sequences for paired differences, also when most of them are zero.

If two arms hardly ever differ, a confidence sequence of the mean alone is of little use. The asymptotic one has seen
too little variation to be trusted, and the bounded one assumes the largest possible variation and needs many deals.
But the deals that differ can be counted: if at most a share ``p`` of all deals differ, each by at most ``span``, then
the mean is within ``p * span`` of zero. The bound on the share is exact for any number of deals (Clopper and Pearson
1934, "The use of confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26). This is the
sequential form of :func:`arkadia_sim.stats.equivalence.equivalence_p`.

Both hold together because the error rate is split between them in advance. The part for the count is split evenly
between the looks of a run, whose number is known before the first.
"""

from dataclasses import dataclass, replace
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.equivalence import MINIMUM_CHANGED_DEALS
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.sequential import (
    SPREADS_IN_RANGE,
    asymptotic_margin,
    asymptotic_sequence,
    bounded_sequence,
    empirical_bernstein_boundary,
)

COUNT_SHARE = 0.1
"""The part of the error rate used for the count of deals that differ; it makes the sequence about 1% wider."""


@dataclass(frozen=True)
class PairedSequence:
    """How the differences of one question are judged, fixed before the first deal.

    Attributes:
        alpha: The error rate of the question.
        looks: The largest number of looks.
        tuned_to: The number of deals at which the interval should be narrow.
        most: The largest possible difference in a deal; None if the outcome has no bounds. Without it the count uses
            the largest distance between two values so far (``span`` below), and the sequence of the mean counts once
            ten deals differ.
    """

    alpha: float
    looks: int
    tuned_to: float
    most: float | None = None

    def look(self, differences: ArrayLike, span: float) -> Estimate:
        """The mean difference of all deals so far, with its interval; ``span`` is only used without ``most``."""
        values = np.asarray(differences, dtype=np.float64)
        changed = int(np.count_nonzero(values))
        reach = self._by_count(changed, values.size, span)
        estimate = self._of_the_mean(values)
        if not self._mean_trusted(changed):
            return replace(estimate, low=-reach, high=reach)
        return estimate.cut(-reach, reach)

    def expected_half_width(self, deals: int, spread: float, changed_share: float, span: float) -> float:
        """The expected half width after ``deals`` deals.

        Args:
            deals: The number of deals.
            spread: The standard deviation of a deal's difference.
            changed_share: The share of deals that differ.
            span: As in :meth:`look`.

        Returns:
            The half width; infinite if no deal differs and no ``span`` is known.
        """
        changed = round(changed_share * deals)
        by_count = self._by_count(changed, deals, span) or inf
        if not self._mean_trusted(changed):
            return by_count
        at = np.array([float(deals)])
        if self.most is None:
            return min(by_count, spread * float(asymptotic_margin(at, self._alpha_of_mean, self.tuned_to)[0]))
        width = 2 * self.most
        tuned_to = self.tuned_to * (width / SPREADS_IN_RANGE) ** 2
        boundary = empirical_bernstein_boundary(at * spread**2, self._alpha_of_mean, width, tuned_to)
        return min(by_count, self.most, float(boundary[0]) / deals)

    @property
    def _alpha_of_mean(self) -> float:
        return (1 - COUNT_SHARE) * self.alpha

    def _of_the_mean(self, values: NDArray[np.float64]) -> Estimate:
        if self.most is None:
            estimate = asymptotic_sequence(values, self._alpha_of_mean, self.tuned_to)[0]
        else:
            estimate = bounded_sequence(values, -self.most, self.most, self._alpha_of_mean, self.tuned_to)[0]
        return replace(estimate, level=1 - self.alpha)

    def _mean_trusted(self, changed: int) -> bool:
        return self.most is not None or changed >= MINIMUM_CHANGED_DEALS

    def _by_count(self, changed: int, deals: int, span: float) -> float:
        """How far the mean can be from zero, given the number of deals that differ."""
        largest = span if self.most is None else self.most
        return largest * largest_share(changed, deals, COUNT_SHARE * self.alpha / self.looks)


def largest_share(count: int, n: int, alpha: float) -> float:
    """The exact upper bound on a share observed as ``count`` in ``n``; its error rate is at most ``alpha``."""
    from scipy.special import betainccinv

    if not 0 <= count <= n:
        raise ValueError(f"{count} of {n} is not a share")
    return 1.0 if count == n else float(betainccinv(count + 1, n - count, alpha))


def widened_where_rare(estimate: Estimate, differences: ArrayLike, span: float, family: int = 1) -> Estimate:
    """Widen the interval of differences that are equal in nearly all deals, to allow for rare events not seen yet.

    Student's t ignores such events; the number of deals that differ bounds them (Clopper and Pearson).

    Args:
        estimate: The mean difference with its t interval.
        differences: One difference per deal.
        span: The largest distance between two differences.
        family: How many intervals should hold at once.
    """
    values, counts = np.unique(np.asarray(differences, dtype=np.float64), return_counts=True)
    if estimate.n < 2 or not values.size:
        return estimate
    usual, others = float(values[counts.argmax()]), int(estimate.n - counts.max())
    if others >= MINIMUM_CHANGED_DEALS or counts.max() <= others:
        return estimate
    reach = span * largest_share(others, estimate.n, (1 - estimate.level) / family)
    return replace(estimate, low=min(estimate.low, usual - reach), high=max(estimate.high, usual + reach))
