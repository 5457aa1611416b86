"""Everything that a bot for Medina needs, in one import.

A compiled bot has up to two functions marked ``@decision``: ``place`` (which piece goes where) and ``tea`` (whether to
give back a tea tile instead of placing a second piece). Each takes

* ``table``: what everybody sees, including the legal places (``TABLE`` in rules/state.py, field by field),
* ``holdings``: the pieces at hand of all players, or only the bot's own if ``holdings = hidden``,
* ``mind``: the bot's parameters, its random numbers and scratch space,
* ``choice``: the decision to fill in (``DECISION`` in rules/state.py).

The bot's seat is ``table["seat"]``. A decision that it leaves out falls to ``DEFAULTS``.

A bot that heeds constraints takes its placements from ``limits.squares_for``, passes its tea breaks through
``limits.keep_tea``, and says so in ``Bot.heeds``; the play loop checks it.

A bot that looks ahead makes games that agree with what it knows, and plays on with its own decisions or those of other
bots (``look_ahead``).
"""

from typing import Any

from arkadia_sim.accelerate import compiled
from arkadia_sim.core import bot_kit
from arkadia_sim.core.bot_kit import *  # noqa: F403 everything in one import
from arkadia_sim.games.medina.bots_api import look_ahead
from arkadia_sim.games.medina.bots_api.cues import HEEDABLE
from arkadia_sim.games.medina.play import RECORDS, decide_by_chance
from arkadia_sim.games.medina.rules import bitboard, places, scoring, state
from arkadia_sim.games.medina.sight import cues, limits
from arkadia_sim.games.medina.sight.cues import cuts_street

__all__ = [
    "HEEDABLE", "bitboard", "cues", "cuts_street", "decide_by_chance", "decision", "limits", "look_ahead",
    "places", "scoring", "state",
]  # fmt: skip
__all__ += bot_kit.__all__


decision = compiled(RECORDS.decide)
"""Marks a function as a compiled decision of a bot."""


@decision
def _no_tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """No tea break, if constraints allow."""
    choice["take_tea"] = 0
    limits.keep_tea(mind, choice)


DEFAULTS = {"tea": _no_tea}
"""For decisions that a bot leaves out; chance makes all others."""
