"""Progress of a run on stderr: a bar with the time left on a terminal, plain lines anywhere else."""

import os
import sys
import time
from types import TracebackType
from typing import TextIO

from arkadia_sim.errors import counted

SECONDS_BETWEEN_LINES = 5.0

LEAST_SECONDS = 1.0
"""Before that, no speed is shown: workers finish their first games together, so it would be wrong."""


class Progress:
    """Receives reports of a run. As it is, it ignores them."""

    def start(self, games: int, done: int) -> None:
        """The run has ``games`` games, and ``done`` of them are finished; called again when games are added."""

    def advance(self, games: int) -> None:
        """More games are finished and kept."""

    def fewer(self, games: int) -> None:
        """So many of the games need not be played; if negative, so many more must be."""

    def say(self, text: str) -> None:
        """A message for the user."""

    def stop(self) -> None:
        """The run is over."""


class Silent(Progress):
    """Reports nothing."""


class Lines(Progress):
    """Plain lines, a few seconds apart: for pipes, log files and build machines."""

    def __init__(self, out: TextIO | None = None, seconds: float = SECONDS_BETWEEN_LINES, unit: str = "games") -> None:
        self._out = out or sys.stderr
        self._seconds, self._unit = seconds, unit
        self._games = self._done = 0
        self._begin = self._last_line = time.monotonic()

    def start(self, games: int, done: int) -> None:
        """Start to count and to time."""
        earlier = self._done
        self._games, self._done, self._played = games, done, 0
        self._begin = self._last = self._last_line = time.monotonic()
        self._first: float | None = None
        if done > earlier:
            self._show_earlier()

    def advance(self, games: int) -> None:
        """Count, and show how far it is."""
        self._last = time.monotonic()
        self._done += games
        if self._first is None:  # workers start, and perhaps compile, before the first games are over
            self._first = self._last
        else:
            self._played += games
        self._show()

    def fewer(self, games: int) -> None:
        """Count so many games fewer, or more if negative, but never fewer than are finished."""
        self._games = max(self._games - games, self._done)

    def say(self, text: str) -> None:
        """Print a line."""
        print(text, file=self._out, flush=True)

    def _show_earlier(self) -> None:
        self.say(f"{self._done:,} of {counted(self._games, 'game')} are there already")

    def _show(self) -> None:
        """Print a line if the last one is some seconds old."""
        if self._last - self._last_line >= self._seconds or self._done >= self._games:
            self._last_line = self._last
            self.say(self._so_far())

    def _so_far(self) -> str:
        """How many games are done, how fast they are, and how long the others will take."""
        text = f"{self._done:,} of {counted(self._games, self._unit.removesuffix('s'))}"
        seconds = 0.0 if self._first is None else self._last - self._first
        rate = self._played / seconds if seconds >= LEAST_SECONDS else 0.0
        if rate > 0:
            text += f", {rate:,.0f} {self._unit}/s" if rate >= 10 else f", {rate:.2g} {self._unit}/s"
        if self._done >= self._games:
            return f"{text}, done in {clock(self._last - self._begin)}"
        return f"{text}, {clock((self._games - self._done) / rate)} left" if rate > 0 else text


class Bar(Lines):
    """A bar on a terminal, with games per second and the time left."""

    def __init__(self, unit: str = "games", doing: str = "playing") -> None:
        super().__init__(unit=unit)
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[text]}"))
        self._console = Console(stderr=True)
        self._bar = Progress(*columns, console=self._console)
        self._task = self._bar.add_task(doing, total=None, text="", visible=False)

    def start(self, games: int, done: int) -> None:
        """Show the bar."""
        super().start(games, done)
        self._show()
        self._bar.start()

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self._console.print(text, markup=False, highlight=False)

    def stop(self) -> None:
        """Remove the bar."""
        self._bar.stop()

    def _show_earlier(self) -> None:
        """Say nothing: the bar shows it."""

    def _show(self) -> None:
        """Move the bar on."""
        self._bar.update(self._task, total=self._games, completed=self._done, text=self._so_far(), visible=True)


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

    ``unit`` is what is counted, ``doing`` what is done with them.
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
