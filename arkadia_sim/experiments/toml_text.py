"""Plain values written as TOML (Python reads TOML but does not write it)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def toml_entries(table: Mapping[str, Any]) -> list[str]:
    """A line for each key of a table; what is None is left out."""
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items() if value is not None]


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else json.dumps(key, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    """A value as TOML writes it (JSON's way of writing texts, numbers, lists and yes/no is TOML's too)."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
