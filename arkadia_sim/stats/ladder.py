"""All against all: the mean against a field, who surely beats whom, and circles of those who do.

Everything is told from an array ``values[a, b, deal]``: what one ``a`` got among ``b`` only, the mean over the seats of
that deal. The deals are common to all pairs. Pairs may have been played with the first so many deals only; what was
not played is NaN, and so is ``values[a, a]``.
"""

from collections import deque
from collections.abc import Sequence
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.equivalence import ALPHA, Evidence, difference_p
from arkadia_sim.stats.intervals import LEVEL, Estimate, interval_from, mean_interval
from arkadia_sim.stats.multiple import holm

Values = NDArray[np.float64]
Pair = tuple[int, int]


def field_interval(values: ArrayLike, weights: ArrayLike, level: float = LEVEL) -> Estimate:
    """One player's mean against a field: ``values[opponent, deal]``, each opponent with its weight in the field.

    The deal is the unit: the residuals of all opponents of a deal are summed before they are squared, so that what is
    common to them is not taken for independent. With equally many deals it is :func:`mean_interval` of the deals' means
    over the opponents. ``n`` is the fewest deals of any opponent: with fewer for some the interval is a little wide.
    """
    table, shares = np.asarray(values, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    if table.ndim != 2 or shares.shape != table.shape[:1] or not np.all(shares >= 0) or not np.any(shares > 0):
        raise ValueError("a field has one weight from 0 for each opponent, and a weight above 0 for one at least")
    table, shares = table[shares > 0], shares[shares > 0] / shares.sum()
    counts = np.isfinite(table).sum(axis=1)
    fewest = int(counts.min())
    if fewest == 0:
        raise ValueError("an opponent of the field was not played")
    means = np.nansum(table, axis=1) / counts
    mean = float(shares @ means)
    if fewest == 1:
        return interval_from(mean, np.inf, 1, level)
    each = shares / counts * np.sqrt(counts / (counts - 1))
    residuals = np.where(np.isfinite(table), (table - means[:, None]) * each[:, None], 0.0).sum(axis=0)
    return interval_from(mean, sqrt(float(residuals @ residuals)), fewest, level)


def advantages(values: Values) -> dict[Pair, Evidence]:
    """For each pair ``a < b`` what one ``a`` among ``b`` gets more than one ``b`` among ``a``, deal by deal.

    Pairs that were not played are left out. Differences below one part in a billion are rounding, and none.
    """
    found = {}
    for a, b in combinations(range(len(values)), 2):
        differences = np.round(values[a, b] - values[b, a], 9)
        differences = differences[np.isfinite(differences)]
        if differences.size:
            changed = int(np.count_nonzero(differences))
            found[a, b] = Evidence(mean_interval(differences), tolerance=0.0, changed_deals=changed)
    return found


def surely_beats(families: Sequence[dict[Pair, Evidence]], alpha: float = ALPHA) -> list[set[Pair]]:
    """Who surely beats whom, winner first, all pairs of all tables judged as one family (Holm).

    With probability ``alpha`` at most is any pair named that is even in truth.
    """
    p_values = holm([difference_p(one) for family in families for one in family.values()])
    adjusted = iter(p_values)
    found = []
    for family in families:
        judged = [(pair, one.effect.mean, float(next(adjusted))) for pair, one in family.items()]
        found.append({(a, b) if mean > 0 else (b, a) for (a, b), mean, p in judged if p <= alpha})
    return found


def cycles(beats: set[Pair]) -> list[tuple[int, ...]]:
    """The circles among those who beat each other: a shortest one through each player that is in one.

    Who stands in a circle told before gets no other. Each is told from its smallest number on; every player of it
    beats the next, the last the first.
    """
    found: dict[tuple[int, ...], None] = {}
    for start in sorted({player for pair in beats for player in pair}):
        circle = _shortest_circle(beats, start)
        if circle and not any(start in other for other in found):
            first = circle.index(min(circle))
            found[circle[first:] + circle[:first]] = None
    return list(found)


def _shortest_circle(beats: set[Pair], start: int) -> tuple[int, ...]:
    """The shortest way from a player along those who are beaten back to it; empty where there is none."""
    beaten: dict[int, list[int]] = {}
    for winner, loser in sorted(beats):
        beaten.setdefault(winner, []).append(loser)
    came_from: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in beaten.get(here, ()):
            if there == start:
                way = [here]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return tuple(reversed(way))
            if there not in came_from:
                came_from[there] = here
                waiting.append(there)
    return ()
