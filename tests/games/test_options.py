"""The options of the rules: each game's own values, what is refused and how the refusal reads."""

from typing import Any

import pytest

from arkadia_sim.core.options import option_text, option_value
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.games.arkadia.rules.options import RuleSet as ArkadiaRules
from arkadia_sim.games.castle.rules.options import RuleSet as CastleRules
from arkadia_sim.games.medina.rules.options import RuleSet as MedinaRules

ARKADIA = {
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
MEDINA = {
    2: {"board": "small", "buildings": 8, "roofs": 4, "neutral_roofs": 2, "stables": 4, "merchants": 12, "walls": 15},
    3: {"board": "large", "buildings": 6, "roofs": 4, "neutral_roofs": 1, "stables": 4, "merchants": 8, "walls": 12},
    4: {"board": "large", "buildings": 5, "roofs": 4, "neutral_roofs": 0, "stables": 3, "merchants": 6, "walls": 9},
}
MEDINA_FOR_ALL = {
    "tea_tiles": [3, 2, 1],
    "tower_merchants": [3, 2, 1, 0],
    "palace_values": [1, 2, 3, 4],
    "tower_values": [1, 2, 3, 4],
    "well_points": 4,
    "grow_from": "building",
    "street_start": "one",
    "last_player": "free",
    "tower_claim": "first_contact",
    "tea_same_turn": True,
    "well_squares": "four",
    "well_scoring": "piece",
    "ties": "shared",
    "holdings": "open",
}


def test_r2_3_m1_5_the_games_own_values() -> None:
    """In the order of the record; those of Medina depend on the number of players."""
    record = ArkadiaRules().as_record()
    assert record == ARKADIA and list(record) == list(ARKADIA)
    assert [type(value) for value in record.values()] == [type(value) for value in ARKADIA.values()]
    for players, own in MEDINA.items():
        expected = own | MEDINA_FOR_ALL | {"short_first_turns": 1 if players == 2 else 2}
        assert MedinaRules.of(players, {}).as_record() == expected


WHOLE = "a whole number from "
EACH = ", or one for each seat, such as 1,1,2,2"
REFUSED: list[tuple[str, str, Any, str]] = [
    ("arkadia", "setup", "first-game", "standard or first_game; did you mean 'first_game'?"),
    ("arkadia", "flip_tiles", 1, "true or false"),
    ("arkadia", "final_round", "trigger", "trigger_last or others_only; did you mean 'trigger_last'?"),
    ("arkadia", "start_workers", [3, 12], f"{WHOLE}0 to 11{EACH}"),
    ("arkadia", "start_gold", [1, 2.5], f"{WHOLE}0 to 1000{EACH}"),
    ("arkadia", "seals_per_family", "30", f"{WHOLE}0 to 1000"),
    ("arkadia", "floor_pieces", [3, 21, 1], "three whole numbers from 0 to 20, such as 3,3,1"),
    ("medina", "short_first_turns", 3, ""),
    ("medina", "tower_values", [1, 2, 3], ""),
    ("medina", "tea_tiles", "3;2", ""),
    ("medina", "last_player", "roof_first", "did you mean 'roofs_first'?"),
    ("castle", "die", ["wood"] * 5, ""),
    ("castle", "die", ["coal"] * 6, ""),
]
"""What is allowed is asserted of one option of each kind at the least."""


@pytest.mark.parametrize(("game", "name", "value", "allowed"), REFUSED)
def test_a_bad_value_names_option_value_and_what_is_allowed(game: str, name: str, value: Any, allowed: str) -> None:
    with pytest.raises(BadValue) as caught:
        find_game(game).setting(2, {name: value}, {})
    assert str(caught.value).startswith(f"rule {name}: {value!r} is not allowed (allowed: ")
    assert str(caught.value).endswith(f"{allowed})")


@pytest.mark.parametrize(
    ("rules", "text", "value"),
    [
        (MedinaRules, "3,2,1", [3, 2, 1]),
        (MedinaRules, "none", []),
        (MedinaRules, "standard", [3, 2, 1]),
        (CastleRules, "wood,stone,gold,food,residents,?", ["wood", "stone", "gold", "food", "residents", "?"]),
    ],
)
def test_lists_are_read_as_they_are_written_on_a_command_line(rules: Any, text: str, value: list[Any]) -> None:
    """One number is a list of one; none is the empty list."""
    name = "tea_tiles" if rules is MedinaRules else "die"
    record = rules.of(3, {name: option_value(text)}).as_record()
    assert record[name] == value
    assert option_text(value) == text or text in ("none", "standard")


@pytest.mark.parametrize(
    ("rules", "players", "cards", "message"),
    [
        ({"start_workers": 4}, 4, 40, "own workers (start_workers 4 + banners 4 x 2 workers_per_banner): 12 is not "
         "allowed (allowed: at most 11 per player, R2.3)"),
        ({"start_workers": [2, 3]}, 3, 40, "rule start_workers with 3 players: [2, 3] is not allowed (allowed: 3 "
         "numbers, or one for all)"),
        ({"hand_size": 9}, 4, 39, "cards dealt (4 players x hand_size 9 + face_up 3): 39 is not allowed"),
        ({"floor_pieces": [2, 3, 1]}, 4, 40, "rule floor_pieces, floor 1: 2 is not allowed (allowed: at least 3 of "
         "each family, to cover the 10 castle squares, R2.3)"),
        ({"setup": "first_game", "neutral_workers": 5}, 3, 40, "rule neutral_workers: 5 is not allowed (allowed: at "
         "least 6 in the first game with 3 players, R2.2)"),
    ],
)  # fmt: skip
def test_r2_3_what_cannot_be_played_is_refused(rules: dict[str, Any], players: int, cards: int, message: str) -> None:
    rule_set = ArkadiaRules.from_mapping(rules)
    with pytest.raises(BadValue) as caught:
        rule_set.check_playable(players, cards)
    assert str(caught.value).startswith(message)
    if "hand_size" in rules:
        rule_set.check_playable(players, cards + 1)  # which leaves a stack of one


def test_other_names_and_table_sizes_are_refused_with_the_nearest() -> None:
    for game, name, nearest in (("arkadia", "baners", "banners"), ("medina", "wals", "walls"), ("castle", "sn", "sun")):
        with pytest.raises(UnknownName, match=f"unknown rule '{name}'; did you mean '{nearest}'"):
            find_game(game).setting(2, {name: 3}, {})
        with pytest.raises(UsageError, match="2, 3 or 4"):
            find_game(game).setting(5, {}, {})
