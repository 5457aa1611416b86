"""What a position is judged by, at the beginning of a turn: what each player has and expects, and how far the game is.

The players come in the order of play from the seat whose view it is, the families from the dearest to the cheapest.
Nothing says what is good: a network learns that from games (``arkadia_sim/kernels/planning.py``).
"""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import bitboard, castle, inlined, moves, state

from . import _player as player

REACHES = 5
"""Open buildings with REACHES or more vacant neighbours count together; the others by their number."""
(
    GOLD, WORTH, SEALS, MOST, COMING, WORKERS, NEUTRALS, BANNERS, POOL, ON_TURN, AT_OPEN, BEST, LYING_BEST, IN_PLAY,
    AROUND,
) = range(15)  # fmt: skip
INCOME = AROUND + 1
HELD = INCOME + REACHES
AHEAD = HELD + state.FAMILIES
EACH = AHEAD + state.FAMILIES
"""Columns of each player."""
SEATS = EACH * state.SEATS_MAX
PROGRESS, SQUARED, FLOOR, LAST, LEFT, FREE, STACK, CAMPS = range(SEATS, SEATS + 8)
OPEN = CAMPS + 1
LYING = OPEN + REACHES
VALUE = LYING + REACHES
PIECES = VALUE + state.FAMILIES
SHOWN = PIECES + state.FAMILIES
CARDS = SHOWN + state.FAMILIES
COLUMNS = CARDS + state.FAMILIES


@inlined
def _describe_families(table: Any, seals: Any, rank: Any, columns: Any) -> None:
    """Rank the families by their value, then by the own ``seals``, and describe how the castle stands for each."""
    for family in range(state.FAMILIES):
        rank[family] = 0
        here = 1_000 * table["value"][family] + seals[family]
        for other in range(state.FAMILIES):
            there = 1_000 * table["value"][other] + seals[other]
            rank[family] += 1 if there > here or (there == here and other < family) else 0
        columns[VALUE + rank[family]] = 0.2 * table["value"][family]
        columns[PIECES + rank[family]] = 0.3 * table["pools"][table["floor"], family]
    for square in range(state.CASTLE_SQUARES):
        if table["covered"][square] == 0 and table["top"][square] != state.NO_FAMILY:
            columns[SHOWN + rank[table["top"][square]]] += 0.3


@inlined
def _describe_buildings(table: Any, holdings: Any, seat: Any, free: Any, rank: Any, columns: Any) -> None:
    players = table["players"]
    for k in range(table["n_open"]):
        building = table["open"][k]
        ring = bitboard.load(table["ring"][building])
        vacant = bitboard.size(bitboard.both(ring, free))
        r = min(vacant, REACHES) - 1
        family = state.family_of(table["card"][building])
        value, seal = 0.1 * table["value"][family], table["has_seal"][building]
        columns[OPEN + r] += 0.2
        columns[LYING + r] += seal * value
        for other in range(players):
            place = EACH * ((other - seat + players) % players)
            workers = bitboard.size(bitboard.both(ring, bitboard.load(table["own"][other])))
            columns[place + INCOME + r] += workers * value
            columns[place + AT_OPEN] += 0.1 * workers
            columns[place + AHEAD + rank[family]] += 0.2 * workers / (1.0 + vacant)
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
    rank = np.empty(state.FAMILIES, np.int64)
    _describe_families(table, holdings["seals"][seat], rank, columns)
    hand = game["hands"][seat]
    for i in range(hand["n"]):
        columns[CARDS + rank[state.family_of(hand["cards"][i])]] += 0.3
    for other in range(players):
        place = EACH * ((other - seat + players) % players)
        columns[place + GOLD] = 0.02 * holdings["gold"][other]
        columns[place + WORTH] = 0.02 * castle.worth(table, holdings, other)
        for family in range(state.FAMILIES):
            seals = 0.05 * holdings["seals"][other, family]
            columns[place + HELD + rank[family]] = 2.0 * seals
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
    _describe_buildings(table, holdings, seat, free, rank, columns)
    progress = player.progress_of(table)
    columns[PROGRESS], columns[SQUARED], columns[FLOOR] = progress, progress * progress, 0.1 * table["n_covered"]
    if table["turns_left"] >= 0:
        columns[LAST], columns[LEFT] = 1.0, 0.25 * table["turns_left"]
    columns[FREE] = 0.01 * bitboard.size(free)
    columns[STACK], columns[CAMPS] = 0.05 * table["stack_left"], 0.05 * table["neutral_pool"]
