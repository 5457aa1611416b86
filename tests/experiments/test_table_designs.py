"""What files of the designs seats and settings may say, and what is told of what they may not."""

from typing import Any

import pytest

from arkadia_sim.errors import UsageError
from tests.support import stairs
from tests.support.plans import requested

GENERAL: dict[str, Any] = {"name": "mine", "title": "Mine", "question": "What?", "game": stairs.NAME, "seed": 1}
SEATS = GENERAL | {"design": "seats", "players": [2, 3], "deals": 40, "bots": ["calm"]}
TWO = [{"name": "flat", "rules": {"step": 0}}, {"name": "steep", "rules": {"step": 2}}]
SETTINGS = GENERAL | {"design": "settings", "players": [2], "deals": 40, "bots": ["calm"]}
SETTINGS |= {"measures": ["margin"], "settings": TWO}


def test_one_bot_sits_everywhere_and_each_seat_is_held_against_the_table() -> None:
    sections = requested(SEATS).plan.sections
    assert [[lineup.bots for lineup in section.lineups] for section in sections] == [[(0, 0)], [(0, 0, 0)]]
    for section in sections:
        everybody = tuple((0, seat) for seat in range(section.players))
        assert [(comparison.with_, comparison.control) for comparison in section.comparisons] == [
            ((seat,), everybody) for seat in everybody
        ]
    assert all(section.games == 40 for section in sections)


def test_each_setting_is_a_section_of_its_own_with_the_same_deals() -> None:
    plan = requested(SETTINGS | {"players": [2, 3], "rules": {"rounds": 2}}).plan
    told = [
        (section.players, section.setting.rules["step"], section.setting.rules["rounds"]) for section in plan.sections
    ]
    assert told == [(2, 0, 2), (2, 2, 2), (3, 0, 2), (3, 2, 2)]
    seeds = [plan.batch(chunk).deals.tolist() for chunk in plan.chunks() if chunk.first == 0]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]


def test_a_line_up_sits_every_way_round() -> None:
    (section, _) = requested(SETTINGS | {"bots": ["calm", "loud"]}).plan.sections
    assert [lineup.bots for lineup in section.lineups] == [(0, 1), (1, 0)]
    assert section.games == 80


def test_what_does_not_matter_is_as_declared_or_as_the_file_says() -> None:
    assert requested(SETTINGS).experiment["tolerances"]["margin"] == 0.25  # that of the outcome in which it is counted
    named = requested(SETTINGS | {"measures": ["throws", "ties"], "tolerances": {"throws": 0.5}}).experiment[
        "tolerances"
    ]
    assert (named["throws"], named["ties"]) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("document", "changes", "told"),
    [
        (SEATS, {"measures": ["margn"]}, "measures: unknown measure 'margn'; did you mean 'margin'?"),
        (SETTINGS, {"settings": [TWO[0], TWO[0]]}, "settings.flat.name = 'flat' is not allowed"),
        (SETTINGS, {"reference": "low"}, "reference = 'low' is not allowed (allowed: the name of one of the settings"),
        (SETTINGS, {"bots": ["calm"] * 3}, "one bot, which sits in every seat, or one for each seat"),
        (SETTINGS, {"between": [[2, 9]]}, "between = [[2, 9]] is not allowed (allowed: pairs of different `players`"),
        (SETTINGS, {"settings": [TWO[0], {"name": "odd", "rules": {"stp": 1}}]}, "unknown rule 'stp'; did you mean"),
    ],
)
def test_each_fault_names_key_value_and_what_is_allowed(
    document: dict[str, Any], changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(UsageError) as error:
        requested(document | changes)
    assert told in str(error.value)
