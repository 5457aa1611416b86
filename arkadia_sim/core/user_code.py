"""A few lines on why a user's own file failed: the error, and the line where it happened."""

import linecache
import signal
from pathlib import Path
from traceback import extract_tb
from typing import Any

from arkadia_sim.errors import printable, raised_text

LINES, LINE = 4, 300
"""How many lines of an error are shown besides its place, and how many characters of each."""


def is_ctrl_c(error: BaseException) -> bool:
    """Whether this is Ctrl-C by the user.

    Worker processes ignore Ctrl-C; there, a bot raised it.
    """
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def import_fault(error: BaseException, file: Path) -> str:
    """The error that a file raised, and the line where; of a compiler error, the first lines."""
    lines = [line for line in raised_text(error).splitlines() if line.strip()]
    if hasattr(error, "loc"):  # a compiler error: its first lines say enough
        lines = [f"{type(error).__name__}: {lines[1]}", *(line for line in lines[2:LINES] if ">>>" in line)]
    place = _where(error, file)
    parts = [*lines[:LINES]]
    if place is not None:
        parts.append(f"{place[0].name}, line {place[1]}: {linecache.getline(str(place[0]), place[1]).strip()}")
    return "\n  ".join(printable(line.strip(), LINE) for line in parts)


def _where(error: BaseException, file: Path) -> tuple[Path, int] | None:
    """The file and line of an error: from the compiler, or the last line of the file that was run."""
    place: Any = getattr(error, "loc", None)
    if place is not None:
        return Path(place.filename), int(place.line)
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename == str(file)]
    return (file, frames[-1].lineno) if frames and frames[-1].lineno is not None else None
