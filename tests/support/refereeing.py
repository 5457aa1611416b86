"""What the independent twins of games share as referees of records: how they say that a rule is broken."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

MALFORMED = (AttributeError, KeyError, TypeError, ValueError, IndexError, AssertionError)
"""What a twin raises that reads a record of another form."""


class RuleError(Exception):
    """A rule is broken: its number, what is wrong and, in a record, the number of turns before it; None: the set-up."""

    def __init__(self, rule: str, message: str, turn: int | None = None) -> None:
        super().__init__(rule, message)
        self.rule, self.message, self.turn = rule, message, turn

    def __str__(self) -> str:
        where = "" if self.turn is None else f"turn {self.turn}: "
        return f"{where}{self.rule}: {self.message}"


@dataclass
class Progress:
    """The turns of a record that have been checked; None: the set-up is being checked."""

    turn: int | None = None


@contextmanager
def refereeing() -> Iterator[Progress]:
    """Every RuleError gets the turn; a malformed record becomes one of rule "record"."""
    progress = Progress()
    try:
        yield progress
    except RuleError as error:
        error.turn = progress.turn
        raise
    except MALFORMED as error:
        raise RuleError("record", f"malformed: {error!r}", progress.turn) from error


def need(holds: Any, rule: str, what: str) -> None:
    """Raise RuleError unless it holds."""
    if not holds:
        raise RuleError(rule, what)


def as_json(value: Any) -> str:
    """Equal as JSON is: 1, 1.0 and true are not; the order of an object's fields, and of sets, does not matter."""
    return json.dumps(value, sort_keys=True, default=sorted)
