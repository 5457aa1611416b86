"""Everything that a bot for Arkadia needs, in one import.

A compiled bot is up to four functions marked ``@decision``, each taking

* ``table``: what everybody sees (``TABLE`` in state.py, field by field),
* ``holdings``: seals, workers and gold of all seats, or the own ones alone when ``holdings = hidden``,
* ``hand``: the own cards and, at the must, every legal build,
* ``mind``: the bot's parameters, its stream of random numbers and scratch space,
* ``choice``: the decision to fill in (``DECISION`` in state.py).

The own seat is ``table["seat"]``. Decisions that a bot leaves out fall to the defaults of ``defaults.py``.
"""

from typing import Any

from arkadia_sim.accelerate import compiled, inlined, lowest_bit
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.games.arkadia import bitboard, castle, moves, outlook, state, uniform
from arkadia_sim.games.arkadia.play import DECIDE
from arkadia_sim.rng import below
from arkadia_sim.rng import uniform as uniform_number

__all__ = [
    "Bot",
    "Parameter",
    "below",
    "bitboard",
    "castle",
    "decision",
    "inlined",
    "lowest_bit",
    "moves",
    "outlook",
    "state",
    "uniform",
    "uniform_number",
]


def decision(function: Any) -> Any:
    """Mark a function as a compiled decision of a bot."""
    return compiled(DECIDE)(function)
