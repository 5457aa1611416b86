"""The bot ``greedy``: places what brings most points now, and waits with its roofs.

A palace has a weight: 1 for an own one, negative for another player's, and in between for an open one, depending on who
may still claim it. A piece is worth the weight of its palace times the points that it adds there (itself, merchants and
walls beside it, the well), plus the tiles that change hands, minus its worth later. A roof is worth what its palace
scores now, minus the gain from waiting.

All scores are local differences: no game is copied. ``_learned.py`` uses the same arithmetic.
"""

from dataclasses import replace
from typing import Any

from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.kit import (
    HEEDABLE,
    Bot,
    Parameter,
    bitboard,
    cuts_street,
    decision,
    inlined,
    limits,
    places,
    policy_candidates,
    scoring,
    state,
)

from ._choosing import choosing_with, scoring_with

_PARAMETERS = (
    Parameter("deny", 0.5, 0.0, 3.0, "weight of a point for another player, against one for itself"),
    Parameter("open_own", 0.6, 0.0, 2.0, "weight of a point of an open palace that it may still claim"),
    Parameter("open_other", 0.5, 0.0, 2.0, "the same for other players who may claim it"),
    Parameter("patience", 2.0, 0.0, 10.0, "points for waiting with a roof, for each building of the colour at hand"),
    Parameter("threat", 0.0, 0.0, 3.0, "how much more an open palace counts if all others may claim it too"),
    Parameter("towers", 1.0, 0.0, 5.0, "weight of a point on a tower's tile"),
    Parameter("tiles", 0.7, 0.0, 5.0, "weight of a point on a palace tile, which may be lost again"),
    Parameter("tea", 0.3, 0.0, 5.0, "points that a tea tile is worth"),
    Parameter("guest", 0.4, 0.0, 5.0, "points that a merchant on a tower's tile is worth"),
    Parameter("room", 0.05, 0.0, 1.0, "points for each square into which a new palace can grow"),
    Parameter("keep_building", 0.0, -2.0, 5.0, "points that a building at hand is worth"),
    Parameter("keep_stable", 0.6, -2.0, 5.0, "points that a stable at hand is worth"),
    Parameter("keep_merchant", 0.4, -2.0, 5.0, "points that a merchant at hand is worth"),
    Parameter("keep_wall", 0.4, -2.0, 5.0, "points that a wall at hand is worth"),
    Parameter("keep_neutral", 1.0, -2.0, 10.0, "points that a neutral roof at hand is worth"),
    Parameter("break_below", -0.3, -5.0, 5.0, "takes a tea break if no second placement is worth as much"),
    Parameter(
        "stables_early", 0.0, 0.0, 5.0, "further points for a useful stable at the start of the game, falling to none"
    ),
    Parameter(
        "spoil", 0.0, 0.0, 2.0, "points for each free square that a stable at another player's palace takes away"
    ),
    Parameter("cut", 0.0, 0.0, 5.0, "points for a merchant after which the street cannot be lengthened"),
    Parameter("linger", 0.0, 0.0, 5.0, "further points for a building, so that other pieces stay at hand"),
    Parameter("edge", 0.0, 0.0, 5.0, "points for a building beside the ring, where an arm may touch its palace later"),
    Parameter("hold_back", 0.0, 0.0, 5.0, "further points for merchants and walls at hand, until late"),
)
_ADVICE = {
    "deny": ("Grudge the others their points more", "Grudge the others their points less"),
    "open_own": ("Build up open palaces that you may claim more", "Build up open palaces that you may claim less"),
    "open_other": ("Fear more to build up palaces for others", "Fear less to build up palaces for others"),
    "patience": ("Wait longer before you claim a palace", "Claim palaces earlier"),
    "threat": ("Prefer claiming palaces that others may claim", "Mind less which palaces others may claim"),
    "towers": ("Value the tiles of towers more", "Value the tiles of towers less"),
    "tiles": ("Value palace tiles more", "Value palace tiles less"),
    "tea": ("Value tea tiles more", "Value tea tiles less"),
    "guest": ("Value the merchants on the tiles of towers more", "Value the merchants on the tiles of towers less"),
    "room": ("Begin palaces where they have more room", "Mind less how much room a new palace has"),
    "keep_building": ("Keep buildings longer", "Place buildings more freely"),
    "keep_stable": ("Keep stables longer", "Place stables more freely"),
    "keep_merchant": ("Keep merchants longer", "Place merchants more freely"),
    "keep_wall": ("Keep walls longer", "Place walls more freely"),
    "keep_neutral": ("Keep neutral roofs longer", "Place neutral roofs more freely"),
    "break_below": ("Take tea breaks more often", "Take fewer tea breaks"),
    "stables_early": ("Place useful stables earlier", "Place useful stables later"),
    "spoil": ("Take more room away from others with stables", "Take less room away from others with stables"),
    "cut": ("Lead the street into dead ends more", "Lead the street into dead ends less"),
    "linger": ("Place buildings before other pieces", "Place other pieces before buildings"),
    "edge": ("Build more at the edge of the city", "Build less at the edge of the city"),
    "hold_back": ("Keep merchants and walls for the end", "Keep fewer merchants and walls for the end"),
}
"""What a player does differently with a higher and with a lower value."""
PARAMETERS = tuple(replace(one, more=_ADVICE[one.name][0], less=_ADVICE[one.name][1]) for one in _PARAMETERS)
(
    DENY, OPEN_OWN, OPEN_OTHER, PATIENCE, THREAT, TOWERS, TILES, TEA, GUEST, ROOM, KEEP_BUILDING, KEEP_STABLE,
    KEEP_MERCHANT, KEEP_WALL, KEEP_NEUTRAL, BREAK_BELOW, STABLES_EARLY, SPOIL, CUT, LINGER, EDGE, HOLD_BACK,
) = range(len(PARAMETERS))  # fmt: skip

# places in mind["scratch"] during a decision
WEIGHT = 0  # by palace
OPEN_WEIGHT = WEIGHT + state.PALACES_MAX  # of an open palace, by colour
RESERVE = OPEN_WEIGHT + state.COLOURS  # the gain from waiting with the roof, by colour
ABLE = RESERVE + state.COLOURS  # the share of the others who own no palace of the colour yet
UNBUILT = ABLE + state.COLOURS  # the share of all buildings that are still at hand
HALF = 0.5  # of a tower's tile that an open palace touches: it comes with the roof, to whoever claims it


@inlined
def look(table: Any, holdings: Any, mind: Any) -> None:
    """Note the weights of palaces and the gain from waiting with a roof, for the player on turn."""
    seat, players, parameters, scratch = table["seat"], table["players"], mind["parameters"], mind["scratch"]
    built_all, left_all = 0.0, 0.0
    for colour in range(state.COLOURS):
        others = 0
        for other in range(players):
            if other != seat and (table["owned"][other] >> colour) & 1 == 0:
                others += 1
        scratch[ABLE + colour] = others / (players - 1)
        weight = -parameters[DENY] * parameters[OPEN_OTHER] * scratch[ABLE + colour]
        if (table["owned"][seat] >> colour) & 1 == 0 and holdings["pieces"][seat, state.ROOF] > 0:
            weight += parameters[OPEN_OWN]
        scratch[OPEN_WEIGHT + colour] = weight
        built, left = 0.0, float(holdings["pieces"][seat, colour] * players)
        for palace in range(table["n_palaces"]):
            if table["colour"][palace] == colour:
                built += table["n_buildings"][palace]
        scratch[RESERVE + colour] = parameters[PATIENCE] * left / players
        built_all += built
        left_all += left
    scratch[UNBUILT] = left_all / max(1.0, built_all + left_all)
    for palace in range(table["n_palaces"]):
        owner = table["owner"][palace]
        if owner == state.OPEN:
            scratch[WEIGHT + palace] = scratch[OPEN_WEIGHT + table["colour"][palace]]
        elif owner == state.NOBODY:
            scratch[WEIGHT + palace] = 0.0
        else:
            scratch[WEIGHT + palace] = 1.0 if owner == seat else -parameters[DENY]


@inlined
def _passes_to(mind: Any, seat: Any, before: Any, to: Any) -> Any:
    """The worth of a tile's move from one holder to another, for each of its points."""
    if before == to:
        return 0.0
    deny = mind["parameters"][DENY]
    gain = 0.0
    if to == seat:
        gain += 1.0
    elif to >= 0:
        gain -= deny
    if before == seat:
        gain -= 1.0
    elif before >= 0:
        gain += deny
    return gain


@inlined
def tower_gain(table: Any, mind: Any, arms: Any, palace: Any, owner: Any, weight: Any) -> Any:
    """The worth of these arms' tower tiles if a palace of this owner now touches them."""
    seat, parameters = table["seat"], mind["parameters"]
    gain = 0.0
    for arm in range(state.ARMS):
        if (arms >> arm) & 1 != 0:
            tower = state.TOWER_OF_ARM[arm]
            points = parameters[TOWERS] * table["rules"]["tower_values"][tower]
            guests = parameters[GUEST] * table["tower_merchants"][tower]
            if owner == state.OPEN:
                gain += HALF * weight * (points + guests)
            else:
                gain += points * _passes_to(mind, seat, table["tower_holder"][tower], owner)
                if owner >= 0:
                    gain += guests * (1.0 if owner == seat else -parameters[DENY])
    return gain


@inlined
def palace_tile_gain(table: Any, mind: Any, colour: Any, extent: Any, owner: Any) -> Any:
    """The worth of the colour's palace tile if a palace of this owner now has this size."""
    before = table["tile_palace"][colour]
    if before != state.NO_PALACE and extent <= scoring.palace_size(table, before):
        return 0.0
    points = mind["parameters"][TILES] * table["rules"]["palace_values"][colour]
    return points * _passes_to(mind, table["seat"], table["palace_holder"][colour], owner)


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
def score_building(table: Any, mind: Any, colour: Any, square: Any) -> Any:
    """A building of the colour on a legal square."""
    parameters, scratch = mind["parameters"], mind["scratch"]
    palace = table["growing"][colour]
    weight = scratch[OPEN_WEIGHT + colour]
    arms = places.arms_beside(table, square)
    if palace == state.NO_PALACE:
        worth = weight * piece_points(table, square, bitboard.EMPTY)
        if weight > 0.0:
            ring = bitboard.around(bitboard.single(square))
            worth += parameters[ROOM] * bitboard.size(bitboard.both(ring, bitboard.load(table["places"][colour])))
    else:
        edge = bitboard.beside(bitboard.load(table["pieces"][palace]))
        worth = weight * piece_points(table, square, edge)
        arms = arms & ~table["arms"][palace]
    if arms != 0:
        worth += tower_gain(table, mind, arms, palace, state.OPEN, weight)
    if parameters[EDGE] > 0.0 and weight > 0.0 and is_beside_ring(table, square):
        worth += parameters[EDGE]
    return worth + parameters[LINGER] - parameters[KEEP_BUILDING]


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
def score_stable(table: Any, mind: Any, square: Any) -> Any:
    """A stable on a legal square."""
    parameters, scratch = mind["parameters"], mind["scratch"]
    palace = places.palace_around(table, square)
    owner, weight = table["owner"][palace], scratch[WEIGHT + palace]
    edge = bitboard.beside(bitboard.load(table["pieces"][palace]))
    worth = weight * piece_points(table, square, edge)
    arms = places.arms_beside(table, square) & ~table["arms"][palace]
    if arms != 0:
        worth += tower_gain(table, mind, arms, palace, owner, weight)
    if owner != state.OPEN:
        extent = scoring.palace_size(table, palace) + 1
        worth += palace_tile_gain(table, mind, table["colour"][palace], extent, owner)
    if parameters[SPOIL] > 0.0 and owner >= 0 and owner != table["seat"]:
        worth += parameters[SPOIL] * squares_lost(table, square)
    if weight > 0.0:
        worth += parameters[STABLES_EARLY] * scratch[UNBUILT]
    return worth - parameters[KEEP_STABLE]


@inlined
def score_merchant(table: Any, mind: Any, square: Any) -> Any:
    """A merchant on a legal square."""
    worth = -mind["parameters"][KEEP_MERCHANT] - mind["parameters"][HOLD_BACK] * mind["scratch"][UNBUILT]
    ring = bitboard.beside(bitboard.single(square))
    if bitboard.meet(ring, bitboard.load(table["near"])):
        for palace in range(table["n_palaces"]):
            if bitboard.meet(ring, bitboard.load(table["pieces"][palace])):
                worth += mind["scratch"][WEIGHT + palace]
    if mind["parameters"][CUT] > 0.0 and cuts_street(table, square):
        worth += mind["parameters"][CUT]
    return worth


@inlined
def score_wall(table: Any, mind: Any, square: Any) -> Any:
    """A wall on a legal space."""
    worth = -mind["parameters"][KEEP_WALL] - mind["parameters"][HOLD_BACK] * mind["scratch"][UNBUILT]
    arm = places.arm_of_place(table, square)
    palace = places.palace_at(table, square + table["inward"][arm >> 1])
    if palace != state.NO_PALACE:
        owner, weight = table["owner"][palace], mind["scratch"][WEIGHT + palace]
        worth += weight
        if (table["arms"][palace] >> arm) & 1 == 0:
            worth += tower_gain(table, mind, 1 << arm, palace, owner, weight)
    return worth


@inlined
def score_roof(table: Any, mind: Any, kind: Any, palace: Any) -> Any:
    """An own or a neutral roof on an open palace."""
    parameters, scratch = mind["parameters"], mind["scratch"]
    seat, colour, weight = table["seat"], table["colour"][palace], scratch[WEIGHT + palace]
    owner = seat if kind == state.ROOF else state.NOBODY
    points = float(scoring.score_palace(table, palace, mind["points"]))
    worth = palace_tile_gain(table, mind, colour, scoring.palace_size(table, palace), owner)
    worth += tower_gain(table, mind, table["arms"][palace], palace, owner, 1.0)
    if kind == state.NEUTRAL_ROOF:
        return worth - weight * points - parameters[KEEP_NEUTRAL]
    if colour == state.PURPLE:
        worth += parameters[TEA] * table["rules"]["tea_tiles"][table["purple_roofs"]]
    points *= 1.0 + parameters[THREAT] * scratch[ABLE + colour]
    return worth + points - scratch[RESERVE + colour]


score = scoring_with(score_building, score_stable, score_merchant, score_wall, score_roof)
_best = choosing_with(look, score)


@decision
def place(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The placement with the highest score."""
    _best(table, holdings, mind, choice)


@decision
def tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A tea break if no second placement scores ``break_below`` or more."""
    worth = _best(table, holdings, mind, choice)
    choice["take_tea"] = 1 if worth < mind["parameters"][BREAK_BELOW] else 0
    limits.keep_tea(mind, choice)


greedy = Bot(
    name="greedy",
    plan="Places what brings most points now, and waits with a roof for a palace that is worth it.",
    source="the scoring of M9 and M11, with weights found by trying",
    decisions={"place": place, "tea": tea},
    parameters=PARAMETERS,
    game="medina",
    tempered=frozenset({"place"}),
    candidates=policy_candidates(f"{__package__}._policy", "place", {"place": "points", "tea": "points"}),
    heeds=HEEDABLE,
    cues=CUES,
)
