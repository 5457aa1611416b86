"""How the learned player is taught, and where it practises: candidates of the base player's kinds, described by what
each weight counts."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.arkadia.bots_api.kit import UsageError, castle, inlined, look_ahead, ranking, sit_down, state

from . import _counts, _learned, _policy
from ._player import progress_of
from ._value import LEAD, value


@ranking.describer
def describe(table: Any, holdings: Any, hand: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
    """Fill in what each of the taught weights counts, for each candidate."""
    features[:n] = 0.0
    if table["phase"] == state.MUST:
        of_turn = _counts.circumstances_of(table, holdings, mind)
        for i in range(n):
            _counts.count_must(table, holdings, mind, ranked[i]["decision"], of_turn, features[i])
    else:
        for i in range(n):
            _counts.count_banner(table, holdings, ranked[i]["decision"], features[i])


@inlined
def _lead(game: Any, seat: Any) -> Any:
    return value(game, seat, LEAD)


SITUATION = 12


@inlined
def _situate(game: Any, seat: Any, columns: Any) -> None:
    """What a seat's result can be expected from: how far ahead it is, how far the game is on, what it has at hand."""
    table, holdings = game["table"], game["holdings"]
    own, best = 0, -(1 << 20)
    for player in range(table["players"]):
        gold = holdings["gold"][player] + castle.worth(table, holdings, player)
        if player == seat:
            own = gold
        else:
            best = max(best, gold)
    progress, lead = progress_of(table), 0.1 * (own - best)
    winning, workers, banners = math.tanh(lead), 1.0 * holdings["workers"][seat], 1.0 * table["banners"][seat]
    columns[0], columns[1], columns[2] = progress, progress**2, 1.0 * holdings["neutrals"][seat]
    columns[3] = _learned.is_last(table)
    for place, much in enumerate((lead, winning, workers, banners)):
        columns[4 + 2 * place], columns[5 + 2 * place] = much, much * progress


@inlined
def _is_taught(phase: Any) -> Any:
    return phase in (state.MUST, state.BANNER)


@inlined
def _wanders(phase: Any) -> Any:
    return phase == state.MUST


def _row(one: Any, players: int) -> NDArray[np.float64]:
    who = _policy.PLAYERS.get(one.bot.decisions.get("must"))
    if who is None or one.temperature > 0.0:
        raise UsageError(f"bot {one.spec} cannot play games out: name a version of master, rival or learner")
    return _policy.policy_row(who, one.at(players))


_classroom = look_ahead.classroom(
    teaching=look_ahead.Teaching(
        sit_down=sit_down,
        decide=_policy.decide,
        rank=_policy.rank,
        room=_policy.room,
        describe=describe,
        value=_lead,
        is_taught=_is_taught,
        wanders=_wanders,
    ),
    practising=look_ahead.Practising(_situate, SITUATION),
    weights=_learned.TAUGHT,
    row_of=_row,
    home=__file__,
)
give_lessons, practise_games = _classroom.give, _classroom.practise
