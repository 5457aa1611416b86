"""The form of game records: fields and values checked one by one, before any rule of a game is asked.

Whatever is not as the format has it raises RecordError with ``FORM`` in place of a rule's number.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from arkadia_sim.errors import RecordError, printable

Square = tuple[int, int]

FORM: Final = "record"
"""Stands where a rule's number would when a record breaks its format and no rule of the game."""


def record_of(record: Any, formats: Iterable[str], fields: Iterable[str]) -> None:
    """A record in one of these formats with exactly these fields, and those that every game has of the right kind."""
    if not isinstance(record, Mapping):
        raise RecordError(FORM, f"a record must be an object, not {shown(record)}")
    known = tuple(formats)
    if record.get("format") not in known:
        raise RecordError(FORM, f"format must be {known[0]!r}, not {shown(record.get('format'))}")
    fields_of(record, fields, "a record")
    whole(record["players"], "players")
    whole(record["first_seat"], "first_seat")
    list_of(record["turns"], "turns")
    texts_in(record["bots"], "bots")


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


def text(value: Any, what: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise RecordError(FORM, f"{what} must be a text, not {shown(value)}")
    return value


def list_of(value: Any, what: str) -> list[Any]:
    """A list of anything."""
    if not isinstance(value, list):
        raise RecordError(FORM, f"{what} must be a list, not {shown(value)}")
    return value


def texts_in(value: Any, what: str) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(text(item, f"{what}: an entry") for item in list_of(value, what))


def square_in(value: Any, what: str) -> Square:
    """A square: row and column."""
    if not isinstance(value, list) or len(value) != 2:
        raise RecordError(FORM, f"{what} must be [row, column], not {shown(value)}")
    return whole(value[0], "a row"), whole(value[1], "a column")


def squares_in(value: Any, what: str) -> frozenset[Square]:
    """A list of squares, none listed twice."""
    squares = [square_in(item, f"{what}: a square") for item in list_of(value, what)]
    if len(set(squares)) < len(squares):
        twice = next(square for square in squares if squares.count(square) > 1)
        raise RecordError(FORM, f"{what}: square {list(twice)} is listed twice")
    return frozenset(squares)


def shown(value: Any) -> str:
    """A value for a message, cut if it is long."""
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
