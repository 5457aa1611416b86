"""Limits the memory of a process, so that a bot that eats memory fails its game and not the machine.

On Linux the limit is ``RLIMIT_DATA``: a bot that asks for more private memory gets a MemoryError. The kernel counts
reserved addresses, and libraries reserve far more than they use: polars a gigabyte, of which it uses a tenth. So the
limit is set anew before each chunk: what is reserved so far, plus the memory that the process may still fill. Other
systems do not enforce such a limit, so there is none.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arkadia_sim import system
from arkadia_sim.errors import BadValue

LEAST = 500_000_000
"""Bytes that any worker needs for the package, compiled code and a chunk of rows, with room to spare."""

SHARE = 0.8
"""The share of the machine's memory that all workers together may take by default."""

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
    limits = [system.memory_of_machine()]
    for file in map(Path, _CGROUPS):
        try:
            limits.append(int(file.read_text(encoding="ascii")))
        except (OSError, ValueError):  # not there, or "max"
            continue
    return min(limits)


def limit_to(most: int) -> None:
    """Limit the memory of this process to so many bytes."""
    global _limit
    if system.can_limit_memory():
        _limit = most
        _hold(most)


@contextmanager
def limited(most: int) -> Iterator[None]:
    """Limit the memory of this process for a while."""
    global _limit
    if not system.can_limit_memory():
        yield
        return
    before = _limit, system.memory_limits()
    limit_to(most)
    try:
        yield
    finally:
        _limit = before[0]
        system.limit_memory(*before[1])


@contextmanager
def lifted() -> Iterator[None]:
    """Lift the limit for a while: rows of finished games are written, whatever memory the bots still hold."""
    if _limit is None:
        yield
        return
    _, hard = system.memory_limits()
    system.limit_memory(hard, hard)
    try:
        yield
    finally:
        _hold(_limit)


def _hold(most: int) -> None:
    """Set the kernel's limit to what is reserved now, plus what this process may still fill."""
    system.limit_memory(system.room_for(most), system.memory_limits()[1])
