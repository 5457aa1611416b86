"""Ways to spoil a valid game record: each changes it in place, and returns the turn in which that is noticed.

That is None for the set-up, and the number of turns for the end.
"""

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]
Spoil = Callable[[Record], int | None]
Spoilt = dict[str, tuple[Spoil, str]]
"""By name: a way to spoil a record, and the rule that it breaks, or ``record`` for the format."""


def fields(**changes: Any) -> Spoil:
    """Change fields of the record."""
    return head(lambda record: record.update(changes))


def options(**changes: Any) -> Spoil:
    """Change options of the rules."""
    return head(lambda record: record["rules"].update(changes))


def head(change: Callable[[Record], object]) -> Spoil:
    """Change the set-up."""

    def spoil(record: Record) -> None:
        change(record)

    return spoil


def turn(which: int | Callable[[Any], object], change: Callable[[Any], object]) -> Spoil:
    """Change a turn: the one with a number, or the first for which something holds."""

    def spoil(record: Record) -> int:
        turns = record["turns"]
        number = which if isinstance(which, int) else next(n for n, entry in enumerate(turns) if which(entry))
        change(turns[number])
        return number

    return spoil


def end(change: Callable[[Record], object], before: int = 0) -> Spoil:
    """Change what is noticed so many turns before the end of the changed record."""

    def spoil(record: Record) -> int:
        change(record)
        return len(record["turns"]) - before

    return spoil
