"""What is measured in a game: one row per player and game, and one row per turn of traced games.

A measure is declared once, in ``MEASURES``: the engine's rows, their initial values and the columns of the result
tables follow from it. What happens in a game is counted by the engine (``TALLY_DTYPE``); ``close_rows`` copies that and
adds what is known at the end.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.castle.components.box import GUESTS
from arkadia_sim.games.castle.rules.candidates import has, parts_of, size
from arkadia_sim.games.castle.rules.drawing import HIGH_TOWER
from arkadia_sim.games.castle.rules.scoring import score
from arkadia_sim.games.castle.rules.state import (
    BOLTS,
    CROWNS,
    END_FAILED,
    END_NAMES,
    HOURGLASSES,
    N_GUESTS,
    NOBODY,
    POINT_NAMES,
)
from arkadia_sim.games.castle.tables.board import BOARD_MEASURES, note_board
from arkadia_sim.kernels.measures import (
    CHANCES,
    WIN_SHARE,
    Axis,
    Measure,
    noting_points_with,
    opening_with,
    row_of,
    settling_with,
)

MEASURES = (
    Measure("score", "i4", "points", "points at the end (C10)"),
    Measure("score_lead", "i4", "points", "lead over the best opponent: points minus that opponent's"),
    WIN_SHARE,
    Measure("rank", "i1", "place", "1 for the most points; players with equal points share a rank"),
    Measure(
        "end", "i1", "", "how the game ended: finished, limit (C9) or failed (a bot broke a rule)", names=END_NAMES
    ),
    Measure("order", "i1", "place", "place in the order of play: 0 for the starting player, 1 for the next …"),
    Measure("turns", "i2", "turns", "the player's own turns"),
    Measure(
        "points",
        "i4",
        "points",
        "points from {source} (C10.1)",
        "points_from_{source}",
        by=(Axis("source", POINT_NAMES),),
    ),
    Measure(
        "decided_by",
        "i1",
        "0 or 1",
        "whether the player wins, and without the points from {source} another would have more",
        "decided_by_{source}",
        by=(Axis("source", POINT_NAMES),),
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
    Measure("decisions", "i4", "decisions", "decisions with two candidates or more"),
    Measure("options", "i8", "candidates", "candidates of these decisions, summed", column=""),
    Measure("dice_used", "i4", "dice", "dice used"),
    Measure("dice_lost", "i4", "dice", "dice lost, for want of a square or a token (C5.2)"),
    Measure("passes", "i4", "dice", "dice passed on (option others_pass)"),
    Measure("tokens_placed", "i4", "tokens", "tokens placed, by dice and by guests"),
    Measure("residents_taken", "i4", "dice", "dice used for residents"),
    Measure("residents_over_token", "i4", "dice", "those of them that could have placed a token"),
    Measure("lines_cashed", "i4", "lines", "lines cashed"),
    Measure("flag_lines", "i4", "lines", "lines cashed that brought a flag"),
    Measure("useless_lines", "i4", "lines", "lines cashed of which nothing could be taken (C6.4)"),
    Measure("crossed_out", "i4", "lines", "complete lines broken by cashing a line that crosses them (C6.3)"),
    Measure("reactivations", "i4", "guests", "Bolt guests reactivated (C7.6)"),
    Measure("thefts", "i4", "guests", "guests stolen from others (C8.6)"),
    Measure("robbed", "i4", "guests", "guests stolen by others"),
    Measure("knight_tokens", "i4", "tokens", "tokens placed by the Knight"),
    Measure("monk_flags", "i4", "dice", "dice used for a flag of the Monk"),
    Measure("last_lines", "i4", "lines", "lines cashed in the last building (C9.2)"),
    Measure("board", "i4", "", "number of the board, if a component names boards by number; otherwise 0"),
    Measure("deck", "i4", "", "the same of the order of the deck"),
    *BOARD_MEASURES,
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
    rows[first + now["seat"]]["turns"] += 1
    for seat in range(game["table"]["players"]):
        watched = now["watched"][seat]
        rows[first + seat]["chances"] += watched["chances"]
        rows[first + seat]["chances_taken"] += watched["chances_taken"]


@inlined
def close_rows(game: Any, rows: Any, first: Any, failed_seat: Any) -> None:
    """Fill in the outcome: points, rank, win rate (C10), and what was counted.

    ``failed_seat`` is the seat whose bot broke a rule, or NOBODY. In a failed game the offender ranks last and gets
    nothing, the others share the win, and points count as if the game had ended there.
    """
    table, scores = game["table"], game["scores"]
    players = table["players"]
    score(table, scores)
    for seat in range(players):
        row = rows[first + seat]
        row["end"] = table["end"] if failed_seat == NOBODY else END_FAILED
        row["order"] = (seat - table["first_seat"] + players) % players
        row["win_share"] = 1.0 if scores["wins"][seat] != 0 else 0.0
        row["score"] = scores["total"][seat]
        row["finisher"] = 1 if table["finisher"] == seat else 0
        row["board"], row["deck"] = game["board_number"], game["deck_number"]
        for source in range(len(row["points"])):
            row["points"][source] = scores["points"][seat, source]
        note_board(row, table["board"])
        _close_castle(row, table, seat)
        _close_tally(row, game["tally"][seat])
    _settle(rows, first, players, failed_seat)
    for seat in range(players):
        row = rows[first + seat]
        for source in range(len(row["points"])):
            decides = row["win_share"] > 0.0 and row["points"][source] > row["score_lead"]
            row["decided_by"][source] = 1 if decides else 0


@inlined
def _close_castle(row: Any, table: Any, seat: Any) -> None:
    """Fill in what a player has at the end."""
    castle = table["castles"][seat]
    guests = int(castle["guests"])
    row["main_parts"] = parts_of(castle)
    row["walls"], row["towers"], row["floors"] = castle["walls"], castle["towers"], castle["floors"]
    for number in range(castle["towers"]):
        row["high_towers"] += 1 if castle["tower_points"][number] >= HIGH_TOWER else 0
    row["flags"], row["residents"], row["clouds"] = castle["flags"], castle["residents"], castle["clouds"]
    row["bolts"], row["hourglasses"], row["crowns"] = (
        size(guests & BOLTS),
        size(guests & HOURGLASSES),
        size(guests & CROWNS),
    )
    for guest in range(N_GUESTS):
        row["has"][guest] = 1 if has(guests, guest) else 0
    row["tokens_left"] = size(castle["tokens"])


@inlined
def _close_tally(row: Any, tally: Any) -> None:
    """Fill in what was counted as the game went."""
    row["decisions"], row["options"] = tally["decisions"], tally["options"]
    row["dice_used"], row["dice_lost"], row["passes"] = tally["dice_used"], tally["dice_lost"], tally["passes"]
    row["tokens_placed"], row["residents_taken"] = tally["tokens_placed"], tally["residents_taken"]
    row["residents_over_token"], row["lines_cashed"] = tally["residents_over_token"], tally["lines_cashed"]
    row["flag_lines"], row["useless_lines"] = tally["flag_lines"], tally["useless_lines"]
    row["crossed_out"], row["reactivations"] = tally["crossed_out"], tally["reactivations"]
    row["thefts"], row["robbed"], row["knight_tokens"] = tally["thefts"], tally["robbed"], tally["knight_tokens"]
    row["monk_flags"], row["last_lines"] = tally["monk_flags"], tally["last_lines"]
