"""The planners of all games: their policy's own player without playouts, a better one with them, and honest."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.core.game import Batch
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.rng import deal_seeds
from tests.support.recorded import played

POLICIES = [
    (game, number, name)
    for game in GAMES
    for number, name in enumerate(import_module(f"arkadia_sim.shipped.bots.{game}.planner").POLICIES)
]


def rows(game: str, bots: list[str], lineups: list[list[int]], deals: int, rules: dict[str, Any] | None = None) -> Any:
    """The columns of the players of some deals."""
    players = len(lineups[0])
    seeds = np.repeat(deal_seeds(8_117, players, 0, deals), len(lineups))
    no, setting = np.zeros(len(seeds), np.bool_), find_game(game).setting(players, rules or {}, {})
    result = find_game(game).play(Batch(setting, bots, np.array(lineups * deals), seeds, no, no))
    assert result.failures == {}
    return result.players


@pytest.mark.parametrize(("game", "number", "name"), POLICIES)
def test_without_playouts_it_plays_as_its_policy_does(game: str, number: int, name: str) -> None:
    planned = rows(game, [f"planner:playouts=0,policy={number}", "greedy"], [[0, 1, 0]], 2)
    plain = rows(game, [name, "greedy"], [[0, 1, 0]], 2)
    for column, values in plain.items():
        np.testing.assert_array_equal(planned[column], values, column)


@pytest.mark.parametrize(
    ("game", "bots", "players", "deals", "share", "rules"),
    [
        ("arkadia", ["planner:playouts=32", "master"], 4, 8, 0.4, {"holdings": "hidden"}),
        ("medina", ["planner:playouts=24,width=2,policy=0", "rival"], 2, 6, 0.6, {"holdings": "hidden"}),
        ("castle", ["planner:playouts=40", "casual"], 2, 20, 0.6, {}),
    ],
)
def test_it_beats_the_player_that_it_thinks_with(
    game: str, bots: list[str], players: int, deals: int, share: float, rules: dict[str, Any]
) -> None:
    """Alone among these, in every seat of the same deals."""
    lineups = [[int(seat != own) for seat in range(players)] for own in range(players)]
    wins = rows(game, bots, lineups, deals, rules)["win_share"]
    assert wins[np.array(lineups * deals).ravel() == 0].mean() > share


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
