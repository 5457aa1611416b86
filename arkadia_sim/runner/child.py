"""A child process that runs one task at a time. A bot that crashes or hangs harms that process alone.

joblib's workers cannot do this: joblib does not say which task ended a worker, and it cannot stop a task. pebble's can
stop a task, but miss one that leaves with ``os._exit(0)``, and stay behind when the program is killed.

Workers end when their parent ends, even if it is killed: on Linux the kernel kills them, and each worker checks once a
second whether its parent still exists.
"""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from math import inf
from mmap import mmap
from multiprocessing.connection import Connection, Pipe
from tempfile import mkstemp
from threading import Thread, current_thread, main_thread
from time import monotonic, sleep
from typing import Any

from arkadia_sim.core import user_code
from arkadia_sim.errors import ArkadiaSimError, RunError, portable, raised_text
from arkadia_sim.system import collect_rarely, end_with_starter

_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; from arkadia_sim.runner.child import main; main({pipe}, {parent}, {shared!r})"
)

LOOK_SECONDS = 0.2
"""How often the parent looks how long a bot has been asked."""

IDLE_SECONDS = 600.0
"""A child without a task for this long ends by itself."""

IN_ORDER, AS_FINISHED = "generator", "generator_unordered"
"""How joblib yields results: in the order of the tasks, or as they finish."""


class WorkerDied(RunError):
    """A worker process ended, and no game explains why."""


class ChildLost(Exception):
    """The child ended during a task: the task crashed it, or somebody killed it."""


class OutOfTime(ChildLost):
    """A bot used up its limit and could not be interrupted, so the child was killed."""

    def __init__(self, seconds: float, is_computing: bool) -> None:
        super().__init__(seconds, is_computing)
        self.seconds, self.is_computing = seconds, is_computing

    def __str__(self) -> str:
        return self.text("no answer")

    def text(self, what: str) -> str:
        """What took too long, and how long it may take."""
        return f"TimeIsUp: {user_code.limit_text(what, self.seconds, self.is_computing)}"


class Child:
    """A child process. It ends with this program, with :meth:`close`, or when a task ends it."""

    def __init__(self) -> None:
        """Start the child in the current folder."""
        handle, self._shared = mkstemp(prefix="arkadia-sim-")
        os.write(handle, bytes(user_code.MEMORY))
        self.memory = mmap(handle, 0)
        os.close(handle)
        self._process, self._pipe = _starter().submit(_start, self._shared).result()

    def run(self, task: Callable[..., Any], *arguments: Any, seconds: float = inf) -> Any:
        """Run a task, a function that can be imported; its result, or what it raises.

        ``seconds`` is how long a bot may compute for one decision.

        Raises:
            ChildLost: the child ended; OutOfTime if the limit was the reason.
        """
        try:
            self._pipe.send_bytes(pickle.dumps((task, arguments)))
            self._wait(seconds)
            value, error = self._pipe.recv()
        except (EOFError, OSError):
            self.close()
            raise ChildLost(f"the process has ended (exit status {self._process.returncode})") from None
        except BaseException:
            self.close()  # its answer would be taken for that of the next task
            raise
        if error is not None:
            raise error
        return value

    def _wait(self, seconds: float) -> None:
        """Wait for an answer; OutOfTime if a bot uses up its limit and does not let itself be interrupted."""
        seen, computed, begin = b"", 0.0, 0.0
        while not self._pipe.poll(LOOK_SECONDS):
            now = bytes(self.memory)
            number = user_code.QUESTION.unpack_from(now)[0]
            if now != seen or not number:
                seen, computed, begin = now, self._computed(), monotonic()
                continue
            interrupts_itself = number != user_code.IN_KERNEL
            most = user_code.UNHEEDED * seconds + 1 if interrupts_itself else seconds
            computing = self._computed() - computed
            if computing > most or monotonic() - begin > user_code.BY_THE_CLOCK * most:
                raise OutOfTime(seconds, computing > most)

    def _computed(self) -> float:
        """The seconds of computing of the process so far."""
        import psutil

        with suppress(psutil.Error):
            times = psutil.Process(self._process.pid).cpu_times()
            return float(times.user + times.system)
        return 0.0

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
        with suppress(OSError):  # the child removes it where an open file can be removed
            os.unlink(self._shared)


@cache
def _starter() -> ThreadPoolExecutor:
    """The thread that starts all children. On Linux a child ends with the thread that started it, and this thread
    lives as long as the program."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="children")


def _start(shared: str) -> tuple["subprocess.Popen[bytes]", Any]:
    pipe, far_end = Pipe()
    program = _PROGRAM.format(path=sys.path, pipe=far_end.fileno(), parent=os.getpid(), shared=shared)
    environment = {**os.environ, "POLARS_MAX_THREADS": "1"}  # there is a process for each core already
    command = [sys.executable, "-P", "-c", program]
    with far_end:
        passed = [far_end.fileno()]
        return subprocess.Popen(command, env=environment, pass_fds=passed, stdin=subprocess.DEVNULL), pipe


def main(pipe: int, parent: int, shared: str) -> None:
    """Run tasks from the pipe until it is closed. This is the child's program."""
    end_with_parent(parent, by_kernel=True)
    collect_rarely()
    with open(shared, "r+b") as file:
        user_code.share(mmap(file.fileno(), 0))
    with suppress(OSError):
        os.unlink(shared)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    with Connection(pipe) as connection:
        while connection.poll(IDLE_SECONDS):
            try:
                request = connection.recv_bytes()
            except EOFError:
                return
            answer = _answer(request)
            with suppress(BrokenPipeError):
                connection.send(answer)


def _answer(request: bytes) -> tuple[Any, BaseException | None]:
    """Run a task; its value, and the exception that it raised or None."""
    try:
        task, arguments = pickle.loads(request)
        return task(*arguments), None
    except ArkadiaSimError as error:
        return None, portable(error)
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


def lifeline() -> tuple[int, bool]:
    """The arguments of :func:`end_with_parent` for workers that this thread starts.

    Linux kills a worker when the *thread* that started it ends, and only the main thread is sure to last.
    """
    return os.getpid(), current_thread() is main_thread()


def end_with_parent(parent: int, by_kernel: bool) -> None:
    """End this process with its parent; to be called in the worker, before its first task.

    ``by_kernel``: whether Linux may kill this process when the thread that started it ends.
    """
    if by_kernel:
        end_with_starter()
    Thread(target=_check, args=(parent,), name="lifeline", daemon=True).start()


def _check(parent: int) -> None:
    while os.getppid() == parent:
        sleep(CHECK_SECONDS)
    os._exit(1)
