"""What is measured of the board of a game, the same for all players: what effects may depend on."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.castle.components.box import LINES
from arkadia_sim.games.castle.rules.drawing import HIGH_TOWER
from arkadia_sim.games.castle.rules.state import APPRENTICE_CARDS
from arkadia_sim.kernels.measures import Measure

BOARD_MEASURES = (
    Measure("board_residents", "i2", "residents", "of the board: residents that fill all groups"),
    Measure("board_resident_points", "i2", "points", "of the board: points of the last group of residents"),
    Measure("board_flag_points", "i2", "points", "of the board: points of the flags of all lines"),
    Measure("board_first_flags", "i1", "flags", "of the board: flags that the first wall holds"),
    Measure("board_card_points", "i2", "points", "of the board: values of all cards (apprentice)"),
    Measure("board_wall_residents", "i1", "residents", "of the board: residents that lines with a wall bring"),
    Measure("board_walls", "i1", "lines", "of the board: lines that give a wall"),
    Measure(
        "board_tower_crossings", "i1", "lines", "of the board: lines with a main part that cross that of the high tower"
    ),
)


@inlined
def note_board(row: Any, board: Any) -> None:
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
