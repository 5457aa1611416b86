"""Everything that a bot for Arkadia needs, in one import.

A compiled bot is up to four functions marked ``@decision``, each taking

* ``table``: what everybody sees (``TABLE`` in rules/state.py, field by field),
* ``holdings``: seals, workers and gold of all seats, or the own ones alone when ``holdings = hidden``,
* ``hand``: the own cards and, at the must, every legal build,
* ``mind``: the bot's parameters, its stream of random numbers and scratch space,
* ``choice``: the decision to fill in (``DECISION`` in rules/state.py).

The own seat is ``table["seat"]``. Decisions that a bot leaves out fall to the defaults of ``defaults.py``.

A bot that heeds constraints takes its candidates from what ``limits`` leaves of them, at every decision that it takes,
and says so in ``Bot.heeds``; the play loop finds out where it does not.

A bot that finds two choices equally good tells them apart with ``lots``, not by their place in a list.

A bot that looks ahead makes itself games in agreement with what it knows (``imagine``), carries a decision out in them
(``turn.step``) and plays on with a decision of its own or of other bots (``look_ahead.playing_on_with``). It makes room
for all that itself, with ``np.empty`` of the record types in ``state``, and frees such a mind with ``limits.release``.
"""

from arkadia_sim.accelerate import compiled, data_file, inlined, lowest_bit, spliced
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.lessons import LessonBatch, LessonRows, Lessons, PracticeBatch, PracticeRows
from arkadia_sim.core.planning import planner_candidates, planner_parameters
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.bots_api import look_ahead, ranking
from arkadia_sim.games.arkadia.bots_api.imagine import imagine
from arkadia_sim.games.arkadia.play import RECORDS
from arkadia_sim.games.arkadia.rules import bitboard, castle, moves, state, turn, uniform
from arkadia_sim.games.arkadia.sight import cues, limits, lots, outlook
from arkadia_sim.games.arkadia.sight.constraints import HEEDABLE
from arkadia_sim.games.arkadia.sight.finding import find as find_limits
from arkadia_sim.kernels import planning
from arkadia_sim.kernels import rules as listed
from arkadia_sim.kernels.candidates import with_noise
from arkadia_sim.kernels.policies import policy_row, sit_down, weights_of
from arkadia_sim.rng import below, next_word
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
    "castle",
    "cues",
    "data_file",
    "decision",
    "find_limits",
    "imagine",
    "inlined",
    "limits",
    "listed",
    "look_ahead",
    "lots",
    "lowest_bit",
    "moves",
    "next_word",
    "outlook",
    "planner_candidates",
    "planner_parameters",
    "planning",
    "policy_row",
    "ranking",
    "sit_down",
    "spliced",
    "state",
    "turn",
    "uniform",
    "uniform_number",
    "weights_of",
    "with_noise",
]


decision = compiled(RECORDS.decide)
"""Marks a function as a compiled decision of a bot."""
