"""What bots can be barred from or forced to; ``sight/cues.py`` counts it."""

from arkadia_sim.core.constraint import Constraint, heedable

CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint(
        "outer_first",
        "Place a merchant or a wall while a building or a stable could be placed",
        "place: at least 1 outer_first",
        "K1",
    ),
    Constraint("building", "Place a building", "place: at least 1 building", "K2"),
    Constraint("guests", "Win a tower's tile with merchants on it", "place: at least 1 guests", "K2"),
    Constraint("tea_tiles", "Put an own roof on a purple palace that brings tea", "place: at least 1 tea", "K2"),
    Constraint(
        "early_stable",
        "Place a stable while at least half of the own pieces (without roofs) are at hand",
        "place: at least 1 early_stable",
        "K3",
    ),
    Constraint("foreign_stable", "Add a stable to another player's palace", "place: at least 1 foreign_stable", "K4"),
    Constraint(
        "growing_roof", "Put an own roof on a palace that can still grow", "place: at least 1 growing_roof", "K7"
    ),
    Constraint("towers", "Win a tower's tile", "place: at least 1 towers", "K8"),
    Constraint("new_street", "Begin the street anew", "place: at least 1 new_street", "K9"),
    Constraint(
        "dead_end", "Place a merchant after which the street cannot be lengthened", "place: at least 1 dead_end", "K9"
    ),
    Constraint("tea_break", "Take a tea break", "tea: at least 1 rest", "K5"),
)
"""In the order in which they apply, those of a placement first."""

HEEDABLE = heedable(CONSTRAINTS)
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""
