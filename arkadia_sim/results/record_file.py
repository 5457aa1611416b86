"""Files of full game records, one per line: those that are written to are looked at before the first game, so that
nothing is lost after it, and those that are read may hold anything."""

import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.errors import BadValue, NoRecord, RecordError, UsageError
from arkadia_sim.results.cut_records import whole_records

if TYPE_CHECKING:
    from arkadia_sim.core.game import Game

_RECORD_MOST = 1 << 26  # bytes; no game record is longer


def record_target(path: Path, game: "Game") -> Path:
    """Where the records go, links followed. Refuses, before hours of play and not after, a file that could not be
    written, and one that holds something else than game records."""
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):  # asked of the path: a pipe's resolves to nothing
            raise UsageError(f"record file {path}: name a file; this is a folder, a device or the like")
        target = path.resolve()
        if not target.parent.is_dir():
            raise UsageError(f"record file {path}: name a file in a folder that exists")
        if not os.access(target if target.exists() else target.parent, os.W_OK):
            raise UsageError(f"record file {path} cannot be written: name a file in a folder that can be written to")
        if not target.exists():
            return target
        if target.stat().st_size and not _holds_records(target, game):
            raise UsageError(
                f"record file {path} is there already and holds no game records: name another file, or remove it"
            )
    except (OSError, RuntimeError) as error:  # RuntimeError: links that go round in a circle
        raise UsageError(f"record file {path} cannot be used: {getattr(error, 'strerror', None) or error}") from None
    return target


def _holds_records(file: Path, game: "Game") -> bool:
    """Whether the first line means to be a record of the game."""
    with file.open("rb") as lines:
        first = lines.readline(_RECORD_MOST)
    try:
        record = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and game.is_record(record)


def record_line(record: Mapping[str, Any]) -> str:
    """A game record as a line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays as JSON knows them."""
    import numpy as np

    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no place in a game record")


def record_lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; UTF-8 is left for the JSON reader to judge."""
    try:
        mode = file.stat().st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):  # one may go on for ever, in one line
            raise UsageError(f"{file} is no file, but a device")
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_record(line: bytes, where: str) -> dict[str, Any]:
    """The record of a line; an error says ``where`` the line is."""
    try:
        record = json.loads(line)
    except RecursionError:
        raise NoRecord(f"{where}: not a game record: its lists are nested too deeply") from None
    except ValueError as error:
        raise NoRecord(f"{where}: not a line of JSON: {error}") from None
    if not isinstance(record, dict):
        raise NoRecord(f"{where}: not a game record: a JSON object is needed")
    return record


def record_at(file: Path, line: int, is_record: Callable[[Mapping[str, Any]], bool]) -> tuple[str, dict[str, Any]]:
    """The record on a line of a file, counted from 1 (blank ones count), and in words where that is.

    ``is_record`` is the game's: a record that is cut into lines is put together, and lies on the first of them.
    """
    last = 0
    for last, written in whole_records(record_lines(file), is_record):
        if last == line:
            where = f"{file}:{line}"
            return where, read_record(written, where)
    if last == 0:
        raise NoRecord(f"{file}: holds no game")
    raise BadValue(f"line of {file}", line, f"a line with a game, 1 to {last}")


def fault_text(where: str, error: RecordError) -> str:
    """What is wrong with a record: where it is, the turn and the rule."""
    turn = "set-up" if error.turn is None else f"turn {error.turn} (counted from 0)"
    return f"{where}: {turn}: {error.rule}: {error}"
