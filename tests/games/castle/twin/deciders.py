"""The deciders in the games of the comparison: random ones with different preferences."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from arkadia_sim.games.castle.play import decide_by_chance
from arkadia_sim.games.castle.rules.state import DECISION_DTYPE, new_minds

Decider = Callable[[Any, str, list[Any], random.Random], int]
"""From a game of the engine, the kind of decision and its candidates to the number of one."""


def by_chance(game: Any, kind: str, candidates: list[Any], dice: random.Random) -> int:
    """The engine's random player, so that its choices are checked too; picks are numbered in the engine's order."""
    minds, decisions = new_minds(), np.zeros(1, DECISION_DTYPE)
    minds[0]["random"] = [dice.getrandbits(64) for _ in range(2)]
    with np.errstate(over="ignore"):
        decide_by_chance(game["table"], minds[0], decisions[0])
    return int(decisions[0]["pick"])


def wild(game: Any, kind: str, candidates: list[Any], dice: random.Random) -> int:
    """Any candidate, but building stops only now and then, so that turns are long."""
    if candidates[-1] == "stop" and dice.random() < 0.8:
        return dice.randrange(len(candidates) - 1)
    return dice.randrange(len(candidates))


def builder(game: Any, kind: str, candidates: list[Any], dice: random.Random) -> int:
    """Tokens and lines first, so that castles are finished soon."""
    weights = [6.0 if isinstance(candidate, int) else 1.0 for candidate in candidates]
    return dice.choices(range(len(candidates)), weights)[0]


DECIDERS: dict[str, Decider] = {"wild": wild, "builder": builder}
"""Beside `chance`, which is asked for the engine's own pick."""
