"""Drawing a board that agrees with what is known (C13), from a stream of random numbers."""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.castle.box import LINES, SQUARES
from arkadia_sim.games.castle.rules import state
from arkadia_sim.kernels.bits import has, nth, size
from arkadia_sim.kernels.play_loop import STREAM
from arkadia_sim.rng import below, shuffle

SHORT, LONG = 2, 3
"""Squares of a line."""
HIGH_TOWER, LOW_TOWER = 5, 2
"""Points of a tower; from the first number on it counts as a high one."""
PHOTO_RESIDENTS = 3
WALL_LINES = 2
"""Walls that are drawn beside that of the photo column."""
SHORT_FLAGS = np.array([[1, 0], [2, 0], [1, 1]], np.int64)
LONG_FLAGS = np.array([[2, 0], [1, 1], [2, 1], [2, 2]], np.int64)
"""Flags of a line, 0 for none (C13.6)."""
FLAG_ROOM = np.array([[0, 2, 4, 5, 6], [0, 1, 2, 4, 6]], np.int64)
GROUP_SIZES, GROUPS, FIRST_POINTS, POINT_STEPS = (3, 6), (4, 8), (1, 3), (1, 4)
CARD_RANGES = (3, 5)
"""Smallest and largest values that C13.7 and C13.9 draw."""
_NO_GIFTS = np.zeros(1, state.LINE_DTYPE)


@inlined
def between(bounds: Any, stream: Any) -> Any:
    """A whole number between two bounds, both included."""
    return bounds[0] + below(stream, bounds[1] - bounds[0] + 1)


@inlined
def asks_for(board: Any, line: Any, resource: Any, number: Any) -> Any:
    """Whether a line has so many squares of a resource."""
    return size(int(board["lines"][line]["squares"]) & int(board["of_resource"][resource])) == number


@inlined
def may_have_effect(board: Any, line: Any, stone: Any) -> Any:
    """Whether a line has one gold and one food square, so many ``stone`` squares and no other (C13.2): none to
    reactivate, one to steal."""
    return (
        size(board["lines"][line]["squares"]) == SHORT + stone
        and asks_for(board, line, state.GOLD, 1)
        and asks_for(board, line, state.FOOD, 1)
        and asks_for(board, line, state.STONE, stone)
    )


@inlined
def has_dull_line(board: Any) -> Any:
    """Whether a line has squares of one resource only (C13.2)."""
    for line in range(LINES):
        for resource in range(state.RESOURCES):
            if asks_for(board, line, resource, size(board["lines"][line]["squares"])):
                return True
    return False


@inlined
def _give_flags(gifts: Any, flags: Any) -> None:
    for number in range(len(flags)):
        if flags[number] > 0:
            gifts["flags"][gifts["n_flags"]] = flags[number]
            gifts["n_flags"] += 1


@inlined
def find_resources(board: Any) -> None:
    """Note the squares of each resource."""
    for resource in range(state.RESOURCES):
        board["of_resource"][resource] = 0
    for square in range(SQUARES):
        resource = board["resource"][square]
        board["of_resource"][resource] = int(board["of_resource"][resource]) | 1 << square


@inlined
def _draw_resources(board: Any, photo_row: Any, photo_column: Any, architect: Any, stream: Any) -> Any:
    """C13.2; returns the sets R and S."""
    while True:
        for square in range(SQUARES):
            board["resource"][square] = square // (SQUARES // state.RESOURCES)
        shuffle(board["resource"], SQUARES, stream)
        find_resources(board)
        reactivates, steals = 0, 0
        for line in range(LINES):
            if line != photo_row and line != photo_column:
                reactivates |= 1 << line if may_have_effect(board, line, 0) else 0
                steals |= 1 << line if may_have_effect(board, line, 1) else 0
        if not has_dull_line(board) and (architect == 0 or (reactivates != 0 and steals != 0)):
            return reactivates, steals


@inlined
def _draw_gifts(board: Any, rest: Any, n: Any, bare: Any, stream: Any) -> None:
    """C13.6: walls and flags for the lines that are left."""
    shuffle(rest, n, stream)
    for place in range(n):
        gifts = board["lines"][rest[place]]
        short = size(gifts["squares"]) == SHORT
        if place < WALL_LINES + bare:
            gifts["wall"] = 1
            gifts["residents"] = below(stream, 3) if short else 1 + below(stream, 4)
        elif short:
            _give_flags(gifts, SHORT_FLAGS[below(stream, len(SHORT_FLAGS))])
        else:
            _give_flags(gifts, LONG_FLAGS[below(stream, len(LONG_FLAGS))])


@inlined
def _draw_points(board: Any, architect: Any, stream: Any) -> None:
    """C13.7 to C13.9: groups, room for flags, values of cards."""
    board["group_size"] = between(GROUP_SIZES, stream)
    groups = between(GROUPS, stream)
    board["groups"] = groups
    points = board["group_points"]
    points[0] = between(FIRST_POINTS, stream)
    for group in range(1, groups):  # steps, the smaller ones first
        step = between(POINT_STEPS, stream)
        place = group
        while place > 1 and points[place - 1] > step:
            points[place] = points[place - 1]
            place -= 1
        points[place] = step
    for group in range(1, len(points)):
        points[group] = points[group] + points[group - 1] if group < groups else 0
    narrow_first = below(stream, 2)
    for walls in range(state.PARTS_MAX + 1):
        board["flag_room"][walls] = FLAG_ROOM[narrow_first, walls]
    for card in range(state.APPRENTICE_CARDS):
        board["card_values"][card] = 0
    if architect == 0:
        highest = between(CARD_RANGES, stream)
        for card in range(state.APPRENTICE_CARDS):
            board["card_values"][card] = 1 + below(stream, highest)


@compiled(types.void(state.TABLE, state.SETUP, STREAM))
def draw_board(table: Any, setup: Any, stream: Any) -> None:
    """Draw the board of a game (C13)."""
    board, architect = table["board"], table["rules"]["architect"]
    shape = below(stream, state.SHAPES_MAX)
    board["shape"] = shape
    photo_row, photo_column = setup["photo_row"][shape], setup["photo_column"][shape]
    for line in range(LINES):
        board["lines"][line] = _NO_GIFTS[0]
        board["lines"][line]["squares"] = setup["lines"][shape, line]
    reactivates, steals = _draw_resources(board, photo_row, photo_column, architect, stream)
    board["lines"][photo_row]["floor"] = 1
    board["lines"][photo_column]["residents"] = PHOTO_RESIDENTS
    bare = 1 if below(stream, 4) == 0 else 0
    board["lines"][photo_column]["wall"] = 1 - bare
    taken = 1 << int(photo_row) | 1 << int(photo_column)
    if architect != 0:
        line = nth(reactivates, below(stream, size(reactivates)))
        board["lines"][line]["effect"] = state.REACTIVATE
        taken |= 1 << line
        line = nth(steals, below(stream, size(steals)))
        board["lines"][line]["effect"] = state.THEFT
        taken |= 1 << line
    threes, twos, rest = np.zeros(LINES, np.int64), np.zeros(LINES, np.int64), np.zeros(LINES, np.int64)
    n_threes, n_twos = 0, 0
    for line in range(LINES):
        if has(taken, line):
            continue
        if size(board["lines"][line]["squares"]) == LONG:
            threes[n_threes] = line
            n_threes += 1
        else:
            twos[n_twos] = line
            n_twos += 1
    shuffle(threes, n_threes, stream)
    shuffle(twos, n_twos, stream)
    board["lines"][threes[0]]["tower"] = HIGH_TOWER
    low = board["lines"][twos[0]]
    low["tower"] = LOW_TOWER
    if bare != 0 and architect == 0:
        _give_flags(low, SHORT_FLAGS[0])
    n = 0
    for place in range(1, n_threes):
        rest[n] = threes[place]
        n += 1
    for place in range(1, n_twos):
        rest[n] = twos[place]
        n += 1
    _draw_gifts(board, rest, n, bare, stream)
    _draw_points(board, architect, stream)
