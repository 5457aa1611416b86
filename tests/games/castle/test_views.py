"""What a bot in plain Python sees after a move: all that follows from it, but no card and no die to come."""

from typing import Any

import pytest

from arkadia_sim.core.dice import Dice
from arkadia_sim.errors import RecordError
from arkadia_sim.games.castle.bots_api.view import View
from tests.games.castle.positions import Hand


def view_of(hand: Hand) -> View:
    return View(hand.table, Dice((1, 2)), {})


def test_legal_moves_are_the_candidates_and_others_are_refused() -> None:
    hand = Hand()
    hand.dice("wood", "?")
    view = view_of(hand)
    assert list(view.legal_moves()) == hand.candidates == [0, 1]
    after = view.after(1)
    assert (after.decision, after.face, view.decision) == ("use", "?", "die")
    with pytest.raises(RecordError, match="die is one of 0, 1"):
        view.after(2)


def test_what_comes_after_the_own_decisions_is_not_shown() -> None:
    hand = Hand()
    hand.dice("?", "?")
    view = view_of(hand)
    hand.pick(0)
    last = view.after(0).after(1)
    assert (last.seat, last.decision, list(last.legal_moves())) == (0, "end", [])
    assert last.castles[0].tokens == {0, 1}


def test_a_card_that_nobody_has_seen_does_not_appear() -> None:
    hand = Hand()
    hand.castle(tokens=[0, 1, 10, 11])
    hand.game["deck"] = 4
    hand.build()
    view = view_of(hand)
    after = view.after(5)
    assert (after.castles[0].floors, after.castles[0].guests, after.decision) == (1, (), "line")
    assert after.score(0) == view.score(0) == 0
    assert after.after(0).castles[0].main_parts == 1 + bool(view.lines[0].wall or view.lines[0].tower)


@pytest.mark.parametrize("first", ["logger", "dagobert"])
def test_no_guest_of_the_deck_and_no_roll_is_seen(first: str) -> None:
    """Dagobert's die has not been rolled yet; a token by the Logger can be put."""
    hand = Hand(version="architect")
    hand.cards(first, "queen", "king", "monk")
    hand.castle(tokens=[10, 11])
    hand.build()
    hand.pick(5)
    after = view_of(hand).after(first)
    assert after.castles[0].guests == (first,)
    assert after.display == ("queen", "king")
    expected: dict[str, Any] = {"logger": "square", "dagobert": "end"}
    assert (after.decision, after.face) == (expected[first], None)
    assert after.castles[0].residents == 0
    assert not after.castles[0].tokens
