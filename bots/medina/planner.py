"""The bot ``planner``: looks ahead by playing candidates out.

At a placement and at a tea break it takes candidates from another player, its policy: the best placement of each kind
of piece and the best of the others; a tea break or none. For each candidate it plays the rest of the game in its head,
with the policy in its own seat and a model of the others in theirs, and takes the candidate with the best average.
After the set-up Medina has no luck. Playouts differ by who the others are (if the model is mixed), by ties, and by the
hidden pieces under ``holdings = hidden``.

``arkadia_sim/kernels/look_ahead.py`` explains how candidates are compared. The score of a candidate by ``expert``,
which was fitted to such values, counts as some playouts beforehand, as an informed prior does (Gelly and Silver,
Artificial Intelligence 175(11), 2011). The budget is a number of playouts, never time, so a game comes out the same on
every machine.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.kit import (
    HEEDABLE,
    Bot,
    Parameter,
    decision,
    limits,
    look_ahead,
    planner_candidates,
    planner_parameters,
    planning,
    sit_down,
    state,
    weights_of,
)

from . import _policy, _taught, greedy

_TABLES = {"rival": ("tuned.toml", "rival"), "expert": ("expert.toml", "expert")}
_PLAYERS = {"greedy": (_policy.BY_WORTHS, greedy.PARAMETERS), "learner": (_policy.BY_LEARNING, _taught.PARAMETERS)}
POLICIES = tuple(_TABLES)
"""The players that can play on, by number."""
WEIGHTS = weights_of(__file__, _TABLES, _PLAYERS, state.PARAMETERS_MAX)
"""By policy and number of players from 2; read once, and part of the machine code."""

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

SEARCH = look_ahead.searching_with(planning.seating_with(WEIGHTS), _policy.decide, _policy.value)
_best = SEARCH.best


@decision
def decide(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The candidate with the best average; the policy's own decision if there is nothing to search."""
    p = mind["parameters"]
    playouts, width, policy = int(p[planning.PLAYOUTS]), int(p[planning.WIDTH] + 0.5), int(p[planning.POLICY] + 0.5)
    objective = planning.objective_of(mind)
    own = np.empty(1, state.MIND_DTYPE)[0]
    sit_down(own, WEIGHTS[policy, table["players"] - 2])
    limits.hand_on(mind, own)
    limits.find(table, holdings, own)
    if playouts < 1:
        own["random"][:] = mind["random"]
        _policy.decide(table, holdings, own, choice)
        mind["random"][:] = own["random"]
        return
    ranked = np.empty(_policy.room(width), look_ahead.RANKED_DTYPE)
    n = _policy.rank(table, holdings, own, choice, width, ranked)
    if n > 1:
        prior = p[planning.PRIOR] if policy == EXPERT and objective == planning.LEAD else 0.0
        best = _best((table, holdings), mind, ranked, n, playouts, prior, planning.turns_to_play(mind), objective)
        action = ranked[best]["decision"]
        choice["kind"], choice["square"], choice["take_tea"] = action["kind"], action["square"], action["take_tea"]


planner = Bot(
    name="planner",
    plan="Plays its best candidates out in its head and takes what comes out best.",
    source="flat Monte Carlo with sequential halving; candidates and playouts by tuned and learned players",
    decisions={"place": decide, "tea": decide},
    parameters=PARAMETERS,
    game="medina",
    candidates=planner_candidates(
        _policy.rank, look_ahead.rescoring(SEARCH, __file__), WEIGHTS, ("place", "tea"), "points"
    ),
    heeds=HEEDABLE,
    cues=CUES,
)
