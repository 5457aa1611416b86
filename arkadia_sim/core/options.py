"""Settings of a game: options of the rules and pieces, and how users write them: ``true``, ``5``, ``3,3,1``, a word."""

from typing import Any, Literal

from pydantic import Field

from arkadia_sim.core.stored import Stored

_YES_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class RuleOption(Stored):
    """An option of the rules: its name, default, allowed values and meaning."""

    name: str
    default: Any
    allowed: str
    meaning: str


class ComponentOption(Stored):
    """A piece of the game that users can replace.

    ``kind`` is the type of its value: a ``text`` or number that the game understands, or the path of a ``file`` or
    ``folder``. Paths are relative to the experiment file.
    """

    name: str
    kind: Literal["text", "file", "folder"]
    allowed: str
    meaning: str


def option_value(text: str) -> Any:
    """Convert a text to yes/no, a whole number or a list of whole numbers, if it is one."""
    if text.lower() in _YES_NO:
        return _YES_NO[text.lower()]
    try:
        return [int(part) for part in text.split(",")] if "," in text else int(text)
    except ValueError:
        return text


def option_text(value: Any) -> str:
    """Write a value as :func:`option_value` reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ",".join(option_text(item) for item in value)
    return str(value)


class Setting(Stored):
    """The variant played: everything that is the same for all games of a section.

    ``rules`` holds all options of the game (:meth:`Game.rule_options`), with defaults filled in. ``components`` holds
    its replaceable pieces (a board, cards …). Both are plain data, so a manifest alone reproduces the games.
    """

    players: int = Field(ge=1)
    rules: dict[str, Any] = Field(description="all options of the rules")
    components: dict[str, Any] = Field(description="all pieces, as plain data")
