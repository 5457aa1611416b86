"""Choosing from what constraints have left of a decision (``mind["limits"]``).

A bot that heeds constraints takes its placements from ``squares_for`` and has its tea break kept by ``keep_tea``. Where
nothing is taken away both let everything pass. Who looks ahead frees the minds of others with ``release``, and puts its
own policy under its constraints with ``hand_on``.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.medina.rules import places
from arkadia_sim.games.medina.rules.bitboard import load, nth_bit, size
from arkadia_sim.games.medina.rules.state import KINDS, PLACE
from arkadia_sim.games.medina.rules.uniform import random_place, random_tea
from arkadia_sim.games.medina.sight.constraints import TEA_BREAK
from arkadia_sim.kernels.limits import hand_on, keeps, release
from arkadia_sim.rng import below

__all__ = ["choose_by_chance", "hand_on", "keep_tea", "may_rest", "place_by_chance", "release", "squares_for"]


@inlined
def squares_for(table: Any, holdings: Any, mind: Any, kind: Any) -> Any:
    """The squares on which the player on turn may place a piece of this kind, those that are left of them; for a roof
    one building of each palace."""
    if mind["limits"]["bound"] != 0:
        return load(mind["limits"]["squares"][kind])
    return places.squares_for(table, holdings, table["seat"], kind)


@inlined
def may_rest(mind: Any, takes_tea: Any) -> Any:
    """Whether a tea break, or none, is left."""
    return mind["limits"]["bound"] == 0 or keeps(mind["limits"], TEA_BREAK if takes_tea else 0)


@inlined
def keep_tea(mind: Any, choice: Any) -> None:
    """Turn a tea break into none, or none into one, where only that is left."""
    if not may_rest(mind, choice["take_tea"] != 0):
        choice["take_tea"] = 1 - choice["take_tea"]


@inlined
def place_by_chance(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """``uniform.random_place``; where something is taken away, any of the placements that are left, all alike."""
    if mind["limits"]["bound"] == 0:
        random_place(table, holdings, mind, choice)
        return
    left = 0
    for kind in range(KINDS):
        squares = load(mind["limits"]["squares"][kind])
        n = size(squares)
        left += n
        if n > 0 and below(mind["random"], left) < n:
            choice["kind"] = kind
            choice["square"] = nth_bit(squares, below(mind["random"], n))


@inlined
def choose_by_chance(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A decision by chance for the phase at hand, of what is left."""
    if table["phase"] == PLACE:
        place_by_chance(table, holdings, mind, choice)
    else:
        random_tea(table, holdings, mind, choice)
        keep_tea(mind, choice)
