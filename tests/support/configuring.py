"""Ways to set up a game for the comparison of engine and twin, so that some games cover them all.

Configuration number `n` is a function of `n` alone. Every knob runs through shuffled copies of its list of values, one
list after another, so that each value turns up in any run of games as long as the list.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from arkadia_sim.core.options import RuleOptions

Values = Mapping[str, list[Any]]
"""Every knob with the values that are drawn, those of the ordinary game more often."""

OF_THE_TABLE = ("players", "decider")
"""Knobs that are no options of the rules."""


@dataclass(frozen=True)
class Configuration:
    """One way to set up and play a game; `drawn` holds the values by the names of the knobs."""

    number: int
    players: int
    rules: Any
    decider: str
    drawn: dict[str, Any]
    chosen: dict[str, Any]
    """The options of the rules among them."""

    @classmethod
    def of(
        cls, number: int, values: Values, fixed: Mapping[str, Any], rule_set: type[RuleOptions], own: Iterable[str] = ()
    ) -> "Configuration":
        """Configuration `number`, with some values fixed; None leaves the options named `own` to the rules."""
        drawn = {name: drawn_value(name, values[name], number) for name in values} | dict(fixed)
        left_out = {*OF_THE_TABLE, *(name for name in own if drawn[name] is None)}
        chosen = {name: value for name, value in drawn.items() if name not in left_out}
        players = drawn["players"]
        return cls(number, players, rule_set.of(players, chosen), drawn["decider"], drawn, chosen)


def drawn_value(name: str, values: list[Any], number: int) -> Any:
    """The value of a knob in configuration `number`."""
    copy, place = divmod(number, len(values))
    return values[_shuffled(name, len(values), copy)[place]]


@lru_cache(maxsize=4096)
def _shuffled(name: str, length: int, copy: int) -> tuple[int, ...]:
    order = list(range(length))
    random.Random(f"{name} {copy}").shuffle(order)
    return tuple(order)


def coverage_table(values: Values, drawn: list[dict[str, Any]]) -> str:
    """How often each value of each knob was played, as lines of text, a value that never was with a 0."""
    lines = []
    for name, listed in values.items():
        played = [_text(options[name]) for options in drawn]
        counts = [f"{value} x {played.count(value)}" for value in dict.fromkeys([*map(_text, listed), *sorted(played)])]
        lines.append(f"  {name:18} {', '.join(counts)}")
    return "\n".join(lines)


def _text(value: Any) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
