"""How much of what a player gets is the seat, the own strategy, the others, the deal, and the rest.

Each deal is replayed with every line-up of some bots, so that what a seat gets of a deal is seen with everybody in it.
The variance of a value that is picked at random (deal, line-up, seat) then falls into parts: a two-way analysis of
variance for each seat, deals drawn at random, line-ups fixed (Scheffé 1959, "The analysis of variance", chapter 8), the
components by the method of moments (Searle, Casella and McCulloch 1992, "Variance components", chapter 4). What is
fixed (seat and line-up) is estimated without the part that noise adds to the variance of means.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate

RESAMPLES = 300

Values = NDArray[np.float64]

PARTS = ("seat", "own", "others", "deal", "rest")
"""In the order in which they are told: see :class:`Split`."""


@dataclass(frozen=True)
class Split:
    """Shares of the variance, each with its interval over deals (percentile bootstrap, each for itself).

    ``seat`` is where one sits, ``own`` which bot one is, ``others`` who else is there (and how that and the own bot go
    with each other and with the seat). ``deal`` is what the same seat of the same deal brings whoever plays: the
    covariance of line-ups. ``rest`` is what is left: how a deal and these players come together, with all that follows
    from it. ``total`` is the variance of which they are shares, in squared units of the values.
    """

    seat: Estimate
    own: Estimate
    others: Estimate
    deal: Estimate
    rest: Estimate
    total: float

    def share(self, part: str) -> Estimate:
        """A share by its name."""
        found: Estimate = getattr(self, part)
        return found


def variance_split(
    values: Values, lineups: Sequence[Sequence[int]], level: float = LEVEL, resamples: int = RESAMPLES, seed: int = 0
) -> Split:
    """The split of ``values[deal, line-up, seat]``, where ``lineups`` says which bot sits in which seat.

    ValueError with fewer than two deals or line-ups, or where nothing varies.
    """
    if values.ndim != 3 or len(values) < 2 or values.shape[1] < 2:
        raise ValueError("a split takes several deals, each with several line-ups")
    sums = _Sums(values, np.asarray(lineups, dtype=np.int64))
    deals = len(values)
    best = sums.components(np.ones((1, deals)), noises=1)[0]
    if not best.sum() > 0:
        raise ValueError("nothing varies")
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn = sums.components(generator.multinomial(deals, np.full(deals, 1 / deals), size=resamples), noises=2)
    shares = drawn / drawn.sum(axis=1, keepdims=True)
    low, high = np.quantile(shares, [(1 - level) / 2, (1 + level) / 2], axis=0)
    total = float(best.sum())
    told = [
        Estimate(
            max(0.0, float(best[k]) / total),
            float(low[k]),
            float(high[k]),
            float(shares[:, k].std(ddof=1)),
            len(values),
            level,
        )
        for k in range(len(PARTS))
    ]
    seat, own, others, deal, rest = (replace(one, low=max(0.0, one.low), high=max(0.0, one.high)) for one in told)
    return Split(seat, own, others, deal, rest, total)


class _Sums:
    """What each deal adds to the parts, so that any choice of deals is summed and not looked at again.

    The fixed parts are quadratic forms of the true means: their values at the means seen hold noise, too.
    """

    def __init__(self, values: Values, lineups: NDArray[np.int64]) -> None:
        self._lineups, self._seats = lineups.shape
        cells = lineups.size
        grand = np.full((cells, cells), 1 / cells)
        seat, own = (
            _averaging(groups) - grand for groups in (np.tile(np.arange(self._seats), self._lineups), lineups.ravel())
        )
        self._forms = [form / cells for form in (seat, own, np.eye(cells) - grand - seat - own)]
        self._cells = values.reshape(len(values), -1) - values.mean()
        self._squares = [((self._cells @ form) * self._cells).sum(axis=1) for form in self._forms]
        by_seat = values - values.mean()
        self._deal = by_seat.mean(axis=1)
        self._within = ((by_seat - self._deal[:, None]) ** 2).sum(axis=1)

    def components(self, counts: NDArray[Any], noises: int) -> Values:
        """The parts in the order of :data:`PARTS`, a row for each row of ``counts``: how often each deal is there.

        What is 0 in truth may come out a little below. ``noises`` says how often the noise of a mean is in the fixed
        parts: once in a sample, twice where deals are drawn anew from one.
        """
        deals = self._cells.shape[0]
        means = counts @ self._cells / deals
        fixed = []
        for form, squares in zip(self._forms, self._squares, strict=True):
            at_means = ((means @ form) * means).sum(axis=1)
            noise = (counts @ squares - deals * at_means) / deals / (deals - 1)
            fixed.append(at_means - noises * noise)
        of_deal = counts @ self._deal / deals
        apart = means.reshape(-1, self._lineups, self._seats) - of_deal[:, None]
        rest = (counts @ self._within - deals * (apart**2).sum(axis=1)) / ((deals - 1) * (self._lineups - 1))
        deal = (counts @ self._deal**2 - deals * of_deal**2) / (deals - 1) - rest / self._lineups
        found: Values = np.stack([*fixed, deal.mean(axis=1), rest.mean(axis=1)], axis=1)
        return found


def _averaging(groups: NDArray[np.int64]) -> Values:
    """The matrix that puts the mean of its group in place of each number."""
    same = (groups[:, None] == groups[None, :]).astype(np.float64)
    averaged: Values = same / same.sum(axis=1, keepdims=True)
    return averaged
