"""How the learned player is taught: candidates of a placement, described by what each weight counts.

A candidate's score is linear in the weights, so what a weight counts is the score that the candidate would have if this
weight were one and all others nothing. The player describes its candidates itself: what is learned is what it plays by.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.medina.bots_api.kit import UsageError, inlined, look_ahead, ranking, spliced, state

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


@spliced
def _decide(game: Any, mind: Any, decision: Any) -> None:
    _policy.decide(game["table"], look_ahead.known_holdings(game), mind, decision)


@spliced
def _rank(game: Any, mind: Any, decision: Any, width: Any, ranked: Any) -> Any:
    return _policy.rank(game["table"], look_ahead.known_holdings(game), mind, decision, width, ranked)


@spliced
def _describe(game: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
    describe(game["table"], look_ahead.known_holdings(game), mind, ranked, n, features)


@inlined
def _lead(game: Any, seat: Any) -> Any:
    return value(game, seat, LEAD)


@inlined
def _is_placement(phase: Any) -> Any:
    return phase == state.PLACE


_give = look_ahead.giving_lessons_with(
    look_ahead.PARTS,
    look_ahead.Teaching(
        begin_game=look_ahead.begin_game,
        sit_down=_policy.sit_down,
        decide=_decide,
        rank=_rank,
        room=_policy.room,
        describe=_describe,
        value=_lead,
        is_taught=_is_placement,
        wanders=_is_placement,
    ),
)


@look_ahead.entry
def give(
    games: Any, starts: Any, setups: Any, minds: Any, decisions: Any, deals: Any, seat_seeds: Any, pool: Any, plan: Any,
    features: Any, labels: Any, rows: Any,
) -> None:  # fmt: skip
    """Play the deals and write lessons down; see ``arkadia_sim/kernels/lessons.py`` for what is what."""
    _give(games, starts, setups, minds, decisions, deals, seat_seeds, pool, plan, features, labels, rows)


def _row(one: Any, players: int) -> NDArray[np.float64]:
    who = _policy.PLAYERS.get(one.bot.decisions.get("place"))
    if who is None or one.temperature > 0.0:
        raise UsageError(f"bot {one.spec} cannot play games out: name a version of greedy or learner")
    return _policy.policy_row(who, one.at(players))


def give_lessons(batch: Any) -> Any:
    """The lessons of a batch."""
    return look_ahead.lessons_by(give, batch, lambda one: _row(one, batch.setting.players), _taught.TAUGHT)
