"""The exceptions of the toolkit, and texts of errors and commands. Exit codes: 2 for what the user can mend, else 1."""

import shlex
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

SHOWN_MOST = 500
"""How many characters of a text made by a bot are kept."""

LISTED_MOST = 20
"""How many choices an error lists in full. Of more, it lists a few, and the command that lists all."""

LISTS = {"bot": "bots", "column": "columns", "measure": "columns", "experiment": "experiments", "game": "games"}
"""The commands that list names."""

LINE_MOST, LINES_MOST = 2000, 50
"""How many characters of a line and how many lines of a message are shown."""

VALUE_MOST = 200
"""How many characters of a wrong value are shown."""

NEAR = 0.6
"""How similar two names must be (``difflib``, 0 to 1) for one to count as a typo of the other."""


def did_you_mean(name: str, choices: Iterable[str]) -> str:
    """The end of a message that names the nearest choice; empty if none is near."""
    nearest = get_close_matches(name, list(choices), n=1, cutoff=NEAR)
    return f"; did you mean {nearest[0]!r}?" if nearest else ""


class ArkadiaSimError(Exception):
    """Base of all exceptions raised on purpose; the text is written for users."""


class UsageError(ArkadiaSimError):
    """The user's input cannot be used. The command line shows the text and exits with code 2."""


class UnknownName(UsageError):
    """An unknown name. The message lists the choices and the nearest match."""

    def __init__(self, what: str, name: str, choices: Iterable[str]) -> None:
        names = sorted(choices)
        if len(names) <= LISTED_MOST:
            allowed = ", ".join(names) or "none"
        else:
            examples = [*get_close_matches(name, names, n=3, cutoff=0.0), *names][:3]
            allowed = f"{len(names):,} names, such as {', '.join(examples)}"
            allowed += f"; all: arkadia-sim {LISTS[what]}" if what in LISTS else ""
        written = printable(repr(name), VALUE_MOST)
        super().__init__(f"unknown {what} {written}{did_you_mean(name, names)} (allowed: {allowed})")
        self.name = name
        self.choices = names


class BadValue(UsageError):
    """A value that is not allowed for a known setting. The message names the setting, the value and what is allowed."""

    def __init__(self, what: str, value: object, allowed: str) -> None:
        written = printable(repr(value), VALUE_MOST)
        super().__init__(f"{printable(what)}: {written} is not allowed (allowed: {allowed})")


class RecordError(ArkadiaSimError):
    """A game record that breaks a rule, with the turn (None for the set-up) and the number of the rule."""

    def __init__(self, rule: str, message: str, turn: int | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.turn = turn


class NoRecord(ArkadiaSimError):
    """A line or file that is not a game record."""


class RunError(ArkadiaSimError):
    """A run that cannot start or continue, for a reason outside the experiment itself."""


def portable(error: ArkadiaSimError) -> ArkadiaSimError:
    """An error with the same text and exit code that another process can unpickle, which not every subclass can be."""
    return (UsageError if isinstance(error, UsageError) else RunError)(str(error))


def raised_text(error: BaseException) -> str:
    """The type and text of an error raised by foreign code, whose text may itself fail."""
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:  # making the text runs foreign code too, which may even raise KeyboardInterrupt
        return f"{type(error).__name__} (without a readable text)"


def printable(text: str, most: int = SHOWN_MOST) -> str:
    """A text as one line for any terminal or file: very long texts are cut, unprintable characters escaped."""
    escaped = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text[:most]
    )
    start = escaped[:most]
    return start if len(text) <= most and start == escaped else f"{start} … ({len(text):,} characters)"


def message_text(error: ArkadiaSimError) -> str:
    """The text of an error as shown to users: printable line by line, with long input cut."""
    lines = str(error).split("\n")
    more = [f"… and {len(lines) - LINES_MOST:,} more lines"] if len(lines) > LINES_MOST else []
    return "\n".join([printable(line, LINE_MOST) for line in lines[:LINES_MOST]] + more)


def counted(number: int, noun: str) -> str:
    """``1 deal``, ``2,000 deals``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def command_line(*words: object) -> str:
    """A command of the toolkit for the user to copy, quoted for a shell. All printed commands come from here."""
    texts = (f"./{word}" if isinstance(word, Path) and str(word).startswith("-") else str(word) for word in words)
    return " ".join(["arkadia-sim", *map(_quoted, texts)])


def _quoted(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    escaped = "".join(f"\\{sign}" if sign in "\\'" else sign if sign.isprintable() else _escaped(sign) for sign in word)
    return f"$'{escaped}'"


def _escaped(sign: str) -> str:
    """A sign as bash and zsh read it between ``$'`` and ``'``: byte by byte."""
    return "".join(f"\\x{byte:02x}" for byte in sign.encode("utf-8", "surrogateescape"))
