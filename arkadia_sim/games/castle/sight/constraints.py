"""What bots can be barred from or forced to, a bit for each, and which of it a candidate does."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.games.castle.rules.candidates import gives_part, has
from arkadia_sim.games.castle.rules.drawing import HIGH_TOWER as HIGH_POINTS
from arkadia_sim.games.castle.rules.state import (
    ALL_SQUARES,
    CROWNS,
    GUEST,
    LINE,
    REACTIVATE,
    STOP_BUILDING,
    TAKE_RESIDENTS,
    THEFT,
    USE,
)

CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint(
        "residents",
        "Take residents where a token could be placed",
        barred="Takes no residents where a token can be placed instead.",
        forced="Takes residents whenever a die allows it.",
        claim="K4",
    ),
    Constraint(
        "flags",
        "Cash a line of flags",
        barred="Cashes no line with flags that gives no main part.",
        forced="Cashes a line with flags before other lines whenever there is one.",
        claim="K3",
    ),
    Constraint(
        "high_tower",
        "Cash the line of the high tower",
        barred="Cashes no line with a tower of 5 points or more.",
        forced="Cashes a line with a tower of 5 points or more whenever there is one.",
        claim="K1",
    ),
    Constraint(
        "spare_line",
        "Cash a line that gives no main part",
        barred="Cashes only lines that give a main part, unless building stops otherwise.",
        forced="Cashes a line that gives no main part whenever there is one.",
        claim="K1",
    ),
    Constraint(
        "crown",
        "Invite a Crown guest",
        barred="Invites no Crown guest while another is there.",
        forced="Invites a Crown guest whenever one is there.",
        claim="K8",
    ),
    Constraint(
        "theft",
        "Cash the line that steals a guest",
        barred="Cashes no line that steals a guest.",
        forced="Cashes the line that steals a guest whenever it can.",
        claim="K7",
    ),
    Constraint(
        "reactivate",
        "Cash the line that reactivates a guest",
        barred="Cashes no line that reactivates a guest.",
        forced="Cashes the line that reactivates a guest whenever it can.",
    ),
)
"""In the order in which they apply."""

RESIDENTS_TAKEN, FLAGS, HIGH_TOWER, SPARE_LINE, CROWN, STEALS, REACTIVATES = THINGS = tuple(
    1 << place for place in range(len(CONSTRAINTS))
)
"""The bit of each constraint, in the same order."""
N_THINGS = len(CONSTRAINTS)
USE_THINGS = RESIDENTS_TAKEN
LINE_THINGS = FLAGS | HIGH_TOWER | SPARE_LINE | STEALS | REACTIVATES

_BITS = {constraint.name: bit for constraint, bit in zip(CONSTRAINTS, THINGS, strict=True)}

HEEDABLE = {
    name: "use" if bit & USE_THINGS else "line" if bit & LINE_THINGS else "guest" for name, bit in _BITS.items()
}
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""


@inlined
def things_at(phase: Any) -> Any:
    """The things that candidates of a decision can do."""
    if phase == USE:
        return USE_THINGS
    if phase == LINE:
        return LINE_THINGS
    return CROWN if phase == GUEST else 0


@inlined
def things_of(table: Any, pick: Any) -> Any:
    """What a candidate of the decision at hand does."""
    phase = table["phase"]
    if phase == USE:
        return RESIDENTS_TAKEN if pick == TAKE_RESIDENTS and int(table["open"]) & ALL_SQUARES != 0 else 0
    if phase == GUEST:
        return CROWN if has(CROWNS, table["display"][pick]) else 0
    if phase != LINE or pick == STOP_BUILDING:
        return 0
    gifts, things = table["board"]["lines"][pick], 0
    if not gives_part(table, table["castles"][table["seat"]], pick):
        things |= SPARE_LINE
        if gifts["n_flags"] > 0:
            things |= FLAGS
    if gifts["tower"] >= HIGH_POINTS:
        things |= HIGH_TOWER
    if gifts["effect"] == THEFT:
        things |= STEALS
    elif gifts["effect"] == REACTIVATE:
        things |= REACTIVATES
    return things
