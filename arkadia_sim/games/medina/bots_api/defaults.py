"""What a bot does where it has no opinion of its own: for each decision a sensible default.

* the piece and its place: by chance, as ``random`` does;
* the tea break: none.
"""

from typing import Any

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.medina.play import RECORDS
from arkadia_sim.games.medina.sight.limits import keep_tea, place_by_chance


@compiled(RECORDS.decide)
def default_place(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """By chance, as ``random`` does."""
    place_by_chance(table, holdings, mind, choice)


@compiled(RECORDS.decide)
def default_tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The second piece is placed."""
    choice["take_tea"] = 0
    keep_tea(mind, choice)


DEFAULTS = {"place": default_place, "tea": default_tea}
