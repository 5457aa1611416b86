"""What Linux and macOS offer in different ways; Windows lacks too much of it."""

import contextlib
import ctypes
import fcntl
import gc
import os
import signal
import sys
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>

_CGROUP = Path("/sys/fs/cgroup")


def cache_root() -> Path:
    """The folder for what is kept between commands: ``ARKADIA_SIM_CACHE`` if set, or else the user's cache folder."""
    chosen = os.environ.get("ARKADIA_SIM_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs  # it takes time to load

    return Path(platformdirs.user_cache_dir("arkadia_sim", appauthor=False))


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
    """Whether a process with this number runs. One that ended, though nobody has asked how, does not."""
    with contextlib.suppress(OSError):  # only Linux says so, and of those that are there
        return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
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
