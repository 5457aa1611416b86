"""What a game declares so that things can be priced: gifts in the middle of a game, and events to be waited for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Gift:
    """Something that a player gets for nothing in the middle of a game, to find out what it is worth.

    Attributes:
        name: Its name in tables.
        phrase: What it is, in a player's words.
        give: Gives it to a seat in a ``GAME``; False if there is no such thing at the moment.
    """

    name: str
    phrase: str
    give: Callable[[Any, int], bool]


@dataclass(frozen=True)
class Awaited:
    """Something that may come about after a player's turn.

    Attributes:
        name: Its name in tables.
        phrase: What comes about, in a player's words.
        cases: The kind and the number of each case in a ``GAME`` in which it may come about, such as every open
            building with its gaps.
        came: Whether it has come about in a ``GAME``, for the case of this number.
        by_the_end: Whether it is awaited until the game is over, instead of until the player's next turn.
    """

    name: str
    phrase: str
    cases: Callable[[Any], Sequence[tuple[str, int]]]
    came: Callable[[Any, int], bool]
    by_the_end: bool = False
