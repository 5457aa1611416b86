"""Sensible defaults for decisions that a bot leaves out: any candidate, as by ``random``."""

from typing import Any

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.castle.play import RECORDS
from arkadia_sim.games.castle.rules.state import DECISIONS
from arkadia_sim.games.castle.sight.limits import choose_by_chance


@compiled(RECORDS.decide)
def default_pick(table: Any, mind: Any, choice: Any) -> None:
    """Any candidate that is left, all equally likely."""
    choose_by_chance(table, mind, choice)


DEFAULTS = dict.fromkeys(DECISIONS, default_pick)
