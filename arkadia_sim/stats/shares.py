"""Intervals for shares of rare events, and for differences of such shares.

Student's t ignores what has not happened yet: a share of three deals in ten thousand needs an interval that is far
from symmetric. Such a share gets the exact interval (Clopper and Pearson 1934, "The use of confidence or fiducial
limits illustrated in the case of the binomial", Biometrika 26). Sums and differences combine the intervals of their
parts by MOVER (Newcombe 1998, "Interval estimation for the difference between independent proportions", Statistics in
Medicine 17; Zou and Donner 2008, "Construction of confidence limits about effect measures", Statistics in Medicine
27).
"""

from collections.abc import Sequence
from math import sqrt

from arkadia_sim.stats.intervals import LEVEL, Estimate


def share_interval(count: int, n: int, level: float = LEVEL) -> Estimate:
    """The share ``count / n`` of deals with its exact interval."""
    from scipy.special import betaincinv

    if not 0 <= count <= n or n < 1:
        raise ValueError(f"{count} of {n} is not a share")
    tail = (1 - level) / 2
    share = count / n
    low = float(betaincinv(count, n - count + 1, tail)) if count else 0.0
    high = float(betaincinv(count + 1, n - count, 1 - tail)) if count < n else 1.0
    error = sqrt(share * (1 - share) / (n - 1)) if n > 1 else 0.0
    return Estimate(share, low, high, error, n, level)


def sum_of_parts(parts: Sequence[tuple[float, Estimate]]) -> Estimate:
    """The weighted sum of independent parts, with an interval from the intervals of the parts.

    For symmetric intervals it is the usual one. Parts of one multinomial (how often up, how often down) count as
    independent if all of them are rare.

    Args:
        parts: Pairs of a weight and an estimate.
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
