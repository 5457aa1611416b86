"""The box: the boards, their squares, and the figures printed on tiles or counted out to players (M1).

data/SOURCES.md says which figures are known and which are reconstructions. A square is ``(row, column)`` over the whole
grid; people write a letter for the column and the number of the row, so ``C7`` is ``(7, 2)`` (M1.2). Column A and row 0
are the ring: wall spaces, with the towers in its corners. The city is inside: rows 1 to R, columns 1 to C::

         A B C …
       0 1 - - …  - 3
       1 - . . …  . -
       …
     R+1 4 - - …  - 2
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from arkadia_sim.core.scene import square_name

Count = Annotated[int, Field(ge=0)]
BoardName = Literal["large", "small"]

_DATA: Final = Path(__file__).parent / "data" / "box.json"


class _Fixed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Board(_Fixed):
    """A board: the rows and columns of its city, without the ring of wall spaces."""

    rows: Count
    columns: Count


class ForPlayers(_Fixed):
    """What depends on the number of players: the board, each player's pieces, the turns with only one piece."""

    board: BoardName
    buildings: Count
    roofs: Count
    neutral_roofs: Count
    stables: Count
    merchants: Count
    walls: Count
    short_first_turns: Count


class Box(_Fixed):
    """The whole box."""

    boards: dict[BoardName, Board]
    colours: list[str]
    tea_tiles: list[Count]
    tower_merchants: list[Count]
    palace_values: list[Count]
    tower_values: list[Count]
    well_points: Count
    tables: dict[int, ForPlayers]


@cache
def shipped_box() -> Box:
    """The game's own box."""
    return Box.model_validate_json(_DATA.read_text(encoding="utf-8"))


COLOURS: Final = tuple(shipped_box().colours)
"""The four colours, always in this order (M1.4)."""


Square = tuple[int, int]

TOWER_CORNERS: Final = ((0, 0), (1, 1), (0, 1), (1, 0))
"""For each tower, whether it is in the last row and in the last column of the ring (M1.3)."""


def squares_text(squares: Iterable[Square]) -> str:
    """The names of several squares, in order."""
    return ", ".join(map(square_name, sorted(squares)))
