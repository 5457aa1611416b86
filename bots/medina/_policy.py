"""Players as values: what a bot that looks ahead plays on with, for itself and for the others.

A policy is a row of weights and, in its last place, the player that weighs with them: that of ``greedy`` or the learned
one. It sits in a mind of its own (``sit_down``); ``decide`` is then its decision, whichever is asked for.
"""

from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.games.medina.bots_api.kit import decision, inlined, limits, ranking, state
from arkadia_sim.games.medina.bots_api.kit import policy_row as row_of

from . import _learned, _worths
from ._choosing import ranking_with

_PLAYER = state.PARAMETERS_MAX - 1
"""The place in the parameters that says who weighs."""
BY_WORTHS, BY_LEARNING = 0.0, 1.0
PLAYERS = {_worths.place: BY_WORTHS, _learned.place: BY_LEARNING}
"""Who weighs, by the function that decides a placement: the bots that can be policies."""
policy_row = partial(row_of, state.PARAMETERS_MAX)
_rank_by_worths = ranking_with(_worths.look, _worths.score)
_rank_by_learning = ranking_with(_learned.look, _learned.score)


@inlined
def room(width: Any) -> Any:
    """How many candidates are listed at most."""
    return width + state.KINDS


@decision
def decide(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The decision of the policy in this mind for the phase at hand."""
    if mind["parameters"][_PLAYER] == BY_LEARNING:
        if table["phase"] == state.PLACE:
            _learned.place(table, holdings, mind, choice)
        else:
            _learned.tea(table, holdings, mind, choice)
    elif table["phase"] == state.PLACE:
        _worths.place(table, holdings, mind, choice)
    else:
        _worths.tea(table, holdings, mind, choice)


@ranking.ranker
def rank(table: Any, holdings: Any, mind: Any, choice: Any, width: Any, ranked: Any) -> Any:
    """The candidates of a decision, best first: the best placement of each kind of piece and the ``width`` best beside
    these; or a tea break and the best second placement in its stead. ``choice`` becomes the policy's own."""
    p = mind["parameters"]
    learned = p[_PLAYER] == BY_LEARNING
    if learned:
        n = _rank_by_learning(table, holdings, mind, width, ranked)
    else:
        n = _rank_by_worths(table, holdings, mind, width, ranked)
    if table["phase"] == state.TEA:
        trial = np.zeros(1, state.DECISION_DTYPE)[0]
        placing, resting = ranked[0]["score"], _learned.break_worth(mind) if learned else p[_worths.BREAK_BELOW]
        n = 0
        if limits.may_rest(mind, False):
            n = ranking.keep_best(ranked[:2], 0, placing, trial)
        trial["take_tea"] = 1
        if limits.may_rest(mind, True):
            n = ranking.keep_best(ranked[:2], n, resting, trial)
    best = ranked[0]["decision"]
    choice["kind"], choice["square"], choice["take_tea"] = best["kind"], best["square"], best["take_tea"]
    return n
