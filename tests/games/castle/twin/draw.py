"""C13 in plain lists: the board that a stream of random numbers draws."""

from collections.abc import Callable
from typing import Any

from tests.games.castle.twin.castle import GUESTS, RESOURCES
from tests.games.castle.twin.check_board import SHAPES, lines_of

Draw = Callable[[int], int]
"""`u(k)`: a whole number from 0 to k - 1."""


def shuffled(items: list[Any], u: Draw) -> list[Any]:
    """A list in a random order."""
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = u(last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def draw_board(u: Draw, architect: bool) -> dict[str, Any]:
    """A board as a record has it."""
    name = list(SHAPES)[u(3)]
    squares, photo_row, photo_column = lines_of(SHAPES[name])
    while True:
        resources = shuffled([resource for resource in RESOURCES for _ in range(3)], u)
        asked = [sorted(resources[square] for square in line) for line in squares]
        others = [line for line in range(10) if line not in (photo_row, photo_column)]
        reactivates = [line for line in others if asked[line] == ["food", "gold"]]
        steals = [line for line in others if asked[line] == ["food", "gold", "stone"]]
        if all(len(set(names)) > 1 for names in asked) and (not architect or (reactivates and steals)):
            break
    lines: list[dict[str, Any]] = [
        {"squares": line, "wall": 0, "tower": 0, "flags": [], "residents": 0, "floor": 0, "effect": "none"}
        for line in squares
    ]
    lines[photo_row]["floor"] = 1
    lines[photo_column]["residents"] = 3
    bare = u(4) == 0
    lines[photo_column]["wall"] = 0 if bare else 1
    if architect:
        for effect, possible in (("reactivate", reactivates), ("steal", steals)):
            line = possible[u(len(possible))]
            lines[line]["effect"] = effect
            others.remove(line)
    threes = shuffled([line for line in others if len(squares[line]) == 3], u)
    twos = shuffled([line for line in others if len(squares[line]) == 2], u)
    lines[threes.pop(0)]["tower"] = 5
    low = lines[twos.pop(0)]
    low["tower"] = 2
    if bare and not architect:
        low["flags"] = [1]
    for place, line in enumerate(shuffled(threes + twos, u)):
        short = len(squares[line]) == 2
        if place < (3 if bare else 2):
            lines[line]["wall"] = 1
            lines[line]["residents"] = u(3) if short else 1 + u(4)
        else:
            flags = [[1], [2], [1, 1]] if short else [[2], [1, 1], [2, 1], [2, 2]]
            lines[line]["flags"] = flags[u(len(flags))]
    group_size, groups = 3 + u(4), 4 + u(5)
    points = [1 + u(3)]
    for step in sorted(1 + u(4) for _ in range(groups - 1)):
        points.append(points[-1] + step)
    room = [0, 1, 2, 4, 6] if u(2) == 1 else [0, 2, 4, 5, 6]
    most = 0 if architect else 3 + u(3)
    return {
        "shape": name,
        "squares": resources,
        "lines": lines,
        "group_size": group_size,
        "group_points": points,
        "flag_room": room,
        "card_values": [] if architect else [1 + u(most) for _ in range(16)],
    }


def draw_deck(u: Draw, architect: bool, values: list[int]) -> list[Any]:
    """The shuffled deck (C3.2)."""
    return shuffled(list(GUESTS) if architect else values, u)
