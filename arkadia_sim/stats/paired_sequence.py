"""Paired differences that may be looked at as often as a run has looks, even where most of them are zero.

Where two arms hardly ever differ, a confidence sequence of the mean is of little use. The asymptotic one has met no
spread yet that it could go by, and is not to be trusted; the bounded one, ready for the widest spread, takes long. But
then the deals that differ can be counted: if a share of at most ``p`` of all deals can differ, and no deal by more than
``span``, then the mean lies within ``p * span`` of zero. The share is bounded by Clopper and Pearson 1934, "The use of
confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26, which is exact for any number of
deals. This is the sequential form of what :func:`arkadia_sim.stats.equivalence.equivalence_p` does at a fixed number.

Both hold together because the error rate is shared out between them beforehand, and that of the count once more,
evenly, between the looks of a run, whose number is known before the first of them.
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
"""The part of the error rate that goes to the count of deals that differ; it makes the sequence 1% or so wider."""


@dataclass(frozen=True)
class PairedSequence:
    """How the differences of one question are looked at, fixed before the first deal.

    ``alpha`` is the error rate of the question, ``looks`` how many looks there may be, ``tuned_to`` the number of
    deals at which the interval shall be narrow. ``most`` is the largest difference that a deal can have; None where
    the outcome knows no bounds. Then the largest distance seen so far between two values of the outcome stands for it
    in the count (``span`` below), and the sequence of the mean is used once ten deals differ.
    """

    alpha: float
    looks: int
    tuned_to: float
    most: float | None = None

    def look(self, differences: ArrayLike, span: float) -> Estimate:
        """The mean difference of all deals so far, with its interval; ``span`` matters only without ``most``."""
        values = np.asarray(differences, dtype=np.float64)
        changed = int(np.count_nonzero(values))
        reach = self._by_count(changed, values.size, span)
        found = self._of_the_mean(values)
        if not self._mean_trusted(changed):
            return replace(found, low=-reach, high=reach)
        return found.cut(-reach, reach)

    def expected_half_width(self, deals: int, spread: float, changed_share: float, span: float) -> float:
        """Half the width to expect after so many deals, by the standard deviation of a deal and how many differ.

        Infinite where nothing can be told: no deal differs and no ``span`` is known.
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
            found = asymptotic_sequence(values, self._alpha_of_mean, self.tuned_to)[0]
        else:
            found = bounded_sequence(values, -self.most, self.most, self._alpha_of_mean, self.tuned_to)[0]
        return replace(found, level=1 - self.alpha)

    def _mean_trusted(self, changed: int) -> bool:
        return self.most is not None or changed >= MINIMUM_CHANGED_DEALS

    def _by_count(self, changed: int, deals: int, span: float) -> float:
        """How far from zero the mean can be, by the number of deals that differ."""
        largest = span if self.most is None else self.most
        return largest * largest_share(changed, deals, COUNT_SHARE * self.alpha / self.looks)


def largest_share(count: int, n: int, alpha: float) -> float:
    """The exact upper bound on a share of which ``count`` in ``n`` were met; it errs with ``alpha`` at most."""
    from scipy.special import betainccinv

    if not 0 <= count <= n:
        raise ValueError(f"{count} of {n} is no share")
    return 1.0 if count == n else float(betainccinv(count + 1, n - count, alpha))


def widened_where_rare(seen: Estimate, differences: ArrayLike, span: float, family: int = 1) -> Estimate:
    """The interval of differences that are the same in nearly all deals, widened by what may not have happened yet.

    Student's t knows nothing of that; the number of deals that are otherwise does (Clopper and Pearson). ``span`` is
    the largest distance that two deals can have; ``family`` is how many intervals are to hold at once.
    """
    values, counts = np.unique(np.asarray(differences, dtype=np.float64), return_counts=True)
    if seen.n < 2 or not values.size:
        return seen
    usual, others = float(values[counts.argmax()]), int(seen.n - counts.max())
    if others >= MINIMUM_CHANGED_DEALS or counts.max() <= others:
        return seen
    reach = span * largest_share(others, seen.n, (1 - seen.level) / family)
    return replace(seen, low=min(seen.low, usual - reach), high=max(seen.high, usual + reach))
