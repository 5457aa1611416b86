"""What people meet in their first hour: each message says what happened and what to type."""

import re
from pathlib import Path

import pytest

from tests.support import odd_game, stairs, toy_game
from tests.support.command import call

ODD = ("--game", odd_game.NAME, "--workers", "1")
STAIRS = ("--game", stairs.NAME, "--workers", "1")
TOY = ("--game", toy_game.NAME, "--workers", "1")
BOT = """
from arkadia_sim.core.bot import Bot

ones = Bot("ones", "Always one.", "a test", {"pick": lambda asked: 1}, game="odd")
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_an_index_tells_runs_apart() -> None:
    call("compare", "lucky", "plain", "--players", "2", "--deals", "40", "--out", "all/first", *TOY)
    call("play", "plain", "lucky", "plain", "--games", "60", "--out", "all/second", *TOY)
    call("report", "all")
    entries = Path("all/index.html").read_text(encoding="utf-8").split("<li>")[1:]
    assert len(entries) == 2
    assert "players: 2; deals: 40 each" in entries[0] and "lucky" in entries[0]
    assert re.search(r"(Yes|No|Cannot tell): ", entries[0])
    assert ">second</a>" in entries[1] and "players: 3; deals: " in entries[1]
    assert re.search(r"win rate \(points\): lucky [\d.]+, plain [\d.]+", entries[1])


def test_the_folder_of_a_run_is_no_experiment_and_the_command_is_told() -> None:
    call("play", "calm", "ones.py", "--games", "4", "--out", "run", *ODD, code=2)
    call("play", "calm", "calm", "--games", "4", "--out", "run", *ODD)
    Path("run").rename("moved")
    told = call("run", "moved", code=2).stderr
    assert "moved holds a run, and is no experiment. To go on with it: arkadia-sim play calm calm --games 4" in told
    assert "--out moved\nA page: arkadia-sim report moved" in told


def test_a_run_goes_on_from_the_folder_in_which_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("ones.py").write_text(BOT)
    Path("below").mkdir()
    call("play", "calm", "ones.py", "--games", "4", "--out", "run", *ODD)
    monkeypatch.chdir("below")
    told = call("play", "calm", "../ones.py", "--games", "4", "--out", "../run", *ODD, code=2).stderr
    assert "they are the same files, so give the command from the folder in which it was given first" in told


@pytest.mark.parametrize("name", ["ones", "ones.py"])
def test_bots_are_found_beside_their_experiment(name: str) -> None:
    Path("d").mkdir()
    Path("d/ones.py").write_text(BOT)
    Path("d/x.toml").write_text(
        f'name = "x"\ntitle = "X"\nquestion = "X?"\nseed = 3\nplayers = [2]\ndeals = 4\ngame = "{odd_game.NAME}"\n'
        '[[companies]]\nname = "calm"\ntitle = "among the calm"\nbot = "calm"\n'
        '[[changes]]\nname = "odd"\nclaim = "H1"\ntitle = "Be odd"\nphrase = "being odd"\n'
        f'without = "calm"\nwith = "{name}"\n'
    )
    assert "none failed" in call("run", "d/x.toml", "--out", "run", "--workers", "1").stdout


def test_few_deals_give_no_verdict() -> None:
    told = call("sweep", "stuck=0..1", "calm", "--players", "2", "--deals", "4", *STAIRS).stdout
    assert "no difference that matters" not in told.lower()
    assert "too few deals" in told and "No equivalence test" not in told


def test_several_files_of_records_are_checked_at_once() -> None:
    call("play", "calm", "calm", "--games", "3", "--record", "a.jsonl", *STAIRS)
    call("play", "calm", "calm", "--games", "2", "--record", "b.jsonl", *STAIRS)
    told = call("check", "a.jsonl", "b.jsonl", "--game", stairs.NAME).stdout
    assert told == "a.jsonl: 3 games, all by the rules\nb.jsonl: 2 games, all by the rules\n"


def test_of_many_names_the_nearest_are_told_and_how_to_list_all() -> None:
    told = call("play", "greedi", "greedy", code=2).stderr
    assert re.search(r"did you mean 'greedy'\? \(allowed: \d+ names, such as greedy, .*; all: arkadia-sim bots\)", told)
