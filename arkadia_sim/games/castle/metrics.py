"""What is measured in a game: one row per player and game.

A measure is declared once, in ``MEASURES``: the engine's rows, their initial values and the columns of the result
tables follow from it. What happens in a game is counted by the engine (``TALLY``); ``close_rows`` copies that and adds
what is known at the end.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.castle.box import LINES
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.candidates import parts_of, size
from arkadia_sim.games.castle.rules.drawing import HIGH_TOWER
from arkadia_sim.games.castle.rules.scoring import score
from arkadia_sim.games.castle.rules.state import APPRENTICE_CARDS
from arkadia_sim.kernels import measures
from arkadia_sim.kernels.measures import Axis, Measure, closing_with, copying_with, points_measures, row_of

MEASURES = (
    *points_measures("C10", "finished, limit (C9)", state.END_NAMES),
    Measure("turns", "i2", "turns", "the player's own turns"),
    Measure("points", "i4", "points", "points from {source} (C10.1)", "points_from_{source}",
            by=(Axis("source", state.POINT_NAMES),)),
    Measure("decided_by", "i1", "0 or 1",
            "whether the player wins, and without the points from {source} another would have more",
            "decided_by_{source}", by=(Axis("source", state.POINT_NAMES),)),
    Measure("finisher", "i1", "0 or 1", "whether the player had the twelfth main part first (C9.1)"),
    Measure("main_parts", "i1", "parts", "walls, towers and floors at the end"),
    Measure("walls", "i1", "parts", "walls at the end"),
    Measure("towers", "i1", "parts", "towers at the end"),
    Measure("high_towers", "i1", "parts", f"towers of {HIGH_TOWER} points or more at the end"),
    Measure("floors", "i1", "parts", "donjon floors at the end"),
    Measure("flags", "i1", "flags", "flags at the end"),
    Measure("residents", "i2", "residents", "residents at the end"),
    Measure("clouds", "i4", "clouds", "clouds by the Shepherdess"),
    Measure("crowns", "i1", "guests", "Crown guests at the end (architect)"),
    *state.TALLY,
    Measure("board", "i4", "", "number of the board, if a component names boards by number; otherwise 0"),
    Measure("deck", "i4", "", "the same of the order of the deck"),
    Measure("board_residents", "i2", "residents", "of the board: residents that fill all groups"),
    Measure("board_resident_points", "i2", "points", "of the board: points of the last group of residents"),
    Measure("board_flag_points", "i2", "points", "of the board: points of the flags of all lines"),
    Measure("board_first_flags", "i1", "flags", "of the board: flags that the first wall holds"),
    Measure("board_card_points", "i2", "points", "of the board: values of all cards (apprentice)"),
    Measure("board_wall_residents", "i1", "residents", "of the board: residents that lines with a wall bring"),
    Measure("board_walls", "i1", "lines", "of the board: lines that give a wall"),
    Measure("board_tower_crossings", "i1", "lines",
            "of the board: lines with a main part that cross that of the tower of five"),
    *measures.CHANCES,
)  # fmt: skip

ROW_DTYPE = row_of(MEASURES)
open_rows = measures.opening_with(MEASURES)
note_standing = measures.noting_points_with(score)
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
def _note_board(row: Any, board: Any) -> None:
    """Fill in what is measured of the board."""
    last = board["groups"] - 1
    row["board_residents"] = board["group_size"] * board["groups"]
    row["board_resident_points"] = board["group_points"][last]
    row["board_first_flags"] = board["flag_room"][1]
    for card in range(APPRENTICE_CARDS):
        row["board_card_points"] += board["card_values"][card]
    tower = 0
    for number in range(LINES):
        line = board["lines"][number]
        for flag in range(line["n_flags"]):
            row["board_flag_points"] += line["flags"][flag]
        if line["wall"] != 0:
            row["board_walls"] += 1
            row["board_wall_residents"] += line["residents"]
        if line["tower"] >= HIGH_TOWER:
            tower = int(line["squares"])
    for number in range(LINES):
        line = board["lines"][number]
        gives_part = line["wall"] != 0 or line["tower"] != 0 or line["floor"] != 0
        if gives_part and int(line["squares"]) != tower and int(line["squares"]) & tower != 0:
            row["board_tower_crossings"] += 1


@inlined
def _close_seat(row: Any, game: Any, seat: Any) -> None:
    """Fill in what a player has at the end, what was counted as the game went, and what the board was like."""
    table = game["table"]
    castle = table["castles"][seat]
    row["finisher"] = 1 if table["finisher"] == seat else 0
    row["board"], row["deck"] = game["board_number"], game["deck_number"]
    for source in range(len(row["points"])):
        row["points"][source] = game["scores"]["points"][seat, source]
    row["main_parts"] = parts_of(castle)
    for number in range(castle["towers"]):
        row["high_towers"] += 1 if castle["tower_points"][number] >= HIGH_TOWER else 0
    row["crowns"] = size(int(castle["guests"]) & state.CROWNS)
    _copy_castle(castle, row)
    _copy_tally(game["tally"][seat], row)
    _note_board(row, table["board"])


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
