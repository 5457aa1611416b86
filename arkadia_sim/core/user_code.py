"""Runs users' own code: how an import failed, Ctrl-C, and how long bots may think."""

import linecache
import os
import signal
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic, thread_time
from traceback import extract_tb
from types import TracebackType
from typing import Any, NamedTuple, Self

from arkadia_sim.errors import printable, raised_text
from arkadia_sim.sources import check_refused, is_of_bots, refusals

LINES, LINE = 4, 300  # how many lines of an error are shown besides its place, and how many characters of each


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


def place_in_bot(error: BaseException) -> str:
    """The last line of a bot that an error came through, in brackets; empty if there is none."""
    lines = [frame for frame in extract_tb(error.__traceback__) if is_of_bots(frame.filename)][-1:]
    return "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in lines)


VARIABLE = "ARKADIA_SIM_DECISION_SECONDS"
"""The environment variable with the seconds that a bot may compute for one decision."""

DECISION_SECONDS = 20.0
"""The time limit if the variable is not set. Time of the processor counts, so a busy machine harms no bot."""

SECONDS_MOST = 1e6  # the longest time limit; clocks of some systems count no further than some thousand times as long

BY_THE_CLOCK = 10.0
"""By the clock a decision may take this many times as long: a bot that sleeps computes nothing, and a bot on a busy
machine must not be taken for one."""

UNHEEDED = 2.0
"""After this many times the limit, the process of a bot is killed that does not let itself be interrupted."""

LIMITS = 3  # a bot that has used up so many limits is not asked again in the same batch of games, and its run stops

_AGAIN = 0.5  # seconds until a bot that catches everything is interrupted again


class TimeIsUp(BaseException):
    """A bot takes too long. It is no `Exception`, so bots do not catch it by accident; if they do, it is
    raised again when they answer."""


def decision_seconds() -> float:
    """The seconds that a bot may compute for one decision."""
    try:
        seconds = float(os.environ.get(VARIABLE, ""))
    except ValueError:
        return DECISION_SECONDS
    return seconds if 0 < seconds <= SECONDS_MOST else DECISION_SECONDS


class Question(NamedTuple):
    """A question to a bot, as it lies in memory: the game of the batch, the seat and the turn, all counted from 0."""

    number: int  # Another one for each question; 0 while nobody is asked, ``IN_KERNEL`` while compiled code asks
    game: int
    seat: int
    turn: int


IN_KERNEL = -1
QUESTION = struct.Struct(f"={len(Question._fields)}q")


class Watched(NamedTuple):
    """What a process shares with another one, which ends it if a bot neither answers nor can be interrupted."""

    memory: Any  # the question that is asked now, then room for the records from which compiled code plays
    # the games of the batch that have ended a process before, and are not played: seat and reason
    given_up: Mapping[int, tuple[int, str]] = {}


MEMORY = 1 << 17  # bytes that are shared

_shared: list[Watched] = []  # at most one, which a batch takes: a game that a bot plays within a game is not seen


def share(memory: Any) -> None:
    """Let another process see in this memory who is asked."""
    _shared[:] = [Watched(memory)]


def giving_up(games: Mapping[int, tuple[int, str]], task: Callable[..., Any], *arguments: Any) -> Any:
    """Run a task in this process that plays a batch, but not these games."""
    before = _shared[:]
    _shared[:] = [shared._replace(given_up=games) for shared in before]
    try:
        return task(*arguments)
    finally:
        _shared[:] = before


@contextmanager
def watched() -> Iterator[Watched]:
    """What the batch that is played now shares."""
    taken = _shared[:]
    _shared.clear()
    try:
        yield taken[0] if taken else Watched(bytearray(QUESTION.size))
    finally:
        _shared[:] = taken


class Patience:
    """The time limits, for ``with patience(bot, turn):`` around each question. It raises TimeIsUp in their code, and
    after it once more, like errors for files that they have not named: they may catch everything.

    ``used`` counts the limits that each bot has used up, ``game`` is the game of the batch in which bots are asked,
    ``memory`` shows the question: by default what this process shares.
    """

    def __init__(self, memory: Any = None) -> None:
        self.game, self._asked = 0, 0
        own = _shared[0].memory if _shared else bytearray(QUESTION.size)
        self._memory = own if memory is None else memory
        self.seconds = decision_seconds()
        self.used: Counter[str] = Counter()
        self._can = current_thread() is main_thread()
        self._begin = self._computed = 0.0
        self._before: Any = None
        self._late: TimeIsUp | None = None
        self._since = 0
        self._bot, self._turn, self._seat = "", 0, 0
        self._is_held = False

    def __call__(self, bot: str, turn: int, seat: int = 0) -> Self:
        """The clock for a question to a bot in a turn, counted from 0."""
        self._bot, self._turn, self._seat = bot, turn, seat
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

    @contextmanager
    def of_kernel(self) -> Iterator[None]:
        """While compiled code asks: only another process can see how long it takes."""
        QUESTION.pack_into(self._memory, 0, IN_KERNEL, 0, 0, 0)
        try:
            yield
        finally:
            QUESTION.pack_into(self._memory, 0, 0, 0, 0, 0)

    def __enter__(self) -> None:
        """Start the clock."""
        self._asked, self._late, self._since = self._asked + 1, None, refusals()
        QUESTION.pack_into(self._memory, 0, self._asked, self.game, self._seat, self._turn)
        if self._can:
            self._begin, self._computed = monotonic(), thread_time()
            if not self._is_held:
                self._before = signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        """Stop the clock; TimeIsUp or UsageError if the bot caught it."""
        QUESTION.pack_into(self._memory, 0, 0, self.game, self._seat, self._turn)
        if self._can:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            if not self._is_held:
                signal.signal(signal.SIGALRM, self._before)
        if self._late is not None or kind is TimeIsUp:
            self.used[self._bot] += 1
        if self._late is not None and kind is not TimeIsUp:
            raise self._late
        check_refused(self._since)

    def _look(self, *_: Any) -> None:
        """Interrupt the bot if its time is up, or look again at the earliest moment when it can be."""
        computing = self.seconds - (thread_time() - self._computed)
        left = min(computing, BY_THE_CLOCK * self.seconds - (monotonic() - self._begin))
        signal.setitimer(signal.ITIMER_REAL, max(left, 1e-3) if left > 0 else _AGAIN)
        if left <= 0:
            text = limit_text(f"no answer in turn {self._turn + 1}", self.seconds, computing <= 0)
            self._late = self._late or TimeIsUp(text)
            raise self._late


def limit_text(what: str, seconds: float, is_computing: bool) -> str:
    """That something has used up its time limit."""
    took = f"{seconds:g} s of computing" if is_computing else f"{BY_THE_CLOCK * seconds:g} s by the clock"
    return f"{what} after {took} ({VARIABLE} allows more)"


_NOT_ASKED = "not asked: "
_UNASKED = _NOT_ASKED + "it has used up {} limits of {:g} s"


def is_unplayed(reason: str) -> bool:
    """Whether a game failed before it began, because a bot is not asked any more."""
    return reason.startswith(_NOT_ASKED)
