"""Programs started by a test, and all that they have started themselves, as the kernel knows them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.paths import ROOT

PROC = Path("/proc")
PATIENCE = 300.0
"""Seconds after which a program hangs. No test waits this long for what happens, however busy the machine is."""
Process = tuple[int, str]
"""A process: its number, and when it was started, for numbers are used again."""


def start(*words: str, folder: Path, told: Path | None = None, first: Path = ROOT) -> "subprocess.Popen[bytes]":
    """Start the command line in a folder, saying nothing, or with its errors in the file ``told``.

    Python looks for modules in the folder ``first`` before it looks in the checkout.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(first), str(ROOT)])}
    command = [sys.executable, "-m", "arkadia_sim", *words]
    silent = subprocess.DEVNULL
    with Path(os.devnull if told is None else told).open("wb") as errors:
        return subprocess.Popen(
            command, cwd=folder, env=environment, stdout=silent, stderr=errors, start_new_session=True
        )


def descendants(process: int) -> set[Process]:
    """All processes that one has started, directly or not, and that have not ended."""
    parents = {number: int(told[1]) for number in _numbers() if (told := _told(number))}
    found, waiting = set[Process](), [process]
    while waiting:
        parent = waiting.pop()
        children = [one for one, its in parents.items() if its == parent]
        waiting += children
        found |= {(child, told[19]) for child in children if (told := _told(child))}
    return found


def alive(processes: set[Process]) -> set[Process]:
    """Those that have not ended; one that has, and that nobody has asked about yet, is no more."""
    return {
        process
        for process in processes
        if (told := _told(process[0])) and told[19] == process[1] and told[0] not in "ZX"
    }


def wait_until(true: Callable[[], object]) -> bool:
    """Wait until something is true; False if it never is."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def _numbers() -> list[int]:
    return [int(path.name) for path in PROC.iterdir() if path.name.isdigit()]


def _told(process: int) -> list[str]:
    """The fields of /proc/N/stat from the third on (state, parent …); nothing of a process that is no more."""
    try:
        return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
