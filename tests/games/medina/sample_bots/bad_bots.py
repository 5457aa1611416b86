"""Bots for Medina with one fault each, which the contract suite must find."""

import sys
from typing import Any

from arkadia_sim.core.bot import PYTHON, Bot
from arkadia_sim.games.medina.bots_api.kit import decision, state
from arkadia_sim.games.medina.bots_api.view import View
from arkadia_sim.games.medina.values import Place

_remembered = {"decisions": 0}


def place_of_a_spy(view: View) -> Place:
    """Counts what the others have at hand through the interpreter's own back door, which nothing can close."""
    game = sys._getframe(1).f_locals["game"]
    placements = view.placements()
    return placements[int(game["holdings"]["pieces"].sum()) % len(placements)]


def place_by_memory(view: View) -> Place:
    """Does something else every time it is asked."""
    _remembered["decisions"] += 1
    placements = view.placements()
    return placements[_remembered["decisions"] % len(placements)]


def place_off_the_board(view: View) -> Place:
    """Puts a merchant beside the board."""
    return Place("merchant", (0, 0))


@decision
def tea_and_steal(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """Gives itself a merchant on the side."""
    holdings["pieces"][table["seat"], state.MERCHANT] += 1
    choice["take_tea"] = 0


@decision
def tea_by_scratch(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """Counts its decisions in the scratch space."""
    mind["scratch"][7] += 1.0
    choice["take_tea"] = 1 if mind["scratch"][7] % 3.0 == 1.0 else 0


@decision
def tea_unsaid(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """Does not fill in the answer."""


def _bad(name: str, **decisions: Any) -> Bot:
    return Bot(name=name, plan="Breaks the contract.", source="a test", decisions=decisions, game="medina")


def _bad_in_python(name: str, place: Any) -> Bot:
    return Bot(name, "Breaks the contract.", "a test", {"place": place}, game="medina", tier=PYTHON)


spy = _bad_in_python("spy", place_of_a_spy)
memory = _bad_in_python("memory", place_by_memory)
off_the_board = _bad_in_python("off_the_board", place_off_the_board)
thief = _bad("thief", tea=tea_and_steal)
scribbler = _bad("scribbler", tea=tea_by_scratch)
mumbler = _bad("mumbler", tea=tea_unsaid)
