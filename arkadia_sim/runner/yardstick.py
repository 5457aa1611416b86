"""A unit for this machine's speed: steps of a fixed piece of integer and memory work, compiled as games are.

Machines differ, and one machine differs from hour to hour with what else it does. A speed in games for each thousand
such steps, both measured in one run, can be held against one of another day. So what a step is must never change: who
edits :func:`_work` makes all figures so far worthless.
"""

import time
from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled

_WORDS = 4096  # 32 KiB: what a game's records take
_STEPS = 1 << 14  # of one call
_SHIFTS = tuple(np.uint64(n) for n in (7, 9, 13, 52))
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_ONE = np.uint64(1)


@compiled(types.void(types.Array(types.uint64, 1, "C"), types.int64))
def _work(words: Any, steps: Any) -> None:
    """So many steps, each of which depends on the one before: shifts, a product, a word read and written, a choice."""
    seven, nine, thirteen, to_place = _SHIFTS
    state = words[0] | _ONE
    for _ in range(steps):
        state = state ^ (state << thirteen)
        state = state ^ (state >> seven)
        place = np.int64((state * _MIX) >> to_place)
        word = words[place]
        state = state + word if (word & _ONE) == _ONE else state ^ (word >> nine)
        words[place] = word + state
        state = state | _ONE
    words[0] = state


def do_steps(seconds: float) -> int:
    """Work for about so long; returns how many steps were done."""
    words = np.arange(_WORDS, dtype=np.uint64)
    done, until = 0, time.monotonic() + seconds
    with np.errstate(over="ignore"):
        while done == 0 or time.monotonic() < until:
            _work(words, _STEPS)
            done += _STEPS
    return done
