"""The form of a game record: which fields there are and of which kind.

Whatever is not as the format has it raises RecordError with ``FORM`` in place of a rule's number.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from arkadia_sim.errors import RecordError, printable
from arkadia_sim.games.medina.bots_api.choices import Place
from arkadia_sim.games.medina.components.box import COLOURS
from arkadia_sim.games.medina.components.squares import Square
from arkadia_sim.games.medina.records.account import BUILDING
from arkadia_sim.games.medina.rules.state import COLOURS as COLOUR_COUNT
from arkadia_sim.games.medina.rules.state import KIND_NAMES

FORMAT: Final = "medina-record/1"
FORM: Final = "record"
"""Stands where a rule's number would when a record breaks its format and no rule of the game."""

RECORD_FIELDS: Final = (
    "format", "players", "rules", "well", "merchant", "first_seat", "bots", "seed", "turns", "result",
)  # fmt: skip
TURN_FIELDS: Final = ("seat", "actions", "tea")
COUNTS: Final = "legal"
"""The one field that may be left out: how many placements the player could have made."""
OTHER_PIECES: Final = KIND_NAMES[COLOUR_COUNT:]


def read_placement(action: Any) -> Place:
    """What was placed where, its form checked and nothing else; the effects are looked at later."""
    of_building = isinstance(action, Mapping) and action.get("place") == BUILDING
    fields_of(action, ("place", *(("colour",) if of_building else ()), "square", "effects"), "a placement")
    list_of(action["effects"], "effects")
    square = square_in(action["square"], "square")
    piece = action["colour"] if of_building else action["place"]
    if piece not in (COLOURS if of_building else OTHER_PIECES):
        what = f"{', '.join(COLOURS)}" if of_building else f"{BUILDING}, {', '.join(OTHER_PIECES)}"
        raise RecordError(FORM, f"a {'colour' if of_building else 'piece'} is one of {what}, not {shown(piece)}")
    return Place(piece, square)


# -- kinds of values ---------------------------------------------------------------------------------------------------


def fields_of(value: Any, fields: Iterable[str], what: str, optional: str | None = None) -> None:
    """An object with exactly these fields, and perhaps one more."""
    wanted = tuple(fields)
    if not isinstance(value, Mapping):
        raise RecordError(FORM, f"{what} must be an object, not {shown(value)}")
    for field in wanted:
        if field not in value:
            raise RecordError(FORM, f"{what} lacks the field {field!r}")
    for field in value:
        if field not in wanted and field != optional:
            raise RecordError(FORM, f"{what} has no field {field!r}")


def whole(value: Any, what: str) -> int:
    """A whole number, which true and false are not."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(FORM, f"{what} must be a whole number, not {shown(value)}")
    return value


def yes_or_no(value: Any, what: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise RecordError(FORM, f"{what} must be true or false, not {shown(value)}")
    return value


def list_of(value: Any, what: str) -> list[Any]:
    """A list of anything."""
    if not isinstance(value, list):
        raise RecordError(FORM, f"{what} must be a list, not {shown(value)}")
    return value


def square_in(value: Any, what: str) -> Square:
    """A square: two whole numbers."""
    numbers = list_of(value, what)
    if len(numbers) != 2:
        raise RecordError(FORM, f"{what} must be [row, column], not {shown(value)}")
    row, column = (whole(number, what) for number in numbers)
    return row, column


def shown(value: Any) -> str:
    """A value as it is told in a message, cut if it is long."""
    return printable(repr(value), 80)


def same_form(stated: Any, found: Any) -> bool:
    """Whether two JSON values are equal, where 1, 1.0 and true are not."""
    if type(stated) is not type(found):
        return False
    if isinstance(found, Mapping):
        return stated.keys() == found.keys() and all(same_form(stated[key], found[key]) for key in found)
    if isinstance(found, list):
        return len(stated) == len(found) and all(map(same_form, stated, found))
    return bool(stated == found)
