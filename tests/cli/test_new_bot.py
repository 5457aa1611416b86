"""A bot of one's own: written, checked, called by name and by its file, in every game that offers one."""

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.api.asking import PAIRED_DEALS
from arkadia_sim.cli.own_bots import _advice, _worth_text
from arkadia_sim.core.game import Workshop
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.stats.intervals import mean_interval
from arkadia_sim.testing.any_bot import Worth, checks
from tests.support import odd_game
from tests.support.command import call
from tests.support.paths import ARKADIA

BAD = ARKADIA / "sample_bots" / "bad_python_bots.py"
BAD_COMPILED = ARKADIA / "sample_bots" / "bad_compiled_bots.py"


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
    runpy.run_path("test_nova.py")[f"test_nova_beats_{'novice' if game == 'arkadia' else 'random'}"](tmp_path)


@pytest.mark.parametrize(
    ("game", "decisions"), [("arkadia", {"must", "draw", "castle", "banner"}), ("medina", {"place", "tea"})]
)
def test_a_new_bot_makes_all_decisions_and_its_scores_are_shown(game: str, decisions: set[str]) -> None:
    call("new-bot", "nova", "--game", game)
    assert set(find_game(game).find_bot("nova").bot.decisions) == decisions
    turns = json.loads(call("watch", "nova", "random", "--json", "--game", game).stdout)["turns"]
    shown = [candidate for turn in turns if turn["bot"] == "nova" for candidate in turn["candidates"]]
    chosen = [one for one in shown if one["chosen"]]
    assert {one["decision"] for one in shown} >= (decisions - {"place", "tea"} or {"first piece", "second piece"})
    assert all(one["score"] is not None for one in chosen)
    assert not [candidate for turn in turns if turn["bot"] == "random" for candidate in turn["candidates"]]


def test_a_bot_that_plays_by_the_numbers_of_another_is_no_start_for_a_program() -> None:
    assert "expert is a table of numbers in expert.toml" in call("new-bot", "nova", "--from", "expert", code=2).stderr
    assert "did you mean 'casual'" in call("new-bot", "nova", "--from", "caual", code=2).stderr
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("my-bot",), "name: 'my-bot' is not allowed (allowed: a Python name of letters"),
        (("class",), "name: 'class' is not allowed"),
        (("n" * 5000,), "(allowed: at most 100 characters)"),
        (("greedy",), "name: 'greedy' is not allowed (allowed: a name that is not taken"),
        (("here",), "here.py exists already"),
        (("nova", "--game", odd_game.NAME), "Odd has no bot to start from"),
    ],
)
def test_a_name_that_will_not_do_is_refused_and_nothing_is_written(words: tuple[str, ...], told: str) -> None:
    Path("here.py").write_text("mine")
    assert told in call("new-bot", *words, code=2).stderr
    assert [str(path) for path in Path().iterdir()] == ["here.py"]


def test_a_good_bot_is_told_of_check_by_check_and_what_it_is_worth() -> None:
    told = call("check-bot", "greedy:temperature=2").stdout
    assert "greedy: Takes the move that pays most" in told
    assert "  sees nothing that is hidden from it … yes\n" in told
    assert "against greedy with 2 players: win rate" in told
    assert "all is well; more games: arkadia-sim play greedy:temperature=2 greedy --games 1000" in told
    compared = json.loads(call("compare", "greedy:temperature=2", "greedy", "--deals", "2", "--json").stdout)
    games = PAIRED_DEALS // 2 * compared["games"]
    assert re.search(rf"a comparison takes about [\d:]+( s)? on this machine for {games:,} games", told)


@pytest.mark.parametrize(
    ("bot", "failed", "told"),
    [
        (f"{BAD}:plenty", "plays by the rules with 2 players", "R8.2: bot plenty at its banner"),
        pytest.param(
            f"{BAD}:memory",
            "plays the same deal in the same way with 2 players",
            "a game is another",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            f"{BAD}:spy", "sees nothing that is hidden from it", "knows what it may not", marks=pytest.mark.slow
        ),
        (f"{BAD_COMPILED}:peeper", "plays by the rules with 2 players", "IndexError"),
    ],
)
def test_a_bot_with_a_fault_is_told_of_it_with_exit_code_one(bot: str, failed: str, told: str) -> None:
    found = json.loads(call("check-bot", bot, "--json", code=1).stdout)
    assert found["failed"] == failed
    assert told in found["faults"][0]


def test_bots_of_any_game_can_be_checked() -> None:
    fine = json.loads(call("check-bot", "calm", "--game", odd_game.NAME, "--json").stdout)
    assert fine["passed"] == [title for title, _ in checks(odd_game.GAME, "calm")]
    assert (fine["worth"]["mean"], fine["worth"]["games"]) == (50.0, 400)
    broken = call("check-bot", "long", "--game", odd_game.NAME, code=1).stdout
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


def topics(game: str, *options: str) -> dict[str, dict[str, Any]]:
    found = json.loads(call("bots", "--sees", *options, "--json", "--game", game).stdout)["sees"]
    return {one["title"]: {"about": one["about"], **{each["name"]: each for each in one["entries"]}} for one in found}


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_bot_sees_is_told_with_type_and_meaning(game: str) -> None:
    found, compiled = topics(game), topics(game, "--compiled")
    assert isinstance(find_game(game), Workshop)
    assert {"Decisions and names", "View", "Bot"} <= set(found)
    assert {"table", "mind", "choice"} <= set(compiled)
    assert not set(found) & set(compiled)
    assert "the bot's seat" in found["View"]["about"]
    assert {"legal_moves()", "after(move)", "best(moves, score)", "allows(move)"} <= set(found["View"])
    assert f"from arkadia_sim.games.{game}.bots_api.plain import" in found["Decisions and names"]["about"]
    assert all(one["meaning"] for name, one in found["View"].items() if name != "about")
    assert (compiled["table"]["seat"]["name"], compiled["table"]["seat"]["shape"][:3]) == ("seat", "int")
    assert compiled["table"]["seat"]["meaning"] in ("on turn", "the player who decides")
    printed = call("bots", "--sees", "--game", game).stdout
    assert all(name in printed for name in ("View", *(name for name in found["View"] if name != "about")))


def test_fields_are_told_with_their_shape_and_the_comment_that_they_have() -> None:
    found = topics("arkadia") | topics("arkadia", "--compiled")
    assert found["table"]["own"]["shape"] == "uint64 (4, 4)"
    assert found["table"]["own"]["meaning"] == "workers on the board, per seat"
    assert found["table"]["camps"]["meaning"] == "the board"  # its group's
    assert found["table"]["rules"]["shape"] == "record"
    assert found["View"]["values"]["shape"] == "Mapping[str, int]"
    assert found["View"]["values"]["meaning"].endswith("(R7.5).")
    assert found["View"]["holdings(seat)"]["shape"] == "Holdings | None"
    assert found["Building"]["vacant"]["shape"] == "frozenset[tuple[int, int]]"


def test_a_game_that_tells_nothing_of_it_says_so() -> None:
    assert "Odd does not say what its bots see" in call("bots", "--sees", "--game", odd_game.NAME).stdout


def test_a_strength_from_few_deals_has_no_interval() -> None:
    strength = Worth("calm", 2, 12, mean_interval([100.0] * 6), 50.0, "points", 0.6)
    assert _worth_text(strength, odd_game.GAME) == (
        "against calm with 2 players: win rate 100.0 points (an even share is 50), 12 games, 0.6 s a game; too few "
        "deals for reliable intervals: fewer than 30"
    )


def test_as_many_games_are_advised_as_end_in_two_minutes() -> None:
    for seconds, games in ((0.001, 1000), (0.2, 300), (0.8, 100), (5.0, 30)):
        strength = Worth("calm", 2, 12, mean_interval([100.0] * 6), 50.0, "points", seconds)
        assert f" --games {games}" in _advice("my_bot.py", "calm", strength, [])
