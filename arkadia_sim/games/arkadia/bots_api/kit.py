"""Everything that a bot for Arkadia needs, in one import.

A compiled bot has up to four functions marked ``@decision``. Each takes

* ``table``: what everybody sees (``TABLE`` in rules/state.py, field by field),
* ``holdings``: seals, workers and gold of all seats, or only the bot's own if ``holdings = hidden``,
* ``hand``: the bot's cards and, at the must, every legal build,
* ``mind``: the bot's parameters, its random numbers and scratch space,
* ``choice``: the decision to fill in (``DECISION`` in rules/state.py).

The bot's seat is ``table["seat"]``. A decision that it leaves out falls to the ``DEFAULTS`` of ``play.py``.

A bot that heeds constraints takes its candidates from ``limits`` at each of its decisions and says so in ``Bot.heeds``;
the play loop checks it.

A bot breaks ties with ``lots``, not by the order of a list.

A bot that looks ahead makes games that agree with what it knows (``imagine``), carries out a decision in them
(``turn.step``), and plays on with its own decisions or those of other bots (``planning.planning_with``, with
``look_ahead.PARTS``).
"""

from arkadia_sim.accelerate import compiled, lowest_bit
from arkadia_sim.core import bot_kit
from arkadia_sim.core.bot_kit import *  # noqa: F403 everything in one import
from arkadia_sim.games.arkadia.bots_api import look_ahead
from arkadia_sim.games.arkadia.bots_api.cues import HEEDABLE
from arkadia_sim.games.arkadia.bots_api.look_ahead import imagine
from arkadia_sim.games.arkadia.play import RECORDS, decide_by_chance
from arkadia_sim.games.arkadia.rules import bitboard, castle, moves, state, turn, uniform
from arkadia_sim.games.arkadia.sight import cues, limits, lots, outlook
from arkadia_sim.kernels.minds import SIZES
from arkadia_sim.rng import next_word

__all__ = [
    "HEEDABLE", "SIZES", "bitboard", "castle", "cues", "decide_by_chance", "decision", "imagine",
    "limits", "look_ahead", "lots", "lowest_bit", "moves", "next_word", "outlook", "state", "turn", "uniform",
]  # fmt: skip
__all__ += bot_kit.__all__


decision = compiled(RECORDS.decide)
"""Marks a function as a compiled decision of a bot."""
