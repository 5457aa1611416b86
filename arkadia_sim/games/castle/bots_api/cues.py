"""What a person can count at the table; ``games/castle/sight/cues.py`` counts it. And what bots can be barred from
or forced to."""

from arkadia_sim.core.constraint import BARRED, Constraint, heedable
from arkadia_sim.core.cues import Cue, amount, flag, own_turns, situation

SITUATIONS = (
    own_turns(3, 6, 9),
    amount("parts", "own main parts", "parts", (4, 8, 10), "main parts"),
    situation("rival_parts", "main parts of the player who has most of the others", "parts",
              ("once another player has # or more main parts", "while nobody else has more than # main parts"),
              (6, 9, 11)),
    amount("supply", "own tokens left", "tokens", (1, 3), "tokens left"),
)  # fmt: skip

DIE = (
    flag("residents", "die", "take the die that shows residents", "leave the die that shows residents"),
    flag("joker", "die", "take the die that shows ?", "leave the die that shows ?"),
    Cue("uses", "die", "{way|ways} to use the die", "candidates", "count", good=1),
)  # fmt: skip

USE = (
    flag("residents", "use", "take residents", "take no residents"),
    flag("flag", "use", "raise a flag by the Monk", "raise no flag by the Monk"),
    flag("cloud", "use", "take a cloud", "take no cloud"),
    flag("pass", "use", "pass", "use the die"),
    Cue("missing", "use", "{square|squares} still missing in the nearest line that gives a main part you want",
        "squares", "count", numbers=(0, 1), advice=(("least", "put tokens where a wanted main part is nearest"),),
        nothing=9, good=-1),
    Cue("completed", "use", "{line|lines} completed", "lines", "glance", good=1),
    Cue("wanted", "use", "{line that gives|lines that give} a main part you want, through the square", "lines",
        "count", good=1),
    Cue("points", "use", "{point|points} that you gain at once", "points", "count", good=1),
)  # fmt: skip

LINE = (
    flag("part", "line", "cash a line that gives a main part", "cash no line that gives a main part"),
    flag("stop", "line", "stop building", "go on building"),
    Cue("tower", "line", "{point|points} of the tower", "points", "glance", numbers=(5,), good=1),
    Cue("flags", "line", "{point|points} of flags", "points", "glance", numbers=(1,), good=1),
    Cue("residents", "line", "{point|points} from residents", "points", "count", good=1),
    Cue("points", "line", "{point|points} that you gain at once", "points", "count", numbers=(1, 2, 3), good=1),
    Cue("broken", "line", "other complete {line|lines} that cashing breaks", "lines", "glance", good=-1),
    Cue("size", "line", "{token|tokens} that come back", "tokens", "glance"),
    flag("reactivate", "line", "reactivate a guest", "reactivate no guest"),
    flag("steal", "line", "steal a guest", "steal no guest"),
)  # fmt: skip

GUEST = (
    flag("bolt", "guest", "invite a Bolt guest", "invite no Bolt guest"),
    flag("hourglass", "guest", "invite an Hourglass guest", "invite no Hourglass guest"),
    flag("crown", "guest", "invite a Crown guest", "invite no Crown guest"),
    Cue("points", "guest", "{point|points} of the guest in your castle as it is", "points", "glance", good=1),
)  # fmt: skip

CUES = (*SITUATIONS, *DIE, *USE, *LINE, *GUEST)
"""All cues, by decision in the order in which they are counted."""


CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint("residents", "Take residents where a token could be placed", "use: at least 1 residents_instead", "K4"),
    Constraint("flags", "Cash a line with flags that gives no main part", "line: at least 1 only_flags", "K3"),
    Constraint("high_tower", "Cash a line with a tower of 5 points or more", "line: at least 1 high_tower", "K1",
               (BARRED,)),
    Constraint("spare_line", "Cash a line that gives no main part", "line: at least 1 no_part", "K1"),
    Constraint("crown", "Invite a Crown guest", "guest: at least 1 crown", "K8"),
    Constraint("theft", "Cash the line that steals a guest", "line: at least 1 steal", "K7"),
    Constraint("reactivate", "Cash a line that reactivates a guest", "line: at least 1 reactivate", "", (BARRED,)),
)  # fmt: skip
"""In the order in which they apply."""

HEEDABLE = heedable(CONSTRAINTS)
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""
