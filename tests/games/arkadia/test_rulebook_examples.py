"""The worked examples of the rulebook, on positions that satisfy every figure which its text states.

The rulebook's pictures are lost, so squares are ours; what is stated in words and numbers is not. Engine and twin play
each example side by side, and the figures are asserted of both.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.box import BOARD, marked, neighbours, rectangle
from arkadia_sim.games.arkadia.game import ENGINE
from arkadia_sim.games.arkadia.values import Banner, Build, Introduce, Piece
from arkadia_sim.rng import Dice
from tests.games.arkadia.positions import Position
from tests.games.arkadia.twin.compare import SideBySide
from tests.games.arkadia.twin.configurations import VALUES, configuration
from tests.games.arkadia.twin.deciders import Wild, probe
from tests.games.arkadia.twin.ground import FAMILIES, Square

YELLOW, ORANGE, GREEN, VIOLET = range(4)
NONE: dict[str, int] = dict.fromkeys(FAMILIES, 0)


def play_on(table: SideBySide, seed: int = 0) -> int:
    """Play to the end of the game at random, comparing all the way; how many turns that takes."""
    decide = Wild(seed)
    first = table.twin.turn
    while table.twin.phase != "over":
        table.compare_state()
        table.compare_options()
        table.compare_probe(probe(table, decide.rng))
        table.apply(decide(table))
    table.compare_state()
    table.compare_result()
    return table.twin.turn - first + 1


def result_of(table: SideBySide) -> dict[str, Any]:
    """The result as a record states it."""
    return table.view.language.result(table.view.game)


def test_the_start_r2_1_r7_5() -> None:
    """Before the first castle piece a seal of every family is worth two gold."""
    table = Position(seat=YELLOW).set_up()
    assert table.view.snapshot()["values"] == dict.fromkeys(FAMILIES, 2)


def test_r2_3_a_seat_may_begin_with_more_than_another() -> None:
    """Workers and gold by seat; what is not at hand is in the pool, and gold counts at the end like any other."""
    setting = {"start_workers": (3, 1, 2, 0), "start_gold": (0, 5, 0, 60)}
    ordinary = {name: values[0] for name, values in VALUES.items()}
    table = SideBySide.dealt(configuration(4, **ordinary | setting | {"players": 4}))
    snapshot = table.view.snapshot()
    assert snapshot["gold"] == [0, 5, 0, 60]
    assert snapshot["own_at_hand"] == [3, 1, 2, 0]
    assert snapshot["own_pool"] == [8, 10, 9, 11]
    play_on(table)


# -- laying out a building: the seven places for a trade centre (R4) ---------------------------------------------------

HOUSE = ((3, 7), (3, 8))
MONASTERY = ((2, 11), (3, 10), (3, 11), (4, 10))
PLACES: dict[int, tuple[Square, ...]] = {
    1: ((5, 2), (5, 3), (5, 4), (6, 3)),
    2: ((7, 6), (7, 7), (7, 8), (8, 7)),
    3: ((2, 12), (3, 12), (4, 12), (3, 13)),
    4: ((1, 9), (2, 8), (2, 9), (2, 10)),
    5: ((1, 12), (2, 11), (2, 12), (2, 13)),
    6: ((9, 1), (9, 2), (9, 3), (10, 2)),
    7: ((7, 10), (7, 11), (7, 12), (8, 11)),
}
LAYING_OUT = Position(
    seat=GREEN,
    buildings=[("house/black", HOUSE), ("monastery/olive", MONASTERY)],
    workers={(2, 7): YELLOW, (5, 5): VIOLET},
    hands=[
        (),
        (),
        ("trade_centre/red", "house/silver", "farm/silver", "tavern/silver"),
        (),
    ],
)


def _touched(place: tuple[Square, ...]) -> tuple[int, int]:
    """How many buildings, the lot among them, and how many workers lie next to a place."""
    around = neighbours(place)
    buildings = [LAYING_OUT.lot, *(squares for _, squares in LAYING_OUT.buildings)]
    return sum(bool(around & set(squares)) for squares in buildings), len(around & set(LAYING_OUT.workers))


def test_the_places_are_those_of_the_text() -> None:
    """1 touches a worker alone, 2 and 3 one building, 4 two buildings and a worker and it covers one camp, 5 covers
    part of the monastery, 6 and 7 touch nothing, 7 a building by a corner."""
    assert [_touched(PLACES[number]) for number in (1, 2, 3, 4)] == [(0, 1), (1, 0), (1, 0), (2, 1)]
    assert [_touched(PLACES[number]) for number in (6, 7)] == [(0, 0), (0, 0)]
    camps = set(marked(BOARD, "T"))
    assert len(camps & set(PLACES[4])) == 1
    assert 0 < len(set(PLACES[5]) & set(MONASTERY)) < 4
    corners = {(row + down, column + right) for row, column in PLACES[7] for down in (-1, 1) for right in (-1, 1)}
    assert corners & set(LAYING_OUT.lot)


@pytest.mark.parametrize("number", PLACES)
def test_r4_2_r4_3_where_the_trade_centre_may_be_laid_out(number: int) -> None:
    """Places 1 to 4 are legal; 5 is occupied, 6 and 7 are next to nothing."""
    table = LAYING_OUT.set_up()
    build = Build("trade_centre/red", frozenset(PLACES[number]))
    legal = number <= 4
    assert (("trade_centre/red", frozenset(PLACES[number])) in table.view.legal_builds()) is legal
    refused = table.tally.probes_refused
    table.compare_probe(build)
    assert table.tally.probes_refused - refused == (not legal)


def test_r4_4_r4_5_the_trade_centre_at_the_fourth_place() -> None:
    """Green gets a neutral worker from the pool for the camp, a red seal lies on the building, Green draws a card."""
    table = LAYING_OUT.set_up()
    before = table.view.snapshot()
    table.apply(Build("trade_centre/red", frozenset(PLACES[4])))
    table.compare_state()
    after = table.view.snapshot()
    assert after["phase"] == "draw"
    assert after["neutral_at_hand"] == [0, 0, 1, 0]
    assert after["neutral_pool"] == before["neutral_pool"] - 1
    built = after["buildings"][-1]
    assert built["card"] == "trade_centre/red"
    assert built["seal"]
    assert after["supply"] == before["supply"] | {"red": before["supply"]["red"] - 1}
    assert len(after["hands"][GREEN]) == 3
    table.apply("stack")
    table.apply(Banner(False))
    table.compare_state()
    assert len(table.view.snapshot()["hands"][GREEN]) == 4
    assert table.view.snapshot()["seat"] == VIOLET


# -- introducing workers: trade centre and monastery completed at once (R5, R6, R7) ------------------------------------

TRADE_CENTRE = ((6, 6), (6, 7), (6, 8), (7, 7))
NEXT_MONASTERY = ((7, 8), (7, 9), (8, 9), (8, 10))
DOUBLE = {
    "lot": rectangle(3, 5, 3, 4),
    "buildings": [("trade_centre/red", TRADE_CENTRE), ("monastery/olive", NEXT_MONASTERY)],
    "workers": {
        (7, 6): ORANGE,
        (8, 8): YELLOW,
        (7, 10): YELLOW,
        (9, 9): GREEN,
        (9, 10): GREEN,
        (8, 11): "neutral",
    },
    "neutral_at_hand": (0, 0, 0, 1),
    "seals": ({}, {}, {}, {"black": 6}),
}
VIOLETS_WORKERS = Introduce(frozenset(TRADE_CENTRE), {(6, 9): "own", (8, 7): "own", (6, 5): "neutral"})


def _double(**changes: Any) -> SideBySide:
    return Position(seat=VIOLET, **(DOUBLE | changes)).set_up()


def test_r6_2_two_buildings_completed_at_once() -> None:
    """Orange earns a red seal, Violet two and the one that lay there; Yellow and Green two olive ones each, Violet one
    and the one that lay there; everything else comes from the supply."""
    table = _double()
    before = table.view.snapshot()
    table.apply(VIOLETS_WORKERS)
    table.compare_state()
    after = table.view.snapshot()
    assert after["seals"] == [
        NONE | {"olive": 2},
        NONE | {"red": 1},
        NONE | {"olive": 2},
        NONE | {"red": 3, "olive": 2, "black": 6},
    ]
    assert before["supply"]["red"] - after["supply"]["red"] == 3
    assert before["supply"]["olive"] - after["supply"]["olive"] == 5
    assert [one["complete"] for one in after["buildings"]] == [False, True, True]


def test_r7_1_two_completions_two_castle_pieces() -> None:
    """Violet places two pieces from the pool of floor 1, both black, which makes Violet's black seals worth more."""
    table = _double()
    table.apply(VIOLETS_WORKERS)
    table.apply(Piece("black", 4))
    table.compare_state()
    assert table.view.phase == "castle"
    table.apply(Piece("black", 0))
    table.compare_state()
    after = table.view.snapshot()
    assert after["phase"] == "banner"
    assert after["pools"][0] == {"red": 3, "olive": 3, "black": 1, "silver": 3}
    assert after["values"] == {"red": 1, "olive": 2, "black": 4, "silver": 2}


# -- the banner: 41 gold (R8) ------------------------------------------------------------------------------------------


def test_r8_the_evaluation_that_brings_41_gold() -> None:
    """With 3 red and 4 silver squares in sight, 7 red and 5 silver seals bring 21 and 20 gold; two workers come too."""
    table = Position(
        seat=GREEN,
        seals=({}, {}, {"red": 7, "silver": 6, "black": 2}, {}),
        castle=[[("red", 4), ("silver", 9), ("silver", 1)]],
    ).set_up()
    table.apply(Introduce(frozenset(table.twin.buildings[0].squares), {(3, 6): "own"}))
    before = table.view.snapshot()
    assert (before["phase"], before["values"]["red"], before["values"]["silver"]) == ("banner", 3, 4)
    table.apply(Banner(True, {"red": 7, "silver": 5}))
    table.compare_state()
    after = table.view.snapshot()
    assert table.twin.last_turn["banner"] == {"sold": {"red": 7, "silver": 5}, "gold": 41}
    assert after["gold"] == [0, 0, 41, 0]
    assert after["own_at_hand"][GREEN] == before["own_at_hand"][GREEN] + 2
    assert after["own_pool"][GREEN] == before["own_pool"][GREEN] - 2
    assert after["banners"] == [4, 4, 3, 4]
    assert after["seals"][GREEN] == NONE | {"silver": 1, "black": 2}
    assert after["supply"]["red"] == before["supply"]["red"] + 7
    assert after["supply"]["silver"] == before["supply"]["silver"] + 5


# -- the end (R7.3, R9) ------------------------------------------------------------------------------------------------

FLOOR = [(family, square) for square, family in enumerate([*FAMILIES * 2, "red", "olive"])]
ALMOST_DONE = [FLOOR, FLOOR[:-1]]
"""Floor 1 complete, two pieces left over; floor 2 lacks its last piece."""


def test_r7_3_the_pieces_left_go_to_floor_3_first() -> None:
    """With two pieces to place, the first completes floor 2: the two left over make the floor 3 pool 8, and the second
    piece comes from there."""
    table = _double(castle=ALMOST_DONE)
    assert sum(table.view.snapshot()["pools"][2].values()) == 4 + 2
    table.apply(VIOLETS_WORKERS)
    table.apply(Piece("olive", 9))
    table.compare_state()
    middle = table.view.snapshot()
    assert middle["phase"] == "castle"
    assert middle["floor"] == 3
    assert middle["pools"][1] == NONE
    assert sum(middle["pools"][2].values()) == 8
    assert middle["end_begun_by"] == VIOLET
    table.apply(Piece("silver", 0))
    table.compare_state()
    after = table.view.snapshot()
    assert after["phase"] == "banner", "the turn ends as usual, with an evaluation if a banner is left"
    assert sum(after["pools"][2].values()) == 7
    assert sum(after["castle_covered"]) == 1


def test_r7_4_with_no_square_left_on_floor_3_nothing_is_placed() -> None:
    """Of two pieces to place only the first finds a square, however many are left."""
    table = _double(castle=[FLOOR, FLOOR, FLOOR[:-1]], rules={"floor_pieces": [3, 3, 20]})
    table.apply(VIOLETS_WORKERS)
    table.apply(Piece("olive", 9))
    table.compare_state()
    assert table.view.phase == "banner"


@pytest.mark.parametrize(("final_round", "last_turns"), [("trigger_last", 4), ("others_only", 3)])
def test_r9_2_the_last_round(final_round: str, last_turns: int) -> None:
    """Everybody has one more turn, the player who began the end last of all; by the other reading not at all."""
    table = _double(castle=ALMOST_DONE, rules={"final_round": final_round})
    for choice in (VIOLETS_WORKERS, Piece("olive", 9), Piece("silver", 0), Banner(False)):
        table.apply(choice)
    assert table.twin.seat == YELLOW
    assert play_on(table) == last_turns
    assert result_of(table)["end"] == "castle"
    assert int(table.view.table["seat"]) == (VIOLET if final_round == "trigger_last" else GREEN)


def test_r9_3_r9_4_everybody_passes_the_last_round_and_two_tie() -> None:
    """Nobody can do anything any more: the last round ends on the very turn that would make the game stuck, which is an
    ordinary end. Seals left are valued, and two who have the same and the most both win."""
    table = _double(
        castle=ALMOST_DONE,
        rules={"banners": 0},
        own_at_hand=(0, 0, 0, 2),
        seals=({"silver": 12}, {}, {"silver": 12}, {}),
    )
    for choice in (VIOLETS_WORKERS, Piece("olive", 9), Piece("silver", 0)):
        table.apply(choice)
    assert play_on(table) == 4
    values = table.view.snapshot()["values"]
    assert result_of(table) == {
        "gold": [
            2 * values["olive"] + 12 * values["silver"],
            values["red"],
            2 * values["olive"] + 12 * values["silver"],
            3 * values["red"] + 2 * values["olive"],
        ],
        "winners": [YELLOW, GREEN],
        "end": "castle",
    }
    assert int(table.view.table["passes"]) == 4


def test_r9_3_a_stuck_game_ends_at_once() -> None:
    """The same without the last round: when everybody has passed in a row, the game is over as a stalemate."""
    table = Position(seat=ORANGE, rules={"banners": 0}, own_at_hand=(0, 0, 0, 0)).set_up()
    assert play_on(table) == 4
    assert result_of(table) == {"gold": [0, 0, 0, 0], "winners": [0, 1, 2, 3], "end": "stalemate"}


COUNTED = Path(__file__).parent / "data" / "by_hand.txt"
COUNTS = {
    name: (int(builds), int(workers))
    for name, builds, workers in re.findall(
        r"^position (\w+): builds (\d+), worker options (\d+)$", COUNTED.read_text(encoding="utf-8"), re.MULTILINE
    )
}
POSITIONS = {
    "opening": Position(seat=0, hands=[("house/red", "house/red", "farm/olive", "farm/olive"), ()]),
    "after_a_worker": Position(
        seat=1,
        lot=rectangle(3, 6, 4, 3),
        workers={(2, 6): 0},
        hands=[(), ("mill/red", "mill/olive", "mill/black", "mill/silver")],
        own_at_hand=(2, 3),
    ),
    "shared_neighbours": Position(
        seat=0,
        buildings=[("house/red", ((2, 6), (3, 6))), ("house/olive", ((2, 8), (3, 8)))],
        hands=[("house/black",), ()],
        neutral_at_hand=(1, 0),
        rules={"workers_at_castle": False},
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_engine_and_twin_count_what_a_pencil_counted(name: str) -> None:
    """Builds, and ways to introduce workers; by_hand.txt tells the reasoning."""
    table = POSITIONS[name].set_up()
    known, holdings, hand = ENGINE.handed(table.view.game, POSITIONS[name].seat)
    view = View(known, holdings, hand, Dice((1, 1)), {})
    counts = Counter(type(move) for move in view.legal_moves())
    assert (counts[Build], counts[Introduce]) == COUNTS[name]
    assert len(table.builds) == counts[Build]
