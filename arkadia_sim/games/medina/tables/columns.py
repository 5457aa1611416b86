"""The result tables of Medina: the engine's rows as named columns, and the data dictionary that explains each.

Each column is declared once, with its meaning and the source of its values.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.compiled_tables import Logs, Tables, Turns, measured, points_by_seat, ratio, sourced, turn_columns
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.bitboard import COLUMNS_MAX, STRIDE
from arkadia_sim.games.medina.tables.metrics import MEASURES

# -- one row per player and game -------------------------------------------------------------------------------------
_PLAYER = (
    *measured(MEASURES),
    sourced(
        "stable_turn",
        "float64",
        "turn",
        "number of the game's turn in which the player's stables were placed, on average; NaN without a stable",
        ratio("stable_turns", "stables_placed", np.nan),
    ),
    sourced(
        "claim_turn",
        "float64",
        "turn",
        "number of the game's turn in which the player's palaces were claimed, on average; NaN without a palace",
        ratio("claim_turns", "palaces_claimed", np.nan),
    ),
    sourced(
        "claim_size",
        "float64",
        "pieces",
        "buildings and stables of the player's palaces when they were claimed, on average; NaN without a palace",
        ratio("claimed_pieces", "palaces_claimed", np.nan),
    ),
    sourced(
        "decision_load",
        "float64",
        "options",
        "placements that the player could choose from, on average",
        ratio("options", "pieces_placed", np.nan),
    ),
)


# -- one row per turn of the traced games ----------------------------------------------------------------------------
class _Turns(Turns):
    """The turns of all traced games of a batch, and values that several columns need."""

    record = state.TURN_DTYPE

    def __init__(self, logs: Logs, prepared: Any) -> None:
        super().__init__(logs, prepared)
        placements = self.log["placements"]
        self.placed = np.arange(state.PLACEMENTS_IN_TURN) < self.log["n_placed"][:, None]
        self.kind = placements["kind"]
        self.grid_square = COLUMNS_MAX * (placements["square"] // STRIDE) + placements["square"] % STRIDE


def _kind(number: int) -> Callable[[_Turns], Any]:
    """The piece placed first or second; None if there was none."""
    names = np.array(state.KIND_NAMES)
    return lambda turns: [
        str(name) if placed else None
        for name, placed in zip(names[turns.kind[:, number]], turns.placed[:, number], strict=True)
    ]


def _squares(*kinds: int) -> Callable[[_Turns], Any]:
    """The squares where pieces of these kinds were placed."""

    def values(turns: _Turns) -> list[NDArray[np.int16]]:
        wanted = turns.placed & np.isin(turns.kind, kinds)
        return [row[chosen].astype(np.int16) for row, chosen in zip(turns.grid_square, wanted, strict=True)]

    return values


def _options(turns: _Turns) -> Any:
    return np.where(turns.placed, turns.log["placements"]["legal"], 0).sum(axis=1)


_SQUARES = ("list[int16]", f"{COLUMNS_MAX} * row + column")
_TURN = (
    *turn_columns("; being passed over is none"),
    sourced("first_piece", "string", "", "the piece placed first: a colour's building or another kind", _kind(0)),
    sourced("second_piece", "string", "", "the piece placed second; null where there was none", _kind(1)),
    sourced("tea_break", "bool", "", "whether a tea tile was given back", lambda turns: turns.log["took_tea"] != 0),
    sourced("placeable", "int32", "options", "placements that the player could have made, over both", _options),
    sourced("building_squares", *_SQUARES, "squares that got a building", _squares(*range(state.COLOURS))),
    sourced("stable_squares", *_SQUARES, "squares that got a stable", _squares(state.STABLE)),
    sourced("merchant_squares", *_SQUARES, "squares that got a merchant", _squares(state.MERCHANT)),
    sourced("wall_squares", *_SQUARES, "wall spaces that got a wall", _squares(state.WALL)),
    sourced("roof_squares", *_SQUARES, "buildings that got a roof", _squares(state.ROOF, state.NEUTRAL_ROOF)),
    *points_by_seat(state.SEATS_MAX),
)
TABLES = Tables(_PLAYER, _TURN, _Turns)
