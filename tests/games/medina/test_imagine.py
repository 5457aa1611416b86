"""Imagined games: made from what a player knows alone, whole, and played on as in the play loop."""

from typing import Any

import numpy as np
import pytest
from numba import types

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.medina.bots_api.imagine import imagine
from arkadia_sim.games.medina.play import holdings_for
from arkadia_sim.games.medina.rules.setup import ALL_GAMES
from arkadia_sim.games.medina.rules.state import KIND_NAMES, MERCHANT, new_game
from arkadia_sim.kernels.play_loop import STREAM
from tests.games.medina.moments import handed, moments

HIDDEN = {"holdings": "hidden"}
BOTS = {2: ["greedy", "random"], 3: ["random", "greedy", "random"], 4: ["random", "greedy", "random", "rival"]}


@compiled(types.void(ALL_GAMES, ALL_GAMES, STREAM))
def imagine_game(games: Any, images: Any, stream: Any) -> None:
    game = games[0]
    imagine(game["table"], holdings_for(game, game["table"]["seat"]), images[0], stream)


def imagined(games: Any, number: int) -> Any:
    """The game that the player on turn imagines with the random stream of that number."""
    images = new_game()
    with np.errstate(over="ignore"):
        imagine_game(games, images, np.array([number, 6_031], np.uint64))
    return images[0]


def test_m12_what_lies_open_is_imagined_as_it_is() -> None:
    for games, _ in moments(BOTS[3], 5):
        image = imagined(games, 1)
        assert image["table"].tobytes() == games[0]["table"].tobytes()
        assert image["holdings"].tobytes() == games[0]["holdings"].tobytes()
        placed = int(games[0]["table"]["placed"])
        assert image["now"]["seat"] == games[0]["table"]["seat"]
        accounts = [one["now"]["placements"][placed] for one in (image, games[0])]
        assert accounts[0].tolist()[:9] == accounts[1].tolist()[:9]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_m12_2_hidden_pieces_are_guessed_from_what_lies_open(players: int) -> None:
    """Own pieces, roofs and sums are right; whatever the others really hold, the same is imagined."""
    guessed = []
    for number, (games, _) in enumerate(moments(BOTS[players], 7, HIDDEN)):
        table, true = games[0]["table"], games[0]["holdings"]["pieces"].copy()
        seat = int(table["seat"])
        pieces = imagined(games, number)["holdings"]["pieces"]
        assert pieces[seat].tolist() == true[seat].tolist()
        assert (pieces[:players] >= 0).all()
        assert pieces[:players, KIND_NAMES.index("roof")].tolist() == true[:players, KIND_NAMES.index("roof")].tolist()
        sums, right = pieces[:players].sum(axis=0), true[:players].sum(axis=0)
        neutral_towers = sums[MERCHANT] - right[MERCHANT]
        assert 0 <= neutral_towers <= int(table["rules"]["tower_merchants"].sum())
        sums[MERCHANT] = right[MERCHANT]
        assert sums.tolist() == right.tolist()
        if players == 4:
            assert neutral_towers == 0
        guessed.append((pieces == true).all())
        others = [other for other in range(players) if other != seat]
        games[0]["holdings"]["pieces"][others] = 1
        assert imagined(games, number)["holdings"]["pieces"][:players].tolist() == pieces[:players].tolist()
    if players > 2:
        assert not all(guessed)


def test_hidden_pieces_are_not_handed_on() -> None:
    games, _ = next(iter(moments(BOTS[2], 7, HIDDEN)))
    _, held = handed(games)
    assert (held["pieces"][1 - int(games[0]["table"]["seat"])] < 0).all()
