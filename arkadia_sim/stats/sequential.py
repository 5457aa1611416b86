"""Confidence sequences: looking at results early without fooling yourself.

If you look at an ordinary interval again and again, and stop once it excludes zero, you are wrong far more often than
the interval promises. A confidence sequence promises more: with probability ``1 - alpha`` or more it holds the truth
at *all* looks at once, however many there are and whatever made you stop. The price is an interval about half as
wide again.

There is one sequence for each kind of outcome. Both take one number per deal in the order of the deals; the order in
which games happened to finish must not matter.

- :func:`bounded_sequence` if a deal has a minimum and a maximum (a share). It holds for any number of deals.
- :func:`asymptotic_sequence` if it has none (a lead). It holds once the mean of the deals at the first look is close
  to normal, just like the t interval.

If two arms hardly ever differ, neither is of much use: the asymptotic one has seen too little variation to be trusted,
and the bounded one assumes the largest possible variation. So :class:`PairedSequence` also counts the deals that
differ. If at most a share ``p`` of all deals differ, each by at most ``span``, the mean is within ``p * span`` of zero.
The bound on the share is exact for any number of deals (Clopper and Pearson). Both hold together because the error
rate is split between them in advance. The part for the count is split evenly between the looks of a run, whose number
is known before the first.

Intervals are not cut by those of earlier looks. Such a running intersection would be valid. But it could leave out
the mean shown beside it, or be empty, and the answer would depend on the number of looks. With twice the deals from
one look to the next, it would hardly ever cut anything.
"""

from dataclasses import dataclass, replace
from math import inf, log, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.intervals import Estimate, interval_from, largest_share
from arkadia_sim.stats.verdicts import MINIMUM_CHANGED_DEALS, MINIMUM_DEALS, Verdict, verdict_by_interval

SPREADS_IN_RANGE = 8
"""By default the standard deviation of a deal is guessed as its range divided by this.

That is 25 points for win-rate differences, which range from -100 to 100. A poor guess makes intervals a little wider.
"""

_NEWTON_STEPS = 100
_ROUNDING = 1e-9


def looks(first: int, cap: int) -> list[int]:
    """The numbers of deals at which a run is looked at: the first, then twice as many each time, and last the cap."""
    if first < 1 or cap < 1:
        raise ValueError(f"the first look and the cap must be 1 or more, not {first} and {cap}")
    counts = []
    while first < cap:
        counts.append(first)
        first *= 2
    return [*counts, cap]


def bounded_sequence(values: ArrayLike, low: float, high: float, alpha: float, tuned_to: float) -> Estimate:
    """The mean of bounded values with an interval that is valid at every look.

    This is the empirical-Bernstein confidence sequence with a gamma-exponential mixture as the sub-exponential
    boundary; each side has an error rate of ``alpha / 2``. For thousands of deals it is a tenth to a half narrower
    than the stitched boundary. Each deal is predicted by the mean of the deals before it (the first by the middle of
    the range), and the squared prediction errors are the clock.

    Args:
        values: One number per deal so far, in order.
        low: The least possible value.
        high: The greatest possible value.
        alpha: The error rate over all looks.
        tuned_to: The number of deals at which the interval should be narrow. Choose it without looking at the values;
            it changes only the width.

    Source: Howard, Ramdas, McAuliffe and Sekhon 2021, "Time-uniform, nonparametric, nonasymptotic confidence
    sequences", Annals of Statistics 49, Theorem 4 and Proposition 9.
    """
    array = _checked(values, alpha, tuned_to)
    if not high > low:
        raise ValueError(f"high must be above low, not {high} with low {low}")
    slack = _ROUNDING * (high - low)
    if array.size and (array.min() < low - slack or array.max() > high + slack):
        raise ValueError(f"a value lies outside {low} to {high}")
    if not array.size:
        return interval_from(nan, nan, 0, 1 - alpha)
    sums = np.cumsum(array)
    predictions = np.concatenate([[(low + high) / 2], sums[:-1] / np.arange(1, array.size)])
    clock = np.cumsum((array - predictions) ** 2)[-1:]
    spread = (high - low) / SPREADS_IN_RANGE
    boundary = empirical_bernstein_boundary(clock, alpha, high - low, tuned_to * spread**2)
    return _around(array, float((boundary / array.size)[0]), alpha).cut(low, high)


def asymptotic_sequence(values: ArrayLike, alpha: float, tuned_to: float) -> Estimate:
    """The mean of unbounded values with an interval that is valid at every look.

    The promise is asymptotic: the more deals at the first look, the better it holds. With one deal the ends are
    infinite. See :func:`bounded_sequence` for the arguments.

    Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, "Time-uniform central limit theory and asymptotic
    confidence sequences", Annals of Statistics 52 (arXiv 2103.06476), Theorem 2.2.
    """
    array = _checked(values, alpha, tuned_to)
    if not array.size:
        return interval_from(nan, nan, 0, 1 - alpha)
    margin = asymptotic_margin(np.array([float(array.size)]), alpha, tuned_to)[0]
    spread = float(np.std(array, ddof=1)) if array.size > 1 else inf
    return _around(array, spread * float(margin), alpha)


def sequential_verdict(effect: Estimate, tolerance: float) -> Verdict:
    """The verdict for an interval of a confidence sequence, valid at every look.

    For ``m`` questions with one error rate, make each sequence with ``alpha = error rate / m``. As in
    :func:`arkadia_sim.stats.verdicts.verdict_from`, an interval within the tolerance means no difference that
    matters. With fewer than 30 deals, or an interval of zero width (nothing varied yet), nothing is settled. The
    asymptotic sequence could miss a rare but large effect until ten deals differ: :class:`PairedSequence` checks that.
    """
    if not tolerance > 0:
        raise ValueError(f"the tolerance must be above 0, not {tolerance}")
    if effect.n < MINIMUM_DEALS or effect.low == effect.high:
        return Verdict.NOT_SETTLED
    return verdict_by_interval(effect, tolerance)


def empirical_bernstein_boundary(
    clock: NDArray[np.float64], alpha: float, scale: float, tuned_to: float
) -> NDArray[np.float64]:
    """How far a sum may stray from its expectation to either side.

    This is the gamma-exponential mixture boundary: the sum at which the mixture of ``exp(lambda * sum - psi(lambda) *
    clock)`` over ``lambda`` reaches ``2 / alpha``, where ``psi`` is the exponent of a sub-exponential variable.

    Args:
        clock: The squared prediction errors so far, one entry per look.
        alpha: The error rate over all looks.
        scale: The scale of the sub-exponential variable.
        tuned_to: The value of the clock at which the boundary should be low.
    """
    precision = tuned_to / _best_ratio(alpha)
    threshold = log(2 / alpha)
    sums = np.sqrt(2 * threshold * (clock + precision)) + scale * threshold
    while np.any(below := _log_mixture(sums, clock, precision, scale)[0] < threshold):
        sums = np.where(below, 2 * sums, sums)
    # The logarithm of a mixture of exponentials is convex: from above, Newton's steps approach the root and never
    # pass it. A sum that has converged stays, so that one look does not depend on the others.
    moving = np.ones(sums.shape, dtype=np.bool_)
    for _ in range(_NEWTON_STEPS):
        value, slope = _log_mixture(sums, clock, precision, scale)
        step = np.where(moving, (value - threshold) / slope, 0.0)
        sums = sums - step
        moving = np.abs(step) > _ROUNDING * sums
        if not moving.any():
            break
    return sums


def asymptotic_margin(deals: NDArray[np.float64], alpha: float, tuned_to: float) -> NDArray[np.float64]:
    """Half the width of the asymptotic sequence after these numbers of deals, in standard deviations of one deal."""
    grown = deals * _best_ratio(alpha) / tuned_to
    return np.sqrt(2 * (grown + 1) / (grown * deals) * np.log(np.sqrt(grown + 1) / alpha))


def _best_ratio(alpha: float) -> float:
    """The ratio of time to the mixture's precision at which the interval is narrowest (both papers' approximation)."""
    return 2 * log(1 / alpha) + log(1 + 2 * log(1 / alpha))


def _log_mixture(
    sums: NDArray[np.float64], clock: NDArray[np.float64], precision: float, scale: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The logarithm of the gamma-exponential mixture and its slope in ``sums`` (Proposition 9 of Howard et al.)."""
    from scipy.special import gammainc, gammaln

    prior = precision / scale**2
    shape = (clock + precision) / scale**2
    rate = (scale * sums + clock + precision) / scale**2
    inside = gammainc(shape, rate)
    normaliser = prior * log(prior) - gammaln(prior) - np.log(gammainc(prior, prior))
    logarithm = normaliser + gammaln(shape) + np.log(inside) - shape * np.log(rate) + rate - prior
    density = np.exp((shape - 1) * np.log(rate) - rate - gammaln(shape))
    return logarithm, (density / inside - shape / rate + 1) / scale


def _checked(values: ArrayLike, alpha: float, tuned_to: float) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"one number per deal is needed, not an array of shape {array.shape}")
    if not np.all(np.isfinite(array)):
        raise ValueError("a value is missing or not finite")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1, not {alpha}")
    if not 0 < tuned_to < inf:
        raise ValueError(f"the sequence must be tuned to a number of deals above 0, not {tuned_to}")
    return array


def _around(values: NDArray[np.float64], reach: float, alpha: float) -> Estimate:
    n = values.size
    mean = float(np.mean(values))
    standard_error = float(np.std(values, ddof=1)) / sqrt(n) if n > 1 else inf
    return Estimate(mean, mean - reach, mean + reach, standard_error, n, 1 - alpha)


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
            estimate = asymptotic_sequence(values, self._alpha_of_mean, self.tuned_to)
        else:
            estimate = bounded_sequence(values, -self.most, self.most, self._alpha_of_mean, self.tuned_to)
        return replace(estimate, level=1 - self.alpha)

    def _mean_trusted(self, changed: int) -> bool:
        return self.most is not None or changed >= MINIMUM_CHANGED_DEALS

    def _by_count(self, changed: int, deals: int, span: float) -> float:
        """How far the mean can be from zero, given the number of deals that differ."""
        largest = span if self.most is None else self.most
        return largest * largest_share(changed, deals, COUNT_SHARE * self.alpha / self.looks)
