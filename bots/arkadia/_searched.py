"""What search makes of candidates, for those who look on: all are played out alike, in the same imagined games."""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import ranking, state

from .planner import PLAYOUTS, try_once


@ranking.ranker
def search(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, n: Any, ranked: Any) -> Any:
    """Give each of the first ``n`` candidates the mean of what it comes to in ``playouts`` games for its score; returns
    how many there are. ``choice`` stays as it is."""
    games = np.empty(2, state.GAME_DTYPE)
    minds = np.empty(state.SEATS_MAX, state.MIND_DTYPE)
    decisions = np.zeros(2, state.DECISION_DTYPE)
    playouts = max(1, int(mind["parameters"][PLAYOUTS]))
    total, values, tried = np.zeros(n), np.empty(n), np.arange(n)
    for _ in range(playouts):
        try_once(table, holdings, hand, mind, ranked, tried, n, games, minds, decisions, values)
        for i in range(n):
            total[i] += values[i]
    for i in range(n):
        ranked[i]["score"] = total[i] / playouts
    return n
