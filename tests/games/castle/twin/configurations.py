"""Ways to set up the game for the comparison of engine and twin; see `tests.support.comparing`.

Half the entries of a list are the game's own value: rare options are met mostly alone.
"""

from typing import Any

from arkadia_sim.games.castle.rules.options import RuleSet
from tests.support.comparing import Configuration as Configuration

_DIE = ["wood", "stone", "gold", "food", "residents", "?"]

VALUES: dict[str, list[Any]] = {
    "players": [2, 3, 4],
    "version": ["apprentice", "architect"],
    "boards": ["shipped", "drawn", "drawn"],
    "build": ["own_turn", "own_turn", "every_turn"],
    "cash": ["sequence", "at_once"],
    "waste": ["free", "free", "useful"],
    "others_pass": [False, True],
    "joker_powers": [True, False],
    "finish": ["at_once", "finish_turn"],
    "last_building": ["all", "parts"],
    "guest_room": ["free", "floors"],
    "cloud_limit": [None, None, None, 0, 1, 2],
    "ties": ["shared", "parts"],
    "die": [
        *[_DIE] * 6,
        ["?"] * 6,
        ["gold", "food", "stone", "?", "?", "residents"],
        ["residents"] * 2 + ["gold", "food", "wood", "stone"],
        ["wood", "stone", "gold", "food"] + ["?"] * 2,
    ],
    "tokens": [10] * 5 + [3, 4, 8, 12],
    "residents_per_die": [2] * 4 + [0, 1, 7],
    "sun": [4] * 3 + [0, 30],
    "cloud": [4] * 3 + [0, 25],
    "shepherdess_cloud": [2] * 3 + [0, 5],
    "monk_flag": [2] * 3 + [0, 6],
    "turn_limit": [120] * 5 + [1, 7, 30],
    "decider": ["chance", "wild", "builder"],
}
"""Every knob with the values that are drawn, those of the ordinary game more often."""


def configuration(number: int, **fixed: Any) -> Configuration:
    """Configuration `number`, with some of the values given."""
    return Configuration.of(number, VALUES, fixed, RuleSet)
