"""The box: the two boards and the figures that are printed on tiles or counted out to the players (M1).

data/SOURCES.md says which figures are known and which are reconstructions.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=0)]
BoardName = Literal["large", "small"]

_DATA: Final = Path(__file__).parent / "data" / "box.json"


class _Fixed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Board(_Fixed):
    """A board: the rows and columns of its city squares. The ring of wall spaces lies round them."""

    rows: Count
    columns: Count


class ForPlayers(_Fixed):
    """What the number of players decides: the board, what each of them takes, and the turns with one piece alone."""

    board: BoardName
    buildings: Count
    roofs: Count
    neutral_roofs: Count
    stables: Count
    merchants: Count
    walls: Count
    short_first_turns: Count


class Box(_Fixed):
    """All of it."""

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
