"""Players as values: what a bot that looks ahead plays on with, and how they rank candidates.

A policy is a row of weights for the base player (``_weights.py``). It gets a mind of its own (``sit_down``); ``decide``
is then its decision in any phase, ``rank`` its candidates.
"""

from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.games.castle.bots_api.kit import candidates, inlined, limits, look_ahead, planning, scoring, state
from arkadia_sim.games.castle.bots_api.kit import policy_row as row_of

from . import _scoring, casual

LEAD_SCALE = 5.0
"""The chance to win is estimated as 1 / (1 + exp(-lead / LEAD_SCALE)): this many points ahead are 73%."""
value = planning.valuing_with(scoring.score, state.OVER, LEAD_SCALE)
BY_WEIGHTS = 0.0
PLAYERS = {casual.pick: BY_WEIGHTS}
"""The bots that can be policies, by the function for a decision."""
policy_row = partial(row_of, state.PARAMETERS_MAX)
MOST_CANDIDATES = 133
"""Candidates of a move of the Magician; no decision has more."""

decide = casual.pick


@inlined
def room(width: Any) -> Any:
    """The largest possible number of candidates."""
    return width


@look_ahead.ranker
def rank(table: Any, mind: Any, choice: Any, width: Any, ranked: Any) -> Any:
    """List the ``width`` best candidates of a decision, best first; ``choice`` becomes the policy's own."""
    points, n = np.empty(len(state.POINT_NAMES), np.int64), 0
    trial = np.zeros(1, state.DECISION_DTYPE)[0]
    has_set = table["phase"] != state.MOVE and table["phase"] != state.STEAL
    left = limits.left_of(table, mind)
    for number in range(table["n"]):
        candidate = candidates.nth_pick(table, number)
        if has_set and not candidates.has(left, candidate):
            continue
        trial["pick"] = candidate
        n = look_ahead.keep_best(ranked[:width], n, _scoring.score_of(table, mind, points, candidate), trial)
    choice["pick"] = ranked[0]["decision"]["pick"]
    return n
