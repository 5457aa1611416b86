"""Decisions by pure chance: what the bot ``random`` does, and what a raised temperature mixes into other bots.

Every candidate is equally likely; a decision with a single candidate comes to nobody and draws nothing.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.castle.rules.candidates import nth_pick
from arkadia_sim.rng import below


@inlined
def random_pick(table: Any, mind: Any, decision: Any) -> None:
    """Any candidate of the decision at hand."""
    decision["pick"] = nth_pick(table, below(mind["random"], table["n"]))
