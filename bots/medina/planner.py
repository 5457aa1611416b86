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

from arkadia_sim.games.medina.bots_api import kit
from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.kit import Parameter, planner_parameters, planning, state, weights_of

from . import _policy, greedy, learner

_TABLES = {"rival": ("tuned.toml", "rival"), "expert": ("expert.toml", "expert")}
_PLAYERS = {"greedy": (_policy.BY_WORTHS, greedy.PARAMETERS), "learner": (_policy.BY_LEARNING, learner.PARAMETERS)}
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
PLANNING = planning.planning_with(kit.look_ahead.PARTS, _policy, WEIGHTS, POLICIES.index("expert"), __file__)

planner = kit.Bot(
    name="planner",
    plan="Plays its best candidates out in its head and takes what comes out best.",
    source="flat Monte Carlo with sequential halving; candidates and playouts by tuned and learned players",
    decisions=dict.fromkeys(state.DECISIONS, PLANNING.decide),
    parameters=PARAMETERS,
    game="medina",
    candidates=kit.planner_candidates(_policy.rank, PLANNING.rescore, WEIGHTS, ("place", "tea"), "points"),
    heeds=kit.HEEDABLE,
    cues=CUES,
)
