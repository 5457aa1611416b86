"""Ways to set up Medina for the comparison of engine and twin; see `tests.support.comparing`.

Half the entries of a list are the game's own value (`None`: as the number of players has it): rare options are met
mostly alone.
"""

from typing import Any

from arkadia_sim.games.medina.rules.options import RuleSet
from tests.support.comparing import Configuration as Configuration

VALUES: dict[str, list[Any]] = {
    "players": [2, 3, 4],
    "board": [None, None, "small", "large"],
    "grow_from": ["building", "palace"],
    "street_start": ["one", "one", "apart", "anywhere"],
    "last_player": ["free", "roofs_first"],
    "tower_claim": ["first_contact", "every_extension"],
    "tea_same_turn": [True, False],
    "well_squares": ["four", "twelve"],
    "well_scoring": ["piece", "palace"],
    "ties": ["shared", "largest_palace"],
    "holdings": ["open", "hidden"],
    "buildings": [None] * 8 + [1, 2, 3, 4, 10, 25],
    "roofs": [None] * 6 + [0, 1, 2, 3],
    "neutral_roofs": [None] * 4 + [0, 1, 3, 6],
    "stables": [None] * 5 + [0, 1, 2, 8, 15],
    "merchants": [None] * 5 + [0, 1, 3, 20, 50],
    "walls": [None] * 5 + [0, 1, 4, 20, 60],
    "tea_tiles": [None] * 5 + [[], [1], [0, 2], [1, 1, 1, 1, 1, 1], [9, 9]],
    "tower_merchants": [None] * 4 + [[0, 0, 0, 0], [1, 2, 3, 4], [10, 0, 5, 0]],
    "palace_values": [None] * 4 + [[4, 3, 2, 1], [0, 0, 0, 0], [30, 20, 5, 7]],
    "tower_values": [None] * 4 + [[4, 3, 2, 1], [0, 0, 0, 0], [5, 25, 5, 5]],
    "well_points": [None] * 4 + [0, 1, 12],
    "short_first_turns": [None] * 3 + [0, 1, 2],
    "decider": ["chance", "wild", "builder"],
}
"""Every knob with the values that are drawn, those of the ordinary game more often."""

OF_PLAYERS = tuple(name for name, values in VALUES.items() if None in values)
"""Options whose own value depends on the number of players."""


def configuration(number: int, **fixed: Any) -> Configuration:
    """Configuration `number`, with some of the values given."""
    return Configuration.of(number, VALUES, fixed, RuleSet, OF_PLAYERS)
