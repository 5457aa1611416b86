"""What bots can be barred from or forced to; ``sight/cues.py`` counts it."""

from arkadia_sim.core.constraint import BARRED, Constraint, heedable

CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint("residents", "Take residents where a token could be placed", "use: at least 1 residents_instead", "K4"),
    Constraint("flags", "Cash a line with flags that gives no main part", "line: at least 1 only_flags", "K3"),
    Constraint(
        "high_tower", "Cash a line with a tower of 5 points or more", "line: at least 1 high_tower", "K1", (BARRED,)
    ),
    Constraint("spare_line", "Cash a line that gives no main part", "line: at least 1 no_part", "K1"),
    Constraint("crown", "Invite a Crown guest", "guest: at least 1 crown", "K8"),
    Constraint("theft", "Cash the line that steals a guest", "line: at least 1 steal", "K7"),
    Constraint("reactivate", "Cash a line that reactivates a guest", "line: at least 1 reactivate", "", (BARRED,)),
)
"""In the order in which they apply."""

HEEDABLE = heedable(CONSTRAINTS)
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""
