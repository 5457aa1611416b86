"""How the base player learns: what each weight counts in a candidate, and the classroom for lessons and practice.

A score is linear in the weights, so the count of a weight is the score with this weight at 1 and all others at 0. The
player's own scoring makes the counts: what is learned is what it plays by. A die is worth its best use, which is not
linear, so no lessons are given about dice.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.castle.bots_api.kit import candidates, inlined, look_ahead, policy_for_playouts, scoring, state

from . import _policy, _scoring, _weights


@look_ahead.describer
def describe(table: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
    """Fill in the counts of the taught weights for each candidate."""
    p, points = mind["parameters"], np.empty(len(state.POINT_NAMES), np.int64)
    for i in range(len(p)):
        p[i] = 0.0
    for weight in range(_weights.TAUGHT):
        p[weight] = 1.0
        for i in range(n):
            features[i, weight] = np.float32(_scoring.score_of(table, mind, points, ranked[i]["decision"]["pick"]))
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


_classroom = look_ahead.classroom(
    teaching=look_ahead.Teaching.of(_policy, describe, _is_taught, _is_taught),
    situate=_situate,
    situation=look_ahead.SITUATION,
    weights=_weights.TAUGHT,
    row_of=policy_for_playouts(_policy, "use", "casual or learner"),
    home=__file__,
)
give_lessons, practise_games = _classroom.give, _classroom.practise
