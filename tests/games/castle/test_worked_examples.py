"""The worked examples EX1 to EX10 of the rules, on the shipped boards, played to the last token and point."""

import numpy as np
import pytest

from arkadia_sim.games.castle.box import GUESTS
from arkadia_sim.games.castle.game import GAME
from arkadia_sim.games.castle.language import Language
from arkadia_sim.games.castle.rules.scoring import score
from tests.games.castle.positions import Hand


def test_c5_1_a_die() -> None:
    """EX1."""
    hand = Hand()
    hand.castle(tokens=[0])
    hand.dice("?", "wood")
    hand.pick(0)
    assert hand.candidates == [*range(1, 12), "residents"]
    hand.pick(5)
    assert (hand.kind, hand.candidates) == ("use", [3, 6])


def test_c6_2_crossing_lines() -> None:
    """EX2, a reviewer's photograph."""
    hand = Hand()
    castle = hand.castle(tokens=[3, 7, 10, 11])
    hand.build()
    assert hand.candidates == [5, 9, "stop"]
    hand.pick(9)
    assert (castle["walls"], castle["residents"], hand.tokens(), hand.kind) == (1, 3, [10], "end")


def test_c6_2_lines_that_do_not_cross() -> None:
    """EX3."""
    hand = Hand()
    castle = hand.castle(tokens=[0, 1, 4, 5, 8])
    hand.build()
    assert hand.candidates == [0, 2, 6, "stop"]
    hand.pick(2)
    assert (castle["walls"], castle["residents"]) == (1, 1)
    assert hand.candidates == [0, "stop"]
    hand.pick(0)
    assert (castle["towers"], castle["tower_points"][0], hand.tokens()) == (1, 2, [8])


@pytest.mark.parametrize("waste", ["free", "useful"])
def test_c7_3_flags_and_room(waste: str) -> None:
    """EX4."""
    hand = Hand(waste=waste)
    castle = hand.castle(tokens=[1, 5, 9], walls=1, flags=1, flag_points=[1])
    hand.build()
    hand.pick(7)
    assert castle["flag_points"].tolist() == [1, 2, 0, 0, 0, 0]
    assert castle["flags"] == 2
    castle["tokens"] = 0b1100
    hand.build()
    if waste == "useful":
        assert hand.kind == "end"
    else:
        assert hand.candidates == [1, "stop"]
        hand.pick(1)
        assert (castle["flags"], hand.tokens()) == (2, [])


def test_c5_2_no_token_left() -> None:
    """EX5."""
    hand = Hand()
    hand.castle(tokens=range(10))
    hand.dice("food", "?")
    hand.pick(0)
    assert hand.steps()[:3] == [(0, "die", 2), (0, "use", 0), (0, "use", 1)]
    assert hand.table["castles"][0]["residents"] == 2


def test_c8_2_powers() -> None:
    """EX6."""
    hand = Hand(version="architect")
    castle = hand.castle(guests=["knight", "monk", "troll", "cook"], tokens=[2, 7, 9], walls=1)
    hand.dice("stone", "gold")
    hand.pick(0)
    assert hand.candidates == [0, 1, 3, 4, 6, 11]
    hand.pick(0)
    assert hand.candidates == [5, 8, "flag"]
    hand.pick("flag")
    assert castle["flag_points"][0] == 2
    hand.castle(guests=["knight", "monk", "troll", "cook"], tokens=[0, 2, 7, 9])
    hand.dice("food", "food")  # only square 10 is free, then none
    own = [pick for seat, *pick in hand.steps() if seat == 0]
    assert own[-3:] == [["die", 1], ["use", 1], ["use", 0]]
    assert (castle["residents"], 10 in hand.tokens()) == (2, True)
    hand.castle(guests=["knight", "monk", "troll", "cook"], tokens=[0, 2, 7, 9, 10])
    hand.dice("residents", "residents")
    assert hand.candidates == [1, 3, 4, 5, 6, 8, 11, "residents"]
    hand.pick(1)
    assert castle["residents"] == 2


@pytest.mark.parametrize("cash", ["sequence", "at_once"])
def test_c6_3_a_bolt_opens_a_line(cash: str) -> None:
    """EX7."""
    hand = Hand(version="architect", cash=cash)
    castle = hand.castle(tokens=[1, 10, 11])
    hand.cards("logger", "queen", "king", "monk")
    hand.build()
    hand.pick(5)
    assert hand.candidates == ["logger", "queen", "king"]
    hand.pick("logger")
    assert (hand.kind, hand.candidates) == ("square", [0, 3, 6])
    hand.pick(0)
    assert hand.candidates == [3, 6]
    hand.pick(6)
    assert [GUESTS[card] for card in hand.table["display"]] == ["monk", "queen", "king"]
    if cash == "at_once":
        assert hand.kind == "end"
    else:
        assert hand.candidates == [0, "stop"]
        hand.pick(0)
        assert (castle["tower_points"][0], hand.tokens()) == (2, [6])


def test_c8_6_theft() -> None:
    """EX8."""
    hand = Hand(version="architect")
    castle = hand.castle(tokens=[1, 5, 9])
    other = hand.castle(1, guests=["guard", "queen", "merchant"])
    hand.build()
    hand.pick(7)
    assert (hand.kind, hand.candidates) == ("steal", [[1, "merchant"], [1, "guard"]])
    hand.pick([1, "merchant"])
    assert (hand.kind, hand.candidates) == ("square", [2, 5, 8])
    hand.pick(2)
    assert hand.candidates == [5, 8]
    hand.pick(5)
    assert castle["guests"] == 1 << GUESTS.index("merchant")
    assert other["guests"] == 1 << GUESTS.index("guard") | 1 << GUESTS.index("queen")
    assert (hand.tokens(), hand.kind) == ([2, 5], "end")


@pytest.mark.parametrize("finish", ["at_once", "finish_turn"])
def test_c9_1_the_end(finish: str) -> None:
    """EX9."""
    hand = Hand(finish=finish)
    castle = hand.castle(tokens=[2, 4, 5, 6, 10, 11], walls=4, towers=4, tower_points=[5, 5, 2, 2], floors=3)
    hand.build()
    assert hand.candidates == [2, 5, 8, "stop"]
    hand.pick(5)
    assert hand.table["finisher"] == 0
    assert castle["floors"] == 4
    if finish == "at_once":
        assert (hand.tokens(), hand.kind) == ([2, 4, 5, 6], "end")
    else:
        assert hand.candidates == [2, "stop"]
        hand.pick(2)
        assert (castle["residents"], castle["walls"]) == (1, 4)


def test_c10_a_score() -> None:
    """EX10."""
    hand = Hand(version="architect")
    # the King counts flags, the Princess towers, the Courtesan the three Crowns
    hand.castle(
        guests=["logger", "princess", "courtesan", "king"],
        towers=4,
        tower_points=[5, 5, 2, 2],
        clouds=1,
        residents=16,
        flags=3,
        flag_points=[2, 2, 1],
    )
    hand.table["sun"] = 0
    with np.errstate(over="ignore"):
        score(hand.table, hand.game["scores"])
    points = {"towers": 14, "sun": 4, "cloud": 0, "clouds": 2, "residents": 8, "flags": 5, "guests": 11, "total": 44}
    assert Language(GAME.engine, None).result(hand.game)["scores"][0] == points


@pytest.mark.parametrize(
    ("dice", "first", "second", "pairs"),
    [
        (("wood", "wood"), 3, {2}, 6),
        (("wood", "gold"), 3, {3}, 9),
        (("wood", "?"), 3, {12}, 36),
        (("?", "?"), 13, {12, 13}, 157),
        (("residents", "food"), 1, {3}, 3),
    ],
)
def test_c5_1_counts_of_candidates(dice: tuple[str, str], first: int, second: set[int], pairs: int) -> None:
    """Both dice in the order given, in the first turn: candidates of the two decisions, and pairs of picks."""
    hand = Hand()
    hand.dice(*dice)
    if dice[0] != dice[1]:
        hand.pick(0)
    start, found, sizes = hand.games.copy(), 0, set()
    options = hand.candidates if hand.kind == "use" and hand.steps()[-1][1] == "die" else [None]
    assert len(options) == first
    for option in options:
        hand.games[0] = start[0]
        if option is not None:
            hand.pick(option)
        sizes.add(len(hand.candidates))
        found += len(hand.candidates)
    assert (sizes, found) == (second, pairs)
