"""The twin against R1 to R5 on positions made by hand.

R6 to R10 are in test_twin_payout.py; test_twin_agreement.py plays whole games.
"""

from typing import Any

import pytest

from tests.games.arkadia.twin.dealer import random_head
from tests.games.arkadia.twin.ground import FAMILIES, lot_places
from tests.games.arkadia.twin.positions import LOT, LOT_AROUND, corner_house, hold, refuses, squares, table
from tests.games.arkadia.twin.state import Building
from tests.games.arkadia.twin.twin import Twin

# ------------------------------------------------------------------------------------------------ R1 and R2, set-up


def test_r1_2_lot_has_24_places_on_the_shipped_board() -> None:
    places = lot_places(random_head(2, 1)["board"])
    assert len(places) == len(set(places)) == 24


def test_r1_2_dealer_draws_every_lot_place() -> None:
    assert len({str(random_head(2, seed)["lot"]) for seed in range(300)}) == 24


@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 2), (4, 1)])
def test_r2_2_first_game_starts_with_buildings_seals_and_neutral_workers(players: int, each: int) -> None:
    twin = Twin(random_head(players, 3, setup="first_game"))
    assert twin.neutral_at_hand == [each] * players
    assert twin.neutral_pool == 24 - each * players
    assert [building.seal for building in twin.buildings] == [False] + [True] * 7
    assert twin.supply == {"red": 28, "olive": 28, "black": 28, "silver": 29}
    assert len(twin.stack) == 33 - 4 * players - 3


def test_r2_2_first_game_with_too_few_seals_leaves_later_buildings_without() -> None:
    twin = Twin(random_head(2, 3, setup="first_game", seals_per_family=1))
    assert [building.seal for building in twin.buildings[1:]] == [True, True, True, True, False, False, False]


@pytest.mark.parametrize(
    "rules",
    [
        {"start_workers": 4},
        {"banners": 5},
        {"workers_per_banner": 3},
        {"floor_pieces": [2, 3, 1]},
        {"floor_pieces": [3, 2, 1]},
        {"floor_pieces": [3, 3]},
        {"neutral_workers": -1},
        {"face_up": True},
        {"flip_tiles": 0},
        {"final_round": "nobody"},
        {"house_rule": 1},
        {"setup": "first_game", "neutral_workers": 5},
    ],
)
def test_r2_3_what_cannot_be_played_is_refused(rules: dict[str, Any]) -> None:
    head = random_head(2, 1)
    head["rules"] = {**head["rules"], **rules}
    with refuses("R2.[23]"):
        Twin(head)


# ------------------------------------------------------------------------------------------------- R3, passing


def test_r3_nobody_passes_by_choice() -> None:
    twin = table()
    with refuses("R3"):
        twin.pass_must()
    hold(twin, 0)  # no card, but workers
    with refuses("R3"):
        twin.pass_must()
    twin.own_at_hand[0] = 0
    twin.pass_must()
    assert twin.phase == "banner"  # the banner stays open to a player who passed


def test_r3_calls_out_of_phase_are_refused() -> None:
    twin = table()
    for call in (lambda: twin.draw(0), lambda: twin.place_piece("red", 0), lambda: twin.banner(None), twin.result):
        with refuses("R3"):
            call()
    assert (twin.draw_options(), twin.castle_options()) == ([], [])


# ------------------------------------------------------------------------------------------------ R4, building


def test_r4_1_flip_tiles_adds_the_mirrored_outlines() -> None:
    counts = {}
    for flip in (False, True):
        twin = table(flip_tiles=flip)
        hold(twin, 0, "smithy/red")
        counts[flip] = len(twin.legal_builds())
    mirrored = squares((2, 6), (2, 7), (2, 8), (3, 8))  # "###" over "..#" is the other face of "###" over "#.."
    assert ("smithy/red", mirrored) in twin.legal_builds()
    assert counts[True] == 2 * counts[False]
    twin = table()
    hold(twin, 0, "smithy/red")
    with refuses("R4.1"):
        twin.build("smithy/red", mirrored)


def test_r4_1_card_must_be_in_the_hand() -> None:
    twin = table()
    hold(twin, 0, "house/red")
    with refuses("R4.1"):
        twin.build("house/black", squares((3, 6), (3, 7)))


def test_r4_2_building_needs_vacant_squares() -> None:
    twin = table()
    hold(twin, 0, "house/red")
    twin.workers[(3, 7)] = "neutral"
    for place in (squares((3, 6), (3, 7)), squares((3, 6), (4, 6))):
        with refuses("R4.2"):
            twin.build("house/red", place)


def test_r4_3_building_touches_a_building_or_any_worker() -> None:
    twin = table()
    hold(twin, 0, "house/red")
    far = squares((0, 0), (0, 1))
    with refuses("R4.3"):
        twin.build("house/red", far)
    with refuses("R4.3"):
        twin.build("house/red", squares((2, 5), (3, 5)))  # the lot's corner only
    for owner in ("neutral", 0, 2):
        twin.workers = {(1, 1): owner}
        assert ("house/red", far) in twin.legal_builds()
    twin.workers = {}
    twin.buildings.append(Building(squares((1, 0), (2, 0)), "house/olive", complete=True))
    twin.build("house/red", far)


def test_r4_4_seal_comes_from_the_supply_and_camps_give_neutral_workers() -> None:
    twin = table()
    twin.camps = {(3, 6), (3, 7)}
    hold(twin, 0, "house/red")
    twin.build("house/red", squares((3, 6), (3, 7)))
    assert twin.buildings[-1].seal
    assert twin.supply["red"] == 29
    assert (twin.neutral_at_hand[0], twin.neutral_pool) == (2, 22)


def test_r4_4_pool_and_supply_may_be_short() -> None:
    twin = table(neutral_workers=1, seals_per_family=0)
    twin.camps = {(3, 6), (3, 7)}
    hold(twin, 0, "house/red")
    twin.build("house/red", squares((3, 6), (3, 7)))
    assert not twin.buildings[-1].seal
    assert (twin.neutral_at_hand[0], twin.neutral_pool) == (1, 0)


def test_r4_4_building_without_seal_pays_none_later() -> None:
    twin = table()
    corner_house(twin, seal=False)
    twin.workers.update({(1, 0): "neutral", (1, 1): "neutral"})
    twin.introduce(squares((0, 0), (0, 1)), {(0, 2): "own"})
    assert [seals["red"] for seals in twin.seals] == [1, 0, 0]


def test_r4_4_unlimited_supply_never_runs_out() -> None:
    twin = table(seal_supply="unlimited", seals_per_family=0)
    hold(twin, 0, "house/red")
    twin.build("house/red", squares((3, 6), (3, 7)))
    assert twin.buildings[-1].seal
    assert twin.snapshot()["supply"] == dict.fromkeys(FAMILIES, None)


def test_r4_5_face_up_card_is_replaced_at_once() -> None:
    twin = table()
    hold(twin, 0, "house/red")
    twin.build("house/red", squares((3, 6), (3, 7)))
    assert twin.draw_options() == [0, 1, 2, "stack"]
    taken, following = twin.face_up[1], twin.stack[0]
    twin.draw(1)
    assert (twin.hands[0], twin.face_up[1]) == ([taken], following)


def test_r4_5_empty_stack_replaces_nothing_and_places_keep_their_number() -> None:
    twin = table()
    hold(twin, 0, "house/red")
    twin.stack = []
    twin.face_up = [None, "mill/red", "mill/black"]
    twin.build("house/red", squares((3, 6), (3, 7)))
    assert twin.draw_options() == [1, 2]
    for choice in (0, 3, "stack", True):
        with refuses("R4.5"):
            twin.draw(choice)
    twin.draw(1)
    assert twin.face_up == [None, None, "mill/black"]


def test_r4_5_with_nothing_to_draw_the_hand_shrinks() -> None:
    twin = table()
    hold(twin, 0, "house/red", "mill/red")
    twin.stack, twin.face_up = [], [None, None, None]
    twin.build("house/red", squares((3, 6), (3, 7)))
    assert twin.phase == "banner"
    assert twin.hands[0] == ["mill/red"]
    twin.banner(None)
    assert twin.last_turn["draw"] is None


# ------------------------------------------------------------------------------------------------- R5, workers


def test_r5_1_workers_need_vacant_squares_next_to_one_building() -> None:
    twin = table()
    house = corner_house(twin)
    assert twin.worker_places() == {LOT: LOT_AROUND, house: squares((1, 0), (1, 1), (0, 2))}
    twin.neutral_at_hand[0] = 1
    for building, workers in (
        (house, {(1, 0): "own", (3, 6): "own"}),  # not all next to the same building
        (house, {(1, 2): "own"}),  # only diagonal
        (house, {}),
        (house, {(1, 0): "neutral", (1, 1): "neutral"}),  # not at hand
        (house, {(1, 0): "red"}),
        (squares((0, 0)), {(1, 0): "own"}),  # part of a building
    ):
        with refuses("R5.1"):
            twin.introduce(building, workers)
    twin.introduce(house, {(1, 0): "neutral", (0, 2): "own"})
    assert twin.workers == {(1, 0): "neutral", (0, 2): 0}
    assert (twin.own_at_hand[0], twin.neutral_at_hand[0]) == (2, 0)


def test_r5_1_camps_give_nothing_to_workers() -> None:
    twin = table()
    twin.camps = {(3, 6)}
    twin.introduce(LOT, {(3, 6): "own"})
    assert twin.neutral_at_hand == [0, 0, 0]


def test_r5_2_workers_at_castle_false_spares_the_lot_alone() -> None:
    twin = table(workers_at_castle=False)
    assert twin.worker_places() == {}
    with refuses("R5.2"):
        twin.introduce(LOT, {(3, 6): "own"})
    house = squares((3, 7), (3, 8))
    twin.buildings.append(Building(house, "house/red"))
    twin.introduce(house, {(3, 6): "own"})  # next to the lot too, but chosen for the house
