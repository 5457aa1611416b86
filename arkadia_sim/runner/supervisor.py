"""What workers do: they load bots and play chunks. Bots from files play in supervised child processes.

If a game ends its process, the supervisor finds out which one.
"""

import os
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.user_code import IN_KERNEL, QUESTION, Question, decision_seconds, giving_up
from arkadia_sim.errors import RunError
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.rows import chunk_rows
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.audit import user_bots
from arkadia_sim.runner.child import AS_FINISHED, Child, ChildLost, OutOfTime, WorkerDied


class GameAtFault(RunError):
    """A game that ends its process: its section, and its number in that section."""

    def __init__(self, section: int, number: int) -> None:
        super().__init__(section, number)
        self.section, self.number = section, number


@dataclass(frozen=True)
class Games:
    """The games that a task plays."""

    plan: Plan
    chunk: Chunk

    def question(self, child: Child) -> Question:
        """The question that is, or was last, asked in a child that plays them."""
        asked = Question(*QUESTION.unpack_from(child.memory))
        if asked.number != IN_KERNEL:
            return asked
        game: Any = resolve_game(self.plan.game)
        return Question(*game.question_in_kernel(child.memory))

    def late(self, child: Child, lost: OutOfTime) -> dict[int, tuple[int, str]]:
        """The game in which a bot used up its limit, with seat and reason."""
        asked = self.question(child)
        return {asked.game: (asked.seat, lost.text(f"no answer in turn {asked.turn + 1}"))}

    def text(self, asked: Question) -> str:
        """Who is asked, and in which game."""
        bot = self.plan.bots[int(self.plan.batch(self.chunk).lineups[asked.game, asked.seat])]
        number = self.plan.first_game(self.chunk.section) + self.chunk.first + asked.game
        return f"{bot} in {seat_text(asked.seat)} of game {number}, turn {asked.turn + 1}"


class Supervisor:
    """Runs tasks in a child process, and starts another child when one is lost."""

    def __init__(self, start: Callable[[], Child], seconds: float, bots: str = "") -> None:
        """``start`` starts a child that is ready to play; ``seconds`` is how long a bot may compute for a decision.

        ``bots`` are the bots from files in words.
        """
        self._start, self._seconds, self._bots = start, seconds, bots
        self._child: Child | None = None
        self._stopped = False

    def run(self, task: Callable[..., Any], *arguments: Any, games: Games | None = None) -> Any:
        """Run a task and return its result.

        If ``games`` says what the task plays, a game in which a bot uses up its limit is given up, and the task begins
        again without it.

        Raises:
            GameAtFault: one of the games ends the child.
            WorkerDied: the child is lost, and none of the games is at fault.
            RunError: a bot uses up its limit, and nobody knows in which game.
        """
        given_up: dict[int, tuple[int, str]] = {}
        while True:
            child = self._ready()
            try:
                if games is None:
                    return child.run(task, *arguments, seconds=self._seconds)
                return child.run(giving_up, given_up, task, *arguments, seconds=self._seconds)
            except ChildLost as lost:
                self.close()
                if games is None and isinstance(lost, OutOfTime) and not self._stopped:
                    raise RunError(f"{self._bots}: {lost}") from None
                if games is None or self._stopped:
                    raise WorkerDied(_message()) from None
                asked = games.question(child)
                if not isinstance(lost, OutOfTime):
                    self._find_fault(games, asked)
                    raise WorkerDied(_message(games.text(asked) if asked.number else "")) from None
                given_up |= games.late(child, lost)

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

    def _find_fault(self, games: Games, asked: Question) -> None:
        """Play the game that was played when a child was lost, alone; raise GameAtFault if it ends this one, too."""
        try:
            self._ready().run(play_alone, games.plan, games.chunk, asked.game, seconds=self._seconds)
        except ChildLost:
            raise GameAtFault(games.chunk.section, games.chunk.first + asked.game) from None
        finally:
            self.close()


Call = tuple[Games | None, tuple[Any, ...]]
"""A task with its arguments, and the games that it plays."""


def in_children(
    game: str, bots: Sequence[str], calls: Iterable[Call], processes: int, order: str = AS_FINISHED
) -> Generator[Any, None, None]:
    """Run tasks in child processes that have loaded these bots; yield the results.

    Raises what :meth:`Supervisor.run` raises.
    """
    # a run that stops leaves its last chunks to nobody, and joblib warns of it
    warnings.filterwarnings("ignore", message=".* tasks (have been successfully|which were still)")
    from joblib import Parallel, delayed

    folder, seconds = os.getcwd(), decision_seconds()
    idle: SimpleQueue[Supervisor] = SimpleQueue()

    def start() -> Child:
        child = Child()
        try:
            child.run(load_bots, folder, game, bots)
        except ChildLost:
            raise WorkerDied(_message()) from None
        return child

    def run(games: Games | None, task: tuple[Any, ...]) -> Any:
        supervisor = idle.get()
        try:
            return supervisor.run(*task, games=games)
        finally:
            idle.put(supervisor)

    own = user_bots(resolve_game(game), bots)
    named = f"{'one of ' if len(own) > 1 else ''}{', '.join(sorted(own))}"
    supervisors = [Supervisor(start, seconds, named) for _ in range(processes)]
    for supervisor in supervisors:
        idle.put(supervisor)
    parallel = Parallel(n_jobs=processes, backend="threading", batch_size=1, return_as=order)
    try:
        yield from parallel(delayed(run)(*call) for call in calls)
    finally:
        for supervisor in supervisors:
            supervisor.stop()
        for _ in supervisors:  # each comes back when its thread has heard that its child is gone
            idle.get().close()


def _message(during: str = "") -> str:
    again = "What is finished is kept: give the same command again to go on"
    died = f"a worker process died{f' while it asked {during}' if during else ''} (out of memory, or killed)"
    return f"{died}. {again}, with fewer --workers if memory was short"


def load_bots(folder: str, game: str, bots: Sequence[str]) -> None:
    """Load and compile bots in this process. Relative paths of bot files start at ``folder``."""
    os.chdir(folder)
    resolve_game(game).warm_up(bots)


def play_chunk(plan: Plan, chunk: Chunk, root: str, run: str) -> Chunk:
    """Play a chunk of the run with that fingerprint into its folder, and return the chunk."""
    game = resolve_game(plan.game)
    RunFolder(Path(root)).write_chunk(chunk, chunk_rows(game, plan, chunk), plan.record, run)
    return chunk


def play_alone(plan: Plan, chunk: Chunk, number: int) -> None:
    """Play one game of a chunk, counted from 0, and write nothing."""
    batch, game = plan.batch(chunk), slice(number, number + 1)
    alone = {name: getattr(batch, name)[game] for name in ("lineups", "deals", "traced", "recorded")}
    resolve_game(plan.game).play(replace(batch, **alone))
