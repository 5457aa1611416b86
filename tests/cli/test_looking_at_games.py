"""watch, picture and replay: a game in the terminal, as a picture and as a page, of any game."""

import json
from pathlib import Path

import pytest

from arkadia_sim import api
from arkadia_sim.cli import records
from tests.support.command import TOY, call
from tests.support.high_card import NAME as CARDS
from tests.support.paths import ROOT

RECORD = ROOT / "tests" / "games" / "arkadia" / "data" / "records" / "ordinary.jsonl"


@pytest.fixture
def games(tmp_path: Path) -> str:
    """A file with three recorded games of dice."""
    call("play", "plain", "lucky", "--games", "3", "--record", "games.jsonl", "--workers", "1", *TOY)
    return "games.jsonl"


def test_a_recorded_game_is_told_turn_by_turn(games: str) -> None:
    out = call("watch", games, *TOY).stdout
    assert out.startswith("The dice game: games.jsonl:1, 6 turns\nbefore the first turn\n")
    assert [line for line in out.splitlines() if line.startswith("after turn ")] == [
        f"after turn {n}, played by seat {(n - 1) % 2 + 1} ({('plain', 'lucky')[(n - 1) % 2]})" for n in range(1, 7)
    ]
    assert out.count("throws ") == 6 and "\x1b" not in out
    out = call("watch", games, "--turn", "3", *TOY).stdout
    assert "after turn 3, played by seat 1 (plain)" in out and "after turn 2" not in out
    assert "what it thought of (throw, in dots):" in out and "a six" in out


def test_another_bot_may_be_asked_about_every_move(games: str) -> None:
    out = call("watch", games, "--analyse", "plain", *TOY).stdout
    assert out.count("what plain thinks of (throw, in dots):") == 6
    assert "6 of 6 turns" in call("replay", games, "--analyse", "plain", "-o", "game.html", *TOY).stderr
    assert Path("game.html").read_text().count("what plain thinks of") == 6
    assert "does not tell" in call("watch", "bold", "--analyse", "bold", "--game", CARDS, code=2).stderr


def test_another_line_of_a_file_is_another_game(games: str) -> None:
    told = [call("watch", games, "--line", str(n), *TOY).stdout for n in (1, 2, 3)]
    assert told[0] != told[1]
    assert all("after turn 6" in one and "a six" in one for one in told)
    assert "a line with a game, 1 to 3" in call("watch", games, "--line", "4", *TOY, code=2).stderr


def test_a_fresh_game_is_the_first_one_of_play_with_its_seed() -> None:
    bots = ("bold", "careful", "bold")
    call("play", *bots, "--seed", "7", "--games", "2", "--record", "cards.jsonl", "--game", CARDS)
    first = call("watch", "cards.jsonl", "--game", CARDS).stdout.partition("\n")[2]
    assert call("watch", *bots, "--seed", "7", "--game", CARDS).stdout.partition("\n")[2] == first
    assert call("watch", *bots, "--seed", "8", "--game", CARDS).stdout.partition("\n")[2] != first
    assert not list(Path("results").glob("watch*"))


STOPS = """
from arkadia_sim.core.bot import Bot

def place(view):
    if view.turn > 4:
        raise ValueError("no idea")
    return view.options()[0]

stops = Bot("stops", "Stops.", "a test", {"place": place}, game="medina")
"""


def test_a_game_that_a_bot_broke_off_is_shown_as_far_as_it_came() -> None:
    Path("stops.py").write_text(STOPS)
    shown = call("watch", "stops.py", "random", "--game", "medina", code=1)
    assert "deal 0, 5 turns\n" in shown.stdout and "\nafter turn 5, played by seat 2 (random)" in shown.stdout
    assert "the game failed: stops.py in seat 1: ValueError: no idea (stops.py, line 6)" in shown.stderr


def test_a_reader_goes_on_until_he_quits(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(["", "", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    records._step_through(api.recorded_game(RECORD).positions())
    shown = [line.split(",")[0] for line in capsys.readouterr().out.splitlines()]
    assert [line for line in shown if line.startswith(("before the", "after turn"))] == [
        "before the first turn", "after turn 1", "after turn 2",
    ]  # fmt: skip


def test_pictures_are_drawn_of_any_turn_and_a_page_of_any_game(games: str) -> None:
    first = "; of the first game: --line has others"
    assert call("replay", games, "-o", "end.svg", *TOY).stdout == f"picture in end.svg{first}\n"
    assert "The dice game: after turn 6" in Path("end.svg").read_text()
    call("replay", games, "--turn", "2", "--out", "two.png", *TOY)
    assert Path("two.png").read_bytes().startswith(b"\x89PNG")
    call("replay", str(RECORD), "--turn", "0", "-o", "set_up.svg")
    text = Path("set_up.svg").read_text()
    assert "before the first turn" in text and "a tent camp" in text
    assert call("replay", games, "--line", "2", "-o", "game.html", *TOY).stdout == "page in game.html\n"
    assert "<h1>The dice game: games.jsonl, line 2</h1>" in Path("game.html").read_text()


def test_records_of_another_game_are_checked_as_such() -> None:
    call("play", "random", "random", "--game", "medina", "--games", "2", "--record", "games.jsonl")
    assert call("check", "games.jsonl").stdout == "games.jsonl: 2 games, all by the rules\n"
    for words in (("check", "games.jsonl"), ("watch", "games.jsonl"), ("replay", "games.jsonl", "-o", "x.html")):
        told = call(*words, "--game", "arkadia", code=2).stderr
        assert "these are records of Medina, not of Arkadia: leave --game arkadia out" in told


def test_a_record_that_breaks_the_rules_is_not_shown() -> None:
    record = json.loads(RECORD.read_text())
    for text, told in (
        (json.dumps(record | {"first_seat": 1}), "bad.jsonl:1: turn 0 (counted from 0): R"),
        (json.dumps(record | {"lot": []}), "bad.jsonl:1: set-up: R1.2"),
        ("{", "bad.jsonl:1: not valid JSON"),
    ):
        Path("bad.jsonl").write_text(text)
        for words in ("watch bad.jsonl", "replay bad.jsonl -o x.svg", "replay bad.jsonl -o x.html"):
            assert told in call(*words.split(), code=2).stderr
    assert [path.name for path in Path().iterdir()] == ["bad.jsonl"]
