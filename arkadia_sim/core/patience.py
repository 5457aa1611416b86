"""Limits the time that the bots of a game may think, so that a bot that hangs fails its game and not the run.

A signal interrupts bots in plain Python. That works in the main thread of a process only, where games are played.
"""

import os
import signal
from threading import current_thread, main_thread
from time import monotonic
from types import TracebackType
from typing import Any

VARIABLE = "ARKADIA_SIM_GAME_SECONDS"
"""The environment variable with the seconds that all bots of a game together may think."""

GAME_SECONDS = 300.0
"""The default."""

_AGAIN = 0.5  # seconds after which a bot is interrupted again that catches whatever is raised


class TimeIsUp(BaseException):
    """A bot thinks for too long. It is no `Exception`, so bots do not catch it by accident."""


def game_seconds() -> float:
    """The seconds that all bots of a game together may think."""
    try:
        seconds = float(os.environ.get(VARIABLE, ""))
    except ValueError:
        return GAME_SECONDS
    return seconds if seconds > 0 else GAME_SECONDS


class Patience:
    """The clock of one game, for ``with patience:`` around each question; it raises TimeIsUp in a bot's code."""

    def __init__(self) -> None:
        self.seconds = self._left = game_seconds()
        self._can = hasattr(signal, "setitimer") and current_thread() is main_thread()
        self._begin = 0.0
        self._before: Any = None

    def __enter__(self) -> None:
        """Start the clock."""
        if self._can:
            self._begin = monotonic()
            self._before = signal.signal(signal.SIGALRM, self._end)
            signal.setitimer(signal.ITIMER_REAL, max(self._left, 1e-3), _AGAIN)

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Stop the clock."""
        if self._can:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, self._before)
            self._left -= monotonic() - self._begin

    def _end(self, *_: Any) -> None:
        raise TimeIsUp(f"the bots of a game may think for {self.seconds:g} seconds ({VARIABLE} says otherwise)")
