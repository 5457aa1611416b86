"""What comparisons of an engine with its twin share: how they disagree, what they have compared, which games they play.

Configuration number `n` is a function of `n` alone. Every knob runs through shuffled copies of its list of values, one
list after another, so that each value turns up in any run of games as long as the list.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.options import RuleOptions
from arkadia_sim.rng import STREAM_WORDS


class Disagreement(AssertionError):
    """Engine and twin differ: in what, where in which game, and what each of them says."""

    def __init__(self, what: str, engine: Any, twin: Any, where: str = "") -> None:
        super().__init__(f"{where}\n  they differ in: {what}\n  engine: {engine!r}\n  twin:   {twin!r}")
        self.what, self.engine, self.twin, self.where = what, engine, twin, where


@dataclass
class Tally:
    """What has been compared so far."""

    games: int = 0
    turns: int = 0
    decisions: int = 0
    probes: int = 0
    probes_refused: int = 0
    events: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        for count in fields(self):
            mine, more = getattr(self, count.name), getattr(other, count.name)
            if isinstance(mine, dict):
                for name, number in more.items():
                    mine[name] = mine.get(name, 0) + number
            else:
                setattr(self, count.name, mine + more)

    def happened(self, event: str, times: int = 1) -> None:
        """Count an event."""
        self.events[event] = self.events.get(event, 0) + times

    def __str__(self) -> str:
        ends, events = (
            ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
            for counts in (self.ends, self.events)
        )
        return (
            f"{self.games} games ({ends}), {self.turns} turns, {self.decisions} decisions, events ({events}), "
            f"{self.probes} proposals of which {self.probes_refused} were refused"
        )


class Sides:
    """A base for an engine and its twin side by side: how they are compared."""

    def where(self) -> str:
        """Where in the game they are."""
        raise NotImplementedError

    def same(self, what: str, engine: Any, twin: Any) -> None:
        """Raise Disagreement unless both are equal."""
        if engine != twin:
            raise Disagreement(what, engine, twin, self.where())

    def same_each(self, engine: Mapping[Any, Any], twin: Mapping[Any, Any], what: str = "") -> None:
        """The same for each entry of both."""
        for key in [*twin, *(key for key in engine if key not in twin)]:
            self.same(f"{what}{key}", engine.get(key), twin.get(key))


@contextmanager
def named(configuration: str) -> Iterator[None]:
    """Name the configuration in every Disagreement; whatever else is raised becomes one."""
    try:
        yield
    except Disagreement as error:
        where = f"{configuration}\n  {error.where}"
        raise Disagreement(error.what, error.engine, error.twin, where) from error.__cause__
    except Exception as error:
        raise Disagreement("one of them broke down", error, error, configuration) from error


def deal_stream(seed: int) -> NDArray[np.uint64]:
    """A stream of random numbers to deal from, a function of the seed alone."""
    chance = random.Random(f"deal {seed}")
    return np.array([chance.getrandbits(64) for _ in range(STREAM_WORDS)], np.uint64)


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
