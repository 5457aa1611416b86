"""How far a share may be from the truth where few deals have anything to do with it, and differences of such shares.

Student's t knows nothing of what has not happened yet: a share of which three deals of ten thousand were met has an
interval that is far from symmetrical. Such a share has Clopper and Pearson's exact interval (1934, "The use of
confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26), and a sum or difference has what
follows from the intervals of its parts (MOVER: Newcombe 1998, "Interval estimation for the difference between
independent proportions", Statistics in Medicine 17; Zou and Donner 2008, "Construction of confidence limits about
effect measures", the same 27).
"""

from collections.abc import Sequence
from math import sqrt

from arkadia_sim.stats.intervals import LEVEL, Estimate


def share_interval(count: int, n: int, level: float = LEVEL) -> Estimate:
    """The share of deals in which something happened, ``count`` of ``n``, with its exact interval."""
    from scipy.special import betaincinv

    if not 0 <= count <= n or n < 1:
        raise ValueError(f"{count} of {n} is no share")
    tail = (1 - level) / 2
    share = count / n
    low = float(betaincinv(count, n - count + 1, tail)) if count else 0.0
    high = float(betaincinv(count + 1, n - count, 1 - tail)) if count < n else 1.0
    error = sqrt(share * (1 - share) / (n - 1)) if n > 1 else 0.0
    return Estimate(share, low, high, error, n, level)


def sum_of_parts(parts: Sequence[tuple[float, Estimate]]) -> Estimate:
    """The weighted sum of parts that are independent of each other, its interval from those of the parts.

    Where the intervals of the parts are symmetrical it is the usual one. Parts of one multinomial (how often up, how
    often down) are independent enough where all of them are rare.
    """
    mean = sum(weight * one.mean for weight, one in parts)
    below = above = variance = 0.0
    for weight, one in parts:
        scaled = one.scaled(weight)
        below += (scaled.mean - scaled.low) ** 2
        above += (scaled.high - scaled.mean) ** 2
        variance += scaled.standard_error**2
    first = parts[0][1]
    n = min(one.n for _, one in parts)
    return Estimate(mean, mean - sqrt(below), mean + sqrt(above), sqrt(variance), n, first.level)
