"""The learned player: its scores are linear in its weights, so the weights can be fitted to the results of a search.

It counts what a piece brings now by the arithmetic of ``greedy.py``: the points that it adds to its palace, tiles that
change hands, room, squares taken away. A score is the sum of counts times weights (``_taught.py``). The weights of a
kind of piece include its worth at hand.

Nothing here comes from the rulebook's hints, and nobody chose what matters.
"""

from typing import Any

from arkadia_sim.games.medina.bots_api.kit import (
    bitboard,
    cuts_street,
    decision,
    inlined,
    limits,
    places,
    scoring,
    state,
)

from . import _taught as weights
from . import greedy
from ._choosing import choosing_with, scoring_with

# places in mind["scratch"] during a decision
PROGRESS, FIRST = 0, 1
"""The progress of the game, by the pieces placed; whether a second placement follows this one."""
MINE = 2  # by colour: whether the player may still claim a palace of it
ABLE = MINE + state.COLOURS  # by colour: the share of the others who may
POINT = ABLE + state.COLOURS  # by colour: the worth of a point of a building
JOIN = POINT + state.COLOURS  # by colour: the worth of a building beyond its points
ROOM = JOIN + state.COLOURS  # by colour: the worth of a square into which the palace can grow
EDGE = ROOM + state.COLOURS  # by colour: the worth of a place beside the ring
TOWER = EDGE + state.COLOURS  # by colour: the worth of a point of a tower that an open palace now touches
GUEST = TOWER + state.COLOURS  # by colour: the same for a merchant on its tile
HELD = GUEST + state.COLOURS  # by colour: buildings at hand
AS_SUCH = HELD + state.COLOURS  # by kind of piece, from stables on: the worth of placing one as such
BESIDE = AS_SUCH + state.KINDS  # by piece (stable, merchant, wall) and palace: the worth of a point there
SPOILT = BESIDE + 3 * state.PALACES_MAX  # by palace: the worth of a free square that a stable takes away
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
    """The weight of a kind of piece at this point of the game."""
    return p[first] + p[first + 1] * progress + p[first + 2] * max(0.0, 4.0 * progress - 3.0)


@inlined
def _of_open(p: Any, first: Any, mine: Any, able: Any, progress: Any) -> Any:
    """The worth of a point of an open palace, by the five weights from this one on."""
    weight = p[first] * mine + p[first + 1] * able + p[first + 2] * mine * able
    return weight + progress * (p[first + 3] * mine + p[first + 4] * able)


@inlined
def _note_colour(table: Any, holdings: Any, mind: Any, colour: Any) -> None:
    """Note the worth of buildings of a colour and of its open palaces."""
    p, scratch, seat, players = mind["parameters"], mind["scratch"], table["seat"], table["players"]
    progress, first, at_hand = scratch[PROGRESS], scratch[FIRST], holdings["pieces"][seat, colour]
    others = 0
    for other in range(players):
        if other != seat and (table["owned"][other] >> colour) & 1 == 0:
            others += 1
    may = (table["owned"][seat] >> colour) & 1 == 0 and holdings["pieces"][seat, state.ROOF] > 0
    mine, able = 1.0 if may else 0.0, others / (players - 1)
    scratch[MINE + colour], scratch[ABLE + colour], scratch[HELD + colour] = mine, able, at_hand
    scratch[POINT + colour] = _of_open(p, weights.BUILD_POINTS, mine, able, progress)
    scratch[EDGE + colour] = p[weights.EDGE_MINE] * mine + p[weights.EDGE_ABLE] * able
    scratch[TOWER + colour] = p[weights.TOWER_MINE] * mine + p[weights.TOWER_ABLE] * able
    scratch[GUEST + colour] = p[weights.GUEST_MINE] * mine + p[weights.GUEST_ABLE] * able
    worth = _when(p, weights.BUILD, progress) + at_hand * (p[weights.BUILD_HAND] + p[weights.BUILD_HAND_MINE] * mine)
    worth += first * (p[weights.FIRST_MINE] * mine + p[weights.FIRST_ABLE] * able)
    palace = table["growing"][colour]
    if palace == state.NO_PALACE:
        worth += (
            p[weights.BEGIN_MINE] * mine
            + p[weights.BEGIN_ABLE] * able
            + p[weights.BEGIN_BOTH] * mine * able
            + p[weights.BEGIN_LATE] * progress
        )
        scratch[ROOM + colour] = p[weights.ROOM_MINE] * mine + p[weights.ROOM_ABLE] * able
    else:
        extent = scoring.palace_size(table, palace)
        worth += extent * (
            p[weights.SIZE_MINE] * mine + p[weights.SIZE_ABLE] * able + p[weights.SIZE_BOTH] * mine * able
        )
        scratch[ROOM + colour] = p[weights.OPENED_MINE] * mine + p[weights.OPENED_ABLE] * able
    scratch[JOIN + colour] = worth


@inlined
def _beside(p: Any, first: Any, owner: Any, seat: Any, mine: Any, able: Any, progress: Any) -> Any:
    """The worth of a point of a palace, by the nine weights from this one on."""
    if owner == state.OPEN:
        return _of_open(p, first + weights.OTHERS, mine, able, progress)
    if owner == state.NOBODY:
        return 0.0
    if owner == seat:
        return p[first] + p[first + 1] * progress
    return p[first + 2] + p[first + 3] * progress


@inlined
def _note_palace(table: Any, mind: Any, palace: Any) -> None:
    """Note the worth of a stable, a merchant or a wall beside a palace."""
    p, scratch, owner, seat = mind["parameters"], mind["scratch"], table["owner"][palace], table["seat"]
    progress, colour = scratch[PROGRESS], table["colour"][palace]
    mine, able = scratch[MINE + colour], scratch[ABLE + colour]
    for piece in range(3):
        first = weights.STABLE_POINTS + weights.EACH * piece
        scratch[BESIDE + state.PALACES_MAX * piece + palace] = _beside(p, first, owner, seat, mine, able, progress)
    spoilt = 0.0
    if owner == state.OPEN:
        spoilt = p[weights.SPOILT_OPEN]
    elif owner != state.NOBODY:
        spoilt = p[weights.SPOILT_OWN] if owner == seat else p[weights.SPOILT_THEIRS]
    scratch[SPOILT + palace] = spoilt


@inlined
def look(table: Any, holdings: Any, mind: Any) -> None:
    """Note the weights at this point of the game, for the player on turn."""
    p, scratch, seat = mind["parameters"], mind["scratch"], table["seat"]
    _note_progress(table, holdings, mind)
    progress = scratch[PROGRESS]
    for colour in range(state.COLOURS):
        _note_colour(table, holdings, mind, colour)
    for palace in range(table["n_palaces"]):
        _note_palace(table, mind, palace)
    pieces, as_such = holdings["pieces"], scratch[AS_SUCH : AS_SUCH + state.KINDS]
    as_such[state.STABLE] = _when(p, weights.STABLE, progress) + p[weights.STABLE_HAND] * pieces[seat, state.STABLE]
    as_such[state.MERCHANT] = (
        _when(p, weights.MERCHANT, progress) + p[weights.MERCHANT_HAND] * pieces[seat, state.MERCHANT]
    )
    if table["new_street"] != 0:
        as_such[state.MERCHANT] += p[weights.STREET]
    as_such[state.WALL] = _when(p, weights.WALL, progress) + p[weights.WALL_HAND] * pieces[seat, state.WALL]
    as_such[state.ROOF] = _when(p, weights.ROOF, progress) + p[weights.ROOF_FIRST] * scratch[FIRST]
    as_such[state.NEUTRAL_ROOF] = _when(p, weights.NEUTRAL, progress)


@inlined
def _passes(seat: Any, before: Any, to: Any, won: Any, given: Any) -> Any:
    """The worth of a tile's move from one holder to another."""
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
    """The worth of these arms' tower tiles if a palace of this colour and owner now touches them."""
    p, scratch, seat = mind["parameters"], mind["scratch"], table["seat"]
    gain = 0.0
    for arm in range(state.ARMS):
        if (arms >> arm) & 1 != 0:
            tower = state.TOWER_OF_ARM[arm]
            points, guests = table["rules"]["tower_values"][tower], table["tower_merchants"][tower]
            if owner == state.OPEN:
                gain += points * scratch[TOWER + colour] + guests * scratch[GUEST + colour]
            else:
                gain += points * _passes(
                    seat, table["tower_holder"][tower], owner, p[weights.TOWER_WON], p[weights.TOWER_GIVEN]
                )
                gain += guests * _passes(seat, state.NOBODY, owner, p[weights.GUEST_WON], p[weights.GUEST_GIVEN])
    return gain


@inlined
def _tile_gain(table: Any, mind: Any, colour: Any, extent: Any, owner: Any) -> Any:
    """The worth of the colour's palace tile if a palace of this owner now has this size."""
    before, p = table["tile_palace"][colour], mind["parameters"]
    if before != state.NO_PALACE and extent <= scoring.palace_size(table, before):
        return 0.0
    points = table["rules"]["palace_values"][colour]
    return points * _passes(
        table["seat"], table["palace_holder"][colour], owner, p[weights.TILE_WON], p[weights.TILE_GIVEN]
    )


@inlined
def _score_building(table: Any, mind: Any, colour: Any, square: Any) -> Any:
    scratch, palace = mind["scratch"], table["growing"][colour]
    here = bitboard.single(square)
    arms, legal = places.arms_beside(table, square), bitboard.load(table["places"][colour])
    if palace == state.NO_PALACE:
        points = greedy.piece_points(table, square, bitboard.EMPTY)
        room = bitboard.size(bitboard.both(bitboard.around(here), legal))
    else:
        points = greedy.piece_points(table, square, bitboard.beside(bitboard.load(table["pieces"][palace])))
        arms = arms & ~table["arms"][palace]
        taken = bitboard.either(bitboard.load(table["occupied"]), bitboard.load(table["well_region"]))
        taken = bitboard.either(taken, bitboard.either(bitboard.load(table["near_several"]), legal))
        ring = bitboard.both(bitboard.beside(here), bitboard.load(table["city"]))
        room = bitboard.size(bitboard.without(ring, taken))
    worth = scratch[JOIN + colour] + points * scratch[POINT + colour] + room * scratch[ROOM + colour]
    if arms != 0:
        worth += _tower_gain(table, mind, arms, colour, state.OPEN)
    if greedy.is_beside_ring(table, square):
        worth += scratch[EDGE + colour]
    return worth


@inlined
def _score_stable(table: Any, mind: Any, square: Any) -> Any:
    scratch, palace = mind["scratch"], places.palace_around(table, square)
    owner, colour = table["owner"][palace], table["colour"][palace]
    points = greedy.piece_points(table, square, bitboard.beside(bitboard.load(table["pieces"][palace])))
    worth = scratch[AS_SUCH + state.STABLE] + points * scratch[BESIDE + palace]
    worth += scratch[SPOILT + palace] * greedy.squares_lost(table, square)
    arms = places.arms_beside(table, square) & ~table["arms"][palace]
    if arms != 0:
        worth += _tower_gain(table, mind, arms, colour, owner)
    if owner != state.OPEN:
        worth += _tile_gain(table, mind, colour, scoring.palace_size(table, palace) + 1, owner)
    return worth


@inlined
def _score_merchant(table: Any, mind: Any, square: Any) -> Any:
    scratch, ring = mind["scratch"], bitboard.beside(bitboard.single(square))
    worth = scratch[AS_SUCH + state.MERCHANT]
    if bitboard.meet(ring, bitboard.load(table["near"])):
        for palace in range(table["n_palaces"]):
            if bitboard.meet(ring, bitboard.load(table["pieces"][palace])):
                worth += scratch[BESIDE + state.PALACES_MAX + palace]
    if mind["parameters"][weights.CUT] != 0.0 and cuts_street(table, square):
        worth += mind["parameters"][weights.CUT]
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
    worth = scratch[AS_SUCH + kind] + _tile_gain(table, mind, colour, scoring.palace_size(table, palace), owner)
    worth += _tower_gain(table, mind, table["arms"][palace], colour, owner)
    if kind == state.NEUTRAL_ROOF:
        return worth + points * (
            p[weights.NEUTRAL_MINE] * mine + p[weights.NEUTRAL_ABLE] * able + p[weights.NEUTRAL_BOTH] * mine * able
        )
    worth += points * (
        p[weights.ROOF_POINTS] + p[weights.ROOF_POINTS_LATE] * progress + p[weights.ROOF_POINTS_ABLE] * able
    )
    worth += able * (p[weights.ROOF_ABLE] + p[weights.ROOF_ABLE_LATE] * progress)
    worth += scratch[HELD + colour] * (p[weights.ROOF_HAND] + p[weights.ROOF_HAND_LATE] * progress)
    if table["growing"][colour] == palace:
        worth += min(ROOM_MAX, int(table["n_places"][colour])) * (
            p[weights.ROOF_ROOM] + p[weights.ROOF_ROOM_ABLE] * able
        )
    if colour == state.PURPLE:
        worth += p[weights.ROOF_TEA] * table["rules"]["tea_tiles"][table["purple_roofs"]]
    return worth


score = scoring_with(_score_building, _score_stable, _score_merchant, _score_wall, _score_roof)
_best = choosing_with(look, score)


@inlined
def break_worth(mind: Any) -> Any:
    """The score of a tea break; call ``look`` before."""
    p = mind["parameters"]
    return p[weights.BREAK_BELOW] + p[weights.BREAK_LATER] * mind["scratch"][PROGRESS]


@decision
def place(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The placement with the highest score."""
    _best(table, holdings, mind, choice)


@decision
def tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A tea break if no second placement scores as much."""
    worth = _best(table, holdings, mind, choice)
    choice["take_tea"] = 1 if worth < break_worth(mind) else 0
    limits.keep_tea(mind, choice)
