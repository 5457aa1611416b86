"""How much bonus each seat needs so that all seats do equally well.

A straight line is fitted to the games played: seats that start with more than the table's average gain in proportion.
Its slope is the value of one unit. The fit is weighted least squares; games near balance weigh most. (Robbins and
Monro 1951, "A stochastic approximation method", Annals of Mathematical Statistics 22, take such steps one at a time;
with common deals the fit can use all of them.) A search near the solution then finds the best whole numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate

_DRAWS = 4000
_TINY = 1e-9
"""Replaces a slope of zero. The needs then become huge, because no bonus would help."""

_OFFSETS = np.arange(0.0, 1.0, 0.05)

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Response:
    """A fitted line: a seat's advantage is ``start + slope * (value - mean of the values)``.

    ``start`` is each seat's advantage over the table's mean when all seats have the same value.
    """

    start: Values
    slope: float

    def at(self, values: ArrayLike) -> Values:
        """Predict each seat's advantage for these values."""
        by_seat = np.asarray(values, dtype=np.float64)
        predicted: Values = self.start + self.slope * (by_seat - by_seat.mean())
        return predicted

    @property
    def needed(self) -> Values:
        """The bonus each seat needs for balance, relative to the seat that needs least."""
        needs = -self.start / _not_zero(np.array(self.slope))
        relative: Values = needs - needs.min()
        return relative


def fitted_response(settings: ArrayLike, advantages: ArrayLike) -> Response:
    """Fit a response to the values of each seat in played settings, and the advantages there: (settings, seats).

    ValueError if all settings are the same, so that no slope can be fitted.
    """
    starts, slopes = _fits(np.asarray(settings, dtype=np.float64), np.asarray(advantages, dtype=np.float64)[None])
    return Response(starts[0], float(slopes[0]))


def _fits(values: Values, advantages: Values) -> tuple[Values, Values]:
    """The starts and slopes of many fits at once; ``advantages`` has the shape (fits, settings, seats)."""
    centred = values - values.mean(axis=1, keepdims=True)
    weights = 1.0 / (1.0 + np.abs(advantages).max(axis=2)) ** 2
    weights /= weights.sum(axis=1, keepdims=True)
    centre = np.einsum("fs,sp->fp", weights, centred)
    average = np.einsum("fs,fsp->fp", weights, advantages)
    steps = centred[None] - centre[:, None]
    spread = np.einsum("fs,fsp->f", weights, steps**2)
    if not np.all(spread > 0):
        raise ValueError("all settings are the same")
    slopes = np.einsum("fs,fsp->f", weights, steps * (advantages - average[:, None])) / spread
    return average - slopes[:, None] * centre, slopes


def _not_zero(slopes: Values) -> Values:
    """The slopes, with those near zero replaced by a very small one."""
    safe: Values = np.where(np.abs(slopes) < _TINY, _TINY, slopes)
    return safe


def whole_values(response: Response, low: int, high: int, usual: int) -> tuple[int, ...]:
    """The whole numbers, one for each seat, with which the predicted advantages of the seats differ least.

    They lie from ``low`` to ``high``. ``usual`` is the smallest of them, where there is room; otherwise as near to it
    as possible.
    """
    needed = np.minimum(response.needed, high - low)
    best: tuple[float, float, tuple[int, ...]] | None = None
    for offset in _OFFSETS:
        steps = np.floor(needed + offset).astype(np.int64)
        steps = np.minimum(steps - steps.min(), high - low)
        worst = float(np.abs(response.at(steps)).max())
        if best is None or (worst, float(steps.sum())) < best[:2]:
            best = (worst, float(steps.sum()), _from_least(steps, low, high, usual))
    assert best is not None
    return best[2]


def _from_least(steps: NDArray[np.int64], low: int, high: int, usual: int) -> tuple[int, ...]:
    """Values of which the least is the usual one, or as near to it as there is room."""
    steps = steps - steps.min()
    least = min(max(low, usual), high - int(steps.max()))
    return tuple(int(value) for value in steps + least)


def neighbours(
    values: Sequence[int], low: int, high: int, usual: int, alike: Sequence[object] = ()
) -> list[tuple[int, ...]]:
    """The other values of the kind of :func:`whole_values` in which one seat, or all that are ``alike``, have one unit
    more or less."""
    kinds = alike or range(len(values))
    units = np.array([[kind == raised for kind in kinds] for raised in dict.fromkeys(kinds)], dtype=np.int64)
    near = [*(np.array(values) + units), *(np.array(values) - units)]
    found = {_from_least(steps, low, high, usual) for steps in near if np.ptp(steps) <= high - low}
    return sorted(found - {tuple(values)})


@dataclass(frozen=True)
class Needs:
    """The bonus each seat needs, relative to the seat that needs least, and the value of one unit.

    The intervals of ``needed`` hold for all seats at once (Bonferroni).
    """

    needed: tuple[Estimate, ...]
    slope: Estimate


def needs(settings: Sequence[Sequence[int]], mean: Values, covariance: Values, deals: int) -> Needs:
    """Estimate the needs with intervals, by fitting again to means drawn around the observed ones.

    Where the sign of the slope is uncertain, the intervals of the needs become very wide. ``mean`` and ``covariance``
    of one deal's advantages have seats within settings; all settings played the same deals.
    """
    shape = (len(settings), len(settings[0]))
    response = fitted_response(settings, mean.reshape(shape))
    starts, slopes = _fits(np.asarray(settings, dtype=np.float64), _drawn(mean, covariance, deals, shape))
    least = int(np.argmin(response.needed))
    table = -starts / _not_zero(slopes)[:, None]
    table -= table[:, [least]]
    tail = (1 - LEVEL) / 2
    of_seat = tail / max(1, shape[1] - 1)
    lows, highs = np.quantile(table, [of_seat, 1 - of_seat], axis=0)
    spreads = table.std(axis=0, ddof=1)
    rows = zip(response.needed, lows, highs, spreads, strict=True)
    low, high = np.quantile(slopes, [tail, 1 - tail])
    return Needs(
        tuple(Estimate(float(a), float(b), float(c), float(d), deals, LEVEL) for a, b, c, d in rows),
        Estimate(response.slope, float(low), float(high), float(slopes.std(ddof=1)), deals, LEVEL),
    )


def _drawn(mean: Values, covariance: Values, deals: int, shape: tuple[int, int]) -> Values:
    """Means drawn around the observed ones: (draws, settings, seats)."""
    generator = np.random.Generator(np.random.PCG64(0))
    drawn = generator.multivariate_normal(mean, covariance / deals, size=_DRAWS, method="eigh")
    return drawn.reshape(-1, *shape)


def rivals(
    settings: Sequence[tuple[int, ...]], chosen: tuple[int, ...], mean: Values, covariance: Values, deals: int
) -> tuple[tuple[int, ...], ...]:
    """The settings that may make the seats as even as the chosen one, or more: not clearly worse, at the usual level
    for all settings at once (Bonferroni).

    ``mean`` and ``covariance`` are those of :func:`needs`.
    """
    largest = np.abs(_drawn(mean, covariance, deals, (len(settings), len(chosen)))).max(axis=2)
    as_good = (largest <= largest[:, [settings.index(chosen)]]).mean(axis=0) > (1 - LEVEL) / max(1, len(settings) - 1)
    return tuple(values for values, may in zip(settings, as_good, strict=True) if may and values != chosen)
