"""Squares of a board by row and column, and their names.

::

         A B C …            column A and row 0 are the ring: wall spaces, and in its corners the towers
       0 1 - - …  - 3       the city lies within: rows 1 to R, columns 1 to C
       1 - . . …  . -
       …
     R+1 4 - - …  - 2

A square is ``(row, column)`` over the whole grid with the ring, for people a letter for the column and the number of
the row: ``C7`` is ``(7, 2)`` (M1.2).
"""

from collections.abc import Iterable
from typing import Final

Square = tuple[int, int]

TOWER_CORNERS: Final = ((0, 0), (1, 1), (0, 1), (1, 0))
"""Of each tower, in order, whether it stands in the last row and in the last column of the ring (M1.3)."""


def square_name(square: Square) -> str:
    """A square as people call it."""
    row, column = square
    return f"{chr(ord('A') + column)}{row}" if 0 <= column < 26 else f"[{row}, {column}]"


def squares_text(squares: Iterable[Square]) -> str:
    """Several squares, in order."""
    return ", ".join(map(square_name, sorted(squares)))
