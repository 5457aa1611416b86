"""The bot ``planner``: looks ahead by playing candidates out.

At a placement and at a tea break it asks another player, its policy, for candidates: the best placement of each kind of
piece and the best beside these; a tea break or none. For each it plays the rest of the game in its head, with the
policy in its own seat and a model of the others in theirs, and takes the one that comes out best on average. Nothing is
left to chance in Medina after the set-up, so what differs from one playout to the next is who the others are taken to
be, where the model is mixed, how players choose among equals, and under ``holdings = hidden`` what they have at hand.

How candidates are compared, ``arkadia_sim/kernels/look_ahead.py`` says. What ``expert`` thinks of a candidate, which
was fitted to such values, counts as some playouts beforehand, as an informed prior does (Gelly and Silver, Artificial
Intelligence 175(11), 2011). The budget is a number of playouts, never time, so a game comes out the same anywhere.
"""

from importlib import import_module
from typing import Any

import numpy as np

from arkadia_sim.games.medina.bots_api.kit import (
    HEEDABLE,
    Bot,
    Parameter,
    below,
    decision,
    find_limits,
    inlined,
    limits,
    look_ahead,
    ranking,
    spliced,
    state,
)

from . import _policy
from ._value import LEAD, value
from ._weights import POLICIES, WEIGHTS

PARAMETERS = (
    Parameter(
        "playouts", 64.0, 0.0, 100_000.0, "games played out for a decision; 0 plays as the policy does", whole=True
    ),
    Parameter("width", 6.0, 0.0, 32.0, "candidates of a placement beside the best of each kind of piece", whole=True),
    Parameter("horizon", 0.0, 0.0, 1_000.0, "turns to play on before points are counted; 0 to the end", whole=True),
    Parameter("policy", 1.0, 0.0, 1.0, "who plays on in its own seat: 0 rival, 1 expert", whole=True),
    Parameter(
        "others",
        2.0,
        0.0,
        2.0,
        "who plays on in the others' seats: as for policy; 2 each of these by chance",
        whole=True,
    ),
    Parameter("prior", 30.0, 0.0, 1_000.0, "playouts that expert's own judgement counts as, where it plays on"),
    Parameter(
        "objective", 0.0, 0.0, 2.0, "0 the chance that a lead gives, 1 a win in the end, 2 points ahead", whole=True
    ),
)
PLAYOUTS, WIDTH, HORIZON, POLICY, OTHERS, PRIOR, OBJECTIVE = range(len(PARAMETERS))

MIXED, EXPERT = len(POLICIES), POLICIES.index("expert")


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


@spliced
def _decide(game: Any, mind: Any, choice: Any) -> None:
    table, holdings = game["table"], look_ahead.known_holdings(game)
    if mind["watched"] != 0:
        find_limits(table, holdings, mind)
    _policy.decide(table, holdings, mind, choice)


SEARCH = look_ahead.searching_with(look_ahead.PARTS, _seat_players, _decide, value)
_best = SEARCH.best


@inlined
def turns_to_play(mind: Any) -> Any:
    """How many turns are played on from a candidate; -1 to the end."""
    horizon = mind["parameters"][HORIZON]
    return int(horizon + 0.5) if horizon >= 0.5 else look_ahead.TO_THE_END


@inlined
def objective_of(mind: Any) -> Any:
    """What a game that was played on is judged by."""
    return int(mind["parameters"][OBJECTIVE] + 0.5)


@decision
def decide(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The candidate that comes out best; where there is nothing to search, the policy's own decision."""
    p = mind["parameters"]
    playouts, width, policy, objective = int(p[PLAYOUTS]), int(p[WIDTH] + 0.5), int(p[POLICY] + 0.5), objective_of(mind)
    own = np.empty(1, state.MIND_DTYPE)[0]
    _policy.sit_down(own, WEIGHTS[policy, table["players"] - 2])
    limits.hand_on(mind, own)
    find_limits(table, holdings, own)
    if playouts < 1:
        own["random"][:] = mind["random"]
        _policy.decide(table, holdings, own, choice)
        mind["random"][:] = own["random"]
        return
    ranked = np.empty(_policy.room(width), ranking.RANKED_DTYPE)
    n = _policy.rank(table, holdings, own, choice, width, ranked)
    if n > 1:
        prior = p[PRIOR] if policy == EXPERT and objective == LEAD else 0.0
        best = _best((table, holdings), mind, ranked, n, playouts, prior, turns_to_play(mind), objective)
        found = ranked[best]["decision"]
        choice["kind"], choice["square"], choice["take_tea"] = found["kind"], found["square"], found["take_tea"]


_UNITS = ("chance to win", "games won", "points ahead")
"""What a candidate comes to, by objective."""


def candidates(one: Any, players: int) -> Any:
    """How its policy ranks what it could do, with the unit of the scores by decision; then who plays these candidates
    out for better scores, with which parameters, and how many of each kind. That compiles for those who ask for it."""
    p = one.at(players)
    playouts, unit = int(p[PLAYOUTS]), _UNITS[int(p[OBJECTIVE] + 0.5)]
    weights = WEIGHTS[int(p[POLICY] + 0.5), players - 2]
    if playouts < 1:
        own = "the policy's own measure"
        return _policy.rank, weights, {"place": own, "tea": own}
    told = f"{unit}, {playouts} playouts each"
    search = import_module(f"{__package__}._searched").search
    return _policy.rank, weights, {"place": told, "tea": told}, search, p, int(p[WIDTH] + 0.5)


planner = Bot(
    name="planner",
    plan="Plays its best candidates out in its head and takes what comes out best.",
    source="flat Monte Carlo with sequential halving; candidates and playouts by tuned and learned players",
    decisions={"place": decide, "tea": decide},
    parameters=PARAMETERS,
    game="medina",
    candidates=candidates,
    heeds=HEEDABLE,
)
