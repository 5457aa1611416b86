"""What the constraints and rules of a bot leave of a decision in a compiled game, and whether its choice is among it.

A constraint is a rule of thumb (``kernels/rules.py``) that is asked before all others and counted. Before a bot is
asked, ``find`` goes through all options, keeps the best by the mind's rules, and notes in ``mind["limits"]`` which
options are as good, by number, if that takes anything away. What it cannot number, such as one of thousands of
placements, a bot asks about one by one (``is_left``).
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.kernels.rules import consider, count_chances, is_as_good, note_rules, take_rules

DISREGARDED = 100
"""The fault of a bot that has not heeded its constraints."""
NO_NUMBER = -1
FAULT_OF_DISREGARD = ("constraint", "this bot has not heeded what it is barred from or forced to")


@inlined
def release(mind: Any) -> None:
    """Free a mind of all constraints and rules."""
    mind["rules"][0] = 0.0
    mind["limits"]["bound"] = 0


@inlined
def hand_on(mind: Any, other: Any) -> None:
    """Put another mind under the constraints and rules of this one, to be heeded and not counted."""
    take_rules(other, mind, False)
    other["limits"]["bound"] = 0


@inlined
def has_rules(mind: Any) -> Any:
    """Whether a mind has constraints or rules, so that there is something to find or to count."""
    return mind["rules"][0] != 0.0


@inlined
def open_limits(mind: Any, decision: Any, with_constraints: Any) -> Any:
    """Begin to find what is left of a decision, after the situation has been counted; returns whether any rule holds.
    From then on, the mind wants only those cues counted that its rules are about."""
    mind["limits"]["bound"], mind["wanted"] = 0, 0
    note_rules(mind["limits"]["ruled"], mind, mind["rules"], decision, with_constraints)
    return mind["limits"]["ruled"]["n"] != 0


@inlined
def look_at(mind: Any, number: Any) -> None:
    """Look at an option whose cues have been counted. It is left if it is as good as the best so far, and a better one
    takes all others away. ``number`` is its own among all options; NO_NUMBER if they are too many."""
    difference = consider(mind["limits"]["ruled"], mind["counted"])
    if difference > 0.0:
        leave_none(mind)
    if difference >= 0.0 and number != NO_NUMBER:
        keep(mind, number)


@inlined
def close_limits(mind: Any) -> None:
    """Note whether anything is taken away, after all options have been looked at. Rules that a bot follows count as
    taking something away even where they do not."""
    ruled = mind["limits"]["ruled"]
    if ruled["found"] != 0 and (ruled["narrows"] != 0 or ruled["follows"] == 2):
        mind["limits"]["bound"] = 1


@inlined
def leave_none(mind: Any) -> None:
    """Take all options away, for some to be kept."""
    left = mind["limits"]["left"]
    for word in range(len(left)):
        left[word] = np.uint64(0)


@inlined
def keep(mind: Any, number: Any) -> None:
    """Note that the option with this number is left."""
    mind["limits"]["left"][number >> 6] |= np.uint64(1) << np.uint64(number & 63)


@inlined
def may_choose(mind: Any, number: Any) -> Any:
    """Whether the option with this number is left."""
    left = mind["limits"]["left"][number >> 6] >> np.uint64(number & 63)
    return mind["limits"]["bound"] == 0 or left & np.uint64(1) != np.uint64(0)


@inlined
def is_left(mind: Any) -> Any:
    """Whether an option whose cues have been counted is left."""
    return mind["limits"]["bound"] == 0 or is_as_good(mind["limits"]["ruled"], mind["counted"])


@inlined
def heeds(mind: Any, now: Any) -> Any:
    """Count what a choice, whose cues have been counted, does of all that is watched; returns whether it is left."""
    count_chances(mind["limits"]["ruled"], mind["counted"], now)
    return is_left(mind)
