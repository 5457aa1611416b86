"""A child process that runs one task at a time. A bot that crashes, hangs or eats memory harms that process alone.

joblib's workers cannot do this: joblib does not say which task ended a worker, and it cannot stop a task. pebble's can
stop a task, but miss one that leaves with ``os._exit(0)``, stay behind when the program is killed, and do not start
inside the workers of a Dask cluster.

Workers end when their parent ends, even if it is killed: on Linux the kernel kills them, and each worker checks once a
second whether its parent still exists.
"""

import ctypes
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection, Pipe
from threading import Thread, current_thread, main_thread
from time import sleep
from typing import Any

from arkadia_sim.core import memory
from arkadia_sim.errors import ArkadiaSimError, RunError, raised_text

_PROGRAM = "import sys; sys.path[:] = {path!r}; from arkadia_sim.runner.child import main; main({pipe}, {parent})"

IDLE_SECONDS = 600.0
"""A child without a task for this long ends by itself."""


class WorkerDied(RunError):
    """A worker process ended, and no game explains why."""


class ChildLost(Exception):
    """The child ended during a task: the task crashed it, or somebody killed it."""


class OutOfTime(ChildLost):
    """The task took longer than its limit, so the child was killed."""


class OutOfMemory(ChildLost):
    """The task needed more memory than the child may take, so the child was killed."""


class Child:
    """A child process. It ends with this program, with :meth:`close`, or when a task ends it."""

    def __init__(self, limit: int | None = None) -> None:
        """Start the child in the current folder. ``limit`` is the memory that it may take, in bytes."""
        self._pipe, far_end = Pipe()
        with far_end:
            self._process = _starter().submit(_start, far_end.fileno()).result()
        if limit is not None:
            self.run(memory.limit_to, limit)

    def run(self, task: Callable[..., Any], *arguments: Any, seconds: float | None = None) -> Any:
        """Run a task, a function that can be imported, within so many seconds; its result, or what it raises.

        Raises:
            ChildLost: the child ended; OutOfTime or OutOfMemory if a limit was the reason.
        """
        try:
            self._pipe.send_bytes(pickle.dumps((task, arguments)))
            if not self._pipe.poll(seconds):
                raise OutOfTime(f"it takes more than {seconds:g} seconds")
            value, error = self._pipe.recv()
        except (EOFError, OSError):
            self.close()
            raise ChildLost(f"the process has ended (exit status {self._process.returncode})") from None
        except BaseException:
            self.close()  # its answer would be taken for that of the next task
            raise
        if isinstance(error, MemoryError):
            self.close()
            raise OutOfMemory("the memory that it may have is not enough")
        if error is not None:
            raise error
        return value

    @property
    def alive(self) -> bool:
        """Whether the child still runs."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill the child from another thread; the thread that waits in :meth:`run` then gets ChildLost."""
        self._process.kill()

    def close(self) -> None:
        """Kill the child and free what belongs to it."""
        self._process.kill()
        self._process.wait()
        self._pipe.close()


@cache
def _starter() -> ThreadPoolExecutor:
    """The thread that starts all children. On Linux a child ends with the thread that started it, and this thread
    lives as long as the program."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="children")


def _start(pipe: int) -> "subprocess.Popen[bytes]":
    program = _PROGRAM.format(path=sys.path, pipe=pipe, parent=os.getpid())
    environment = {**os.environ, "POLARS_MAX_THREADS": "1"}  # there is a process for each core already
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program], pass_fds=[pipe], stdin=subprocess.DEVNULL, env=environment
    )


def main(pipe: int, parent: int) -> None:
    """Run tasks from the pipe until it is closed. This is the child's program."""
    end_with_parent(parent, by_kernel=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    with Connection(pipe) as connection:
        while connection.poll(IDLE_SECONDS):
            try:
                request = connection.recv_bytes()
            except EOFError:
                return
            answer = _answer(request)
            with memory.lifted(), suppress(BrokenPipeError):
                connection.send(answer)


def _answer(request: bytes) -> tuple[Any, BaseException | None]:
    """Run a task; its value, and the exception that it raised or None."""
    try:
        task, arguments = pickle.loads(request)
        return task(*arguments), None
    except ArkadiaSimError as error:
        return None, RunError(str(error))  # not every subclass can be unpickled
    except MemoryError:
        return None, MemoryError()
    except Exception as error:
        return None, _picklable(error)


def _picklable(error: Exception) -> Exception:
    """The exception itself, or a RuntimeError with its text if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(raised_text(error))
    return error


CHECK_SECONDS = 1.0
"""Seconds between two checks for the parent."""

_PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>


def lifeline() -> tuple[int, bool]:
    """The arguments of :func:`end_with_parent` for workers that this thread starts.

    Linux kills a worker when the *thread* that started it ends, and only the main thread is sure to last.
    """
    return os.getpid(), current_thread() is main_thread()


def end_with_parent(parent: int, by_kernel: bool) -> None:
    """End this process with its parent; to be called in the worker, before its first task.

    ``by_kernel``: whether Linux may kill this process when the thread that started it ends.
    """
    if by_kernel and sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    Thread(target=_check, args=(parent,), name="lifeline", daemon=True).start()


def _check(parent: int) -> None:
    while os.getppid() == parent:
        sleep(CHECK_SECONDS)
    os._exit(1)
