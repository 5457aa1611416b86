"""Bots that fall apart in every way: the game counts as failed, is told of in one line, and the exit code says so."""

import json
import re
from pathlib import Path

import pytest

from arkadia_sim.errors import SHOWN_MOST
from tests.support.command import call
from tests.support.odd_game import FALLS, NAME

ODD = ("--game", NAME, "--workers", "1")


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("mute", "pick: Mute (without a readable text)"),
        ("surrogate", r"pick: ValueError: half a sign: \ud800"),
        ("long", r"pick: ValueError: \x1b[2J\x00\x1b[2J\x00"),
        ("generator", "pick: GeneratorExit: "),
        ("exit", "pick: SystemExit: 0"),
        ("odd", "pick: Mute (without a readable text)"),
        ("long_answer", r"pick: '\x1b[2J\x00"),
    ],
)
def test_whatever_a_bot_raises_fails_its_game_and_is_told_in_one_line(bot: str, reason: str) -> None:
    told = call("play", "calm", bot, "--games", "20", "--seed", "7", "--out", "here", *ODD, code=1)
    assert f"20 of 20 games failed (first: {bot} in seat 2: {reason}" in told.stderr
    assert "; game 0 of seed 7)" in told.stderr
    assert "±" not in told.output
    assert "100.00" not in told.output
    assert all(len(line) < 2 * SHOWN_MOST for line in told.output.splitlines())
    assert all(sign.isprintable() or sign == "\n" for sign in told.output)
    failures = json.loads(Path("here/manifest.json").read_text(encoding="utf-8"))["failures"]
    assert {(failure["bot"], failure["reason"].startswith(reason)) for failure in failures} == {(bot, True)}
    call("report", "here")


def test_every_fall_is_tried() -> None:
    tried = next(mark for mark in test_whatever_a_bot_raises_fails_its_game_and_is_told_in_one_line.pytestmark)  # type: ignore[attr-defined]
    assert {bot for bot, _ in tried.args[1]} == set(FALLS)


def test_a_failed_run_tells_no_results_as_json_either() -> None:
    told = call("play", "calm", "mute", "--games", "20", "--json", *ODD, code=1)
    assert json.loads(told.stdout)["bots"] == json.loads(told.stdout)["estimates"] == []
    assert json.loads(told.stdout)["failed"] == 20


def test_more_than_one_game_in_a_hundred_is_too_many() -> None:
    few = call("play", "calm", "rarely", "--games", "1000", *ODD)
    assert re.search(r"\b[1-9] of 1,000 games failed", few.stderr)
    assert re.search(r"\d ± \d", few.stdout)
    many = call("play", "calm", "rarely:often=0.1", "--games", "1000", *ODD, code=1)
    assert "more than 1% of the games failed" in many.stdout
    assert not re.search(r"\d ± \d|\d to \d", many.stdout)
    both = json.loads(call("play", "calm", "rarely:often=0.1", "--games", "1000", "--json", *ODD, code=1).stdout)
    assert both["bots"][0]["win_share"] > 50


@pytest.mark.parametrize("words", [("compare", "calm", "mute", "--among", "calm"), ("ladder", "calm", "mute")])
def test_comparisons_of_failed_games_tell_nothing(words: tuple[str, ...]) -> None:
    told = call(*words, "--players", "2", "--deals", "10", *ODD, code=1)
    assert re.search("all games failed|more than 1% of the games failed", told.stdout)
    assert " CI" not in told.stdout
    assert "win rate" not in told.stdout


@pytest.mark.parametrize(("bot", "code"), [("calm", 0), ("mute", 1)])
def test_an_experiment_of_failed_games_ends_with_code_one(bot: str, code: int) -> None:
    Path("x.toml").write_text(
        f'name = "x"\ntitle = "X"\nquestion = "X?"\nseed = 3\nplayers = [2]\ndeals = 10\ngame = "{NAME}"\n'
        '[[companies]]\nname = "calm"\ntitle = "among the calm"\nbot = "calm"\n'
        '[[changes]]\nname = "odd"\nclaim = "H1"\ntitle = "Be odd"\nphrase = "being odd"\n'
        f'without = "rarely:often=0"\nwith = "{bot}"\n'
    )
    told = call("run", "x.toml", "--out", "here", "--workers", "1", code=code)
    assert "results in here" in told.stdout
    assert ("more than 1% of the games failed" in told.stdout) == bool(code)
    if code:
        assert f"{bot} in seat " in told.stderr
        assert "of seed 3 failed" in told.stdout
