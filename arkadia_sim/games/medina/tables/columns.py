"""The result tables of Medina: the engine's rows as named columns, and the data dictionary that explains each.

Every column is declared once, with what it means and where its values come from.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.compiled_game import joined_log
from arkadia_sim.core.game import Column
from arkadia_sim.games.medina.rules.bitboard import COLUMNS_MAX, STRIDE
from arkadia_sim.games.medina.rules.state import (
    COLOURS,
    KIND_NAMES,
    MERCHANT,
    NEUTRAL_ROOF,
    PLACEMENTS_IN_TURN,
    ROOF,
    SEATS_MAX,
    STABLE,
    TURN_DTYPE,
    WALL,
)
from arkadia_sim.games.medina.tables.metrics import MEASURES, Measure

Rows = NDArray[Any]


class _Sourced(NamedTuple):
    """A column and how its values are got from the engine's records."""

    column: Column
    values: Callable[[Any], Any]


def _column(name: str, dtype: str, unit: str, meaning: str, values: Callable[[Any], Any]) -> _Sourced:
    return _Sourced(Column(name, dtype, unit, meaning), values)


# -- one row per player and game -------------------------------------------------------------------------------------
def _column_of(one: Measure) -> _Sourced:
    """The column of a measure."""
    dtype = "string" if one.names else np.dtype(one.kept).name

    def values(rows: Rows) -> Any:
        kept = rows[one.name]
        return np.array(one.names)[kept] if one.names else kept.astype(dtype)

    return _column(one.name, dtype, one.unit, one.meaning, values)


def _ratio(over: str, under: str, none: float) -> Callable[[Rows], Any]:
    """A measure for each of another; ``none`` where there is none of the other."""

    def values(rows: Rows) -> Any:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(rows[under] > 0, rows[over] / rows[under], none)

    return values


_PLAYER = (
    *(_column_of(one) for one in MEASURES if one.shown),
    _column(
        "stable_turn",
        "float64",
        "turn",
        "number of the game's turn in which the player's stables were placed, on average; NaN without a stable",
        _ratio("stable_turns", "stables_placed", np.nan),
    ),
    _column(
        "claim_turn",
        "float64",
        "turn",
        "number of the game's turn in which the player's palaces were claimed, on average; NaN without a palace",
        _ratio("claim_turns", "palaces_claimed", np.nan),
    ),
    _column(
        "claim_size",
        "float64",
        "pieces",
        "buildings and stables of the player's palaces when they were claimed, on average; NaN without a palace",
        _ratio("claimed_pieces", "palaces_claimed", np.nan),
    ),
    _column(
        "decision_load",
        "float64",
        "options",
        "mean number of placements that the player could have made at each",
        _ratio("options", "pieces_placed", np.nan),
    ),
)
PLAYER_COLUMNS: tuple[Column, ...] = tuple(one.column for one in _PLAYER)
"""One row per player and game."""


def player_table(rows: Rows) -> dict[str, NDArray[Any]]:
    """The engine's rows as the columns of ``PLAYER_COLUMNS``, in that order."""
    return {column.name: values(rows) for column, values in _PLAYER}


# -- one row per turn of the traced games ----------------------------------------------------------------------------
class _Turns:
    """The turns of all traced games of a batch, and what several columns need of them."""

    def __init__(self, logs: Sequence[tuple[int, NDArray[Any]]]) -> None:
        self.lengths = [len(log) for _, log in logs]
        self.games = np.array([game for game, _ in logs], dtype=np.int64)
        self.log = joined_log(logs, TURN_DTYPE)
        placements = self.log["placements"]
        self.placed = np.arange(PLACEMENTS_IN_TURN) < self.log["n_placed"][:, None]
        self.kind = placements["kind"]
        self.grid_square = COLUMNS_MAX * (placements["square"] // STRIDE) + placements["square"] % STRIDE


def _logged(name: str, *place: int) -> Callable[[_Turns], Any]:
    """What the log notes of a turn under this name, as it is."""
    entry: tuple[Any, ...] = (..., *place)
    return lambda turns: turns.log[name][entry]


def _kind(number: int) -> Callable[[_Turns], Any]:
    """The piece placed first or second; missing where none was."""
    names = np.array(KIND_NAMES)
    return lambda turns: [
        str(name) if placed else None
        for name, placed in zip(names[turns.kind[:, number]], turns.placed[:, number], strict=True)
    ]


def _squares(*kinds: int) -> Callable[[_Turns], Any]:
    """The squares on which pieces of these kinds were placed."""

    def values(turns: _Turns) -> list[NDArray[np.int16]]:
        wanted = turns.placed & np.isin(turns.kind, kinds)
        return [row[chosen].astype(np.int16) for row, chosen in zip(turns.grid_square, wanted, strict=True)]

    return values


def _options(turns: _Turns) -> Any:
    return np.where(turns.placed, turns.log["placements"]["legal"], 0).sum(axis=1)


_SQUARES = ("list[int16]", f"{COLUMNS_MAX} * row + column")
_GAME = _column("game", "int64", "game", "which game", lambda turns: np.repeat(turns.games, turns.lengths))
_TURN = (
    _column(
        "turn",
        "int16",
        "turn",
        "turn of the game from 0; being passed over is none",
        lambda turns: np.concatenate([np.zeros(0), *(np.arange(length) for length in turns.lengths)]),
    ),
    _column("seat", "int8", "seat", "the seat on turn", _logged("seat")),
    _column("first_piece", "string", "", "the piece placed first: a colour's building or another kind", _kind(0)),
    _column("second_piece", "string", "", "the piece placed second; null where there was none", _kind(1)),
    _column("tea_break", "bool", "", "whether a tea tile was given back", lambda turns: turns.log["took_tea"] != 0),
    _column("placeable", "int32", "options", "placements that the player could have made, over both", _options),
    _column("building_squares", *_SQUARES, "squares that got a building", _squares(*range(COLOURS))),
    _column("stable_squares", *_SQUARES, "squares that got a stable", _squares(STABLE)),
    _column("merchant_squares", *_SQUARES, "squares that got a merchant", _squares(MERCHANT)),
    _column("wall_squares", *_SQUARES, "wall spaces that got a wall", _squares(WALL)),
    _column("roof_squares", *_SQUARES, "buildings that got a roof", _squares(ROOF, NEUTRAL_ROOF)),
    *(
        _column(
            f"points_seat_{k}",
            "int32",
            "points",
            f"points of seat {k} if the game ended after the turn",
            _logged("standing", k),
        )
        for k in range(SEATS_MAX)
    ),
)
TURN_COLUMNS: tuple[Column, ...] = tuple(one.column for one in _TURN)
"""One row per turn of the traced games."""


def turn_table(logs: Sequence[tuple[int, NDArray[Any]]]) -> Mapping[str, Any]:
    """The logs of traced games as the columns of ``TURN_COLUMNS``, with ``game`` (within the batch) before them."""
    turns = _Turns(logs)
    return {
        column.name: values(turns).astype(column.dtype) if column.dtype.startswith(("int", "bool")) else values(turns)
        for column, values in (_GAME, *_TURN)
    }
