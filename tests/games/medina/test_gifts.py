"""Gifts, and what is awaited: what a player gets in the middle of a game, and what may come about while he waits."""

from typing import Any

from arkadia_sim import worth
from arkadia_sim.games.medina.game import GAME
from arkadia_sim.games.medina.gifts import AWAITED, GIFTS
from arkadia_sim.games.medina.rules.state import KIND_NAMES
from arkadia_sim.runner.progress import Silent
from tests.games.medina.positions import Table, table_of

GIVE = {gift.name: gift.give for gift in GIFTS}
EVENTS = {event.name: event for event in AWAITED}
CITY = """
     A B C D E F G H I J K
   0 1 - - - - - - - - - -
   1 - . . . . . b . . . .
   2 - . O o . . b . . . .
   3 - . . . . . b . . . .
   4 - . . . . . . . . . .
   5 - . . g . . . w . . .
"""


def city(players: int = 2, **hand: int) -> Table:
    table = table_of(CITY, {"C2": 1}, players=players)
    table.hand(0, **(hand or {"grey": 1, "roof": 1}))
    table.begin()
    return table


def pieces(table: Table, kind: str) -> int:
    return int(table.game["holdings"]["pieces"][0, KIND_NAMES.index(kind)])


def test_a_piece_that_is_given_can_be_placed_and_is_one_that_the_game_has() -> None:
    """No building of a closed colour, and a neutral roof only where the game has some."""
    for kind in ("stable", "merchant", "wall"):
        table = city()
        before = int(table.game["now"]["placements"][0]["legal"])
        assert GIVE[kind](table.game, 0) and pieces(table, kind) == 1
        assert table.game["now"]["placements"][0]["legal"] > before
    table.game["table"]["closed"] = [1, 1, 0, 1]
    assert GIVE["building"](table.game, 0) and pieces(table, "brown") == 1
    table.game["table"]["closed"] = 1
    assert not GIVE["building"](table.game, 0)
    assert GIVE["neutral_roof"](table.game, 0) and pieces(table, "neutral_roof") == 1
    assert not GIVE["neutral_roof"](city(players=4).game, 0)


def test_a_tower_tile_comes_from_whoever_has_it_with_the_merchants_still_on_it() -> None:
    table = city()
    held, guests = table.game["table"]["tower_holder"], table.game["table"]["tower_merchants"]
    held[0] = 1
    number = int(guests[0])
    assert number > 0 and GIVE["tower_1"](table.game, 0)
    assert (held[0], guests[0], pieces(table, "merchant")) == (0, 0, number)
    assert not GIVE["tower_1"](table.game, 0)


def test_open_palaces_are_told_by_size_until_they_get_a_roof() -> None:
    table = city(roof=1)
    roofed = EVENTS["roofed"]
    cases = roofed.cases(table.game)
    assert sorted(kind for kind, _ in cases) == ["1 or 2 pieces", "3 or 4 pieces"]
    (brown,) = (number for kind, number in cases if kind == "3 or 4 pieces")
    assert not roofed.came(table.game, brown)
    table.apply(("roof", (1, 6)))
    assert roofed.came(table.game, brown)


def test_everything_can_be_priced() -> None:
    table = worth("greedy", players=[2], deals=30, game="medina", workers=1, progress=Silent())
    worths = table.filter(kind="worth", setting="middle", outcome="score")
    assert set(worths["contrast"]) == set(GIVE) and GAME.gifts == GIFTS
    tile: Any = table.filter(contrast="tower_4", setting="late", outcome="score").row(0, named=True)
    assert tile["n"] > 10 and 0.0 < tile["mean"] <= 4.0
