"""The players that ``planner`` can play on with, by number; read once and part of its machine code."""

from arkadia_sim.games.arkadia.bots_api.kit import state, weights_of

from . import _hints, _learned, _policy, weigher

_TABLES = {"master": ("tuned.toml", "master"), "rival": ("tuned.toml", "rival"), "expert": ("expert.toml", "expert")}
_PLAYERS = {
    "novice": (_policy.BY_HINTS, _hints.PARAMETERS),
    "weigher": (_policy.BY_WEIGHTS, weigher.WEIGHTS),
    "learner": (_policy.BY_LEARNING, _learned.PARAMETERS),
}
POLICIES = tuple(_TABLES)
"""The players by number."""
WEIGHTS = weights_of(__file__, _TABLES, _PLAYERS, state.PARAMETERS_MAX)
"""By policy and number of players, from two on."""
