"""The players of Medina: strong enough to be of use."""

from functools import cache

import numpy as np
import pytest

from arkadia_sim.games.medina.game import GAME
from tests.support.recorded import played


@cache
def against(bot: str, others: str, players: int, games: int) -> dict[str, float]:
    """The mean of every column of numbers for one bot among others, in every seat by turns."""
    seats = np.arange(games)[:, None] % players == np.arange(players)
    result = played(GAME, (bot, others), np.where(seats, 0, 1), seed=3)
    assert not result.failures
    mine = seats.ravel()
    columns = {name: np.asarray(values) for name, values in result.players.items() if name != "end"}
    return {name: float(np.nanmean(values[mine].astype(np.float64))) for name, values in columns.items()}


@pytest.mark.parametrize(
    ("weak", "strong"), [("random", "casual"), ("casual", "greedy"), ("greedy", "rival"), ("greedy", "playbook")]
)
def test_players_are_stronger_in_this_order(weak: str, strong: str) -> None:
    """One of the stronger among weaker ones wins more than its part, at every size of table."""
    for players in GAME.player_counts:
        assert against(strong, weak, players, 200)["win_share"] > 1.15 / players


def test_a_raised_temperature_plays_worse() -> None:
    """Skill is a dial."""
    assert against("greedy:temperature=3", "greedy", 2, 300)["win_share"] < 0.4
