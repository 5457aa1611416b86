"""The twin against R6 to R10 on positions made by hand: payouts, castle, banner, end, and what all know."""

import pytest

from tests.games.arkadia.twin.ground import FAMILIES
from tests.games.arkadia.twin.positions import (
    LOT,
    LOT_AROUND,
    corner_house,
    end_must,
    hold,
    nothing_to_do,
    refuses,
    squares,
    table,
    two_houses,
)

# ------------------------------------------------------------------------------------- R6, completion and payout


def test_r6_1_edge_counts_as_occupied_and_the_new_building_can_complete_at_once() -> None:
    twin = table()
    hold(twin, 0, "house/red")
    twin.workers.update({(1, 0): 1, (1, 1): 1, (0, 2): "neutral"})
    twin.build("house/red", squares((0, 0), (0, 1)))
    twin.draw("stack")
    assert twin.phase == "castle"
    assert [seals["red"] for seals in twin.seals] == [1, 2, 0]
    assert twin.supply["red"] == 27
    assert twin.buildings[-1].complete
    assert not twin.buildings[-1].seal


def test_r6_1_lot_never_pays() -> None:
    twin = table()
    twin.workers.update(dict.fromkeys(LOT_AROUND - {(3, 6)}, 1))
    twin.introduce(LOT, {(3, 6): "own"})
    assert twin.phase == "banner"
    assert not twin.snapshot()["buildings"][0]["complete"]


def test_r6_3_short_supply_serves_the_player_on_turn_first_then_round_the_table() -> None:
    twin = table()
    twin.seat = 1
    house = corner_house(twin)
    twin.workers.update({(1, 0): 0, (1, 1): 2})
    twin.supply["red"] = 2
    twin.introduce(house, {(0, 2): "own"})
    assert [seals["red"] for seals in twin.seals] == [0, 2, 1]  # the seal that lay on the house is beside the supply
    assert twin.supply["red"] == 0


def test_r6_3_buildings_are_paid_in_the_order_laid_out() -> None:
    twin = table()
    twin.seat = 1
    left, right = two_houses(twin)
    twin.supply["red"] = 5
    twin.introduce(left, {(0, 2): "own"})
    for square in (0, 1):
        twin.place_piece("olive", square)
    twin.banner(None)
    completed = twin.last_turn["completed"]
    assert [frozenset(map(tuple, item["squares"])) for item in completed] == [right, left]
    # The right house, older, takes 1 + 3; one seal is left for the left one, and seat 1 comes before seat 0.
    assert [item["seals"] for item in completed] == [[0, 1, 3], [0, 1, 0]]


# ---------------------------------------------------------------------------------------------------- R7, castle


def test_r7_1_one_piece_for_each_completed_building() -> None:
    twin = table()
    left, _ = two_houses(twin)
    twin.introduce(left, {(0, 2): "own"})
    assert len(twin.castle_options()) == 4 * 10
    twin.place_piece("red", 4)
    assert len(twin.castle_options()) == 4 * 9
    with refuses("R7.2"):
        twin.place_piece("red", 4)
    twin.place_piece("red", 1)  # covers olive
    assert twin.phase == "banner"
    assert twin.values() == {"red": 4, "olive": 1, "black": 2, "silver": 2}


def test_r7_2_pieces_come_from_the_pool_of_the_floor() -> None:
    twin = table()
    left, _ = two_houses(twin)
    twin.pools[0]["black"] = 0
    twin.introduce(left, {(0, 2): "own"})
    assert {family for family, _ in twin.castle_options()} == {"red", "olive", "silver"}
    for family, square in (("black", 0), ("gold", 0), ("red", 10), ("red", -1)):
        with refuses("R7.2"):
            twin.place_piece(family, square)


def test_r7_3_floor_changes_in_the_middle_of_a_turn() -> None:
    twin = table()
    left, _ = two_houses(twin)
    twin.castle_covered = [True] * 9 + [False]
    twin.pools[0] = {"red": 0, "olive": 2, "black": 1, "silver": 0}
    twin.introduce(left, {(0, 2): "own"})
    assert twin.castle_options() == [("olive", 9), ("black", 9)]
    twin.place_piece("olive", 9)
    assert (twin.floor, twin.castle_covered) == (2, [False] * 10)
    assert twin.pools[0] == dict.fromkeys(FAMILIES, 0)
    assert twin.pools[2] == {"red": 1, "olive": 2, "black": 2, "silver": 1}
    assert len(twin.castle_options()) == 4 * 10  # the second piece is one of floor 2
    twin.place_piece("red", 9)
    assert twin.castle_covered == [False] * 9 + [True]
    assert twin.end_begun_by is None


@pytest.mark.parametrize("full", [False, True], ids=["no piece", "no square"])
def test_r7_4_with_no_piece_or_no_square_left_on_floor_3_nothing_is_placed(full: bool) -> None:
    twin = table()
    left, _ = two_houses(twin)
    twin.floor = 3
    twin.castle_covered = [full] * 9 + [False]
    twin.pools[2] = {"red": 0, "olive": 9 if full else 1, "black": 0, "silver": 0}
    twin.introduce(left, {(0, 2): "own"})
    twin.place_piece("olive", 9)
    assert twin.phase == "banner"
    twin.banner(None)
    assert (len(twin.last_turn["completed"]), len(twin.last_turn["castle"])) == (2, 1)


# ------------------------------------------------------------------------------------------- R8 and R9, the rest


def test_r8_1_banner_brings_workers_even_without_a_sale() -> None:
    twin = table()
    end_must(twin)
    at_hand = twin.own_at_hand[0]
    twin.banner({})
    assert (twin.banners[0], twin.own_pool[0], twin.own_at_hand[0]) == (3, 6, at_hand + 2)
    assert twin.last_turn["banner"] == {"sold": {}, "gold": 0}


def test_r8_2_sold_seals_return_to_the_supply_for_their_value() -> None:
    twin = table()
    twin.seals[0].update(red=3, silver=2)
    twin.castle_top = ["red"] * 6 + ["silver"] + [None] * 3
    end_must(twin)
    for sale in ({"red": 4}, {"olive": 1}, {"red": -1}, {"gold": 0}):
        with refuses("R8.2"):
            twin.banner(sale)
    twin.banner({"red": 2, "silver": 2, "black": 0})
    assert twin.gold[0] == 2 * 6 + 2 * 1
    assert (twin.seals[0]["red"], twin.supply["red"], twin.supply["silver"]) == (1, 32, 32)
    assert twin.last_turn["banner"] == {"sold": {"red": 2, "silver": 2}, "gold": 14}


def test_r8_banner_phase_is_skipped_without_banners() -> None:
    twin = table(banners=0)
    end_must(twin)
    assert (twin.phase, twin.seat) == ("must", 1)


@pytest.mark.parametrize(("final_round", "more"), [("trigger_last", [2, 0, 1]), ("others_only", [2, 0])])
def test_r9_2_last_round(final_round: str, more: list[int]) -> None:
    twin = table(final_round=final_round)
    left, _ = two_houses(twin)
    twin.seat = 1
    twin.floor = 2
    twin.castle_covered = [True] * 9 + [False]
    twin.introduce(left, {(0, 2): "own"})
    twin.place_piece("red", 9)
    assert (twin.end_begun_by, twin.floor, twin.phase) == (1, 3, "castle")  # R9.1: the turn goes on
    twin.place_piece("red", 9)
    twin.banner(None)
    seats = []
    while twin.phase != "over":
        seats.append(twin.seat)
        end_must(twin)
        twin.banner(None)
    assert seats == more
    assert twin.result()["end"] == "castle"


def test_r9_3_stalemate_when_everybody_passes_without_a_banner() -> None:
    twin = table()
    nothing_to_do(twin)
    for _ in range(2):
        twin.pass_must()
    assert (twin.phase, twin.passes_in_a_row) == ("must", 2)
    twin.pass_must()
    assert (twin.phase, twin.result()["end"]) == ("over", "stalemate")


def test_r9_3_pass_with_a_banner_breaks_the_row() -> None:
    twin = table(workers_per_banner=0)
    nothing_to_do(twin)
    twin.banners[2] = 1
    for _ in range(3):
        twin.pass_must()
        if twin.phase == "banner":
            twin.banner({})
    assert (twin.phase, twin.passes_in_a_row) == ("must", 0)


def test_r9_3_stalemate_on_the_very_last_turn_is_an_ordinary_end() -> None:
    twin = table()
    nothing_to_do(twin)
    twin.final_turn = 2
    for _ in range(3):
        twin.pass_must()
    assert twin.result()["end"] == "castle"


def test_r9_4_all_seals_are_valued_and_ties_share_the_win() -> None:
    twin = table()
    nothing_to_do(twin)
    twin.gold = [5, 9, 0]
    twin.seals[0].update(red=2)
    twin.seals[2].update(silver=1, olive=2)
    for _ in range(3):
        twin.pass_must()
    assert twin.result() == {"gold": [9, 9, 6], "winners": [0, 1], "end": "stalemate"}


def test_r10_1_card_taken_face_up_is_known_until_played() -> None:
    twin = table(2, banners=0)
    hold(twin, 0, "house/red", "house/red")
    twin.face_up[0] = "house/red"
    twin.build("house/red", squares((3, 6), (3, 7)))
    twin.draw(0)
    assert twin.known == [["house/red"], []]
    hold(twin, 1, "house/black")
    twin.build("house/black", squares((3, 8), (3, 9)))
    twin.draw("stack")
    assert twin.known == [["house/red"], []]
    twin.build("house/red", squares((7, 6), (7, 7)))  # the open copy counts as the one played
    assert (twin.known, twin.hands[0]) == ([[], []], ["house/red"])
