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
(``turn.step``) and plays on with a decision of its own or of other bots (``playing_on_with``). Room for all that it
takes itself, with ``np.empty`` of the record types in ``state``; a mind made so is first freed with ``limits.release``.
"""

import math
from typing import Any

from arkadia_sim.accelerate import compiled, data_file, inlined, lowest_bit, spliced
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.lessons import LessonBatch, LessonRows, Lessons, PracticeBatch, PracticeRows
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.bots_api import lessons, look_ahead, ranking
from arkadia_sim.games.arkadia.bots_api.imagine import imagine
from arkadia_sim.games.arkadia.bots_api.look_ahead import playing_on_with
from arkadia_sim.games.arkadia.play import DECIDE
from arkadia_sim.games.arkadia.rules import bitboard, castle, moves, state, turn, uniform
from arkadia_sim.games.arkadia.sight import limits, lots, outlook
from arkadia_sim.games.arkadia.sight.constraints import HEEDABLE
from arkadia_sim.games.arkadia.sight.finding import find as find_limits
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
    "data_file",
    "decision",
    "find_limits",
    "imagine",
    "inlined",
    "lessons",
    "limits",
    "look_ahead",
    "lots",
    "lowest_bit",
    "moves",
    "next_word",
    "outlook",
    "playing_on_with",
    "ranking",
    "spliced",
    "state",
    "turn",
    "uniform",
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
