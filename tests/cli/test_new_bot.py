"""A bot of one's own: written, checked, called by name and by its file, in every game that offers one."""

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.api import fresh_game
from arkadia_sim.cli.lists import listing
from arkadia_sim.cli.own_bots import _worth_text
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.stats.intervals import mean_interval
from arkadia_sim.testing.any_bot import Worth, checks
from tests.support import odd_game
from tests.support.command import call

ODD = ("--game", odd_game.NAME)
COMPILED = [pytest.param(game, ["--compiled"], marks=[pytest.mark.slow] * (game != "arkadia")) for game in GAMES]


@pytest.mark.parametrize(
    ("game", "options"), [*((game, options) for game in GAMES for options in ([], ["--from", "greedy"])), *COMPILED]
)
def test_a_new_bot_is_found_by_name_and_by_file_and_its_test_passes(
    game: str, options: list[str], tmp_path: Path
) -> None:
    name, compiled = f"nova_{game}_{len(options)}", options == ["--compiled"]
    told = call("new-bot", name, *options, "--game", game).stdout
    assert f"arkadia-sim check-bot {name}.py" in told
    assert ("--game " in told) == (game != next(iter(GAMES)))
    for called in (name, f"{name}.py", f"{name}.py:{name}"):
        one = find_game(game).find_bot(called).bot
        assert (one.name, one.in_python) == (name, not compiled)
    assert ("greedy import greedy" in Path(f"{name}.py").read_text()) == (
        "--from" in options or (compiled and game == "medina")
    )
    assert "my_bot" not in Path(f"{name}.py").read_text() + Path(f"test_{name}.py").read_text()
    tests = {key: one for key, one in runpy.run_path(f"test_{name}.py").items() if key.startswith("test_")}
    does, beats = sorted(tests, key=lambda key: "beats" in key)
    if options and (compiled or game == "arkadia"):  # others when each bot in plain Python does what bots must
        tests[beats](tmp_path)
    if compiled:
        tests[does]()


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--from", "greedy"]], ids=["plain", "variant"])
@pytest.mark.parametrize("game", GAMES)
def test_a_new_bot_in_plain_python_does_what_bots_must(game: str, options: list[str], tmp_path: Path) -> None:
    call("new-bot", "nova", *options, "--game", game)
    assert "all is well" in call("check-bot", "nova", "--game", game).stdout
    runpy.run_path("test_nova.py")["test_nova_beats_random"](tmp_path)


PLAYED = """
from arkadia_sim.compiler import EntryPoint
from arkadia_sim.core.registry import find_game
from arkadia_sim.plan.designs import rotation_section
from arkadia_sim.plan.plan import Plan
from arkadia_sim.results.rows import chunk_rows

game, bots, make = find_game("castle"), ("nova.py", "casual"), EntryPoint.make
game.warm_up(bots)
EntryPoint.make = lambda part: (part.overloads or print(part), make(part))[1]
plan = Plan(game="castle", seed=1, bots=bots, sections=(rotation_section(game.setting(2, {}, {}), [0, 1], 4, False),))
for chunk in plan.chunks():
    chunk_rows(game, plan, chunk)
"""


@pytest.mark.skipif(not JIT_ENABLED, reason="nothing is compiled")
def test_all_that_games_of_a_new_bot_need_is_compiled_before_they_begin() -> None:
    call("new-bot", "nova", "--game", "castle")
    done = subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, check=True)
    assert done.stdout == "", "each worker would compile it, while its bot's time runs"


def test_a_new_bot_makes_all_decisions_and_its_scores_are_shown() -> None:
    call("new-bot", "nova")
    decisions = set(find_game("arkadia").find_bot("nova").bot.decisions)
    assert decisions == {"must", "draw", "castle", "banner"}
    positions = fresh_game(["nova", "random"]).positions()
    shown = [candidate for position in positions if position.bot == "nova" for candidate in position.candidates]
    assert {option.decision for option in shown} >= decisions
    assert all(option.score is not None for option in shown if option.chosen)
    assert not any(position.candidates for position in positions if position.bot == "random")


def test_a_new_bot_hides_no_module_and_a_misspelt_one_is_suggested() -> None:
    for taken in ("numpy", "json", "typer", "arkadia_sim"):
        assert "a name that no module of Python has" in call("new-bot", taken, code=2).stderr
        assert not list(Path().glob("*.py"))
    call("new-bot", "nova")
    Path("notes.py").write_text("import arkadia_sim")
    for wrong, near in (("nvoa", "nova"), ("nvoa.py", "nova.py"), ("notse", None), ("nothing_like_it", None)):
        told = call("play", wrong, "random", code=2).stderr
        assert ("did you mean" in told) == (near is not None)
        assert near is None or f"; did you mean {near!r}?" in told


def test_a_good_bot_is_told_of_check_by_check_and_what_it_is_worth() -> None:
    fine = call("check-bot", "calm", *ODD).stdout
    titles = [title for title, _ in checks(odd_game.GAME, "calm")]
    assert all(f"  {title} … yes\n" in fine for title in titles)
    assert "win rate 50.0" in fine and "400 games" in fine
    told = call("check-bot", "rarely:often=0", *ODD).stdout
    assert "rarely: Says one, or raises." in told
    assert f"  {titles[-1]} … yes\n" in told
    assert "against calm with 2 players: win rate" in told
    assert "all is well; more games: arkadia-sim play rarely:often=0 calm --games 1000" in told
    strength = Worth("calm", 2, 12, mean_interval([100.0] * 6), 50.0, "points", 0.6)
    assert _worth_text(strength, odd_game.GAME) == (
        "against calm with 2 players: win rate 100.0 points (an even share is 50), 12 games, 0.6 s a game; too few "
        "deals for reliable intervals and verdicts: fewer than 30"
    )


def test_a_bot_with_a_fault_is_told_of_it_with_exit_code_one() -> None:
    broken = call("check-bot", "long", *ODD, code=1).stdout
    assert "plays by the rules with 2 players … no\n    long in seat 1: pick: ValueError" in broken
    assert all(sign.isprintable() or sign == "\n" for sign in broken)


def test_control_characters_of_a_bot_do_not_reach_the_terminal() -> None:
    text = '[loud]\nplayer = "calm"\nplan = "Rings \\u0007\\u001b[2J."\nsource = "a \\u001b]0;test"\n'
    Path("loud.toml").write_text(text)
    for command in ("bots", "check-bot"):
        output = call(command, "loud.toml", "--game", odd_game.NAME).output
        assert "Rings \\x07\\x1b[2J." in output
        assert all(sign.isprintable() or sign == "\n" for sign in output)


# -- what a bot sees ---------------------------------------------------------------------------------------------------


def topics(game: str) -> dict[str, dict[str, Any]]:
    found = listing(game)["sees"]
    return {one["title"]: {"about": one["about"], **{each["name"]: each for each in one["entries"]}} for one in found}


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_bot_sees_is_told_with_type_and_meaning(game: str) -> None:
    found = topics(game)
    assert find_game(game).new_bot is not None
    assert {"Decisions and names", "View", "Bot"} <= set(found)
    assert f"games/{game}/rules/state.py" in found["Compiled bots"]["about"]
    assert "the bot's seat" in found["View"]["about"]
    assert {"legal_moves()", "after(move)", "best(moves, score)", "allows(move)"} <= set(found["View"])
    assert f"from arkadia_sim.games.{game}.bots_api.plain import" in found["Decisions and names"]["about"]
    assert all(one["meaning"] for name, one in found["View"].items() if name != "about")
    printed = call("bots", "--sees", "--game", game).stdout
    assert all(name in printed for name in ("View", *(name for name in found["View"] if name != "about")))
