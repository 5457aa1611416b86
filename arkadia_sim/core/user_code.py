"""Runs users' own code: how an import failed, Ctrl-C, and how long bots may think."""

import linecache
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic
from traceback import extract_tb
from types import TracebackType
from typing import Any, NoReturn

from arkadia_sim.errors import printable, raised_text

LINES, LINE = 4, 300
"""How many lines of an error are shown besides its place, and how many characters of each."""


@contextmanager
def kept_running() -> Iterator[None]:
    """While a user's file is imported, turn ``os._exit`` into SystemExit, so that the program does not end silently."""
    real, process, importing = os._exit, os.getpid(), True

    def refused(status: int) -> NoReturn:
        if importing and os.getpid() == process:
            raise SystemExit(f"os._exit({status})")
        real(status)

    os._exit = refused
    try:
        yield
    finally:
        os._exit, importing = real, False


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


VARIABLE = "ARKADIA_SIM_GAME_SECONDS"
"""The environment variable with the seconds that all bots of a game together may think."""

GAME_SECONDS = 300.0
"""The time limit if the variable is not set."""

_AGAIN = 0.5  # seconds until a bot that catches everything is interrupted again


class TimeIsUp(BaseException):
    """A bot or its import takes too long. It is no `Exception`, so bots do not catch it by accident."""


IMPORT_VARIABLE = "ARKADIA_SIM_IMPORT_SECONDS"
"""The environment variable with the seconds that the import of a bot's file may take."""

IMPORT_SECONDS = 60.0
"""The time limit if the variable is not set."""


def game_seconds() -> float:
    """The seconds that all bots of a game together may think."""
    return _seconds(VARIABLE, GAME_SECONDS)


def _seconds(variable: str, usual: float) -> float:
    try:
        seconds = float(os.environ.get(variable, ""))
    except ValueError:
        return usual
    return seconds if seconds > 0 else usual


class Patience:
    """The clock of one game, for ``with patience:`` around each question; it raises TimeIsUp in a bot's code.

    ``of_import`` makes it the clock of an import.
    """

    def __init__(self, of_import: bool = False) -> None:
        self.seconds = self._left = _seconds(IMPORT_VARIABLE, IMPORT_SECONDS) if of_import else game_seconds()
        what = ("the import may take", IMPORT_VARIABLE) if of_import else ("the bots of a game may think for", VARIABLE)
        self._told = f"{what[0]} {self.seconds:g} seconds ({what[1]} says otherwise)"
        self._can = hasattr(signal, "setitimer") and current_thread() is main_thread()
        self._begin = 0.0
        self._before: Any = None
        self._is_held = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Be ready for many questions, so that each of them takes less time."""
        before = signal.signal(signal.SIGALRM, self._end) if self._can else None
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            if self._can:
                signal.signal(signal.SIGALRM, before)

    def __enter__(self) -> None:
        """Start the clock."""
        if self._can:
            self._begin = monotonic()
            if not self._is_held:
                self._before = signal.signal(signal.SIGALRM, self._end)
            signal.setitimer(signal.ITIMER_REAL, max(self._left, 1e-3), _AGAIN)

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Stop the clock."""
        if self._can:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            if not self._is_held:
                signal.signal(signal.SIGALRM, self._before)
            self._left -= monotonic() - self._begin

    def _end(self, *_: Any) -> None:
        raise TimeIsUp(self._told)
