"""Decisions as a person would write them, and their way into the engine's records.

A placement is a :class:`Place`, a tea break yes or no. Squares are ``(row, column)`` over the grid with the ring.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina.components.squares import Square
from arkadia_sim.games.medina.rules.bitboard import square_to_bit
from arkadia_sim.games.medina.rules.state import DECISION_DTYPE, KIND_NAMES, PLACE


@dataclass(frozen=True)
class Place:
    """Put a piece on a square (M3.1). ``piece`` is a colour for a building of it, else ``stable``, ``merchant``,
    ``wall``, ``roof`` (an own one) or ``neutral_roof``; a roof names one of the palace's buildings."""

    piece: str
    square: Square


Choice = Place | bool


def blank_decision() -> Any:
    """An empty ``DECISION`` record."""
    return np.zeros(1, DECISION_DTYPE)[0]


def fill_decision(decision: Any, choice: Choice, table: Any) -> None:
    """Write a choice into a ``DECISION`` record for the game's present phase; RecordError if it is none for that."""
    if table["phase"] == PLACE:
        if not isinstance(choice, Place):
            raise RecordError("M3.1", f"a piece and its square are asked for, not {choice!r}")
        if choice.piece not in KIND_NAMES:
            raise RecordError("M1.5", f"there is no piece {choice.piece!r}, but {', '.join(KIND_NAMES)}")
        row, column = choice.square
        if not (0 <= row <= int(table["rows"]) + 1 and 0 <= column <= int(table["columns"]) + 1):
            raise RecordError("M1.2", f"square {[row, column]} is not on the board")
        decision["kind"] = KIND_NAMES.index(choice.piece)
        decision["square"] = square_to_bit((int(row), int(column)))
        return
    if not isinstance(choice, bool | np.bool_):
        raise RecordError("M10.3", f"yes or no to a tea break is asked for, not {choice!r}")
    decision["take_tea"] = bool(choice)
