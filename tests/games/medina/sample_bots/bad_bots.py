"""Bots for Medina with one fault each, which the contract suite must find."""

import sys
from typing import Any

from arkadia_sim.core.bot import PYTHON, Bot
from arkadia_sim.games.medina.bots_api.view import View
from arkadia_sim.games.medina.values import Place


def place_of_a_spy(view: View) -> Place:
    """Counts what the others have at hand through the interpreter's own back door, which nothing can close."""
    game = sys._getframe(1).f_locals["game"]
    placements = view.placements()
    return placements[int(game["holdings"]["pieces"].sum()) % len(placements)]


def place_off_the_board(view: View) -> Place:
    """Puts a merchant beside the board."""
    return Place("merchant", (0, 0))


def _bad(name: str, place: Any) -> Bot:
    return Bot(name, "Breaks the contract.", "a test", {"place": place}, game="medina", tier=PYTHON)


spy = _bad("spy", place_of_a_spy)
off_the_board = _bad("off_the_board", place_off_the_board)
