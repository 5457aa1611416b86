"""Squares and outlines of the twin: everything that needs no game state.

A square is (row, column), counted from the top left and from 0. An outline is a set of squares. Castle squares are
the ten border squares of the lot, numbered clockwise from its top left one; for a lot that lies and one that stands:

    0 1 2 3      0 1 2
    9 . . 4      9 . 3
    8 7 6 5      8 . 4
                 7 6 5
"""

from collections.abc import Iterable
from functools import cache

Square = tuple[int, int]
Squares = frozenset[Square]

FAMILIES = ("red", "olive", "black", "silver")  # R1.4
FORMS = ("house", "farm", "tavern", "mill", "smithy", "trade_centre", "monastery")  # R1.3
COPIES_PER_FORM = {  # R1.3: how many of the 40 buildings have this form, shared evenly among the families
    "house": 8,
    "farm": 8,
    "tavern": 8,
    "mill": 4,
    "smithy": 4,
    "trade_centre": 4,
    "monastery": 4,
}
BOARD_ROWS, BOARD_COLUMNS, CAMPS = 12, 16, 24  # R1.1
CASTLE_SQUARES = 10  # R1.2
OWN_WORKERS = 11  # R1.5, per player


def neighbours_of_square(square: Square) -> set[Square]:
    """The four orthogonal neighbours, those beyond the edge of the board included."""
    row, column = square
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


@cache
def neighbours(squares: Squares, rows: int, columns: int) -> Squares:
    """The squares of the board orthogonally next to a building, without its own squares (R6.1: the edge is no square).

    Remembered between calls, for it depends on nothing but its arguments.
    """
    around: set[Square] = set()
    for square in squares:
        around |= neighbours_of_square(square)
    return frozenset((row, column) for row, column in around - squares if 0 <= row < rows and 0 <= column < columns)


def outline_of(picture: Iterable[str]) -> Squares:
    """The squares marked # in rows of # and . characters."""
    return frozenset(
        (row, column) for row, line in enumerate(picture) for column, mark in enumerate(line) if mark == "#"
    )


def to_corner(squares: Iterable[Square]) -> Squares:
    """The same outline, pushed into the top left corner."""
    listed = list(squares)
    top = min(row for row, _ in listed)
    left = min(column for _, column in listed)
    return frozenset((row - top, column - left) for row, column in listed)


def orientations(outline: Squares, flip: bool) -> set[Squares]:
    """The distinct outlines that quarter turns make, and with `flip` also those of the other face (R4.1)."""
    faces = [outline]
    if flip:
        faces.append(frozenset((row, -column) for row, column in outline))
    found: set[Squares] = set()
    for face in faces:
        turned = face
        for _ in range(4):
            turned = frozenset((column, -row) for row, column in turned)
            found.add(to_corner(turned))
    return found


@cache
def placements(outline: Squares, flip: bool, rows: int, columns: int) -> tuple[Squares, ...]:
    """Every set of squares of a board of this size that the outline can cover, each once.

    Remembered between calls, for it depends on nothing but its arguments.
    """
    found: set[Squares] = set()
    for shape in orientations(outline, flip):
        for top in range(rows):
            for left in range(columns):
                moved = frozenset((top + row, left + column) for row, column in shape)
                if all(row < rows and column < columns for row, column in moved):
                    found.add(moved)
    return tuple(sorted(found, key=sorted))


def lot_places(board: list[str]) -> list[Squares]:
    """Every legal place of the 3 x 4 lot (R1.2): either way round, on the board, no camp under it."""
    lot = outline_of(["####", "####", "####"])
    camps = camps_of(board)
    return [place for place in placements(lot, False, len(board), len(board[0])) if not place & camps]


def camps_of(board: list[str]) -> set[Square]:
    """The squares with a tent camp."""
    return {(row, column) for row, line in enumerate(board) for column, mark in enumerate(line) if mark == "T"}


def form_of(card: str) -> str:
    """The form named on a card such as "mill/red"."""
    return card.split("/")[0]


def family_of(card: str) -> str:
    """The family named on a card such as "mill/red"."""
    return card.split("/")[1]
