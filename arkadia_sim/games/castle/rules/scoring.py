"""The score (C10): what each castle is worth, and who has won."""

from typing import Any

from arkadia_sim.accelerate import inlined, replaceable
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.candidates import first, parts_of, size

TOWERS, SUN, CLOUD, CLOUDS, RESIDENTS, FLAGS, GUESTS = range(7)
"""Places in the points of a seat."""
QUEEN_POINTS = 3


@replaceable
def resident_points(table: Any, residents: Any) -> Any:
    """The points of the group in which the last resident stands (C10.1)."""
    if residents <= 0:
        return 0
    return int(table["board"]["group_points"][(residents - 1) // table["board"]["group_size"]])


@inlined
def points_of_guest(castle: Any, guest: Any) -> Any:
    """What a guest scores in this castle as it is (C10.2)."""
    if guest == state.QUEEN:
        return QUEEN_POINTS
    if guest == state.COURTESAN:
        return size(int(castle["guests"]) & state.CROWNS & ~(1 << state.COURTESAN)) + 1
    if guest == state.JESTER:
        return int(castle["floors"])
    if guest == state.PRINCE:
        return int(castle["walls"])
    if guest == state.PRINCESS:
        return int(castle["towers"])
    if guest == state.KING:
        return int(castle["flags"])
    return 1


@inlined
def guest_points(castle: Any) -> Any:
    """Architect: the points of the guests (C10.2)."""
    points, rest = 0, int(castle["guests"])
    while rest != 0:
        points += points_of_guest(castle, first(rest))
        rest &= rest - 1
    return points


@inlined
def score_castle(table: Any, seat: Any, points: Any) -> Any:
    """Fill in what a seat scores by source; returns the sum."""
    castle, rules = table["castles"][seat], table["rules"]
    towers, flags, values = 0, 0, 0
    for number in range(castle["towers"]):
        towers += castle["tower_points"][number]
    for number in range(castle["flags"]):
        flags += castle["flag_points"][number]
    if rules["architect"] == 0:
        for number in range(castle["floors"]):
            values += castle["values"][number]
    points[TOWERS] = towers
    points[SUN] = rules["sun"] if table["sun"] == seat else 0
    points[CLOUD] = rules["cloud"] if table["finisher"] == seat else 0
    points[CLOUDS] = rules["shepherdess_cloud"] * castle["clouds"]
    points[RESIDENTS] = resident_points(table, castle["residents"])
    points[FLAGS] = flags
    points[GUESTS] = guest_points(castle) if rules["architect"] != 0 else values
    total = 0
    for source in range(len(points)):
        total += points[source]
    return total


@replaceable
def score(table: Any, scores: Any) -> None:
    """Fill in what everybody has scored if the game ends now, the winners included (C10.3)."""
    players, most, parts = table["players"], 0, 0
    for seat in range(players):
        scores["total"][seat] = score_castle(table, seat, scores["points"][seat])
        most = max(most, scores["total"][seat])
    for seat in range(players):
        if scores["total"][seat] == most:
            parts = max(parts, parts_of(table["castles"][seat]))
    for seat in range(players):
        wins = scores["total"][seat] == most
        if table["rules"]["parts_decide"] != 0:
            wins = wins and parts_of(table["castles"][seat]) == parts
        scores["wins"][seat] = 1 if wins else 0
