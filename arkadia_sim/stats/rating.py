"""A number for each player's strength, from the shares that one gets among others of one kind: for display.

Bradley and Terry 1952 ("Rank analysis of incomplete block designs", Biometrika 39) for two at a table, and for more of
them Luce's choice model ("Individual choice behavior", 1959), which is the same for two: each player wins with a
chance that is proportional to its strength, so that one A among n - 1 B gets ``a / (a + (n - 1) b)`` of a game. Ratings
are logarithms of strengths on the scale of chess (Elo 1978, "The rating of chessplayers"): 400 points are odds of ten
to one. Only differences mean anything, so that the mean of all ratings is put to 0.

A single number per player cannot show who beats whom in a circle; :func:`fitted_shares` tells what it does say.
"""

from math import log

import numpy as np
from numpy.typing import ArrayLike, NDArray

POINTS = 400 / log(10)
"""Rating points for a strength that is e times as great."""

_STEPS = 100
_STEP_MOST = 2.0
"""Newton's steps on the logarithms of strengths, cut where they would leap."""


def ratings(shares: ArrayLike, deals: ArrayLike, players: int) -> NDArray[np.float64]:
    """The most likely ratings, with mean 0.

    ``shares[..., a, b]`` is what one ``a`` among ``b`` only gets of a game (0 to 1; the diagonal does not matter; there
    may be many such tables, one after another), ``deals[a, b]`` from how many deals, 0 where the pair was not played.
    One more deal that went as chance has it is added to each pair, so that who lost every game has a rating too.
    ValueError where shares are no square tables of numbers from 0 to 1, or the table has fewer than two players.
    """
    seen, weights = _checked(shares, deals, players)
    apart = ~np.eye(seen.shape[-1], dtype=bool)
    played = np.where(apart & (weights > 0), weights, 0.0)
    added = np.where(played > 0, played + 1.0, 0.0)
    won = np.where(played > 0, played * seen + 1.0 / players, 0.0)
    tables = won.reshape(-1, *won.shape[-2:])
    strengths = np.zeros(tables.shape[:2])
    for _ in range(_STEPS):
        expected = _shares_of(strengths, players)
        slack = tables - added * expected
        slope = slack.sum(axis=2) - slack.sum(axis=1)
        bend = added * expected * (1 - expected)
        both = bend + np.swapaxes(bend, 1, 2)
        curve = np.where(np.eye(both.shape[-1], dtype=bool), both.sum(axis=2)[:, :, None], -both)
        step = np.linalg.solve(curve + 1.0 / curve.shape[-1], slope[..., None])[..., 0]
        step *= np.minimum(1.0, _STEP_MOST / np.maximum(np.abs(step).max(axis=1, keepdims=True), _STEP_MOST))
        strengths += step
        if np.abs(step).max() < 1e-10:
            break
    strengths -= strengths.mean(axis=1, keepdims=True)
    found: NDArray[np.float64] = POINTS * strengths.reshape(seen.shape[:-1])
    return found


def fitted_shares(rated: ArrayLike, players: int) -> NDArray[np.float64]:
    """What ratings say that one ``a`` among ``b`` only gets of a game: entry ``[a, b]``, for every pair."""
    return _shares_of(np.asarray(rated, dtype=np.float64) / POINTS, players)


def _shares_of(strengths: NDArray[np.float64], players: int) -> NDArray[np.float64]:
    behind = strengths[..., None, :] - strengths[..., :, None] + log(players - 1)
    expected: NDArray[np.float64] = 0.5 * (1.0 - np.tanh(0.5 * behind))  # the logistic function; never overflows
    return expected


def _checked(shares: ArrayLike, deals: ArrayLike, players: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    seen, weights = np.asarray(shares, dtype=np.float64), np.asarray(deals, dtype=np.float64)
    if players < 2:
        raise ValueError("ratings need two players or more")
    if seen.ndim < 2 or seen.shape[-1] != seen.shape[-2] or weights.shape != seen.shape[-2:]:
        raise ValueError(f"shares are square tables with one number of deals per pair, not of shape {seen.shape}")
    of_pairs = seen[..., ~np.eye(seen.shape[-1], dtype=bool) & (weights > 0)]
    if not np.all((of_pairs > -1e-9) & (of_pairs < 1 + 1e-9)):
        raise ValueError("a share is missing or not between 0 and 1")
    return seen, weights
