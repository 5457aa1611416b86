"""The box: shapes, the two reconstructed boards, guests and figures (C1, C2).

The rulebook's pictures are lost, so the boards are a reconstruction; ``data/SOURCES.md`` tells what is known. Squares
are numbered from 0 row by row, and lines from 0: runs of squares in rows, then in columns. The shipped boards::

         A B   C D
     1   0 1   2 3      lines 0 to 5, rows: 0 1 | 2 3 | 4 5 | 6 7 | 8 9 | 10 11
     2   4 5   6 7      lines 6 to 9, columns: 0 4 8 | 1 5 9 | 2 6 10 | 3 7 11
     3   8 9  10 11
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

SQUARES: Final = 12
LINES: Final = 10
"""Every shape has six lines of two squares and four of three."""

_DATA: Final = Path(__file__).parent / "data" / "components.json"

Effect = Literal["none", "reactivate", "steal"]


class _Fixed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Line(_Fixed):
    """A line of the board, and what it gives (C2.3)."""

    squares: list[int]
    wall: int
    tower: int
    flags: list[int]
    residents: int
    floor: int
    effect: Effect


class Board(_Fixed):
    """A player's board, the same for all players of a game (C2)."""

    shape: str
    squares: list[str]
    lines: list[Line]
    group_size: int
    group_points: list[int]
    flag_room: list[int]
    card_values: list[int]


class Box(_Fixed):
    """The whole box; ``origin`` says of each figure whether the text, a source or a guess has it."""

    resources: list[str]
    faces: list[str]
    shapes: dict[str, list[str]]
    boards: dict[Literal["apprentice", "architect"], Board]
    guests: dict[Literal["bolt", "hourglass", "crown"], list[str]]
    tokens: int = Field(ge=1)
    residents_per_die: int
    sun: int
    cloud: int
    shepherdess_cloud: int
    monk_flag: int
    turn_limit: int
    origin: Mapping[str, str]


@cache
def shipped_box() -> Box:
    """The game's own box."""
    return Box.model_validate_json(_DATA.read_text(encoding="utf-8"))


RESOURCES: Final = tuple(shipped_box().resources)
FACES: Final = tuple(shipped_box().faces)
"""The results of a die: the four resources in their order, residents and ?."""
BOLT_GUESTS, HOURGLASS_GUESTS, CROWN_GUESTS = (
    tuple(shipped_box().guests[kind]) for kind in ("bolt", "hourglass", "crown")
)
GUESTS: Final = (*BOLT_GUESTS, *HOURGLASS_GUESTS, *CROWN_GUESTS)
"""All guests in the order of the file, which is the order of candidates (C12)."""

Place = tuple[int, int]
"""Row and column in the picture of a shape."""


class Shape:
    """How the lines of a board cross: the places of its squares, and the squares of its lines."""

    def __init__(self, name: str, rows: Sequence[str]) -> None:
        self.name = name
        self.places: tuple[Place, ...] = tuple(
            (row, column) for row, text in enumerate(rows) for column, sign in enumerate(text) if sign == "X"
        )
        self.rows, self.columns = len(rows), max(map(len, rows))
        numbers = {place: number for number, place in enumerate(self.places)}
        across = [[(row, column) for column in range(self.columns)] for row in range(self.rows)]
        down = [[(row, column) for row in range(self.rows)] for column in range(self.columns)]
        row_lines = [run for places in across for run in _runs(places, numbers)]
        self.lines = (*row_lines, *(run for places in down for run in _runs(places, numbers)))
        self.photo_row, self.photo_column = len(row_lines) - 1, len(self.lines) - 1
        """The rightmost line of the bottom row, and the far right column (C13)."""


def _runs(places: Sequence[Place], numbers: Mapping[Place, int]) -> list[tuple[int, ...]]:
    """The unbroken runs of squares in a row or column (C2.2)."""
    runs: list[list[int]] = [[]]
    for place in places:
        if place in numbers:
            runs[-1].append(numbers[place])
        elif runs[-1]:
            runs.append([])
    return [tuple(run) for run in runs if run]


@cache
def shapes() -> tuple[Shape, ...]:
    """The three shapes, in their order."""
    return tuple(Shape(name, rows) for name, rows in shipped_box().shapes.items())


def shape_named(name: str) -> Shape | None:
    """The shape of this name, or None."""
    return next((shape for shape in shapes() if shape.name == name), None)
