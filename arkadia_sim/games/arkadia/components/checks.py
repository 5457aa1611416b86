"""Boards, outlines, cards and castle lots checked, shipped or a user's own (R1), and the data files read.

Each check raises BadValue or UnknownName for the first fault and says what is allowed.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from arkadia_sim.errors import BadValue, UnknownName, UsageError
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
    """Check for 12 rows of 16 squares and a place for the lot; messages count lines and columns from 1."""
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
    """Check that outlines are connected, have 2 to 6 squares and fit their box; no two may be alike, even flipped."""
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
            raise BadValue(where, list(rows), "squares that are connected side by side")
        if max(max(square) for square in to_corner(squares)) >= OUTLINE_BOX:
            raise BadValue(where, list(rows), f"at most {OUTLINE_BOX} rows and {OUTLINE_BOX} columns")
        name = orientations(rows, flip=True)[0]
        if name in alike:
            raise BadValue(where, list(rows), f"an outline that differs from {alike[name]}, even flipped")
        alike[name] = form


def check_cards(cards: Sequence[str], shapes: Mapping[str, tuple[str, ...]]) -> None:
    """Check the number of cards, and that they name known forms and families."""
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
    """Check for ten castle squares, each with a family's seal or none, two of each family (R1.2)."""
    if len(lot_seals) != CASTLE_SQUARES:
        raise BadValue("lot_seals", f"{len(lot_seals)} entries", f"{CASTLE_SQUARES}, one per castle square, R1.2")
    for square, family in enumerate(lot_seals):
        if family is not None and family not in FAMILIES:
            raise UnknownName(f"family on castle square {square}", family, FAMILIES)
    for family in FAMILIES:
        if lot_seals.count(family) != 2:
            raise BadValue("lot_seals", f"{lot_seals.count(family)} of {family}", "two of each family, R1.2")


def _read(path: Path) -> str:
    """The text of a file; UsageError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"file {str(path)!r} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"file {str(path)!r} is not text in UTF-8") from None


def json_of_file(path: Path) -> Any:
    """The content of a JSON file."""
    try:
        return json.loads(_read(path))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadValue(f"file {path.name}, {where}", error.msg, "JSON") from None


def board_of_file(path: Path) -> tuple[str, ...]:
    """The checked rows of a board file, without blank lines at its end and spaces at the ends of lines."""
    rows = tuple(line.rstrip() for line in _read(path).rstrip().splitlines())
    check_board(rows, f"board {path.name}")
    return rows
