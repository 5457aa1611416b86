"""How far a run has come, told on stderr: a bar with the time left on a terminal, plain lines anywhere else."""

import os
import sys
import time
from functools import cache
from types import TracebackType
from typing import Any, Protocol, TextIO

SECONDS_BETWEEN_LINES = 5.0


class Progress(Protocol):
    """What a run tells while it goes on."""

    def start(self, games: int, done: int) -> None:
        """The run has ``games`` games, of which ``done`` are there already; told anew when games are added."""

    def advance(self, games: int) -> None:
        """That many more games are finished and kept."""

    def say(self, text: str) -> None:
        """Something else that the user should know."""

    def stop(self) -> None:
        """Nothing more comes."""


class Silent:
    """Tells nothing."""

    def start(self, games: int, done: int) -> None:
        """Tell nothing."""

    def advance(self, games: int) -> None:
        """Tell nothing."""

    def say(self, text: str) -> None:
        """Tell nothing."""

    def stop(self) -> None:
        """Tell nothing."""


class Lines:
    """Plain lines, a few seconds apart: for pipes, log files and machines that build and test."""

    def __init__(self, out: TextIO | None = None, seconds: float = SECONDS_BETWEEN_LINES) -> None:
        self._out = out or sys.stderr
        self._seconds = seconds
        self._games = self._done = self._earlier = 0
        self._begin = self._told = time.monotonic()

    def start(self, games: int, done: int) -> None:
        """Begin to count and to take the time."""
        earlier, self._games, self._done, self._earlier = self._done, games, done, done
        self._begin = self._told = time.monotonic()
        if done > earlier:
            self.say(f"{done:,} of {games:,} games are there already")

    def advance(self, games: int) -> None:
        """Count, and tell how far the run is if the last line was some seconds ago."""
        self._done += games
        now = time.monotonic()
        if now - self._told >= self._seconds or self._done >= self._games:
            self._told = now
            self.say(self._line(now - self._begin))

    def say(self, text: str) -> None:
        """Print a line."""
        print(text, file=self._out, flush=True)

    def stop(self) -> None:
        """Nothing to tidy up."""

    def _line(self, seconds: float) -> str:
        rate = (self._done - self._earlier) / max(seconds, 1e-9)
        line = f"{self._done:,} of {self._games:,} games, {rate:,.0f} games/s"
        if self._done >= self._games:
            return f"{line}, done in {clock(seconds)}"
        return f"{line}, {clock((self._games - self._done) / max(rate, 1e-9))} left"


class Bar:
    """A bar on a terminal, with games per second and the time left."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[text]}"))
        self._console = Console(stderr=True)
        self._bar = Progress(*columns, console=self._console)
        self._task: Any = None
        self._games = self._done = self._earlier = 0
        self._begin = time.monotonic()

    def start(self, games: int, done: int) -> None:
        """Show the bar."""
        self._games, self._done, self._earlier = games, done, done
        self._begin = time.monotonic()
        text = f"{done:,} of {games:,} games"
        if self._task is None:
            self._task = self._bar.add_task("playing", total=games, completed=done, text=text)
        else:
            self._bar.update(self._task, total=games, completed=done, text=text)
        self._bar.start()

    def advance(self, games: int) -> None:
        """Move the bar on."""
        self._done += games
        rate = (self._done - self._earlier) / max(time.monotonic() - self._begin, 1e-9)
        left = clock((self._games - self._done) / max(rate, 1e-9))
        text = f"{self._done:,} of {self._games:,} games, {rate:,.0f} games/s, {left} left"
        self._bar.update(self._task, completed=self._done, text=text)

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self._console.print(text, markup=False, highlight=False)

    def stop(self) -> None:
        """Take the bar down."""
        self._bar.stop()


class Shown:
    """Progress as this terminal, pipe or build machine wants it, taken down whatever happens (a context manager)."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress or for_stderr()

    def __enter__(self) -> Progress:
        return self.progress

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.progress.stop()


def for_stderr() -> Progress:
    """A bar when a person is watching, else plain lines (also when the variable CI is set)."""
    watching = sys.stderr.isatty() and os.environ.get("CI", "").lower() not in ("1", "true", "yes")
    return Bar() if watching else Lines()


@cache
def tell_first_start(game: str) -> None:
    """Say, once, why a first start takes so long; on later starts the machine code is there and nothing is said."""
    from arkadia_sim import accelerate

    if accelerate.JIT_ENABLED and not accelerate.is_warm(game):
        print("first start: compiling the game for this machine, which takes a minute or three …", file=sys.stderr)


def clock(seconds: float) -> str:
    """A duration as people read it: 8 s, 3:05, 1:02:03."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
