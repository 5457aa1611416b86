"""Options of a decision: with their scores, best first, as a bot that looks ahead chooses from them and a person has
them explained; or as rows of numbers, which a bot in plain Python compares (``arkadia_sim/compiled/view.py``)."""

import math
from typing import Any

import numpy as np
from numba import from_dtype, types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.kernels.play_loop import Records, array_of
from arkadia_sim.kernels.rules import CUES
from arkadia_sim.rng import uniform


def ranked_of(decision: np.dtype[Any]) -> np.dtype[Any]:
    """A candidate as a record: the decision to make, and what the bot that ranks it thinks of it, in a unit of its
    own."""
    return np.dtype([("score", "f8"), ("decision", decision)], align=True)


def ranker_of(records: Records, home: str = "") -> Any:
    """A decorator for compiled functions ``rank(*handed, mind, decision, width, ranked)`` that list the candidates of a
    decision in ``ranked`` and return how many there are: ``width`` of each kind, or so many beside the best of each.
    ``decision`` becomes what the mind would do. A factory names its ``home``, see ``accelerate.compiled``."""
    handed = map(from_dtype, (*records.handed, records.mind, records.decision))
    return compiled(types.int64(*handed, types.int64, array_of(ranked_of(records.decision))), home)


def describer_of(records: Records) -> Any:
    """A decorator for compiled functions ``describe(*handed, mind, ranked, n, features)`` that fill in a row of numbers
    (float32) for each of the ``n`` candidates."""
    handed, features = map(from_dtype, (*records.handed, records.mind)), types.Array(types.float32, 2, "A")
    return compiled(types.void(*handed, array_of(ranked_of(records.decision)), types.int64, features))


@inlined
def with_noise(score: Any, mind: Any) -> Any:
    """A score with Gumbel noise: the best noisy one is a choice by softmax over the scores (0 leaves them as they are).

    The noise is that of the bot's temperature; whoever takes the best of such scores names the decision in
    ``Bot.tempered``.
    """
    temperature = mind["temperature"]
    if temperature > 0.0:
        score -= temperature * math.log(-math.log(uniform(mind["random"]) + 1e-300))
    return score


@inlined
def keep_best(ranked: Any, n: Any, score: Any, decision: Any) -> Any:
    """Put a candidate in its place among the ``n`` in ``ranked`` (records of ``ranked_of``), whose length says how many
    are kept; returns how many there are now. Among equals the first that came stands first."""
    if n == len(ranked) and (n == 0 or score <= ranked[n - 1]["score"]):
        return n
    place = min(n, len(ranked) - 1)
    while place > 0 and ranked[place - 1]["score"] < score:
        ranked[place] = ranked[place - 1]
        place -= 1
    ranked[place]["score"] = score
    ranked[place]["decision"] = decision
    return min(n + 1, len(ranked))


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
