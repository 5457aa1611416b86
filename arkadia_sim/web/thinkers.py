"""Processes in which bots think, so that one that fails or never answers does not harm the server."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from arkadia_sim.core.user_code import decision_seconds
from arkadia_sim.errors import RunError
from arkadia_sim.runner.child import Child, ChildLost, OutOfTime


class Thinkers(ThreadPoolExecutor):
    """Threads with a child process each, in which a task runs. A task is a function that can be imported."""

    def __init__(self, number: int) -> None:
        super().__init__(number, thread_name_prefix="thinkers")
        self._idle: list[Child] = []
        self._busy: list[Child] = []
        self._ended = False

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
        """Let a bot think."""
        return super().submit(self._think, task, arguments)

    def _think(self, task: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        try:
            child = self._idle.pop()
        except IndexError:
            child = Child()
        self._busy.append(child)
        if self._ended:  # between the start of this task and that of its child
            child.kill()
        try:
            return child.run(task, *arguments, seconds=decision_seconds())
        except OutOfTime as late:
            raise RunError(f"the bot gives up, and the game stands as it was: {late}") from None
        except ChildLost as error:
            raise RunError(f"a bot has ended its process, and the game stands as it was: {error}") from None
        finally:
            self._busy.remove(child)
            if child.alive:
                self._idle.append(child)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop all bots."""
        super().shutdown(wait=False, cancel_futures=True)
        self._ended = True
        for child in list(self._busy):
            child.kill()
        super().shutdown(wait)
        for child in self._idle:
            child.close()
