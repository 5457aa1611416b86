"""Hand-made positions for the tests of the twin: a plain table and a few things to put on it."""

from typing import Any

import pytest

from tests.games.arkadia.twin.dealer import random_head
from tests.games.arkadia.twin.ground import Square, Squares
from tests.games.arkadia.twin.state import Building
from tests.games.arkadia.twin.twin import Twin
from tests.support.refereeing import RuleError

NO_CAMPS = ["." * 16] * 12
LOT = frozenset((row, column) for row in (4, 5, 6) for column in (6, 7, 8, 9))
LOT_AROUND = frozenset(
    [(row, column) for row in (3, 7) for column in (6, 7, 8, 9)]
    + [(row, column) for row in (4, 5, 6) for column in (5, 10)]
)


def table(players: int = 3, **rules: Any) -> Twin:
    """A game with the lot in the middle of a board without camps; seat 0 begins."""
    head = random_head(players, 1, **rules)
    head.update(board=NO_CAMPS, lot=[list(square) for square in sorted(LOT)], first_seat=0)
    return Twin(head)


def squares(*listed: Square) -> Squares:
    """A building's squares, briefly."""
    return frozenset(listed)


def refuses(rule: str) -> Any:
    """The block raises RuleError for this paragraph."""
    return pytest.raises(RuleError, match=rf"{rule}: ")


def hold(twin: Twin, seat: int, *cards: str) -> None:
    """Give a seat these cards instead of those dealt."""
    twin.hands[seat] = list(cards)


def corner_house(twin: Twin, seal: bool = True) -> Squares:
    """Put a house into the top left corner, with neighbours (1, 0), (1, 1) and (0, 2); its seal is no one's loss."""
    place = squares((0, 0), (0, 1))
    twin.buildings.append(Building(place, "house/red", seal))
    return place


def two_houses(twin: Twin) -> tuple[Squares, Squares]:
    """Two red houses on the top edge that lack (0, 2) alone; the one on the right was laid out first."""
    right = squares((0, 3), (0, 4))
    twin.buildings.append(Building(right, "house/red"))
    left = corner_house(twin, seal=False)
    twin.workers.update({(1, 0): 0, (1, 1): 0, (1, 3): 2, (1, 4): 2, (0, 5): 2})
    return left, right


def nothing_to_do(twin: Twin) -> None:
    """Take all cards, workers and banners away, so that only passes are left."""
    twin.hands = [[] for _ in range(twin.players)]
    twin.own_at_hand = [0] * twin.players
    twin.neutral_at_hand = [0] * twin.players
    twin.banners = [0] * twin.players


def end_must(twin: Twin) -> None:
    """Let the player on turn place one worker somewhere at the lot."""
    twin.own_at_hand[twin.seat] += 1
    vacant = twin.worker_places()[LOT]
    twin.introduce(LOT, {min(vacant): "own"})
