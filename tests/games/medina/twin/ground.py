"""The board as plain sets of squares, and the error of a broken rule.

A square is ``(row, column)`` over the whole grid with the ring (M1.2).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

Square = tuple[int, int]

COLOURS = ("grey", "purple", "brown", "orange")
BOARDS = {"large": (11, 16), "small": (10, 14)}


def next_to(square: Square) -> list[Square]:
    """The squares that share an edge with this one."""
    row, column = square
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


def round_about(square: Square) -> list[Square]:
    """The eight squares that share an edge or a corner with this one."""
    row, column = square
    return [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


@dataclass(frozen=True)
class Ground:
    """A board without anything on it.

    ``arms`` lists for each tower its two arms, each the wall spaces of a side in the order in which walls would fill
    them; ``beside`` and ``nearby`` are next_to and round_about as sets, of the city squares.
    """

    rows: int
    columns: int
    city: frozenset[Square]
    spaces: frozenset[Square]
    towers: tuple[Square, ...]
    arms: tuple[tuple[tuple[Square, ...], tuple[Square, ...]], ...]
    beside: dict[Square, frozenset[Square]]
    nearby: dict[Square, frozenset[Square]]


@cache
def ground(board: str) -> Ground:
    """The board of that name (M1.1 to M1.3)."""
    rows, columns = BOARDS[board]
    last_row, last_column = rows + 1, columns + 1
    city = frozenset((row, column) for row in range(1, last_row) for column in range(1, last_column))
    towers = ((0, 0), (last_row, last_column), (0, last_column), (last_row, 0))
    spaces = {(row, column) for row in (0, last_row) for column in range(1, last_column)}
    spaces |= {(row, column) for row in range(1, last_row) for column in (0, last_column)}
    return Ground(
        rows,
        columns,
        city,
        frozenset(spaces),
        towers,
        tuple((_arm(tower, spaces, True), _arm(tower, spaces, False)) for tower in towers),
        {square: frozenset(next_to(square)) for square in city},
        {square: frozenset(round_about(square)) for square in city},
    )


def _arm(tower: Square, spaces: Iterable[Square], level: bool) -> tuple[Square, ...]:
    """The spaces of the side that runs level, or up and down, from a tower, those near the tower first."""
    line = [space for space in spaces if (space[0] == tower[0] if level else space[1] == tower[1])]
    return tuple(sorted(line, key=lambda space: abs(space[0] - tower[0]) + abs(space[1] - tower[1])))
