"""What a person can count at Medina's table; ``games/medina/sight/cues.py`` counts it. And what bots can be barred
from or forced to."""

from arkadia_sim.core.constraint import Constraint, heedable
from arkadia_sim.core.cues import YES_OR_NO, Cue, amount, flag, own_turns, situation

SITUATIONS = (
    own_turns(3, 6, 10),
    amount("buildings", "own buildings at hand", "pieces", (0, 4, 8), "buildings at hand"),
    amount("stables", "own stables at hand", "pieces", (0,), "stables at hand"),
    amount("merchants", "own merchants at hand", "pieces", (0,), "merchants at hand"),
    amount("walls", "own walls at hand", "pieces", (0,), "walls at hand"),
    amount("roofs", "own roofs at hand", "pieces", (1, 2, 3), "roofs at hand"),
    amount("pieces", "own pieces (without roofs) at hand", "pieces", (8, 16), "pieces (without roofs) at hand"),
    amount("open_palaces", "open palaces that you may claim", "palaces", (1, 2), effort="count"),
    amount("tea_tiles", "own tea tiles", "tiles", (1,), "tea tiles"),
    situation("second", "the second piece of the turn", YES_OR_NO,
              ("with the second piece of your turn", "with the first piece of your turn"), (1,)),
)  # fmt: skip

PLACE = (
    flag("building", "place", "place a building", "place no building", (1,),
         advice=(("per", "Rate each placement and take the best"),)),
    flag("stable", "place", "place a stable", "place no stable"),
    flag("merchant", "place", "place a merchant", "place no merchant"),
    flag("wall", "place", "place a wall", "place no wall"),
    flag("roof", "place", "claim a palace", "claim no palace", (1,)),
    flag("neutral_roof", "place", "put a neutral roof on a palace", "put no neutral roof on a palace"),
    Cue("points", "place", "{point|points} that you gain at once", "points", "compute", numbers=(1, 2, 3),
        advice=(("most", "place what gains you most points at once"),), good=1),
    Cue("others_points", "place", "{point|points} that the others gain at once", "points", "compute",
        advice=(("least", "give the others as few points as you can"),), good=-1),
    Cue("open_points", "place", "{point|points} added to open palaces that you may claim", "points", "count",
        advice=(("most", "add as many points as you can to open palaces that you may claim"),), good=1),
    Cue("lost_points", "place", "{point|points} added to open palaces that you may not claim", "points", "count",
        advice=(("least", "add as few points as you can to open palaces that you may not claim"),), good=-1),
    Cue("size", "place", "{building or stable|buildings and stables} in its palace", "pieces", "glance"),
    Cue("claim", "place", "{point|points} of the palace that you claim", "points", "count", numbers=(5, 7, 9, 12),
        advice=(("at least", "claim only palaces worth # or more points"),
                ("at most", "claim a palace worth # or fewer points"),
                ("most", "claim a palace only if you must, and then the one worth most points"),
                ("least", "claim a palace, the one worth fewest points")), nothing=99, good=1),
    Cue("unbuilt", "place", "{building|buildings} at hand in the colour of the palace that you claim", "buildings",
        "glance", numbers=(0, 1, 2),
        advice=(("at most", "claim a palace only with # or fewer buildings of its colour at hand"),), good=-1),
    Cue("rivals", "place", "other {player|players} who may claim the palace that you roof", "players", "glance"),
    Cue("towers", "place", "tower {tile|tiles} that you win", "tiles", "glance", good=1),
    Cue("guests", "place", "{merchant|merchants} that you win with tower tiles", "merchants", "glance", good=1),
    Cue("tea", "place", "tea {tile|tiles} that you win", "tiles", "glance", good=1),
    flag("largest", "place", "win a palace tile", "win no palace tile"),
    Cue("reach", "place", "{tower|towers} newly reached by open palaces that you may claim", "towers", "glance",
        good=1),
    flag("begins", "place", "begin a palace", "begin no palace"),
    Cue("room", "place", "free {square|squares} onto which the palace can then grow", "squares", "count"),
    Cue("taken", "place", "free {square|squares} that the piece closes to other palaces", "squares", "count"),
    flag("edge", "place", "build at the edge of the city", "build away from the edge of the city"),
    flag("dead_end", "place", "lead the street into a dead end", "leave the street a way on"),
    Cue("held", "place", "{piece|pieces} of that kind at hand", "pieces", "glance",
        advice=(("most", "place the kind of piece of which you have most"),)),
)  # fmt: skip

TEA = (
    flag("rest", "tea", "take a tea break", "place a second piece", (1,),
         advice=(("per", "Rate a tea break and a second piece, and take the better"),)),
    Cue("points", "tea", "{point|points} that a second piece gains you at once", "points", "compute", numbers=(1, 2),
        advice=(("at least", "place a second piece if it gains you # or more {point|points}"),), good=1),
)  # fmt: skip

CUES = (*SITUATIONS, *PLACE, *TEA)
"""All cues, by decision in the order in which they are counted."""


CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint("outer_first", "Place a merchant or a wall while a building or a stable could be placed",
               "place: at least 1 outer_first", "K1"),
    Constraint("building", "Place a building", "place: at least 1 building", "K2"),
    Constraint("guests", "Win a tower's tile with merchants on it", "place: at least 1 guests", "K2"),
    Constraint("tea_tiles", "Put an own roof on a purple palace that brings tea", "place: at least 1 tea", "K2"),
    Constraint("early_stable", "Place a stable while at least half of the own pieces (without roofs) are at hand",
               "place: at least 1 early_stable", "K3"),
    Constraint("foreign_stable", "Add a stable to another player's palace", "place: at least 1 foreign_stable", "K4"),
    Constraint("growing_roof", "Put an own roof on a palace that can still grow", "place: at least 1 growing_roof",
               "K7"),
    Constraint("towers", "Win a tower's tile", "place: at least 1 towers", "K8"),
    Constraint("new_street", "Begin the street anew", "place: at least 1 new_street", "K9"),
    Constraint("dead_end", "Place a merchant after which the street cannot be lengthened", "place: at least 1 dead_end",
               "K9"),
    Constraint("tea_break", "Take a tea break", "tea: at least 1 rest", "K5"),
)  # fmt: skip
"""In the order in which they apply, those of a placement first."""

HEEDABLE = heedable(CONSTRAINTS)
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""
