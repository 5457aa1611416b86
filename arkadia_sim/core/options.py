"""Options: of the rules and of the pieces, and how users write their values: ``true``, ``5``, ``3,3,1`` or a word."""

from typing import Any, Literal

from arkadia_sim.core.stored import Stored

_YES_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class RuleOption(Stored):
    """An option of the rules: its name, the game's own value, what is allowed, and what it means."""

    name: str
    default: Any
    allowed: str
    meaning: str


class ComponentOption(Stored):
    """A piece of the game that can be replaced, as users choose it by name.

    ``kind`` says what the value is: a ``text`` or number that the game understands, or the path of a ``file`` or
    ``folder``, which is looked for beside the experiment file that names it.
    """

    name: str
    kind: Literal["text", "file", "folder"]
    allowed: str
    meaning: str


def option_value(text: str) -> Any:
    """A text as yes/no, whole number or list of whole numbers where it reads as one."""
    if text.lower() in _YES_NO:
        return _YES_NO[text.lower()]
    try:
        return [int(part) for part in text.split(",")] if "," in text else int(text)
    except ValueError:
        return text


def option_text(value: Any) -> str:
    """The text that means this value."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ",".join(option_text(one) for one in value)
    return str(value)
