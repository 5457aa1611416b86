"""The things that a bot in plain Python sees: a building, the castle, what stands behind a player's screen.

Squares are ``(row, column)`` from the top left, cards ``form/family``, castle squares 0 to 9 clockwise from the top
left of the lot, floors 1 to 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from arkadia_sim.games.arkadia.components.box import Square

Worker = int | Literal["neutral"]
"""Whose worker stands on a square: a seat's, or nobody's."""


@dataclass(frozen=True)
class Building:
    """A building on the board, in the order laid out; number 0 is the castle lot, which has no card.

    ``neighbours`` are the squares orthogonally next to it, ``vacant`` those of them that are still vacant. ``complete``
    says that it has paid out (R6); the lot never does.
    """

    number: int
    squares: frozenset[Square]
    card: str | None
    form: str | None
    family: str | None
    has_seal: bool
    complete: bool
    neighbours: frozenset[Square]
    vacant: frozenset[Square]


@dataclass(frozen=True)
class Castle:
    """The castle: the family seen on each of its ten squares (None where bare), which of them have a piece of the
    floor under construction, that floor (1 to 3), and the pieces left in the pool of each floor by family."""

    top: tuple[str | None, ...]
    covered: tuple[bool, ...]
    floor: int
    pools: Mapping[int, Mapping[str, int]]


@dataclass(frozen=True)
class Holdings:
    """What stands behind a player's screen: gold, seals by family, own and neutral workers at hand."""

    gold: int
    seals: Mapping[str, int]
    workers: int
    neutrals: int
