"""What bots can be barred from or forced to; ``sight/cues.py`` counts it."""

from arkadia_sim.core.constraint import Constraint, heedable

CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint(
        "outer_first",
        "Place a merchant or a wall while a building or a stable could be placed",
        "place: at least 1 outer_first",
        barred="Places no merchant or wall while it can place a building or a stable, and so keeps them for the end.",
        forced="Places merchants and walls whenever it can, and buildings and stables only when none are left.",
        claim="K1",
    ),
    Constraint(
        "building",
        "Place a building",
        "place: at least 1 building",
        barred="Places no building while it can place anything else.",
        forced="Places a building whenever it can, and so keeps all other pieces at hand.",
        claim="K2",
    ),
    Constraint(
        "guests",
        "Win a tower's tile with merchants on it",
        "place: at least 1 guests",
        barred="Places nothing that brings it merchants from the tile of a tower.",
        forced="Places a piece that brings it merchants from the tile of a tower whenever there is one.",
        claim="K2",
    ),
    Constraint(
        "tea_tiles",
        "Roof a purple palace for its tea",
        "place: at least 1 tea",
        barred="Puts no own roof on a purple palace that brings tea.",
        forced="Puts an own roof on a purple palace that brings tea whenever it can.",
        claim="K2",
    ),
    Constraint(
        "early_stable",
        "Place a stable early",
        "place: at least 1 early_stable",
        barred="Places no stable while at least half of its own pieces (without roofs) are at hand.",
        forced="Places a stable whenever it can while at least half of its own pieces (without roofs) are at hand.",
        claim="K3",
    ),
    Constraint(
        "foreign_stable",
        "Add a stable to another player's palace",
        "place: at least 1 foreign_stable",
        barred="Adds no stable to the palace of another player.",
        forced="Adds a stable to the palace of another player whenever it can.",
        claim="K4",
    ),
    Constraint(
        "growing_roof",
        "Roof a palace that can still grow",
        "place: at least 1 growing_roof",
        barred="Puts no own roof on a palace that can still grow.",
        forced="Puts an own roof on a palace that can still grow whenever it can.",
        claim="K7",
    ),
    Constraint(
        "towers",
        "Win a tower's tile",
        "place: at least 1 towers",
        barred="Places nothing that brings it the tile of a tower.",
        forced="Places a piece that brings it the tile of a tower whenever there is one.",
        claim="K8",
    ),
    Constraint(
        "new_street",
        "Begin the street anew",
        "place: at least 1 new_street",
        barred="Begins no new street.",
        forced="Begins a new street whenever the old one can no longer be lengthened.",
        claim="K9",
    ),
    Constraint(
        "dead_end",
        "Lead the street into a dead end",
        "place: at least 1 dead_end",
        barred="Places no merchant after which the street cannot be lengthened.",
        forced="Places a merchant after which the street cannot be lengthened whenever it can.",
        claim="K9",
    ),
    Constraint(
        "tea_break",
        "Take a tea break",
        "tea: at least 1 rest",
        barred="Takes no tea break.",
        forced="Takes a tea break whenever it can.",
        claim="K5",
    ),
)
"""In the order in which they apply, those of a placement first."""

HEEDABLE = heedable(CONSTRAINTS)
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""
