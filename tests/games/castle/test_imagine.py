"""Imagined games: made from what a player knows alone, whole, and with another order of the deck."""

from typing import Any

import numpy as np
import pytest
from numba import types

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.castle.bots_api.imagine import imagine
from arkadia_sim.games.castle.play import decide_by_chance
from arkadia_sim.games.castle.rules.options import RuleSet
from arkadia_sim.games.castle.rules.setup import ALL_GAMES, deal, prepare
from arkadia_sim.games.castle.rules.state import DECISION_DTYPE, END, OVER, new_game, new_minds
from arkadia_sim.games.castle.rules.turn import OK, step
from arkadia_sim.kernels.play_loop import STREAM


@compiled(types.void(ALL_GAMES, ALL_GAMES, STREAM))
def imagine_game(games: Any, images: Any, stream: Any) -> None:
    imagine(games[0]["table"], images[0], stream)


def imagined(games: Any, number: int) -> Any:
    images = new_game()
    with np.errstate(over="ignore"):
        imagine_game(games, images, np.array([number + 1, 6_031], np.uint64))
    return images


def play_on(games: Any, decisions: int) -> int:
    """Play some decisions by chance, or to the end; returns how many were made."""
    mind, decision = new_minds()[0], np.zeros(1, DECISION_DTYPE)[0]
    mind["random"] = 5, 6
    table, made = games[0]["table"], 0
    with np.errstate(over="ignore"):
        while made < decisions and table["phase"] != OVER:
            if table["phase"] != END:
                decide_by_chance(table, mind, decision)
                made += 1
            assert step(games[0], decision) == OK
    return made


@pytest.mark.parametrize("version", ["apprentice", "architect"])
def test_c11_the_rest_of_the_deck_is_shuffled(version: str) -> None:
    """What lies open is as it is; the same cards are left, in another order; the game can be played to its end."""
    prepared, games = prepare(RuleSet.of(3, {"version": version, "boards": "drawn"}), 3), new_game()
    orders = set()
    for number in range(12):
        with np.errstate(over="ignore"):
            deal(games, prepared.start, prepared.setup, np.array([number + 1, 2], np.uint64))
        play_on(games, 20 * number)
        cards, drawn = (20 if version == "architect" else 16), int(games[0]["table"]["next_card"])
        rest = games[0]["deck"][drawn:cards].tolist()
        games[0]["deck"][drawn:cards] = sorted(rest)  # nobody knows the order
        image = imagined(games, number)
        assert image[0]["table"].tobytes() == games[0]["table"].tobytes()
        assert sorted(image[0]["deck"][drawn:cards].tolist()) == sorted(rest)
        orders.add(tuple(image[0]["deck"][drawn:cards].tolist()) == tuple(sorted(rest)))
        play_on(image, 100_000)
        assert image[0]["table"]["phase"] == OVER
    assert False in orders
