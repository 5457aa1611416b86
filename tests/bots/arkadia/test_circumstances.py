"""The circumstances that the learned player weighs, worked out by hand."""

from typing import Any

import pytest
from arkadia_sim.shipped.bots.arkadia import _learned

from arkadia_sim.games.arkadia.rules.state import UNKNOWN, new_game


def table_of_three(own: int, left: int, right: int) -> tuple[Any, Any]:
    """Three players with these numbers of workers at hand, one of them neutral; the middle player is on turn."""
    game = new_game()[0]
    table, holdings = game["table"], game["holdings"]
    table["players"], table["seat"], table["turns_left"] = 3, 1, -1
    table["banners"][1] = 2
    holdings["workers"][:] = (left - 1, own - 1, right - 1, 9)
    holdings["neutrals"][:] = 1
    return table, holdings


@pytest.mark.parametrize(
    ("vacant", "able", "exposed", "threatened"),
    [(0, 0, 0, 0), (1, 1, 1, 1), (3, 1, 1, 1), (4, 0, 1, 1), (5, 0, 0.5, 1), (6, 0, 0, 0)],
)
def test_who_could_enclose_a_building(vacant: int, able: float, exposed: float, threatened: float) -> None:
    table, holdings = table_of_three(3, 4, 5)  # the next player sits to the right
    turn = _learned.turn_of(table, holdings)
    values = _learned.circumstances(table, holdings, turn, vacant)
    assert values == (1, 0, 0, able, exposed, threatened, 3, 2)


def test_hidden_workers_count_as_enough() -> None:
    table, holdings = table_of_three(3, 4, 5)
    holdings["workers"][0] = holdings["workers"][2] = UNKNOWN
    values = _learned.circumstances(table, holdings, _learned.turn_of(table, holdings), 7)
    assert values[3:6] == (0, 1, 1)


def test_the_last_round_is_one_without_another_turn() -> None:
    table, holdings = table_of_three(1, 1, 1)
    table["turns_left"] = 2
    assert _learned.circumstances(table, holdings, _learned.turn_of(table, holdings), 1)[2] == 1


def test_seals_of_the_others_count_on_average_and_as_far_as_they_are_seen() -> None:
    table, holdings = table_of_three(1, 1, 1)
    holdings["seals"][:, 2] = (4, 7, 1, 9)
    assert _learned.seals_of(table, holdings, 2) == (7.0, 2.5)
    holdings["seals"][0, 2] = UNKNOWN
    assert _learned.seals_of(table, holdings, 2) == (7.0, 0.5)
