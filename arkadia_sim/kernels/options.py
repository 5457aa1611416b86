"""Options of a decision as rows of numbers: what a bot in plain Python compares (``arkadia_sim/core/view.py``)."""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.kernels.play_loop import array_of
from arkadia_sim.kernels.rules import CUES


def lister_of(*records: np.dtype[Any]) -> Any:
    """A decorator for compiled functions ``list_options(*handed, minds, rows, counts)``.

    ``records`` are those that a bot is handed, that of its mind and that of a decision. All arguments are arrays, and
    but for ``rows`` and ``counts`` of one record. Such a function lists the options that a mind's limits leave as
    decisions in ``rows``, with a row of ``counts`` for each (see :func:`add_option`), and returns how many there are.
    If that is more than there is room for, ``rows`` holds only the first ones. What the situation counts is then in the
    mind, see ``kernels/rules.py``.
    """
    *handed, mind, decision = records
    shown = (array_of(record, readonly=True) for record in handed)
    return compiled(types.int64(*shown, array_of(mind), array_of(decision), types.Array(types.float64, 2, "C")))


@inlined
def add_option(mind: Any, counts: Any, n: Any) -> None:
    """Note the cues that have been counted as those of option ``n``."""
    for cue in range(counts.shape[1]):
        counts[n, cue] = mind["counted"][CUES + cue]
