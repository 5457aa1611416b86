"""What bots can be barred from or forced to; ``sight/cues.py`` counts it."""

from arkadia_sim.core.constraint import Constraint, heedable

CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint(
        "residents",
        "Take residents where a token could be placed",
        "use: at least 1 residents_instead",
        barred="Takes no residents where a token can be placed instead.",
        forced="Takes residents whenever a die allows it.",
        claim="K4",
    ),
    Constraint(
        "flags",
        "Cash a line of flags",
        "line: at least 1 only_flags",
        barred="Cashes no line with flags that gives no main part.",
        forced="Cashes a line with flags before other lines whenever there is one.",
        claim="K3",
    ),
    Constraint(
        "high_tower",
        "Cash the line of the high tower",
        "line: at least 1 high_tower",
        barred="Cashes no line with a tower of 5 points or more.",
        claim="K1",
    ),
    Constraint(
        "spare_line",
        "Cash a line that gives no main part",
        "line: at least 1 no_part",
        barred="Cashes only lines that give a main part, unless building stops otherwise.",
        forced="Cashes a line that gives no main part whenever there is one.",
        claim="K1",
    ),
    Constraint(
        "crown",
        "Invite a Crown guest",
        "guest: at least 1 crown",
        barred="Invites no Crown guest while another is there.",
        forced="Invites a Crown guest whenever one is there.",
        claim="K8",
    ),
    Constraint(
        "theft",
        "Cash the line that steals a guest",
        "line: at least 1 steal",
        barred="Cashes no line that steals a guest.",
        forced="Cashes the line that steals a guest whenever it can.",
        claim="K7",
    ),
    Constraint(
        "reactivate",
        "Cash the line that reactivates a guest",
        "line: at least 1 reactivate",
        barred="Cashes no line that reactivates a guest.",
    ),
)
"""In the order in which they apply."""

HEEDABLE = heedable(CONSTRAINTS)
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""
