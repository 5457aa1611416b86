"""The set-up (M1, M2): from rules to a game that is ready for its first turn.

``prepare`` turns a rule set into two records, once per run: an empty table with everything that is the same in all
games, and what the deal draws from. ``deal`` then makes a game from them and a stream of random numbers.
"""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.medina.box import Square, shipped_box
from arkadia_sim.games.medina.rules import bitboard as sets
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.places import find_places
from arkadia_sim.games.medina.rules.turn import begin_turn
from arkadia_sim.kernels.play_loop import STREAM
from arkadia_sim.kernels.play_loop import Prepared as Prepared
from arkadia_sim.rng import below

ALL_GAMES = types.Array(state.GAME, 1, "C")
ALL_SETUPS = types.Array(state.SETUP, 1, "C")

_STREET_STARTS = {"one": state.START_ONE, "apart": state.START_APART, "anywhere": state.START_ANYWHERE}
_PIECES = {f"{name}s": kind for kind, name in enumerate(state.KIND_NAMES) if kind >= state.COLOURS}
"""The options that say how many pieces of a kind a player takes; buildings are counted by colour."""


def prepare(rules: RuleSet, players: int) -> Prepared:
    """The empty table for a number of players, and where the well and the first merchant may stand."""
    start = state.new_game()
    table, holdings = start[0]["table"], start[0]["holdings"]
    table["players"] = players
    table["short_turns"] = rules.short_first_turns
    table["tower_merchants"] = rules.tower_merchants
    for no_one in ("tower_holder", "palace_holder"):
        table[no_one] = state.NOBODY
    for no_palace in ("growing", "tile_palace"):
        table[no_palace] = state.NO_PALACE
    _fill_rules(table["rules"], rules)
    board = shipped_box().boards[rules.board]
    _fill_board(table, board.rows, board.columns)
    holdings["pieces"][:players] = table["rules"]["pieces"]
    setup = np.zeros(1, state.SETUP_DTYPE)
    setup[0]["region"] = sets.words_of(inner_squares(board.rows, board.columns))
    return Prepared(start, setup)


def inner_squares(rows: int, columns: int) -> list[Square]:
    """The city squares that are not next to a wall space (M2.2)."""
    return [(row, column) for row in range(2, rows) for column in range(2, columns)]


def _fill_rules(record: Any, rules: RuleSet) -> None:
    record["grow_from_palace"] = rules.grow_from == "palace"
    record["street_start"] = _STREET_STARTS[rules.street_start]
    record["roofs_first"] = rules.last_player == "roofs_first"
    record["every_extension"] = rules.tower_claim == "every_extension"
    record["tea_same_turn"] = rules.tea_same_turn
    record["well_palace"] = rules.well_scoring == "palace"
    record["well_twelve"] = rules.well_squares == "twelve"
    record["largest_palace"] = rules.ties == "largest_palace"
    record["hidden"] = rules.holdings == "hidden"
    record["well_points"] = rules.well_points
    tiles = rules.tea_tiles[: len(record["tea_tiles"])]  # there are no more purple palaces than these
    record["tea_tiles"][: len(tiles)] = tiles
    record["palace_values"] = rules.palace_values
    record["tower_values"] = rules.tower_values
    record["tower_merchants"] = rules.tower_merchants
    record["pieces"][: state.COLOURS] = rules.buildings
    for name, kind in _PIECES.items():
        record["pieces"][kind] = getattr(rules, name)


def _fill_board(table: Any, rows: int, columns: int) -> None:
    """City and ring; the arms in the order of ``TOWER_OF_ARM``."""
    table["rows"], table["columns"] = rows, columns
    table["city"] = sets.words_of((row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))
    down, right = sets.STRIDE, 1
    first_column, last_column = sets.STRIDE, sets.STRIDE + columns + 1  # of the ring, in its first row of wall spaces
    bottom = sets.STRIDE * (rows + 1)
    table["side"] = (columns, columns, rows, rows)
    table["inward"] = (down, -down, right, -right)
    table["arm_step"] = (right, -right, right, -right, down, -down, down, -down)
    table["arm_start"] = (
        right,
        columns,
        bottom + right,
        bottom + columns,
        first_column,
        first_column + (rows - 1) * down,
        last_column,
        last_column + (rows - 1) * down,
    )


# -- the deal ----------------------------------------------------------------------------------------------------------
@compiled(types.void(ALL_GAMES, ALL_GAMES, ALL_SETUPS, STREAM))
def deal(games: Any, starts: Any, setups: Any, stream: Any) -> None:
    """Set up ``games[0]`` with the well, the first merchant and the starting player drawn from the stream (M2)."""
    games[0] = starts[0]
    table = games[0]["table"]
    region = sets.load(setups[0]["region"])
    well = sets.nth_bit(region, below(stream, sets.size(region)))
    region = sets.without(region, sets.single(well))
    merchant = sets.nth_bit(region, below(stream, sets.size(region)))
    open_game(games[0], well, merchant, below(stream, table["players"]))


@inlined
def open_game(game: Any, well: Any, merchant: Any, first_seat: Any) -> None:
    """Put well and first merchant on the board and begin the first turn."""
    table = game["table"]
    middle, street = sets.single(well), sets.single(merchant)
    table["well"] = well
    sets.store(table["well_region"], sets.around(middle))
    sets.store(table["occupied"], sets.either(middle, street))
    sets.store(table["well_squares"], sets.both(_scoring_squares(table, middle), sets.load(table["city"])))
    sets.store(table["merchants"], street)
    sets.store(table["beside_merchant"], sets.beside(street))
    table["ends"][0] = merchant
    table["ends"][1] = merchant
    table["streets"] = 1
    table["first_seat"] = first_seat
    table["seat"] = first_seat
    find_places(table)
    begin_turn(game)


@inlined
def _scoring_squares(table: Any, well: Any) -> Any:
    """M11.3: two straight steps from the well, with ``well_squares = twelve`` also a step beside these."""
    across = sets.either(sets.toward_start(well, 2), sets.toward_end(well, 2))
    along = sets.either(sets.toward_start(well, 2 * sets.STRIDE), sets.toward_end(well, 2 * sets.STRIDE))
    if table["rules"]["well_twelve"] != 0:
        across = sets.either(
            across, sets.either(sets.toward_start(across, sets.STRIDE), sets.toward_end(across, sets.STRIDE))
        )
        along = sets.either(along, sets.either(sets.toward_start(along, 1), sets.toward_end(along, 1)))
    return sets.either(across, along)


@compiled(types.void(state.GAME, types.int64))
def open_as_told(game: Any, first_seat: Any) -> None:
    """Begin a game whose ``well`` and first of the ``ends`` say where well and first merchant stand."""
    open_game(game, game["table"]["well"], game["table"]["ends"][0], first_seat)
