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

For paired differences, most of which may be zero, :mod:`arkadia_sim.stats.paired_sequence` also uses the number of
deals that differ.

Intervals are not cut by those of earlier looks. Such a running intersection would be valid. But it could leave out
the mean shown beside it, or be empty, and the answer would depend on the number of looks. With twice the deals from
one look to the next, it would hardly ever cut anything.
"""

from collections.abc import Sequence
from math import inf, log, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.equivalence import MINIMUM_DEALS, Verdict, verdict_by_interval
from arkadia_sim.stats.intervals import Estimate

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


def bounded_sequence(
    values: ArrayLike,
    low: float,
    high: float,
    alpha: float,
    tuned_to: float,
    at: Sequence[int] | None = None,
    spread: float | None = None,
) -> list[Estimate]:
    """The mean of bounded values with an interval that is valid at every look.

    This is the empirical-Bernstein confidence sequence with a gamma-exponential mixture as the sub-exponential
    boundary; each side has an error rate of ``alpha / 2``. For thousands of deals it is a tenth to a half narrower
    than the stitched boundary. Each deal is predicted by the mean of the deals before it (the first by the middle of
    the range), and the squared prediction errors are the clock.

    Args:
        values: One number per deal, in order.
        low: The least possible value.
        high: The greatest possible value.
        alpha: The error rate over all looks.
        tuned_to: The number of deals at which the interval should be narrow. Choose it, and ``spread``, without
            looking at the values; both change only the width.
        at: The looks, as numbers of deals (default: one look at the end).
        spread: A guess at the standard deviation of a deal.

    Returns:
        One estimate for each look.

    Source: Howard, Ramdas, McAuliffe and Sekhon 2021, "Time-uniform, nonparametric, nonasymptotic confidence
    sequences", Annals of Statistics 49, Theorem 4 and Proposition 9.
    """
    array, counts = _values_and_looks(values, at)
    _check_tuning(alpha, tuned_to)
    if not high > low:
        raise ValueError(f"high must be above low, not {high} with low {low}")
    slack = _ROUNDING * (high - low)
    if array.size and (array.min() < low - slack or array.max() > high + slack):
        raise ValueError(f"a value lies outside {low} to {high}")
    spread = (high - low) / SPREADS_IN_RANGE if spread is None else spread
    if not 0 < spread < inf:
        raise ValueError(f"the guess at the standard deviation must be above 0, not {spread}")
    if not array.size:
        return [_nothing(alpha)]
    deals = np.array(counts, dtype=np.int64)
    sums = np.cumsum(array)
    before = np.concatenate([[(low + high) / 2], sums[:-1] / np.arange(1, array.size)])
    clock = np.cumsum((array - before) ** 2)[deals - 1]
    reach = empirical_bernstein_boundary(clock, alpha, high - low, tuned_to * spread**2) / deals
    return [_around(array[:count], float(reach[k]), alpha).cut(low, high) for k, count in enumerate(counts)]


def asymptotic_sequence(
    values: ArrayLike, alpha: float, tuned_to: float, at: Sequence[int] | None = None
) -> list[Estimate]:
    """The mean of unbounded values with an interval that is valid at every look.

    The promise is asymptotic: the more deals at the first look, the better it holds. With one deal the ends are
    infinite. See :func:`bounded_sequence` for the arguments.

    Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, "Time-uniform central limit theory and asymptotic
    confidence sequences", Annals of Statistics 52 (arXiv 2103.06476), Theorem 2.2.
    """
    array, counts = _values_and_looks(values, at)
    _check_tuning(alpha, tuned_to)
    if not array.size:
        return [_nothing(alpha)]
    margins = asymptotic_margin(np.array(counts, dtype=np.float64), alpha, tuned_to)
    spreads = [float(np.std(array[:count], ddof=1)) if count > 1 else inf for count in counts]
    return [
        _around(array[:count], spread * float(margin), alpha)
        for count, spread, margin in zip(counts, spreads, margins, strict=True)
    ]


def sequential_verdict(effect: Estimate, tolerance: float) -> Verdict:
    """The verdict for an interval of a confidence sequence, valid at every look.

    For ``m`` questions with one error rate, make each sequence with ``alpha = error rate / m``. As in
    :func:`arkadia_sim.stats.equivalence.verdict_from`, an interval within the tolerance means no difference that
    matters. With fewer than 30 deals, or an interval of zero width (nothing varied yet), nothing is settled. The
    asymptotic sequence could miss a rare but large effect until ten deals differ:
    :class:`arkadia_sim.stats.paired_sequence.PairedSequence` checks that.
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


def _values_and_looks(values: ArrayLike, at: Sequence[int] | None) -> tuple[NDArray[np.float64], list[int]]:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"one number per deal is needed, not an array of shape {array.shape}")
    if not np.all(np.isfinite(array)):
        raise ValueError("a value is missing or not finite")
    counts = [array.size] if at is None else list(at)
    if at is not None and any(not 1 <= count <= array.size for count in counts):
        raise ValueError(f"looks at {counts} deals, but there are {array.size}")
    return array, counts


def _check_tuning(alpha: float, tuned_to: float) -> None:
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1, not {alpha}")
    if not 0 < tuned_to < inf:
        raise ValueError(f"the sequence must be tuned to a number of deals above 0, not {tuned_to}")


def _around(values: NDArray[np.float64], reach: float, alpha: float) -> Estimate:
    n = values.size
    mean = float(np.mean(values))
    standard_error = float(np.std(values, ddof=1)) / sqrt(n) if n > 1 else inf
    return Estimate(mean, mean - reach, mean + reach, standard_error, n, 1 - alpha)


def _nothing(alpha: float) -> Estimate:
    return Estimate(nan, nan, nan, nan, 0, 1 - alpha)
