"""Worker processes end when the process that started them does, in whatever way that ends.

A program that is killed tidies up nothing. On Linux the kernel is asked to end its workers then, whatever they are at;
elsewhere, and beside it, each worker looks now and then whether the process that started it is still there. When the
workers are gone, so is what kept watch over their shared things.
"""

import ctypes
import os
import signal
import sys
from threading import Thread, current_thread, main_thread
from time import sleep

LOOK_EVERY = 1.0
"""Seconds between two looks."""

_PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>


def lifeline() -> tuple[int, bool]:
    """What :func:`tie` is to be called with in the processes that this one starts now.

    The kernel's promise is about the thread that starts a process: only the first lives as long as the program does.
    """
    return os.getpid(), current_thread() is main_thread()


def tie(parent: int, to_the_end: bool) -> None:
    """Have this process end with the one that started it; called in the worker, before its first task."""
    if to_the_end and sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    Thread(target=_look, args=(parent,), name="lifeline", daemon=True).start()


def _look(parent: int) -> None:
    while os.getppid() == parent:
        sleep(LOOK_EVERY)
    os._exit(1)
