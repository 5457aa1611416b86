"""The base player: what a placement brings, whatever its parameters.

It counts the points that a piece adds to its palace, tiles that change hands, room and squares taken away. What each of
these is worth in this position stands in tables at the places of ``mind["scratch"]`` named below. Bots differ in how
they fill these in: ``greedy.py`` by a few numbers that people can understand, ``learner.py`` by learned weights.

All scores are local differences: no game is copied.
"""

from typing import Any

from arkadia_sim.games.medina.bots_api import kit
from arkadia_sim.games.medina.bots_api.kit import bitboard, inlined, limits, places, scoring, state, with_noise

NOTHING = -1.0e9
"""Below the score of any placement."""
ROOM_MAX = 8

# -- places in mind["scratch"] ---------------------------------------------------------------------------------------
POINT, ROOM, EDGE, OPEN, TOWER, GUEST = (state.COLOURS * i for i in range(6))
"""By colour, for a building: the worth of a point, of a square into which the palace can grow, of a place beside the
ring; and a factor, times a point of a tower that its open palace touches and a merchant on its tile."""
ROOF_FIRST, ROOF_POINT, ROOF, ROOF_HELD, ROOF_ROOM, ROOF_LAST, NEUTRAL_POINT = (state.COLOURS * i for i in range(6, 13))
"""By colour, for an own roof: the worth of a point of the palace, of each square into which the palace could grow, and
of the roof beyond that, in summands; for a neutral roof, of a point. Summands are added in this order, always."""
AS_SUCH, AFTER = 13 * state.COLOURS, 13 * state.COLOURS + state.KINDS
"""By kind of piece, the worth of placing one as such: the first and the last summand."""
BESIDE = AFTER + state.KINDS
"""By piece (stable, merchant, wall) and palace: the worth of a point there."""
SPOILT, STABLE_AT = (BESIDE + state.PALACES_MAX * i for i in (3, 4))
"""By palace: the worth of a free square that a stable takes away, and of a stable beyond its points."""
TOWERS, GUESTS, TILES = (BESIDE + 5 * state.PALACES_MAX + 3 * i for i in range(3))
"""The worth of a point on a tower's tile, of a merchant there and of a point on a palace tile: a factor, and what it is
times if the player wins it and if another player does."""
CUT = TILES + 3
"""The worth of a merchant after which the street cannot be lengthened."""
FREE = CUT + 1
"""From here on the scratch is free for the bots."""


@inlined
def note_tile(mind: Any, tile: Any, factor: Any, won: Any, given: Any) -> None:
    """Note what a kind of tile is worth: ``TOWERS``, ``GUESTS`` or ``TILES``."""
    scratch = mind["scratch"]
    scratch[tile], scratch[tile + 1], scratch[tile + 2] = factor, won, given


@inlined
def piece_points(table: Any, square: Any, edge: Any) -> Any:
    """The points that a piece on a square adds to a palace; ``edge`` are the palace's neighbouring squares so far."""
    ring = bitboard.beside(bitboard.single(square))
    points = 1.0 + bitboard.size(bitboard.without(bitboard.both(ring, bitboard.load(table["merchants"])), edge))
    points += bitboard.size(bitboard.both(ring, bitboard.load(table["walls"])))
    if bitboard.has(bitboard.load(table["well_squares"]), square):
        points += table["rules"]["well_points"]
    return points


@inlined
def is_beside_ring(table: Any, square: Any) -> Any:
    """Whether a city square is next to a wall space."""
    ring = bitboard.beside(bitboard.single(square))
    return not bitboard.is_empty(bitboard.without(ring, bitboard.load(table["city"])))


@inlined
def squares_lost(table: Any, square: Any) -> Any:
    """How many free squares a stable puts next to a palace, where no other palace may stand then."""
    ring = bitboard.around(bitboard.single(square))
    return bitboard.size(
        bitboard.without(bitboard.both(ring, bitboard.load(table["city"])), bitboard.load(table["near"]))
    )


@inlined
def _passes(mind: Any, tile: Any, number: Any, seat: Any, before: Any, to: Any) -> Any:
    """The worth of so many points of a tile that moves from one holder to another."""
    if before == to:
        return 0.0
    scratch, gain = mind["scratch"], 0.0
    if to >= 0:
        gain += scratch[tile + 1] if to == seat else scratch[tile + 2]
    if before >= 0:
        gain -= scratch[tile + 1] if before == seat else scratch[tile + 2]
    return scratch[tile] * number * gain


@inlined
def _tower_gain(table: Any, mind: Any, arms: Any, colour: Any, owner: Any) -> Any:
    """The worth of these arms' tower tiles if a palace of this colour and owner now touches them."""
    scratch, seat = mind["scratch"], table["seat"]
    gain = 0.0
    for arm in range(state.ARMS):
        if (arms >> arm) & 1 != 0:
            tower = state.TOWER_OF_ARM[arm]
            points, guests = table["rules"]["tower_values"][tower], table["tower_merchants"][tower]
            if owner == state.OPEN:
                gain += scratch[OPEN + colour] * (points * scratch[TOWER + colour] + guests * scratch[GUEST + colour])
            else:
                gain += _passes(mind, TOWERS, points, seat, table["tower_holder"][tower], owner)
                gain += _passes(mind, GUESTS, guests, seat, state.NOBODY, owner)
    return gain


@inlined
def _tile_gain(table: Any, mind: Any, colour: Any, extent: Any, owner: Any) -> Any:
    """The worth of the colour's palace tile if a palace of this owner now has this size."""
    before, points = table["tile_palace"][colour], table["rules"]["palace_values"][colour]
    if before != state.NO_PALACE and extent <= scoring.palace_size(table, before):
        return 0.0
    return _passes(mind, TILES, points, table["seat"], table["palace_holder"][colour], owner)


@inlined
def _room(table: Any, colour: Any, square: Any) -> Any:
    """Into how many squares a new palace, or one that grows by a building, can grow from there."""
    here, legal = bitboard.single(square), bitboard.load(table["places"][colour])
    if table["growing"][colour] == state.NO_PALACE:
        return bitboard.size(bitboard.both(bitboard.around(here), legal))
    taken = bitboard.either(bitboard.load(table["occupied"]), bitboard.load(table["well_region"]))
    taken = bitboard.either(taken, bitboard.either(bitboard.load(table["near_several"]), legal))
    return bitboard.size(bitboard.without(bitboard.both(bitboard.beside(here), bitboard.load(table["city"])), taken))


@inlined
def _building(table: Any, mind: Any, colour: Any, square: Any) -> Any:
    scratch, palace, arms = mind["scratch"], table["growing"][colour], places.arms_beside(table, square)
    edge = bitboard.EMPTY
    if palace != state.NO_PALACE:
        edge = bitboard.beside(bitboard.load(table["pieces"][palace]))
        arms = arms & ~table["arms"][palace]
    worth = scratch[AS_SUCH + colour] + scratch[POINT + colour] * piece_points(table, square, edge)
    if scratch[ROOM + colour] != 0.0:
        worth += scratch[ROOM + colour] * _room(table, colour, square)
    if arms != 0:
        worth += _tower_gain(table, mind, arms, colour, state.OPEN)
    if scratch[EDGE + colour] != 0.0 and is_beside_ring(table, square):
        worth += scratch[EDGE + colour]
    return worth + scratch[AFTER + colour]


@inlined
def _stable(table: Any, mind: Any, square: Any) -> Any:
    scratch, palace = mind["scratch"], places.palace_around(table, square)
    owner, colour = table["owner"][palace], table["colour"][palace]
    edge = bitboard.beside(bitboard.load(table["pieces"][palace]))
    worth = scratch[AS_SUCH + state.STABLE] + scratch[BESIDE + palace] * piece_points(table, square, edge)
    if scratch[SPOILT + palace] != 0.0:
        worth += scratch[SPOILT + palace] * squares_lost(table, square)
    arms = places.arms_beside(table, square) & ~table["arms"][palace]
    if arms != 0:
        worth += _tower_gain(table, mind, arms, colour, owner)
    if owner != state.OPEN:
        worth += _tile_gain(table, mind, colour, scoring.palace_size(table, palace) + 1, owner)
    return worth + scratch[STABLE_AT + palace] + scratch[AFTER + state.STABLE]


@inlined
def _merchant(table: Any, mind: Any, square: Any) -> Any:
    scratch, ring = mind["scratch"], bitboard.beside(bitboard.single(square))
    worth = scratch[AS_SUCH + state.MERCHANT]
    if bitboard.meet(ring, bitboard.load(table["near"])):
        for palace in range(table["n_palaces"]):
            if bitboard.meet(ring, bitboard.load(table["pieces"][palace])):
                worth += scratch[BESIDE + state.PALACES_MAX + palace]
    if scratch[CUT] != 0.0 and kit.cuts_street(table, square):
        worth += scratch[CUT]
    return worth


@inlined
def _wall(table: Any, mind: Any, square: Any) -> Any:
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
def _roof(table: Any, mind: Any, kind: Any, palace: Any) -> Any:
    """An own or a neutral roof on an open palace."""
    scratch, colour = mind["scratch"], table["colour"][palace]
    owner = table["seat"] if kind == state.ROOF else state.NOBODY
    points = float(scoring.score_palace(table, palace, mind["points"]))
    worth = scratch[AS_SUCH + kind] + _tile_gain(table, mind, colour, scoring.palace_size(table, palace), owner)
    worth += _tower_gain(table, mind, table["arms"][palace], colour, owner)
    if kind == state.NEUTRAL_ROOF:
        return worth + points * scratch[NEUTRAL_POINT + colour] + scratch[AFTER + kind]
    worth += scratch[ROOF_FIRST + colour]
    worth += points * scratch[ROOF_POINT + colour]
    worth += scratch[ROOF + colour]
    worth += scratch[ROOF_HELD + colour]
    if table["growing"][colour] == palace:
        worth += min(ROOM_MAX, int(table["n_places"][colour])) * scratch[ROOF_ROOM + colour]
    return worth + scratch[ROOF_LAST + colour]


@inlined
def score(table: Any, mind: Any, kind: Any, square: Any) -> Any:
    """The score of a piece on a legal square, once the tables are filled in; for a roof, the square of any building of
    the palace."""
    if kind < state.COLOURS:
        return _building(table, mind, kind, square)
    if kind == state.STABLE:
        return _stable(table, mind, square)
    if kind == state.MERCHANT:
        return _merchant(table, mind, square)
    if kind == state.WALL:
        return _wall(table, mind, square)
    return _roof(table, mind, kind, places.palace_at(table, square))


@inlined
def tea_tiles(table: Any, colour: Any) -> Any:
    """How many tea tiles a roof on a palace of a colour brings now."""
    return table["rules"]["tea_tiles"][table["purple_roofs"]] if colour == state.PURPLE else 0


@inlined
def share_able(table: Any, colour: Any) -> Any:
    """The share of the other players who own no palace of a colour yet."""
    others = 0
    for other in range(table["players"]):
        if other != table["seat"] and (table["owned"][other] >> colour) & 1 == 0:
            others += 1
    return others / (table["players"] - 1)


@inlined
def may_claim(table: Any, holdings: Any, colour: Any) -> Any:
    """Whether the player on turn may still claim a palace of a colour."""
    seat = table["seat"]
    return (table["owned"][seat] >> colour) & 1 == 0 and holdings["pieces"][seat, state.ROOF] > 0


def choosing_with(look: Any) -> Any:
    """A function ``best(table, holdings, mind, choice)`` that fills in the placement with the highest score, of those
    that rules and constraints allow, and returns the score. It breaks ties at random; otherwise all cities would grow
    from the same corner. ``look(table, holdings, mind)`` fills in the tables."""

    @inlined
    def best(table: Any, holdings: Any, mind: Any, choice: Any) -> Any:
        look(table, holdings, mind)
        highest, equal = NOTHING, 0
        for kind in range(state.KINDS):
            squares = limits.squares_for(table, holdings, mind, kind)
            while not bitboard.is_empty(squares):
                square = bitboard.first_bit(squares)
                squares = bitboard.drop_first(squares)
                worth = with_noise(score(table, mind, kind, square), mind)
                if worth < highest:
                    continue
                equal = 1 if worth > highest else equal + 1
                if equal == 1 or kit.below(mind["random"], equal) == 0:
                    highest = worth
                    choice["kind"] = kind
                    choice["square"] = square
        return highest

    return best
