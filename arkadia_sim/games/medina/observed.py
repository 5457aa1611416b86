"""What a program that learns is shown: the table and the pieces at hand as arrays."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.table import Observed
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.bitboard import COLUMNS_MAX, ROWS_MAX, STRIDE, bit_to_square

_MANY = float(np.iinfo(np.int32).max)
_PLANES = (
    "a city square", "the well", *(f"a piece of a {colour} palace" for colour in state.KIND_NAMES[:state.COLOURS]),
    "an open palace", "an own palace", "one of the next player", "of the one after", "of the last", "a neutral palace",
    "a stable", "a merchant", "an end of the street", "a wall",
)  # fmt: skip

OBSERVED = (
    Observed("board", (len(_PLANES), ROWS_MAX, COLUMNS_MAX), 0.0, 1.0, f"by square: {', '.join(_PLANES)}"),
    Observed("seats", (state.SEATS_MAX, state.KINDS + 1), float(state.UNKNOWN), _MANY,
             "by seat from one's own on: pieces at hand by kind (-1: hidden), tea tiles"),
    Observed("tiles", (state.COLOURS + state.TOWERS, state.SEATS_MAX), 0.0, 1.0,
             "for each palace tile, then each tower tile, a mark at the seat that holds it"),
    Observed("moment", (len(state.PHASE_NAMES) + 3 + state.TOWERS,), 0.0, _MANY,
             "phase (4 marks), whether one is on turn, pieces placed in this turn, whether a roof is due, merchants on "
             "the tower tiles"),
)  # fmt: skip


def observe(handed: Any, seat: int) -> Mapping[str, Any]:
    """The arrays as a seat sees them."""
    table, holdings = handed
    players = int(table["players"])
    seats = [(seat + steps) % players for steps in range(players)]
    held = np.zeros((state.SEATS_MAX, state.KINDS + 1), np.float32)
    held[:players, : state.KINDS], held[:players, state.KINDS] = holdings["pieces"][seats], table["tea"][seats]
    holders = np.concatenate([table["palace_holder"], table["tower_holder"]])
    tiles = np.zeros((state.COLOURS + state.TOWERS, state.SEATS_MAX), np.float32)
    tiles[:, :players] = holders[:, None] == np.array(seats)[None, :]
    phase = np.arange(len(state.PHASE_NAMES)) == table["phase"]
    moment = [*phase, table["seat"] == seat, table["placed"], table["must_roof"], *table["tower_merchants"]]
    return {"board": _board(table, seats), "seats": held, "tiles": tiles, "moment": moment}


def _plane(words: Any) -> NDArray[np.uint8]:
    """A set of squares as rows of 0 and 1."""
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little")
    return bits[: ROWS_MAX * STRIDE].reshape(ROWS_MAX, STRIDE)[:, :COLUMNS_MAX]


def _board(table: Any, seats: Sequence[int]) -> NDArray[np.float32]:
    board = np.zeros((len(_PLANES), ROWS_MAX, COLUMNS_MAX), np.float32)
    owners = {state.OPEN: 2 + state.COLOURS, state.NOBODY: 3 + state.COLOURS + state.SEATS_MAX}
    owners |= {seat: 3 + state.COLOURS + place for place, seat in enumerate(seats)}
    stable = 4 + state.COLOURS + state.SEATS_MAX
    board[0] = _plane(table["city"])
    board[1][bit_to_square(int(table["well"]))] = 1.0
    for palace in range(int(table["n_palaces"])):
        pieces, buildings = _plane(table["pieces"][palace]), _plane(table["buildings"][palace])
        board[2 + int(table["colour"][palace])] += pieces
        board[owners[int(table["owner"][palace])]] += pieces
        board[stable] += pieces - buildings
    board[stable + 1], board[stable + 3] = _plane(table["merchants"]), _plane(table["walls"])
    for end in table["ends"].tolist():
        board[stable + 2][bit_to_square(end)] = 1.0
    return board
