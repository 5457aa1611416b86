"""Players as values: what a bot that looks ahead plays on with, and how they rank candidates.

A policy is a row of weights for the base player (``_weights.py``). It gets a mind of its own (``sit_down``); ``decide``
is then its decision in any phase, ``rank`` its candidates.
"""

import math
from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.games.castle.bots_api.kit import candidates, inlined, limits, look_ahead, scoring, state
from arkadia_sim.games.castle.bots_api.kit import policy_row as row_of

from . import _scoring, casual

LEAD, WIN, POINTS = range(3)
LEAD_SCALE = 5.0
"""The chance to win is estimated as 1 / (1 + exp(-lead / LEAD_SCALE)): this many points ahead are 73%."""
BY_WEIGHTS = 0.0
PLAYERS = {casual.pick: BY_WEIGHTS}
"""The bots that can be policies, by the function for a decision."""
policy_row = partial(row_of, state.PARAMETERS_MAX)
MOST_CANDIDATES = 133
"""Candidates of a move of the Magician; no decision has more."""

decide = casual.pick


@inlined
def value(game: Any, seat: Any, objective: Any) -> Any:
    """The value of a game to a seat, at its end or where playing on stopped."""
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
