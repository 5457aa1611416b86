"""The exceptions of the toolkit.

::

    ArkadiaSimError            everything that this package raises on purpose
    ├── UsageError             something the user wrote cannot be used: what, where, what is allowed (exit code 2)
    │   ├── UnknownName        a name that nobody registered, with the choices and the nearest match
    │   └── BadValue           a known setting with a value outside what is allowed
    ├── RecordError            a game record that the rules do not allow (exit code 2; in check 1)
    ├── NoRecord               what should be a game record and is none (as above)
    └── RunError               a run that cannot go on (a worker died, a folder holds another run)
"""

from collections.abc import Iterable
from difflib import get_close_matches

SHOWN_MOST = 500
"""Characters of a text that a bot made which are kept."""

LISTED_MOST = 100
"""Names that are listed where one is unknown; of more, some."""

LINE_MOST, LINES_MOST = 2000, 50
"""Characters of a line and lines of a message that are shown."""


NEAR = 0.6
"""How alike two names must be (``difflib``, 0 to 1) for one to be taken for a slip of the other."""


def did_you_mean(name: str, choices: Iterable[str]) -> str:
    """The nearest of the choices as the end of a message; nothing if none is near."""
    nearest = get_close_matches(name, list(choices), n=1, cutoff=NEAR)
    return f"; did you mean {nearest[0]!r}?" if nearest else ""


class ArkadiaSimError(Exception):
    """Base of all exceptions that the toolkit raises on purpose; its text is meant to be shown to a user."""


class UsageError(ArkadiaSimError):
    """Something the user wrote cannot be used. The command line shows the text and ends with exit code 2."""


class UnknownName(UsageError):
    """A name that nobody registered. The message lists the choices and the nearest match."""

    def __init__(self, what: str, name: str, choices: Iterable[str]) -> None:
        listed = sorted(choices)
        if len(listed) <= LISTED_MOST:
            allowed = ", ".join(listed) or "none"
        else:
            some = [*get_close_matches(name, listed, n=3, cutoff=0.0), *listed][:3]
            allowed = f"{len(listed):,} names, such as {', '.join(some)}"
        super().__init__(f"unknown {what} {name!r}{did_you_mean(name, listed)} (allowed: {allowed})")
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


class NoRecord(ArkadiaSimError):
    """A line or a file that should hold a game record and holds something else."""


class RunError(ArkadiaSimError):
    """A run that cannot start or go on, for a reason outside the experiment itself."""


def raised_text(error: BaseException) -> str:
    """What somebody else's code raised: its kind, and its text where that can be made."""
    try:
        return f"{type(error).__name__}: {error}"
    except KeyboardInterrupt:
        raise
    except BaseException:  # an exception's text is its author's code too
        return f"{type(error).__name__} (its text cannot be made)"


def printable(text: str, most: int = SHOWN_MOST) -> str:
    """A text as one line that any terminal and file takes: cut if it is very long, what does not print escaped."""
    shown = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text[:most]
    )
    cut = shown[:most]
    return cut if len(text) <= most and cut == shown else f"{cut} … ({len(text):,} characters)"


def message_text(error: ArkadiaSimError) -> str:
    """The text of an error as it is shown: line by line as any terminal takes it, however long what a user wrote is."""
    lines = str(error).split("\n")
    more = [f"… and {len(lines) - LINES_MOST:,} more lines"] if len(lines) > LINES_MOST else []
    return "\n".join([printable(line, LINE_MOST) for line in lines[:LINES_MOST]] + more)
