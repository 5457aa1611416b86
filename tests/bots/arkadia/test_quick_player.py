"""The base player scores most candidates only by a bound, and decides as if it had scored them all."""

from typing import Any

import numpy as np
import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.game import GAME
from tests.support.paths import ARKADIA
from tests.support.recorded import play

PLAIN = f"{ARKADIA / 'sample_bots' / 'plain_players.py'}:plain_"

TABLES: dict[str, tuple[list[str], int, dict[str, Any]]] = {
    "master": (["master"], 4, {}),
    "rival": (["rival"], 4, {}),
    "all, two players": (["master", "casual", "rival", "novice"], 2, {}),
    "all, hidden holdings": (["novice", "rival", "master", "casual"], 3, {"holdings": "hidden"}),
    "all, turned over": (["casual", "novice", "rival", "master"], 3, {"flip_tiles": True}),
    "not at the castle": (["master", "novice", "rival"], 4, {"workers_at_castle": False, "neutral_workers": 60}),
    "many workers": (["master", "novice", "rival"], 4, {"start_workers": 11, "banners": 0, "neutral_workers": 200}),
    "with noise": (["master:temperature=1", "novice:temperature=0.3", "rival:temperature=2"], 4, {}),
    "worth nothing": (["rival:payout=20,mine_1=2,mine_2=0,seal_1=-2", "master:own_cost=0,neutral_cost=0"], 4, {}),
}


def turns(bots: list[str], players: int, rules: dict[str, Any], games: int, components: Any = None) -> dict[str, Any]:
    """All columns of the turns of some games in which each bot takes every seat."""
    result = play(GAME, players, games, rules, tuple(bots), components, seed=17)
    assert not result.failures
    return dict(result.turns)


def same_turns(bots: list[str], players: int, rules: dict[str, Any], games: int, components: Any = None) -> int:
    """Play with the shipped bots and with the plain ones; the number of turns, which must all be the same."""
    quick = turns(bots, players, rules, games, components)
    plain = turns([PLAIN + bot for bot in bots], players, rules, games, components)
    for name, column in quick.items():
        assert all(np.array_equal(one, other) for one, other in zip(column, plain[name], strict=True)), name
    return len(quick["game"])


@pytest.mark.skipif(not JIT_ENABLED, reason="needs more games than the interpreter plays in time")
@pytest.mark.parametrize(("games", "least"), [(9, 150), pytest.param(60, 1_000, marks=pytest.mark.slow)])
def test_the_quick_player_decides_like_the_plain_one(games: int, least: int) -> None:
    """Ties too: of equal candidates both take the one that the lot falls on; at a temperature both draw equal noise."""
    counted = {name: same_turns(*table, games) for name, table in TABLES.items()}
    assert sum(counted.values()) > 10 * least, counted
    assert min(counted.values()) > least, counted


@pytest.mark.skipif(not JIT_ENABLED, reason="needs more games than the interpreter plays in time")
def test_so_it_does_with_outlines_of_two_to_six_squares() -> None:
    outlines = [
        ["##"],
        ["#.#", "###"],
        ["###", "###"],
        ["##", "##"],
        ["#..", "###", "#.."],
        ["##.", ".##", "..#"],
        ["#..#", "####"],
    ]
    shapes = dict(zip(Components.shipped().shapes, outlines, strict=True))
    components = Components.shipped().as_json() | {"shapes": shapes}
    assert same_turns(["master", "rival"], 3, {}, 40, components) > 500
