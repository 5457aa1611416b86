"""What Linux and macOS offer in different ways; Windows lacks too much of it."""

import contextlib
import ctypes
import fcntl
import gc
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from arkadia_sim.errors import BadValue

_PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>

_STATM = Path("/proc/self/statm")
_CGROUP = Path("/sys/fs/cgroup")


def lock(file: IO[bytes]) -> bool:
    """Lock a file as long as it is open; False if another process has locked it."""
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # some network file systems know no locks: then everybody compiles
        return True
    return True


def cores() -> int:
    """How many cores this process may use: those that it is bound to, but no more than its container may use."""
    if not hasattr(os, "sched_getaffinity"):
        return os.cpu_count() or 1
    bound = len(os.sched_getaffinity(0))
    with contextlib.suppress(OSError, ValueError):  # not there, or "max"
        quota, period = map(int, (_CGROUP / "cpu.max").read_text(encoding="ascii").split())
        return min(bound, max(1, -(-quota // period)))
    return bound


def collect_rarely() -> None:
    """Look for garbage rarely in this process: what is loaded at the start stays, and looking at it took 0.3 s."""
    gc.set_threshold(100_000, 50, 100)


def is_alive(process: int) -> bool:
    """Whether there is a process with this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it belongs to another user
        return True
    return True


def end_with_starter() -> None:
    """Let Linux end this process with the thread that started it; elsewhere nothing happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


_ENDER = """
import os, signal, sys, time
parent, computed, seconds, clock, text, *path = sys.argv[1:]
begin = time.monotonic()
time.sleep(float(seconds))
sys.path += path
import psutil
while os.getppid() == int(parent):
    times = psutil.Process(int(parent)).cpu_times()
    if times.user + times.system - float(computed) > float(seconds) or time.monotonic() - begin > float(clock):
        print(text, file=sys.stderr, flush=True)
        os.kill(int(parent), signal.SIGKILL)
    time.sleep(0.2)
"""


@contextlib.contextmanager
def ended_if_late(seconds: float, clock: float, text: str) -> Iterator[None]:
    """End this program with a text on stderr if what is done meanwhile takes longer, in seconds of computing or by the
    clock: nothing in this process can interrupt compiled code."""
    words = [os.getpid(), time.process_time(), seconds, clock, text, *sys.path]
    ender = subprocess.Popen([sys.executable, "-S", "-E", "-c", _ENDER, *map(str, words)], stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        ender.kill()
        ender.wait()


# -- memory ------------------------------------------------------------------------------------------------------------


def memory_of_machine() -> int:
    """The memory of the machine, in bytes."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def can_limit_memory() -> bool:
    """Whether a process can be kept from taking more memory: on Linux, where it can be seen how much it has."""
    return sys.platform == "linux" and os.access(_STATM, os.R_OK)


def memory_limits() -> tuple[int, int]:
    """The limits of this process now: the one that holds, and the highest that may be set."""
    return resource.getrlimit(resource.RLIMIT_DATA)


def limit_memory(soft: int, hard: int) -> None:
    """Set the limits of this process."""
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def room_for(most: int) -> int:
    """The limit with which this process may fill so many bytes: what it has reserved so far, and what is left."""
    _, resident, shared, _, _, data, _ = map(int, _STATM.read_text(encoding="ascii").split())
    page, (_, hard) = resource.getpagesize(), memory_limits()
    room = data * page + max(0, most - (resident - shared) * page)
    return room if hard == resource.RLIM_INFINITY else min(room, hard)


# -- how much memory a process may take --------------------------------------------------------------------------------
#
# On Linux the limit is ``RLIMIT_DATA``: a bot that asks for more private memory gets a MemoryError, fails its game and
# not the machine. The kernel counts reserved addresses, and libraries reserve far more than they use: polars a
# gigabyte, of which it uses a tenth. So the limit is set anew before each chunk: what is reserved so far, plus the
# memory that the process may still fill. Other systems do not enforce such a limit, so there is none.

LEAST = 500_000_000
"""Bytes that any worker needs for the package, compiled code and a chunk of rows, with room to spare."""

SHARE = 0.8  # the share of the machine's memory that all workers together may take by default

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_CGROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
_limit: int | None = None  # of this process, if it has one


def bytes_of(text: str) -> int:
    """Read an amount of memory such as 2GB, 1.5 GiB or 800000000; BadValue for anything else, and below 500 MB."""
    written = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([kmgt]i?)?b?", text.strip().lower())
    amount = 0 if written is None else int(float(written[1]) * _UNITS[written[2] or ""])
    if amount < LEAST:
        raise BadValue("memory per worker", text, "such as 2GB or 1.5GiB, from 500MB")
    return amount


def usual_limit(workers: int) -> int:
    """A worker's share of the memory of this machine or container, in bytes; at least what a worker needs."""
    return max(LEAST, int(SHARE * _machine() / workers))


def _machine() -> int:
    limits = [memory_of_machine()]
    for file in map(Path, _CGROUPS):
        try:
            limits.append(int(file.read_text(encoding="ascii")))
        except (OSError, ValueError):  # not there, or "max"
            continue
    return min(limits)


def limit_to(most: int) -> None:
    """Limit the memory of this process to so many bytes."""
    global _limit
    if can_limit_memory():
        _limit = most
        _hold(most)


@contextlib.contextmanager
def limited(most: int) -> Iterator[None]:
    """Limit the memory of this process for a while."""
    global _limit
    if not can_limit_memory():
        yield
        return
    before = _limit, memory_limits()
    limit_to(most)
    try:
        yield
    finally:
        _limit = before[0]
        limit_memory(*before[1])


@contextlib.contextmanager
def lifted() -> Iterator[None]:
    """Lift the limit for a while: rows of finished games are written, whatever memory the bots still hold."""
    if _limit is None:
        yield
        return
    _, hard = memory_limits()
    limit_memory(hard, hard)
    try:
        yield
    finally:
        _hold(_limit)


def _hold(most: int) -> None:
    """Set the kernel's limit to what is reserved now, plus what this process may still fill."""
    limit_memory(room_for(most), memory_limits()[1])


def private_folder(name: str) -> Path | None:
    """A folder of this user's own under the temporary folder; None if somebody else could put files there: machine code
    from a folder of another user's would be that user's."""
    folder = Path(tempfile.gettempdir()) / f"{name}-{os.getuid()}"
    with contextlib.suppress(OSError):
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
        if folder.is_dir() and not folder.is_symlink() and found.st_uid == os.getuid() and not found.st_mode & 0o077:
            return folder
    return None


def can_write(folder: Path) -> bool:
    """Whether a folder is there, or can be made, and files can be made in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
