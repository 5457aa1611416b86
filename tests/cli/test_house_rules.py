"""House rules: a file that replaces rules of a game is written, played, compared, recorded and refused."""

import json
import runpy
import sys
from pathlib import Path

import pytest

from arkadia_sim import play
from arkadia_sim.accelerate import JIT_ENABLED, RULES
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.errors import RecordError, UsageError
from tests.support.command import call

BOTS = ["greedy", "random"]


def _written(game: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.delitem(sys.modules, "ours", raising=False)
    listed = call("new-variant", "ours", "--game", game).stdout
    assert all(f"  {rule}(" in listed for rule in RULES[game])
    monkeypatch.syspath_prepend(str(Path.cwd()))
    return f"{game}@ours.py"


@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.slow] * (game != "arkadia")) for game in GAMES])
def test_new_house_rules_pass_their_test(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _written(game, monkeypatch)
    tests = {key: one for key, one in runpy.run_path("test_ours.py").items() if key.startswith("test_")}
    assert len(tests) == 2
    for key, one in tests.items():
        one(tmp_path) if "played" in key else one()


def test_games_by_house_rules_are_recorded_under_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    name = _written("arkadia", monkeypatch)
    words = ("play", *BOTS, "--games", "20", "--workers", "1", "--variant", "ours.py", "--out", "run")
    assert "No twin of this toolkit proves these rules" in call(*words, "--record", "games.jsonl").stdout
    call("check", "games.jsonl", "--variant", "ours.py")
    assert "add --variant ours.py" in call("check", "games.jsonl", code=2).output
    record = json.loads(Path("games.jsonl").read_text().splitlines()[0])
    assert record["house_rules"] == find_game(name).house
    del record["house_rules"]
    with pytest.raises(RecordError, match="result.gold"):
        find_game("arkadia").replay(record, {})
    Path("edited").mkdir()
    Path("edited", "ours.py").write_text(Path("ours.py").read_text().replace("SET_GOLD = 3", "SET_GOLD = 4"))
    edited = ("--variant", "edited/ours.py")
    assert "not by ours.py@" in call("check", "games.jsonl", *edited, code=2).output
    assert "run holds another run" in call(*words, *edited, code=2).output


def test_the_game_of_the_box_is_played_beside_house_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    name = _written("arkadia", monkeypatch)
    by_box = play(BOTS, games=20, workers=1, out="off", game=name, rules={"house_rules": False})
    boxed = play(BOTS, games=20, workers=1, out="box", game="arkadia")
    assert by_box.bots() == boxed.bots()
    words = ("compare", "random", "--variant", "ours.py", "--players", "2", "--deals", "60", "--workers", "1")
    told = call(*words, "--measure", "turns,margin").stdout
    assert "the same in all deals" in told
    assert "No twin of this toolkit proves these rules" in told
    gifts = call("worth", "random", "--variant", "ours.py", "--players", "2", "--deals", "30", "--workers", "1").stdout
    assert "No twin of this toolkit proves these rules" in gifts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def payot(table):\n    return 0\n", "line 1: Arkadia has no rule 'payot' that can be replaced; did you mean"),
        ("def price(family):\n    return 0\n", "line 1: price takes (table, family), not (family)"),
        ("def price(table, family)\n", "SyntaxError"),
        ("PRICE = 0\n", "replaces no rule of Arkadia: it may define covering, price"),
        ("def price(table, family):\n    return 0.5\n", "price must return a whole number, not float64"),
        ("def price(table, family):\n    return table.foo\n", "price cannot be compiled: KeyError"),
    ],
)
def test_files_that_hold_no_house_rules_are_refused(text: str, message: str) -> None:
    if ("compiled" in message or "float" in message) and not JIT_ENABLED:
        pytest.skip("nothing is compiled")
    Path("faulty.py").write_text(text)
    assert message in call("play", *BOTS, "--variant", "faulty.py", code=2).output.replace("\n", " ")


def test_a_rule_that_fails_in_a_game_is_named() -> None:
    Path("failing.py").write_text('def price(table, family):\n    return table["value"][family + 3000]\n')
    told = call("play", "random", "random", "--games", "4", "--workers", "1", "--variant", "failing.py", code=2).output
    assert "failing.py failed in a game: IndexError" in told.replace("\n", " ")


def test_games_without_replaceable_rules_and_missing_files_are_refused() -> None:
    with pytest.raises(UsageError, match="there is no file 'none.py' of house rules"):
        find_game("arkadia@none.py")
    with pytest.raises(UsageError, match="has no rules that a file of house rules can replace"):
        find_game("tests.support.toy_game:GAME@none.py")
