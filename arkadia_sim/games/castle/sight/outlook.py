"""What a player sees in a position: how far lines are from complete, and what a line would bring at once."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.castle.box import LINES
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.candidates import gives_part, has, parts_of, size
from arkadia_sim.games.castle.rules.scoring import points_of_guest as points_of_guest
from arkadia_sim.games.castle.rules.scoring import resident_points

FAR = 9
"""Squares missing where no line is wanted."""


@inlined
def missing_with(table: Any, castle: Any, square: Any) -> Any:
    """The fewest squares that a token on this square leaves missing to a line that gives a main part still wanted."""
    fewest = FAR
    tokens = int(castle["tokens"]) | 1 << int(square)
    for line in range(LINES):
        squares = int(table["board"]["lines"][line]["squares"])
        if has(squares, square) and gives_part(table, castle, line):
            fewest = min(fewest, size(squares & ~tokens))
    return fewest


@inlined
def wanted_through(table: Any, castle: Any, square: Any) -> Any:
    """How many lines through a square give a main part still wanted."""
    wanted = 0
    for line in range(LINES):
        if has(table["board"]["lines"][line]["squares"], square) and gives_part(table, castle, line):
            wanted += 1
    return wanted


@inlined
def completed_by(table: Any, castle: Any, square: Any) -> Any:
    """How many lines a token on this square completes."""
    completed, tokens = 0, int(castle["tokens"]) | 1 << int(square)
    for line in range(LINES):
        squares = int(table["board"]["lines"][line]["squares"])
        if has(squares, square) and squares & tokens == squares:
            completed += 1
    return completed


@inlined
def broken_by(table: Any, line: Any) -> Any:
    """How many other lines that could be cashed now are broken by cashing this one."""
    squares, broken = int(table["board"]["lines"][line]["squares"]), 0
    for other in range(LINES):
        if other != line and has(table["open"], other):
            broken += 1 if int(table["board"]["lines"][other]["squares"]) & squares != 0 else 0
    return broken


@inlined
def flags_of(table: Any, castle: Any, line: Any) -> Any:
    """The points of the flags that a line brings, once its own wall stands."""
    gifts, walls, points = table["board"]["lines"][line], castle["walls"], 0
    if gifts["wall"] != 0 and walls < state.PARTS_MAX:
        walls += 1
    room = max(0, table["board"]["flag_room"][walls] - castle["flags"])
    for number in range(min(gifts["n_flags"], room)):
        points += gifts["flags"][number]
    return points


@inlined
def more_residents(table: Any, castle: Any, number: Any) -> Any:
    """The points that so many residents bring."""
    most = table["board"]["group_size"] * table["board"]["groups"]
    after = min(most, castle["residents"] + number)
    return resident_points(table, after) - resident_points(table, castle["residents"])


@inlined
def tower_of(table: Any, castle: Any, line: Any) -> Any:
    """The points of the tower that a line brings, with the sun if it is the first to be the fourth."""
    gifts = table["board"]["lines"][line]
    if gifts["tower"] == 0 or castle["towers"] >= state.PARTS_MAX:
        return 0
    sun = castle["towers"] == state.PARTS_MAX - 1 and table["sun"] == state.NOBODY
    return gifts["tower"] + (table["rules"]["sun"] if sun else 0)


@inlined
def gains_of(table: Any, castle: Any, line: Any) -> Any:
    """The points that a line brings at once, without guests."""
    gifts = table["board"]["lines"][line]
    residents = more_residents(table, castle, gifts["residents"])
    return tower_of(table, castle, line) + flags_of(table, castle, line) + residents


@inlined
def most_parts_of_others(table: Any, seat: Any) -> Any:
    """The most main parts that another player has."""
    most = 0
    for other in range(table["players"]):
        if other != seat:
            most = max(most, parts_of(table["castles"][other]))
    return most
