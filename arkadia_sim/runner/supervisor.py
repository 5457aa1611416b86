"""What workers do: they load bots and play chunks. Bots from files play in supervised child processes.

If a game ends its process, the supervisor finds out which one.
"""

import os
import warnings
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any

import numpy as np

from arkadia_sim.core import memory
from arkadia_sim.core.registry import GAMES, resolve_game
from arkadia_sim.core.user_code import mute_seconds
from arkadia_sim.errors import RunError
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.rows import chunk_rows
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.audit import PlaysBy, checked, play_audited, user_bots
from arkadia_sim.runner.child import Child, ChildLost, OutOfMemory, OutOfTime, WorkerDied

SLOWEST = 20
"""A chunk may take this many times as long as the slowest chunk before it."""

TOO_MUCH_MEMORY = "takes more memory than a worker may have for"


class GameAtFault(RunError):
    """A game that ends its process: its section, its number in that section, and what it does."""

    def __init__(self, section: int, number: int, does: str) -> None:
        super().__init__(section, number, does)
        self.section, self.number, self.does = section, number, does


@dataclass(frozen=True)
class Games:
    """The games that a task plays. If the task is lost, those with bots from files are played one at a time, to find
    the one at fault."""

    plan: Plan
    chunk: Chunk


class Supervisor:
    """Runs tasks in a child process, and starts another child when one is lost."""

    def __init__(self, start: Callable[[], Child], seconds: float, say: Callable[[str], Any] = str) -> None:
        """``start`` starts a child that is ready to play; ``seconds`` is how long nothing may be heard of a game.

        A task of many games may take longer, if each of its games alone keeps the limit. ``say`` reports a search.
        """
        self._start, self._seconds, self._limit, self._say = start, seconds, seconds, say
        self._child: Child | None = None
        self._stopped = False

    def run(self, task: Callable[..., Any], *arguments: Any, games: Games | None = None) -> Any:
        """Run a task and return its result; the time limit holds only if ``games`` says what the task plays.

        Raises:
            GameAtFault: one of the games ends the child.
            WorkerDied: the child is lost, and none of the games is at fault.
        """
        begin = monotonic()
        try:
            answer = self._ready().run(task, *arguments, seconds=None if games is None else self._limit)
        except ChildLost as lost:
            self.close()
            if games is not None and not self._stopped:
                self._find_fault(games, lost)
            if not isinstance(lost, OutOfTime):
                raise WorkerDied(_message(lost)) from None
            begin = monotonic()
            answer = self._ready().run(task, *arguments)  # no game alone is too slow: together they may take longer
        self._limit = max(self._limit, SLOWEST * (monotonic() - begin))
        return answer

    def stop(self) -> None:
        """End the child for good, from another thread than the one in :meth:`run`, which then raises WorkerDied."""
        self._stopped = True
        child = self._child
        if child is not None:
            child.kill()

    def close(self) -> None:
        """End the child, if there is one."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _ready(self) -> Child:
        child = self._child
        if not self._stopped and (child is None or not child.alive):
            child = self._child = self._start()
        if self._stopped or child is None:  # perhaps stopped while the child started
            self.close()
            raise WorkerDied("nobody waits for these games any more")
        return child

    def _find_fault(self, games: Games, lost: ChildLost) -> None:
        """Play the games one at a time; raise GameAtFault for the first that breaks a limit or ends the child."""
        child = self._ready()
        try:
            suspects = child.run(games_of_user_bots, games.plan, games.chunk)
            if suspects:
                self._say(
                    f"a worker process was lost: {lost}. Its {len(suspects):,} games with bots from files are played "
                    "one by one, to see whether one is at fault …"
                )
            for number in suspects:
                does = _fault(child, games, number, self._seconds)
                if does:
                    raise GameAtFault(games.chunk.section, games.chunk.first + number, does)
        finally:
            self.close()


def _fault(child: Child, games: Games, number: int, seconds: float) -> str:
    """What one game does to the child that plays it; "" if it does no harm."""
    try:
        too_much = child.run(runs_out_of_memory, games.plan, games.chunk, number, seconds=seconds)
    except OutOfTime:
        return f"takes more than {seconds:g} seconds for"
    except OutOfMemory:
        return TOO_MUCH_MEMORY
    except ChildLost:
        return "ends the process that plays"
    return TOO_MUCH_MEMORY if too_much else ""


def play_supervised(
    plan: Plan,
    bots: PlaysBy,
    tasks: Iterable[tuple[Plan, Chunk, str, str]],
    processes: int,
    limit: int | None,
    say: Callable[[str], Any],
) -> Generator[Chunk, None, None]:
    """Play chunks in child processes; yield each chunk as it finishes.

    ``bots`` is what the bots must play by, ``tasks`` are the arguments of :func:`play_chunk`, ``limit`` the memory that
    a child may take, in bytes. ``say`` reports a lost child.

    Raises:
        GameAtFault: a game ends its child.
        WorkerDied: a child is lost, and no game is at fault.
    """
    # a run that stops leaves its last chunks to nobody, and joblib warns of it
    warnings.filterwarnings("ignore", message=".* tasks (have been successfully|which were still)")
    from joblib import Parallel, delayed

    folder, seconds = os.getcwd(), mute_seconds()
    idle: SimpleQueue[Supervisor] = SimpleQueue()

    def start() -> Child:
        child = Child(limit)
        child.run(load_bots, folder, plan)
        return child

    def play(task: tuple[Plan, Chunk, str, str]) -> Chunk:
        supervisor = idle.get()
        try:
            chunk: Chunk = supervisor.run(checked, bots, play_chunk, *task, games=Games(*task[:2]))
        finally:
            idle.put(supervisor)
        return chunk

    supervisors = [Supervisor(start, seconds, say) for _ in range(processes)]
    for supervisor in supervisors:
        idle.put(supervisor)
    parallel = Parallel(n_jobs=processes, backend="threading", batch_size=1, return_as="generator_unordered")
    try:
        yield from parallel(delayed(play)(task) for task in tasks)
    finally:
        for supervisor in supervisors:
            supervisor.stop()
        for _ in supervisors:  # each comes back when its thread has heard that its child is gone
            idle.get().close()


def _message(lost: ChildLost) -> str:
    again = "What is finished is kept: give the same command again to go on"
    if isinstance(lost, OutOfMemory):
        return f"a worker process had too little memory. {again}, with more --memory-per-worker"
    return f"a worker process died (out of memory, or killed). {again}, with fewer --workers if memory was short"


def load_bots(folder: str, plan: Plan) -> None:
    """Load and compile the bots of a plan in this process. Relative paths of bot files start at ``folder``."""
    os.chdir(folder)
    resolve_game(plan.game).warm_up(plan.bots, str)


def play_chunk(plan: Plan, chunk: Chunk, root: str, run: str) -> Chunk:
    """Play a chunk of the run with that fingerprint into its folder, and return the chunk."""
    game = resolve_game(plan.game)
    rows = chunk_rows(game, plan, chunk, partial(play_audited, game, plan, chunk))
    with memory.lifted():
        RunFolder(Path(root)).write_chunk(chunk, rows, plan.record, run)
    return chunk


def games_of_user_bots(plan: Plan, chunk: Chunk) -> list[int]:
    """The games of a chunk, counted from 0, in which a bot from a file sits; all of them in a user's own game."""
    game = resolve_game(plan.game)
    files = frozenset(plan.bots) if plan.game not in GAMES else user_bots(game, plan.bots)
    sits = np.array([bot in files for bot in plan.bots])[plan.batch(chunk).lineups]
    return [int(number) for number in np.flatnonzero(sits.any(axis=1))]


def runs_out_of_memory(plan: Plan, chunk: Chunk, number: int) -> bool:
    """Play one game of a chunk, counted from 0, and write nothing; whether it failed with a MemoryError."""
    batch, game = plan.batch(chunk), slice(number, number + 1)
    alone = {name: getattr(batch, name)[game] for name in ("lineups", "deals", "traced", "recorded")}
    failures = resolve_game(plan.game).play(replace(batch, **alone)).failures
    return any("MemoryError" in reason for _, reason in failures.values())
