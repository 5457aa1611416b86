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
    Parameter("playouts", 96.0, 0.0, 100_000.0, "games played out for a must; 0 plays as the policy does", whole=True),
    Parameter(
        "width", 4.0, 1.0, 32.0, "candidates of a must: so many builds and so many worker placements", whole=True
    ),
    Parameter("horizon", 0.0, 0.0, 1_000.0, "turns to play on before the seals are counted; 0 to the end", whole=True),
    Parameter("policy", 2.0, 0.0, 2.0, "who plays on in its own seat: 0 master, 1 rival, 2 expert", whole=True),
    Parameter(
        "others",
        3.0,
        0.0,
        3.0,
        "who plays on in the others' seats: as for policy; 3 each of these by chance",
        whole=True,
    ),
    Parameter("prior", 30.0, 0.0, 1_000.0, "playouts that expert's own judgement counts as, where it plays on"),
    Parameter(
        "objective", 0.0, 0.0, 2.0, "0 the chance that a lead gives, 1 a win in the end, 2 gold ahead", whole=True
    ),
)
PLAYOUTS, WIDTH, HORIZON, POLICY, OTHERS, PRIOR, OBJECTIVE = range(len(PARAMETERS))

MIXED, EXPERT = len(POLICIES), POLICIES.index("expert")

BANNER_SHARE, BANNER_LEAST = 0.25, 16.0
"""Share of the playouts for a must that a banner gets, and how many at least (if a must gets as many)."""


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
def turns_to_play(mind: Any) -> Any:
    """How many turns are played on from a candidate; -1 to the end."""
    horizon = mind["parameters"][HORIZON]
    return int(horizon + 0.5) if horizon >= 0.5 else look_ahead.TO_THE_END


@inlined
def objective_of(mind: Any) -> Any:
    """What a game that was played on is judged by."""
    return int(mind["parameters"][OBJECTIVE] + 0.5)


SEARCH = look_ahead.searching_with(_seat_players, _policy.decide, value)
_best = SEARCH.best


@spliced
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
    ranked = np.empty(_policy.room(width), ranking.RANKED_DTYPE)
    n = _list_candidates(table, holdings, hand, mind, choice, ranked, width)
    if table["phase"] == state.BANNER:
        playouts = max(playouts * BANNER_SHARE, min(playouts, BANNER_LEAST))
    if n > 1 and playouts >= 1.0:
        objective = objective_of(mind)
        prior = p[PRIOR] if int(p[POLICY] + 0.5) == EXPERT and objective == LEAD else 0.0
        handed = (table, holdings, hand)
        best = _best(handed, mind, ranked, n, int(playouts), prior, turns_to_play(mind), objective)
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
