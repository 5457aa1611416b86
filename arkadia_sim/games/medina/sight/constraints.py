"""The constraints of Medina: what a bot can be barred from or forced to, a bit for each."""

from arkadia_sim.core.constraint import Constraint, Constraints

CONSTRAINTS = (
    Constraint(
        "outer_first",
        "Place a merchant or a wall while a building or a stable could be placed",
        barred="Places no merchant and no wall while it can place a building or a stable: it keeps them for the end.",
        forced="Places merchants and walls whenever it can, and buildings and stables when it has run out of them.",
        claim="K1",
    ),
    Constraint(
        "building",
        "Place a building",
        barred="Places no building while it can place anything else.",
        forced="Places a building whenever it can: all other pieces stay at hand.",
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
        barred="Places no stable while half of its own pieces or more, roofs apart, are at hand.",
        forced="Places a stable whenever it can while half of its own pieces or more, roofs apart, are at hand.",
        claim="K3",
    ),
    Constraint(
        "foreign_stable",
        "Put a stable to another player's palace",
        barred="Puts no stable to the palace of another player.",
        forced="Puts a stable to the palace of another player whenever it can.",
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
        forced="Begins a new street whenever the old one can be lengthened no more.",
        claim="K9",
    ),
    Constraint(
        "dead_end",
        "Lead the street where it cannot go on",
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
"""In the order in which they are heeded, those of a placement first."""

(
    OUTER_FIRST, BUILDING, GUESTS, TEA_TILES, EARLY_STABLE, FOREIGN_STABLE, GROWING_ROOF, TOWERS, NEW_STREET, DEAD_END,
    TEA_BREAK,
) = THINGS = tuple(1 << place for place in range(len(CONSTRAINTS)))  # fmt: skip
"""What a choice may do, as bits, by the place of the constraint."""
N_THINGS = len(CONSTRAINTS)
PLACE_THINGS = TEA_BREAK - 1

HEEDABLE = frozenset(one.name for one in CONSTRAINTS)
"""The names of all: what a bot declares that heeds ``mind["limits"]`` wherever it decides."""

_BIT = {one.name: thing for one, thing in zip(CONSTRAINTS, THINGS, strict=True)}


def bits_of(constraints: Constraints) -> dict[str, int]:
    """What a bot is barred from, forced to and counted at, as the fields of ``SETTINGS`` that tell of it."""
    barred = sum(_BIT[name] for name in constraints.barred)
    forced = sum(_BIT[name] for name in constraints.forced)
    return {"barred": barred, "forced": forced, "watched": barred + forced + sum(_BIT[n] for n in constraints.watched)}
