"""Players as values: what a bot that looks ahead plays on with, how they rank candidates, and how they learn.

A policy is a row of weights whose last place says who weighs: ``greedy`` or the learned player. It gets a mind of its
own (``sit_down``); ``decide`` is then its decision in any phase, ``rank`` its candidates.

Scores are linear in the weights, so the count of a weight is the score with this weight at 1 and all others at 0. The
player's own scoring makes the counts: what is learned is what it plays by.
"""

import sys
from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.games.medina.bots_api import kit
from arkadia_sim.games.medina.bots_api.kit import bitboard, decision, inlined, limits, look_ahead, scoring, state
from arkadia_sim.games.medina.bots_api.kit import policy_row as row_of

from . import _player as player
from . import greedy, learner

LEAD_SCALE = 8.0
"""The chance to win is estimated as 1 / (1 + exp(-lead / LEAD_SCALE)): this many points ahead are 73%."""
value = kit.planning.valuing_with(scoring.score, state.OVER, LEAD_SCALE)


_PLAYER = state.PARAMETERS_MAX - 1
"""The place in the parameters that says who weighs."""
BY_WORTHS, BY_LEARNING = 0.0, 1.0
PLAYERS = {greedy.place: BY_WORTHS, learner.place: BY_LEARNING}
"""The bots that can be policies: who weighs, by the function for a placement."""
policy_row = partial(row_of, state.PARAMETERS_MAX)


def ranking_with(look: Any) -> Any:
    """A function ``rank(table, holdings, mind, width, ranked)`` that lists the best placement of each kind of piece and
    the ``width`` best of the others, best first, and returns their number."""

    @inlined
    def rank(table: Any, holdings: Any, mind: Any, width: Any, ranked: Any) -> Any:
        look(table, holdings, mind)
        trial = np.zeros(1, state.DECISION_DTYPE)[0]
        highest, where = np.empty(state.KINDS), np.empty(state.KINDS, np.int64)
        n = 0
        for kind in range(state.KINDS):
            highest[kind], where[kind] = player.NOTHING, -1
            trial["kind"] = kind
            squares = limits.squares_for(table, holdings, mind, kind)
            while not bitboard.is_empty(squares):
                square = bitboard.first_bit(squares)
                squares = bitboard.drop_first(squares)
                worth = player.score(table, mind, kind, square)
                if worth > highest[kind]:
                    highest[kind], worth = worth, highest[kind]
                    where[kind], square = square, where[kind]
                if square >= 0:
                    trial["square"] = square
                    n = look_ahead.keep_best(ranked[:width], n, worth, trial)
        for kind in range(state.KINDS):
            if where[kind] >= 0:
                trial["kind"], trial["square"] = kind, where[kind]
                n = look_ahead.keep_best(ranked, n, highest[kind], trial)
        return n

    return rank


_rank_by_worths = ranking_with(greedy.look)
_rank_by_learning = ranking_with(learner.look)


@inlined
def room(width: Any) -> Any:
    """The largest possible number of candidates."""
    return width + state.KINDS


@inlined
def choose(ranked: Any, number: Any, choice: Any) -> None:
    """Fill in the decision with a candidate."""
    best = ranked[number]["decision"]
    choice["kind"], choice["square"], choice["take_tea"] = best["kind"], best["square"], best["take_tea"]


@decision
def decide(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The decision of the policy in this mind for the current phase."""
    if mind["parameters"][_PLAYER] == BY_LEARNING:
        if table["phase"] == state.PLACE:
            learner.place(table, holdings, mind, choice)
        else:
            learner.tea(table, holdings, mind, choice)
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
        placing, resting = ranked[0]["score"], learner.break_worth(mind) if learned else p[greedy.AT.break_below]
        n = 0
        if limits.may_rest(mind, False):
            n = look_ahead.keep_best(ranked[:2], 0, placing, trial)
        trial["take_tea"] = 1
        if limits.may_rest(mind, True):
            n = look_ahead.keep_best(ranked[:2], n, resting, trial)
    choose(ranked, 0, choice)
    return n


@look_ahead.describer
def describe(table: Any, holdings: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
    """Fill in the counts of the taught weights for each candidate."""
    p = mind["parameters"]
    for i in range(len(p)):
        p[i] = 0.0
    for weight in range(learner.TAUGHT):
        p[weight] = 1.0
        learner.look(table, holdings, mind)
        for i in range(n):
            choice = ranked[i]["decision"]
            features[i, weight] = np.float32(player.score(table, mind, choice["kind"], choice["square"]))
        p[weight] = 0.0


@inlined
def _is_placement(phase: Any) -> Any:
    return phase == state.PLACE


@inlined
def _situate(game: Any, seat: Any, columns: Any) -> None:
    """What predicts a seat's result: its lead and the progress of the game."""
    table, scores = game["table"], game["scores"]
    scoring.score(table, scores)
    left = 0.0
    for kind in range(state.ON_SQUARES):
        left += game["holdings"]["pieces"][seat, kind]
    look_ahead.situate_by_lead(scores, table["players"], seat, left, columns)


_THIS = sys.modules[__name__]
_classroom = look_ahead.classroom(
    teaching=look_ahead.Teaching(_THIS, describe, _is_placement, _is_placement),
    situate=_situate,
    situation=look_ahead.SITUATION,
    weights=learner.TAUGHT,
    row_of=kit.policy_for_playouts(_THIS, "place", "greedy or learner"),
    home=__file__,
)
give_lessons, practise_games = _classroom.give, _classroom.practise
