"""Candidates of a decision with their scores, best first: what a bot that looks ahead chooses from, and what explains a
move to a person."""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined


def ranked_of(decision: np.dtype[Any]) -> np.dtype[Any]:
    """A candidate as a record: the decision to make, and what the bot that ranks it thinks of it, in a unit of its
    own."""
    return np.dtype([("score", "f8"), ("decision", decision)], align=True)


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
