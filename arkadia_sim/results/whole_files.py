"""Files that are there whole or not at all, whatever happens to the disk or to who writes them."""

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
"""Seconds after which nobody is still writing an unfinished file."""


FULL = 1_000_000
"""Bytes; where fewer are free, a disk is as good as full."""


def write_whole(
    target: Path, write: Callable[[Path], Any], unfinished: Path | None = None, goes_on: bool = True
) -> None:
    """Let ``write`` make a file, see it safely on disk, then move it to its place: whole or not at all.

    RunError where the disk is full, read-only or gone; nothing is left of the file then. It says that the same command
    ``goes_on``, unless it does not.
    """
    unfinished = unfinished or target.with_name(f".{target.name}-{os.getpid()}")
    with faults_told(target, goes_on):
        try:
            write(unfinished)
            with unfinished.open("r+b") as file:
                os.fsync(file.fileno())
            unfinished.replace(target)
        except BaseException as error:
            told = _as_full(error, target)  # while the unfinished file is there: without it there is room again
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise told from error.__cause__


@contextmanager
def faults_told(target: Path, goes_on: bool = True) -> Iterator[None]:
    """Have a file that cannot be written told of in words."""
    try:
        yield
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        again = "; what is finished is kept: give the same command again to go on" if goes_on else ""
        raise RunError(f"{target} cannot be written: {reason}{again}") from None


def _as_full(error: BaseException, target: Path) -> BaseException:
    """What was raised; that the disk is full where it is, for a library that writes may call that something else."""
    with suppress(OSError):
        if isinstance(error, pl.exceptions.PolarsError) and disk_usage(target.parent).free < FULL:
            return OSError(ENOSPC, os.strerror(ENOSPC))
    return error


def _machine() -> str:
    """This machine's name, as it stands in the names of unfinished files."""
    return re.sub(r"[^A-Za-z0-9.]+", "_", platform.node()) or "here"


def writer() -> str:
    """This process among all that may write into a folder."""
    return f"{_machine()}-{os.getpid()}"


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def sweep(folder: Path) -> None:
    """Remove the unfinished files in a folder whose writers (:func:`writer`) are no more, those of other machines when
    they are old, and the folder if it is empty then."""
    with suppress(OSError):  # not there, not empty, or not ours to remove: they harm nobody
        for file in folder.iterdir():
            mine = re.fullmatch(rf".+-{re.escape(_machine())}-([0-9]+)", file.name)
            if (mine and not _is_alive(int(mine[1]))) or time.time() - file.stat().st_mtime > OLD:
                file.unlink(missing_ok=True)
        folder.rmdir()
