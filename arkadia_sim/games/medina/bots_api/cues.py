"""What a person can count at Medina's table; ``games/medina/sight/cues.py`` counts it."""

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
    situation(
        "second",
        "the second piece of the turn",
        YES_OR_NO,
        ("with the second piece of your turn", "with the first piece of your turn"),
        (1,),
    ),
)

PLACE = (
    flag(
        "building",
        "place",
        "place a building",
        "place no building",
        (1,),
        advice=(("per", "Place what counts most points"),),
    ),
    flag("stable", "place", "place a stable", "place no stable"),
    flag("merchant", "place", "place a merchant", "place no merchant"),
    flag("wall", "place", "place a wall", "place no wall"),
    flag("roof", "place", "claim a palace", "claim no palace", (1,)),
    flag("neutral_roof", "place", "put a neutral roof on a palace", "put no neutral roof on a palace"),
    Cue(
        "points",
        "place",
        "{point|points} that you gain at once",
        "points",
        "compute",
        numbers=(1, 2, 3),
        advice=(("most", "place what gains you most points at once"),),
    ),
    Cue(
        "others_points",
        "place",
        "{point|points} that the others gain at once",
        "points",
        "compute",
        advice=(("least", "give the others as few points as you can"),),
    ),
    Cue("open_points", "place", "{point|points} added to open palaces that you may claim", "points", "count"),
    Cue(
        "lost_points",
        "place",
        "{point|points} added to open palaces that you may not claim",
        "points",
        "count",
        advice=(("least", "add as little as you can to open palaces that you may not claim"),),
    ),
    Cue("size", "place", "{building or stable|buildings and stables} in the palace of the piece", "pieces", "glance"),
    Cue(
        "claim",
        "place",
        "{point|points} of the palace that you claim",
        "points",
        "count",
        numbers=(5, 7, 9, 12),
        advice=(("at least", "claim only palaces worth # or more points"),),
    ),
    Cue(
        "unbuilt",
        "place",
        "own {building|buildings} at hand of the colour of the palace that you claim",
        "buildings",
        "glance",
        numbers=(0, 1, 2),
        advice=(("at most", "claim a palace only with # or fewer buildings of its colour at hand"),),
    ),
    Cue("rivals", "place", "other {player|players} who may claim the roofed palace", "players", "glance"),
    Cue("towers", "place", "tower {tile|tiles} won", "tiles", "glance"),
    Cue("guests", "place", "{merchant|merchants} won from towers", "merchants", "glance"),
    Cue("tea", "place", "tea {tile|tiles} won", "tiles", "glance"),
    flag("largest", "place", "win a palace tile", "win no palace tile"),
    Cue("reach", "place", "{tower|towers} newly reached by open palaces that you may claim", "towers", "glance"),
    flag("begins", "place", "begin a palace", "begin no palace"),
    Cue("room", "place", "{square|squares} onto which the palace of a new building can grow", "squares", "count"),
    Cue("taken", "place", "free {square|squares} that a piece closes to other palaces", "squares", "count"),
    flag("edge", "place", "build at the edge of the city", "build away from the edge of the city"),
    flag("dead_end", "place", "lead the street into a dead end", "lead the street into no dead end"),
    Cue(
        "held",
        "place",
        "{piece|pieces} of the same kind at hand",
        "pieces",
        "glance",
        advice=(("most", "place the kind of piece of which you have most"),),
    ),
)

TEA = (
    flag("rest", "tea", "take a tea break", "place a second piece", (1,)),
    Cue(
        "points",
        "tea",
        "{point|points} that a second piece gains you at once",
        "points",
        "compute",
        numbers=(1, 2),
        advice=(("at least", "place a second piece if it gains you # or more {point|points}"),),
    ),
)

CUES = (*SITUATIONS, *PLACE, *TEA)
"""All cues, by decision in the order in which they are counted."""
