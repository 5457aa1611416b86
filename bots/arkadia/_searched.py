"""What search makes of candidates, for those who look on: all are played out alike, in the same imagined games."""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import planning, ranking

from .planner import SEARCH

_means = SEARCH.means


@ranking.ranker
def search(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, n: Any, ranked: Any) -> Any:
    """Give each of the first ``n`` candidates the mean of what it comes to in ``playouts`` games for its score; returns
    how many there are. ``choice`` stays as it is."""
    values = np.empty(n)
    playouts = max(1, int(mind["parameters"][planning.PLAYOUTS]))
    turns, objective = planning.turns_to_play(mind), planning.objective_of(mind)
    _means((table, holdings, hand), mind, ranked, n, playouts, turns, objective, values)
    for i in range(n):
        ranked[i]["score"] = values[i]
    return n
