"""Ways to set up the game for the comparison of engine and twin, so that some games cover them all.

Configuration number `n` is a function of `n` alone. Every knob runs through shuffled copies of its list of values, one
list after another, so that each value turns up in any run of games as long as the list. Half the entries of a list are
the game's own value: rare options are met mostly alone.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from arkadia_sim.games.castle.rules.options import RuleSet

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
    chosen = {name: value for name, value in drawn.items() if name not in OF_THE_TABLE}
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
