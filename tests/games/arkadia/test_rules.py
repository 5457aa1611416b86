"""The options of the rule set: the game's own values, what is refused and how the refusal reads (R2.3)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from arkadia_sim.core.options import RuleOption
from arkadia_sim.errors import BadValue, UnknownName
from arkadia_sim.games.arkadia.rules.options import RuleSet

RULEBOOK = {
    "setup": "standard",
    "seal_supply": "finite",
    "flip_tiles": False,
    "workers_at_castle": True,
    "final_round": "trigger_last",
    "holdings": "open",
    "start_workers": 3,
    "banners": 4,
    "workers_per_banner": 2,
    "hand_size": 4,
    "face_up": 3,
    "neutral_workers": 24,
    "seals_per_family": 30,
    "floor_pieces": [3, 3, 1],
}

rule_mappings = st.fixed_dictionaries(
    {},
    optional={
        "setup": st.sampled_from(["standard", "first_game"]),
        "seal_supply": st.sampled_from(["finite", "unlimited"]),
        "flip_tiles": st.booleans(),
        "workers_at_castle": st.booleans(),
        "final_round": st.sampled_from(["trigger_last", "others_only"]),
        "holdings": st.sampled_from(["open", "hidden"]),
        "start_workers": st.integers(0, 11) | st.lists(st.integers(0, 11), min_size=2, max_size=4),
        "banners": st.integers(0, 5),
        "workers_per_banner": st.integers(0, 11),
        "hand_size": st.integers(1, 16),
        "face_up": st.integers(1, 8),
        "neutral_workers": st.integers(0, 200),
        "seals_per_family": st.integers(0, 1000),
        "floor_pieces": st.lists(st.integers(0, 20), min_size=3, max_size=3),
        "start_gold": st.integers(0, 1000) | st.lists(st.integers(0, 1000), min_size=2, max_size=4),
    },
)


def test_r2_3_defaults_are_the_games_own_values_in_the_order_of_the_record() -> None:
    record = RuleSet().as_record()
    assert record == RULEBOOK
    assert list(record) == list(RULEBOOK)
    assert [type(value) for value in record.values()] == [type(value) for value in RULEBOOK.values()]


@given(rule_mappings)
def test_record_goes_through_json_and_back(mapping: dict[str, Any]) -> None:
    rules = RuleSet.from_mapping(mapping)
    record = json.loads(json.dumps(rules.as_record()))
    again = RuleSet.from_mapping(record)
    assert again.as_setting() == rules.as_setting()
    assert hash(RuleSet.from_mapping(record)) == hash(again)
    for name in ("start_workers", "start_gold"):
        if isinstance(mapping.get(name), list) and len(set(mapping[name])) == 1:
            mapping[name] = mapping[name][0]
    told = RULEBOOK | mapping
    if rules.plain:
        told.pop("start_gold", None)
    assert record == (told if rules.plain else {"start_gold": 0} | told)


def test_a_rule_set_never_changes() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        RuleSet().banners = 3  # type: ignore[misc, unused-ignore]
    with pytest.raises(ValidationError, match="Extra inputs"):
        RuleSet(banner=3)  # type: ignore[call-arg]


def test_unknown_option_lists_the_choices_and_the_nearest() -> None:
    with pytest.raises(UnknownName) as caught:
        RuleSet.from_mapping({"baners": 3})
    text = str(caught.value)
    assert text.startswith("unknown rule 'baners'; did you mean 'banners'? (allowed: ")
    assert all(name in text for name in RULEBOOK)


WHOLE = "a whole number from "
EACH = ", or one for each seat, such as 1,1,2,2)"
BAD_VALUES = [
    ("setup", "first-game", "rule setup: 'first-game' is not allowed (allowed: standard or first_game; "
     "did you mean 'first_game'?)"),
    ("seal_supply", "none", "rule seal_supply: 'none' is not allowed (allowed: finite or unlimited)"),
    ("flip_tiles", 1, "rule flip_tiles: 1 is not allowed (allowed: true or false)"),
    ("workers_at_castle", "maybe", "rule workers_at_castle: 'maybe' is not allowed (allowed: true or false)"),
    ("final_round", "trigger", "rule final_round: 'trigger' is not allowed (allowed: trigger_last or others_only; "
     "did you mean 'trigger_last'?)"),
    ("holdings", 3, "rule holdings: 3 is not allowed (allowed: open or hidden)"),
    ("start_workers", 12, f"rule start_workers: 12 is not allowed (allowed: {WHOLE}0 to 11{EACH}"),
    ("start_workers", [3, 12], f"rule start_workers: [3, 12] is not allowed (allowed: {WHOLE}0 to 11{EACH}"),
    ("start_gold", -1, f"rule start_gold: -1 is not allowed (allowed: {WHOLE}0 to 1000{EACH}"),
    ("start_gold", [1, 2.5], f"rule start_gold: [1, 2.5] is not allowed (allowed: {WHOLE}0 to 1000{EACH}"),
    ("banners", -1, f"rule banners: -1 is not allowed (allowed: {WHOLE}0 to 5)"),
    ("workers_per_banner", 2.5, f"rule workers_per_banner: 2.5 is not allowed (allowed: {WHOLE}0 to 11)"),
    ("hand_size", 0, f"rule hand_size: 0 is not allowed (allowed: {WHOLE}1 to 16)"),
    ("face_up", 9, f"rule face_up: 9 is not allowed (allowed: {WHOLE}1 to 8)"),
    ("neutral_workers", True, f"rule neutral_workers: True is not allowed (allowed: {WHOLE}0 to 200)"),
    ("seals_per_family", "30", f"rule seals_per_family: '30' is not allowed (allowed: {WHOLE}0 to 1000)"),
    ("floor_pieces", [3, 3], "rule floor_pieces: [3, 3] is not allowed (allowed: three whole numbers from 0 to 20, "
     "such as 3,3,1)"),
    ("floor_pieces", [3, 21, 1], "rule floor_pieces: [3, 21, 1] is not allowed (allowed: three whole numbers from 0 to "
     "20, such as 3,3,1)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "message"), BAD_VALUES)
def test_bad_value_names_option_value_and_what_is_allowed(name: str, value: object, message: str) -> None:
    with pytest.raises(BadValue) as caught:
        RuleSet.from_mapping({name: value})
    assert str(caught.value) == message


def test_every_option_has_a_bad_value_tested() -> None:
    assert {name for name, _, _ in BAD_VALUES} == {*RULEBOOK, "start_gold"}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("setup", ["standard", "first_game"])
def test_r2_1_r2_2_the_game_itself_can_be_played(players: int, setup: str) -> None:
    RuleSet.from_mapping({"setup": setup}).check_playable(players, 33 if setup == "first_game" else 40)


@pytest.mark.parametrize(
    ("rules", "players", "cards", "message"),
    [
        ({}, 5, 40, "players: 5 is not allowed (allowed: 2, 3 or 4)"),
        ({}, 1, 40, "players: 1 is not allowed (allowed: 2, 3 or 4)"),
        ({"start_workers": 4}, 4, 40, "own workers (start_workers 4 + banners 4 x 2 workers_per_banner): 12 is not "
         "allowed (allowed: at most 11 per player, R2.3)"),
        ({"start_workers": [2, 4, 3]}, 3, 40, "own workers (start_workers 4 + banners 4 x 2 workers_per_banner): 12"),
        ({"start_workers": [2, 3]}, 3, 40, "rule start_workers with 3 players: [2, 3] is not allowed (allowed: 3 "
         "numbers, or one for all)"),
        ({"start_gold": [0, 3, 3, 3]}, 2, 40, "rule start_gold with 2 players: [0, 3, 3, 3] is not allowed"),
        ({"hand_size": 9}, 4, 40, "cards dealt (4 players x hand_size 9 + face_up 3): 39 is not allowed"),
        ({"hand_size": 7, "setup": "first_game", "face_up": 5}, 4, 33,
         "cards dealt (4 players x hand_size 7 + face_up 5): 33 is not allowed (allowed: at most 32 of 33 cards, to "
         "leave a stack, R2.3)"),
        ({"floor_pieces": [2, 3, 1]}, 4, 40, "rule floor_pieces, floor 1: 2 is not allowed (allowed: at least 3 of "
         "each family, to cover the 10 castle squares, R2.3)"),
        ({"floor_pieces": [3, 0, 1]}, 4, 40, "rule floor_pieces, floor 2: 0 is not allowed"),
        ({"setup": "first_game", "neutral_workers": 5}, 3, 40, "rule neutral_workers: 5 is not allowed (allowed: at "
         "least 6 in the first game with 3 players, R2.2)"),
    ],
)  # fmt: skip
def test_r2_3_what_cannot_be_played_is_refused(rules: dict[str, Any], players: int, cards: int, message: str) -> None:
    rule_set = RuleSet.from_mapping(rules)
    if "hand_size" in rules and "setup" not in rules:
        rule_set.check_playable(players, cards)  # 39 of 40 cards leave a stack of one
        cards = 39
    with pytest.raises(BadValue) as caught:
        rule_set.check_playable(players, cards)
    assert str(caught.value).startswith(message)


@given(rule_mappings, st.sampled_from([2, 3, 4]), st.integers(20, 64))
def test_r2_3_what_is_allowed_can_be_set_up(mapping: dict[str, Any], players: int, cards: int) -> None:
    rules = RuleSet.from_mapping(mapping)
    try:
        rules.check_playable(players, cards)
        refused = False
    except BadValue:
        refused = True
    stack = cards - players * rules.hand_size - rules.face_up
    each = [getattr(rules, name) for name in ("start_workers", "start_gold")]
    playable = (
        all(len(numbers) == players for numbers in each if isinstance(numbers, tuple))
        and max(rules.of_seats("start_workers", players)) + rules.banners * rules.workers_per_banner <= 11
        and stack >= 1
        and all(4 * pieces >= 10 for pieces in rules.floor_pieces[:2])
        and rules.neutral_workers >= players * rules.start_neutrals(players)
    )
    assert refused is not playable


def test_r2_2_first_game_starts_with_neutral_workers() -> None:
    first, standard = RuleSet(setup="first_game"), RuleSet()
    assert [first.start_neutrals(players) for players in (2, 3, 4)] == [3, 2, 1]
    assert [standard.start_neutrals(players) for players in (2, 3, 4)] == [0, 0, 0]


def test_every_option_is_described() -> None:
    described = RuleSet.describe()
    assert [option.name for option in described] == [*RULEBOOK, "start_gold"]
    assert all(option.allowed and option.meaning for option in described)
    assert described[6] == RuleOption(
        name="start_workers",
        default=3,
        allowed="a whole number from 0 to 11, or one for each seat, such as 1,1,2,2",
        meaning="own workers at hand at the start (R1.5), of all or of each seat",
    )
