"""The players of Medina: strong enough to be of use, and each hint's bot does what it is named for."""

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


HINTS = [
    ("holding_back", "placed_alone", 1),
    ("lingering", "buildings_placed", 1),
    ("hoarding", "tea_won", 1),
    ("early_stables", "stable_turn", -1),
    ("spoiling", "stables_on_others", 1),
    ("tea_breaks", "tea_breaks", 1),
    ("patient", "claim_turn", 1),
    ("many_towers", "tower_moves", 1),
    ("new_street", "streets_begun", 1),
]


@pytest.mark.parametrize(("bot", "column", "direction"), HINTS)
def test_a_hints_bot_does_what_it_is_named_for(bot: str, column: str, direction: int) -> None:
    """With four players its behaviour differs from that of `casual` in the direction that the hint asks for."""
    follows, ignores = (against(one, "casual", 4, 300)[column] for one in (bot, "casual"))
    assert (follows - ignores) * direction > 0
