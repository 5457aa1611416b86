"""A compiled game of a user's own, with its bots, lives outside the package, and everything works with it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import accelerate
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.outcome import standing_of
from arkadia_sim.core.registry import find_game
from arkadia_sim.core.table import Table
from arkadia_sim.errors import UsageError
from arkadia_sim.testing.games import check_game
from tests.support.command import call
from tests.support.terraces.game import GAME, NAME

HERE = Path(str(sys.modules[type(GAME).__module__].__file__)).parent
RECORD = HERE / "record.jsonl"
OPTION = ("--game", NAME)
MINE = """
from tests.support.terraces.view import HEEDABLE, Bot, Move, View


def play(view: View) -> Move:
    options = view.options()
    return view.best(options.expected - 0.2 * options.step - 0.5 * options.clears)


mine = Bot("mine", "Skips few numbers.", "a test", {"play": play}, game="terraces", heeds=HEEDABLE)
"""


def replayed_by_hand(record: Mapping[str, Any]) -> list[int]:
    """The points of a record by RULES.md alone."""
    deck, players = list(record["deck"]), record["players"]
    hands = [deck[3 * seat : 3 * seat + 3] for seat in range(players)]
    del deck[: 3 * players]
    terraces, points, seat = [list[int](), list[int](), list[int]()], [0] * players, record["first_seat"]
    for turn in record["turns"]:
        assert turn["seat"] == seat
        hands[seat].remove(turn["card"])
        terrace = terraces[turn["terrace"]]
        if terrace and terrace[-1] > turn["card"]:
            terrace.clear()
        terrace.append(turn["card"])
        assert turn["points"] == min(turn["die"], 2 * len(terrace))
        points[seat] += turn["points"]
        hands[seat] += [deck.pop(0)] if deck else []
        seat = (seat + 1) % players
    assert not any(hands)
    return points


@pytest.mark.slow
def test_it_keeps_the_contract() -> None:
    check_game(GAME, ["greedy", "counter", "random"], variants=[{"cards": 12}], deals=2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_by_the_text_of_its_rules(players: int) -> None:
    for deal in range(5):
        table = Table.start(NAME, players, bots=["random"] * players, seed=deal, rules={"cards": 12 + 2 * deal})
        while table.seat_to_act is not None:
            table.ask_bot()
        record = table.record()
        assert [score["total"] for score in record["result"]["scores"]] == replayed_by_hand(record)


@pytest.mark.slow
def test_commands_find_its_bots_and_those_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(MINE, encoding="utf-8")
    played = call(
        "play", "random", "mine.py", *OPTION, "--games", "20", "--workers", "1", "--record", "2", "--out", "r"
    )
    assert "20 finished" in played.output
    assert "all is well" in call("check-bot", "mine.py", *OPTION).output
    assert "lays card" in call("watch", "counter", "thinker", *OPTION).output
    assert "all by the rules" in call("check", str(RECORD), *OPTION).output
    call("replay", str(RECORD), *OPTION, "--out", "page.html")
    assert "rolls a" in Path("page.html").read_text(encoding="utf-8")
    compared = call("compare", "greedy", "random", *OPTION, "--players", "2", "--deals", "40", "--workers", "1")
    assert "Yes: with 2 players greedy's win rate" in compared.output
    assert "copy the file of one of its own bots" in call("new-bot", "other", *OPTION, code=2).output


def test_it_plays_from_any_folder_and_its_bots_count_all_its_files(tmp_path: Path) -> None:
    """Elsewhere, it is interpreted: nothing is compiled twice."""
    package = tmp_path / "my_terraces"
    shutil.copytree(HERE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("tests.support.terraces", package.name), encoding="utf-8")
    words = ["play", "greedy", "random", "--game", "my_terraces.game:GAME", "--games", "4", "--workers", "1"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}

    def play(*further: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "arkadia_sim", *words, "--out", "r", *further]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert "4 finished" in play().stdout
    sources = json.loads((tmp_path / "r" / "manifest.json").read_text(encoding="utf-8"))["bots"][0]["sources"]
    assert {file.name for file in HERE.glob("*.py")} <= {Path(name).name for name in sources}
    assert not {name.partition(".")[0] for name in sources} & {"pydantic", "numpy"}
    with (package / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write("# edited\n")
    refused = play("--games", "8")
    assert refused.returncode == 2 and "rules.py" in refused.stderr, refused.stderr


def test_what_a_game_has_not_declared_is_named() -> None:
    class Unfinished(CompiledGame):
        name, title, rule_set, engine = "unfinished", "Unfinished", GAME.rule_set, GAME.engine

    with pytest.raises(UsageError, match="Unfinished lacks bot_trials, default_bot, .*kit, "):
        Unfinished()


def test_a_second_process_compiles_shipped_bots_if_something_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, started = find_game("castle"), list[tuple[str, ...]]()
    assert isinstance(game, CompiledGame)

    @contextmanager
    def second_process(*words: str) -> Iterator[None]:
        started.append(words)
        yield

    monkeypatch.setattr(accelerate, "second_process", second_process)
    own = tmp_path / "own.py"
    own.write_text("from arkadia_sim.core.bot import Bot\nown = Bot('own', 'Plays.', 'a test', {}, game='castle')\n")
    bots = ["random", f"{own}:own"]
    game.warm_up(bots)
    started.clear()
    game.warm_up(bots)
    assert not started, "all is in the cache"
    monkeypatch.setattr(accelerate, "are_kept", lambda functions: False)
    game.warm_up(bots)
    program, *words = started[-1]
    assert words == ["castle", "random"]
    done = subprocess.run([sys.executable, "-P", "-c", program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_tied_winners_share_the_win_and_leads_are_over_the_best_opponent() -> None:
    assert standing_of([7.0, 9.0, 9.0], [1, 2]) == ([0.0, 0.5, 0.5], [-2.0, 0.0, 0.0], [7.0, 9.0, 9.0])
