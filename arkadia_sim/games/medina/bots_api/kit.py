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

import math
from typing import Any

from arkadia_sim.accelerate import compiled, data_file, inlined, spliced
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.lessons import LessonBatch, LessonRows, Lessons, PracticeBatch, PracticeRows
from arkadia_sim.errors import UsageError
from arkadia_sim.games.medina.bots_api import look_ahead, ranking
from arkadia_sim.games.medina.play import DECIDE
from arkadia_sim.games.medina.rules import bitboard, claims, places, scoring, state
from arkadia_sim.games.medina.sight import limits
from arkadia_sim.games.medina.sight.constraints import HEEDABLE
from arkadia_sim.games.medina.sight.finding import find as find_limits
from arkadia_sim.games.medina.sight.things import cuts_street
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
    "ranking",
    "scoring",
    "spliced",
    "state",
    "uniform_number",
    "with_noise",
]


def decision(function: Any) -> Any:
    """Mark a function as a compiled decision of a bot."""
    return compiled(DECIDE)(function)


@inlined
def with_noise(score: Any, mind: Any) -> Any:
    """A score with Gumbel noise: the best noisy one is a choice by softmax over the scores (0 leaves them as they are).

    The noise is that of the bot's temperature; whoever takes the best of such scores names the decision in
    ``Bot.tempered``.
    """
    temperature = mind["temperature"]
    if temperature > 0.0:
        score -= temperature * math.log(-math.log(uniform_number(mind["random"]) + 1e-300))
    return score
