"""The bot ``casual``: weighs what each candidate brings, now and on the way to main parts.

Its parameters are the weights, in points (``_weights.py``); what people say about the game are other values of them
(``claims.toml``).
"""

from typing import Any

import numpy as np

from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.kit import (
    HEEDABLE,
    Bot,
    candidates,
    decision,
    limits,
    policy_candidates,
    state,
    with_noise,
)

from . import _scoring
from ._weights import PARAMETERS

LOWEST = -1.0e9


@decision
def pick(table: Any, mind: Any, choice: Any) -> None:
    """The candidate with the highest score, the first among equals."""
    points, highest, phase = np.empty(len(state.POINT_NAMES), np.int64), LOWEST, table["phase"]
    left = limits.left_of(table, mind)
    for number in range(table["n"]):
        candidate = candidates.nth_pick(table, number)
        if phase != state.MOVE and phase != state.STEAL and not candidates.has(left, candidate):
            continue
        score = with_noise(_scoring.score_of(table, mind, points, candidate), mind)
        if score > highest:
            highest = score
            choice["pick"] = candidate


casual = Bot(
    name="casual",
    plan="Goes for main parts, counts the points of what it cashes, and likes guests.",
    source="people as they play who know the rules: a sum of weights, set by hand",
    decisions=dict.fromkeys(state.DECISIONS, pick),
    parameters=PARAMETERS,
    game="castle",
    tempered=frozenset(state.DECISIONS),
    candidates=policy_candidates(f"{__package__}._policy", "use", dict.fromkeys(state.DECISIONS, "points")),
    heeds=HEEDABLE,
    cues=CUES,
)
