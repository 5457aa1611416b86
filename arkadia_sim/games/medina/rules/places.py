"""What may be placed where (M4 to M8): found anew after every placement, as sets of squares.

A palace keeps, beside its pieces, the squares around them; ``near`` and ``near_several`` say around how many palaces a
square lies, none, one or several, and are kept up to date by new pieces alone. A square next to a building of a palace
lies around that palace, so that it may be built on exactly if it is free and lies around no second one.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.medina.rules import bitboard as sets
from arkadia_sim.games.medina.rules import state


@inlined
def find_places(table: Any) -> None:
    """Bring ``places``, ``n_places``, ``growing``, ``new_street`` and ``n_open`` up to date."""
    vacant = sets.without(sets.load(table["city"]), sets.load(table["occupied"]))
    free = sets.without(vacant, sets.load(table["well_region"]))
    not_several = sets.without(free, sets.load(table["near_several"]))
    untouched = sets.without(free, sets.load(table["near"]))
    for colour in range(state.COLOURS):
        squares = sets.EMPTY
        palace = table["growing"][colour]
        if palace != state.NO_PALACE:
            squares = sets.both(sets.beside(roots(table, palace)), not_several)
            if sets.is_empty(squares):
                table["growing"][colour] = state.NO_PALACE  # for good: the board only fills (M4.6)
        if sets.is_empty(squares):
            squares = untouched
        _keep(table, colour, squares)
    _keep(table, state.STABLE, sets.both(sets.load(table["beside_buildings"]), not_several))
    _find_merchant_places(table, vacant)
    _find_wall_places(table)
    for colour in range(state.COLOURS):
        table["n_open"][colour] = 0
    for palace in range(table["n_palaces"]):
        if table["owner"][palace] == state.OPEN:
            table["n_open"][table["colour"][palace]] += 1


@inlined
def _keep(table: Any, kind: Any, squares: Any) -> None:
    sets.store(table["places"][kind], squares)
    table["n_places"][kind] = sets.size(squares)


@inlined
def roots(table: Any, palace: Any) -> Any:
    """The pieces of a palace beside which it grows (M4.4)."""
    if table["rules"]["grow_from_palace"] != 0:
        return sets.load(table["pieces"][palace])
    return sets.load(table["buildings"][palace])


@inlined
def _find_merchant_places(table: Any, vacant: Any) -> None:
    """M7.3: next to an end of the street and to no other merchant; M7.4: where that is possible nowhere, a new one."""
    ends = sets.either(sets.single(table["ends"][0]), sets.single(table["ends"][1]))
    squares = sets.without(sets.both(sets.beside(ends), vacant), sets.load(table["beside_merchants"]))
    table["new_street"] = 0
    if sets.is_empty(squares):
        table["new_street"] = 1
        start = table["rules"]["street_start"]
        squares = vacant
        if start == state.START_ONE:
            squares = sets.without(vacant, sets.load(table["beside_merchants"]))
        elif start != state.START_ANYWHERE:
            squares = sets.without(vacant, sets.load(table["beside_merchant"]))
    _keep(table, state.MERCHANT, squares)


@inlined
def _find_wall_places(table: Any) -> None:
    """M8.1: both arms of a side may grow while two of its spaces or more are empty."""
    squares = sets.EMPTY
    for side in range(state.SIDES):
        if table["side"][side] - table["arm"][2 * side] - table["arm"][2 * side + 1] >= 2:
            squares = sets.either(
                squares,
                sets.either(sets.single(next_space(table, 2 * side)), sets.single(next_space(table, 2 * side + 1))),
            )
    _keep(table, state.WALL, squares)


@inlined
def next_space(table: Any, arm: Any) -> Any:
    """The bit of the space that the arm's next wall would stand on."""
    return table["arm_start"][arm] + table["arm"][arm] * table["arm_step"][arm]


@inlined
def arm_of_place(table: Any, square: Any) -> Any:
    """The arm that a wall on this legal place lengthens."""
    for arm in range(state.ARMS):
        if next_space(table, arm) == square:
            return arm
    return state.ARMS


@inlined
def arms_beside(table: Any, square: Any) -> Any:
    """The arms that a piece on this city square touches, as bits (M8.3)."""
    touched = 0
    walls = sets.load(table["walls"])
    for side in range(state.SIDES):
        space = square - table["inward"][side]
        if sets.has(walls, space):
            arm = 2 * side
            steps = (space - table["arm_start"][arm]) // table["arm_step"][arm]
            touched |= 1 << (arm if steps < table["arm"][arm] else arm + 1)
    return touched


@inlined
def palace_at(table: Any, square: Any) -> Any:
    """The palace that has a piece on this square, or NO_PALACE."""
    for palace in range(table["n_palaces"]):
        if sets.has(sets.load(table["pieces"][palace]), square):
            return palace
    return state.NO_PALACE


@inlined
def palace_around(table: Any, square: Any) -> Any:
    """A palace around one of whose pieces the square lies, or NO_PALACE; where it is the only one, that one."""
    for palace in range(table["n_palaces"]):
        if sets.has(sets.load(table["around"][palace]), square):
            return palace
    return state.NO_PALACE


# -- what a player may place -------------------------------------------------------------------------------------------
@inlined
def count_places(table: Any, seat: Any, kind: Any) -> Any:
    """Where the seat might place a piece of this kind if it has one: squares; or open palaces for a roof, an own one on
    those of a colour of which the seat owns none (M6.1), a neutral one on all (M6.3)."""
    if kind < state.ON_SQUARES:
        return table["n_places"][kind]
    owned, count = int(table["owned"][seat]) if kind == state.ROOF else 0, 0
    for colour in range(state.COLOURS):
        if (owned >> colour) & 1 == 0:
            count += table["n_open"][colour]
    return count


@inlined
def count_options(table: Any, holdings: Any, seat: Any, kind: Any) -> Any:
    """In how many ways the seat may place a piece of this kind now, the pieces at hand and M3.6 considered."""
    if holdings["pieces"][seat, kind] <= 0 or (table["must_roof"] != 0 and kind != state.ROOF):
        return 0
    return count_places(table, seat, kind)


@inlined
def squares_for(table: Any, holdings: Any, seat: Any, kind: Any) -> Any:
    """The squares on which the seat may place a piece of this kind now; for a roof one building of each palace."""
    if count_options(table, holdings, seat, kind) == 0:
        return sets.EMPTY
    if kind < state.ON_SQUARES:
        return sets.load(table["places"][kind])
    squares = sets.EMPTY
    for palace in range(table["n_palaces"]):
        if may_roof(table, seat, kind, palace):
            squares = sets.either(squares, sets.single(sets.first_bit(sets.load(table["buildings"][palace]))))
    return squares


@inlined
def count_all_options(table: Any, holdings: Any, seat: Any) -> Any:
    """All placements that the seat may make: pairs of piece and square, or piece and palace for roofs."""
    count = 0
    for kind in range(state.KINDS):
        count += count_options(table, holdings, seat, kind)
    return count


@inlined
def can_place(table: Any, holdings: Any, seat: Any) -> Any:
    """Whether the seat can place anything, M3.6 left aside."""
    for kind in range(state.KINDS):
        if holdings["pieces"][seat, kind] > 0 and count_places(table, seat, kind) > 0:
            return True
    return False


@inlined
def may_roof(table: Any, seat: Any, kind: Any, palace: Any) -> Any:
    """Whether a roof of this kind, ROOF or NEUTRAL_ROOF, may go on the palace (M6)."""
    if table["owner"][palace] != state.OPEN:
        return False
    return kind == state.NEUTRAL_ROOF or (table["owned"][seat] >> table["colour"][palace]) & 1 == 0


@inlined
def note_piece(table: Any, palace: Any, square: Any) -> None:
    """Keep ``near`` and ``near_several`` up to date with a new piece of a palace."""
    ring = sets.around(sets.single(square))
    theirs = sets.load(table["around"][palace])
    near = sets.load(table["near"])
    sets.store(
        table["near_several"],
        sets.either(sets.load(table["near_several"]), sets.without(sets.both(ring, near), theirs)),
    )
    sets.store(table["near"], sets.either(near, ring))
    sets.store(table["around"][palace], sets.either(theirs, ring))
