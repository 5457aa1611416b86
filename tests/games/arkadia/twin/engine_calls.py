"""Two questions to the engine's compiled helpers that `step` alone does not answer, as entry points of their own."""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, count_bits, inlined
from arkadia_sim.games.arkadia.rules import moves
from arkadia_sim.games.arkadia.rules.bitboard import EMPTY, either, has, is_empty, single, store, without
from arkadia_sim.games.arkadia.rules.state import GAME

PLACES = types.Array(types.uint64, 2, "C")


@inlined
def _owner_choices(holdings: Any, seat: Any, squares: Any) -> Any:
    """In how many ways that many squares can be shared out between own and neutral workers at hand."""
    total = 0
    ways = 1
    for own in range(squares + 1):
        if own <= holdings["workers"][seat] and squares - own <= holdings["neutrals"][seat]:
            total += ways
        ways = ways * (squares - own) // (own + 1)
    return total


@compiled(types.int64(GAME))
def count_worker_options(game: Any) -> Any:
    """How many ways there are to introduce workers for the player on turn: distinct assignments of owners to squares,
    of the squares that the engine says workers may be put on (R5.1).

    The same workers on the same squares count once, though they may touch several buildings. Exponential in the vacant
    neighbours of a building (at most 14 with the shipped outlines).
    """
    table, holdings, seat = game["table"], game["holdings"], game["table"]["seat"]
    free = moves.vacant(table)
    total = 0
    places = np.zeros(14, np.int64)
    for building in range(table["n_buildings"]):
        squares = moves.worker_squares(table, building, free)
        n = 0
        rest = squares
        for bit in range(204):
            if has(rest, bit):
                places[n] = bit
                n += 1
        for subset in range(1, 1 << n):
            chosen = EMPTY
            for i in range(n):
                if (subset >> i) & 1:
                    chosen = either(chosen, single(places[i]))
            seen = False
            for earlier in range(building):
                if is_empty(without(chosen, moves.worker_squares(table, earlier, free))):
                    seen = True
                    break
            if not seen:
                total += _owner_choices(holdings, seat, count_bits(np.uint64(subset)))
    return total


@compiled(types.int64(GAME, PLACES))
def list_worker_places(game: Any, places: Any) -> Any:
    """Per building the vacant squares that workers may be put on, as words of a bitboard; returns how many buildings
    the engine says may be chosen. A building that it would not name by rank gets no squares (R5.1, R5.2)."""
    table = game["table"]
    for building in range(len(places)):
        store(places[building], EMPTY)
    count = moves.count_worker_buildings(table, game["holdings"], table["seat"])
    free = moves.vacant(table)
    for rank in range(count):
        building = moves.nth_worker_building(table, rank)
        store(places[building], moves.worker_squares(table, building, free))
    return count
