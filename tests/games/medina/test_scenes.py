"""Recorded games of Medina drawn and told: what is shown is what the record says, at every turn."""

import re
from typing import Any

import pytest

from arkadia_sim.core.scene import Position
from arkadia_sim.errors import RecordError, UsageError
from arkadia_sim.games.medina.components.box import square_name
from arkadia_sim.games.medina.game import GAME
from tests.support.recorded import record_of


def recorded(*bots: str) -> Any:
    return record_of(GAME, bots)


def points(position: Position) -> list[float]:
    return [gauge.value for gauge in position.scene.gauges]


@pytest.mark.parametrize("bots", [("random", "greedy"), ("greedy", "random", "greedy", "random")])
def test_a_game_is_told_from_the_set_up_to_its_result(bots: tuple[str, ...]) -> None:
    record = recorded(*bots)
    positions = list(GAME.positions(record, {}))
    assert [position.turn for position in positions] == list(range(len(record["turns"]) + 1))
    assert [position.seat for position in positions[1:]] == [turn["seat"] for turn in record["turns"]]
    assert points(positions[0]) == [0] * len(bots)
    assert points(positions[-1]) == [score["total"] for score in record["result"]["scores"]]
    assert re.search("the game is over, with (all pieces placed|pieces left over), by seat", positions[-1].words[-1])
    assert all(f"seat {seat + 1}" in positions[-1].words[-1] for seat in record["result"]["winners"])


def test_what_was_done_is_told_and_drawn() -> None:
    record = recorded("greedy", "random", "random")
    walls: set[tuple[int, int]] = set()
    merchants = {(record["merchant"][0], record["merchant"][1])}
    pieces: set[tuple[int, int]] = set()
    for position, turn in zip(list(GAME.positions(record, {}))[1:], record["turns"], strict=True):
        text = " / ".join(position.words)
        for action in turn["actions"]:
            row, column = action["square"]
            assert f" on {square_name((row, column))}" in text
            kind = {"wall": walls, "merchant": merchants, "building": pieces, "stable": pieces}.get(action["place"])
            if kind is not None:
                kind.add((row, column))
            assert text.count("claims the ") == sum(
                effect["event"] == "claim" for piece in turn["actions"] for effect in piece["effects"]
            )
        assert ("takes a tea break" in text) == turn["tea"]
        board = position.scene.boards[0]
        drawn = {
            kind: {mark.square for mark in board.marks if mark.told.startswith(kind)} for kind in ("a wall", "a merch")
        }
        assert drawn == {"a wall": walls, "a merch": merchants}
        palaces = [area for area in board.areas if "palace" in area.told]
        assert {square for palace in palaces for square in palace.squares} == pieces
        for palace in palaces:
            assert palace.text[0] == palace.told[0].upper() == palace.sign.upper()
            assert ("open" in palace.told) == (len(palace.text) == 1)


def test_columns_are_called_as_people_call_them() -> None:
    board = next(GAME.positions(recorded("random", "random"), {})).scene.boards[0]
    assert board.column_name(0) == "A" and board.column_name(board.columns - 1) == "P"


def test_a_turn_that_the_rules_do_not_allow_is_named() -> None:
    record = recorded("random", "random")
    record["turns"][3] = {**record["turns"][3], "seat": 1 - record["turns"][3]["seat"]}
    with pytest.raises(RecordError, match="seat 1 decides about place, not seat 0") as caught:
        list(GAME.positions(record, {}))
    assert caught.value.turn == 3
    with pytest.raises(UsageError, match="random cannot rank moves"):
        list(GAME.positions(record, {}, "random"))


# -- why --------------------------------------------------------------------------------------------------------------


def test_what_a_bot_thought_of_is_told_with_what_it_did() -> None:
    """Of each of its decisions the best few, best first; what it did is among them, or an equal of the best."""
    record = recorded("greedy", "random")
    listed = 0
    for position, turn in zip(list(GAME.positions(record, {}))[1:], record["turns"], strict=True):
        assert (position.bot == "greedy") == bool(position.candidates)
        names = dict.fromkeys(candidate.decision for candidate in position.candidates)
        if position.candidates:
            assert [name for name in names if name != "tea break"] == ["first piece", "second piece"][
                : len(turn["actions"])
            ]
        for name in names:
            options = [candidate for candidate in position.candidates if candidate.decision == name]
            scores = [option.score for option in options if option.score is not None]
            assert scores == sorted(scores, reverse=True)
            chosen = next(option for option in options if option.chosen)
            assert chosen.score in (scores[0], None)
            assert name == "tea break" or any(words.startswith(chosen.words) for words in position.words)
            listed += chosen.score is not None
    assert listed > len(record["turns"]) / 2


def test_another_bot_may_judge_in_place_of_those_that_played() -> None:
    record = recorded("random", "random")
    positions = list(GAME.positions(record, {}, "greedy"))[1:]
    assert all(position.candidates and position.judge == "greedy" for position in positions)
    assert {candidate.unit for position in positions for candidate in position.candidates} == {"points"}
    tea = [
        candidate.words
        for position in positions
        for candidate in position.candidates
        if candidate.decision == "tea break"
    ]
    assert set(tea) == {"takes a tea break", "places a second piece"}


@pytest.mark.slow  # what search plays out for those who look on takes a while to compile
def test_search_judges_every_move() -> None:
    record = recorded("random", "greedy")
    positions = list(GAME.positions(record, {}, "planner:playouts=2,width=2"))[1:]
    assert all(sum(candidate.chosen for candidate in position.candidates) >= 1 for position in positions)
    assert {candidate.unit for position in positions for candidate in position.candidates} == {
        "chance to win, 2 playouts each"
    }
    assert all(
        candidate.score is not None and 0 <= candidate.score <= 1
        for position in positions
        for candidate in position.candidates
    )
