"""What the checks of bots need to know of a compiled game: in which ways to play it, and what no bot may know."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

Change = Callable[[Any, int, np.random.Generator], None]
"""``change(game, seat, chance)`` draws anew, in place, something of a ``GAME`` that a seat cannot know."""


class Variant(NamedTuple):
    """A way to play in which bots are tested."""

    players: int
    rules: Mapping[str, Any] = {}
    components: Mapping[str, Any] = {}

    def __str__(self) -> str:
        chosen = {**self.rules, **self.components}
        return f"{self.players} players" + "".join(f", {name} = {value}" for name, value in chosen.items())


def _nothing(mind: Any, chance: np.random.Generator) -> None:
    pass


@dataclass(frozen=True)
class BotTrials:
    """How the bots of a game are tested.

    Attributes:
        variants: Every number of players and each option both ways; the first three are played most.
        fields_that_count: ``fields_that_count(decision, phase)`` names the fields of a filled-in decision that the
            kernel reads in that phase.
        unknown: ``unknown(game)`` lists what a seat cannot know in this game, in words, each with a function that draws
            it anew. It is empty where all lies open.
        optional: Fields of a decision that a bot may leave as they are.
        bound: ``bound(mind, chance)`` brings counts back into their range in a mind that was filled with remains.
    """

    variants: Sequence[Variant]
    fields_that_count: Callable[[Any, int], tuple[str, ...]]
    unknown: Callable[[Any], Sequence[tuple[str, Change]]]
    optional: frozenset[str] = frozenset()
    bound: Callable[[Any, np.random.Generator], None] = _nothing
