"""Everything that a bot needs, in one import.

A compiled bot has up to eight functions marked ``@decision``, one for each decision (C12): ``die``, ``use``, ``line``,
``guest``, ``bolt``, ``square``, ``move``, ``steal``. Each takes

* ``table``: what everybody sees, including the candidates (``TABLE`` in rules/state.py, field by field),
* ``mind``: the bot's parameters, its random numbers and scratch space,
* ``choice``: the decision to fill in (``choice["pick"]``).

The bot's seat is ``table["seat"]``. A bot is asked only if there are two candidates or more. A decision that it leaves
out falls to ``defaults.py``: chance.

A bot that heeds constraints takes its picks from ``limits.left_of``, and says so in ``Bot.heeds``; the play loop checks
it. A bot that looks ahead makes games that agree with what it knows, and plays on with its own decisions or those of
other bots (``look_ahead``).
"""

from arkadia_sim.accelerate import compiled, data_file, inlined, spliced
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.lessons import lessons_from
from arkadia_sim.core.planning import planner_candidates, planner_parameters, policy_candidates, policy_for_playouts
from arkadia_sim.games.castle.bots_api import look_ahead
from arkadia_sim.games.castle.components.box import GUESTS as guest_names
from arkadia_sim.games.castle.play import RECORDS
from arkadia_sim.games.castle.rules import candidates, scoring, state
from arkadia_sim.games.castle.sight import cues, limits, outlook
from arkadia_sim.games.castle.sight.constraints import HEEDABLE
from arkadia_sim.kernels import planning
from arkadia_sim.kernels import rules as listed
from arkadia_sim.kernels.candidates import with_noise
from arkadia_sim.kernels.policies import policy_row, sit_down, weights_of
from arkadia_sim.rng import below
from arkadia_sim.rng import uniform as uniform_number

__all__ = [
    "HEEDABLE",
    "Bot",
    "Parameter",
    "below",
    "candidates",
    "cues",
    "data_file",
    "decision",
    "guest_names",
    "inlined",
    "lessons_from",
    "limits",
    "listed",
    "look_ahead",
    "outlook",
    "planner_candidates",
    "planner_parameters",
    "planning",
    "policy_candidates",
    "policy_for_playouts",
    "policy_row",
    "scoring",
    "sit_down",
    "spliced",
    "state",
    "uniform_number",
    "weights_of",
    "with_noise",
]


decision = compiled(RECORDS.decide)
"""Marks a function as a compiled decision of a bot."""
