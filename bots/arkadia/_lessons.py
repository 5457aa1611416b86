"""How the learned player is taught, and where it practises: candidates of the base player's kinds, described by what
each weight counts."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.arkadia.bots_api.kit import UsageError, castle, inlined, lessons, ranking, state

from . import _counts, _learned, _policy
from ._player import progress_of
from ._value import LEAD, value


@ranking.describer
def describe(table: Any, holdings: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
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


_taught = lessons.teaching_of(_policy.sit_down, _policy.decide, _policy.rank, _policy.room, describe, _lead)
_give = lessons.giving_lessons_with(_taught)
_practise = lessons.practising_with(_taught, _situate, SITUATION)


@lessons.entry
def give(
    games: Any, starts: Any, setups: Any, minds: Any, decisions: Any, deals: Any, seat_seeds: Any, pool: Any, plan: Any,
    features: Any, labels: Any, rows: Any,
) -> None:  # fmt: skip
    """Play the deals and write lessons down; see ``arkadia_sim/kernels/lessons.py`` for what is what."""
    _give(games, starts, setups, minds, decisions, deals, seat_seeds, pool, plan, features, labels, rows)


@lessons.practice_entry
def practise(
    games: Any, starts: Any, setups: Any, minds: Any, decisions: Any, deals: Any, seat_seeds: Any, pool: Any,
    lineups: Any, plan: Any, features: Any, labels: Any, results: Any, rows: Any,
) -> None:  # fmt: skip
    """Play the deals and write down what was tried; see ``arkadia_sim/kernels/practice.py`` for what is what."""
    _practise(
        games, starts, setups, minds, decisions, deals, seat_seeds, pool, lineups, plan, features, labels, results, rows
    )


def _row(one: Any, players: int) -> NDArray[np.float64]:
    who = _policy.PLAYERS.get(one.bot.decisions.get("must"))
    if who is None or one.temperature > 0.0:
        raise UsageError(f"bot {one.spec} cannot play games out: name a version of master, rival or learner")
    return _policy.policy_row(who, one.at(players))


def give_lessons(batch: Any) -> Any:
    """The lessons of a batch."""
    return lessons.lessons_by(give, batch, lambda one: _row(one, batch.setting.players), _learned.TAUGHT)


def practise_games(batch: Any) -> Any:
    """What was tried in a batch, and what came of it."""
    return lessons.practice_by(
        practise, batch, lambda one: _row(one, batch.setting.players), _learned.TAUGHT, SITUATION
    )
