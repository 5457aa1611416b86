"""Decisions by pure chance: what the bot ``random`` does, and what a raised temperature mixes into other bots.

Defined exactly, because speed and figures are compared on it:

1. the kind of piece is drawn from those at hand that have a legal place, each weighing as many as there are at hand;
2. its place is drawn evenly: over the squares, over the arms that can grow (each has one place), or for a roof over the
   palaces and then over the buildings of the palace;
3. a tea break, where it is allowed, is taken with probability 1/4.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.medina.rules.bitboard import load, nth_bit
from arkadia_sim.games.medina.rules.places import count_options, count_places, may_roof
from arkadia_sim.games.medina.rules.state import KINDS, ON_SQUARES
from arkadia_sim.rng import below


@inlined
def random_place(table: Any, holdings: Any, mind: Any, decision: Any) -> None:
    """A piece and its place by chance (1 and 2)."""
    seat = table["seat"]
    weight = 0
    for kind in range(KINDS):
        if count_options(table, holdings, seat, kind) > 0:
            weight += holdings["pieces"][seat, kind]
    rank = below(mind["random"], weight)
    for kind in range(KINDS):
        if count_options(table, holdings, seat, kind) > 0:
            if rank < holdings["pieces"][seat, kind]:
                decision["kind"] = kind
                break
            rank -= holdings["pieces"][seat, kind]
    kind = decision["kind"]
    rank = below(mind["random"], count_places(table, seat, kind))
    if kind < ON_SQUARES:
        decision["square"] = nth_bit(load(table["places"][kind]), rank)
        return
    for palace in range(table["n_palaces"]):
        if may_roof(table, seat, kind, palace):
            if rank == 0:
                building = below(mind["random"], table["n_buildings"][palace])
                decision["square"] = nth_bit(load(table["buildings"][palace]), building)
                return
            rank -= 1


@inlined
def random_tea(table: Any, holdings: Any, mind: Any, decision: Any) -> None:
    """A tea break by chance (3)."""
    decision["take_tea"] = 1 if below(mind["random"], 4) == 0 else 0
