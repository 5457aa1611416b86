"""The weights of the base player: what each counts in a candidate, and its value, in points.

A candidate's score is the sum of weight times count; ``_scoring.py`` counts. A line's *share* is the part of its
squares that hold a token once the token in question is placed. *Late* is the share of the twelve main parts that the
player furthest on of the others has.
"""

from arkadia_sim.games.castle.bots_api.kit import Parameter, guest_names, state

MOST = 1.0e3

_USE = (
    ("token", 0.6, "a token placed"),
    ("near_done", 2.5, "a token that completes a line with a main part still wanted"),
    ("near_one", 1.0, "a token after which such a line lacks one more"),
    ("near_two", 0.3, "a token after which such a line lacks two more"),
    ("wall", 0.6, "the share of a line that gives a wall still wanted"),
    ("tower", 0.6, "the share of a line that gives a tower still wanted"),
    ("floor", 0.9, "the share of a line that gives a floor still wanted"),
    ("worth", 0.5, "the share of a line, for each point that it would bring now"),
    ("reactivation", 0.6, "the share of a line that reactivates a guest"),
    ("theft", 0.9, "the share of a line that steals a guest"),
    ("scarce", -0.6, "a token placed, times the share of tokens already on the board"),
    ("residents", 0.35, "each resident that a die brings"),
    ("group", 0.5, "each point that residents of a die bring at once"),
    ("monk", 1.0, "each point of a flag of the Monk"),
    ("cloud", 1.0, "each point of a cloud of the Shepherdess"),
    ("pass", 0.0, "passing"),
)
_LINE = (
    ("cash_wall", 2.5, "cashing a wall still wanted"),
    ("cash_tower", 2.5, "cashing a tower still wanted"),
    ("cash_floor", 4.5, "cashing a floor still wanted"),
    ("cash_tower_points", 1.0, "each point of a tower cashed, the sun included"),
    ("cash_flags", 1.0, "each point of flags cashed"),
    ("cash_group", 0.6, "each point that residents of a line bring at once"),
    ("cash_residents", 0.3, "each resident that a line brings"),
    ("cash_broken", -2.0, "each other complete line that is broken"),
    ("cash_size", -0.9, "each token that comes back"),
    ("cash_full", 2.5, "cashing any line, times the share of tokens on the board"),
    ("cash_reactivate", 1.8, "reactivating a guest"),
    ("cash_steal", 3.0, "stealing a guest"),
    ("cash_part_late", 0.0, "cashing a main part, times late"),
    ("cash_other_late", 0.0, "cashing a line without a main part, times late"),
    ("finish", 4.0, "cashing the twelfth main part"),
    ("finish_lead", 0.5, "the same, for each point of the lead over the best opponent"),
)
_GUEST_START = {
    "architect": 1.6, "bohemian": 2.4, "logger": 2.2, "dagobert": 2.2, "magician": 1.6, "merchant": 2.2, "miner": 2.2,
    "peasant": 2.2, "shepherdess": 2.6, "knight": 2.0, "cook": 2.0, "guard": 1.0, "monk": 2.4, "troll": 1.8,
    "courtesan": 1.6, "jester": 3.4, "prince": 3.2, "princess": 3.2, "queen": 3.0, "king": 3.0,
}  # fmt: skip


def _weight(name: str, start: float, meaning: str) -> Parameter:
    return Parameter(name, start, -MOST, MOST, f"weight of {meaning}")


PARAMETERS = (
    *(_weight(*entry) for entry in (*_USE, *_LINE)),
    *(_weight(f"guest_{name}", _GUEST_START[name], f"having the {name}") for name in guest_names),
    *(_weight(f"again_{name}", 0.8, f"reactivating the {name}") for name in guest_names[: state.SHEPHERDESS]),
)
(
    TOKEN, NEAR_DONE, NEAR_ONE, NEAR_TWO, WALL, TOWER, FLOOR, WORTH, REACTIVATION, THEFT, SCARCE, RESIDENTS, GROUP,
    MONK, CLOUD, PASS,
) = range(len(_USE))  # fmt: skip
(
    CASH_WALL, CASH_TOWER, CASH_FLOOR, CASH_TOWER_POINTS, CASH_FLAGS, CASH_GROUP, CASH_RESIDENTS, CASH_BROKEN,
    CASH_SIZE, CASH_FULL, CASH_REACTIVATE, CASH_STEAL, CASH_PART_LATE, CASH_OTHER_LATE, FINISH, FINISH_LEAD,
) = range(len(_USE), len(_USE) + len(_LINE))  # fmt: skip
GUEST = len(_USE) + len(_LINE)
AGAIN = GUEST + len(guest_names)
TAUGHT = AGAIN
"""The number of weights, first among the parameters, that lessons teach; the others evolve."""
