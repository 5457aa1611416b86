"""The planners of all games: their policy's own player without playouts, a better one with them, and honest."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.game import Batch
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.rng import deal_seeds

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


BASES = {
    "arkadia": ({"playouts": "16", "search": "flat"}, [0, 1, 1], 2, "rival"),
    "medina": ({"playouts": "14", "width": "2"}, [0, 1], 1, "rival"),
    "castle": ({"playouts": "16"}, [0, 1, 1], 2, "casual"),
}
"""By game the planner's settings, the lineup, the number of deals, and the other bot."""
SETTINGS = {
    "arkadia": (
        *("others=0", "policy=0", "objective=1", "horizon=4", "prior=0", "others=1", "others=3", "policy=1", "width=1"),
        *("search=ahead", "search=ahead,horizon=2", "draw_share=1", "castle_share=1", "banner_share=0"),
    ),
    "medina": ("others=0", "policy=0", "objective=2", "prior=0", "width=0"),
    "castle": ("others=0", "policy=0", "objective=1", "objective=2", "horizon=4", "playouts=1", "width=1"),
}


@pytest.mark.parametrize("game", SETTINGS)
def test_every_setting_plays_a_game_of_its_own(game: str) -> None:
    base, lineup, deals, other = BASES[game]

    def outcomes(**changed: str) -> list[list[float]]:
        values = ",".join(f"{name}={value}" for name, value in (base | changed).items())
        columns = rows(game, [f"planner:{values}", other], [lineup], deals)
        return [columns[outcome.column].tolist() for outcome in find_game(game).outcomes]

    plain = outcomes()
    for settings in SETTINGS[game]:
        assert outcomes(**dict(setting.split("=") for setting in settings.split(","))) != plain, settings
