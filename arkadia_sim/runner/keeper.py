"""Chunks played in a process of their own, one after another, and which game it was where that ends the process."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from arkadia_sim.errors import RunError
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.runner.child import Child, Lost, TookTooLong, TookTooMuch, WorkerDied

SLOWER = 20
"""A chunk may well take some times as long as those before."""


class GameAtFault(RunError):
    """A game that its process does not survive: its section, its number there, and what it does."""

    def __init__(self, section: int, number: int, does: str) -> None:
        super().__init__(section, number, does)
        self.section, self.number, self.does = section, number, does


@dataclass(frozen=True)
class Games:
    """The games that a task plays, to be looked at one by one where it did not come back."""

    plan: Plan
    chunk: Chunk


class Keeper:
    """Has tasks done in a process that ``make`` starts, and in another one after it is lost.

    ``seconds`` is how long a game may take. A task that plays several may take longer; each of them is then looked at.
    """

    def __init__(self, make: Callable[[], Child], seconds: float) -> None:
        self._make, self._seconds, self._patience = make, seconds, seconds
        self._child: Child | None = None
        self._dismissed = False

    def do(self, task: Callable[..., Any], *arguments: Any, games: Games | None = None) -> Any:
        """What the task answers; GameAtFault where a game of it costs its process, WorkerDied where none is found."""
        begin = monotonic()
        try:
            answer = self._at_hand().do(task, *arguments, seconds=None if games is None else self._patience)
        except Lost as lost:
            self.end()
            if games is not None and not self._dismissed:
                self._look_at(games)
            if not isinstance(lost, TookTooLong):
                raise WorkerDied(_died(lost)) from None
            return self._at_hand().do(task, *arguments)  # each game comes to its end: it takes what it takes
        self._patience = max(self._patience, SLOWER * (monotonic() - begin))
        return answer

    def dismiss(self) -> None:
        """End the process for good, from another thread than the one that may wait for it."""
        self._dismissed = True
        child = self._child
        if child is not None:
            child.kill()

    def end(self) -> None:
        """End the process, if there is one."""
        if self._child is not None:
            self._child.end()
            self._child = None

    def _at_hand(self) -> Child:
        child = self._child
        if not self._dismissed and (child is None or not child.alive):
            child = self._child = self._make()
        if self._dismissed or child is None:  # perhaps while it was made
            self.end()
            raise WorkerDied("nobody waits for these games any more")
        return child

    def _look_at(self, games: Games) -> None:
        """Play games one by one; GameAtFault at the first that costs its process, or more memory than there is."""
        try:
            culprit(self._at_hand(), games, self._seconds)
        finally:
            self.end()


def culprit(child: Child, games: Games, seconds: float) -> None:
    """GameAtFault with the first of some games that ends the process in which it is played, takes it more than so many
    seconds, or more memory than it may have."""
    for number in range(games.chunk.count):
        does = ""
        try:
            if child.do(play_alone, games.plan, games.chunk, number, seconds=seconds):
                does = "takes more memory than a worker may have for"
        except TookTooLong:
            does = f"takes more than {seconds:g} seconds for"
        except TookTooMuch:
            does = "takes more memory than a worker may have for"
        except Lost:
            does = "ends the process that plays"
        if does:
            raise GameAtFault(games.chunk.section, games.chunk.first + number, does)


def play_alone(plan: Plan, chunk: Chunk, number: int) -> bool:
    """Play one game of a chunk; whether it failed for want of memory."""
    from arkadia_sim.runner.parallel import resolve_game

    batch, one = plan.batch(chunk), slice(number, number + 1)
    alone = {name: getattr(batch, name)[one] for name in ("lineups", "deals", "traced", "recorded")}
    failures = resolve_game(plan.game).play(replace(batch, **alone)).failures
    return any("MemoryError" in reason for _, reason in failures.values())


def make_ready(folder: str, plan: Plan) -> None:
    """Have a process know the bots of a plan, from the folder that their paths begin in."""
    from arkadia_sim.runner.parallel import resolve_game

    os.chdir(folder)
    resolve_game(plan.game).warm_up(plan.bots, str)


def _died(lost: Lost) -> str:
    again = "What is finished is kept: give the same command again to go on"
    if isinstance(lost, TookTooMuch):
        return f"a worker process had too little memory. {again}, with more --memory-per-worker"
    return f"a worker process died (out of memory, or killed). {again}, with fewer --workers if memory was short"
