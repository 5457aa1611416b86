"""A bot of the user's own is tried out in a process beside the program: what it does to its process is then one more
fault that is told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from arkadia_sim.core import memory
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import RunError
from arkadia_sim.runner.child import Child, ChildLost, OutOfMemory
from arkadia_sim.runner.workers import check_workers
from arkadia_sim.testing.any_bot import Check, Worth, checks, worth

MOST_MEMORY = 2_000_000_000
"""What a bot may take while it is tried out, in bytes: to fill a large machine over and over would take minutes."""

_begun: list[tuple[Iterator[Check], list[Check]]] = []
"""In the process beside: the checks that are still to come, and the one that was told of last."""


class Apart:
    """The checks of a bot, as :func:`arkadia_sim.testing.any_bot.checks` has them, made in another process."""

    def __init__(self, child: Child, game: str, spec: str) -> None:
        self._child, self._game, self._spec = child, game, spec
        self._asked(begin, game, spec)

    def checks(self) -> Iterator[Check]:
        """What is checked, in words, and a function that makes the check and returns the faults found."""
        while (title := self._asked(next_title)) is not None:
            yield title, self._faults

    def worth(self, against: str) -> Worth:
        """How it does against another bot."""
        found: Worth = self._asked(worth_of, self._game, self._spec, against)
        return found

    def _asked(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """What the process answers; RunError where it is lost."""
        try:
            return self._child.run(task, *arguments)
        except ChildLost as lost:
            raise RunError(self._told(lost)) from None

    def _told(self, lost: ChildLost) -> str:
        if isinstance(lost, OutOfMemory):
            return f"{self._spec} takes more memory than a worker may have"
        return f"{self._spec} ends the process that plays it ({lost})"

    def _faults(self) -> list[str]:
        try:
            found: list[str] = self._child.run(faults)
        except ChildLost as lost:
            return [self._told(lost)]
        return found


@contextmanager
def tried_apart(game: str, spec: str) -> Iterator[Apart]:
    """Have a process beside this one for a while."""
    child = Child(min(memory.usual_limit(check_workers(None).count), MOST_MEMORY))
    try:
        yield Apart(child, game, spec)
    finally:
        child.close()


def begin(game: str, spec: str) -> None:
    """In the process beside: find the bot."""
    _begun[:] = [(checks(find_game(game), spec), [])]


def next_title() -> str | None:
    """What is checked next; None if that was all."""
    coming, last = _begun[0]
    last[:] = [check] if (check := next(coming, None)) else []
    return last[0][0] if last else None


def faults() -> list[str]:
    """Make that check."""
    return _begun[0][1][0][1]()


def worth_of(game: str, spec: str, against: str) -> Worth:
    """How a bot does against another."""
    return worth(find_game(game), spec, against)
