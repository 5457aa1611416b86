"""The deciders in the games of the comparison: random ones with different preferences."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from arkadia_sim.games.medina.play import decide_by_chance
from arkadia_sim.games.medina.rules.state import DECISION_DTYPE, KIND_NAMES, new_minds
from tests.games.medina.twin.ground import COLOURS, Square
from tests.games.medina.twin.twin import KINDS, Twin

Choice = tuple[str, Square] | bool
"""A piece and its square; or whether the tea break is taken."""

TEA_CHANCE = 0.4


def by_chance(table: Any, dice: random.Random) -> Choice:
    """The engine's random player, so that its choices are checked too."""
    minds, decisions = new_minds(), np.zeros(1, DECISION_DTYPE)
    minds[0]["random"] = [dice.getrandbits(64) for _ in range(2)]
    game, decision = table.game, decisions[0]
    with np.errstate(over="ignore"):
        decide_by_chance(game["table"], game["holdings"], minds[0], decision)
    if table.twin.phase == "tea":
        return bool(decision["take_tea"])
    return KIND_NAMES[int(decision["kind"])], divmod(int(decision["square"]), 19)


def wild(table: Any, dice: random.Random) -> Choice:
    """Any kind that can be placed, all equally likely, so that rare pieces go early."""
    return _drawn(table.twin, dice, lambda kind: 1.0)


def builder(table: Any, dice: random.Random) -> Choice:
    """Buildings, stables and walls first, so that palaces meet walls and the board fills; roofs now and then."""
    weights = {"stable": 6.0, "wall": 6.0, "roof": 0.7, "neutral_roof": 0.7, "merchant": 1.0}
    return _drawn(table.twin, dice, lambda kind: 4.0 if kind in COLOURS else weights[kind])


def _drawn(twin: Twin, dice: random.Random, weight: Callable[[str], float]) -> Choice:
    if twin.phase == "tea":
        return dice.random() < TEA_CHANCE
    kinds = [kind for kind in KINDS if twin.options(twin.seat, kind)]
    kind = dice.choices(kinds, [weight(kind) for kind in kinds])[0]
    square = dice.choice(sorted(twin.options(twin.seat, kind)))
    if kind in ("roof", "neutral_roof"):
        palace = twin.palace_of(square)
        assert palace is not None
        square = dice.choice(sorted(palace.buildings))
    return kind, square


def probe(twin: Twin, dice: random.Random) -> tuple[str, Square]:
    """A placement that is often forbidden: any piece, mostly near other pieces."""
    kind = dice.choice(KINDS)
    if dice.random() < 0.3:
        return kind, (dice.randrange(twin.ground.rows + 2), dice.randrange(twin.ground.columns + 2))
    row, column = dice.choice(sorted({*twin.board, *twin.walls, twin.well}))
    near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    rows, columns = range(twin.ground.rows + 2), range(twin.ground.columns + 2)
    return kind, dice.choice([square for square in near if square[0] in rows and square[1] in columns])


DECIDERS: dict[str, Callable[[Any, random.Random], Choice]] = {"chance": by_chance, "wild": wild, "builder": builder}
