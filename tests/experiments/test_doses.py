"""What files of the design dose may say, who sits where, and what is told of what they may not say."""

from typing import Any

import pytest

from arkadia_sim.questions.changes import Company, in_company
from tests.support import toy_game
from tests.support.plans import requested

HEAT: dict[str, Any] = {
    "name": "heat", "title": "Heat the oven", "phrase": "heating the oven", "player": "baker", "parameter": "heat",
    "values": [2, 4, 7], "reference": 4,
}  # fmt: skip
DOSE: dict[str, Any] = {
    "name": "mine", "title": "Mine", "question": "What?", "game": toy_game.NAME, "seed": 1, "design": "dose",
    "players": [2], "deals": 40, "companies": [{"bot": "plain"}], "changes": [HEAT],
}  # fmt: skip


def test_each_value_is_tried_in_each_seat_against_the_reference() -> None:
    """The values share the reference's games, and one that is the bot's own (heat 2) is the bot itself."""
    plan = requested(DOSE).plan
    assert plan.bots == ("plain", "baker:heat=4", "baker:heat=2", "baker:heat=7")
    (section,) = plan.sections
    assert [lineup.bots for lineup in section.lineups] == [(1, 0), (0, 1), (2, 0), (0, 2), (3, 0), (0, 3)]
    assert [comparison.change for comparison in section.comparisons] == [0, 1]
    assert {comparison.control for comparison in section.comparisons} == {((0, 0), (1, 1))}
    assert [comparison.with_ for comparison in section.comparisons] == [((2, 0), (3, 1)), ((4, 0), (5, 1))]


def test_a_parameter_set_to_what_it_is_makes_no_other_player() -> None:
    """Among bakers the baker at his own heat is one of them: his game is played once for all seats."""
    plan = requested(DOSE | {"companies": [{"bot": "baker"}]}).plan
    assert plan.bots == ("baker", "baker:heat=4", "baker:heat=7")
    (section,) = plan.sections
    assert [lineup.bots for lineup in section.lineups].count((0, 0)) == 1
    assert section.comparisons[0].with_ == ((2, 0), (2, 1))
    assert section.lineups[2].bots == (0, 0)


def test_another_player_in_each_company() -> None:
    companies = [
        {"name": "one", "title": "among plain ones", "bot": "plain"},
        {"name": "two", "title": "x", "bot": "lucky"},
    ]
    player = {"one": "baker", "two": "baker:minutes=3"}
    plan = requested(DOSE | {"companies": companies} | {"changes": [HEAT | {"player": player}]}).plan
    second = {plan.bots[bot] for lineup in plan.sections[1].lineups for bot in lineup.bots}
    assert second == {"lucky", *(f"baker:minutes=3,heat={heat}" for heat in (2, 4, 7))}


@pytest.mark.parametrize(
    ("bots", "in_weak", "in_strong"),
    [
        ({"weak": "baker", "*": "*:heat=2"}, "baker", "miller:heat=2"),
        ({"weak": "baker", "strong": "cook", "*": "*"}, "baker", "cook"),
        ("*:heat=3", "baker:cold=1,heat=3", "miller:heat=3"),
    ],
)
def test_a_star_stands_for_the_companies_that_are_not_named(bots: Any, in_weak: str, in_strong: str) -> None:
    weak = Company(name="weak", title="among the weak", bot="baker:cold=1")
    strong = Company(name="strong", title="among the strong", bot="miller")
    assert [in_company(bots, weak), in_company(bots, strong)] == [in_weak, in_strong]
