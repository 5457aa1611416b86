"""The command line: what it prints, where, and with which exit code."""

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import __version__, api
from arkadia_sim.cli.app import COMMANDS
from arkadia_sim.cli.options import settings_of
from arkadia_sim.errors import BadValue
from arkadia_sim.questions.registry import run_command
from arkadia_sim.results.store import RunFolder
from tests.experiments.test_experiment import GOOD, _plain_toml
from tests.support import odd_game
from tests.support.command import TOY, call
from tests.support.toy_game import BOARD_NAME, ToyGame


def test_version_and_help_of_every_command() -> None:
    assert call("--version").stdout == f"arkadia-sim {__version__}\n"
    for command, _, _ in COMMANDS:
        assert "--help" in call(command, "--help").stdout


def test_play_prints_json_and_the_same_again_from_the_folder_and_each_seat_when_asked_for() -> None:
    words = ("play", "plain", "lucky:extra=3", "--games", "301", "--seed", "5", "--workers", "1", *TOY)
    document = json.loads(call(*words, "--json").stdout)
    assert [(bot["bot"], bot["games"]) for bot in document["bots"]] == [("plain", 301), ("lucky:extra=3", 301)]
    assert sum(bot["win_share"] for bot in document["bots"]) == pytest.approx(100)
    assert {"win_share", "gold", "gold_sd", "gold_lead", "win_share_low", "win_share_high"} <= set(document["bots"][0])
    assert document["bots"][0]["win_share_low"] < document["bots"][0]["win_share"]
    assert Path(document["folder"]).parent.name == "results"
    assert json.loads(call(*words, "--json").stdout) == document
    result = api.play(["plain", "lucky:extra=3"], 301, seed=5, workers=1, game=TOY[1])
    assert [[bot.games for bot in result.bots(seat)] for seat in (0, 1)] == [[151, 150], [150, 151]]
    assert "in seat 1" in call(*words, "--seats").stdout
    assert "in seat" not in call(*words).stdout


def test_what_is_wrong_with_the_games_is_told_beside_the_averages() -> None:
    """Too few deals, a last deal that is not complete, neighbours, and games that failed."""
    few = "too few deals for reliable intervals"
    short = "the last deal is not complete: not every bot sat in every seat of it"
    order = "Bots sit in the order given, and that order can affect results"
    for bots, games, told in (
        ("plain lucky", "5", (True, True, False)),
        ("plain lucky lucky", "99", (False, False, False)),
        ("plain plain lucky lucky", "241", (False, True, True)),
        ("plain lucky plain:temperature=1", "4", (True, True, True)),
    ):
        out = call("play", *bots.split(), "--games", games, "--workers", "1", *TOY).stdout
        assert (few in out, short in out, order in out) == told, bots
        assert f"{2 * int(games)} │" in out or bots != "plain plain lucky lucky"  # a bot counts at all its seats
        assert re.search(r"results in (\S+); for a page with figures: arkadia-sim report \1\n", out)
        assert bool(re.search(r"±|\d to \d", out)) == (few not in out)
    words = ("play", "plain", "plain", "clumsy", "--games", "90", "--record", "all.jsonl", "--workers", "1", *TOY)
    result = call(*words, "--json", code=1)
    document = json.loads(result.stdout)
    assert len(document["failures"]) == document["failed"] > 0
    assert set(document["failures"][0]) == {"game", "seat", "bot", "reason"}
    assert f"{document['failed']} of 90 games failed (first: clumsy in seat " in result.stderr
    assert ": threw the dice off the table; game " in result.stderr and "90 of 90 games recorded" in result.stderr
    out = call(*words, code=1).stdout
    assert "win rate" not in out and "arkadia-sim report" not in out
    assert "90 games: " in out and " failed\n" in out and "90 of 90 games recorded in all.jsonl" in out


def test_records_go_through_a_link_and_never_to_a_device_or_over_something_else(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("precious\n")
    (tmp_path / "numbers").write_text("[1]\n")
    (tmp_path / "to_notes").symlink_to("notes")
    for name in ("notes", "numbers", "to_notes"):
        told = call("play", "plain", "lucky", "--record", name, *TOY, code=2).stderr
        assert "holds no game records" in told
    assert (tmp_path / "notes").read_text() == "precious\n" and not (tmp_path / "results").exists()
    (tmp_path / "link").symlink_to("games.jsonl")
    for _ in range(2):
        call("play", "plain", "lucky", "--games", "4", "--record", "link", "--workers", "1", *TOY)
    assert (tmp_path / "link").is_symlink()
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 4
    assert "name a regular file" in call("play", "plain", "lucky", "--record", "/dev/null", *TOY, code=2).stderr
    told = call("play", "random", "random", "--record", "link", code=2).stderr  # another game's records
    assert "holds no game records" in told


def test_records_of_other_games_are_moved_before_new_ones_are_written(tmp_path: Path) -> None:
    words = ("play", "plain", "lucky", "--record", "games.jsonl", "--workers", "1", *TOY)
    assert "other records" not in call(*words, "--games", "4").stdout
    first = (tmp_path / "games.jsonl").read_bytes()
    assert "other records" not in call(*words, "--games", "6").stdout, "games were added"
    both = (tmp_path / "games.jsonl").read_bytes()
    assert both.startswith(first) and not (tmp_path / "games-2.jsonl").exists()
    told = call(*words, "--games", "4", "--seed", "2").stdout
    assert "the other records that were in games.jsonl are in games-2.jsonl now" in told
    assert (tmp_path / "games-2.jsonl").read_bytes() == both
    assert "games-3.jsonl" in call(*words, "--games", "4", "--seed", "3").stdout


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"dice": [[1], [7]]}', "games.jsonl:2: turn 1 (counted from 0): T2.1: no die shows 7"),
        ("{}", "games.jsonl:2: set-up: T1: the dice are missing"),
        ("{", "games.jsonl:2: not valid JSON: "),
        ("[]", "games.jsonl:2: not a game record"),
        ('{"a":' * 100_000, "games.jsonl:2: not a game record: its nesting is too deep"),
        ("\udcff", "games.jsonl:2: not valid JSON: "),
    ],
)
def test_check_names_file_line_turn_and_rule(tmp_path: Path, line: str, told: str) -> None:
    good = b'{"dice": [[1], [6]]}\n'
    (tmp_path / "games.jsonl").write_bytes(good + line.encode("utf-8", "surrogateescape") + b"\n" + good)
    result = call("check", "games.jsonl", *TOY, code=1)
    assert result.stderr.startswith(f"arkadia-sim: {told}")
    assert result.stdout == ""


def test_check_reads_what_other_programs_write(tmp_path: Path) -> None:
    """A byte order mark, carriage returns, empty lines; a separator in a name is no line's end."""
    record = '{"dice": [[1], [6]], "bots": ["a\u2028b", "ä"]}'
    (tmp_path / "games.jsonl").write_bytes(f"\ufeff{record}\r\n\r\n{record}".encode())
    assert call("check", "games.jsonl", *TOY).stdout == "games.jsonl: 2 games, all by the rules\n"
    for text in ("", " \n\n"):
        (tmp_path / "games.jsonl").write_text(text)
        assert call("check", "games.jsonl", *TOY, code=1).stderr == "arkadia-sim: games.jsonl: holds no game\n"


def test_play_lists_the_rules() -> None:
    assert call("play", "--list-rules", *TOY).stdout == call("play", *TOY, "--list-rules").stdout
    assert call("play", *TOY, "--list-rules").stdout == "bonus=0\n    gold for everybody\n    allowed: a whole number\n"
    listed = call("play", "--list-rules").stdout
    assert "floor_pieces=3,3,1\n    castle pieces of each family" in listed
    assert "flip_tiles=false\n" in listed
    assert "    allowed: a whole number from 0 to 11\n" in listed
    assert settings_of("--rules", ["a=true", "b=no", "c=7", "d=3,3,1", "e=open"]) == {
        "a": True, "b": False, "c": 7, "d": [3, 3, 1], "e": "open",
    }  # fmt: skip
    for bad in (["=1"], ["a=1", "a=2"]):
        with pytest.raises(BadValue):
            settings_of("--rules", bad)


@pytest.mark.parametrize(
    "more",
    [
        "",
        "--trace 0.5",
        "--trace 0 --record all.jsonl --rules bonus=4",
    ],
)
def test_the_command_of_a_run_goes_on_with_it_and_plays_it_again(more: str) -> None:
    words = "play plain lucky:extra=3 --games 31 --seed 5 --workers 1"
    call(*words.split(), "--out", "my run", *more.split(), *TOY)
    folder = RunFolder(Path("my run"))
    manifest = folder.read_manifest()
    for file in folder.chunk_files():
        file.unlink()
    for command, there in (
        (run_command(manifest, "my run"), "my run"),
        (run_command(manifest, "my run", "again"), "again"),
    ):
        program, *given = shlex.split(command)
        assert program == "arkadia-sim"
        call(*given, "--workers", "1")
        assert RunFolder(Path(there)).read_manifest().fingerprint == manifest.fingerprint
        assert Path(f"{there}.jsonl").exists() == ("--record" in more)


def test_a_stopped_run_on_a_board_goes_on_from_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    study = GOOD | {"game": BOARD_NAME, "components": {"board": "flat.txt"}}
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "study.toml").write_text(_plain_toml(study))
    (tmp_path / "there" / "flat.txt").write_text("....")
    with monkeypatch.context() as patch:
        patch.setattr(ToyGame, "play", killed)
        words = ("run", "there/study.toml", "--out", "out", "--workers", "1")
        call(*words, code=130)
    shutil.rmtree(tmp_path / "there")
    again = call("run", "out", code=2).stderr
    assert "arkadia-sim run out/experiment.toml --out out" in again
    call("run", "out/experiment.toml", "--out", "out", "--workers", "1")
    assert RunFolder(Path("out")).read_manifest().status == "complete"
    assert (tmp_path / "out" / "flat.txt").read_text() == "...."


ODD = ("--game", odd_game.NAME, "--workers", "1")
BOT = """
from arkadia_sim.core.bot import Bot

ones = Bot("ones", "Always one.", "a test", {"pick": lambda asked: 1}, game="odd")
"""


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
    assert "What differs: bots (there: calm, ones.py; now: calm, ../ones.py)" in told
    told = call("play", "calm", "../ones.py:temperature=2", "--games", "4", "--out", "../run", *ODD, code=2).stderr
    assert "What differs: bots (there: calm, ones.py; now: calm, ../ones.py:temperature=2)" in told
