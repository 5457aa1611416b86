"""What a position is judged by, at the beginning of a turn: what each player has and expects, and how far the game is.

The players come in the order of play from the seat whose view it is. Nothing says what is good: a network learns that
from games (``arkadia_sim/kernels/positions.py``).
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api.kit import bitboard, castle, inlined, look_ahead, moves, state

from . import _player as player

REACHES = 5
"""Open buildings with REACHES or more vacant neighbours count together; the others by their number."""
(
    GOLD, WORTH, SEALS, MOST, COMING, WORKERS, NEUTRALS, BANNERS, POOL, ON_TURN, AT_OPEN, BEST, LYING_BEST, IN_PLAY,
    AROUND,
) = range(15)  # fmt: skip
INCOME = AROUND + 1
EACH = INCOME + REACHES
"""Columns of each player."""
SEATS = EACH * state.SEATS_MAX
PROGRESS, SQUARED, FLOOR, LAST, LEFT, FREE, STACK, CAMPS = range(SEATS, SEATS + 8)
OPEN = CAMPS + 1
LYING = OPEN + REACHES
COLUMNS = LYING + REACHES


@inlined
def _describe_buildings(table: Any, holdings: Any, seat: Any, free: Any, columns: Any) -> None:
    players = table["players"]
    for k in range(table["n_open"]):
        building = table["open"][k]
        ring = bitboard.load(table["ring"][building])
        vacant = bitboard.size(bitboard.both(ring, free))
        r = min(vacant, REACHES) - 1
        value, seal = 0.1 * table["value"][state.family_of(table["card"][building])], table["has_seal"][building]
        columns[OPEN + r] += 0.2
        columns[LYING + r] += seal * value
        for other in range(players):
            place = EACH * ((other - seat + players) % players)
            workers = bitboard.size(bitboard.both(ring, bitboard.load(table["own"][other])))
            columns[place + INCOME + r] += workers * value
            columns[place + AT_OPEN] += 0.1 * workers
            if vacant <= holdings["workers"][other] + holdings["neutrals"][other]:
                own = (workers + seal + min(vacant, holdings["workers"][other])) * value
                columns[place + BEST] = max(columns[place + BEST], own)
                columns[place + LYING_BEST] += seal * value


@inlined
def describe(game: Any, seat: Any, columns: Any) -> None:
    """Fill in the columns for a seat."""
    table, holdings = game["table"], game["holdings"]
    players, floor = table["players"], table["floor"]
    free = moves.vacant(table)
    near_free = bitboard.neighbours(free)
    for i in range(COLUMNS):
        columns[i] = 0.0
    for other in range(players):
        place = EACH * ((other - seat + players) % players)
        columns[place + GOLD] = 0.02 * holdings["gold"][other]
        columns[place + WORTH] = 0.02 * castle.worth(table, holdings, other)
        for family in range(state.FAMILIES):
            seals = 0.05 * holdings["seals"][other, family]
            columns[place + SEALS] += seals
            columns[place + MOST] = max(columns[place + MOST], seals)
            columns[place + COMING] += seals * table["pools"][floor, family]
        columns[place + WORKERS] = 0.2 * holdings["workers"][other]
        columns[place + NEUTRALS] = 0.2 * holdings["neutrals"][other]
        columns[place + BANNERS] = 0.25 * table["banners"][other]
        columns[place + POOL] = 0.1 * table["own_pool"][other]
        own = bitboard.load(table["own"][other])
        columns[place + IN_PLAY] = 0.1 * bitboard.size(bitboard.both(own, near_free))
        columns[place + AROUND] = 0.1 * bitboard.size(bitboard.both(bitboard.neighbours(own), free))
    columns[EACH * ((table["seat"] - seat + players) % players) + ON_TURN] = 1.0
    _describe_buildings(table, holdings, seat, free, columns)
    progress = player.progress_of(table)
    columns[PROGRESS], columns[SQUARED], columns[FLOOR] = progress, progress * progress, 0.1 * table["n_covered"]
    if table["turns_left"] >= 0:
        columns[LAST], columns[LEFT] = 1.0, 0.25 * table["turns_left"]
    columns[FREE] = 0.01 * bitboard.size(free)
    columns[STACK], columns[CAMPS] = 0.05 * table["stack_left"], 0.05 * table["neutral_pool"]


DESCRIBING = look_ahead.Describing(describe, COLUMNS)
