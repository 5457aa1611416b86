"""Sensible defaults for decisions that a bot leaves out.

* The must: random, as by the bot ``random``.
* The draw: the face-up card of the family worth most now, otherwise the stack.
* The castle: a piece of the family that the player holds most of, over the family that serves the others most.
* The banner: as soon as no own worker is at hand, with a sale of the family worth most.

Ties are broken by lot, and constraints are heeded.
"""

from typing import Any

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.arkadia.play import RECORDS
from arkadia_sim.games.arkadia.rules.state import CASTLE_SQUARES, FAMILIES, FROM_STACK, NO_FAMILY, UNKNOWN, family_of
from arkadia_sim.games.arkadia.sight.limits import keep_banner, may_draw, may_place, must_by_chance
from arkadia_sim.games.arkadia.sight.lots import drawer, number_lot, piece_lot


@compiled(RECORDS.decide)
def default_must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A random must, as by the bot ``random``."""
    must_by_chance(table, holdings, hand, mind, choice)


@compiled(RECORDS.decide)
def default_draw(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The face-up card whose family is worth most now; the stack if there is none."""
    choice["draw"] = FROM_STACK
    best, lots = -1.0, drawer(table, mind)
    for place in range(table["rules"]["face_up"]):
        card = table["face_up"][place]
        if card >= 0 and may_draw(mind, place):
            score = table["value"][family_of(card)] + number_lot(lots, place)
            if score > best:
                best = score
                choice["draw"] = place


@compiled(RECORDS.decide)
def default_castle(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The piece and square with the best change in the worth of the own seals, minus the others' average."""
    seat, players = table["seat"], table["players"]
    gain = mind["scratch"]
    for family in range(FAMILIES):
        gain[family] = float(players - 1) * holdings["seals"][seat, family]
        for other in range(players):
            if other != seat and holdings["seals"][other, family] != UNKNOWN:
                gain[family] -= holdings["seals"][other, family]
    best, lots = -1.0e9, drawer(table, mind)
    for family in range(FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        for square in range(CASTLE_SQUARES):
            if table["covered"][square] != 0 or not may_place(mind, family, square):
                continue
            hidden = table["top"][square]
            score = gain[family] - (gain[hidden] if hidden != NO_FAMILY else 0.0) + piece_lot(lots, family, square)
            if score > best:
                best = score
                choice["family"] = family
                choice["castle_square"] = square


@compiled(RECORDS.decide)
def default_banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A banner if no own worker is at hand, with a sale of all seals of the family worth most."""
    seat = table["seat"]
    choice["use_banner"] = 1 if holdings["workers"][seat] == 0 else 0
    dearest, best, lots = 0, -1.0, drawer(table, mind)
    for family in range(FAMILIES):
        score = table["value"][family] + number_lot(lots, family)
        if score > best:
            dearest, best = family, score
    choice["sold"][dearest] = holdings["seals"][seat, dearest]
    keep_banner(table, holdings, mind, choice)


DEFAULTS = {"must": default_must, "draw": default_draw, "castle": default_castle, "banner": default_banner}
