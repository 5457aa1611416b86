"""What a game that was played on is worth to a seat."""

import math
from typing import Any

from arkadia_sim.games.arkadia.bots_api.kit import castle, inlined, state

LEAD, WIN, GOLD = range(3)
LEAD_SCALE = 12.0
"""Gold ahead that is worth as much as 0.23 wins: the chance to win is taken for 1 / (1 + exp(-lead / LEAD_SCALE))."""


@inlined
def value(game: Any, seat: Any, objective: Any) -> Any:
    """What a game that is over, or has been played on far enough, is worth to a seat."""
    table, holdings = game["table"], game["holdings"]
    own, best, tied = 0, -1, 0
    for player in range(table["players"]):
        gold = holdings["gold"][player]
        if table["phase"] != state.OVER:
            gold += castle.worth(table, holdings, player)
        if player == seat:
            own = gold
        elif gold > best:
            best, tied = gold, 1
        elif gold == best:
            tied += 1
    if objective == WIN:
        return 1.0 if own > best else (1.0 / (1 + tied) if own == best else 0.0)
    if objective == GOLD:
        return 1.0 * (own - best)
    return 1.0 / (1.0 + math.exp((best - own) / LEAD_SCALE))
