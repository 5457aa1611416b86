"""The twin over whole random games: nothing gets lost, the referee accepts its records, and move counts are right."""

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.games.arkadia.tamperings import PLAY, SETUP
from tests.games.arkadia.twin.check_record import check, replay_turn
from tests.games.arkadia.twin.ground import FAMILIES, OWN_WORKERS, Square, neighbours_of_square
from tests.games.arkadia.twin.head import check_head
from tests.games.arkadia.twin.make_move_counts import FOLDER, GAMES, decision_lines
from tests.games.arkadia.twin.players import play_out, random_head, random_turn
from tests.games.arkadia.twin.twin import Twin
from tests.support.refereeing import RuleError

# Players and options: every option at each of its values, and numbers far from the game's own.
VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"setup": "first_game", "holdings": "hidden"}),
    (4, {"setup": "first_game", "flip_tiles": True, "final_round": "others_only"}),
    (3, {"seal_supply": "unlimited", "flip_tiles": True}),
    (4, {"seals_per_family": 3, "final_round": "others_only"}),
    (3, {"seals_per_family": 1, "setup": "first_game"}),
    (2, {"seals_per_family": 0, "banners": 0, "start_workers": 11}),
    (3, {"workers_at_castle": False, "neutral_workers": 5}),
    (2, {"floor_pieces": [5, 4, 0], "workers_at_castle": False}),
    (4, {"floor_pieces": [3, 6, 3], "seal_supply": "unlimited"}),
    (4, {"floor_pieces": [3, 3, 0], "flip_tiles": True}),
    (4, {"hand_size": 8, "face_up": 7}),
    (3, {"hand_size": 1, "face_up": 0}),
    (2, {"start_workers": 0, "banners": 3, "workers_per_banner": 3, "neutral_workers": 60}),
    (3, {"start_workers": 1, "banners": 10, "workers_per_banner": 1, "face_up": 1}),
    (2, {"start_workers": 0, "banners": 0, "neutral_workers": 0, "hand_size": 2}),
]
GAMES_PER_VARIANT = 3


def check_conservation(twin: Twin, cards: Counter[str], pieces_placed: int) -> None:
    """Workers, seals, cards and castle pieces are all somewhere, and nowhere twice."""
    owners = Counter(twin.workers.values())
    for seat in range(twin.players):
        assert twin.own_at_hand[seat] + twin.own_pool[seat] + owners[seat] == OWN_WORKERS
        assert min(twin.own_at_hand[seat], twin.own_pool[seat], twin.neutral_at_hand[seat], twin.banners[seat]) >= 0
        assert not Counter(twin.known[seat]) - Counter(twin.hands[seat])
    assert twin.neutral_pool + sum(twin.neutral_at_hand) + owners["neutral"] == twin.rules["neutral_workers"]

    built = [building for building in twin.buildings if building.card is not None]
    for family in FAMILIES:
        on_buildings = sum(house.seal for house in built if house.card and house.card.endswith(family))
        with_players = sum(seals[family] for seals in twin.seals)
        left = twin.supply[family]
        assert left is None or left + on_buildings + with_players == twin.rules["seals_per_family"]
        assert min(seals[family] for seals in twin.seals) >= 0

    everywhere = [card for hand in twin.hands for card in hand] + [card for card in twin.face_up if card] + twin.stack
    assert Counter(everywhere) + Counter(house.card for house in built if house.card) == cards
    in_pools = sum(sum(pool.values()) for pool in twin.pools)
    assert in_pools + pieces_placed == 4 * sum(twin.rules["floor_pieces"])


def check_board(twin: Twin) -> None:
    """No square is taken twice, and exactly the enclosed buildings are complete (R6.1), their seals gone."""
    taken = Counter(square for building in twin.buildings for square in building.squares)
    taken.update(list(twin.workers))
    assert set(taken.values()) == {1}
    for building in twin.buildings[1:]:
        enclosed = all(
            neighbour in taken or not (0 <= neighbour[0] < 12 and 0 <= neighbour[1] < 16)
            for square in building.squares
            for neighbour in neighbours_of_square(square)
        )
        assert building.complete == enclosed
        assert not (building.complete and building.seal)


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_r1_r6_nothing_gets_lost_and_records_stand_the_referee(variant: int) -> None:
    players, rules = VARIANTS[variant]
    for seed in range(GAMES_PER_VARIANT):
        head = random_head(players, seed, **rules)
        untouched = copy.deepcopy(head)
        cards = Counter([card for hand in head["hands"] for card in hand] + head["face_up"] + head["stack"])
        cards.update(item["card"] for item in head["placed"])
        assert cards.total() == 40
        twin, rng, pieces = Twin(head), random.Random(seed), 0
        while twin.phase != "over":
            seat, turn = twin.seat, twin.turn
            random_turn(twin, rng)
            assert twin.last_turn["seat"] == seat == (head["first_seat"] + turn) % players
            pieces += len(twin.last_turn["castle"])
            check_conservation(twin, cards, pieces)
            check_board(twin)
        assert head == untouched
        check(json.loads(json.dumps(play_out(head, seed))))


def test_r9_both_ends_are_reached_by_the_dice() -> None:
    ends = {play_out(random_head(2, seed), seed)["result"]["end"] for seed in range(6)}
    assert ends == {"castle", "stalemate"}


def test_same_seed_is_the_same_game() -> None:
    first, again, other = (play_out(random_head(3, seed), seed) for seed in (5, 5, 6))
    assert first == again
    assert first["turns"] != other["turns"]


def count_assignments_one_by_one(twin: Twin) -> int:
    """R5.1 the long way: try every owner, or nobody, on every square next to anything."""
    places = list(twin.worker_places().values())
    around: list[Square] = sorted(frozenset().union(*places))
    own, neutral = twin.own_at_hand[twin.seat], twin.neutral_at_hand[twin.seat]
    count = 0
    for owners in product(("", "own", "neutral"), repeat=len(around)):
        used = {square for square, owner in zip(around, owners, strict=True) if owner}
        enough = owners.count("own") <= own and owners.count("neutral") <= neutral
        count += bool(used) and enough and any(used <= vacant for vacant in places)
    return count


def test_r5_1_worker_options_agree_with_trying_everything() -> None:
    compared = 0
    for seed in range(12):
        twin, rng = Twin(random_head(3, seed, workers_at_castle=False)), random.Random(seed)
        while twin.phase != "over":
            places = twin.worker_places()
            if places and len(frozenset().union(*places.values())) <= 8:
                assert twin.count_worker_options() == count_assignments_one_by_one(twin)
                compared += 1
            random_turn(twin, rng)
    assert compared > 30


def test_r4_legal_builds_are_exactly_those_that_build_accepts() -> None:
    """Every set of squares that a card could cover anywhere is offered to build()."""
    rng = random.Random(7)
    twin = Twin(random_head(3, 7, hand_size=2))
    for _ in range(12):
        random_turn(twin, rng)
    legal = twin.legal_builds()
    accepted = set()
    for card in set(twin.hands[twin.seat]):
        for place in twin._placements(card):
            attempt = copy.deepcopy(twin)
            try:
                attempt.build(card, place)
            except RuleError:
                continue
            accepted.add((card, place))
    assert accepted == legal


def forbidden_calls(twin: Twin) -> list[Callable[[], None]]:
    """Calls that no position allows, for every phase."""
    lot = twin.buildings[0].squares
    return [
        lambda: twin.build("house/gold", lot),
        lambda: twin.build(twin.hands[twin.seat][0] if twin.hands[twin.seat] else "none", lot),
        lambda: twin.introduce(lot, {}),
        lambda: twin.introduce(lot, {min(lot): "own"}),
        lambda: twin.draw(99),
        lambda: twin.place_piece("red", 10),
        lambda: twin.banner({"red": 31}),
    ]


def test_forbidden_calls_change_nothing() -> None:
    twin, rng = Twin(random_head(4, 11)), random.Random(11)
    while twin.phase != "over":
        before = twin.snapshot()
        for call in forbidden_calls(twin):
            with pytest.raises(RuleError):
                call()
        if twin.legal_builds() or twin.worker_places():
            with pytest.raises(RuleError):
                twin.pass_must()
        assert twin.snapshot() == before
        random_turn(twin, rng)


# ------------------------------------------------------------------------------------------------------ referee


NAMES = (
    "gold off by one", "seal_too_many", "seals_of_another_family", "piece left out", "piece without a completion",
    "draw left out", "pass by choice", "building square twice", "last turn missing", "turn_too_many", "everybody wins",
    "castle is said to be stalemate", "wrong_seat", "card_turned_into_another", "lot on a camp",
    "card in the wrong hand", "option left out", "turn without a field",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_referee_finds_what_was_tampered_with(name: str) -> None:
    record = play_out(random_head(3, 4), 4)
    check(record)
    (SETUP | PLAY)[name](record := copy.deepcopy(record))
    with pytest.raises(RuleError) as error:
        check(record)
    assert (error.value.turn is None) == (name in SETUP)


def test_referee_takes_squares_in_any_order_and_unsold_families_named_or_not() -> None:
    record = play_out(random_head(3, 4), 4)
    for turn in record["turns"]:
        for place in (turn["must"] or {}, *turn["completed"]):
            for name in ("squares", "building", "workers"):
                if name in place:
                    place[name].reverse()
        if turn["banner"] is not None:
            turn["banner"]["sold"] = {**dict.fromkeys(FAMILIES, 0), **turn["banner"]["sold"]}
    record["lot"].reverse()
    check(record)


# ------------------------------------------------------------------------------------------------ move counts


@pytest.mark.parametrize("name", [name for name, *_ in GAMES])
def test_move_count_tables_are_reproduced(name: str) -> None:
    record = json.loads((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"))
    check(record)
    table = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(decision_lines(record)) == [line for line in table if not line.startswith("#")]


def by_hand_positions() -> list[dict[str, Any]]:
    """The positions of by_hand.json."""
    positions: list[dict[str, Any]] = json.loads(Path(FOLDER / "by_hand.json").read_text(encoding="utf-8"))
    return positions


@pytest.mark.parametrize("position", by_hand_positions(), ids=lambda position: str(position["name"]))
def test_positions_counted_by_hand(position: dict[str, Any]) -> None:
    check_head(position["head"])
    twin = Twin(position["head"])
    for turn in position["turns"]:
        replay_turn(twin, turn)
    assert len(twin.legal_builds()) == position["builds"]
    assert twin.count_worker_options() == position["worker_options"]
    line = "position {name}: builds {builds}, worker options {worker_options}".format_map(position)
    assert line in (FOLDER / "by_hand.txt").read_text(encoding="utf-8").splitlines()
