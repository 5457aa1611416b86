"""Sets of small numbers as the bits of a whole number: bit 3 is the number 3."""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import count_bits, inlined, lowest_bit


@inlined
def size(members: Any) -> Any:
    """How many members a set has."""
    return int(count_bits(np.uint64(members)))


@inlined
def first(members: Any) -> Any:
    """The lowest member of a set that is not empty."""
    return int(lowest_bit(np.uint64(members)))


@inlined
def nth(members: Any, number: Any) -> Any:
    """The member of a set with so many below it."""
    rest = int(members)
    for _ in range(number):
        rest &= rest - 1
    return first(rest)


@inlined
def has(members: Any, member: Any) -> Any:
    """Whether a set has this member."""
    return (int(members) >> int(member)) & 1 != 0


def members(bits: Any) -> list[int]:
    """The members of a set, rising, for callers in plain Python."""
    rest, found = int(bits), list[int]()
    while rest:
        found.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return found
