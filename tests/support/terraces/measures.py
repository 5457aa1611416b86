"""What is measured: one row per player and game, and one per turn of traced games."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.compiled.tables import Tables, measured
from arkadia_sim.kernels.measures import (
    CHANCES,
    Measure,
    closing_with,
    noting_points_with,
    opening_with,
    points_measures,
    row_of,
)
from tests.support.terraces import state
from tests.support.terraces.rules import score

MEASURES = (
    *points_measures("T3", "finished", state.END_NAMES),
    Measure("turns", "i2", "turns", "the player's own turns"),
    Measure("cleared", "i2", "terraces", "terraces that the player cleared (T2)"),
    Measure("pips_lost", "i2", "pips", "pips of dice that brought no point (T3)"),
    *CHANCES,
)
ROW_DTYPE = row_of(MEASURES)
open_rows = opening_with(MEASURES)
note_standing = noting_points_with(score)


@inlined
def count_turn(game: Any, rows: Any, first: Any) -> None:
    """Add the turn just finished to the rows of its game."""
    now = game["now"]
    row = rows[first + now["seat"]]
    row["turns"] += 1
    row["pips_lost"] += now["die"] - now["points"]
    row["chances"] += now["chances"]
    row["chances_taken"] += now["chances_taken"]


@inlined
def _close_seat(row: Any, game: Any, seat: Any) -> None:
    """Fill in what else is known of a seat at the end."""
    row["cleared"] = game["cleared"][seat]


close_rows = closing_with(score, _close_seat, state.END_NAMES)


TABLES = Tables.of(measured(MEASURES), state.TURN_DTYPE, state.SEATS_MAX)
