"""What is measured in a game: one row per player and game, and one row per turn of traced games.

A measure is declared once, in ``MEASURES``: the engine's rows, their initial values and the columns of the result
tables follow from it. What happens in a game is counted by the engine (``TALLY``); ``close_rows`` copies that and adds
what is known at the end.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.castle.components.box import GUESTS
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.candidates import has, parts_of, size
from arkadia_sim.games.castle.rules.drawing import HIGH_TOWER
from arkadia_sim.games.castle.rules.scoring import score
from arkadia_sim.games.castle.tables.board import BOARD_MEASURES, note_board
from arkadia_sim.kernels.measures import (
    CHANCES,
    Axis,
    Measure,
    closing_with,
    copying_with,
    noting_points_with,
    opening_with,
    points_measures,
    row_of,
)

MEASURES = (
    *points_measures("C10", "finished, limit (C9)", state.END_NAMES),
    Measure("turns", "i2", "turns", "the player's own turns"),
    Measure(
        "points",
        "i4",
        "points",
        "points from {source} (C10.1)",
        "points_from_{source}",
        by=(Axis("source", state.POINT_NAMES),),
    ),
    Measure(
        "decided_by",
        "i1",
        "0 or 1",
        "whether the player wins, and without the points from {source} another would have more",
        "decided_by_{source}",
        by=(Axis("source", state.POINT_NAMES),),
    ),
    Measure("finisher", "i1", "0 or 1", "whether the player had the twelfth main part first (C9.1)"),
    Measure("main_parts", "i1", "parts", "walls, towers and floors at the end"),
    Measure("walls", "i1", "parts", "walls at the end"),
    Measure("towers", "i1", "parts", "towers at the end"),
    Measure("high_towers", "i1", "parts", f"towers of {HIGH_TOWER} points or more at the end"),
    Measure("floors", "i1", "parts", "donjon floors at the end"),
    Measure("flags", "i1", "flags", "flags at the end"),
    Measure("residents", "i2", "residents", "residents at the end"),
    Measure("clouds", "i4", "clouds", "clouds by the Shepherdess"),
    Measure("bolts", "i1", "guests", "Bolt guests at the end (architect)"),
    Measure("hourglasses", "i1", "guests", "Hourglass guests at the end (architect)"),
    Measure("crowns", "i1", "guests", "Crown guests at the end (architect)"),
    Measure(
        "has",
        "i1",
        "0 or 1",
        "whether the {guest} is the player's at the end (architect)",
        "has_{guest}",
        by=(Axis("guest", GUESTS, grouped=True),),
    ),
    Measure("tokens_left", "i1", "tokens", "tokens on the board at the end"),
    *state.TALLY,
    Measure("board", "i4", "", "number of the board, if a component names boards by number; otherwise 0"),
    Measure("deck", "i4", "", "the same of the order of the deck"),
    *BOARD_MEASURES,
    *CHANCES,
)

ROW_DTYPE = row_of(MEASURES)
open_rows = opening_with(MEASURES)
note_standing = noting_points_with(score)
_copy_castle = copying_with(("walls", "towers", "floors", "flags", "residents", "clouds"))
_copy_tally = copying_with(tuple(measure.name for measure in state.TALLY))


@inlined
def count_turn(game: Any, rows: Any, first: Any) -> None:
    """Add the turn just finished to the rows of its game."""
    now = game["now"]
    rows[first + now["seat"]]["turns"] += 1
    for seat in range(game["table"]["players"]):
        watched = now["watched"][seat]
        rows[first + seat]["chances"] += watched["chances"]
        rows[first + seat]["chances_taken"] += watched["chances_taken"]


@inlined
def _close_seat(row: Any, game: Any, seat: Any) -> None:
    """Fill in what a player has at the end, what was counted as the game went, and what the board was like."""
    table = game["table"]
    castle = table["castles"][seat]
    guests = int(castle["guests"])
    row["finisher"] = 1 if table["finisher"] == seat else 0
    row["board"], row["deck"] = game["board_number"], game["deck_number"]
    for source in range(len(row["points"])):
        row["points"][source] = game["scores"]["points"][seat, source]
    row["main_parts"] = parts_of(castle)
    for number in range(castle["towers"]):
        row["high_towers"] += 1 if castle["tower_points"][number] >= HIGH_TOWER else 0
    row["bolts"], row["crowns"] = size(guests & state.BOLTS), size(guests & state.CROWNS)
    row["hourglasses"] = size(guests & state.HOURGLASSES)
    for guest in range(state.N_GUESTS):
        row["has"][guest] = 1 if has(guests, guest) else 0
    row["tokens_left"] = size(castle["tokens"])
    _copy_castle(castle, row)
    _copy_tally(game["tally"][seat], row)
    note_board(row, table["board"])


_close_rows = closing_with(score, _close_seat, state.END_NAMES)


@inlined
def close_rows(game: Any, rows: Any, first: Any, failed_seat: Any) -> None:
    """Fill in the rows of a game (C10); see :func:`arkadia_sim.kernels.measures.closing_with`."""
    _close_rows(game, rows, first, failed_seat)
    for seat in range(game["table"]["players"]):
        row = rows[first + seat]
        for source in range(len(row["points"])):
            decides = row["win_share"] > 0.0 and row["points"][source] > row["score_lead"]
            row["decided_by"][source] = 1 if decides else 0
