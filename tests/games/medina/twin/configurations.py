"""Ways to set up Medina for the comparison of engine and twin, so that some games cover them all.

Configuration number `n` is a function of `n` alone. Every knob runs through shuffled copies of its list of values, one
list after another, so that each value turns up in any run of games as long as the list. Half the entries of a list are
the game's own value (`None`: as the number of players has it): rare options are met mostly alone.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from arkadia_sim.games.medina.rules.options import RuleSet

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

OF_THE_TABLE = ("players", "decider")


@dataclass(frozen=True)
class Configuration:
    """One way to set up and play a game; `drawn` holds the values by the names of `VALUES`."""

    number: int
    players: int
    rules: RuleSet
    decider: str
    drawn: dict[str, Any]


def configuration(number: int, **fixed: Any) -> Configuration:
    """Configuration `number`, with some of the values given."""
    drawn = {name: _value(name, number) for name in VALUES} | fixed
    chosen = {name: value for name, value in drawn.items() if name not in OF_THE_TABLE and value is not None}
    players = drawn["players"]
    return Configuration(number, players, RuleSet.of(players, chosen), drawn["decider"], drawn)


def _value(name: str, number: int) -> Any:
    values = VALUES[name]
    return values[_shuffled(name, number // len(values))[number % len(values)]]


@lru_cache(maxsize=4096)
def _shuffled(name: str, copy: int) -> tuple[int, ...]:
    order = list(range(len(VALUES[name])))
    random.Random(f"{name} {copy}").shuffle(order)
    return tuple(order)


def coverage_table(drawn: list[dict[str, Any]]) -> str:
    """How often each value of each knob was played, as lines of text, a value that never was with a 0."""
    lines = []
    for name, values in VALUES.items():
        played = [repr(options[name]) for options in drawn]
        told = [f"{value} x {played.count(value)}" for value in dict.fromkeys(map(repr, values))]
        lines.append(f"  {name:18} {', '.join(told)}")
    return "\n".join(lines)
