"""How much memory a process may take, so that a bot that wants ever more fails its game and not the machine.

On Linux the kernel refuses a process more private memory than its limit (``RLIMIT_DATA``): where a bot asks for it, the
bot gets a MemoryError. What counts there are addresses, and libraries reserve many more of these than they ever use
(tables a gigabyte, of which a tenth is in use). So the limit is set before each chunk, from what is really in use then:
what is reserved already is free, and there is room for as much again as may still be taken. Other systems do not hold
to such a limit, and there is none.
"""

import os
import re
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arkadia_sim.errors import BadValue

LEAST = 500_000_000
"""Bytes that a worker needs in any case: toolkit, compiled code and a chunk of rows, with room to spare."""

SHARE = 0.8
"""What part of the machine's memory all workers together may take where nobody says anything."""

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_CGROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
_limit: int | None = None  # of this process, if it has one


def bytes_of(text: str) -> int:
    """An amount of memory such as 2GB, 1.5 GiB or 800000000; BadValue for anything else, or too little to work with."""
    written = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([kmgt]i?)?b?", text.strip().lower())
    amount = 0 if written is None else int(float(written[1]) * _UNITS[written[2] or ""])
    if amount < LEAST:
        raise BadValue("memory per worker", text, "such as 2GB or 1.5GiB, from 500MB")
    return amount


def usual_limit(workers: int) -> int:
    """A worker's share of the memory that this machine, or the container that it is, has; never too little to work."""
    return max(LEAST, int(SHARE * _machine() / workers))


def _machine() -> int:
    found = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for file in map(Path, _CGROUPS):
        try:
            found.append(int(file.read_text(encoding="ascii")))
        except (OSError, ValueError):  # not there, or "max"
            continue
    return min(found)


def limit_to(most: int) -> None:
    """Have this process take no more memory than that, from now on."""
    global _limit
    if sys.platform == "linux":
        _limit = most
        _hold(most)


@contextmanager
def limited(most: int) -> Iterator[None]:
    """Have this process take no more memory than that for a while."""
    global _limit
    before = _limit, resource.getrlimit(resource.RLIMIT_DATA)
    limit_to(most)
    try:
        yield
    finally:
        _limit = before[0]
        resource.setrlimit(resource.RLIMIT_DATA, before[1])


@contextmanager
def lifted() -> Iterator[None]:
    """No limit for a moment: what a bot has taken must not cost the rows of the games that were played."""
    if _limit is None:
        yield
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
    try:
        yield
    finally:
        _hold(_limit)


def _hold(most: int) -> None:
    """Leave as much room as is missing from what this process uses to what it may."""
    _, resident, shared, _, _, data, _ = map(int, Path("/proc/self/statm").read_text(encoding="ascii").split())
    page = resource.getpagesize()
    room = data * page + max(0, most - (resident - shared) * page)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (room if hard == resource.RLIM_INFINITY else min(room, hard), hard))
