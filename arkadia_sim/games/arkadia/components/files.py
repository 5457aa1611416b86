"""The data files of the box read: JSON and boards, with what is wrong told by file, line and column."""

import json
from pathlib import Path
from typing import Any

from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.games.arkadia.components.checks import check_board


def _read(path: Path) -> str:
    """The text of a file, or a BadValue that says why it cannot be had."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"file {str(path)!r} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"file {str(path)!r} is no text in UTF-8") from None


def json_of_file(path: Path) -> Any:
    """The content of a JSON file."""
    try:
        return json.loads(_read(path))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadValue(f"file {path.name}, {where}", error.msg, "JSON") from None


def board_of_file(path: Path) -> tuple[str, ...]:
    """The checked rows of a board file; blank lines at its end and spaces at the ends of lines do not count."""
    rows = tuple(line.rstrip() for line in _read(path).rstrip().splitlines())
    check_board(rows, f"board {path.name}")
    return rows
