"""Bots that fall apart in every way: the game counts as failed, is told of in one line, and the exit code says so."""

import json
import re
from pathlib import Path

import pytest

from arkadia_sim import api
from arkadia_sim.errors import SHOWN_MOST, RunError
from arkadia_sim.runner.progress import Silent
from tests.support.command import call
from tests.support.odd_game import FALLS, NAME

ODD = ("--game", NAME, "--workers", "1")


REASONS = {
    "mute": "pick: Mute (without a readable text)",
    "surrogate": r"pick: ValueError: half a sign: \ud800",
    "long": r"pick: ValueError: \x1b[2J\x00\x1b[2J\x00",
    "generator": "pick: GeneratorExit: ",
    "exit": "pick: SystemExit: 0",
    "odd": "pick: Mute (without a readable text)",
    "long_answer": r"pick: '\x1b[2J\x00",
}


@pytest.mark.parametrize("bot", FALLS)
def test_whatever_a_bot_raises_fails_its_game_and_is_told_in_one_line(bot: str) -> None:
    reason = REASONS[bot]
    told = call("play", "calm", bot, "--games", "20", "--seed", "7", "--out", "here", *ODD, code=1)
    assert f"20 of 20 games failed (first: {bot} in seat 2: {reason}" in told.stderr
    assert "; game 0 of seed 7)" in told.stderr
    assert "±" not in told.output
    assert "100.00" not in told.output
    assert all(len(line) < 2 * SHOWN_MOST for line in told.output.splitlines())
    assert all(sign.isprintable() or sign == "\n" for sign in told.output)
    failures = json.loads(Path("here/manifest.json").read_text(encoding="utf-8"))["failures"]
    assert {(failure["bot"], failure["reason"].startswith(reason)) for failure in failures} == {(bot, True)}
    document = json.loads(
        call("play", "calm", bot, "--games", "20", "--seed", "7", "--out", "here", "--json", *ODD, code=1).stdout
    )
    assert (document["bots"], document["estimates"], document["failed"]) == ([], [], 20)
    for more in ((), ("--check",)):
        assert "results would be misleading" in call("report", "here", *more, code=1).stderr
    assert not Path("here/report.html").exists() and not Path("here/estimates.csv").exists()


def test_more_than_one_game_in_a_hundred_is_too_many() -> None:
    few = call("play", "calm", "rarely", "--games", "1000", *ODD)
    assert re.search(r"\b[1-9] of 1,000 games failed", few.stderr)
    assert re.search(r"\d ± \d", few.stdout)
    many = call("play", "calm", "rarely:often=0.1", "--games", "1000", *ODD, code=1)
    assert "more than 1% of the games failed" in many.stdout
    assert "win rate" not in many.stdout
    words = ("play", "calm", "rarely:often=0.1", "--games", "1000", "--json", *ODD)
    both = json.loads(call(*words, code=1).stdout)
    assert both["bots"] == both["estimates"] == both["answer"] == []
    result = api.play(["calm", "mute"], 20, out="again", workers=1, game=NAME, progress=Silent())
    for read in (result.bots, result.table, result.results):
        with pytest.raises(RunError, match="results would be misleading"):
            read()


QUESTIONS = (("compare", "calm", "mute", "--among", "calm"), ("ladder", "calm", "mute"), ("seats", "mute", "--json"))


@pytest.mark.parametrize("words", QUESTIONS)
def test_comparisons_of_failed_games_tell_nothing(words: tuple[str, ...]) -> None:
    told = call(*words, "--players", "2", "--deals", "10", "--out", "here", *ODD, code=1)
    assert re.search(r"\d of \d+ games failed \(first: mute in seat", told.stderr)
    assert "to see it again: arkadia-sim watch" in told.stderr and "more than 1% of the games failed" in told.stderr
    assert not told.stdout
    call("run", "here/experiment.toml", "--out", "again", "--workers", "1", code=1)
