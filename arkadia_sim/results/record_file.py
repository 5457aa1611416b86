"""Files of full game records, one per line.

A file for output is checked before the first game, so that no games are lost. A file for input may hold anything.
"""

import json
import os
import stat
from collections.abc import Iterator, Mapping
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.errors import BadValue, NoRecord, RecordError, UsageError

if TYPE_CHECKING:
    from arkadia_sim.core.game import Game


def _document(line: bytes) -> dict[str, Any] | None:
    """The JSON object on a line; None if there is none."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


_RECORD_MOST = 1 << 26  # bytes; longer than any game record


def record_target(path: Path, game: "Game") -> Path:
    """The file for the records, links followed, checked before hours of play. UsageError if the file cannot be written,
    or holds something other than game records."""
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):  # not its target: a pipe's is nothing
            raise UsageError(f"record file {path} is a folder or device: name a regular file")
        target = path.resolve()
        if not target.parent.is_dir():
            raise UsageError(f"record file {path}: its folder does not exist")
        if not os.access(target if target.exists() else target.parent, os.W_OK):
            raise UsageError(f"record file {path} cannot be written: use a folder with write permission")
        if not target.exists():
            return target
        if target.stat().st_size and not _holds_records(target, game):
            raise UsageError(
                f"record file {path} already exists and holds no game records: name another file, or remove it"
            )
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links
        raise UsageError(f"record file {path} cannot be used: {getattr(error, 'strerror', None) or error}") from None
    return target


def _holds_records(file: Path, game: "Game") -> bool:
    """Whether the first line looks like a record of the game."""
    with file.open("rb") as lines:
        first = lines.readline(_RECORD_MOST)
    record = _document(first)
    return record is not None and game.is_record(record)


def free_name(file: Path) -> Path:
    """A name that is not taken: the file itself, or games-2.jsonl, games-3.jsonl and so on for games.jsonl."""
    names = chain((file,), (file.with_name(f"{file.stem}-{number}{file.suffix}") for number in count(2)))
    return next(name for name in names if not name.exists())


def record_line(record: Mapping[str, Any]) -> str:
    """A game record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    """NumPy numbers and arrays as JSON values."""
    import numpy as np

    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"a game record cannot hold a {type(value).__name__}")


def record_lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers, as bytes."""
    try:
        mode = file.stat().st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):  # it may be endless, in one line
            raise UsageError(f"{file} is a device, not a file")
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_record(line: bytes, where: str) -> dict[str, Any]:
    """The record on a line; ``where`` names the line in error messages."""
    try:
        record = json.loads(line)
    except RecursionError:
        raise NoRecord(f"{where}: not a game record: its nesting is too deep") from None
    except ValueError as error:
        raise NoRecord(f"{where}: not valid JSON: {error}") from None
    if not isinstance(record, dict):
        raise NoRecord(f"{where}: not a game record: it must be a JSON object, one on each line")
    return record


def record_at(file: Path, line: int) -> tuple[str, dict[str, Any]]:
    """The place in words of a record of a file, and the record; lines count from 1, blank ones too. NoRecord if a line
    or the whole file holds none, BadValue if there is no such line."""
    last = 0
    for last, written in record_lines(file):
        if last == line:
            where = f"{file}:{line}"
            return where, read_record(written, where)
    if last == 0:
        raise NoRecord(f"{file} holds no game")
    raise BadValue(f"line of {file}", line, f"a line with a game, 1 to {last}")


def fault_text(where: str, error: RecordError) -> str:
    """What is wrong with a record: its place, the turn and the rule."""
    turn = "set-up" if error.turn is None else f"turn {error.turn} (counted from 0)"
    return f"{where}: {turn}: {error.rule}: {error}"
