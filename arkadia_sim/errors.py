"""The exceptions of the toolkit.

::

    ArkadiaSimError            everything that this package raises on purpose
    ├── UsageError             something the user wrote cannot be used: what, where, what is allowed (exit code 2)
    │   ├── UnknownName        a name that nobody registered, with the choices and the nearest match
    │   └── BadValue           a known setting with a value outside what is allowed
    ├── RecordError            a game record that the rules do not allow (exit code 1)
    └── RunError               a run that cannot go on (a worker died, a folder holds another run)
"""

from collections.abc import Iterable
from difflib import get_close_matches


class ArkadiaSimError(Exception):
    """Base of all exceptions that the toolkit raises on purpose; its text is meant to be shown to a user."""


class UsageError(ArkadiaSimError):
    """Something the user wrote cannot be used. The command line shows the text and ends with exit code 2."""


class UnknownName(UsageError):
    """A name that nobody registered. The message lists the choices and the nearest match."""

    def __init__(self, what: str, name: str, choices: Iterable[str]) -> None:
        listed = sorted(choices)
        nearest = get_close_matches(name, listed, n=1, cutoff=0.5)
        hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
        super().__init__(f"unknown {what} {name!r}{hint} (allowed: {', '.join(listed) or 'none'})")
        self.name = name
        self.choices = listed


class BadValue(UsageError):
    """A known setting with a value that is not allowed. Names the setting, the value and what is allowed."""

    def __init__(self, what: str, value: object, allowed: str) -> None:
        super().__init__(f"{what}: {value!r} is not allowed (allowed: {allowed})")


class RecordError(ArkadiaSimError):
    """A game record breaks a rule. Carries the turn (None for the set-up) and the number of the rule."""

    def __init__(self, rule: str, message: str, turn: int | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.turn = turn


class RunError(ArkadiaSimError):
    """A run that cannot start or go on, for a reason outside the experiment itself."""
