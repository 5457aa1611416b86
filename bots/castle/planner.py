"""The bot ``planner``: looks ahead by playing candidates out.

It takes the best candidates of another player, its policy. For each it plays the rest of the game in its head, with the
policy in its own seat and a model of the others in theirs, and takes the candidate with the best average. The order of
the deck and the dice to come are imagined anew for each playout, the same for all candidates.

What ``expert`` thinks of a candidate counts as some playouts beforehand, as it was fitted to such values.
``arkadia_sim/kernels/look_ahead.py`` explains how candidates are compared. The budget is a number of playouts, never
time, so a game comes out the same on every machine.
"""

from arkadia_sim.games.castle.bots_api import kit
from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.kit import Parameter, planner_parameters, planning, state, weights_of

from . import _policy, casual

_TABLES = {
    "rusher": ("claims.toml", "rusher"),
    "collector": ("claims.toml", "collector"),
    "casual": ("_policies.toml", "casual"),
    "expert": ("expert.toml", "expert"),
}
_PLAYERS = dict.fromkeys(("casual", "learner"), (_policy.BY_WEIGHTS, casual.PARAMETERS))
POLICIES = tuple(_TABLES)
"""The players that can play on, by number."""
WEIGHTS = weights_of(__file__, _TABLES, _PLAYERS, state.PARAMETERS_MAX)
"""By policy and number of players from 2; read once, and part of the machine code."""

PARAMETERS = planner_parameters(
    Parameter(
        "playouts", 48.0, 0.0, 100_000.0, "games played out for a decision; 0 plays as the policy does", whole=True
    ),
    Parameter("width", 6.0, 1.0, 32.0, "candidates of a decision", whole=True),
    POLICIES,
    counted="points are counted",
    unit="points",
)
PLANNING = planning.planning_with(kit.look_ahead.PARTS, _policy, WEIGHTS, POLICIES.index("expert"), __file__)

planner = kit.Bot(
    name="planner",
    plan="Plays its best candidates out in its head and takes what comes out best.",
    source="flat Monte Carlo with sequential halving; candidates and playouts by tuned and learned players",
    decisions=dict.fromkeys(state.DECISIONS, PLANNING.decide),
    parameters=PARAMETERS,
    game="castle",
    candidates=kit.planner_candidates(_policy.rank, PLANNING.rescore, WEIGHTS, state.DECISIONS, "points"),
    heeds=kit.HEEDABLE,
    cues=CUES,
)
