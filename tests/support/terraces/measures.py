"""What is measured: one row per player and game, and one per turn of traced games."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.compiled_tables import Tables, Turns, logged, measured, points_by_seat, sourced, turn_columns
from arkadia_sim.kernels.measures import (
    CHANCES,
    WIN_SHARE,
    Measure,
    noting_points_with,
    opening_with,
    row_of,
    settling_with,
)
from arkadia_sim.kernels.play_loop import NOBODY
from tests.support.terraces.rules import score
from tests.support.terraces.state import END_FAILED, END_NAMES, SEATS_MAX, TURN_DTYPE

MEASURES = (
    Measure("score", "i4", "points", "points at the end (T3)"),
    Measure("score_lead", "i4", "points", "lead over the best opponent"),
    WIN_SHARE,
    Measure("rank", "i1", "place", "1 for the most points; players with equal points share a rank"),
    Measure("end", "i1", "", "how the game ended: finished or failed (a bot broke a rule)", names=END_NAMES),
    Measure("turns", "i2", "turns", "the player's own turns"),
    Measure("cleared", "i2", "terraces", "terraces that the player cleared (T2)"),
    Measure("pips_lost", "i2", "pips", "pips of dice that brought no point (T3)"),
    *CHANCES,
)
ROW_DTYPE = row_of(MEASURES)
open_rows = opening_with(MEASURES)
note_standing = noting_points_with(score)
_settle = settling_with("score", "score_lead")


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
def close_rows(game: Any, rows: Any, first: Any, failed_seat: Any) -> None:
    """Fill in the outcome; ``failed_seat`` is the seat whose bot broke a rule, or NOBODY."""
    table, scores = game["table"], game["scores"]
    score(table, scores)
    for seat in range(table["players"]):
        row = rows[first + seat]
        row["end"] = table["end"] if failed_seat == NOBODY else END_FAILED
        row["win_share"] = 1.0 if scores["wins"][seat] != 0 else 0.0
        row["score"], row["cleared"] = scores["total"][seat], game["cleared"][seat]
    _settle(rows, first, table["players"], failed_seat)


class _Turns(Turns):
    record = TURN_DTYPE


TABLES = Tables(
    measured(MEASURES),
    (
        *turn_columns(""),
        sourced("card", "int8", "number", "the number of the card played", lambda turns: turns.log["card"] + 1),
        sourced("terrace", "int8", "terrace", "the terrace, from 0", logged("row")),
        sourced("cleared", "int8", "cards", "cards cleared away", logged("cleared")),
        sourced("die", "int8", "pips", "what the die showed", logged("die")),
        sourced("points", "int8", "points", "points scored", logged("points")),
        *points_by_seat(SEATS_MAX),
    ),
    _Turns,
)
