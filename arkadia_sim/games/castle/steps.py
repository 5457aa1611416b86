"""The steps of decisions, and what a program that learns is shown, in compiled code."""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.table import ActionKind, ActionSpace, Observed
from arkadia_sim.games.castle.bots_api.look_ahead import PARTS
from arkadia_sim.games.castle.box import LINES, RESOURCES, SQUARES
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.candidates import has, nth_pick
from arkadia_sim.games.castle.rules.state import DECISIONS, N_GUESTS, NO_CARD, SEATS_MAX, SIDES
from arkadia_sim.kernels.actions import Actions

_PICKS = (
    2, state.PASS + 1, state.STOP_BUILDING + 1, state.DISPLAY, N_GUESTS, SQUARES, state.STOP_MOVING + 1,
    SEATS_MAX * N_GUESTS,
)  # fmt: skip
_KINDS = tuple(map(ActionKind, DECISIONS, _PICKS))
_STARTS = np.array(ActionSpace(_KINDS).starts)

_MANY = float(np.iinfo(np.int32).max)
_GIFTS = ("wall", "tower", "n_flags", "residents", "floor", "effect")
_COUNTS = ("walls", "towers", "floors", "flags", "residents", "clouds")
_POINTS = SQUARES + len(_COUNTS)
_DICE = len(DECISIONS)
_DISPLAY = _DICE + 2 * (SIDES + 1)
_NOW = _DISPLAY + N_GUESTS

_OBSERVED = (
    Observed("squares", (len(RESOURCES), SQUARES), 0.0, 1.0, "for each resource the squares that have it"),
    Observed("lines", (LINES, SQUARES + len(_GIFTS)), 0.0, _MANY, f"by line: squares, then {', '.join(_GIFTS)}"),
    Observed("castles", (SEATS_MAX, _POINTS + 4 + N_GUESTS), 0.0, _MANY,
             f"by seat from one's own on: squares with a token, {', '.join(_COUNTS)}, points of towers, flags and "
             "cards, whether it has the sun, guests"),
    Observed("moment", (_NOW + 5,), -1.0, _MANY,
             "decision (8 marks), both dice (7 marks each, the last for none), guests on display (20 marks), whether "
             "one decides, whether one is on turn, the die taken first (-1: none), the face in use, the turn"),
)  # fmt: skip


@inlined
def _mark(table: Any, path: Any, n: Any, mask: Any) -> None:
    for number in range(table["n"] if n == 0 else 0):
        mask[_STARTS[table["phase"]] + nth_pick(table, number)] = 1


@inlined
def _fill(table: Any, path: Any, n: Any, decision: Any) -> None:
    decision["pick"] = path[0] - _STARTS[table["phase"]]


@inlined
def _observe(table: Any, seat: Any, seen: Any) -> None:
    board, players, moment = table["board"], table["players"], seen["moment"]
    for square in range(SQUARES):
        seen["squares"][board["resource"][square], square] = 1
    for line in range(LINES):
        gifts, row = board["lines"][line], seen["lines"][line]
        for square in range(SQUARES):
            row[square] = has(gifts["squares"], square)
        row[SQUARES], row[SQUARES + 1], row[SQUARES + 2] = gifts["wall"], gifts["tower"], gifts["n_flags"]
        row[SQUARES + 3], row[SQUARES + 4], row[SQUARES + 5] = gifts["residents"], gifts["floor"], gifts["effect"]
    for place in range(players):
        other = (seat + place) % players
        _observe_castle(table["castles"][other], seen["castles"][place])
        seen["castles"][place, _POINTS + 3] = table["sun"] == other
    if table["phase"] < len(DECISIONS):
        moment[table["phase"]] = 1
    for die in range(2):
        if table["dice"][die] >= 0:
            moment[_DICE + (SIDES + 1) * die + table["dice"][die]] = 1
    for slot in range(state.DISPLAY if table["rules"]["architect"] != 0 else 0):
        if table["display"][slot] != NO_CARD:
            moment[_DISPLAY + table["display"][slot]] = 1
    moment[_NOW], moment[_NOW + 1] = table["seat"] == seat, table["active"] == seat
    moment[_NOW + 2], moment[_NOW + 3], moment[_NOW + 4] = table["chosen"], table["face"], table["turn"]


@inlined
def _observe_castle(castle: Any, row: Any) -> None:
    for square in range(SQUARES):
        row[square] = has(castle["tokens"], square)
    row[SQUARES], row[SQUARES + 1], row[SQUARES + 2] = castle["walls"], castle["towers"], castle["floors"]
    row[SQUARES + 3], row[SQUARES + 4], row[SQUARES + 5] = castle["flags"], castle["residents"], castle["clouds"]
    for number in range(castle["towers"]):
        row[_POINTS] += castle["tower_points"][number]
    for number in range(castle["flags"]):
        row[_POINTS + 1] += castle["flag_points"][number]
    for number in range(castle["floors"]):
        row[_POINTS + 2] += castle["values"][number]
    for guest in range(N_GUESTS):
        row[_POINTS + 4 + guest] = has(castle["guests"], guest)


ACTIONS = Actions(PARTS, _KINDS, _OBSERVED, _mark, _fill, _observe, home=__file__)
"""What is legal, which decision it makes, and what a seat observes; see ``kernels/actions.py``."""
