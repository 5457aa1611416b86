"""Everything that a bot for Medina needs, in one import.

A compiled bot has up to two functions marked ``@decision``: ``place`` (which piece goes where) and ``tea`` (whether to
give back a tea tile instead of placing a second piece). Each takes

* ``table``: what everybody sees, including the legal places (``TABLE`` in rules/state.py, field by field),
* ``holdings``: the pieces at hand of all players, or only the bot's own if ``holdings = hidden``,
* ``mind``: the bot's parameters, its random numbers and scratch space,
* ``choice``: the decision to fill in (``DECISION`` in rules/state.py).

The bot's seat is ``table["seat"]``. A decision that it leaves out falls to ``defaults.py``.

A bot that heeds constraints takes its placements from ``limits.squares_for``, passes its tea breaks through
``limits.keep_tea``, and says so in ``Bot.heeds``; the play loop checks it.

A bot that looks ahead makes games that agree with what it knows, and plays on with its own decisions or those of other
bots (``look_ahead``). It makes the records with ``np.empty`` of the types in ``state``, and frees such a mind with
``limits.release``.
"""

from arkadia_sim.accelerate import compiled, data_file, inlined, spliced
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.lessons import lessons_from
from arkadia_sim.core.planning import planner_candidates, planner_parameters, policy_candidates, policy_for_playouts
from arkadia_sim.games.medina.bots_api import look_ahead
from arkadia_sim.games.medina.play import RECORDS
from arkadia_sim.games.medina.rules import bitboard, claims, places, scoring, state
from arkadia_sim.games.medina.sight import cues, limits
from arkadia_sim.games.medina.sight.constraints import HEEDABLE, cuts_street
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
    "bitboard",
    "claims",
    "cues",
    "cuts_street",
    "data_file",
    "decision",
    "inlined",
    "lessons_from",
    "limits",
    "listed",
    "look_ahead",
    "places",
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
