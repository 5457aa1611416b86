"""How the learned player is taught, and where it practises: candidates of a placement, described by what each weight
counts.

A candidate's score is linear in the weights, so what a weight counts is the score that the candidate would have if this
weight were one and all others nothing. The player describes its candidates itself: what is learned is what it plays by.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.medina.bots_api.kit import UsageError, inlined, look_ahead, ranking, scoring, sit_down, state

from . import _learned, _policy, _taught
from ._value import LEAD, value


@ranking.describer
def describe(table: Any, holdings: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
    """Fill in what each of the taught weights counts, for each candidate."""
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
    return value(game, seat, LEAD)


@inlined
def _is_placement(phase: Any) -> Any:
    return phase == state.PLACE


SITUATION = 6


@inlined
def _situate(game: Any, seat: Any, columns: Any) -> None:
    """What a seat's result can be expected from: how far ahead it is and how far the game is on."""
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


def _row(one: Any, players: int) -> NDArray[np.float64]:
    who = _policy.PLAYERS.get(one.bot.decisions.get("place"))
    if who is None or one.temperature > 0.0:
        raise UsageError(f"bot {one.spec} cannot play games out: name a version of greedy or learner")
    return _policy.policy_row(who, one.at(players))


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
    row_of=_row,
    home=__file__,
)
give_lessons, practise_games = _classroom.give, _classroom.practise
