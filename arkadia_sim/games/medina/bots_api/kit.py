"""Everything that a bot for Medina needs, in one import.

A compiled bot is up to two functions marked ``@decision``, ``place`` (which piece goes where) and ``tea`` (whether a
tea tile is given back in place of the second piece), each taking

* ``table``: what everybody sees (``TABLE`` in rules/state.py, field by field), the legal places among it,
* ``holdings``: the pieces that the players have at hand, or the own ones alone when ``holdings = hidden``,
* ``mind``: the bot's parameters, its stream of random numbers and scratch space,
* ``choice``: the decision to fill in (``DECISION`` in rules/state.py).

The own seat is ``table["seat"]``. Decisions that a bot leaves out fall to the defaults of ``defaults.py``.

A bot that heeds constraints takes its placements from ``limits.squares_for`` and keeps its tea breaks to what
``limits`` leaves, and says so in ``Bot.heeds``; the play loop finds out where it does not.

A bot that looks ahead makes itself games in agreement with what it knows and plays on with a decision of its own or of
other bots (``look_ahead``). What it takes room for itself, it takes with ``np.empty`` of the record types in ``state``;
a mind made so is first freed with ``limits.release``.
"""

from arkadia_sim.accelerate import compiled, data_file, inlined, spliced
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.lessons import LessonBatch, LessonRows, Lessons, PracticeBatch, PracticeRows
from arkadia_sim.core.planning import planner_candidates, planner_parameters
from arkadia_sim.errors import UsageError
from arkadia_sim.games.medina.bots_api import look_ahead, ranking
from arkadia_sim.games.medina.play import RECORDS
from arkadia_sim.games.medina.rules import bitboard, claims, places, scoring, state
from arkadia_sim.games.medina.sight import limits
from arkadia_sim.games.medina.sight.constraints import HEEDABLE
from arkadia_sim.games.medina.sight.finding import find as find_limits
from arkadia_sim.games.medina.sight.things import cuts_street
from arkadia_sim.kernels import planning
from arkadia_sim.kernels.candidates import with_noise
from arkadia_sim.kernels.policies import policy_row, sit_down, weights_of
from arkadia_sim.rng import below
from arkadia_sim.rng import uniform as uniform_number

__all__ = [
    "HEEDABLE",
    "Bot",
    "LessonBatch",
    "LessonRows",
    "Lessons",
    "Parameter",
    "PracticeBatch",
    "PracticeRows",
    "UsageError",
    "below",
    "bitboard",
    "claims",
    "cuts_street",
    "data_file",
    "decision",
    "find_limits",
    "inlined",
    "limits",
    "look_ahead",
    "places",
    "planner_candidates",
    "planner_parameters",
    "planning",
    "policy_row",
    "ranking",
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
