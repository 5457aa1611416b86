"""Players as values: what a bot that looks ahead plays on with, for itself and for the others.

A policy is a row of weights and, in its last place, the player that weighs with them: the base player made from the
hints, the ``weigher``, or the learned player. It sits in a mind of its own (``sit_down``); ``decide`` is then its
decision, whichever is asked for.
"""

from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import decision, inlined, ranking, spliced, state
from arkadia_sim.games.arkadia.bots_api.kit import policy_row as row_of

from . import _hints, _learned, _ranked, weigher

_PLAYER = state.PARAMETERS_MAX - 1
"""The place in the parameters that says who weighs."""
BY_HINTS, BY_WEIGHTS, BY_LEARNING = 0.0, 1.0, 2.0
PLAYERS = {_hints.must: BY_HINTS, weigher.must: BY_WEIGHTS, _learned.must: BY_LEARNING}
"""Who weighs, by the function that decides a must: the bots that can be policies."""

policy_row = partial(row_of, state.PARAMETERS_MAX)


@decision
def decide(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The decision of the policy in this mind for the phase at hand."""
    phase = table["phase"]
    if mind["parameters"][_PLAYER] == BY_HINTS:
        if phase == state.MUST:
            _hints.must(table, holdings, hand, mind, choice)
        elif phase == state.DRAW:
            _hints.draw(table, holdings, hand, mind, choice)
        elif phase == state.CASTLE:
            _hints.castle(table, holdings, hand, mind, choice)
        else:
            _hints.banner(table, holdings, hand, mind, choice)
    elif mind["parameters"][_PLAYER] == BY_LEARNING:
        if phase == state.MUST:
            _learned.must(table, holdings, hand, mind, choice)
        elif phase == state.DRAW:
            _learned.draw(table, holdings, hand, mind, choice)
        elif phase == state.CASTLE:
            _learned.place(table, holdings, hand, mind, choice)
        else:
            _learned.banner(table, holdings, hand, mind, choice)
    elif phase == state.MUST:
        weigher.must(table, holdings, hand, mind, choice)
    elif phase == state.DRAW:
        weigher.draw(table, holdings, hand, mind, choice)
    elif phase == state.CASTLE:
        weigher.castle(table, holdings, hand, mind, choice)
    else:
        weigher.banner(table, holdings, hand, mind, choice)


@spliced
def rank_musts(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, width: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the policy's ``width`` best builds and, behind them, its ``width`` best worker placements;
    returns how many. ``choice`` becomes its own must."""
    decide(table, holdings, hand, mind, choice)
    trial = np.zeros(1, state.DECISION_DTYPE)
    builds = _ranked.rank_builds(table, hand, mind, trial[0], ranked[:width])
    return builds + _ranked.rank_introductions(table, holdings, mind, trial[0], ranked[builds : builds + width])


@inlined
def rank_draws(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the policy's best draws; returns how many. ``choice`` becomes its own draw."""
    decide(table, holdings, hand, mind, choice)
    trial, p = np.zeros(1, state.DECISION_DTYPE), mind["parameters"]
    if p[_PLAYER] == BY_HINTS:
        weights = (p[_hints.DRAW_PRICE], p[_hints.DRAW_SQUARES], p[_hints.DRAW_STACK])
    elif p[_PLAYER] == BY_LEARNING:
        weights = (p[_learned.DRAW_PRICE], p[_learned.DRAW_SQUARES], p[_learned.DRAW_STACK])
    else:
        weights = (p[weigher.DRAW_PRICE], p[weigher.DRAW_SQUARES], p[weigher.DRAW_STACK])
    return _ranked.rank_draws(table, mind, weights, trial[0], ranked)


@inlined
def rank_pieces(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the policy's best castle pieces; returns how many. ``choice`` becomes its own piece."""
    decide(table, holdings, hand, mind, choice)
    return _ranked.rank_pieces(table, mind, np.zeros(1, state.DECISION_DTYPE)[0], ranked)


@spliced
def rank_sales(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with ways to use a banner, or none, by the gold each brings; returns how many. ``choice`` becomes
    the policy's own, which is the only one where constraints leave none of these."""
    decide(table, holdings, hand, mind, choice)
    n = _ranked.rank_sales(table, holdings, mind, np.zeros(1, state.DECISION_DTYPE)[0], ranked)
    return n if n > 0 else ranking.keep_best(ranked, 0, 0.0, choice)


@inlined
def _sells_alike(one: Any, other: Any) -> Any:
    if one["use_banner"] != other["use_banner"]:
        return False
    for family in range(state.FAMILIES):
        if one["sold"][family] != other["sold"][family]:
            return False
    return True


@inlined
def with_own_sale(choice: Any, ranked: Any, n: Any) -> Any:
    """Put the policy's own way to use a banner behind the ``n`` that are listed, if it is not among them; returns how
    many there are then."""
    for i in range(n):
        if _sells_alike(ranked[i]["decision"], choice):
            return n
    ranked[n]["score"] = 0.0
    ranked[n]["decision"] = choice
    return n + 1


SALES_MAX = 2 + state.FAMILIES
"""Ways to use a banner that are listed, none included, and the policy's own not counted."""


@inlined
def room(width: Any) -> Any:
    """How many candidates are listed at most."""
    return max(2 * width, SALES_MAX + 1)


@ranking.ranker
def rank(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, width: Any, ranked: Any) -> Any:
    """The candidates of a must or a banner; of other decisions none, ``choice`` being the policy's own all the same."""
    phase = table["phase"]
    if phase == state.MUST:
        return rank_musts(table, holdings, hand, mind, choice, width, ranked)
    if phase == state.BANNER:
        n = with_own_sale(choice, ranked, rank_sales(table, holdings, hand, mind, choice, ranked[:SALES_MAX]))
        if mind["parameters"][_PLAYER] == BY_LEARNING:
            for i in range(n):
                ranked[i]["score"] = _learned.banner_score(table, holdings, mind["parameters"], ranked[i]["decision"])
        return n
    decide(table, holdings, hand, mind, choice)
    return 0
