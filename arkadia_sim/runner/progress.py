"""Progress of a run on stderr: a bar with the time left on a terminal, plain lines anywhere else."""

import os
import sys
import time
from types import TracebackType
from typing import Any, TextIO

SECONDS_BETWEEN_LINES = 5.0

LEAST_SECONDS = 1.0
"""No speed is told of less time: workers finish their first games together."""


class Progress:
    """Receives reports of a run. As it is, it ignores them."""

    def start(self, games: int, done: int, slow: int = 0) -> None:
        """The run has ``games`` games, and ``done`` of them are finished; called again when games are added.

        ``slow`` of the others take much longer than the rest, and are timed separately.
        """

    def advance(self, games: int, slow: bool = False) -> None:
        """More games are finished and kept; either all of them are slow or none."""

    def fewer(self, games: int) -> None:
        """So many of the games need not be played; if negative, so many more must be."""

    def say(self, text: str) -> None:
        """A message for the user."""

    def stop(self) -> None:
        """The run is over."""


class Silent(Progress):
    """Reports nothing."""


class _Pace:
    """How fast games are played, and how long the others will take; slow games are timed separately."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.start(0, 0, 0)

    def start(self, games: int, done: int, slow: int) -> None:
        """Start to count and to time."""
        self.games, self.done = games, done
        self._begin = self._last = time.monotonic()
        self._slow = slow > 0
        self._left = {True: slow, False: games - done - slow}
        self._began = False
        self._played, self._seconds = {True: 0, False: 0}, {True: 0.0, False: 0.0}

    def advance(self, games: int, slow: bool) -> float:
        """Count more games; returns the time."""
        now = time.monotonic()
        self.done, self._slow = self.done + games, slow
        self._left[slow] -= games
        if self._began:  # workers start, and perhaps compile, before the first games are over
            self._played[slow] += games
            self._seconds[slow] += now - self._last
        self._began = True
        self._last = now
        return now

    def fewer(self, games: int) -> None:
        """Count so many games fewer, or more if negative, but never fewer than are finished."""
        games = min(games, self.games - self.done)
        self.games -= games
        self._left[False] -= games

    def __str__(self) -> str:
        counted = f"{self.done:,} of {self.games:,} {self.unit}"
        rate = self._rate(self._slow)
        if rate is None:
            return counted if self.done < self.games else f"{counted}, done in {clock(self._last - self._begin)}"
        counted += f", {rate:,.0f} {self.unit}/s" if rate >= 10 else f", {rate:.2g} {self.unit}/s"
        if self.done >= self.games:
            return f"{counted}, done in {clock(self._last - self._begin)}"
        rates = {slow: self._rate(slow) for slow, left in self._left.items() if left > 0}
        left = clock(sum(self._left[slow] / rate for slow, rate in rates.items() if rate is not None))
        return f"{counted}, {left} left" + ("" if all(rates.values()) else _UNTIMED[self._slow])

    def _rate(self, slow: bool) -> float | None:
        """Games a second; None if nobody can know yet."""
        return self._played[slow] / self._seconds[slow] if self._seconds[slow] >= LEAST_SECONDS else None


_UNTIMED = {True: " for the slow ones, then faster", False: " for the quick ones, then more slowly"}


class Lines(Progress):
    """Plain lines, a few seconds apart: for pipes, log files and build machines."""

    def __init__(self, out: TextIO | None = None, seconds: float = SECONDS_BETWEEN_LINES, unit: str = "games") -> None:
        self._out = out or sys.stderr
        self._seconds = seconds
        self._pace = _Pace(unit)
        self._last_line = time.monotonic()

    def start(self, games: int, done: int, slow: int = 0) -> None:
        """Start to count and to time."""
        earlier = self._pace.done
        self._pace.start(games, done, slow)
        self._last_line = time.monotonic()
        if done > earlier:
            self.say(f"{done:,} of {games:,} games are there already")

    def advance(self, games: int, slow: bool = False) -> None:
        """Count, and print a line if the last one is some seconds old."""
        now = self._pace.advance(games, slow)
        if now - self._last_line >= self._seconds or self._pace.done >= self._pace.games:
            self._last_line = now
            self.say(str(self._pace))

    def fewer(self, games: int) -> None:
        """Count so many games fewer."""
        self._pace.fewer(games)

    def say(self, text: str) -> None:
        """Print a line."""
        print(text, file=self._out, flush=True)


class Bar(Progress):
    """A bar on a terminal, with games per second and the time left."""

    def __init__(self, unit: str = "games", doing: str = "playing") -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[text]}"))
        self._console = Console(stderr=True)
        self._bar = Progress(*columns, console=self._console)
        self._task: Any = None
        self._doing, self._pace = doing, _Pace(unit)

    def start(self, games: int, done: int, slow: int = 0) -> None:
        """Show the bar."""
        self._pace.start(games, done, slow)
        text = str(self._pace)
        if self._task is None:
            self._task = self._bar.add_task(self._doing, total=games, completed=done, text=text)
        else:
            self._bar.update(self._task, total=games, completed=done, text=text)
        self._bar.start()

    def advance(self, games: int, slow: bool = False) -> None:
        """Move the bar on."""
        self._pace.advance(games, slow)
        self._bar.update(self._task, completed=self._pace.done, text=str(self._pace))

    def fewer(self, games: int) -> None:
        """Make the bar shorter."""
        self._pace.fewer(games)
        self._bar.update(self._task, total=self._pace.games, text=str(self._pace))

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self._console.print(text, markup=False, highlight=False)

    def stop(self) -> None:
        """Remove the bar."""
        self._bar.stop()


class Shown:
    """Progress that fits the terminal, pipe or build machine; the context manager stops it, whatever happens."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress or for_stderr()

    def __enter__(self) -> Progress:
        return self.progress

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.progress.stop()


def for_stderr(unit: str = "games", doing: str = "playing") -> Progress:
    """A bar when a person is watching, else plain lines (also when the variable CI is set).

    Args:
        unit: What is counted.
        doing: What is done with them.
    """
    watching = sys.stderr.isatty() and os.environ.get("CI", "").lower() not in ("1", "true", "yes")
    return Bar(unit, doing) if watching else Lines(unit=unit)


def clock(seconds: float) -> str:
    """A duration as people read it: 8 s, 3:05, 1:02:03."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
