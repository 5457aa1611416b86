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
    decision,
    find_limits,
    limits,
    look_ahead,
    planner_candidates,
    planner_parameters,
    planning,
    ranking,
    sit_down,
    state,
)

from . import _policy
from ._value import LEAD, value
from ._weights import POLICIES, WEIGHTS

PARAMETERS = planner_parameters(
    Parameter(
        "playouts", 64.0, 0.0, 100_000.0, "games played out for a decision; 0 plays as the policy does", whole=True
    ),
    Parameter("width", 6.0, 0.0, 32.0, "candidates of a placement beside the best of each kind of piece", whole=True),
    POLICIES,
    counted="points are counted",
    unit="points",
)
EXPERT = POLICIES.index("expert")

SEARCH = look_ahead.searching_with(planning.seating_with(WEIGHTS), _policy.decide, value)
_best = SEARCH.best


@decision
def decide(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The candidate that comes out best; where there is nothing to search, the policy's own decision."""
    p = mind["parameters"]
    playouts, width, policy = int(p[planning.PLAYOUTS]), int(p[planning.WIDTH] + 0.5), int(p[planning.POLICY] + 0.5)
    objective = planning.objective_of(mind)
    own = np.empty(1, state.MIND_DTYPE)[0]
    sit_down(own, WEIGHTS[policy, table["players"] - 2])
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
        prior = p[planning.PRIOR] if policy == EXPERT and objective == LEAD else 0.0
        best = _best((table, holdings), mind, ranked, n, playouts, prior, planning.turns_to_play(mind), objective)
        found = ranked[best]["decision"]
        choice["kind"], choice["square"], choice["take_tea"] = found["kind"], found["square"], found["take_tea"]


def _search() -> Any:
    return import_module(f"{__package__}._searched").search


planner = Bot(
    name="planner",
    plan="Plays its best candidates out in its head and takes what comes out best.",
    source="flat Monte Carlo with sequential halving; candidates and playouts by tuned and learned players",
    decisions={"place": decide, "tea": decide},
    parameters=PARAMETERS,
    game="medina",
    candidates=planner_candidates(_policy.rank, _search, WEIGHTS, ("place", "tea"), "points"),
    heeds=HEEDABLE,
)
