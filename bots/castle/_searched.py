"""Scores candidates by playing them out, for people who watch: all get the same imagined games.

This is a module of its own because it compiles only for those who ask for it.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.castle.bots_api.kit import look_ahead, planning

from .planner import SEARCH

_means = SEARCH.means


@look_ahead.ranker
def search(table: Any, mind: Any, choice: Any, n: Any, ranked: Any) -> Any:
    """Score each of the first ``n`` candidates by its mean value over ``playouts`` games; returns ``n``.

    ``choice`` stays as it is.
    """
    values = np.empty(n)
    playouts = max(1, int(mind["parameters"][planning.PLAYOUTS]))
    turns, objective = planning.turns_to_play(mind), planning.objective_of(mind)
    _means((table,), mind, ranked, n, playouts, turns, objective, values)
    for i in range(n):
        ranked[i]["score"] = values[i]
    return n
