"""Alpha-rank: who would still be played after a long evolution, from what one player gets among others of one kind.

Omidshafiei et al. 2019, "α-Rank: Multi-Agent Evaluation by Evolution", Scientific Reports 9:9937, for one population.
Everybody plays the same strategy; now and then one player tries another, drawn by lot, and it spreads or is lost, the
better it pays the likelier the one. The share of time that each strategy is everybody's is its rank. A strategy that
loses to none gets all of it; those that beat each other in a circle share it.

``payoffs[a, b]`` is what one ``a`` gets among ``b`` only (the diagonal does not matter): the model in which a strategy
is measured against the one that it meets, OpenSpiel's ``use_local_selection_model``. Probabilities are kept as
logarithms, so that no intensity of selection is too great: the limit is computed, not approached.
"""

from math import expm1, inf, log

import numpy as np
from numpy.typing import ArrayLike, NDArray

_NEVER = 1000.0
"""In the limit what is worse comes up with a probability of exp(-1000): as a number, zero."""

_EQUAL = 1e-14
"""Payoffs as near as this are equal; so it is in OpenSpiel."""


def alpha_rank(payoffs: ArrayLike, alpha: float, population: int) -> NDArray[np.float64]:
    """The share of time of each strategy with ``population`` players and a finite intensity of selection ``alpha``.

    ``alpha`` is per unit of payoff: with 0 all strategies are alike, the greater it is the more surely the better one
    spreads. ValueError for payoffs that are no square of finite numbers, a negative ``alpha``, fewer than two players.
    """
    table = _checked(payoffs)
    if not 0 <= alpha < inf or population < 2:
        raise ValueError("alpha is a number from 0, the population two players or more")
    fixation = np.full(table.shape, -inf)
    for old, new in _pairs(len(table)):
        fixation[old, new] = _log_fixation(alpha * (table[new, old] - table[old, new]), population)
    return _stationary(fixation)


def alpha_rank_limit(payoffs: ArrayLike, noise: float | None = None) -> NDArray[np.float64]:
    """The same where selection is as intense as can be: what pays more always spreads, what pays less never does.

    Strategies that pay the same replace each other half of the time. ``noise`` is the probability that what pays less
    spreads all the same; with None it is the limit for a noise that vanishes.
    """
    table = _checked(payoffs)
    if noise is not None and not 0 < noise < 1:
        raise ValueError(f"noise must lie between 0 and 1, not {noise}")
    worse, better = (-_NEVER, 0.0) if noise is None else (log(noise), log(1 - noise))
    moves = np.full(table.shape, -inf)
    for old, new in _pairs(len(table)):
        gain = table[new, old] - table[old, new]
        moves[old, new] = log(0.5) if abs(gain) <= _EQUAL else better if gain > 0 else worse
    return _stationary(moves)


def _pairs(strategies: int) -> list[tuple[int, int]]:
    return [(old, new) for old in range(strategies) for new in range(strategies) if old != new]


def _log_fixation(gain: float, population: int) -> float:
    """The logarithm of the chance that one newcomer takes over; ``gain`` is alpha times its advantage.

    The chance is (1 - exp(-gain)) / (1 - exp(-population * gain)), and 1 / population where there is no advantage.
    """
    if abs(gain) <= _EQUAL:
        return -log(population)
    if gain > 0:
        return log(-expm1(-gain)) - log(-expm1(-population * gain))
    return _log_expm1(-gain) - _log_expm1(-population * gain)


def _log_expm1(value: float) -> float:
    """log(exp(value) - 1) for a value above 0, however great."""
    return value + log(-expm1(-value))


def _stationary(log_moves: NDArray[np.float64]) -> NDArray[np.float64]:
    """The stationary distribution of a chain from the logarithms of its moves, up to a factor common to all.

    Grassmann, Taksar and Heyman 1985 ("Regenerative analysis and steady state distributions for Markov chains",
    Operations Research 33): states are taken out one by one, without a subtraction, so that the smallest
    probabilities keep all their digits. How often the chain stays where it is does not matter for it.
    """
    moves = log_moves.copy()
    count = len(moves)
    for last in range(count - 1, 0, -1):
        moves[:last, last] -= np.logaddexp.reduce(moves[last, :last])
        through = moves[:last, last, None] + moves[None, last, :last]
        moves[:last, :last] = np.logaddexp(moves[:last, :last], through)
    shares = np.zeros(count)
    for state in range(1, count):
        shares[state] = np.logaddexp.reduce(shares[:state] + moves[:state, state])
    weights: NDArray[np.float64] = np.exp(shares - shares.max())
    return weights / weights.sum()


def _checked(payoffs: ArrayLike) -> NDArray[np.float64]:
    table = np.array(payoffs, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not table.size:
        raise ValueError(f"payoffs are a square table, not one of shape {table.shape}")
    np.fill_diagonal(table, 0.0)
    if not np.all(np.isfinite(table)):
        raise ValueError("a payoff is missing or not finite")
    return table
