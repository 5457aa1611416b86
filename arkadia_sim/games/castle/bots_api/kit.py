"""Everything that a bot needs, in one import.

A compiled bot has up to eight functions marked ``@decision``, one for each decision (C12): ``die``, ``use``, ``line``,
``guest``, ``bolt``, ``square``, ``move``, ``steal``. Each takes

* ``table``: what everybody sees, including the candidates (``TABLE`` in rules/state.py, field by field),
* ``mind``: the bot's parameters, its random numbers and scratch space,
* ``choice``: the decision to fill in (``choice["pick"]``).

The bot's seat is ``table["seat"]``. A bot is asked only if there are two candidates or more. A decision that it leaves
out falls to chance.

A bot that heeds constraints takes its picks from ``limits.left_of``, and says so in ``Bot.heeds``; the play loop checks
it. A bot that looks ahead makes games that agree with what it knows, and plays on with its own decisions or those of
other bots (``look_ahead``).
"""

from arkadia_sim.accelerate import compiled
from arkadia_sim.core import bot_kit
from arkadia_sim.core.bot_kit import *  # noqa: F403 everything in one import
from arkadia_sim.games.castle.bots_api import look_ahead
from arkadia_sim.games.castle.bots_api.cues import HEEDABLE
from arkadia_sim.games.castle.box import GUESTS as guest_names
from arkadia_sim.games.castle.play import RECORDS, decide_by_chance
from arkadia_sim.games.castle.rules import candidates, scoring, state
from arkadia_sim.games.castle.sight import cues, limits, outlook

__all__ = [
    "HEEDABLE", "candidates", "cues", "decide_by_chance", "decision", "guest_names", "limits", "look_ahead", "outlook",
    "scoring", "state",
]  # fmt: skip
__all__ += bot_kit.__all__


decision = compiled(RECORDS.decide)
"""Marks a function as a compiled decision of a bot."""
