"""What bots of Medina can be barred from or forced to, a bit for each, and which of it a placement does."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.constraint import Constraint
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

CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint(
        "outer_first",
        "Place a merchant or a wall while a building or a stable could be placed",
        barred="Places no merchant or wall while it can place a building or a stable, and so keeps them for the end.",
        forced="Places merchants and walls whenever it can, and buildings and stables only when none are left.",
        claim="K1",
    ),
    Constraint(
        "building",
        "Place a building",
        barred="Places no building while it can place anything else.",
        forced="Places a building whenever it can, and so keeps all other pieces at hand.",
        claim="K2",
    ),
    Constraint(
        "guests",
        "Win a tower's tile with merchants on it",
        barred="Places nothing that brings it merchants from the tile of a tower.",
        forced="Places a piece that brings it merchants from the tile of a tower whenever there is one.",
        claim="K2",
    ),
    Constraint(
        "tea_tiles",
        "Roof a purple palace for its tea",
        barred="Puts no own roof on a purple palace that brings tea.",
        forced="Puts an own roof on a purple palace that brings tea whenever it can.",
        claim="K2",
    ),
    Constraint(
        "early_stable",
        "Place a stable early",
        barred="Places no stable while at least half of its own pieces (without roofs) are at hand.",
        forced="Places a stable whenever it can while at least half of its own pieces (without roofs) are at hand.",
        claim="K3",
    ),
    Constraint(
        "foreign_stable",
        "Add a stable to another player's palace",
        barred="Adds no stable to the palace of another player.",
        forced="Adds a stable to the palace of another player whenever it can.",
        claim="K4",
    ),
    Constraint(
        "growing_roof",
        "Roof a palace that can still grow",
        barred="Puts no own roof on a palace that can still grow.",
        forced="Puts an own roof on a palace that can still grow whenever it can.",
        claim="K7",
    ),
    Constraint(
        "towers",
        "Win a tower's tile",
        barred="Places nothing that brings it the tile of a tower.",
        forced="Places a piece that brings it the tile of a tower whenever there is one.",
        claim="K8",
    ),
    Constraint(
        "new_street",
        "Begin the street anew",
        barred="Begins no new street.",
        forced="Begins a new street whenever the old one can no longer be lengthened.",
        claim="K9",
    ),
    Constraint(
        "dead_end",
        "Lead the street into a dead end",
        barred="Places no merchant after which the street cannot be lengthened.",
        forced="Places a merchant after which the street cannot be lengthened whenever it can.",
        claim="K9",
    ),
    Constraint(
        "tea_break",
        "Take a tea break",
        barred="Takes no tea break.",
        forced="Takes a tea break whenever it can.",
        claim="K5",
    ),
)
"""In the order in which they apply, those of a placement first."""

(
    OUTER_FIRST, BUILDING, GUESTS, TEA_TILES, EARLY_STABLE, FOREIGN_STABLE, GROWING_ROOF, TOWERS, NEW_STREET, DEAD_END,
    TEA_BREAK,
) = THINGS = tuple(1 << place for place in range(len(CONSTRAINTS)))  # fmt: skip
"""The bit of each constraint, in the same order."""
N_THINGS = len(CONSTRAINTS)
PLACE_THINGS = TEA_BREAK - 1

_BITS = {constraint.name: bit for constraint, bit in zip(CONSTRAINTS, THINGS, strict=True)}

HEEDABLE = {name: "place" if bit & PLACE_THINGS else "tea" for name, bit in _BITS.items()}
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""


@inlined
def cuts_street(table: Any, square: Any) -> Any:
    """Whether a merchant on this legal square leaves no way to lengthen the street at either end."""
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
    """Whether the player still has at least half of the pieces at hand, not counting roofs."""
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
    """The arms, as bits, whose tower tiles a placement brings to the player on turn (M9.1)."""
    every = table["rules"]["every_extension"] != 0
    if kind == ROOF:
        return int(table["arms"][palace_at(table, square)])
    if kind == STABLE:
        palace = palace_around(table, square)
        if table["owner"][palace] != table["seat"]:
            return 0
        known, touched = int(table["arms"][palace]), int(arms_beside(table, square))
        return known | touched if every else touched & ~known
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
    """What a legal placement does; for a roof, the square is that of any building of the palace."""
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
