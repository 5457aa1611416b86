"""Atomic files: whole or not there at all, even if the disk or the program fails."""

import os
import platform
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import ENOSPC
from pathlib import Path
from shutil import disk_usage
from typing import Any

import polars as pl

from arkadia_sim.errors import RunError

OLD = 86_400.0
"""Age in seconds after which an unfinished file counts as abandoned."""


FULL = 1_000_000
"""With fewer free bytes than this, a disk counts as full."""


def write_whole(
    target: Path, write: Callable[[Path], Any], unfinished: Path | None = None, goes_on: bool = True
) -> None:
    """Let ``write`` make a file, wait until it is safe on disk, then move it to its place.

    Args:
        target: The file.
        write: Called with the path to write to.
        unfinished: The temporary path.
        goes_on: Whether the message may say that the same command resumes the run.

    Raises:
        RunError: The disk is full, read-only or gone; no part of the file is left.
    """
    unfinished = unfinished or target.with_name(f".{target.name}-{os.getpid()}")
    with faults_told(target, goes_on):
        try:
            write(unfinished)
            with unfinished.open("r+b") as file:
                os.fsync(file.fileno())
            unfinished.replace(target)
        except BaseException as error:
            cause = _as_full(error, target)  # before the unfinished file is removed, which frees space
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise cause from error.__cause__


@contextmanager
def faults_told(target: Path, goes_on: bool = True) -> Iterator[None]:
    """Turn errors while writing a file into a RunError with a message."""
    try:
        yield
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        again = "; finished games are kept: run the same command again to continue" if goes_on else ""
        raise RunError(f"{target} cannot be written: {reason}{again}") from None


def _as_full(error: BaseException, target: Path) -> BaseException:
    """The error, or "disk full" if that is the cause: a library may report it as something else."""
    with suppress(OSError):
        if isinstance(error, pl.exceptions.PolarsError) and disk_usage(target.parent).free < FULL:
            return OSError(ENOSPC, os.strerror(ENOSPC))
    return error


def _machine() -> str:
    """This machine's name, as used in the names of unfinished files."""
    return re.sub(r"[^A-Za-z0-9.]+", "_", platform.node()) or "here"


def writer() -> str:
    """This process among all that may write into a folder: machine and process number."""
    return f"{_machine()}-{os.getpid()}"


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it belongs to another user
        return True
    return True


def sweep(folder: Path) -> None:
    """Remove abandoned files from a folder of unfinished ones, and the folder if it is then empty.

    A file is abandoned if its writer (:func:`writer`) has ended; files of other machines if they are old.
    """
    with suppress(OSError):  # missing, not empty, or not ours to remove: harmless
        for file in folder.iterdir():
            match = re.fullmatch(rf".+-{re.escape(_machine())}-([0-9]+)", file.name)
            if (match and not _is_alive(int(match[1]))) or time.time() - file.stat().st_mtime > OLD:
                file.unlink(missing_ok=True)
        folder.rmdir()
