"""What operating systems offer in different ways.

All tests run on Linux. One hides what only Linux has, and so plays with what takes its place elsewhere.
"""

import contextlib
import ctypes
import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

CAN_INTERRUPT = hasattr(signal, "setitimer") and hasattr(signal, "SIGALRM")
"""Whether a bot can be interrupted in its process. Elsewhere the process is killed that plays its game."""

INHERITS = hasattr(os, "fork")
"""Whether a child process can be given one end of a pipe; elsewhere it calls back."""

_PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>

_STATM = Path("/proc/self/statm")
_CGROUP = Path("/sys/fs/cgroup")

_PROCESSES_ON_WINDOWS = 61


def lock(file: IO[bytes]) -> bool:
    """Lock a file as long as it is open; False if another process has locked it."""
    try:
        if fcntl is not None:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # some network file systems know no locks: then everybody compiles
        return True
    return True


def cores() -> int:
    """How many cores this process may use: those that it is bound to, but no more than its container may use."""
    if not hasattr(os, "sched_getaffinity"):
        return min(os.cpu_count() or 1, _PROCESSES_ON_WINDOWS)
    bound = len(os.sched_getaffinity(0))
    for read in (_quota, _quota_by_file):
        with contextlib.suppress(OSError, ValueError):  # not there, or "max"
            quota, period = map(int, read())
            return min(bound, max(1, -(-quota // period))) if quota > 0 else bound
    return bound


def _quota() -> list[str]:
    """The microseconds of computing that a container may use in a period, and the period."""
    return (_CGROUP / "cpu.max").read_text(encoding="ascii").split()


def _quota_by_file() -> list[str]:
    """The same on older systems."""
    return [(_CGROUP / "cpu" / f"cpu.cfs_{name}_us").read_text(encoding="ascii") for name in ("quota", "period")]


def collect_rarely() -> None:
    """Look for garbage rarely in this process: what is loaded at the start stays, and looking at it took 0.3 s."""
    gc.set_threshold(100_000, 50, 100)


def is_alive(process: int) -> bool:
    """Whether there is a process with this number."""
    if not INHERITS:  # on Windows, os.kill would end it
        import psutil

        return bool(psutil.pid_exists(process))
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
    clock: nothing in this process can interrupt compiled code. On Windows nothing happens."""
    if not INHERITS:
        yield
        return
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
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        import psutil

        return int(psutil.virtual_memory().total)


def can_limit_memory() -> bool:
    """Whether a process can be kept from taking more memory: on Linux, where it can be seen how much it has."""
    return resource is not None and sys.platform == "linux" and os.access(_STATM, os.R_OK)


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


# -- folders -----------------------------------------------------------------------------------------------------------


def private_folder(name: str) -> Path | None:
    """A folder of this user's own under the temporary folder; None if somebody else could put files there.

    The temporary folder is open to everybody: machine code from a folder of another user's would be that user's.
    """
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"{name}-{user}"
    with contextlib.suppress(OSError):
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
        if not hasattr(os, "getuid"):  # on Windows the temporary folder is the user's own
            return folder if folder.is_dir() else None
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


@contextlib.contextmanager
def waiting_for_call() -> Iterator[Any]:
    """A listener for a child process to which no pipe can be given, and the words that the child needs to call back."""
    from multiprocessing.connection import Listener

    key = os.urandom(32)
    with Listener(authkey=key) as listener:
        yield listener, f"{listener.address!r}\n{key.hex()}\n"
