"""The learned player: a judgement of placements that is linear in its weights, so that they can be fitted to a search.

What a piece brings now is counted by the arithmetic of ``_worths.py``: the points that it adds to its palace, tiles
that change hands, room, squares taken away. Each count times a weight makes the score, and weights differ by whose
palace it is: one's own, another player's, or an open one, as far as one may still claim it and by the share of the
others who may; many also by how far the game is on. What a piece is worth at hand, the weights of its kind tell alone.

Nothing in here is made from the rulebook's hints, and which of it matters nobody has said.
"""

from typing import Any

from arkadia_sim.games.medina.bots_api.kit import (
    Parameter,
    bitboard,
    claims,
    cuts_street,
    decision,
    inlined,
    limits,
    places,
    scoring,
    state,
)

from . import _worths as worths
from ._choosing import choosing_with

_WHOSE = {
    "mine": "an open palace that one may still claim",
    "able": "an open palace, times the share of the others who may claim it",
    "both": "an open palace that one may still claim, times the share of the others who may",
    "mine_late": "an open palace that one may still claim, times how far the game is on",
    "able_late": "an open palace, times the share of the others who may claim it and how far the game is on",
}
_ROOFED = {
    "own": "an own palace",
    "own_late": "an own palace, times how far the game is on",
    "theirs": "another player's palace",
    "theirs_late": "another player's palace, times how far the game is on",
}
_WHEN = {
    "": "",
    "_late": ", times how far the game is on",
    "_end": ", the more of the last quarter of the game is over",
}
_PIECES = {
    "build": "a building",
    "stable": "a stable",
    "merchant": "a merchant",
    "wall": "a wall",
    "roof": "an own roof",
    "neutral": "a neutral roof",
}
_COUNTS = {
    "begin_mine": "a palace begun of a colour that one may claim",
    "begin_able": "a palace begun, times the share of the others who may claim it",
    "begin_both": "a palace begun of a colour that one may claim, times the share of the others who may",
    "begin_late": "a palace begun, times how far the game is on",
    "room_mine": "a square into which a palace begun could grow, if one may claim it",
    "room_able": "such a square, times the share of the others who may claim it",
    "opened_mine": "a square into which a palace can grow because of a building, if one may claim it",
    "opened_able": "such a square, times the share of the others who may claim it",
    "size_mine": "a piece of the palace that a building joins, if one may claim it",
    "size_able": "such a piece, times the share of the others who may claim it",
    "size_both": "such a piece, if one may claim it, times the share of the others who may",
    "edge_mine": "a building beside the ring, if one may claim it",
    "edge_able": "a building beside the ring, times the share of the others who may claim it",
    "build_hand": "a building, for each of its colour at hand",
    "build_hand_mine": "a building of a colour that one may claim, for each of it at hand",
    "build_first_mine": "a building of a colour that one may claim, with a second placement to come",
    "build_first_able": "a building with a second placement to come, times the share of the others who may claim it",
    "stable_hand": "a stable, for each at hand",
    "merchant_hand": "a merchant, for each at hand",
    "wall_hand": "a wall, for each at hand",
    "spoilt_own": "a free square that a stable at an own palace takes away",
    "spoilt_theirs": "a free square that a stable at another player's palace takes away",
    "spoilt_open": "a free square that a stable at an open palace takes away",
    "street": "a merchant that begins a new street",
    "cut": "a merchant after which the street cannot be lengthened",
    "tower_won": "a point of a tower's tile that comes to oneself",
    "tower_given": "a point of a tower's tile that comes to another",
    "guest_won": "a merchant on such a tile that comes to oneself",
    "guest_given": "a merchant on such a tile that comes to another",
    "tower_mine": "a point of a tower's tile whose arm an open palace comes to touch, if one may claim it",
    "tower_able": "such a point, times the share of the others who may claim the palace",
    "guest_mine": "a merchant on such a tile, if one may claim the palace",
    "guest_able": "such a merchant, times the share of the others who may claim the palace",
    "tile_won": "a point of a palace tile that comes to oneself",
    "tile_given": "a point of a palace tile that comes to another",
    "roof_points": "a point of the palace under an own roof",
    "roof_points_late": "such a point, times how far the game is on",
    "roof_points_able": "such a point, times the share of the others who may claim it",
    "roof_able": "an own roof, times the share of the others who may claim the palace",
    "roof_able_late": "an own roof, times the share of the others who may claim the palace and how far the game is on",
    "roof_hand": "an own roof, for each building of the colour at hand",
    "roof_hand_late": "the same, times how far the game is on",
    "roof_room": "an own roof, for each square (up to eight) into which the palace could grow",
    "roof_room_able": "the same, times the share of the others who may claim it",
    "roof_tea": "a tea tile that an own roof brings",
    "roof_first": "an own roof with a second placement to come",
    "neutral_mine": "a point of the palace under a neutral roof, if one may still claim it",
    "neutral_able": "such a point, times the share of the others who may claim it",
    "neutral_both": "such a point, if one may still claim it, times the share of the others who may",
}
WEIGHT = 1.0e3
_POINT = 0.02
"""Chances to win that a point is taken to be worth before anything was learned."""
_START = {
    "build_points_mine": 0.6, "build_points_able": -0.25, "stable_points_mine": 0.6, "stable_points_able": -0.25,
    "merchant_points_mine": 0.6, "merchant_points_able": -0.25, "wall_points_mine": 0.6, "wall_points_able": -0.25,
    "stable_points_own": 1.0, "stable_points_theirs": -0.5, "merchant_points_own": 1.0, "merchant_points_theirs": -0.5,
    "wall_points_own": 1.0, "wall_points_theirs": -0.5, "stable": -0.6, "merchant": -0.4, "wall": -0.4, "neutral": -1.0,
    "room_mine": 0.05, "tower_won": 1.0, "tower_given": -0.5, "guest_won": 0.4, "guest_given": -0.2, "tower_mine": 0.3,
    "tower_able": -0.12, "guest_mine": 0.1, "guest_able": -0.05, "tile_won": 0.7, "tile_given": -0.35,
    "roof_points": 1.0, "roof_hand": -2.0, "roof_tea": 0.3, "neutral_mine": -0.6, "neutral_able": 0.25,
}  # fmt: skip
"""In points: a player that can be played before anything was learned weighs as ``greedy`` does."""


def _weight(name: str, meaning: str) -> Parameter:
    return Parameter(name, _POINT * _START.get(name, 0.0), -WEIGHT, WEIGHT, f"weight of {meaning}")


_BY_PALACE = {"build": _WHOSE, "stable": _ROOFED | _WHOSE, "merchant": _ROOFED | _WHOSE, "wall": _ROOFED | _WHOSE}
PLACE_WEIGHTS = (
    *(
        _weight(f"{piece}_points_{whose}", f"a point that {_PIECES[piece]} adds to {meaning}")
        for piece, palaces in _BY_PALACE.items()
        for whose, meaning in palaces.items()
    ),
    *(_weight(piece + when, meaning + how) for piece, meaning in _PIECES.items() for when, how in _WHEN.items()),
    *(_weight(name, meaning) for name, meaning in _COUNTS.items()),
)
PARAMETERS = (
    *PLACE_WEIGHTS,
    Parameter("break_below", -0.3 * _POINT, -0.2, 0.2, "takes a tea break if no second placement is worth as much"),
    Parameter("break_later", 0.0, -0.2, 0.2, "how much this rises to the end of the game"),
)
TAUGHT = len(PLACE_WEIGHTS)
"""So many weights, the first of the parameters, are taught by search; the others only by play."""
assert len(PARAMETERS) < state.PARAMETERS_MAX

# places of the weights
_OPEN, _OTHERS = len(_WHOSE), len(_ROOFED)
_EACH = _OPEN + _OTHERS
BUILD_POINTS, STABLE_POINTS = 0, _OPEN
_KINDS = _OPEN + 3 * _EACH
_BUILD, _STABLE, _MERCHANT, _WALL, _ROOF, _NEUTRAL = (_KINDS + len(_WHEN) * piece for piece in range(len(_PIECES)))
(
    BEGIN_MINE, BEGIN_ABLE, BEGIN_BOTH, BEGIN_LATE, ROOM_MINE, ROOM_ABLE, OPENED_MINE, OPENED_ABLE,
    SIZE_MINE, SIZE_ABLE, SIZE_BOTH, EDGE_MINE, EDGE_ABLE, BUILD_HAND, BUILD_HAND_MINE, FIRST_MINE, FIRST_ABLE,
    STABLE_HAND, MERCHANT_HAND, WALL_HAND, SPOILT_OWN, SPOILT_THEIRS, SPOILT_OPEN, STREET, CUT,
    TOWER_WON, TOWER_GIVEN, GUEST_WON, GUEST_GIVEN, TOWER_MINE, TOWER_ABLE, GUEST_MINE, GUEST_ABLE,
    TILE_WON, TILE_GIVEN, ROOF_POINTS, ROOF_POINTS_LATE, ROOF_POINTS_ABLE, ROOF_ABLE, ROOF_ABLE_LATE,
    ROOF_HAND, ROOF_HAND_LATE, ROOF_ROOM, ROOF_ROOM_ABLE, ROOF_TEA, ROOF_FIRST,
    NEUTRAL_MINE, NEUTRAL_ABLE, NEUTRAL_BOTH,
) = range(_KINDS + len(_WHEN) * len(_PIECES), TAUGHT)  # fmt: skip
BREAK_BELOW, BREAK_LATER = TAUGHT, TAUGHT + 1

# what the scratch holds during a decision
PROGRESS, FIRST = 0, 1
"""How far the game is on, by the own pieces among all; whether a second placement is due after this one."""
MINE = 2  # by colour: whether one may still claim a palace of it
ABLE = MINE + state.COLOURS  # by colour: the share of the others who may
POINT = ABLE + state.COLOURS  # by colour: what a point of a building is worth
JOIN = POINT + state.COLOURS  # by colour: what a building is worth beyond its points
ROOM = JOIN + state.COLOURS  # by colour: what a square into which the palace can grow is worth
EDGE = ROOM + state.COLOURS  # by colour: what it is worth to stand beside the ring
TOWER = EDGE + state.COLOURS  # by colour: what a point of a tower is worth that an open palace comes to touch
GUEST = TOWER + state.COLOURS  # by colour: the same of a merchant on its tile
HELD = GUEST + state.COLOURS  # by colour: buildings at hand
AS_SUCH = HELD + state.COLOURS  # by kind of piece, stables and what follows: what placing one is worth as such
BESIDE = AS_SUCH + state.KINDS  # by piece (stable, merchant, wall) and palace: what a point is worth there
SPOILT = BESIDE + 3 * state.PALACES_MAX  # by palace: what a free square is worth that a stable takes away
ROOM_MAX = 8


@inlined
def _note_progress(table: Any, holdings: Any, mind: Any) -> None:
    seat, players, scratch = table["seat"], table["players"], mind["scratch"]
    placed = bitboard.size(bitboard.load(table["occupied"])) - 2
    for arm in range(state.ARMS):
        placed += table["arm"][arm]
    left = 0
    for kind in range(state.ON_SQUARES):
        left += holdings["pieces"][seat, kind]
    scratch[PROGRESS] = placed / (1.0 + placed + players * left)
    scratch[FIRST] = 1.0 if table["placed"] == 0 and table["turn"] >= table["short_turns"] else 0.0


@inlined
def _when(p: Any, first: Any, progress: Any) -> Any:
    """The weight of a kind of piece as things stand."""
    return p[first] + p[first + 1] * progress + p[first + 2] * max(0.0, 4.0 * progress - 3.0)


@inlined
def _of_open(p: Any, first: Any, mine: Any, able: Any, progress: Any) -> Any:
    """What a point of an open palace is worth, by the five weights from this one on."""
    weight = p[first] * mine + p[first + 1] * able + p[first + 2] * mine * able
    return weight + progress * (p[first + 3] * mine + p[first + 4] * able)


@inlined
def _note_colour(table: Any, holdings: Any, mind: Any, colour: Any) -> None:
    """What buildings of a colour, and its open palaces, are worth."""
    p, scratch, seat, players = mind["parameters"], mind["scratch"], table["seat"], table["players"]
    progress, first, at_hand = scratch[PROGRESS], scratch[FIRST], holdings["pieces"][seat, colour]
    others = 0
    for other in range(players):
        if other != seat and (table["owned"][other] >> colour) & 1 == 0:
            others += 1
    may = (table["owned"][seat] >> colour) & 1 == 0 and holdings["pieces"][seat, state.ROOF] > 0
    mine, able = 1.0 if may else 0.0, others / (players - 1)
    scratch[MINE + colour], scratch[ABLE + colour], scratch[HELD + colour] = mine, able, at_hand
    scratch[POINT + colour] = _of_open(p, BUILD_POINTS, mine, able, progress)
    scratch[EDGE + colour] = p[EDGE_MINE] * mine + p[EDGE_ABLE] * able
    scratch[TOWER + colour] = p[TOWER_MINE] * mine + p[TOWER_ABLE] * able
    scratch[GUEST + colour] = p[GUEST_MINE] * mine + p[GUEST_ABLE] * able
    worth = _when(p, _BUILD, progress) + at_hand * (p[BUILD_HAND] + p[BUILD_HAND_MINE] * mine)
    worth += first * (p[FIRST_MINE] * mine + p[FIRST_ABLE] * able)
    palace = table["growing"][colour]
    if palace == state.NO_PALACE:
        worth += p[BEGIN_MINE] * mine + p[BEGIN_ABLE] * able + p[BEGIN_BOTH] * mine * able + p[BEGIN_LATE] * progress
        scratch[ROOM + colour] = p[ROOM_MINE] * mine + p[ROOM_ABLE] * able
    else:
        extent = claims.palace_size(table, palace)
        worth += extent * (p[SIZE_MINE] * mine + p[SIZE_ABLE] * able + p[SIZE_BOTH] * mine * able)
        scratch[ROOM + colour] = p[OPENED_MINE] * mine + p[OPENED_ABLE] * able
    scratch[JOIN + colour] = worth


@inlined
def _beside(p: Any, first: Any, owner: Any, seat: Any, mine: Any, able: Any, progress: Any) -> Any:
    """What a point of a palace is worth, by the nine weights from this one on."""
    if owner == state.OPEN:
        return _of_open(p, first + _OTHERS, mine, able, progress)
    if owner == state.NOBODY:
        return 0.0
    if owner == seat:
        return p[first] + p[first + 1] * progress
    return p[first + 2] + p[first + 3] * progress


@inlined
def _note_palace(table: Any, mind: Any, palace: Any) -> None:
    """What it is worth to put a stable, a merchant or a wall beside a palace."""
    p, scratch, owner, seat = mind["parameters"], mind["scratch"], table["owner"][palace], table["seat"]
    progress, colour = scratch[PROGRESS], table["colour"][palace]
    mine, able = scratch[MINE + colour], scratch[ABLE + colour]
    for piece in range(3):
        first = STABLE_POINTS + _EACH * piece
        scratch[BESIDE + state.PALACES_MAX * piece + palace] = _beside(p, first, owner, seat, mine, able, progress)
    spoilt = 0.0
    if owner == state.OPEN:
        spoilt = p[SPOILT_OPEN]
    elif owner != state.NOBODY:
        spoilt = p[SPOILT_OWN] if owner == seat else p[SPOILT_THEIRS]
    scratch[SPOILT + palace] = spoilt


@inlined
def look(table: Any, holdings: Any, mind: Any) -> None:
    """Note what weights come to as things stand, for the player on turn."""
    p, scratch, seat = mind["parameters"], mind["scratch"], table["seat"]
    _note_progress(table, holdings, mind)
    progress = scratch[PROGRESS]
    for colour in range(state.COLOURS):
        _note_colour(table, holdings, mind, colour)
    for palace in range(table["n_palaces"]):
        _note_palace(table, mind, palace)
    pieces, as_such = holdings["pieces"], scratch[AS_SUCH : AS_SUCH + state.KINDS]
    as_such[state.STABLE] = _when(p, _STABLE, progress) + p[STABLE_HAND] * pieces[seat, state.STABLE]
    as_such[state.MERCHANT] = _when(p, _MERCHANT, progress) + p[MERCHANT_HAND] * pieces[seat, state.MERCHANT]
    if table["new_street"] != 0:
        as_such[state.MERCHANT] += p[STREET]
    as_such[state.WALL] = _when(p, _WALL, progress) + p[WALL_HAND] * pieces[seat, state.WALL]
    as_such[state.ROOF] = _when(p, _ROOF, progress) + p[ROOF_FIRST] * scratch[FIRST]
    as_such[state.NEUTRAL_ROOF] = _when(p, _NEUTRAL, progress)


@inlined
def _passes(seat: Any, before: Any, to: Any, won: Any, given: Any) -> Any:
    """What it is worth that something passes from one holder to another."""
    if before == to:
        return 0.0
    gain = 0.0
    if to >= 0:
        gain += won if to == seat else given
    if before >= 0:
        gain -= won if before == seat else given
    return gain


@inlined
def _tower_gain(table: Any, mind: Any, arms: Any, colour: Any, owner: Any) -> Any:
    """What the tiles of these arms' towers are worth when a palace of that colour and owner comes to touch them."""
    p, scratch, seat = mind["parameters"], mind["scratch"], table["seat"]
    gain = 0.0
    for arm in range(state.ARMS):
        if (arms >> arm) & 1 != 0:
            tower = state.TOWER_OF_ARM[arm]
            points, guests = table["rules"]["tower_values"][tower], table["tower_merchants"][tower]
            if owner == state.OPEN:
                gain += points * scratch[TOWER + colour] + guests * scratch[GUEST + colour]
            else:
                gain += points * _passes(seat, table["tower_holder"][tower], owner, p[TOWER_WON], p[TOWER_GIVEN])
                gain += guests * _passes(seat, state.NOBODY, owner, p[GUEST_WON], p[GUEST_GIVEN])
    return gain


@inlined
def _tile_gain(table: Any, mind: Any, colour: Any, extent: Any, owner: Any) -> Any:
    """What the colour's palace tile is worth when a palace of that owner comes to be of this extent."""
    before, p = table["tile_palace"][colour], mind["parameters"]
    if before != state.NO_PALACE and extent <= claims.palace_size(table, before):
        return 0.0
    points = table["rules"]["palace_values"][colour]
    return points * _passes(table["seat"], table["palace_holder"][colour], owner, p[TILE_WON], p[TILE_GIVEN])


@inlined
def _score_building(table: Any, mind: Any, colour: Any, square: Any) -> Any:
    scratch, palace = mind["scratch"], table["growing"][colour]
    here = bitboard.single(square)
    arms, legal = places.arms_beside(table, square), bitboard.load(table["places"][colour])
    if palace == state.NO_PALACE:
        points = worths.piece_points(table, square, bitboard.EMPTY)
        room = bitboard.size(bitboard.both(bitboard.around(here), legal))
    else:
        points = worths.piece_points(table, square, bitboard.beside(bitboard.load(table["pieces"][palace])))
        arms = arms & ~table["arms"][palace]
        taken = bitboard.either(bitboard.load(table["occupied"]), bitboard.load(table["well_region"]))
        taken = bitboard.either(taken, bitboard.either(bitboard.load(table["near_several"]), legal))
        ring = bitboard.both(bitboard.beside(here), bitboard.load(table["city"]))
        room = bitboard.size(bitboard.without(ring, taken))
    worth = scratch[JOIN + colour] + points * scratch[POINT + colour] + room * scratch[ROOM + colour]
    if arms != 0:
        worth += _tower_gain(table, mind, arms, colour, state.OPEN)
    if worths.is_beside_ring(table, square):
        worth += scratch[EDGE + colour]
    return worth


@inlined
def _score_stable(table: Any, mind: Any, square: Any) -> Any:
    scratch, palace = mind["scratch"], places.palace_around(table, square)
    owner, colour = table["owner"][palace], table["colour"][palace]
    points = worths.piece_points(table, square, bitboard.beside(bitboard.load(table["pieces"][palace])))
    worth = scratch[AS_SUCH + state.STABLE] + points * scratch[BESIDE + palace]
    worth += scratch[SPOILT + palace] * worths.squares_lost(table, square)
    arms = places.arms_beside(table, square) & ~table["arms"][palace]
    if arms != 0:
        worth += _tower_gain(table, mind, arms, colour, owner)
    if owner != state.OPEN:
        worth += _tile_gain(table, mind, colour, claims.palace_size(table, palace) + 1, owner)
    return worth


@inlined
def _score_merchant(table: Any, mind: Any, square: Any) -> Any:
    scratch, ring = mind["scratch"], bitboard.beside(bitboard.single(square))
    worth = scratch[AS_SUCH + state.MERCHANT]
    if bitboard.meet(ring, bitboard.load(table["near"])):
        for palace in range(table["n_palaces"]):
            if bitboard.meet(ring, bitboard.load(table["pieces"][palace])):
                worth += scratch[BESIDE + state.PALACES_MAX + palace]
    if mind["parameters"][CUT] != 0.0 and cuts_street(table, square):
        worth += mind["parameters"][CUT]
    return worth


@inlined
def _score_wall(table: Any, mind: Any, square: Any) -> Any:
    scratch = mind["scratch"]
    worth = scratch[AS_SUCH + state.WALL]
    arm = places.arm_of_place(table, square)
    palace = places.palace_at(table, square + table["inward"][arm >> 1])
    if palace != state.NO_PALACE:
        worth += scratch[BESIDE + 2 * state.PALACES_MAX + palace]
        if (table["arms"][palace] >> arm) & 1 == 0:
            worth += _tower_gain(table, mind, 1 << arm, table["colour"][palace], table["owner"][palace])
    return worth


@inlined
def _score_roof(table: Any, mind: Any, kind: Any, palace: Any) -> Any:
    p, scratch, seat, colour = mind["parameters"], mind["scratch"], table["seat"], table["colour"][palace]
    owner = seat if kind == state.ROOF else state.NOBODY
    mine, able, progress = scratch[MINE + colour], scratch[ABLE + colour], scratch[PROGRESS]
    points = float(scoring.score_palace(table, palace, mind["points"]))
    worth = scratch[AS_SUCH + kind] + _tile_gain(table, mind, colour, claims.palace_size(table, palace), owner)
    worth += _tower_gain(table, mind, table["arms"][palace], colour, owner)
    if kind == state.NEUTRAL_ROOF:
        return worth + points * (p[NEUTRAL_MINE] * mine + p[NEUTRAL_ABLE] * able + p[NEUTRAL_BOTH] * mine * able)
    worth += points * (p[ROOF_POINTS] + p[ROOF_POINTS_LATE] * progress + p[ROOF_POINTS_ABLE] * able)
    worth += able * (p[ROOF_ABLE] + p[ROOF_ABLE_LATE] * progress)
    worth += scratch[HELD + colour] * (p[ROOF_HAND] + p[ROOF_HAND_LATE] * progress)
    if table["growing"][colour] == palace:
        worth += min(ROOM_MAX, int(table["n_places"][colour])) * (p[ROOF_ROOM] + p[ROOF_ROOM_ABLE] * able)
    if colour == state.PURPLE:
        worth += p[ROOF_TEA] * table["rules"]["tea_tiles"][table["purple_roofs"]]
    return worth


@inlined
def score(table: Any, mind: Any, kind: Any, square: Any) -> Any:
    """Any piece on a square where it may go, after ``look``."""
    if kind < state.COLOURS:
        return _score_building(table, mind, kind, square)
    if kind == state.STABLE:
        return _score_stable(table, mind, square)
    if kind == state.MERCHANT:
        return _score_merchant(table, mind, square)
    if kind == state.WALL:
        return _score_wall(table, mind, square)
    return _score_roof(table, mind, kind, places.palace_at(table, square))


_best = choosing_with(look, score)


@inlined
def break_worth(mind: Any) -> Any:
    """What a tea break is worth, after ``look``."""
    p = mind["parameters"]
    return p[BREAK_BELOW] + p[BREAK_LATER] * mind["scratch"][PROGRESS]


@decision
def place(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The placement with the highest score."""
    _best(table, holdings, mind, choice)


@decision
def tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A tea break where no second placement is worth as much."""
    worth = _best(table, holdings, mind, choice)
    choice["take_tea"] = 1 if worth < break_worth(mind) else 0
    limits.keep_tea(mind, choice)
