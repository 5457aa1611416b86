"""Candidates of a decision with their scores, as records, and the signatures of who lists and describes them."""

from typing import Any

from numba import from_dtype, types

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.medina.rules.state import DECISION, DECISION_DTYPE, HOLDINGS, MIND, TABLE
from arkadia_sim.kernels.candidates import keep_best, ranked_of

__all__ = ["RANKED", "RANKED_DTYPE", "describer", "keep_best", "ranker"]

RANKED_DTYPE = ranked_of(DECISION_DTYPE)
RANKED = types.Array(from_dtype(RANKED_DTYPE), 1, "C")
RANK = types.int64(TABLE, HOLDINGS, MIND, DECISION, types.int64, RANKED)
DESCRIBE = types.void(TABLE, HOLDINGS, MIND, RANKED, types.int64, types.Array(types.float32, 2, "A"))


def ranker(function: Any) -> Any:
    """Mark a function as a compiled one that lists the candidates of a decision and returns how many there are: of a
    table, holdings, the mind that judges, a decision to fill in with what that mind would do, how many candidates
    beside the best of each kind, and ``RANKED`` room for them."""
    return compiled(RANK)(function)


def describer(function: Any) -> Any:
    """Mark a function as a compiled one that fills in a row of numbers for each candidate: of a table, holdings, a
    mind, the candidates, how many there are, and a float32 array."""
    return compiled(DESCRIBE)(function)
