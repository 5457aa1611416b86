"""Players as values: what a bot that looks ahead plays on with, how they rank candidates, and how they learn.

A policy is a row of weights for the base player (``casual.py``). It gets a mind of its own (``sit_down``); ``decide``
is then its decision in any phase, ``rank`` its candidates.

Scores are linear in the weights, so the count of a weight is the score with this weight at 1 and all others at 0. The
player's own scoring makes the counts: what is learned is what it plays by. A die is worth its best use, which is not
linear, so no lessons are given about dice.
"""

import sys
from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.games.castle.bots_api import kit
from arkadia_sim.games.castle.bots_api.kit import candidates, inlined, limits, look_ahead, scoring, state
from arkadia_sim.games.castle.bots_api.kit import policy_row as row_of

from . import casual

LEAD_SCALE = 5.0
"""The chance to win is estimated as 1 / (1 + exp(-lead / LEAD_SCALE)): this many points ahead are 73%."""
value = kit.planning.valuing_with(scoring.score, state.OVER, LEAD_SCALE)
BY_WEIGHTS = 0.0
PLAYERS = {casual.pick: BY_WEIGHTS}
"""The bots that can be policies, by the function for a decision."""
policy_row = partial(row_of, state.PARAMETERS_MAX)

decide = casual.pick


@inlined
def room(width: Any) -> Any:
    """The largest possible number of candidates."""
    return width


@inlined
def choose(ranked: Any, number: Any, choice: Any) -> None:
    """Fill in the decision with a candidate."""
    choice["pick"] = ranked[number]["decision"]["pick"]


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
        n = look_ahead.keep_best(ranked[:width], n, casual.score_of(table, mind, points, candidate), trial)
    choose(ranked, 0, choice)
    return n


@look_ahead.describer
def describe(table: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
    """Fill in the counts of the taught weights for each candidate."""
    p, points = mind["parameters"], np.empty(len(state.POINT_NAMES), np.int64)
    for i in range(len(p)):
        p[i] = 0.0
    for weight in range(casual.TAUGHT):
        p[weight] = 1.0
        for i in range(n):
            features[i, weight] = np.float32(casual.score_of(table, mind, points, ranked[i]["decision"]["pick"]))
        p[weight] = 0.0


@inlined
def _is_taught(phase: Any) -> Any:
    return phase == state.USE or phase == state.LINE or phase == state.GUEST


@inlined
def _situate(game: Any, seat: Any, columns: Any) -> None:
    """What predicts a seat's result: its lead and the main parts that it lacks."""
    table, scores = game["table"], game["scores"]
    scoring.score(table, scores)
    left = float(state.ALL_PARTS - candidates.parts_of(table["castles"][seat]))
    look_ahead.situate_by_lead(scores, table["players"], seat, left, columns)


_THIS = sys.modules[__name__]
_classroom = look_ahead.classroom(
    teaching=look_ahead.Teaching(_THIS, describe, _is_taught, _is_taught),
    situate=_situate,
    situation=look_ahead.SITUATION,
    weights=casual.TAUGHT,
    row_of=kit.policy_for_playouts(_THIS, "use", "casual or learner"),
    home=__file__,
)
give_lessons, practise_games = _classroom.give, _classroom.practise
