"""C13 turned round: whether a board is one that can be drawn, by the twin's own reading of the rules."""

from collections.abc import Mapping
from typing import Any

from tests.games.castle.twin.castle import RESOURCES
from tests.support.refereeing import RuleError

SHAPES = {
    "blocks": ("## ##", "## ##", "## ##"),
    "staggered": ("   ###", "## ###", "##  ##"),
    "chain": ("##   ", "###  ", "  ###", "   ##", "   ##"),
}
GIFTS = ("wall", "tower", "flags", "residents", "floor", "effect")


def lines_of(rows: tuple[str, ...]) -> tuple[list[list[int]], int, int]:
    """The lines of a shape, and which are the rightmost of the bottom row and the far right column (C2.2)."""
    numbers: dict[tuple[int, int], int] = {}
    for row, text in enumerate(rows):
        for column, sign in enumerate(text):
            if sign == "#":
                numbers[row, column] = len(numbers)
    across, down = [], []
    for row, column in numbers:
        if (row, column - 1) not in numbers:
            across.append([numbers[row, column + step] for step in _length(numbers, row, column, 0, 1)])
    for row, column in sorted(numbers, key=lambda place: (place[1], place[0])):
        if (row - 1, column) not in numbers:
            down.append([numbers[row + step, column] for step in _length(numbers, row, column, 1, 0)])
    return across + down, len(across) - 1, len(across) + len(down) - 1


def _length(numbers: Mapping[tuple[int, int], int], row: int, column: int, by_row: int, by_column: int) -> range:
    length = 0
    while (row + length * by_row, column + length * by_column) in numbers:
        length += 1
    return range(length)


def check_board(board: Mapping[str, Any], architect: bool) -> None:
    """Raise RuleError unless this board can be drawn."""
    _need(board["shape"] in SHAPES, "C13.1")
    lines, photo_row, photo_column = lines_of(SHAPES[board["shape"]])
    _need([line["squares"] for line in board["lines"]] == lines, "C2.2")
    _need(sorted(board["squares"]) == sorted(RESOURCES * 3), "C2.1")
    asked = ["".join(sorted(board["squares"][square][0] for square in line)) for line in lines]
    _need(all(len(set(names)) > 1 for names in asked), "C13.2")
    gifts = [[line[name] for name in GIFTS] for line in board["lines"]]
    _need(gifts[photo_row] == [0, 0, [], 0, 1, "none"], "C13.3")
    _need(gifts[photo_column] in ([0, 0, [], 3, 0, "none"], [1, 0, [], 3, 0, "none"]), "C13.3")
    bare = not gifts[photo_column][0]
    left = [number for number in range(10) if number not in (photo_row, photo_column)]
    for effect, wanted in (("reactivate", "fg"), ("steal", "fgs")):
        own = [number for number in left if gifts[number][5] == effect]
        _need(len(own) == int(architect), "C13.4")
        for number in own:
            _need(asked[number] == wanted and gifts[number][:5] == [0, 0, [], 0, 0], "C13.4")
            left.remove(number)
    for size, points in ((3, 5), (2, 2)):
        towers = [number for number in left if len(lines[number]) == size and gifts[number][1]]
        flags = [1] if bare and not architect and size == 2 else []
        _need([gifts[number] for number in towers] == [[0, points, flags, 0, 0, "none"]], "C13.5")
        left.remove(towers[0])
    walls = [number for number in left if gifts[number][0]]
    _need(len(walls) == (3 if bare else 2), "C13.6")
    for number in left:
        long = len(lines[number]) == 3
        if number in walls:
            residents = range(1, 5) if long else range(3)
            _need(gifts[number] in [[1, 0, [], some, 0, "none"] for some in residents], "C13.6")
        else:
            flags_of = [[2], [1, 1], [2, 1], [2, 2]] if long else [[1], [2], [1, 1]]
            _need(gifts[number] in [[0, 0, some, 0, 0, "none"] for some in flags_of], "C13.6")
    _check_points(board, architect)


def _check_points(board: Mapping[str, Any], architect: bool) -> None:
    points = board["group_points"]
    steps = [points[place + 1] - points[place] for place in range(len(points) - 1)]
    _need(board["group_size"] in range(3, 7) and len(points) in range(4, 9) and points[0] in (1, 2, 3), "C13.7")
    _need(steps == sorted(steps) and set(steps) <= {1, 2, 3, 4}, "C13.7")
    _need(board["flag_room"] in ([0, 2, 4, 5, 6], [0, 1, 2, 4, 6]), "C13.8")
    values = board["card_values"]
    _need(values == [] if architect else len(values) == 16 and set(values) <= {1, 2, 3, 4, 5}, "C13.9")


def _need(holds: Any, rule: str) -> None:
    if not holds:
        raise RuleError(rule, "no board can be drawn like this")
