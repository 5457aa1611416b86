"""The file that full game records are written to: looked at before the first game, so that nothing is lost after it."""

import json
import stat
from pathlib import Path

from arkadia_sim.core.game import Game
from arkadia_sim.errors import UsageError

_RECORD_MOST = 1 << 26  # bytes; no game record is longer


def record_target(path: Path, game: Game) -> Path:
    """Where the records go, links followed. Refuses, before hours of play and not after, a file that could not be
    written, and one that holds something else than game records."""
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):  # asked of the path: a pipe's resolves to nothing
            raise UsageError(f"record file {path}: name a file; this is a folder, a device or the like")
        target = path.resolve()
        if not target.parent.is_dir():
            raise UsageError(f"record file {path}: name a file in a folder that exists")
        if not target.exists():
            return target
        if target.stat().st_size and not _holds_records(target, game):
            raise UsageError(
                f"record file {path} is there already and holds no game records: name another file, or remove it"
            )
    except (OSError, RuntimeError) as error:  # RuntimeError: links that go round in a circle
        raise UsageError(f"record file {path} cannot be used: {getattr(error, 'strerror', None) or error}") from None
    return target


def _holds_records(file: Path, game: Game) -> bool:
    """Whether the first line means to be a record of the game."""
    with file.open("rb") as lines:
        first = lines.readline(_RECORD_MOST)
    try:
        record = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and game.is_record(record)
