"""What a game that was played on is worth to a seat."""

import math
from typing import Any

from arkadia_sim.games.medina.bots_api.kit import inlined, scoring, state

LEAD, WIN, POINTS = range(3)
LEAD_SCALE = 8.0
"""Points ahead worth as much as 0.23 wins: the chance to win is taken for 1 / (1 + exp(-lead / LEAD_SCALE))."""


@inlined
def value(game: Any, seat: Any, objective: Any) -> Any:
    """What a game that is over, or has been played on far enough, is worth to a seat."""
    table, scores = game["table"], game["scores"]
    if table["phase"] != state.OVER:
        scoring.score(table, scores)
    best, winners = -1, 0
    for player in range(table["players"]):
        winners += scores["wins"][player]
        if player != seat:
            best = max(best, scores["total"][player])
    if objective == WIN:
        return scores["wins"][seat] / winners
    lead = float(scores["total"][seat] - best)
    if objective == POINTS:
        return lead
    return 1.0 / (1.0 + math.exp(-lead / LEAD_SCALE))
