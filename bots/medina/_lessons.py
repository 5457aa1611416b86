"""How the learned player learns: what each weight counts in a candidate, and the classroom for lessons and practice.

A score is linear in the weights, so the count of a weight is the score with this weight at 1 and all others at 0. The
player's own scoring makes the counts: what is learned is what it plays by.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.medina.bots_api.kit import inlined, look_ahead, policy_for_playouts, scoring, state

from . import _learned, _policy, _taught


@look_ahead.describer
def describe(table: Any, holdings: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
    """Fill in the counts of the taught weights for each candidate."""
    p = mind["parameters"]
    for i in range(len(p)):
        p[i] = 0.0
    for weight in range(_taught.TAUGHT):
        p[weight] = 1.0
        _learned.look(table, holdings, mind)
        for i in range(n):
            choice = ranked[i]["decision"]
            features[i, weight] = np.float32(_learned.score(table, mind, choice["kind"], choice["square"]))
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


_classroom = look_ahead.classroom(
    teaching=look_ahead.Teaching.of(_policy, describe, _is_placement, _is_placement),
    situate=_situate,
    situation=look_ahead.SITUATION,
    weights=_taught.TAUGHT,
    row_of=policy_for_playouts(_policy, "place", "greedy or learner"),
    home=__file__,
)
give_lessons, practise_games = _classroom.give, _classroom.practise
