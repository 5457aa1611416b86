"""The players are as strong as they are said to be: bounds far below what was measured."""

from typing import Any

import numpy as np
import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.core.registry import find_game
from tests.support.recorded import played

DRAWN = {"boards": "drawn"}
PAIRS: list[tuple[str, str, str, dict[str, Any]]] = [
    *(("arkadia", *pair, {}) for pair in (("master", "rival"), ("rival", "casual"), ("casual", "novice"))),
    ("arkadia", "novice", "random", {}),
    *(("medina", *pair, {}) for pair in (("casual", "random"), ("greedy", "casual"), ("rival", "greedy"))),
    ("medina", "playbook", "greedy", {}),
    ("medina", "greedy", "greedy:temperature=3", {}),
    *(("castle", "expert", other, {**DRAWN, "version": "apprentice"}) for other in ("casual", "greedy")),
    *(("castle", "expert", other, {**DRAWN, "version": "architect"}) for other in ("casual", "greedy")),
]
"""Game, the better bot, the other, and rules."""


@pytest.mark.skipif(not JIT_ENABLED, reason="needs more games than the interpreter plays in time")
@pytest.mark.parametrize(("game", "better", "other", "rules"), PAIRS)
def test_the_better_bot_wins_more_often(game: str, better: str, other: str, rules: dict[str, Any]) -> None:
    """Alone among the others, in every seat of the same number of games; in Medina at every table size."""
    for players in (2, 3, 4) if game == "medina" else (2,):
        seats = np.arange(600 // players)[:, None] % players == np.arange(players)
        result = played(find_game(game), (better, other), np.where(seats, 0, 1), rules, seed=3)
        assert not result.failures
        assert result.players["win_share"][seats.ravel()].mean() > 1.08 / players, players
