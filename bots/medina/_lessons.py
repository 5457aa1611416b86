"""How the learned player learns: what each weight counts in a candidate, and the classroom for lessons and practice.

A score is linear in the weights, so the count of a weight is the score with this weight at 1 and all others at 0. The
player's own scoring makes the counts: what is learned is what it plays by.
"""

import math
from typing import Any

import numpy as np

from arkadia_sim.games.medina.bots_api.kit import inlined, look_ahead, policy_for_playouts, scoring, sit_down, state

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
def _lead(game: Any, seat: Any) -> Any:
    return _policy.value(game, seat, _policy.LEAD)


@inlined
def _is_placement(phase: Any) -> Any:
    return phase == state.PLACE


SITUATION = 6


@inlined
def _situate(game: Any, seat: Any, columns: Any) -> None:
    """What predicts a seat's result: its lead and the progress of the game."""
    table, scores = game["table"], game["scores"]
    scoring.score(table, scores)
    best = 0
    for player in range(table["players"]):
        if player != seat:
            best = max(best, scores["total"][player])
    left = 0.0
    for kind in range(state.ON_SQUARES):
        left += game["holdings"]["pieces"][seat, kind]
    lead = 0.1 * (scores["total"][seat] - best)
    for place, much in enumerate((left, lead, math.tanh(lead))):
        columns[2 * place], columns[2 * place + 1] = much, much * left


_classroom = look_ahead.classroom(
    teaching=look_ahead.Teaching(
        sit_down=sit_down,
        decide=_policy.decide,
        rank=_policy.rank,
        room=_policy.room,
        describe=describe,
        value=_lead,
        is_taught=_is_placement,
        wanders=_is_placement,
    ),
    practising=look_ahead.Practising(_situate, SITUATION),
    weights=_taught.TAUGHT,
    row_of=policy_for_playouts(_policy, "place", "greedy or learner"),
    home=__file__,
)
give_lessons, practise_games = _classroom.give, _classroom.practise
