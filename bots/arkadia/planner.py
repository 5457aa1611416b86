"""The bot ``planner``: looks ahead by playing candidates out, with the hidden cards dealt anew each time.

At a must and at a banner it asks another player, its policy, for candidates: the best builds, the best worker
placements; no banner, a banner for workers, sales of the dearest families. For each candidate it imagines the rest of
the game, with the policy in its own seat and a model of the others in theirs, and takes the one that comes out best on
average. Draws and castle pieces are the policy's own: searching them has been tried and brought little or nothing.

* Honest: what it plays on from is a game in agreement with what its seat knows, never the true one, and all candidates
  of a decision are tried on the same imagined games with the same random numbers: common random numbers, so that
  differences are sharp (Law, Simulation Modeling and Analysis, 2015, 11.2).
* Thrifty: sequential halving (Karnin, Koren and Somekh, ICML 2013) drops the worse half of the candidates after equal
  shares of the budget, so that most of it goes to those that are hard to tell apart.
* Not led astray by luck: what ``expert`` thinks of a candidate, which was fitted to such values, counts as some
  playouts beforehand, as an informed prior does (Gelly and Silver, Artificial Intelligence 175(11), 2011).
* The budget is a number of playouts, never time, so a game comes out the same on every machine.

To play candidates out on dealt hidden cards and average is flat Monte Carlo on determinized games (Ginsberg, JAIR 14,
2001; its limits: Frank and Basin, Artificial Intelligence 100, 1998): in each imagined game the players go on as their
policies do, which know their own cards only, so that nobody plays by cards that he could not know.

What it is worth, and against whom, the README says.
"""

import math
from importlib import import_module
from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import (
    HEEDABLE,
    Bot,
    Parameter,
    below,
    decision,
    find_limits,
    imagine,
    inlined,
    limits,
    next_word,
    playing_on_with,
    ranking,
    state,
    turn,
)

from . import _policy
from ._value import LEAD, value
from ._weights import POLICIES, WEIGHTS

PARAMETERS = (
    Parameter("playouts", 64.0, 0.0, 100_000.0, "games played out for a must; 0 plays as the policy does"),
    Parameter("width", 4.0, 1.0, 32.0, "candidates of a must: so many builds and so many worker placements"),
    Parameter("horizon", 0.0, 0.0, 1_000.0, "turns to play on before the seals are counted; 0 to the end"),
    Parameter("policy", 2.0, 0.0, 2.0, "who plays on in its own seat: 0 master, 1 rival, 2 expert"),
    Parameter("others", 3.0, 0.0, 3.0, "who plays on in the others' seats: as for policy; 3 each of these by chance"),
    Parameter("prior", 30.0, 0.0, 1_000.0, "playouts that expert's own judgement counts as, where it plays on"),
    Parameter("objective", 0.0, 0.0, 2.0, "0 the chance that a lead gives, 1 a win in the end, 2 gold ahead"),
)
PLAYOUTS, WIDTH, HORIZON, POLICY, OTHERS, PRIOR, OBJECTIVE = range(len(PARAMETERS))

MIXED, EXPERT = len(POLICIES), POLICIES.index("expert")

BANNER_SHARE, BANNER_LEAST = 0.25, 16.0
"""Share of the playouts for a must that a banner gets, and how many at least (if a must gets as many)."""
_play_on = playing_on_with(_policy.decide)


@inlined
def _seat_players(table: Any, mind: Any, minds: Any) -> None:
    """Put the policy into the own seat, under the own constraints, and the model of the others, drawn anew where it is
    mixed, into theirs."""
    p = mind["parameters"]
    model, size = int(p[OTHERS] + 0.5), table["players"] - 2
    for player in range(table["players"]):
        if player == table["seat"]:
            _policy.sit_down(minds[player], WEIGHTS[int(p[POLICY] + 0.5), size])
            limits.hand_on(mind, minds[player])
        else:
            one = below(mind["random"], len(POLICIES)) if model == MIXED else model
            _policy.sit_down(minds[player], WEIGHTS[one, size])


@inlined
def _drop_worse_half(alive: Any, n: Any, total: Any) -> Any:
    """Sort the candidates in play by what they have come to, the first among equals first; returns how many stay."""
    for i in range(1, n):
        one = alive[i]
        place = i
        while place > 0 and total[alive[place - 1]] < total[one]:
            alive[place] = alive[place - 1]
            place -= 1
        alive[place] = one
    return (n + 1) // 2


@inlined
def turns_to_play(mind: Any) -> Any:
    """How many turns are played on from a candidate; -1 to the end."""
    horizon = mind["parameters"][HORIZON]
    return int(horizon + 0.5) if horizon >= 0.5 else -1


@inlined
def try_once(
    table: Any, holdings: Any, hand: Any, mind: Any, ranked: Any, tried: Any, n: Any, games: Any, minds: Any,
    decisions: Any, values: Any,
) -> None:  # fmt: skip
    """Imagine one game and play out in it the candidates that the first ``n`` of ``tried`` number.

    ``values``, by number of the candidate, becomes what each comes to. ``games`` (two, see below), ``minds`` and
    ``decisions`` are room to do it in.
    """
    stream, seat = mind["random"], table["seat"]
    turns, objective = turns_to_play(mind), int(mind["parameters"][OBJECTIVE] + 0.5)
    luck = np.empty((state.SEATS_MAX, len(stream)), np.uint64)
    imagine(table, holdings, hand, games[1], stream)
    _seat_players(table, mind, minds)
    for player in range(state.SEATS_MAX):
        for word in range(len(stream)):
            luck[player, word] = next_word(stream)
    for i in range(n):
        games[0] = games[1]
        for player in range(state.SEATS_MAX):
            for word in range(len(stream)):
                minds[player]["random"][word] = luck[player, word]
        decisions[0] = ranked[tried[i]]["decision"]
        turn.step(games[0], decisions[0])
        decisions[0] = decisions[1]
        _play_on(games, minds, decisions, turns)
        values[tried[i]] = value(games[0], seat, objective)


@inlined
def _best_by_playouts(table: Any, holdings: Any, hand: Any, mind: Any, ranked: Any, n: Any, playouts: Any) -> Any:
    """The candidate that comes out best, of ``n`` in ``ranked``, by sequential halving."""
    p = mind["parameters"]
    games = np.empty(2, state.GAME_DTYPE)  # that played on, and as it was imagined
    minds = np.empty(state.SEATS_MAX, state.MIND_DTYPE)
    decisions = np.zeros(2, state.DECISION_DTYPE)
    prior = p[PRIOR] if int(p[POLICY] + 0.5) == EXPERT and int(p[OBJECTIVE] + 0.5) == LEAD else 0.0
    total, values, alive = np.empty(n), np.empty(n), np.arange(n)
    for i in range(n):
        total[i] = prior * ranked[i]["score"]
    rounds = math.ceil(math.log2(n))
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * n))):
            try_once(table, holdings, hand, mind, ranked, alive, n, games, minds, decisions, values)
            for i in range(n):
                total[alive[i]] += values[alive[i]]
        n = _drop_worse_half(alive, n, total)
    return alive[0]


@inlined
def _list_candidates(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any, width: Any) -> Any:
    """The candidates of a must or a banner, the policy's own choice among them; it is also written into ``choice``."""
    minds = np.empty(1, state.MIND_DTYPE)
    _policy.sit_down(minds[0], WEIGHTS[int(mind["parameters"][POLICY] + 0.5), table["players"] - 2])
    for word in range(len(mind["random"])):  # its lots are this seat's; it draws nothing
        minds[0]["random"][word] = mind["random"][word]
    limits.hand_on(mind, minds[0])
    find_limits(table, holdings, hand, minds[0])
    return _policy.rank(table, holdings, hand, minds[0], choice, width, ranked)


@decision
def decide(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The candidate that comes out best; where there is nothing to search, the policy's own decision."""
    p = mind["parameters"]
    playouts, width = p[PLAYOUTS], int(p[WIDTH] + 0.5)
    ranked = np.empty(max(2 * width, _policy.SALES_MAX), ranking.RANKED_DTYPE)
    n = _list_candidates(table, holdings, hand, mind, choice, ranked, width)
    if table["phase"] == state.BANNER:
        playouts = max(playouts * BANNER_SHARE, min(playouts, BANNER_LEAST))
    if n > 1 and playouts >= 1.0:
        best = _best_by_playouts(table, holdings, hand, mind, ranked, n, int(playouts))
        ranking.choose(ranked, best, choice)


_UNITS = ("chance to win", "games won", "gold ahead")
"""What a candidate comes to, by objective."""


def candidates(one: Any, players: int) -> Any:
    """How its policy ranks what it could do, with the unit of the scores by decision; then who plays these candidates
    out for better scores, with which parameters, and how many of each kind. That compiles for those who ask for it."""
    p = one.at(players)
    playouts, unit = int(p[PLAYOUTS]), _UNITS[int(p[OBJECTIVE] + 0.5)]
    weights = WEIGHTS[int(p[POLICY] + 0.5), players - 2]
    if playouts < 1:
        return _policy.rank, weights, {"must": "the policy's own measure"}
    told = f"{unit}, {playouts} playouts each"
    search = import_module(f"{__package__}._searched").search
    return _policy.rank, weights, {"must": told, "banner": told}, search, p, int(p[WIDTH] + 0.5)


planner = Bot(
    name="planner",
    plan="Plays its best candidates out in its head, with the hidden cards dealt anew, and takes what comes out best.",
    source="flat Monte Carlo on imagined games with sequential halving; candidates and playouts by tuned players",
    decisions={"must": decide, "draw": decide, "castle": decide, "banner": decide},
    parameters=PARAMETERS,
    candidates=candidates,
    heeds=HEEDABLE,
)
