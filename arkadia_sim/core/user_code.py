"""Runs users' own code: how an import failed, Ctrl-C, and how long bots may think."""

import linecache
import os
import re
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic, thread_time
from traceback import extract_tb
from types import TracebackType
from typing import Any, NoReturn, Self

from arkadia_sim import system
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import RunError, printable, raised_text

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
        linecache.checkcache(str(place[0]))  # it may have been edited since it was last looked at
        parts.append(f"{place[0].name}, line {place[1]}: {linecache.getline(str(place[0]), place[1]).strip()}")
    if isinstance(error, ImportError) and (error.name or "").startswith("arkadia_sim."):
        parts.append("arkadia_sim has no such name in this version; its CHANGELOG.md says what moved")
    return "\n  ".join(printable(line.strip(), LINE) for line in parts)


def _where(error: BaseException, file: Path) -> tuple[Path, int] | None:
    """The file and line of an error: from the compiler, or the last line of the file that was run."""
    place: Any = getattr(error, "loc", None)
    if place is not None:
        return Path(place.filename), int(place.line)
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename == str(file)]
    return (file, frames[-1].lineno) if frames and frames[-1].lineno is not None else None


VARIABLE = "ARKADIA_SIM_DECISION_SECONDS"
"""The environment variable with the seconds that a bot may compute for one decision."""

DECISION_SECONDS = 20.0
"""The time limit if the variable is not set. Time of the processor counts, so a busy machine harms no bot."""

BY_THE_CLOCK = 10.0
"""By the clock a decision may take this many times as long: a bot that sleeps computes nothing, and a bot on a busy
machine must not be taken for one."""

MUTE = 15.0
"""A process that answers nothing for this many times the limit is killed: its bot cannot be interrupted."""

LIMITS = 3
"""A bot that has used up so many limits is not asked again in the same batch of games, and its run stops."""

_AGAIN = 0.5  # seconds until a bot that catches everything is interrupted again


class TimeIsUp(BaseException):
    """A bot or its import takes too long. It is no `Exception`, so bots do not catch it by accident."""


IMPORT_VARIABLE = "ARKADIA_SIM_IMPORT_SECONDS"
"""The environment variable with the seconds that the import of a bot's file may take."""

IMPORT_SECONDS = 60.0
"""The time limit if the variable is not set."""


def decision_seconds() -> float:
    """The seconds that a bot may compute for one decision."""
    return _seconds(VARIABLE, DECISION_SECONDS)


def mute_seconds() -> float:
    """The seconds after which a process that answers nothing is killed."""
    return MUTE * decision_seconds()


def _seconds(variable: str, usual: float) -> float:
    try:
        seconds = float(os.environ.get(variable, ""))
    except ValueError:
        return usual
    return seconds if 0 < seconds < inf else usual


def _tell_nobody() -> None:
    pass


sign_of_life: Callable[[], None] = _tell_nobody
"""Called before each question to a bot; the process that waits for this one hears of it."""


class Patience:
    """The time limits, for ``with patience(bot, turn):`` around each question. It raises TimeIsUp in their code.

    ``of_import`` makes it the clock of an import. ``used`` counts the limits that each bot has used up.
    """

    def __init__(self, of_import: bool = False) -> None:
        self._of_import = of_import
        self.seconds = _seconds(IMPORT_VARIABLE, IMPORT_SECONDS) if of_import else decision_seconds()
        self.used: Counter[str] = Counter()
        self._can = system.CAN_INTERRUPT and current_thread() is main_thread()
        self._begin = self._computed = 0.0
        self._before: Any = None
        self._bot, self._turn = "", 0
        self._is_held = False

    def __call__(self, bot: str, turn: int) -> Self:
        """The clock for a question to a bot in a turn, counted from 0."""
        self._bot, self._turn = bot, turn
        return self

    def unasked(self, bot: str) -> str:
        """Why a bot is not asked any more; empty if it is."""
        return "" if self.used[bot] < LIMITS else _UNASKED.format(LIMITS, self.seconds)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Be ready for many questions, so that each of them takes less time."""
        before = signal.signal(signal.SIGALRM, self._look) if self._can else None
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            if self._can:
                signal.signal(signal.SIGALRM, before)

    def __enter__(self) -> None:
        """Start the clock."""
        sign_of_life()
        if self._can:
            self._begin, self._computed = monotonic(), thread_time()
            if not self._is_held:
                self._before = signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        """Stop the clock."""
        if self._can:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            if not self._is_held:
                signal.signal(signal.SIGALRM, self._before)
        if kind is TimeIsUp:
            self.used[self._bot] += 1

    def _look(self, *_: Any) -> None:
        """Interrupt the bot if its time is up, or look again at the earliest moment when it can be."""
        if self._of_import:
            text = f"the import may take {self.seconds:g} seconds ({IMPORT_VARIABLE} says otherwise)"
            left = 0.0
        else:
            computing, by_clock = self.seconds - (thread_time() - self._computed), BY_THE_CLOCK * self.seconds
            left = min(computing, by_clock - (monotonic() - self._begin))
            took = f"{self.seconds:g} s of computing" if computing <= 0 else f"{by_clock:g} s by the clock"
            text = f"no answer in turn {self._turn + 1} after {took} (--decision-seconds or {VARIABLE} allows more)"
        signal.setitimer(signal.ITIMER_REAL, max(left, 1e-3) if left > 0 else _AGAIN)
        if left <= 0:
            raise TimeIsUp(text)


_UNASKED = "not asked: it has used up {} limits of {:g} s"


def may_be_asked_now(reason: str) -> bool:
    """Whether a game failed since its bot was not asked any more, and a decision may take longer now."""
    found = re.search(r"not asked: it has used up \d+ limits of ([0-9.e+-]+) s", reason)
    return found is not None and float(found[1]) < decision_seconds()


def stop_if_used_up(failures: Iterable[tuple[str, str]]) -> None:
    """Raise RunError if a bot has used up its limits.

    Args:
        failures: The bot and the reason of each failed game.
    """
    used: Counter[str] = Counter()
    first: dict[str, str] = {}
    for spec, reason in failures:
        bot = BotSpec.parse(spec).name
        if TimeIsUp.__name__ in reason:
            used[bot] += 1
            first.setdefault(bot, reason)
    for bot, number in used.items():
        if number >= LIMITS:
            raise RunError(
                f"{bot} has used up {LIMITS} limits of {decision_seconds():g} s for a decision: {first[bot]}"
            )
