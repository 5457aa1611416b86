"""The steps of decisions, and what a program that learns is shown, in compiled code.

::

    place    piece ─► square         for a roof, the square of any building of its palace
    tea      tea
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.table import ActionKind, ActionSpace, Observed
from arkadia_sim.games.medina.bots_api.look_ahead import PARTS
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.bitboard import COLUMNS_MAX, ROWS_MAX, STRIDE, load, mark_squares, single, without
from arkadia_sim.games.medina.rules.places import count_options, may_roof
from arkadia_sim.kernels.actions import Actions

PIECE, SQUARE, TEA_BREAK = "piece", "square", "tea"
N_SQUARES = ROWS_MAX * COLUMNS_MAX
_KINDS = (ActionKind(PIECE, state.KINDS), ActionKind(SQUARE, N_SQUARES), ActionKind(TEA_BREAK, 2))
_, _SQUARES_AT, _TEA_AT = ActionSpace(_KINDS).starts

_MANY = float(np.iinfo(np.int32).max)
_PLANES = (
    "a city square", "the well", *(f"a piece of a {colour} palace" for colour in state.KIND_NAMES[:state.COLOURS]),
    "an open palace", "an own palace", "one of the next player", "of the one after", "of the last", "a neutral palace",
    "a stable", "a merchant", "an end of the street", "a wall",
)  # fmt: skip
_CITY, _WELL, _COLOURS, _OPEN, _OWN, _NEUTRAL, _STABLE, _MERCHANT, _END, _WALL = 0, 1, 2, 6, 7, 11, 12, 13, 14, 15
_NOW = len(state.PHASE_NAMES)

_OBSERVED = (
    Observed("board", (len(_PLANES), ROWS_MAX, COLUMNS_MAX), 0.0, 1.0, f"by square: {', '.join(_PLANES)}"),
    Observed("seats", (state.SEATS_MAX, state.KINDS + 1), float(state.UNKNOWN), _MANY,
             "by seat from one's own on: pieces at hand by kind (-1: hidden), tea tiles"),
    Observed("tiles", (state.COLOURS + state.TOWERS, state.SEATS_MAX), 0.0, 1.0,
             "for each palace tile, then each tower tile, a mark at the seat that holds it"),
    Observed("moment", (_NOW + 3 + state.TOWERS,), 0.0, _MANY,
             "phase (4 marks), whether one is on turn, pieces placed in this turn, whether a roof is due, merchants on "
             "the tower tiles"),
)  # fmt: skip


@inlined
def _mark(table: Any, holdings: Any, path: Any, n: Any, mask: Any) -> None:
    seat = table["seat"]
    if table["phase"] == state.TEA:
        mask[_TEA_AT : _TEA_AT + (2 if n == 0 else 0)] = 1
    elif n == 0:
        for kind in range(state.KINDS):
            mask[kind] = count_options(table, holdings, seat, kind) > 0
    elif n == 1 and path[0] < state.ON_SQUARES:
        mark_squares(mask, _SQUARES_AT, table["places"][path[0]], STRIDE)
    elif n == 1:
        for palace in range(table["n_palaces"]):
            if may_roof(table, seat, path[0], palace):
                mark_squares(mask, _SQUARES_AT, table["buildings"][palace], STRIDE)


@inlined
def _fill(table: Any, holdings: Any, path: Any, n: Any, decision: Any) -> None:
    if table["phase"] == state.TEA:
        decision["take_tea"] = path[0] - _TEA_AT
    else:
        number = path[1] - _SQUARES_AT
        decision["kind"], decision["square"] = path[0], number + number // COLUMNS_MAX


@inlined
def _observe(table: Any, holdings: Any, seat: Any, seen: Any) -> None:
    players, board, moment = table["players"], seen["board"], seen["moment"]
    for place in range(players):
        other = (seat + place) % players
        for kind in range(state.KINDS):
            seen["seats"][place, kind] = holdings["pieces"][other, kind]
        seen["seats"][place, state.KINDS] = table["tea"][other]
        for tile in range(state.COLOURS):
            seen["tiles"][tile, place] = table["palace_holder"][tile] == other
        for tower in range(state.TOWERS):
            seen["tiles"][state.COLOURS + tower, place] = table["tower_holder"][tower] == other
    mark_squares(board[_CITY].ravel(), 0, table["city"], STRIDE)
    mark_squares(board[_WELL].ravel(), 0, single(table["well"]), STRIDE)
    for palace in range(table["n_palaces"]):
        pieces, owner = table["pieces"][palace], table["owner"][palace]
        mark_squares(board[_COLOURS + table["colour"][palace]].ravel(), 0, pieces, STRIDE)
        whose = _OPEN if owner == state.OPEN else _OWN + (owner - seat) % players
        mark_squares(board[_NEUTRAL if owner == state.NOBODY else whose].ravel(), 0, pieces, STRIDE)
        stables = without(load(pieces), load(table["buildings"][palace]))
        mark_squares(board[_STABLE].ravel(), 0, stables, STRIDE)
    mark_squares(board[_MERCHANT].ravel(), 0, table["merchants"], STRIDE)
    mark_squares(board[_WALL].ravel(), 0, table["walls"], STRIDE)
    for end in range(2):
        mark_squares(board[_END].ravel(), 0, single(table["ends"][end]), STRIDE)
    moment[table["phase"]], moment[_NOW] = 1, table["seat"] == seat
    moment[_NOW + 1], moment[_NOW + 2] = table["placed"], table["must_roof"]
    for tower in range(state.TOWERS):
        moment[_NOW + 3 + tower] = table["tower_merchants"][tower]


ACTIONS = Actions(PARTS, _KINDS, _OBSERVED, _mark, _fill, _observe, home=__file__)
"""What is legal, which decision it makes, and what a seat observes; see ``kernels/actions.py``."""
