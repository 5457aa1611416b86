"""Squares of the board and what can be laid on them, independent of any game's state.

A square is ``(row, column)``, counted from 0 from the top left of a board of 12 rows and 16 columns. A place is a
sorted tuple of squares. An outline is drawn as rows of ``#`` and ``.``; a board as rows of ``.`` and ``T`` (tent camp).
The castle squares run clockwise round the border of the lot from its top left, whether the lot is wide or tall::

    0 1 2 3      0 1 2
    9 . . 4      9 . 3
    8 7 6 5      8 . 4
                 7 6 5
"""

from collections.abc import Iterable, Sequence
from typing import Final

from arkadia_sim.errors import BadValue

Square = tuple[int, int]
Place = tuple[Square, ...]

BOARD_ROWS: Final = 12
BOARD_COLUMNS: Final = 16
LOT_SIZES: Final = ((3, 4), (4, 3))  # rows and columns, wide and tall (R1.2)
CASTLE_SQUARES: Final = 10  # the border of the lot, which floors 1 and 2 must be able to cover (R1.2)

CAMPS: Final = 24  # R1.1: on the shipped board and on drawn ones
CENTRE_ROWS: Final = range(3, 9)
CENTRE_COLUMNS: Final = range(5, 11)
"""The centre, which has no camps according to reviews of the game: on the shipped board and on drawn ones."""


def squares_of(rows: Sequence[str], mark: str) -> Place:
    """The squares of a drawing that show this mark, sorted."""
    return tuple((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == mark)


def on_board(square: Square) -> bool:
    """Whether this is a square of the board."""
    return 0 <= square[0] < BOARD_ROWS and 0 <= square[1] < BOARD_COLUMNS


def neighbours(squares: Iterable[Square]) -> set[Square]:
    """The squares of the board orthogonally next to these, without these."""
    inside = set(squares)
    around = {(r + dr, c + dc) for r, c in inside for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1))}
    return {square for square in around - inside if on_board(square)}


def is_connected(squares: Iterable[Square]) -> bool:
    """Whether these squares are connected orthogonally."""
    unseen = set(squares)
    reached = [unseen.pop()] if unseen else []
    while reached:
        r, c = reached.pop()
        touching = unseen & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
        unseen -= touching
        reached.extend(touching)
    return not unseen


def to_corner(squares: Iterable[Square]) -> Place:
    """The same outline pushed into the top left corner, sorted."""
    listed = list(squares)
    top, left = min(r for r, _ in listed), min(c for _, c in listed)
    return tuple(sorted((r - top, c - left) for r, c in listed))


def orientations(rows: Sequence[str], flip: bool) -> list[Place]:
    """The distinct rotations of an outline by quarter turns, and with ``flip`` those of its other face too (R4.1).

    Each starts at row 0 and column 0 and is sorted; so is the list.
    """
    outline = squares_of(rows, "#")
    faces = [outline, tuple((r, -c) for r, c in outline)] if flip else [outline]
    places: set[Place] = set()
    for face in faces:
        for _ in range(4):
            face = to_corner((c, -r) for r, c in face)
            places.add(face)
    return sorted(places)


def rectangle(top: int, left: int, height: int, width: int) -> Place:
    """The squares of a rectangle, sorted."""
    return tuple((r, c) for r in range(top, top + height) for c in range(left, left + width))


def lot_places(board: Sequence[str]) -> list[Place]:
    """Every legal place of the castle lot on a board: either way round, no camp under it (R1.2).

    Wide places come first, each kind from the top left; a half turn is not another place. The shipped board has 24.
    """
    camps = set(squares_of(board, "T"))
    places = [
        rectangle(top, left, height, width)
        for height, width in LOT_SIZES
        for top in range(BOARD_ROWS - height + 1)
        for left in range(BOARD_COLUMNS - width + 1)
    ]
    return [place for place in places if not camps.intersection(place)]


def is_lot(squares: Iterable[Square]) -> bool:
    """Whether these squares are a full 3 x 4 or 4 x 3 rectangle on the board."""
    listed = sorted(squares)
    top, left = listed[0] if listed else (0, 0)
    return all(map(on_board, listed)) and any(listed == list(rectangle(top, left, *size)) for size in LOT_SIZES)


def castle_squares(lot: Iterable[Square]) -> Place:
    """The ten border squares of a lot, clockwise from its top left: castle squares 0 to 9."""
    squares = set(lot)
    (top, left), (bottom, right) = min(squares), max(squares)
    return (
        *((top, c) for c in range(left, right)),
        *((r, right) for r in range(top, bottom)),
        *((bottom, c) for c in range(right, left, -1)),
        *((r, left) for r in range(bottom, top, -1)),
    )


def outside_centre() -> Place:
    """The squares where camps may be drawn, row by row: all but the centre."""
    whole = rectangle(0, 0, BOARD_ROWS, BOARD_COLUMNS)
    return tuple((r, c) for r, c in whole if r not in CENTRE_ROWS or c not in CENTRE_COLUMNS)


def board_of(camps: Iterable[Square]) -> tuple[str, ...]:
    """The rows of a board with camps on these squares."""
    chosen = set(camps)
    return tuple(
        "".join("T" if (row, column) in chosen else "." for column in range(BOARD_COLUMNS)) for row in range(BOARD_ROWS)
    )


def random_camps(seed: int, camps: int = CAMPS) -> tuple[str, ...]:
    """A board with this many camps on random squares outside the centre, all such boards equally likely.

    Use it to ask whether a result depends on the places of the camps, which no public text gives. The centre (rows 3 to
    8, columns 5 to 10) stays free as on the shipped board, so the lot always has at least 24 places. Each square
    outside it, row by row, gets a number from numpy's PCG64 stream of this seed; the lowest numbers become camps.
    """
    import numpy as np

    outside = outside_centre()
    if not 0 <= camps <= len(outside):
        raise BadValue("camps", camps, f"a whole number from 0 to {len(outside)}")
    if seed < 0:
        raise BadValue("seed of the camps", seed, "a whole number from 0")
    numbers = np.random.Generator(np.random.PCG64(seed)).random(len(outside))
    return board_of(outside[int(index)] for index in np.argsort(numbers, kind="stable")[:camps])


def squares_text(squares: Iterable[Square]) -> str:
    """A set of squares as written in a record."""
    return str([list(square) for square in sorted(squares)])
