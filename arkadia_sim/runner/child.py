"""A process that does one task after another for this one: what a task does to its process, it does to that one alone.

Beside joblib's workers, which are many and end together: here it is known which task ended the process, and one that
takes too long is ended with it. The process may be started from any thread, and from a process that is a worker itself.
"""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection, Pipe
from typing import Any

from arkadia_sim.core import memory
from arkadia_sim.errors import ArkadiaSimError, RunError
from arkadia_sim.runner.lifeline import tie

_START = "import sys; sys.path[:] = {path!r}; from arkadia_sim.runner.child import main; main({line}, {parent})"


IDLE_SECONDS = 600.0
"""How long a process waits for something to do before it ends."""


class WorkerDied(RunError):
    """A worker process is gone, for a reason that only it knows."""


class Lost(Exception):
    """The process is no more, and with it the task that it was at: it ended itself, or was ended by someone."""


class TookTooLong(Lost):
    """The task took longer than it may, and was ended with its process."""


class TookTooMuch(Lost):
    """The task wanted more memory than its process may have; what is left of the process is of no use."""


@dataclass(frozen=True)
class _Answer:
    """What came of a task, or what it raised."""

    value: Any = None
    error: BaseException | None = None


class Child:
    """A process of one's own. It ends with this one, with :meth:`end`, or by a task that ends it."""

    def __init__(self, limit: int | None = None) -> None:
        """Start it, in the current folder; ``limit`` is the memory that it may take, in bytes."""
        self._line, its = Pipe()
        with its:
            self._process = _starter().submit(_start, its.fileno()).result()
        if limit is not None:
            self.do(memory.limit_to, limit)

    def do(self, task: Callable[..., Any], *arguments: Any, seconds: float | None = None) -> Any:
        """What a task, a function of a module, answers to its arguments; what it raises is raised.

        Lost, or one of its kinds, where the process ends at it, takes more than ``seconds``, or wants too much memory.
        """
        try:
            self._line.send_bytes(pickle.dumps((task, arguments)))
            if not self._line.poll(seconds):
                raise TookTooLong(f"it takes more than {seconds:g} seconds")
            answer: _Answer = self._line.recv()
        except (EOFError, OSError):
            self.end()
            raise Lost(f"the process has ended (exit status {self._process.returncode})") from None
        except BaseException:
            self.end()  # nobody waits for its answer any more
            raise
        if isinstance(answer.error, MemoryError):
            self.end()
            raise TookTooMuch("the memory that it may have is not enough")
        if answer.error is not None:
            raise answer.error
        return answer.value

    @property
    def alive(self) -> bool:
        """Whether it has not ended; it does so by itself when there was nothing to do for long."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process from another thread than the one that waits for it, which then hears that it is lost."""
        self._process.kill()

    def end(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.wait()
        self._line.close()


@cache
def _starter() -> ThreadPoolExecutor:
    """The thread that starts all of them: the kernel ends a process with the thread that started it, and this one lives
    as long as the program does."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="children")


def _start(line: int) -> "subprocess.Popen[bytes]":
    program = _START.format(path=sys.path, line=line, parent=os.getpid())
    environment = {**os.environ, "POLARS_MAX_THREADS": "1"}  # there is a process per core already
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program], pass_fds=[line], stdin=subprocess.DEVNULL, env=environment
    )


def main(line: int, parent: int) -> None:
    """The process itself: do what comes along the line, until it is closed."""
    tie(parent, to_the_end=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started it to answer
    with Connection(line) as told:
        while told.poll(IDLE_SECONDS):
            try:
                asked = told.recv_bytes()
            except EOFError:
                return
            answer = _done(asked)
            with memory.lifted(), suppress(BrokenPipeError):
                told.send(answer)


def _done(asked: bytes) -> _Answer:
    try:
        task, arguments = pickle.loads(asked)
        return _Answer(task(*arguments))
    except ArkadiaSimError as error:
        return _Answer(error=RunError(str(error)))  # its own kind may not survive the way back
    except MemoryError:
        return _Answer(error=MemoryError())
    except Exception as error:
        return _Answer(error=_portable(error))


def _portable(error: Exception) -> Exception:
    """What was raised, or its words where it cannot travel."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
