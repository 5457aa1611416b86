"""What any board, outlines, cards and castle lot must satisfy, shipped or a user's own (R1).

Each function raises BadValue or UnknownName for the first fault it finds and says what is allowed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from arkadia_sim.errors import BadValue, UnknownName
from arkadia_sim.games.arkadia.components.squares import (
    BOARD_COLUMNS,
    BOARD_ROWS,
    CASTLE_SQUARES,
    Place,
    is_connected,
    lot_places,
    orientations,
    squares_of,
    to_corner,
)

FAMILIES: Final = ("red", "olive", "black", "silver")  # R1.4
SMALLEST_OUTLINE: Final = 2
LARGEST_OUTLINE: Final = 6
OUTLINE_BOX: Final = 4  # an outline fits into a box of this many rows and columns
MOST_FORMS: Final = 16
MOST_CARDS: Final = 64


def check_board(rows: Sequence[str], where: str) -> None:
    """12 rows of 16 squares and a place for the lot; lines and columns are counted from 1 in the message."""
    for line, row in enumerate(rows[:BOARD_ROWS], start=1):
        for column, mark in enumerate(row[:BOARD_COLUMNS], start=1):
            if mark not in ".T":
                raise BadValue(f"{where}, line {line}, column {column}", mark, "'.' for plain or 'T' for a tent camp")
        if len(row) < BOARD_COLUMNS:
            at = f"{where}, line {line}, column {len(row) + 1}"
            raise BadValue(at, "end of line", f"{BOARD_COLUMNS} characters in each line, this one has {len(row)}")
        if len(row) > BOARD_COLUMNS:
            at = f"{where}, line {line}, column {BOARD_COLUMNS + 1}"
            raise BadValue(at, row[BOARD_COLUMNS], f"{BOARD_COLUMNS} characters in each line, this one has {len(row)}")
    if len(rows) < BOARD_ROWS:
        raise BadValue(f"{where}, line {len(rows) + 1}, column 1", "end of board", f"{BOARD_ROWS} lines")
    if len(rows) > BOARD_ROWS:
        raise BadValue(f"{where}, line {BOARD_ROWS + 1}, column 1", rows[BOARD_ROWS], f"{BOARD_ROWS} lines")
    if not lot_places(rows):
        raise BadValue(where, "no place for the castle lot", "at least one 3 x 4 or 4 x 3 area without camps, R1.2")


def check_shapes(shapes: Mapping[str, tuple[str, ...]]) -> None:
    """Every outline connected, of 2 to 6 squares within its box, and no two alike even when turned over."""
    if not 1 <= len(shapes) <= MOST_FORMS:
        raise BadValue("shapes", f"{len(shapes)} forms", f"1 to {MOST_FORMS} forms")
    alike: dict[Place, str] = {}
    for form, rows in shapes.items():
        where = f"shape {form}"
        if not re.fullmatch("[a-z][a-z0-9_]*", form):
            raise BadValue("name of a form", form, "lower-case letters, digits and _, with a letter first")
        if set("".join(rows)) - set("#.") or len({len(row) for row in rows}) != 1:
            raise BadValue(where, list(rows), "rows of equal length of '#' and '.'")
        squares = squares_of(rows, "#")
        if not SMALLEST_OUTLINE <= len(squares) <= LARGEST_OUTLINE:
            raise BadValue(where, f"{len(squares)} squares", f"{SMALLEST_OUTLINE} to {LARGEST_OUTLINE} squares")
        if not is_connected(squares):
            raise BadValue(where, list(rows), "squares that hang together side by side")
        if max(max(square) for square in to_corner(squares)) >= OUTLINE_BOX:
            raise BadValue(where, list(rows), f"at most {OUTLINE_BOX} rows and {OUTLINE_BOX} columns")
        name = orientations(rows, flip=True)[0]
        if name in alike:
            raise BadValue(where, list(rows), f"another outline than {alike[name]} has, even turned over")
        alike[name] = form


def check_cards(cards: Sequence[str], shapes: Mapping[str, tuple[str, ...]]) -> None:
    """Cards name known forms and families, and there are not too many of them."""
    if not 1 <= len(cards) <= MOST_CARDS:
        raise BadValue("cards", f"{len(cards)} cards", f"1 to {MOST_CARDS} cards")
    for number, card in enumerate(cards, start=1):
        form, slash, family = card.partition("/")
        if not slash:
            raise BadValue(f"card {number}", card, "form/family, such as mill/red")
        if form not in shapes:
            raise UnknownName(f"form on card {number}", form, shapes)
        if family not in FAMILIES:
            raise UnknownName(f"family on card {number}", family, FAMILIES)


def check_lot_seals(lot_seals: Sequence[str | None]) -> None:
    """Ten castle squares, each showing a family's seal or none (R1.2)."""
    if len(lot_seals) != CASTLE_SQUARES:
        raise BadValue("lot_seals", f"{len(lot_seals)} entries", f"{CASTLE_SQUARES}, one per castle square, R1.2")
    for square, family in enumerate(lot_seals):
        if family is not None and family not in FAMILIES:
            raise UnknownName(f"family on castle square {square}", family, FAMILIES)
    for family in FAMILIES:
        if lot_seals.count(family) != 2:
            raise BadValue("lot_seals", f"{lot_seals.count(family)} of {family}", "two of each family, R1.2")
