"""Questions to the engine's compiled helpers that `step` alone does not answer, as entry points of their own."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.arkadia.rules import moves
from arkadia_sim.games.arkadia.rules.bitboard import EMPTY, store
from arkadia_sim.games.arkadia.rules.state import GAME, HOLDINGS, MIND, TABLE
from arkadia_sim.games.arkadia.sight import outlook

PLACES = types.Array(types.uint64, 2, "C")


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


@compiled(types.void(TABLE, HOLDINGS, MIND))
def name_introductions(table: Any, holdings: Any, mind: Any) -> None:
    """List the worker placements that are named to bots."""
    outlook.look(table, mind)
    outlook.list_introductions(table, holdings, mind)
