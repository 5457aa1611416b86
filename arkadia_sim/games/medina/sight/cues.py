"""Counts the cues of Medina (``games/medina/bots_api/cues.py``) in a position and in the options of each decision."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.medina.rules import bitboard, places, state
from arkadia_sim.games.medina.rules.bitboard import around, beside, both, either, is_empty, load, single, size, without
from arkadia_sim.games.medina.rules.scoring import palace_size, towers_of, well_points
from arkadia_sim.kernels.rules import CUES, SITUATION

TURN, BUILDINGS, STABLES, MERCHANTS, WALLS, ROOFS, PIECES, OPEN_PALACES, TEA_TILES, SECOND = range(10)
(
    BUILDING, _STABLE, _MERCHANT, _WALL, _ROOF, _NEUTRAL_ROOF, POINTS, OTHERS_POINTS, OPEN_POINTS, LOST_POINTS, SIZE,
    CLAIM, UNBUILT, RIVALS, TOWERS_WON, GUESTS, TEA, LARGEST, REACH, BEGINS, ROOM, TAKEN, EDGE, DEAD_END, HELD,
    OUTER_FIRST, EARLY_STABLE, FOREIGN_STABLE, GROWING_ROOF, NEW_STREET,
) = range(30)  # fmt: skip
REST, REST_POINTS = range(2)
"""Places of the cues, for each decision in their order; then those of constraints."""

_OF_POINTS = 1 << POINTS | 1 << OTHERS_POINTS | 1 << OPEN_POINTS | 1 << LOST_POINTS
_OF_ROOM = 1 << ROOM | 1 << TAKEN
OF_SQUARES = _OF_POINTS | _OF_ROOM | 1 << REACH | 1 << EDGE | 1 << DEAD_END  # in which buildings or merchants differ

NO_CLAIM = 99.0
"""The points of the palace that is claimed where none is: more than any palace has."""


@inlined
def count_situation(table: Any, holdings: Any, mind: Any) -> None:
    """Count what is the same for all options."""
    s, seat = mind["counted"], table["seat"]
    pieces = holdings["pieces"][seat]
    buildings = 0
    for colour in range(state.COLOURS):
        buildings += pieces[colour]
    s[SITUATION + TURN] = table["turn"] // table["players"] + 1
    s[SITUATION + BUILDINGS] = buildings
    s[SITUATION + STABLES] = pieces[state.STABLE]
    s[SITUATION + MERCHANTS] = pieces[state.MERCHANT]
    s[SITUATION + WALLS] = pieces[state.WALL]
    s[SITUATION + ROOFS] = pieces[state.ROOF]
    s[SITUATION + PIECES] = buildings + pieces[state.STABLE] + pieces[state.MERCHANT] + pieces[state.WALL]
    s[SITUATION + OPEN_PALACES] = places.count_places(table, seat, state.ROOF) if pieces[state.ROOF] > 0 else 0
    s[SITUATION + TEA_TILES] = table["tea"][seat]
    s[SITUATION + SECOND] = 1.0 if table["placed"] > 0 else 0.0


@inlined
def cuts_street(table: Any, square: Any) -> Any:
    """Whether a merchant on this legal square leaves no way to lengthen the street at either end."""
    ring, ends = beside(single(square)), single(square)
    if table["new_street"] == 0:
        first, last = single(table["ends"][0]), single(table["ends"][1])
        joins_last = table["ends"][0] == table["ends"][1] or bitboard.meet(ring, last)
        ends = either(ends, first if joins_last else last)
    vacant = without(load(table["city"]), load(table["occupied"]))
    vacant = without(vacant, single(square))
    several = either(load(table["beside_merchants"]), both(ring, load(table["beside_merchant"])))
    return is_empty(without(both(beside(ends), vacant), several))


@inlined
def _is_early(table: Any, holdings: Any) -> Any:
    """Whether the player still has at least half of the pieces at hand, not counting roofs."""
    left, at_start = 0, 0
    for kind in range(state.ON_SQUARES):
        left += holdings["pieces"][table["seat"], kind]
        at_start += table["rules"]["pieces"][kind]
    return 2 * left >= at_start


@inlined
def _has_inner(table: Any, holdings: Any) -> Any:
    """Whether the player on turn could place a building or a stable."""
    for kind in range(state.STABLE + 1):
        if holdings["pieces"][table["seat"], kind] > 0 and table["n_places"][kind] > 0:
            return True
    return False


@inlined
def _may_claim(table: Any, holdings: Any, colour: Any) -> Any:
    seat = table["seat"]
    return (table["owned"][seat] >> colour) & 1 == 0 and holdings["pieces"][seat, state.ROOF] > 0


@inlined
def _worth(table: Any, pieces: Any) -> Any:
    """What a palace of these pieces scores (M11.2, M11.3)."""
    edge = beside(pieces)
    points = size(pieces) + size(both(edge, load(table["walls"]))) + size(both(edge, load(table["merchants"])))
    return points + well_points(table, size(both(pieces, load(table["well_squares"]))))


@inlined
def _count_gain(table: Any, holdings: Any, s: Any, colour: Any, owner: Any, points: Any) -> None:
    """Count points that a palace of this colour and owner gains."""
    if owner == state.OPEN:
        s[CUES + (OPEN_POINTS if _may_claim(table, holdings, colour) else LOST_POINTS)] += points
    elif owner != state.NOBODY:
        s[CUES + (POINTS if owner == table["seat"] else OTHERS_POINTS)] += points


@inlined
def _count_tile(table: Any, s: Any, before: Any, to: Any, points: Any) -> None:
    """Count a tile that goes from one holder to another."""
    if before == to:
        return
    if to != state.NOBODY:
        s[CUES + (POINTS if to == table["seat"] else OTHERS_POINTS)] += points
    if before != state.NOBODY:
        s[CUES + (POINTS if before == table["seat"] else OTHERS_POINTS)] -= points


@inlined
def _count_towers(table: Any, s: Any, arms: Any, owner: Any) -> None:
    """Count that the tiles of these arms' towers go to an owner (M9.1, M9.2)."""
    towers, seat = towers_of(arms), table["seat"]
    for tower in range(state.TOWERS):
        if (towers >> tower) & 1 != 0:
            before = table["tower_holder"][tower]
            if owner == seat:
                s[CUES + GUESTS] += table["tower_merchants"][tower]
                s[CUES + TOWERS_WON] += 1.0 if before != seat else 0.0
            _count_tile(table, s, before, owner, table["rules"]["tower_values"][tower])


@inlined
def _count_palace_tile(table: Any, s: Any, colour: Any, extent: Any, owner: Any) -> None:
    """Count that a roofed palace has this size now (M9.3)."""
    largest, before = table["tile_palace"][colour], table["palace_holder"][colour]
    if largest == state.NO_PALACE or extent > palace_size(table, largest):
        if owner == table["seat"] and before != owner:
            s[CUES + LARGEST] = 1.0
        _count_tile(table, s, before, owner, table["rules"]["palace_values"][colour])


@inlined
def _count_reach(table: Any, holdings: Any, s: Any, colour: Any, before: Any, arms: Any) -> None:
    """Count the towers whose arms an open palace touches now and did not touch before."""
    if not _may_claim(table, holdings, colour):
        return
    new = towers_of(arms) & ~towers_of(before)
    for tower in range(state.TOWERS):
        if (new >> tower) & 1 != 0 and table["tower_holder"][tower] != table["seat"]:
            s[CUES + REACH] += 1.0


@inlined
def _free(table: Any, piece: Any) -> Any:
    """Where pieces of palaces may stand when this one stands, but for other palaces."""
    taken = either(piece, either(load(table["occupied"]), load(table["well_region"])))
    return without(load(table["city"]), taken)


@inlined
def _count_taken(table: Any, s: Any, piece: Any) -> None:
    s[CUES + TAKEN] = size(without(both(around(piece), _free(table, piece)), load(table["near"])))


@inlined
def _count_building(table: Any, holdings: Any, s: Any, wanted: Any, colour: Any, square: Any) -> None:
    palace, piece = table["growing"][colour], single(square)
    pieces, arms = bitboard.EMPTY, 0
    if palace == state.NO_PALACE:
        s[CUES + BEGINS] = 1.0
    else:
        pieces, arms = load(table["pieces"][palace]), int(table["arms"][palace])
    s[CUES + SIZE] = size(pieces) + 1
    if wanted & _OF_POINTS != 0:
        more = _worth(table, either(pieces, piece)) - _worth(table, pieces)
        _count_gain(table, holdings, s, colour, state.OPEN, more)
    if wanted & 1 << REACH != 0:
        _count_reach(table, holdings, s, colour, arms, arms | int(places.arms_beside(table, square)))
    if wanted & _OF_ROOM != 0:
        roots, theirs = piece, bitboard.EMPTY
        if palace != state.NO_PALACE:
            roots, theirs = either(piece, places.roots(table, palace)), load(table["around"][palace])
        closed = either(load(table["near_several"]), without(both(around(piece), load(table["near"])), theirs))
        s[CUES + ROOM] = size(both(beside(roots), without(_free(table, piece), closed)))
        _count_taken(table, s, piece)
    s[CUES + EDGE] = 0.0 if is_empty(without(beside(piece), load(table["city"]))) else 1.0


@inlined
def _count_stable(table: Any, holdings: Any, s: Any, wanted: Any, square: Any) -> None:
    palace, piece = places.palace_around(table, square), single(square)
    pieces, owner, colour = load(table["pieces"][palace]), table["owner"][palace], table["colour"][palace]
    before = int(table["arms"][palace])
    arms = before | int(places.arms_beside(table, square))
    s[CUES + SIZE] = size(pieces) + 1
    s[CUES + FOREIGN_STABLE] = 1.0 if owner >= 0 and owner != table["seat"] else 0.0
    s[CUES + EARLY_STABLE] = 1.0 if _is_early(table, holdings) else 0.0
    if wanted & _OF_POINTS != 0:
        _count_gain(table, holdings, s, colour, owner, _worth(table, either(pieces, piece)) - _worth(table, pieces))
    if wanted & _OF_ROOM != 0:
        _count_taken(table, s, piece)
    if owner == state.OPEN:
        _count_reach(table, holdings, s, colour, before, arms)
    else:
        _count_towers(table, s, arms if table["rules"]["every_extension"] != 0 else arms & ~before, owner)
        _count_palace_tile(table, s, colour, size(pieces) + 1, owner)


@inlined
def _count_merchant(table: Any, holdings: Any, s: Any, wanted: Any, square: Any) -> None:
    ring = beside(single(square))
    for palace in range(table["n_palaces"] if wanted & _OF_POINTS != 0 else 0):
        if bitboard.meet(ring, load(table["pieces"][palace])):
            _count_gain(table, holdings, s, table["colour"][palace], table["owner"][palace], 1.0)
    s[CUES + DEAD_END] = 1.0 if wanted & 1 << DEAD_END != 0 and cuts_street(table, square) else 0.0
    s[CUES + NEW_STREET] = 1.0 if table["new_street"] != 0 else 0.0


@inlined
def _count_wall(table: Any, holdings: Any, s: Any, square: Any) -> None:
    arm = places.arm_of_place(table, square)
    palace = places.palace_at(table, square + table["inward"][arm >> 1])
    if palace == state.NO_PALACE:
        return
    owner, colour, before = table["owner"][palace], table["colour"][palace], int(table["arms"][palace])
    _count_gain(table, holdings, s, colour, owner, 1.0)
    if owner == state.OPEN:
        _count_reach(table, holdings, s, colour, before, before | 1 << arm)
    elif (before >> arm) & 1 == 0 or table["rules"]["every_extension"] != 0:
        _count_towers(table, s, 1 << arm, owner)


@inlined
def _count_roof(table: Any, holdings: Any, s: Any, kind: Any, palace: Any) -> None:
    seat, colour = table["seat"], table["colour"][palace]
    owner = seat if kind == state.ROOF else state.NOBODY
    s[CUES + SIZE] = palace_size(table, palace)
    for other in range(table["players"]):
        if other != seat and (table["owned"][other] >> colour) & 1 == 0:
            s[CUES + RIVALS] += 1.0
    _count_towers(table, s, table["arms"][palace], owner)
    _count_palace_tile(table, s, colour, palace_size(table, palace), owner)
    if kind == state.ROOF:
        points = _worth(table, load(table["pieces"][palace]))
        s[CUES + CLAIM] = points
        s[CUES + POINTS] += points
        s[CUES + UNBUILT] = holdings["pieces"][seat, colour]
        s[CUES + GROWING_ROOF] = 1.0 if table["growing"][colour] == palace else 0.0
        if colour == state.PURPLE:
            s[CUES + TEA] = table["rules"]["tea_tiles"][table["purple_roofs"]]


@compiled(types.void(state.TABLE, state.HOLDINGS, state.MIND, types.int64, types.int64))
def count_placement(table: Any, holdings: Any, mind: Any, kind: Any, square: Any) -> None:
    """Count the wanted cues of a legal placement; for a roof, the square is that of any building of the palace."""
    s, wanted = mind["counted"], mind["wanted"]
    for i in range(NEW_STREET + 1):
        s[CUES + i] = 0.0
    s[CUES + CLAIM] = NO_CLAIM
    s[CUES + HELD] = holdings["pieces"][table["seat"], kind]
    s[CUES + max(0, kind - state.COLOURS + 1)] = 1.0
    s[CUES + OUTER_FIRST] = 1.0 if kind in (state.MERCHANT, state.WALL) and _has_inner(table, holdings) else 0.0
    if kind < state.COLOURS:
        _count_building(table, holdings, s, wanted, kind, square)
    elif kind == state.STABLE:
        _count_stable(table, holdings, s, wanted, square)
    elif kind == state.MERCHANT:
        _count_merchant(table, holdings, s, wanted, square)
    elif kind == state.WALL:
        _count_wall(table, holdings, s, square)
    else:
        _count_roof(table, holdings, s, kind, places.palace_at(table, square))


@inlined
def most_points(table: Any, holdings: Any, mind: Any) -> Any:
    """The most points that a placement gains the player on turn at once."""
    most, wanted = -NO_CLAIM, mind["wanted"]
    mind["wanted"] = 1 << POINTS
    for kind in range(state.KINDS):
        squares = places.squares_for(table, holdings, table["seat"], kind)
        while not is_empty(squares):
            square = bitboard.first_bit(squares)
            squares = bitboard.drop_first(squares)
            count_placement(table, holdings, mind, kind, square)
            most = max(most, mind["counted"][CUES + POINTS])
    mind["wanted"] = wanted
    return most


@inlined
def count_break(mind: Any, takes_tea: Any, points: Any) -> None:
    """Count a tea break, or going without one where a second piece gains so many points."""
    mind["counted"][CUES + REST] = 1.0 if takes_tea else 0.0
    mind["counted"][CUES + REST_POINTS] = 0.0 if takes_tea else points
