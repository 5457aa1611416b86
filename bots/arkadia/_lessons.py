"""How the learned player is taught: candidates of the base player's kinds, described by what each weight counts.

A candidate's score is linear in the weights, so what a weight counts is the score that the candidate would have if this
weight were one and all others nothing. The player describes its candidates itself: what is learned is what it plays by.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.arkadia.bots_api.kit import UsageError, inlined, lessons, outlook, ranking, state

from . import _learned, _policy, _ranked
from ._value import LEAD, value


@ranking.describer
def describe(table: Any, holdings: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
    """Fill in what each of the taught weights counts, for each candidate."""
    p = mind["parameters"]
    for i in range(len(p)):
        p[i] = 0.0
    p[_learned.CASTLE_OTHERS], p[_learned.CASTLE_OPEN] = 1.1, 0.22
    is_must = table["phase"] == state.MUST
    if is_must:
        outlook.look(table, mind)
    for weight in range(_learned.TAUGHT):
        for i in range(n):
            features[i, weight] = np.float32(0.0)
        if is_must != (weight < _learned.USE):
            continue
        p[weight] = 1.0
        if is_must:
            _learned.note_weights(table, holdings, mind)
        for i in range(n):
            choice = ranked[i]["decision"]
            if is_must:
                score = _ranked.must_score(table, holdings, mind, choice)
            else:
                score = _learned.banner_score(table, holdings, p, choice)
            features[i, weight] = np.float32(score)
        p[weight] = 0.0


@inlined
def _lead(game: Any, seat: Any) -> Any:
    return value(game, seat, LEAD)


_give = lessons.giving_lessons_with(_policy.sit_down, _policy.decide, _policy.rank, _policy.room, describe, _lead)


@lessons.entry
def give(
    games: Any, starts: Any, setups: Any, minds: Any, decisions: Any, deals: Any, seat_seeds: Any, pool: Any, plan: Any,
    features: Any, labels: Any, rows: Any,
) -> None:  # fmt: skip
    """Play the deals and write lessons down; see ``arkadia_sim/kernels/lessons.py`` for what is what."""
    _give(games, starts, setups, minds, decisions, deals, seat_seeds, pool, plan, features, labels, rows)


def _row(one: Any, players: int) -> NDArray[np.float64]:
    who = _policy.PLAYERS.get(one.bot.decisions.get("must"))
    if who is None or one.temperature > 0.0:
        raise UsageError(f"bot {one.spec} cannot play games out: name a version of master, rival or learner")
    return _policy.policy_row(who, one.at(players))


def give_lessons(batch: Any) -> Any:
    """The lessons of a batch."""
    return lessons.lessons_by(give, batch, lambda one: _row(one, batch.setting.players), _learned.TAUGHT)
