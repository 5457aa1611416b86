"""What a person can count at Medina's table; ``games/medina/sight/cues.py`` counts it."""

from arkadia_sim.core.cues import SITUATION, YES_OR_NO, Cue


def _at_hand(name: str, what: str, numbers: tuple[int, ...]) -> Cue:
    """A situation told by the own pieces at hand."""
    return Cue(
        name,
        SITUATION,
        f"own {what} at hand",
        "pieces",
        "glance",
        from_to=(f"with # or more {what} at hand", f"with # or fewer {what} at hand"),
        numbers=numbers,
    )


SITUATIONS = (
    Cue(
        "turn",
        SITUATION,
        "own turns",
        "turns",
        "glance",
        from_to=("from your turn # on", "in your first {turn|# turns}"),
        numbers=(3, 6, 10),
    ),
    _at_hand("buildings", "buildings", (0, 4, 8)),
    _at_hand("stables", "stables", (0,)),
    _at_hand("merchants", "merchants", (0,)),
    _at_hand("walls", "walls", (0,)),
    _at_hand("roofs", "roofs", (1, 2, 3)),
    _at_hand("pieces", "pieces (without roofs)", (8, 16)),
    Cue(
        "open_palaces",
        SITUATION,
        "open palaces that you may claim",
        "palaces",
        "count",
        from_to=("with # or more open palaces that you may claim", "with # or fewer open palaces that you may claim"),
        numbers=(1, 2),
    ),
    Cue(
        "tea_tiles",
        SITUATION,
        "own tea tiles",
        "tiles",
        "glance",
        from_to=("with # or more tea tiles", "with # or fewer tea tiles"),
        numbers=(1,),
    ),
    Cue(
        "second",
        SITUATION,
        "the second piece of the turn",
        YES_OR_NO,
        "glance",
        from_to=("with the second piece of your turn", "with the first piece of your turn"),
        numbers=(1,),
    ),
)

PLACE = (
    Cue(
        "building",
        "place",
        "place a building",
        YES_OR_NO,
        "glance",
        least="place no building",
        numbers=(1,),
        advice=(("per", "Place what counts most points"),),
    ),
    Cue("stable", "place", "place a stable", YES_OR_NO, "glance", least="place no stable"),
    Cue("merchant", "place", "place a merchant", YES_OR_NO, "glance", least="place no merchant"),
    Cue("wall", "place", "place a wall", YES_OR_NO, "glance", least="place no wall"),
    Cue("roof", "place", "claim a palace", YES_OR_NO, "glance", least="claim no palace", numbers=(1,)),
    Cue(
        "neutral_roof",
        "place",
        "put a neutral roof on a palace",
        YES_OR_NO,
        "glance",
        least="put no neutral roof on a palace",
    ),
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
    Cue("largest", "place", "win a palace tile", YES_OR_NO, "glance", least="win no palace tile"),
    Cue("reach", "place", "{tower|towers} newly reached by open palaces that you may claim", "towers", "glance"),
    Cue("begins", "place", "begin a palace", YES_OR_NO, "glance", least="begin no palace"),
    Cue("room", "place", "{square|squares} onto which the palace of a new building can grow", "squares", "count"),
    Cue("taken", "place", "free {square|squares} that a piece closes to other palaces", "squares", "count"),
    Cue(
        "edge",
        "place",
        "build at the edge of the city",
        YES_OR_NO,
        "glance",
        least="build away from the edge of the city",
    ),
    Cue(
        "dead_end",
        "place",
        "lead the street into a dead end",
        YES_OR_NO,
        "glance",
        least="lead the street into no dead end",
    ),
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
    Cue("rest", "tea", "take a tea break", YES_OR_NO, "glance", least="place a second piece", numbers=(1,)),
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
