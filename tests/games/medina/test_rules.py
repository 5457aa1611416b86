"""The options of the rule set: the game's own values, what is refused and how the refusal reads (M1.5, M1.6)."""

from typing import Any

import pytest

from arkadia_sim.core.options import option_text, option_value
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.games.medina.game import GAME
from arkadia_sim.games.medina.rules.options import RuleSet

OWN = {
    2: {"board": "small", "buildings": 8, "roofs": 4, "neutral_roofs": 2, "stables": 4, "merchants": 12, "walls": 15},
    3: {"board": "large", "buildings": 6, "roofs": 4, "neutral_roofs": 1, "stables": 4, "merchants": 8, "walls": 12},
    4: {"board": "large", "buildings": 5, "roofs": 4, "neutral_roofs": 0, "stables": 3, "merchants": 6, "walls": 9},
}
SHARED = {
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


@pytest.mark.parametrize("players", OWN)
def test_m1_5_the_games_own_values(players: int) -> None:
    """Of every number of players, with all options in a record."""
    own = OWN[players] | SHARED | {"short_first_turns": 1 if players == 2 else 2}
    assert RuleSet.of(players, {}).as_record() == own


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("buildings", 0),
        ("buildings", True),
        ("walls", -1),
        ("walls", 3.0),
        ("walls", "many"),
        ("roofs", 5),
        ("short_first_turns", 3),
        ("tower_values", [1, 2, 3]),
        ("tea_tiles", [1, -1]),
        ("tea_tiles", "3;2"),
        ("tea_same_turn", 1),
        ("board", "round"),
    ],
)
def test_m1_6_what_is_refused(name: str, value: Any) -> None:
    """By name, with what is allowed."""
    with pytest.raises(BadValue, match=f"rule {name}"):
        RuleSet.of(2, {name: value})


def test_m1_6_other_refusals() -> None:
    """A number of players, a rule or a piece that there is not."""
    with pytest.raises(UsageError, match="2, 3 or 4, not 5"):
        GAME.setting(5, {}, {})
    with pytest.raises(UnknownName, match="did you mean 'walls'"):
        GAME.setting(2, {"wals": 3}, {})
    with pytest.raises(UnknownName, match="unknown component 'board'"):
        GAME.setting(2, {}, {"board": "x"})
    with pytest.raises(BadValue, match="did you mean 'roofs_first'"):
        GAME.setting(2, {"last_player": "roof_first"}, {})


@pytest.mark.parametrize(
    ("text", "tiles"), [("3,2,1", [3, 2, 1]), ("5", [5]), ("none", []), ("standard", [3, 2, 1]), ("0,0", [0, 0])]
)
def test_m1_6_lists_as_they_are_written_on_a_command_line(text: str, tiles: list[int]) -> None:
    """One number is a list of one; none is the empty list."""
    assert RuleSet.of(3, {"tea_tiles": option_value(text)}).as_record()["tea_tiles"] == tiles


def test_every_option_is_described() -> None:
    """With a default that may be written, what is allowed, and what it means."""
    described = RuleSet.describe()
    assert {one.name for one in described} == set(RuleSet.of(4, {}).as_record())
    for one in described:
        assert RuleSet.of(4, {one.name: option_value(option_text(one.default))}) == RuleSet.of(4, {})
        assert one.meaning and one.allowed
