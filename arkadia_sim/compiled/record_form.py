"""The form of game records: fields and values checked one by one, before any rule of a game is asked.

Whatever is not as the format has it raises RecordError with ``FORM`` in place of a rule's number.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from arkadia_sim.core.options import RuleOptions
from arkadia_sim.core.scene import Square
from arkadia_sim.errors import RecordError, UsageError, printable

Rules = TypeVar("Rules", bound=RuleOptions)

_NUMBERS = re.compile(r"\[\d+\]")

FORM: Final = "record"  # stands where a rule's number would when a record breaks its format and no rule of the game


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


def seats_of(record: Mapping[str, Any], rule_set: type[RuleOptions], rule: str, rule_of_first: str) -> int:
    """The number of players of a record, which the game must be for; a bot for each of them, and one of them begins."""
    players: int = record["players"]
    with breaking(rule):
        rule_set.check_players(players)
    if len(record["bots"]) != players:
        raise RecordError(FORM, "bots must name one bot for each seat")
    if not 0 <= record["first_seat"] < players:
        raise RecordError(rule_of_first, f"seat {record['first_seat']} cannot begin, the seats are 0 to {players - 1}")
    return players


def rules_of(options: Any, players: int, rule_set: type[Rules], other_rule: str) -> Rules:
    """The field ``rules`` of a record as a rule set: every option, written as records write it. ``other_rule`` is that
    of options that are no reading of a rule of their own (:meth:`RuleOptions.rule_of`)."""
    fields_of(options, rule_set.model_fields, "rules")
    for name, value in options.items():
        rule = rule_set.rule_of(name) or other_rule
        with breaking(rule):
            written = rule_set.of(players, {name: value}).as_record()[name]
        if not same_form(value, written):
            raise RecordError(rule, f"rule {name}: {shown(value)} is not allowed in a record")
    return rule_set.of(players, options)


@contextmanager
def breaking(rule: str) -> Iterator[None]:
    """Report a UsageError inside as a RecordError for this rule."""
    try:
        yield
    except UsageError as error:
        raise RecordError(rule, str(error)) from None


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


def same_form(stated: Any, true: Any) -> bool:
    """Whether two JSON values are equal, where 1, 1.0 and true are not."""
    if type(stated) is not type(true):
        return False
    if isinstance(true, Mapping):
        return stated.keys() == true.keys() and all(same_form(stated[key], true[key]) for key in true)
    if isinstance(true, list):
        return len(stated) == len(true) and all(map(same_form, stated, true))
    return bool(stated == true)


def check_same(
    stated: Any, true: Any, rules: Mapping[str, str], field: str, optional: str | None = None, rule: str = FORM
) -> None:
    """A field of a record against the true one: RecordError for the first difference, wherever in it."""
    if same_form(stated, true):
        return
    rule = rules.get(_NUMBERS.sub("", field), rule)
    if isinstance(true, Mapping):
        left_out = optional if isinstance(stated, Mapping) and optional not in stated else None
        fields_of(stated, [name for name in true if name != left_out], field)
        for name in stated:
            check_same(stated[name], true[name], rules, f"{field}.{name}", optional, rule)
    elif isinstance(true, list):
        for place, entry in enumerate(list_of(stated, field)[: len(true)]):
            check_same(entry, true[place], rules, f"{field}[{place}]", optional, rule)
        if len(stated) != len(true):
            raise RecordError(rule, f"{field} has {len(true)} entries, not {len(stated)}")
    else:
        raise RecordError(rule, f"{field}: {shown(true)}, not {shown(stated)}")
