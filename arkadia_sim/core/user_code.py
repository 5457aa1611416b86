"""What went wrong when a user's own file was run, in a few lines: what, and at which line of it."""

import linecache
import signal
from pathlib import Path
from traceback import extract_tb
from typing import Any

from arkadia_sim.errors import printable, raised_text

LINES, LINE = 4, 300
"""Lines of a fault that are told beside where it is, and characters of each."""


def is_ctrl_c(error: BaseException) -> bool:
    """Whether this is an interrupt by who sits before the program. A process that plays for another one does not listen
    to Ctrl-C: there a bot has raised it."""
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def import_fault(error: BaseException, file: Path) -> str:
    """What a file raised when it was run, and where in it; of what the compiler says its first lines."""
    said = [line for line in raised_text(error).splitlines() if line.strip()]
    if hasattr(error, "loc"):  # the compiler's own: below its first lines it tells of itself
        said = [f"{type(error).__name__}: {said[1]}", *(one for one in said[2:LINES] if ">>>" in one)]
    found = _where(error, file)
    told = [*said[:LINES]]
    if found is not None:
        told.append(f"{found[0].name}, line {found[1]}: {linecache.getline(str(found[0]), found[1]).strip()}")
    return "\n  ".join(printable(line.strip(), LINE) for line in told)


def _where(error: BaseException, file: Path) -> tuple[Path, int] | None:
    """The file and line of a fault: what the compiler says, or the last line of the file that was run."""
    place: Any = getattr(error, "loc", None)
    if place is not None:
        return Path(place.filename), int(place.line)
    own = [frame for frame in extract_tb(error.__traceback__) if frame.filename == str(file)]
    return (file, own[-1].lineno) if own and own[-1].lineno is not None else None
