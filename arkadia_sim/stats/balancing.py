"""How much of something each seat needs so that all do alike: a response fitted to what was played, and solved.

Only how much more a seat has than the others can move it, so that one number tells the response: what one unit above
the mean of the table is worth. It is fitted by least squares to all that was played, what came near balance weighing
most (Robbins and Monro 1951, "A stochastic approximation method", Annals of Mathematical Statistics 22, take such steps
one by one; with common deals the fit uses all of them). Whole numbers are then sought around the solution.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate

_DRAWS = 4000
_TINY = 1e-9
"""Stands for a slope of zero: then what is needed is beyond all bounds."""

_OFFSETS = np.arange(0.0, 1.0, 0.05)

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Response:
    """``start + slope * (values - their mean)`` is what the seats get above the mean of the table."""

    start: Values
    slope: float

    def at(self, values: ArrayLike) -> Values:
        """What the seats are told to get with these values."""
        each = np.asarray(values, dtype=np.float64)
        told: Values = self.start + self.slope * (each - each.mean())
        return told

    @property
    def needed(self) -> Values:
        """What each seat needs more than the one that needs least, for all to get the same."""
        needs = -self.start / _not_zero(np.array(self.slope))
        least: Values = needs - needs.min()
        return least


def fitted_response(settings: ArrayLike, advantages: ArrayLike) -> Response:
    """The response behind what was played: ``settings[k]`` are the values by seat, ``advantages[k]`` what came out.

    ValueError where all settings were the same: then nothing moved.
    """
    starts, slopes = _fits(np.asarray(settings, dtype=np.float64), np.asarray(advantages, dtype=np.float64)[None])
    return Response(starts[0], float(slopes[0]))


def _fits(values: Values, seen: Values) -> tuple[Values, Values]:
    """The starts and slopes of many fits at once: ``seen[fit, setting, seat]``."""
    apart = values - values.mean(axis=1, keepdims=True)
    weights = 1.0 / (1.0 + np.abs(seen).max(axis=2)) ** 2
    weights /= weights.sum(axis=1, keepdims=True)
    middle = np.einsum("fs,sp->fp", weights, apart)
    got = np.einsum("fs,fsp->fp", weights, seen)
    moved = apart[None] - middle[:, None]
    spread = np.einsum("fs,fsp->f", weights, moved**2)
    if not np.all(spread > 0):
        raise ValueError("all settings are the same")
    slopes = np.einsum("fs,fsp->f", weights, moved * (seen - got[:, None])) / spread
    return got - slopes[:, None] * middle, slopes


def _not_zero(slopes: Values) -> Values:
    """The slopes, those that are as good as zero as a very small one."""
    found: Values = np.where(np.abs(slopes) < _TINY, _TINY, slopes)
    return found


def whole_values(response: Response, low: int, high: int, usual: int) -> tuple[int, ...]:
    """The whole numbers from ``low`` to ``high`` with which the seats differ least, by the response.

    The least of them is ``usual`` if there is room, else as near to it as there is.
    """
    needed = np.minimum(response.needed, high - low)
    best: tuple[float, float, tuple[int, ...]] | None = None
    for offset in _OFFSETS:
        steps = np.floor(needed + offset).astype(np.int64)
        steps = np.minimum(steps - steps.min(), high - low)
        least = min(max(low, usual), high - int(steps.max()))
        values = tuple(int(one) for one in steps + least)
        furthest = float(np.abs(response.at(values)).max())
        if best is None or (furthest, float(steps.sum())) < best[:2]:
            best = (furthest, float(steps.sum()), values)
    assert best is not None
    return best[2]


@dataclass(frozen=True)
class Needs:
    """What each seat needs more than the seat that needs least, and what one unit is worth, with intervals.

    The intervals of the needs hold for all seats at once (Bonferroni).
    """

    needed: tuple[Estimate, ...]
    slope: Estimate


def needs(
    settings: Sequence[Sequence[int]], mean: Values, covariance: Values, deals: int, seed: int = 0, level: float = LEVEL
) -> Needs:
    """How sure the needs are: the fit made anew for means drawn around those that were seen.

    ``mean`` and ``covariance`` are those of one deal, seats within settings; all settings played the same deals. Where
    the slope may be of either sign the ends of the needs are far out: nothing is known of them.
    """
    shape = (len(settings), len(settings[0]))
    response = fitted_response(settings, mean.reshape(shape))
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn = generator.multivariate_normal(mean, covariance / deals, size=_DRAWS, method="eigh")
    starts, slopes = _fits(np.asarray(settings, dtype=np.float64), drawn.reshape(-1, *shape))
    least = int(np.argmin(response.needed))
    table = -starts / _not_zero(slopes)[:, None]
    table -= table[:, [least]]
    tail = (1 - level) / 2
    of_seat = tail / max(1, shape[1] - 1)
    lows, highs = np.quantile(table, [of_seat, 1 - of_seat], axis=0)
    spreads = table.std(axis=0, ddof=1)
    found = zip(response.needed, lows, highs, spreads, strict=True)
    low, high = np.quantile(slopes, [tail, 1 - tail])
    return Needs(
        tuple(Estimate(float(a), float(b), float(c), float(d), deals, level) for a, b, c, d in found),
        Estimate(response.slope, float(low), float(high), float(slopes.std(ddof=1)), deals, level),
    )
