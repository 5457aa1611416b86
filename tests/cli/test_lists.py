"""What there is to choose from, quickly: games, bots, experiments, columns, and an example for every command."""

import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from arkadia_sim import shipped
from arkadia_sim.cli import app
from arkadia_sim.cli import lists as listing
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.experiments.files import find_experiment
from arkadia_sim.results.rows import player_columns, turn_columns
from tests.support import high_card, toy_game
from tests.support.command import TOY, call, call_elsewhere

COMMANDS = {name: shlex.split(app.EXAMPLES[name]) for name, _, _ in app.COMMANDS}


# -- every command has an example that works ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_are_read_as_they_stand(name: str) -> None:
    command = get_command(app.app).commands[name]  # type: ignore[attr-defined]
    called, *words = COMMANDS[name]
    assert called == name
    context = command.make_context(name, list(words))
    assert command.epilog == f"Example: arkadia-sim {shlex.join(COMMANDS[name])}"
    game = find_game("arkadia")
    for bot in _bots_in(context.params):
        game.find_bot(bot)
    if "experiment" in context.params:
        find_experiment(context.params["experiment"], shipped.folder("experiments"))


def _bots_in(params: dict[str, Any]) -> list[str]:
    named = [params.get(key) for key in ("a", "b", "bot")]
    lists = [params.get(key) for key in ("bots", "among", "teacher", "what")]
    flat = [one for several in lists if isinstance(several, list | tuple) for one in several]
    single = [one for one in (*named, *lists) if isinstance(one, str)]
    return [one for one in (*single, *flat) if one]


def test_the_bare_command_shows_all_commands_the_most_useful_first() -> None:
    out = call(code=2).output
    places = [out.index(f"\n  {name} ") for name in COMMANDS]
    assert places == sorted(places)
    for title in app.GROUPS:
        assert title in out
    assert "Example: arkadia-sim watch greedy master" in call("watch", "--help").stdout


# -- lists -------------------------------------------------------------------------------------------------------------


def test_games_are_listed_and_bots_shown() -> None:
    told = call("games").stdout
    assert all(game in told and find_game(game).title in told for game in GAMES)
    one = call("bots", "lucky:extra=3", *TOY).stdout
    assert one.startswith("lucky:") and all(name in one for name in ("extra", "even", "temperature"))


def test_experiments_are_listed_with_what_they_take_over() -> None:
    files = {file.stem for file in shipped.folder("experiments").glob("[!_]*.toml")}
    out = call("experiments").stdout
    assert all(name in out for name in files)
    one = call("experiments", "hints_dose").stdout
    assert "design: dose" in one and "change: camps, Gold that a camp counts" in one and "players: 2, 3, 4" in one
    assert "did you mean 'ladder'?" in call("experiments", "laddr", code=2).stderr
    shutil.copy(shipped.folder("experiments") / "ladder.toml", "mine.toml")
    assert call("experiments", "mine.toml").stdout.startswith("ladder: The ladder")
    written = Path("mine.toml").read_text().replace('"The ladder"', '"The \\u001b[31mladder"')
    Path("mine.toml").write_text(written)
    assert call("experiments", "mine.toml").stdout.startswith("ladder: The \\x1b[31mladder")


def test_columns_are_those_of_the_tables() -> None:
    found = listing.listing(toy_game.NAME)["columns"]
    assert [game["name"] for game in found["games"]] == [column.name for column in player_columns(toy_game.GAME)]
    assert [turn["name"] for turn in found["turns"]] == [column.name for column in turn_columns(toy_game.GAME)]
    out = call("columns", "six", *TOY).stdout
    assert "sixes thrown" in out and "sum of the dice" not in out and "turns/" not in out
    assert "no column has 'nothing' in its name or meaning" in call("columns", "nothing", *TOY).stdout


@pytest.mark.parametrize("game", GAMES)
def test_bots_are_listed_in_groups_and_each_once(game: str) -> None:
    bots = find_game(game).bot_names()
    groups = tomllib.loads((shipped.folder("bots") / game / "_groups.toml").read_text(encoding="utf-8"))
    assert sorted(name for names in groups.values() for name in names) == bots
    told = listing.listing(game)["bots"]
    assert [(bot["group"], bot["name"]) for bot in told] == [(key, name) for key in groups for name in groups[key]]
    out = call("bots", "--game", game).stdout
    places = [out.index(f"\n{title}") if number else out.index(title) for number, title in enumerate(groups)]
    assert places == sorted(places)


# -- what makes lists quick --------------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own; all bots are loaded before."""
    game = find_game("arkadia")
    game.describe_bots(list(game.bot_names()))
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_kept_listing_says_what_the_game_says(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = listing.listing("arkadia")
    assert sorted(bot["name"] for bot in first["bots"]) == find_game("arkadia").bot_names()
    (file,) = cache.iterdir()
    monkeypatch.setattr(listing, "_loaded", lambda name: pytest.fail("the game was asked again"))
    assert listing.listing("arkadia") == first
    for damaged in ("", "[]", "{}", '{"stamp": 1}', file.read_text().replace('"stamp": "', '"stamp": "0')):
        file.write_text(damaged)
        with pytest.raises(BaseException, match="asked again"):
            listing.listing("arkadia")
    shutil.rmtree(cache)
    cache.write_text("a file, not a folder: what cannot be kept does not matter")
    monkeypatch.setattr(listing, "_loaded", lambda name: {"title": "asked"})
    assert listing.listing("arkadia") == {"title": "asked"}


def test_an_edit_of_a_source_is_noticed(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "bots.py"
    source.write_text("one")
    monkeypatch.setattr(listing, "_sources", lambda game: iter([source]))
    monkeypatch.setattr(listing, "_loaded", lambda name: {"letters": source.stat().st_size})
    assert listing.listing("arkadia") == listing.listing("arkadia") == {"letters": 3}
    source.write_text("three")
    assert listing.listing("arkadia") == {"letters": 5}


def test_lists_help_and_wrong_names_compile_nothing(tmp_path: Path) -> None:
    """From an empty cache they answer at once, where a game would take a while."""
    codes = {
        "--help": 0, "bots": 0, "columns": 0, "play --list-rules": 0, "new-bot my_bot": 0,
        "play gredy random": 2, "compare greedy --against gredy": 2, "ladder greedy gredy": 2,
    }  # fmt: skip
    done = call_elsewhere(codes, ARKADIA_SIM_CACHE=str(tmp_path / "cache"))
    assert "compiling" not in done.stderr and not list((tmp_path / "cache").rglob("*.nb?"))


def test_short_commands_load_nothing_that_takes_time() -> None:
    call("games")  # from now on all lists are kept
    heavy = "numba polars pandas pyarrow matplotlib scipy joblib"
    helped = dict.fromkeys(("--help", "play --help", "learn -h", "--version"), 0)
    told = call_elsewhere(helped, f"{heavy} numpy seaborn pydantic markdown_it pygments importlib.metadata")
    assert all(command in told.stdout for command in COMMANDS)
    call_elsewhere(dict.fromkeys(("games", "bots", "columns", "experiments"), 0), f"{heavy} pydantic")
    codes = {
        "bots greedy": 0, "play --list-rules": 0, "play --list-components": 0, "columns turn": 0, "check nothing": 2,
        "watch nothing.jsonl": 2, "run nothing.toml": 2, "plan nothing": 2, "report nothing": 2,
        "picture nothing -o x.svg": 2,
    }  # fmt: skip
    call_elsewhere(codes, heavy)
    played = {f"play bold bold --games 4 --workers 1 --out run --game {high_card.NAME}": 0}
    call_elsewhere(played, "matplotlib seaborn pandas pyarrow")  # only drawing needs them
