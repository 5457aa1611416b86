"""Bots in plain Python with one fault each, which the contract suite must find."""

import sys
from typing import Any

from arkadia_sim.core.bot import PYTHON, Bot
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.values import Build, Introduce

_remembered: dict[str, Any] = {"decisions": 0, "before": 0, "now": 0}


def must_by_memory(view: View) -> Any:
    """Does something else every time it is asked."""
    _remembered["decisions"] += 1
    builds = view.legal_builds()
    return builds[_remembered["decisions"] % len(builds)] if builds else _one_worker(view)


def must_off_the_board(view: View) -> Any:
    """Builds on occupied squares."""
    builds = view.legal_builds()
    if not builds:
        return _one_worker(view)
    card = builds[0].card
    downward = min(view.lot.squares)
    rows = view.shapes[card.partition("/")[0]]
    squares = {
        (downward[0] + r, downward[1] + c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"
    }
    return Build(card, frozenset(squares))


def must_comparer(view: View) -> Any:
    """Compares the turn with the one before for which it was asked."""
    if view.turn != _remembered["now"]:
        _remembered["before"], _remembered["now"] = _remembered["now"], view.turn
    builds = view.legal_builds()
    return builds[-1 if _remembered["before"] > view.turn else 0] if builds else _one_worker(view)


def must_of_a_spy(view: View) -> Any:
    """Reads the top of the stack through the interpreter's own back door, which nothing can close."""
    game = sys._getframe(1).f_locals["game"]
    builds = view.legal_builds()
    return builds[int(game["stack"][view.stack_left - 1]) % len(builds)] if builds else _one_worker(view)


def must_that_crashes(view: View) -> Any:
    """Divides by nothing."""
    return view.turn // 0


def _one_worker(view: View) -> Any:
    place = view.worker_places()[0]
    return Introduce(place.squares, {min(place.vacant): "own" if view.own.workers else "neutral"})


def _bad(name: str, **decisions: Any) -> Bot:
    return Bot(name=name, plan="Breaks the contract.", source="a test", decisions=decisions, tier=PYTHON)


memory = _bad("memory", must=must_by_memory)
comparer = _bad("comparer", must=must_comparer)
spy = _bad("spy", must=must_of_a_spy)
crash = _bad("crash", must=must_that_crashes)
off_the_board = _bad("off_the_board", must=must_off_the_board)
