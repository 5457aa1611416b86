"""``arkadia-sim ladder``: its table, its JSON, and what it says of what cannot be used."""

import json
import re
import tomllib
from pathlib import Path

from tests.support import circle_game, toy_game
from tests.support.command import call

TOY = ("--game", toy_game.NAME, "--workers", "1")
SIGNS = ("ladder", "rock", "paper", "scissors", "--game", circle_game.NAME, "--workers", "1")


def test_it_prints_a_table_for_each_number_of_players() -> None:
    told = call(*SIGNS, "--players", "2,4", "--deals", "60", "--out", "here").stdout
    for words in ("60 deals at each table size: average of each bot", "win rate (points)"):
        assert words in told
    for winner, loser in (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")):
        assert len(re.findall(rf"{winner} +│ {loser} +│ .* │ better", told)) == 2
    assert "1,800 games: " in told  # of each deal 3 pairs in two seats, and 6 (one among others) in four seats
    assert "arkadia-sim report here" in told


def test_the_same_again_plays_nothing_and_json_tells_the_same() -> None:
    words = (*SIGNS, "--players", "3", "--deals", "40", "--seed", "4", "--json")
    first = call(*words)
    document = json.loads(first.stdout)
    folder = Path(document["folder"])
    files = {file: file.stat().st_mtime_ns for file in (folder / "games").iterdir()}
    assert json.loads(call(*words).stdout) == document
    assert {file: file.stat().st_mtime_ns for file in (folder / "games").iterdir()} == files
    assert (document["seed"], document["games"]) == (4, 40 * 6 * 3)
    beats = {(row["bot"], row["contrast"]) for row in document["estimates"] if row["verdict"] == "higher"}
    assert beats == {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


def test_the_experiment_that_it_leaves_plays_the_same() -> None:
    words = ("ladder", "plain", "lucky", "lucky:extra=2", *TOY, "--players", "2", "--deals", "30")
    call(*words, "--slow", "plain=10", "--out", "here")
    call("run", "here/experiment.toml", "--out", "again", "--workers", "1")
    prints = [json.loads(Path(one, "manifest.json").read_text())["fingerprint"] for one in ("here", "again")]
    assert prints[0] == prints[1]
    text = Path("here/experiment.toml").read_text()
    written = tomllib.loads(text)
    assert written["slow"] == {"plain": 10}


def test_what_is_open_and_too_few_deals_are_told() -> None:
    told = call("ladder", "plain", "slow", "lucky", *TOY, "--players", "2", "--deals", "8").stdout
    assert told.count("inconclusive") == 6
    assert "too few deals for reliable intervals" in told
