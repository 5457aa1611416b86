"""What a placement brings (M6.4, M9, M10.1), and the score (M11)."""

from typing import Any

from arkadia_sim.accelerate import inlined, replaceable
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.bitboard import beside, both, load, size


# -- what a placement brings, written down in it (``PLACEMENT_DTYPE``) -------------------------------------------------
@inlined
def palace_size(table: Any, palace: Any) -> Any:
    """Buildings and stables of a palace."""
    return table["n_buildings"][palace] + table["n_stables"][palace]


@inlined
def claim_towers(table: Any, holdings: Any, placement: Any, palace: Any, arms: Any) -> None:
    """M9.1, M9.2: the tiles of the towers of these arms go to the palace's owner, with the merchants on them."""
    to, towers = table["owner"][palace], towers_of(arms)
    for tower in range(state.TOWERS):
        if (towers >> tower) & 1 != 0:
            merchants = table["tower_merchants"][tower]
            if table["tower_holder"][tower] != to or merchants > 0:
                placement["tower_moved"][tower] = 1
                placement["tower_merchants"][tower] = merchants
            table["tower_holder"][tower] = to
            table["tower_merchants"][tower] = 0
            if to != state.NOBODY:
                holdings["pieces"][to, state.MERCHANT] += merchants


@inlined
def towers_of(arms: Any) -> Any:
    """The towers of these arms, both as bits."""
    towers = 0
    for arm in range(state.ARMS):
        towers |= ((arms >> arm) & 1) << state.TOWER_OF_ARM[arm]
    return towers


@inlined
def claim_palace_tile(table: Any, placement: Any, palace: Any) -> None:
    """M9.3: a roofed palace that is larger than the colour's tile palace takes its place."""
    colour = table["colour"][palace]
    before = table["tile_palace"][colour]
    if before == state.NO_PALACE or palace_size(table, palace) > palace_size(table, before):
        table["tile_palace"][colour] = palace
        to = table["owner"][palace]
        if table["palace_holder"][colour] != to:
            placement["palace_moved"] = 1
            table["palace_holder"][colour] = to


@inlined
def claim_tea(table: Any, placement: Any, palace: Any) -> None:
    """M10.1: the k-th roof on a purple palace brings the k-th tea tiles."""
    if table["colour"][palace] != state.PURPLE:
        return
    tiles = table["rules"]["tea_tiles"][table["purple_roofs"]]
    table["purple_roofs"] += 1
    placement["tea"] = tiles
    to = table["owner"][palace]
    if to != state.NOBODY:
        table["tea"][to] += tiles
        table["fresh_tea"] += tiles


@inlined
def close_colour(table: Any, holdings: Any, placement: Any, colour: Any) -> None:
    """M6.4: once every player owns a palace of the colour, the buildings of it still at hand go back to the box."""
    for seat in range(table["players"]):
        if (table["owned"][seat] >> colour) & 1 == 0:
            return
    table["closed"][colour] = 1
    placement["closed"] = 1
    for seat in range(table["players"]):
        placement["returned"][seat] = holdings["pieces"][seat, colour]
        holdings["pieces"][seat, colour] = 0


# -- the score ---------------------------------------------------------------------------------------------------------
@replaceable
def well_points(table: Any, at_well: Any) -> Any:
    """What so many pieces on the squares of the well bring a palace (M11.3)."""
    if table["rules"]["well_palace"] != 0 and at_well > 1:
        at_well = 1
    return table["rules"]["well_points"] * at_well


@inlined
def score_palace(table: Any, palace: Any, points: Any) -> Any:
    """Fill in what a palace scores of each kind (M11.2, M11.3); returns the sum."""
    pieces = load(table["pieces"][palace])
    edge = beside(pieces)
    points[state.BUILDING_POINTS] = table["n_buildings"][palace]
    points[state.STABLE_POINTS] = table["n_stables"][palace]
    points[state.WALL_POINTS] = size(both(edge, load(table["walls"])))
    points[state.MERCHANT_POINTS] = size(both(edge, load(table["merchants"])))
    points[state.WELL_POINTS] = well_points(table, size(both(pieces, load(table["well_squares"]))))
    total = 0
    for kind in range(state.POINT_KINDS):
        total += points[kind]
    return total


@replaceable
def score(table: Any, scores: Any) -> None:
    """Fill in what everybody has scored if the game ends now, the winners included."""
    players = table["players"]
    for seat in range(players):
        total = 0
        for colour in range(state.COLOURS):
            palace = _palace_of(table, seat, colour)
            scores["palace"][seat, colour] = palace
            if palace != state.NO_PALACE:
                total += score_palace(table, palace, scores["points"][seat, colour])
            else:
                for kind in range(state.POINT_KINDS):
                    scores["points"][seat, colour, kind] = 0
        palace_tiles, tower_tiles = 0, 0
        for colour in range(state.COLOURS):
            if table["palace_holder"][colour] == seat:
                palace_tiles += table["rules"]["palace_values"][colour]
        for tower in range(state.TOWERS):
            if table["tower_holder"][tower] == seat:
                tower_tiles += table["rules"]["tower_values"][tower]
        scores["palace_tiles"][seat] = palace_tiles
        scores["tower_tiles"][seat] = tower_tiles
        scores["total"][seat] = total + palace_tiles + tower_tiles
    _find_winners(table, scores)


@inlined
def _palace_of(table: Any, seat: Any, colour: Any) -> Any:
    """The seat's palace of a colour, or NO_PALACE."""
    if (table["owned"][seat] >> colour) & 1 != 0:
        for palace in range(table["n_palaces"]):
            if table["owner"][palace] == seat and table["colour"][palace] == colour:
                return palace
    return state.NO_PALACE


@inlined
def _find_winners(table: Any, scores: Any) -> None:
    """M11.6: most points; with ``ties = largest_palace`` one of the tied, unless none of them has a palace."""
    players = table["players"]
    best = 0
    for seat in range(players):
        best = max(best, scores["total"][seat])
    for seat in range(players):
        scores["wins"][seat] = 1 if scores["total"][seat] == best else 0
    if table["rules"]["largest_palace"] == 0:
        return
    chosen, largest, first = -1, 0, 0
    for palace in range(table["n_palaces"]):
        owner = table["owner"][palace]
        if owner >= 0 and scores["wins"][owner] != 0:
            extent, claimed = palace_size(table, palace), table["claimed"][palace]
            if extent > largest or (extent == largest and claimed < first):
                chosen, largest, first = owner, extent, claimed
    if chosen >= 0:
        for seat in range(players):
            scores["wins"][seat] = 1 if seat == chosen else 0
