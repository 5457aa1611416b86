"""Alpha-rank against OpenSpiel, against the paper, and against the chain written out in full."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from arkadia_sim.stats.alpharank import alpha_rank, alpha_rank_limit

GAMES: Mapping[str, list[list[float]]] = {
    "rock paper scissors": [[0, -1, 1], [1, 0, -1], [-1, 1, 0]],
    "biased rock paper scissors": [[0, -0.25, 0.5], [0.25, 0, -0.05], [-0.5, 0.05, 0]],
    "coordination": [[3, 0], [0, 2]],
    "dominated": [[0.5, 0.7, 0.9], [0.3, 0.5, 0.8], [0.1, 0.2, 0.5]],
    "five at random": [
        [0.145, 0.442, 0.34, 0.969, 0.2],
        [0.431, 0.457, 0.652, 0.687, 0.529],
        [0.88, 0.765, 0.386, 0.7, 0.553],
        [0.932, 0.85, 0.966, 0.36, 0.541],
        [0.82, 0.623, 0.262, 0.819, 0.13],
    ],
}
OPEN_SPIEL = {
    ("biased rock paper scissors", 0.1, 50): [0.2869228163, 0.5795580448, 0.1335191389],
    ("biased rock paper scissors", 1.0, 10): [0.2270746805, 0.6350208610, 0.1379044586],
    ("coordination", 1.0, 10): [0.5, 0.5],
    ("dominated", 0.1, 50): [0.8587353451, 0.1287188982, 0.0125457568],
    ("five at random", 0.01, 50): [0.1787054623, 0.1925337631, 0.2132397180, 0.2022224643, 0.2132985923],
    ("five at random", 2.0, 20): [0.0191951067, 0.0048824097, 0.3668040033, 0.2948046418, 0.3143138386],
}
"""By game, alpha and population, from open_spiel 2.0.2: ``alpharank.compute([payoffs], m=population, alpha=alpha)``."""

OPEN_SPIEL_LIMIT = {
    ("biased rock paper scissors", 0.1): [1 / 3, 1 / 3, 1 / 3],
    ("dominated", 0.1): [0.8181818182, 0.1291866029, 0.0526315789],
    ("five at random", 0.1): [0.1314958523, 0.0270270270, 0.3549906342, 0.1931495852, 0.2933369013],
    ("five at random", 0.001): [0.1003249433, 0.0002501876, 0.3995499629, 0.1999003249, 0.2999745812],
}
"""By game and noise, from the same with ``use_inf_alpha=True, inf_alpha_eps=noise``."""


@pytest.mark.parametrize(("game", "alpha", "population"), OPEN_SPIEL)
def test_it_agrees_with_open_spiel(game: str, alpha: float, population: int) -> None:
    wanted = OPEN_SPIEL[game, alpha, population]
    assert alpha_rank(GAMES[game], alpha, population) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(("game", "noise"), OPEN_SPIEL_LIMIT)
def test_the_noisy_limit_agrees_with_open_spiel(game: str, noise: float) -> None:
    assert alpha_rank_limit(GAMES[game], noise) == pytest.approx(OPEN_SPIEL_LIMIT[game, noise], abs=1e-9)


@pytest.mark.filterwarnings("ignore")
def test_it_agrees_with_open_spiel_where_that_is_installed() -> None:
    alpharank: Any = pytest.importorskip("open_spiel.python.egt.alpharank")
    for payoffs in GAMES.values():
        table = np.array(payoffs, dtype=float)
        for alpha, population in ((0.01, 50), (0.1, 50), (1.0, 10)):
            theirs = alpharank.compute([table], m=population, alpha=alpha)[2]
            assert alpha_rank(payoffs, alpha, population) == pytest.approx(theirs, abs=1e-9)
        theirs = alpharank.compute([table], use_inf_alpha=True, inf_alpha_eps=0.01)[2]
        assert alpha_rank_limit(payoffs, 0.01) == pytest.approx(theirs, abs=1e-9)


def test_the_papers_rock_paper_scissors() -> None:
    """Omidshafiei et al. 2019: all three alike, at any intensity of selection."""
    for alpha in (0.0, 0.1, 1.0, 100.0):
        assert alpha_rank(GAMES["rock paper scissors"], alpha, 50) == pytest.approx([1 / 3] * 3)
    assert alpha_rank_limit(GAMES["rock paper scissors"]) == pytest.approx([1 / 3] * 3)


def test_in_the_limit_a_dominant_strategy_is_all_there_is_and_a_circle_is_shared() -> None:
    assert alpha_rank_limit(GAMES["dominated"]).tolist() == [1.0, 0.0, 0.0]
    assert alpha_rank_limit(GAMES["coordination"]) == pytest.approx([0.5, 0.5])
    # Strategy 1 loses to all but one, the four others beat each other in circles: near OpenSpiel's with little noise.
    assert alpha_rank_limit(GAMES["five at random"]) == pytest.approx([0.1, 0.0, 0.4, 0.2, 0.3], abs=1e-12)


def test_what_is_even_in_all_pairs_is_shared_and_what_loses_nothing_but_one_pair_is_not() -> None:
    assert alpha_rank_limit(np.zeros((4, 4))) == pytest.approx([0.25] * 4)
    beaten_once = np.zeros((3, 3))
    beaten_once[0, 1] = 1.0  # 0 beats 1, and 2 is even with both
    shares = alpha_rank_limit(beaten_once)
    assert shares[0] > shares[2] > shares[1]


def test_no_intensity_is_too_great_for_it() -> None:
    """Probabilities far below the smallest number that a float holds."""
    for payoffs in GAMES.values():
        near = alpha_rank(payoffs, 1e6, 100)
        assert np.isfinite(near).all() and near.sum() == pytest.approx(1)
    assert alpha_rank(GAMES["five at random"], 1e6, 100) == pytest.approx([0.1, 0, 0.4, 0.2, 0.3], abs=1e-9)


tables = st.integers(2, 5).flatmap(
    lambda count: st.lists(
        st.lists(st.floats(-1, 1, allow_nan=False), min_size=count, max_size=count), min_size=count, max_size=count
    )
)


@given(payoffs=tables, alpha=st.floats(0, 3), population=st.integers(2, 12))
def test_it_is_the_chain_written_out(payoffs: list[list[float]], alpha: float, population: int) -> None:
    table = np.array(payoffs)
    assert alpha_rank(table, alpha, population) == pytest.approx(_long_run(table, alpha, population), abs=1e-7)


def _long_run(table: NDArray[np.float64], alpha: float, population: int) -> NDArray[np.float64]:
    """Where a chain is after very many steps, its moves summed up newcomer by newcomer (equation 6 of the paper)."""
    count = len(table)
    moves = np.zeros((count, count))
    for old, new in permutations(range(count), 2):
        gain = table[new, old] - table[old, new]
        moves[old, new] = 1 / ((count - 1) * sum(np.exp(-alpha * gain * step) for step in range(population)))
    moves += np.diag(1 - moves.sum(axis=1))
    for _ in range(200):
        moves = moves @ moves
        moves /= moves.sum(axis=1, keepdims=True)
    found: NDArray[np.float64] = moves[0]
    return found


@pytest.mark.parametrize("payoffs", [[[1.0, 2.0]], [[0.0, np.nan], [0.0, 0.0]], [], [1.0]])
def test_what_is_no_table_of_payoffs_is_refused(payoffs: Any) -> None:
    with pytest.raises(ValueError, match="payoff"):
        alpha_rank(payoffs, 1.0, 10)
    with pytest.raises(ValueError, match="payoff"):
        alpha_rank_limit(payoffs)


def test_numbers_that_are_none_are_refused() -> None:
    for alpha, population in ((-1.0, 10), (np.inf, 10), (1.0, 1)):
        with pytest.raises(ValueError, match="alpha"):
            alpha_rank(GAMES["coordination"], alpha, population)
    for noise in (0.0, 1.0):
        with pytest.raises(ValueError, match="noise"):
            alpha_rank_limit(GAMES["coordination"], noise)
