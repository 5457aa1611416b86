"""The bot ``planner``: looks ahead by playing candidates out.

It takes the best candidates of another player, its policy. For each it plays the rest of the game in its head, with the
policy in its own seat and a model of the others in theirs, and takes the candidate with the best average. The order of
the deck and the dice to come are imagined anew for each playout, the same for all candidates.

What ``expert`` thinks of a candidate counts as some playouts beforehand, as it was fitted to such values.
``arkadia_sim/kernels/look_ahead.py`` explains how candidates are compared. The budget is a number of playouts, never
time, so a game comes out the same on every machine.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.kit import (
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

from . import _policy, _weights

_TABLES = {
    "rusher": ("claims.toml", "rusher"),
    "collector": ("claims.toml", "collector"),
    "casual": ("_policies.toml", "casual"),
    "expert": ("expert.toml", "expert"),
}
_PLAYERS = dict.fromkeys(("casual", "learner"), (_policy.BY_WEIGHTS, _weights.PARAMETERS))
POLICIES = tuple(_TABLES)
"""The players that can play on, by number."""
WEIGHTS = weights_of(__file__, _TABLES, _PLAYERS, state.PARAMETERS_MAX)
"""By policy and number of players from 2; read once, and part of the machine code."""

EXPERT = POLICIES.index("expert")

PARAMETERS = planner_parameters(
    Parameter(
        "playouts", 48.0, 0.0, 100_000.0, "games played out for a decision; 0 plays as the policy does", whole=True
    ),
    Parameter("width", 6.0, 1.0, 32.0, "candidates of a decision", whole=True),
    POLICIES,
    counted="points are counted",
    unit="points",
)
SEARCH = look_ahead.searching_with(planning.seating_with(WEIGHTS), _policy.decide, _policy.value)
_best = SEARCH.best


@decision
def pick(table: Any, mind: Any, choice: Any) -> None:
    """The candidate with the best average; the policy's own decision if there is nothing to search."""
    p = mind["parameters"]
    playouts, width, policy = int(p[planning.PLAYOUTS]), int(p[planning.WIDTH] + 0.5), int(p[planning.POLICY] + 0.5)
    own = np.empty(1, state.MIND_DTYPE)[0]
    sit_down(own, WEIGHTS[policy, table["players"] - 2])
    limits.hand_on(mind, own)
    limits.find(table, own)
    ranked = np.empty(_policy.room(width), look_ahead.RANKED_DTYPE)
    n = _policy.rank(table, own, choice, width, ranked)
    if n > 1 and playouts > 0:
        objective = planning.objective_of(mind)
        prior = p[planning.PRIOR] if policy == EXPERT and objective == planning.LEAD else 0.0
        best = _best((table,), mind, ranked, n, playouts, prior, planning.turns_to_play(mind), objective)
        choice["pick"] = ranked[best]["decision"]["pick"]


planner = Bot(
    name="planner",
    plan="Plays its best candidates out in its head and takes what comes out best.",
    source="flat Monte Carlo with sequential halving; candidates and playouts by tuned and learned players",
    decisions=dict.fromkeys(state.DECISIONS, pick),
    parameters=PARAMETERS,
    game="castle",
    candidates=planner_candidates(
        _policy.rank, look_ahead.rescoring(SEARCH, __file__), WEIGHTS, state.DECISIONS, "points"
    ),
    heeds=HEEDABLE,
    cues=CUES,
)
