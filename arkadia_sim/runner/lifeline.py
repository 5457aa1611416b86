"""Worker processes that end when their parent ends, even if the parent is killed.

A killed program cannot clean up. On Linux the kernel kills its workers. On every system each worker also checks once a
second whether its parent is still there.
"""

import ctypes
import os
import signal
import sys
from threading import Thread, current_thread, main_thread
from time import sleep

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
