"""How much of the variance in results comes from the seat, a player's own strategy, the others, the deal, and the rest.

Each deal is played with every lineup of some bots, so each seat of a deal is observed with each bot in it. The
variance of a randomly picked value (deal, lineup, seat) is then split by a two-way analysis of variance for each seat,
with random deals and fixed lineups (Scheffé 1959, "The analysis of variance", chapter 8). Components come from the
method of moments (Searle, Casella and McCulloch 1992, "Variance components", chapter 4). For seat and lineup, which
are fixed, the part that noise adds to the variance of means is removed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate, interval_from

RESAMPLES = 300

Values = NDArray[np.float64]

PARTS = ("seat", "own", "others", "deal", "rest")
"""The parts in the order in which they are shown: see :class:`Split`."""


@dataclass(frozen=True)
class Split:
    """Shares of the variance, each with its own interval over deals (percentile bootstrap).

    seat     the seat
    own      the bot in that seat
    others   who else sits at the table, and how that interacts with the own bot and the seat
    deal     what a seat of a deal brings whoever plays: the covariance of lineups
    rest     what is left: how a deal and its players interact, and all that follows
    total    the whole variance, in squared units of the values
    pieces   where deals share pieces: what each brings whoever plays (``board``), and how it and the players interact
             (``board_play``); they are no part of ``deal`` and ``rest`` then
    """

    seat: Estimate
    own: Estimate
    others: Estimate
    deal: Estimate
    rest: Estimate
    total: float
    pieces: Mapping[str, Estimate] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of all shares: :data:`PARTS`, with the pieces before the deal."""
        place = PARTS.index("deal")
        return (*PARTS[:place], *self.pieces, *PARTS[place:])

    def share(self, part: str) -> Estimate:
        """A share by its name, one of :attr:`parts`."""
        estimate: Estimate = self.pieces[part] if part in self.pieces else getattr(self, part)
        return estimate


def variance_split(
    values: Values, lineups: Sequence[Sequence[int]], level: float = LEVEL, resamples: int = RESAMPLES
) -> Split:
    """Split the variance of results of shape (deals, lineups, seats); ``lineups[lineup][seat]`` is the bot there.

    ValueError for fewer than two deals or lineups, or if nothing varies.
    """
    if values.ndim != 3 or len(values) < 2 or values.shape[1] < 2:
        raise ValueError("a split needs at least two deals, each with at least two lineups")
    sums = _Sums(values, np.asarray(lineups, dtype=np.int64))
    deals = len(values)
    best = sums.components(np.ones((1, deals)), noises=1)[0]
    if not best.sum() > 0:
        raise ValueError("nothing varies")
    generator = np.random.Generator(np.random.PCG64(0))
    drawn = sums.components(generator.multinomial(deals, np.full(deals, 1 / deals), size=resamples), noises=2)
    shares = drawn / drawn.sum(axis=1, keepdims=True)
    low, high = np.quantile(shares, [(1 - level) / 2, (1 + level) / 2], axis=0)
    total = float(best.sum())
    estimates = [
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
    seat, own, others, deal, rest = (
        replace(estimate, low=max(0.0, estimate.low), high=max(0.0, estimate.high)) for estimate in estimates
    )
    return Split(seat, own, others, deal, rest, total)


BLOCKS = 40
"""How many times some of the boards are left out, each board once."""
PLAY = "_play"
"""What is behind the name of a piece where its share is how it and the players interact."""


def shared_split(
    values: Values, lineups: Sequence[Sequence[int]], pieces: Mapping[str, NDArray[np.int64]], level: float = LEVEL
) -> Split:
    """Split the variance of results whose deals share pieces, such as a board, into one part more for each piece.

    What a piece brings is the covariance of different deals that have it in common. Standard errors come from leaving
    out some boards after others, then some decks after others; their squares are added. ``pieces`` has by name the
    number of the piece in each deal; the rest is as in :func:`variance_split`.

    Source: Cameron, Gelbach and Miller 2011, "Robust inference with multiway clustering", Journal of Business and
    Economic Statistics 29; Efron and Stein 1981, "The jackknife estimate of variance", Annals of Statistics 9.
    """
    everything = np.ones(len(values), np.bool_)
    plain = variance_split(values, lineups, level, resamples=2)
    shares = _shares(values, lineups, pieces, everything)
    errors = np.zeros(len(shares))
    for numbers in pieces.values():
        block = np.unique(numbers, return_inverse=True)[1] % BLOCKS
        left_out = np.array([_shares(values, lineups, pieces, block != number) for number in np.unique(block)])
        errors += ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0) * (len(left_out) - 1) / len(left_out)
    n = min(len(np.unique(numbers)) for numbers in pieces.values())
    estimates = [
        interval_from(max(0.0, float(share)), sqrt(error), n, level).cut(0.0, 1.0)
        for share, error in zip(shares, errors, strict=True)
    ]
    seat, own, others, deal, rest = estimates[: len(PARTS)]
    names = [name + end for name in pieces for end in ("", PLAY)]
    return Split(seat, own, others, deal, rest, plain.total, dict(zip(names, estimates[len(PARTS) :], strict=True)))


def _shares(
    values: Values, lineups: Sequence[Sequence[int]], pieces: Mapping[str, NDArray[np.int64]], kept: NDArray[np.bool_]
) -> Values:
    """The shares of :data:`PARTS`, then of each piece alone and with the players, from the deals that are kept."""
    chosen = values[kept]
    sums = _Sums(chosen, np.asarray(lineups, dtype=np.int64))
    parts = sums.components(np.ones((1, len(chosen))), noises=1)[0]
    whole = parts.sum()
    of_pieces: list[float] = []
    lines = values.shape[1]
    for numbers in pieces.values():
        in_games = _alike(chosen.reshape(len(chosen), -1), numbers[kept])
        in_means = _alike(chosen.mean(axis=1), numbers[kept])
        with_play = (in_games - in_means) * lines / (lines - 1)
        of_pieces += [in_games - with_play, with_play]
    place = PARTS.index("deal")
    parts[place] -= sum(of_pieces[0::2])
    parts[place + 1] -= sum(of_pieces[1::2])
    shares: Values = np.array([*parts, *of_pieces]) / whole
    return shares


def _alike(values: Values, numbers: NDArray[np.int64]) -> float:
    """The covariance of different deals that share a piece, on average over the columns."""
    centred = values - values.mean(axis=0)
    _, place, sizes = np.unique(numbers, return_inverse=True, return_counts=True)
    sums = np.add.reduceat(centred[np.argsort(place, kind="stable")], np.cumsum(sizes) - sizes)
    pairs = float((sizes * (sizes - 1)).sum())
    if not pairs:
        raise ValueError("no two deals share a piece")
    return float(((sums**2).sum(axis=0) - (centred**2).sum(axis=0)).mean()) / pairs


class _Sums:
    """What each deal adds to the parts, so that any resample is a sum over deals.

    The fixed parts are quadratic forms of the true means. Their values at the observed means also contain noise.
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
        """The parts in the order of :data:`PARTS`, of shape (resamples, parts).

        A part that is 0 in truth may come out slightly negative. ``counts`` says how often each deal occurs, of shape
        (resamples, deals); ``noises`` how often the fixed parts contain the noise of a mean: twice in a bootstrap
        sample.
        """
        deals = self._cells.shape[0]
        means = counts @ self._cells / deals
        fixed = []
        for form, squares in zip(self._forms, self._squares, strict=True):
            at_means = ((means @ form) * means).sum(axis=1)
            noise = (counts @ squares - deals * at_means) / deals / (deals - 1)
            fixed.append(at_means - noises * noise)
        of_deal = counts @ self._deal / deals
        centred = means.reshape(-1, self._lineups, self._seats) - of_deal[:, None]
        rest = (counts @ self._within - deals * (centred**2).sum(axis=1)) / ((deals - 1) * (self._lineups - 1))
        deal = (counts @ self._deal**2 - deals * of_deal**2) / (deals - 1) - rest / self._lineups
        parts: Values = np.stack([*fixed, deal.mean(axis=1), rest.mean(axis=1)], axis=1)
        return parts


def _averaging(groups: NDArray[np.int64]) -> Values:
    """The matrix that replaces each number by the mean of its group."""
    same = (groups[:, None] == groups[None, :]).astype(np.float64)
    averaged: Values = same / same.sum(axis=1, keepdims=True)
    return averaged


def gaps_between(values: Values, groups: NDArray[np.int64]) -> tuple[Values, Values]:
    """How far two players of one game differ, and two of different games under equal conditions, group by group.

    ``values`` has a number for each deal and seat. Where a group has one deal, the second distance is NaN.
    """
    same, other = [], []
    for group in np.unique(groups):
        chosen = values[groups == group]
        deals, seats = chosen.shape
        apart = np.abs(chosen[:, None, :, None] - chosen[None, :, None, :])  # deal, deal, seat, seat
        apart[:, :, np.arange(seats), np.arange(seats)] = 0.0
        by_deals = apart.sum(axis=(2, 3)) / (seats * (seats - 1))
        within = float(np.trace(by_deals))
        same.append(within / deals)
        other.append((float(by_deals.sum()) - within) / (deals * (deals - 1)) if deals > 1 else np.nan)
    return np.array(same), np.array(other)
