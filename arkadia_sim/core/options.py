"""The value of an option (of the rules, of the pieces) as users write it: ``true``, ``5``, ``3,3,1`` or a word."""

from typing import Any

_YES_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


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
