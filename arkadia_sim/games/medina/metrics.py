"""What is measured in a game: one row per player and game.

A measure is declared once, in ``MEASURES``: the engine's rows, their initial values and the columns of the result
tables follow from it. ``count_turn`` runs in the play loop after every turn and reads only ``game["now"]``;
``close_rows`` fills in what is known at the end.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.scoring import score
from arkadia_sim.games.medina.rules.turn import pieces_left
from arkadia_sim.kernels import measures
from arkadia_sim.kernels.measures import Measure, noting_points_with, opening_with, points_measures, row_of

MEASURES = (
    *points_measures("M11", "all_placed, stuck (M11.1)", state.END_NAMES),
    Measure("turns", "i2", "turns", "the player's turns"),
    Measure("pieces_placed", "i2", "pieces", "pieces placed, roofs included"),
    Measure("buildings_placed", "i2", "pieces", "buildings placed (M4)"),
    Measure("stables_placed", "i2", "pieces", "stables placed (M5)"),
    Measure("stables_on_own", "i2", "pieces", "stables added to the player's own palaces"),
    Measure("stables_on_others", "i2", "pieces", "stables added to palaces of other players"),
    Measure("stables_on_open", "i2", "pieces", "stables added to palaces without a roof"),
    Measure("stable_turns", "i4", "turns", "numbers of the game's turns in which stables were placed, summed",
            column=""),
    Measure("streets_begun", "i2", "streets", "streets begun anew (M7.4)"),
    Measure("palaces_claimed", "i2", "palaces", "own roofs placed"),
    Measure("claimed_pieces", "i4", "pieces", "buildings and stables of palaces when they got the own roof", column=""),
    Measure("claim_turns", "i4", "turns", "numbers of the game's turns in which own roofs were placed, summed",
            column=""),
    Measure("tower_moves", "i2", "tiles", "tower tiles won (M9.1)"),
    Measure("tower_merchants_won", "i4", "pieces", "merchants won with tower tiles (M9.2)"),
    Measure("tea_won", "i4", "tiles", "tea tiles won (M10.1)"),
    Measure("tea_breaks", "i2", "turns", "tea breaks taken"),
    Measure("pieces_left", "i4", "pieces", "pieces left over at the end"),
    Measure("placed_alone", "i2", "pieces", "pieces placed when nobody else could place any"),
    *measures.CHANCES,
    Measure("palace", "i4", "points", "points of own palaces from {source} (M11.2, M11.3)", "palace_{source}",
            by=(measures.Axis("source", state.POINT_NAMES),)),
    Measure("palace_tiles", "i4", "points", "points from palace tiles (M9.3)"),
    Measure("tower_tiles", "i4", "points", "points from tower tiles (M9.1)"),
    Measure("tower_tiles_held", "i1", "tiles", "tower tiles held at the end"),
    Measure("options", "i8", "options", "placements that the player could have made, summed", column=""),
)  # fmt: skip

ROW_DTYPE = row_of(MEASURES)
open_rows = opening_with(MEASURES)
note_standing = noting_points_with(score)


@inlined
def count_turn(game: Any, rows: Any, first: Any) -> None:
    """Add the turn just finished to the rows of its game."""
    now, table = game["now"], game["table"]
    row = rows[first + now["seat"]]
    row["turns"] += 1
    row["placed_alone"] += now["alone"]
    row["tea_breaks"] += now["took_tea"]
    row["chances"] += now["chances"]
    row["chances_taken"] += now["chances_taken"]
    for number in range(now["n_placed"]):
        placement = now["placements"][number]
        row["pieces_placed"] += 1
        row["options"] += placement["legal"]
        _count_kind(row, placement, now["seat"], table["turn"])
        _count_gains(rows, first, placement)


@inlined
def _count_kind(row: Any, placement: Any, seat: Any, turn: Any) -> None:
    """Count a placement by its kind and by the owner of the palace."""
    kind = placement["kind"]
    if kind < state.COLOURS:
        row["buildings_placed"] += 1
    elif kind == state.STABLE:
        row["stables_placed"] += 1
        row["stable_turns"] += turn
        if placement["to"] == seat:
            row["stables_on_own"] += 1
        elif placement["to"] >= 0:
            row["stables_on_others"] += 1
        elif placement["to"] == state.OPEN:
            row["stables_on_open"] += 1
    elif kind == state.MERCHANT:
        row["streets_begun"] += placement["begun"]
    elif kind == state.ROOF:
        row["palaces_claimed"] += 1
        row["claimed_pieces"] += placement["claimed"]
        row["claim_turns"] += turn
        row["tea_won"] += placement["tea"]


@inlined
def _count_gains(rows: Any, first: Any, placement: Any) -> None:
    """Count the tower tiles that a placement moved, for whoever got them."""
    to = placement["to"]
    if to < 0:
        return
    for tower in range(state.TOWERS):
        if placement["tower_moved"][tower] != 0:
            rows[first + to]["tower_moves"] += 1
            rows[first + to]["tower_merchants_won"] += placement["tower_merchants"][tower]


@inlined
def _close_seat(row: Any, game: Any, seat: Any) -> None:
    """Fill in what a seat scored, by kind, and what it has left."""
    table, scores = game["table"], game["scores"]
    row["pieces_left"] = pieces_left(game["holdings"], seat)
    for colour in range(state.COLOURS):
        if scores["palace"][seat, colour] != state.NO_PALACE:
            for source in range(state.POINT_KINDS):
                row["palace"][source] += scores["points"][seat, colour, source]
    row["palace_tiles"] = scores["palace_tiles"][seat]
    row["tower_tiles"] = scores["tower_tiles"][seat]
    for tower in range(state.TOWERS):
        if table["tower_holder"][tower] == seat:
            row["tower_tiles_held"] += 1


close_rows = measures.closing_with(score, _close_seat, state.END_NAMES)
