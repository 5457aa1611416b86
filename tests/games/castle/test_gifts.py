"""Gifts: what a player gets in the middle of a game to find out what it is worth."""

from typing import Any

import pytest

from arkadia_sim import worth
from arkadia_sim.games.castle.box import GUESTS
from arkadia_sim.games.castle.game import GAME
from arkadia_sim.games.castle.gifts import GIFTS
from arkadia_sim.runner.progress import Silent
from tests.games.castle.positions import Hand

GIVE = {gift.name: gift.give for gift in GIFTS}


def architect(**castle: Any) -> Hand:
    hand = Hand(version="architect")
    hand.cards("queen", "king", "monk", "miner", "bohemian", "troll")
    hand.castle(**castle)
    hand.dice("wood", "gold")
    return hand


def test_a_bolt_that_is_given_acts_at_once() -> None:
    hand = architect()
    assert GIVE["bohemian"](hand.game, 0)
    assert int(hand.table["castles"][0]["residents"]) == 4
    assert GIVE["miner"](hand.game, 0)
    assert (hand.kind, int(hand.table["n"])) == ("square", 3)
    hand.pick(1, 4)
    assert hand.kind == "die"


def test_a_guest_of_the_display_leaves_it_and_comes_once() -> None:
    hand = architect()
    assert GIVE["king"](hand.game, 0)
    assert [GUESTS[card] for card in hand.table["display"]] == ["queen", "miner", "monk"]
    assert not GIVE["king"](hand.game, 0)
    left = [GUESTS[card] for card in hand.game["deck"][hand.table["next_card"] :]]
    assert GIVE["troll"](hand.game, 0)
    after = [GUESTS[card] for card in hand.game["deck"][hand.table["next_card"] : -1]]
    assert after == [guest for guest in left if guest != "troll"]


def test_the_fourth_tower_brings_the_sun_and_no_gift_ends_the_game() -> None:
    hand = architect(towers=3)
    assert GIVE["high_tower"](hand.game, 0)
    assert int(hand.table["sun"]) == 0
    assert not GIVE["sun"](hand.game, 0)
    hand.castle(walls=4, towers=4, floors=3)
    assert not GIVE["wall"](hand.game, 0)


def test_a_cloud_is_worth_its_points_whoever_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """The starting player is drawn: the gift goes to whoever is on turn."""
    monkeypatch.setattr(type(GAME), "gifts", tuple(gift for gift in GIFTS if gift.name in ("cloud", "monk")))
    table = worth("greedy", players=[3], deals=30, game="castle", workers=1, progress=Silent())
    row = table.filter(contrast="cloud", setting="middle", outcome="score").row(0, named=True)
    assert row["n"] > 25 and row["mean"] == 4.0
    assert table.filter(contrast="monk").is_empty()  # the apprentice version has no guests
