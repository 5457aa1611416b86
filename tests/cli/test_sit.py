"""``arkadia-sim sit``: a game against bots with typed moves, also from a pipe."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arkadia_sim.cli.app import app
from arkadia_sim.core.table import Table, bot_failed
from tests.support import high_card
from tests.support.command import call


def sit(*words: str, typed: str, code: int = 0) -> str:
    """The output of a game with these lines of input."""
    result = CliRunner().invoke(app, ["sit", *words], input=typed)
    assert result.exit_code == code, (result.output[-2000:], result.exception)
    assert "Traceback" not in result.output
    return result.output


@pytest.mark.parametrize(
    "game", ["medina", pytest.param("arkadia", marks=pytest.mark.slow), pytest.param(high_card.NAME)]
)
def test_a_whole_game_from_a_pipe_is_kept_as_a_record(game: str) -> None:
    bot = "careful" if game == high_card.NAME else "random"
    out = sit(bot, bot, "--seat", "2", "--seed", "3", "--game", game, typed="1\n" * 600)
    assert f"({bot}): " in out and "(you): " in out and "the game is over" in out
    assert "game 1 of my_games.jsonl; to look at it: arkadia-sim watch my_games.jsonl --line 1" in out
    assert call("check", "my_games.jsonl", "--game", game).stdout == "my_games.jsonl: 1 games, all by the rules\n"
    (record,) = (json.loads(line) for line in Path("my_games.jsonl").read_text(encoding="utf-8").splitlines())
    assert record["bots"] == [bot, "person", bot]


def test_a_choice_is_named_by_number_square_or_words() -> None:
    typed = "wall\na wall\nC0\norange\n"
    out = sit(
        "random", "random", "random", "--game", "medina", "--seed", "7", "--rules", "short_first_turns=0", typed=typed
    )
    assert "'wall' fits" not in out and "  a wall\n" in out
    assert "the game is saved" in out


def test_another_move_is_tried_from_a_recorded_game() -> None:
    sit("careful", "--seed", "3", "--game", high_card.NAME, typed="1\n" * 600)
    again = ("--resume", "my_games.jsonl", "--game", high_card.NAME)
    out = sit(*again, "--turn", "2", typed="quit\n")
    assert "of 2. Type help" in out and "sit --resume my_games.unfinished.json" in out
    assert "a turn from 1 to" in sit(*again, "--turn", "99", typed="", code=2)
    assert "--resume FILE" in sit("careful", "--game", high_card.NAME, "--turn", "2", typed="", code=2)
    assert "goes on with a game as saved" in sit(*again, typed="", code=2)
    assert "is no saved game" in sit("--resume", "my_games.jsonl", typed="", code=2)


def test_a_saved_game_is_not_replaced_by_another_one() -> None:
    words = ("careful", "--game", high_card.NAME, "--seed")
    assert "--resume my_games.unfinished.json" in sit(*words, "3", typed="quit\n")
    first = Path("my_games.unfinished.json").read_bytes()
    assert "--resume my_games.unfinished-2.json" in sit(*words, "4", typed="quit\n")
    assert Path("my_games.unfinished.json").read_bytes() == first


def test_wrong_input_is_told_and_asked_again_and_help_tells_what_it_says() -> None:
    wrong = "0\n99\nxyz\na\nmerchnat\ntake 1\nhint\ntake 9\ntake x\n\nundo\n"
    out = sit("random", "--game", "medina", "--seed", "7", typed=f"{wrong}?\nboard\nlist\nmerchant\nlist\n")
    for said in (
        "'0' is no choice: type a number from 1 to",
        "'99' is no choice",
        "'xyz' is no choice",
        "'a' fits several choices:",
        "ask for a hint first",
        "there are hints 1 to 3, not 9",
        "not x",
        "nothing can be taken back now",
        "undo     take the last choice back",
    ):
        assert said in out
    assert out.count("the well\n") == 2 and "[" in out


def test_a_hint_can_be_taken_and_a_first_choice_taken_back() -> None:
    out = sit("random", "--game", "medina", "--seed", "7", typed="merchant\nundo\nhint\ntake 1\n")
    assert "  taken back\n" in out and "by expert" in out
    words = next(line for line in out.splitlines() if line.startswith("  1. ")).removeprefix("  1. ").partition(" (")[0]
    assert f"\n  {words}\n" in out.split("by expert")[1]


def test_a_game_that_was_left_goes_on() -> None:
    first = sit("random", "--game", "medina", "--seed", "7", typed="merchant\n1\nquit\n")
    assert first.endswith("go on with: arkadia-sim sit --resume my_games.unfinished.json\n")
    saved = json.loads(Path("my_games.unfinished.json").read_text(encoding="utf-8"))
    assert len(saved["actions"]) >= 2
    out = sit("--resume", "my_games.unfinished.json", typed="1\n1\n1\n")
    assert "Medina: you are seat 1 of 2" in out
    more = json.loads(Path("my_games.unfinished.json").read_text(encoding="utf-8"))
    assert more["actions"][: len(saved["actions"])] == saved["actions"] != more["actions"]


def test_a_game_is_kept_if_a_bot_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(table: Table) -> None:
        raise bot_failed("random", 1, "ValueError: late")

    with monkeypatch.context() as failing:
        failing.setattr(Table, "ask_bot", fail)
        out = sit("random", "--game", "medina", "--seed", "7", typed="merchant\n1\n", code=1)
    assert "go on with: arkadia-sim sit --resume my_games.unfinished.json" in out
    assert "you are seat 1 of 2" in sit("--resume", "my_games.unfinished.json", typed="quit\n")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "saved.json is no saved game: it holds no JSON"),
        ('{"a": 1}', "saved.json: this is no saved game: it does not say its format"),
        ('{"format": "game/1"}', "saved.json: this is no saved game: its format is 'game/1'"),
    ],
)
def test_what_cannot_be_gone_on_with_is_told(content: str, said: str) -> None:
    Path("saved.json").write_text(content)
    assert said in sit("--resume", "saved.json", typed="", code=2)
