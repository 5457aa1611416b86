"""What a placement does of all that a bot can be barred from or forced to, as bits of ``constraints.py``."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.medina.rules.bitboard import (
    beside,
    both,
    either,
    is_empty,
    load,
    meet,
    single,
    without,
)
from arkadia_sim.games.medina.rules.places import arm_of_place, arms_beside, palace_around, palace_at
from arkadia_sim.games.medina.rules.state import (
    ARMS,
    COLOURS,
    MERCHANT,
    NO_PALACE,
    ON_SQUARES,
    PURPLE,
    ROOF,
    STABLE,
    TOWER_OF_ARM,
    WALL,
)
from arkadia_sim.games.medina.sight.constraints import (
    BUILDING,
    DEAD_END,
    EARLY_STABLE,
    FOREIGN_STABLE,
    GROWING_ROOF,
    GUESTS,
    NEW_STREET,
    OUTER_FIRST,
    TEA_TILES,
    TOWERS,
)


@inlined
def cuts_street(table: Any, square: Any) -> Any:
    """Whether the street could be lengthened neither at a merchant on this legal square nor at its other end."""
    ring, ends = beside(single(square)), single(square)
    if table["new_street"] == 0:
        first, last = single(table["ends"][0]), single(table["ends"][1])
        joins_last = table["ends"][0] == table["ends"][1] or meet(ring, last)
        ends = either(ends, first if joins_last else last)
    vacant = without(load(table["city"]), load(table["occupied"]))
    vacant = without(vacant, single(square))
    several = either(load(table["beside_merchants"]), both(ring, load(table["beside_merchant"])))
    return is_empty(without(both(beside(ends), vacant), several))


@inlined
def is_early(table: Any, holdings: Any) -> Any:
    """Whether half of the own pieces or more, roofs apart, are at hand."""
    left, at_start = 0, 0
    for kind in range(ON_SQUARES):
        left += holdings["pieces"][table["seat"], kind]
        at_start += table["rules"]["pieces"][kind]
    return 2 * left >= at_start


@inlined
def has_inner(table: Any, holdings: Any) -> Any:
    """Whether the player on turn could place a building or a stable."""
    for kind in range(STABLE + 1):
        if holdings["pieces"][table["seat"], kind] > 0 and table["n_places"][kind] > 0:
            return True
    return False


@inlined
def _arms_claimed(table: Any, kind: Any, square: Any) -> Any:
    """The arms, as bits, for which a placement brings the player on turn the tiles of their towers (M9.1)."""
    every = table["rules"]["every_extension"] != 0
    if kind == ROOF:
        return int(table["arms"][palace_at(table, square)])
    if kind == STABLE:
        palace = palace_around(table, square)
        if table["owner"][palace] != table["seat"]:
            return 0
        known, found = int(table["arms"][palace]), int(arms_beside(table, square))
        return known | found if every else found & ~known
    if kind == WALL:
        arm = arm_of_place(table, square)
        palace = palace_at(table, square + table["inward"][arm >> 1])
        if palace == NO_PALACE or table["owner"][palace] != table["seat"]:
            return 0
        return 0 if (table["arms"][palace] >> arm) & 1 != 0 and not every else 1 << arm
    return 0


@inlined
def _tower_things(table: Any, kind: Any, square: Any) -> Any:
    things, arms = 0, _arms_claimed(table, kind, square)
    for arm in range(ARMS):
        if (arms >> arm) & 1 != 0:
            tower = TOWER_OF_ARM[arm]
            if table["tower_holder"][tower] != table["seat"]:
                things |= TOWERS
            if table["tower_merchants"][tower] > 0:
                things |= GUESTS
    return things


@inlined
def placement_things(table: Any, holdings: Any, kind: Any, square: Any) -> Any:
    """What a legal placement does; for a roof the square is that of one of the palace's buildings."""
    things = 0
    if kind < COLOURS:
        return BUILDING
    if kind == STABLE:
        owner = table["owner"][palace_around(table, square)]
        things = FOREIGN_STABLE if owner >= 0 and owner != table["seat"] else 0
        if is_early(table, holdings):
            things |= EARLY_STABLE
    elif kind == MERCHANT:
        things = NEW_STREET if table["new_street"] != 0 else 0
        if cuts_street(table, square):
            things |= DEAD_END
    elif kind == ROOF:
        palace = palace_at(table, square)
        colour = table["colour"][palace]
        if table["growing"][colour] == palace:
            things = GROWING_ROOF
        if colour == PURPLE and table["rules"]["tea_tiles"][table["purple_roofs"]] > 0:
            things |= TEA_TILES
    if kind in (MERCHANT, WALL) and has_inner(table, holdings):
        things |= OUTER_FIRST
    if kind in (STABLE, WALL, ROOF):
        things |= _tower_things(table, kind, square)
    return things
