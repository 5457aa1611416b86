"""Sensible defaults for decisions that a bot leaves out: a random placement, as by ``random``, and no tea break."""

from typing import Any

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.medina.play import RECORDS
from arkadia_sim.games.medina.sight.limits import keep_tea, place_by_chance


@compiled(RECORDS.decide)
def default_place(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A random placement, as by the bot ``random``."""
    place_by_chance(table, holdings, mind, choice)


@compiled(RECORDS.decide)
def default_tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """No tea break."""
    choice["take_tea"] = 0
    keep_tea(mind, choice)


DEFAULTS = {"place": default_place, "tea": default_tea}
