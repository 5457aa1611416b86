"""What a program that learns is shown: the table as arrays."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from arkadia_sim.core.table import Observed
from arkadia_sim.games.castle.components.box import LINES, SQUARES
from arkadia_sim.games.castle.rules.state import DECISIONS, N_GUESTS, RESOURCES, SEATS_MAX, SIDES
from arkadia_sim.games.castle.values import members

_MANY = float(np.iinfo(np.int32).max)
_GIFTS = ("wall", "tower", "n_flags", "residents", "floor", "effect")
_COUNTS = ("walls", "towers", "floors", "flags", "residents", "clouds")
_MOMENT = len(DECISIONS) + 2 * (SIDES + 1) + N_GUESTS + 5

OBSERVED = (
    Observed("squares", (RESOURCES, SQUARES), 0.0, 1.0, "for each resource the squares that have it"),
    Observed("lines", (LINES, SQUARES + len(_GIFTS)), 0.0, _MANY, f"by line: squares, then {', '.join(_GIFTS)}"),
    Observed("castles", (SEATS_MAX, SQUARES + len(_COUNTS) + 4 + N_GUESTS), 0.0, _MANY,
             f"by seat from one's own on: squares with a token, {', '.join(_COUNTS)}, points of towers, flags and "
             "cards, whether it has the sun, guests"),
    Observed("moment", (_MOMENT,), -1.0, _MANY,
             "decision (8 marks), both dice (7 marks each, the last for none), guests on display (20 marks), whether "
             "one decides, whether one is on turn, the die taken first (-1: none), the face in use, the turn"),
)  # fmt: skip


def observe(handed: Any, seat: int) -> Mapping[str, Any]:
    """The arrays as a seat sees them."""
    table = handed[0]
    players, board = int(table["players"]), table["board"]
    castles = np.zeros((SEATS_MAX, SQUARES + len(_COUNTS) + 4 + N_GUESTS), np.float32)
    for place in range(players):
        castles[place] = _castle(table, (seat + place) % players)
    lines = [[*_marks(line["squares"], SQUARES), *(line[gift] for gift in _GIFTS)] for line in board["lines"]]
    return {
        "squares": board["resource"][None, :] == np.arange(RESOURCES)[:, None],
        "lines": lines,
        "castles": castles,
        "moment": _moment(table, seat),
    }


def _marks(members_of: Any, size: int) -> list[float]:
    """A set as a mark for each possible member."""
    inside = members(members_of)
    return [float(member in inside) for member in range(size)]


def _castle(table: Any, seat: int) -> list[float]:
    castle = table["castles"][seat]
    points = [
        sum(castle["tower_points"][: int(castle["towers"])].tolist()),
        sum(castle["flag_points"][: int(castle["flags"])].tolist()),
        sum(castle["values"][: int(castle["floors"])].tolist()),
    ]
    counts = [float(castle[name]) for name in _COUNTS]
    tokens, guests = _marks(castle["tokens"], SQUARES), _marks(castle["guests"], N_GUESTS)
    return [*tokens, *counts, *points, float(table["sun"] == seat), *guests]


def _moment(table: Any, seat: int) -> list[float]:
    decision = [float(phase == table["phase"]) for phase in range(len(DECISIONS))]
    dice = [float(face == die) for die in table["dice"] for face in range(SIDES + 1)]
    display = [float(guest in table["display"] and bool(table["rules"]["architect"])) for guest in range(N_GUESTS)]
    state = [table["seat"] == seat, table["active"] == seat, table["chosen"], table["face"], table["turn"]]
    return [*decision, *dice, *display, *map(float, state)]
