"""Players as values: what a bot that looks ahead plays on with, and how they rank candidates.

A policy is a row of weights whose last place says who weighs: ``greedy`` or the learned player. It gets a mind of its
own (``sit_down``); ``decide`` is then its decision in any phase, ``rank`` its candidates.
"""

from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.games.medina.bots_api.kit import decision, inlined, limits, look_ahead, planning, scoring, state
from arkadia_sim.games.medina.bots_api.kit import policy_row as row_of

from . import _learned, greedy
from ._choosing import ranking_with

LEAD_SCALE = 8.0
"""The chance to win is estimated as 1 / (1 + exp(-lead / LEAD_SCALE)): this many points ahead are 73%."""
value = planning.valuing_with(scoring.score, state.OVER, LEAD_SCALE)


_PLAYER = state.PARAMETERS_MAX - 1
"""The place in the parameters that says who weighs."""
BY_WORTHS, BY_LEARNING = 0.0, 1.0
PLAYERS = {greedy.place: BY_WORTHS, _learned.place: BY_LEARNING}
"""The bots that can be policies: who weighs, by the function for a placement."""
policy_row = partial(row_of, state.PARAMETERS_MAX)
_rank_by_worths = ranking_with(greedy.look, greedy.score)
_rank_by_learning = ranking_with(_learned.look, _learned.score)


@inlined
def room(width: Any) -> Any:
    """The largest possible number of candidates."""
    return width + state.KINDS


@decision
def decide(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The decision of the policy in this mind for the current phase."""
    if mind["parameters"][_PLAYER] == BY_LEARNING:
        if table["phase"] == state.PLACE:
            _learned.place(table, holdings, mind, choice)
        else:
            _learned.tea(table, holdings, mind, choice)
    elif table["phase"] == state.PLACE:
        greedy.place(table, holdings, mind, choice)
    else:
        greedy.tea(table, holdings, mind, choice)


@look_ahead.ranker
def rank(table: Any, holdings: Any, mind: Any, choice: Any, width: Any, ranked: Any) -> Any:
    """List the candidates of a decision, best first: the best placement of each kind of piece and the ``width`` best of
    the others; or a tea break and the best second placement. ``choice`` becomes the policy's own."""
    p = mind["parameters"]
    learned = p[_PLAYER] == BY_LEARNING
    if learned:
        n = _rank_by_learning(table, holdings, mind, width, ranked)
    else:
        n = _rank_by_worths(table, holdings, mind, width, ranked)
    if table["phase"] == state.TEA:
        trial = np.zeros(1, state.DECISION_DTYPE)[0]
        placing, resting = ranked[0]["score"], _learned.break_worth(mind) if learned else p[greedy.BREAK_BELOW]
        n = 0
        if limits.may_rest(mind, False):
            n = look_ahead.keep_best(ranked[:2], 0, placing, trial)
        trial["take_tea"] = 1
        if limits.may_rest(mind, True):
            n = look_ahead.keep_best(ranked[:2], n, resting, trial)
    best = ranked[0]["decision"]
    choice["kind"], choice["square"], choice["take_tea"] = best["kind"], best["square"], best["take_tea"]
    return n
