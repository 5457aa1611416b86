"""Boards and decks that are named by their numbers: the same in all deals, whatever the seed."""

import json

import pytest

from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.games.castle.game import GAME
from tests.games.castle.twin.check_board import check_board
from tests.support.command import call
from tests.support.recorded import play


def boards(pieces: dict[str, object], seed: int, games: int = 6) -> tuple[list[str], list[int]]:
    """The boards of some games of two, and the numbers that their rows tell."""
    result = play(GAME, 2, games, {"version": "architect"}, pieces=pieces, seed=seed)
    for record in result.records:
        check_board(dict(record["board"]), True)
    return [json.dumps(record["board"]) for record in result.records], [int(n) for n in result.players["board"][::2]]


def test_a_board_by_its_number_is_the_same_for_all_deals_and_seeds() -> None:
    here, numbers = boards({"board": 17}, seed=1)
    there, _ = boards({"board": 17}, seed=2)
    assert len({*here, *there}) == 1
    assert numbers == [17] * 6
    assert boards({"board": 18}, seed=1)[0][0] != here[0]


def test_each_deal_draws_one_of_several_boards() -> None:
    drawn, numbers = boards({"board": "3-5"}, seed=1, games=12)
    assert set(numbers) == {3, 4, 5}
    for number in (3, 4, 5):
        (alone,) = set(boards({"board": number}, seed=9, games=1)[0])
        assert {board for board, told in zip(drawn, numbers, strict=True) if told == number} == {alone}


def test_the_number_of_the_board_changes_no_dice() -> None:
    one, other = (play(GAME, 2, 4, {}, pieces={"board": board}) for board in (1, 2))
    dice = [[record["turns"][0]["dice"] for record in result.records] for result in (one, other)]
    assert dice[0] == dice[1]


def test_a_deck_by_its_number_has_the_same_order_for_all_deals() -> None:
    result = play(GAME, 2, 5, {"version": "architect"}, pieces={"deck": 4})
    assert len({json.dumps(record["deck"]) for record in result.records}) == 1
    assert {int(number) for number in result.players["deck"]} == {4}


def test_a_setting_survives_being_read_again() -> None:
    setting = GAME.setting(2, {}, {"board": "1-200", "deck": 3})
    assert setting.rules["boards"] == "drawn"
    assert (setting.numbers("board"), setting.numbers("deck")) == (range(1, 201), range(3, 4))
    assert setting.shared == ["board"]
    assert GAME.setting(2, setting.rules, setting.components) == setting


@pytest.mark.parametrize("value", ["", "x", "5-", "-5", "9-3", "1-2-3", 1_000_001, -1, True, 1.5, {}, "1 - 3"])
def test_other_numbers_are_refused(value: object) -> None:
    with pytest.raises(BadValue, match="component board: .* a whole number from 0 to 1,000,000, or two of them"):
        GAME.setting(2, {}, {"board": value})


def test_a_numbered_board_is_no_shipped_one() -> None:
    with pytest.raises(BadValue, match="no board by its number where the rule boards is shipped"):
        GAME.setting(2, {"boards": "shipped"}, {"board": 17})


def test_play_takes_one_board_and_not_several() -> None:
    words = ("play", "random", "random", "--game", "castle", "--games", "2", "--workers", "1", "--components")
    assert "cannot allow for (allowed: one number)" in call(*words, "board=1-200", code=2).stderr
    with pytest.raises(UsageError, match="components board: deals with the same number are alike"):
        GAME.setting(2, {}, {"board": "1-200"}).refuse_shared("plain play")
