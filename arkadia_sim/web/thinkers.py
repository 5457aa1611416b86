"""Processes in which bots think, so that a slow one does not hold up the server and can be told to stop."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Lock
from typing import Any

from arkadia_sim.core.user_code import decision_seconds
from arkadia_sim.errors import RunError
from arkadia_sim.runner.child import Child, ChildLost, OutOfTime


class Thought(Future[Any]):
    """What a bot is asked to think about. ``cancel`` stops it even in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self._child: Child | None = None
        self._guard = Lock()

    def cancel(self) -> bool:
        """Stop thinking; whether it was still under way."""
        with self._guard:
            if super().cancel():
                return True
            if self._child is not None:
                self._child.kill()
                return True
            return False

    def think(self, child: Child, task: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Run a task in a child process, unless nobody waits for it any more."""
        with self._guard:
            if not self.set_running_or_notify_cancel():
                return
            self._child = child
        try:
            result = child.run(task, *arguments, seconds=decision_seconds())
        except OutOfTime as late:
            self._end(RunError(f"the bot gives up, and the game stands as it was: {late}"))
        except ChildLost as error:
            self._end(RunError(f"a bot has ended its process, and the game stands as it was: {error}"))
        except BaseException as error:
            self._end(error)
        else:
            self._end(None, result)

    def _end(self, error: BaseException | None, result: Any = None) -> None:
        with self._guard:
            self._child = None
        if error is None:
            self.set_result(result)
        else:
            self.set_exception(error)


class Thinkers(Executor):
    """A few processes for bots.

    Args:
        number: How many think at the same time; the others wait for their turn.
    """

    def __init__(self, number: int) -> None:
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="thinkers")
        self._idle: list[Child] = []
        self._thoughts: set[Thought] = set()

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **named: Any) -> Thought:
        """Let a bot think: ``task`` is a function that can be imported."""
        thought = Thought()
        self._thoughts.add(thought)
        thought.add_done_callback(self._thoughts.discard)
        self._threads.submit(self._think, thought, task, arguments)
        return thought

    def _think(self, thought: Thought, task: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        try:
            child = self._idle.pop()
        except IndexError:
            child = Child()
        if not child.alive:
            child.close()
            child = Child()
        thought.think(child, task, arguments)
        if child.alive:
            self._idle.append(child)
        else:
            child.close()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop all bots."""
        for thought in list(self._thoughts):
            thought.cancel()
        self._threads.shutdown(wait)
        for child in self._idle:
            child.close()
