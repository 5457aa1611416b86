"""How anything is printed on a terminal or into a pipe; it loads nothing that takes time."""

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 120


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document, and nothing else, on stdout."""
    print(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def console() -> "Console":
    """Stdout, wide enough for a table when no terminal says how wide it is."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH, highlight=False)
