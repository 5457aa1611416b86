"""All bots against all: the mean against a field, and which bots significantly beat which.

All functions use an array ``values[a, b, deal]``: the mean result of one bot ``a`` among bots ``b`` over the seats of
a deal. All pairs share the deals, but a pair may have played only the first few of them. Values of games that were
not played, and ``values[a, a]``, are NaN.
"""

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate, interval_from, mean_interval
from arkadia_sim.stats.verdicts import ALPHA, Evidence, difference_p, holm

Values = NDArray[np.float64]
Pair = tuple[int, int]


def field_interval(values: ArrayLike, weights: ArrayLike, level: float = LEVEL) -> Estimate:
    """One bot's weighted mean against a field of opponents, from results of shape (opponents, deals).

    The deal is the unit: residuals of all opponents in a deal are summed before they are squared, because they are not
    independent. With equally many deals this is :func:`mean_interval` of the deals' means over the opponents. ``n`` is
    the smallest number of deals of any opponent; if others have more, the interval is slightly too wide.
    """
    table, shares = np.asarray(values, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    if table.ndim != 2 or shares.shape != table.shape[:1] or not np.all(shares >= 0) or not np.any(shares > 0):
        raise ValueError("weights must hold one number of 0 or more for each opponent, at least one above 0")
    table, shares = table[shares > 0], shares[shares > 0] / shares.sum()
    counts = np.isfinite(table).sum(axis=1)
    fewest = int(counts.min())
    if fewest == 0:
        raise ValueError("an opponent with a weight above 0 has no deals")
    means = np.nansum(table, axis=1) / counts
    mean = float(shares @ means)
    if fewest == 1:
        return interval_from(mean, np.inf, 1, level)
    scale = shares / counts * np.sqrt(counts / (counts - 1))
    residuals = np.where(np.isfinite(table), (table - means[:, None]) * scale[:, None], 0.0).sum(axis=0)
    return interval_from(mean, sqrt(float(residuals @ residuals)), fewest, level)


def advantages(values: Values) -> dict[Pair, Evidence]:
    """For each pair ``a < b``: how much more one ``a`` gets among ``b`` than one ``b`` among ``a``, over deals.

    Pairs that were not played are left out. Differences below one in a billion are rounding and count as zero.
    """
    evidence = {}
    for a, b in combinations(range(len(values)), 2):
        differences = np.round(values[a, b] - values[b, a], 9)
        differences = differences[np.isfinite(differences)]
        if differences.size:
            changed = int(np.count_nonzero(differences))
            evidence[a, b] = Evidence(mean_interval(differences), tolerance=0.0, changed_deals=changed)
    return evidence


def surely_beats(families: Sequence[dict[Pair, Evidence]], alpha: float = ALPHA) -> list[set[Pair]]:
    """The pairs (winner, loser) that differ significantly; all pairs of all tables are one family (Holm).

    The probability that any of them is in truth equal is at most ``alpha``.
    """
    p_values = holm([difference_p(evidence) for family in families for evidence in family.values()])
    adjusted = iter(p_values)
    winners = []
    for family in families:
        judged = [(pair, evidence.effect.mean, float(next(adjusted))) for pair, evidence in family.items()]
        winners.append({(a, b) if mean > 0 else (b, a) for (a, b), mean, p in judged if p <= alpha})
    return winners
