"""What a choice does of all that a bot can be barred from or forced to, as bits of ``constraints.py``.

At a must ``outlook.look`` is to be called before, and the mind's limits tell what is the same for all choices.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.arkadia.rules.bitboard import WORDS, both, is_empty, is_within, load, meet, neighbours, without
from arkadia_sim.games.arkadia.rules.castle import is_dearest
from arkadia_sim.games.arkadia.rules.state import CASTLE_SQUARES, DECISION, FAMILIES, MIND, NO_FAMILY, TABLE, UNKNOWN
from arkadia_sim.games.arkadia.sight.constraints import (
    BANNER_USED,
    CAMPS,
    DEAREST,
    EARLY,
    EMPTY_BANNER,
    HOSTILE,
    LATE,
    REACH,
    SALE,
    SALE_ALL,
    TRIGGER,
    TRIPLE,
    UNDER_3,
    UNDER_4,
    UNDER_5,
    UNDER_6,
)
from arkadia_sim.games.arkadia.sight.cues import count_banner, count_workers
from arkadia_sim.kernels.limits import keeps
from arkadia_sim.kernels.rules import is_as_good

_BOARD = types.UniTuple(types.uint64, WORDS)

MANY = 3
"""So many buildings completed in one turn are what ``TRIPLE`` is about."""

LATE_FROM = 15
"""Castle pieces of floors 1 and 2, of twenty, from which on it is late."""


@inlined
def is_late(table: Any) -> Any:
    """Whether a quarter of the first two castle floors or less is left to build; so it is in the last round."""
    return CASTLE_SQUARES * table["floor"] + table["n_covered"] >= LATE_FROM


@inlined
def stands_out(table: Any, family: Any) -> Any:
    """Whether a family is worth most, alone or with others, and some other is worth less."""
    if not is_dearest(table, family):
        return False
    for other in range(FAMILIES):
        if table["value"][other] < table["value"][family]:
            return True
    return False


@inlined
def _completes_sealed(outlook: Any, squares: Any) -> Any:
    """Whether some building with a seal has no vacant neighbour left when these squares are occupied."""
    for k in range(outlook["n"]):
        if outlook["seal"][k] != 0 and is_within(load(outlook["vacant"][k]), squares):
            return True
    return False


@inlined
def _completed(outlook: Any, squares: Any) -> Any:
    """How many buildings have no vacant neighbour left when these squares are occupied."""
    n = 0
    for k in range(outlook["n"]):
        n += 1 if is_within(load(outlook["vacant"][k]), squares) else 0
    return n


@inlined
def worker_things(mind: Any, own: Any, together: Any) -> Any:
    """What workers on these squares do, own ones among them on ``own``."""
    limits = mind["limits"]
    things = LATE if limits["late"] != 0 else 0
    if meet(own, load(limits["reach"])):
        things |= REACH
    if mind["watched"] & TRIGGER != 0 and _completes_sealed(mind["outlook"], together):
        things |= TRIGGER
    if mind["watched"] & TRIPLE != 0 and _completed(mind["outlook"], together) >= MANY:
        things |= TRIPLE
    return things


@compiled(types.boolean(MIND, _BOARD, _BOARD))
def placement_follows(mind: Any, own: Any, together: Any) -> Any:
    """Whether workers on these squares, own ones among them on ``own``, are as good by the rules as anything."""
    count_workers(mind, own, without(together, own))
    return is_as_good(mind)


@inlined
def lets_in(mind: Any, own: Any, together: Any) -> Any:
    """Whether workers on these squares are among what is left; asked where something is taken away."""
    limits = mind["limits"]
    if not keeps(limits, worker_things(mind, own, together)):
        return False
    return limits["following"] == 0 or placement_follows(mind, own, together)


def those_left(on_several: Any) -> Any:
    """The last listener of ``outlook.introductions_walk``, who now hears of what is left alone."""

    @inlined
    def on_left(mind: Any, building: Any, n_own: Any, n_all: Any) -> None:
        first = mind["outlook"]["first"]
        if mind["limits"]["bound"] == 0 or lets_in(mind, load(first[n_own]), load(first[n_all])):
            on_several(mind, building, n_own, n_all)

    return on_left


@inlined
def build_things(table: Any, mind: Any, family: Any, squares: Any) -> Any:
    """What a build on these squares does."""
    watched, outlook = mind["watched"], mind["outlook"]
    things = 0
    if watched & CAMPS != 0 and table["neutral_pool"] > 0 and meet(squares, load(table["camps"])):
        things |= CAMPS
    if watched & (TRIGGER | DEAREST | TRIPLE) == 0:
        return things
    ring = without(both(neighbours(squares), load(outlook["free"])), squares)
    stays_open = not is_empty(ring)
    if watched & DEAREST != 0 and stays_open and stands_out(table, family):
        things |= DEAREST
    if watched & TRIGGER != 0:
        pays_itself = not stays_open and table["supply"][family] > 0
        if pays_itself or _completes_sealed(outlook, squares):
            things |= TRIGGER
    if watched & TRIPLE != 0 and _completed(outlook, squares) + (0 if stays_open else 1) >= MANY:
        things |= TRIPLE
    return things


@inlined
def piece_things(table: Any, holdings: Any, family: Any, square: Any) -> Any:
    """What a castle piece does, as far as the player knows the others' seals."""
    seat, hidden = table["seat"], table["top"][square]
    mine, theirs = 0, 0
    for player in range(table["players"]):
        seals = holdings["seals"][player]
        if seals[family] == UNKNOWN:
            continue
        change = seals[family] - (seals[hidden] if hidden != NO_FAMILY else 0)
        if player == seat:
            mine += change
        else:
            theirs += change
    return HOSTILE if theirs < 0 and theirs < mine else 0


@inlined
def sale_things(value: Any) -> Any:
    """What it does to sell seals of this worth."""
    things = SALE | (UNDER_3 if value < 3 else 0) | (UNDER_4 if value < 4 else 0)
    return things | (UNDER_5 if value < 5 else 0) | (UNDER_6 if value < 6 else 0)


@inlined
def banner_things(table: Any, holdings: Any, choice: Any) -> Any:
    """What a way to use a banner, or none, does."""
    seat = table["seat"]
    if choice["use_banner"] == 0:
        return 0
    things = BANNER_USED
    if holdings["workers"][seat] > 0 and table["own_pool"][seat] > 0:
        things |= EARLY
    could, sells, leaves = False, False, False
    for family in range(FAMILIES):
        value, held, sold = table["value"][family], holdings["seals"][seat, family], choice["sold"][family]
        if sold > 0:
            things |= sale_things(value)
        if value > 0 and held > 0:
            could = True
            sells = sells or sold > 0
            leaves = leaves or sold < held
    if could and not sells:
        things |= EMPTY_BANNER
    if could and not leaves:
        things |= SALE_ALL
    return things


@compiled(types.boolean(TABLE, MIND, DECISION))
def way_follows(table: Any, mind: Any, choice: Any) -> Any:
    """Whether a way to use a banner, or none, is as good by the rules as any other."""
    count_banner(table, mind, choice)
    return is_as_good(mind)
