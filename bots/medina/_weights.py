"""The players that ``planner`` can play on with, by number; read once and part of its machine code."""

from arkadia_sim.games.medina.bots_api.kit import state, weights_of

from . import _policy, _taught, _worths

_TABLES = {"rival": ("tuned.toml", "rival"), "expert": ("expert.toml", "expert")}
_PLAYERS = {
    "greedy": (_policy.BY_WORTHS, _worths.PARAMETERS),
    "learner": (_policy.BY_LEARNING, _taught.PARAMETERS),
}
POLICIES = tuple(_TABLES)
"""The players by number."""
WEIGHTS = weights_of(__file__, _TABLES, _PLAYERS, state.PARAMETERS_MAX)
"""By policy and number of players, from two on."""
