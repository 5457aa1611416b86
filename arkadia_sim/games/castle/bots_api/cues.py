"""What a person can count at the table; ``games/castle/sight/cues.py`` counts it."""

from arkadia_sim.core.cues import SITUATION, YES_OR_NO, Cue


def _flag(name: str, decision: str, phrase: str, least: str) -> Cue:
    """Something that a candidate does or does not."""
    return Cue(name, decision, phrase, YES_OR_NO, "glance", least=least)


SITUATIONS = (
    Cue(
        "turn",
        SITUATION,
        "own turns",
        "turns",
        "glance",
        from_to=("from your turn # on", "in your first {turn|# turns}"),
        numbers=(3, 6, 9),
    ),
    Cue(
        "parts",
        SITUATION,
        "own main parts",
        "parts",
        "glance",
        from_to=("with # or more main parts", "with # or fewer main parts"),
        numbers=(4, 8, 10),
    ),
    Cue(
        "rival_parts",
        SITUATION,
        "main parts of the player who has most of the others",
        "parts",
        "glance",
        from_to=("once another player has # or more main parts", "while nobody else has more than # main parts"),
        numbers=(6, 9, 11),
    ),
    Cue(
        "supply",
        SITUATION,
        "own tokens left",
        "tokens",
        "glance",
        from_to=("with # or more tokens left", "with # or fewer tokens left"),
        numbers=(1, 3),
    ),
)

DIE = (
    _flag("residents", "die", "take the die that shows residents", "leave the die that shows residents"),
    _flag("joker", "die", "take the die that shows ?", "leave the die that shows ?"),
    Cue("uses", "die", "{way|ways} to use the die", "candidates", "count"),
)

USE = (
    _flag("residents", "use", "take residents", "take no residents"),
    _flag("flag", "use", "raise a flag by the Monk", "raise no flag by the Monk"),
    _flag("cloud", "use", "take a cloud", "take no cloud"),
    _flag("pass", "use", "pass", "use the die"),
    Cue(
        "missing",
        "use",
        "{square|squares} still missing in the nearest line that gives a main part you want",
        "squares",
        "count",
        numbers=(0, 1),
        advice=(("least", "put tokens where a wanted main part is nearest"),),
    ),
    Cue("completed", "use", "{line|lines} completed", "lines", "glance"),
    Cue("wanted", "use", "{line|lines} through the square that give a main part you want", "lines", "count"),
    Cue("points", "use", "{point|points} that you gain at once", "points", "count"),
)

LINE = (
    _flag("part", "line", "cash a line that gives a main part", "cash no line that gives a main part"),
    _flag("stop", "line", "stop building", "go on building"),
    Cue("tower", "line", "{point|points} of the tower", "points", "glance", numbers=(5,)),
    Cue("flags", "line", "{point|points} of flags", "points", "glance", numbers=(1,)),
    Cue("residents", "line", "{point|points} from residents", "points", "count"),
    Cue("points", "line", "{point|points} that you gain at once", "points", "count", numbers=(1, 2, 3)),
    Cue("broken", "line", "other complete {line|lines} that cashing breaks", "lines", "glance"),
    Cue("size", "line", "{token|tokens} that come back", "tokens", "glance"),
    _flag("reactivate", "line", "reactivate a guest", "reactivate no guest"),
    _flag("steal", "line", "steal a guest", "steal no guest"),
)

GUEST = (
    _flag("bolt", "guest", "invite a Bolt guest", "invite no Bolt guest"),
    _flag("hourglass", "guest", "invite an Hourglass guest", "invite no Hourglass guest"),
    _flag("crown", "guest", "invite a Crown guest", "invite no Crown guest"),
    Cue("points", "guest", "{point|points} of the guest in your castle as it is", "points", "glance"),
)

CUES = (*SITUATIONS, *DIE, *USE, *LINE, *GUEST)
"""All cues, by decision in the order in which they are counted."""
