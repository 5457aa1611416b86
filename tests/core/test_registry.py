"""Bots found by name and in a user's file; and what is said when they are not."""

import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.core.bot import PYTHON
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import BadValue, UnknownName, UsageError

ONE_BOT = """
from arkadia_sim.core.bot import Bot, Parameter

{name} = Bot(
    name="{name}",
    plan="Does nothing.",
    source="a test",
    decisions={{}},
    parameters=(Parameter("care", 1.5, 0.0, 9.0, "how careful it is"),),
    tier="python",
)
"""


@pytest.fixture
def bot_file(tmp_path: Path) -> Path:
    file = tmp_path / "my_bot.py"
    file.write_text(ONE_BOT.format(name="my_bot"))
    return file


@pytest.fixture
def games_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files that may be games."""
    refuses = "from arkadia_sim.errors import BadValue\nraise BadValue('the cache', 'x', 'a folder')"
    for name, text in (
        ("here", "from arkadia_sim.games.arkadia.game import GAME\n"), ("ends", "raise SystemExit(3)"),
        ("refused", refuses),
    ):  # fmt: skip
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- by name -----------------------------------------------------------------------------------------------------------


def test_a_star_sets_all_parameters_that_fit_unless_they_are_set_by_name() -> None:
    expert = find_bot("expert:camp*=0,camp_last=2,temperature=1")
    at_four, free = expert.settings(4), find_bot("expert").settings(4)
    fitting = [name for name in free if name.startswith("camp")]
    assert len(fitting) == 5 and all(free[name] != 0.0 for name in fitting)
    assert at_four == {**free, **dict.fromkeys(fitting, 0.0), "camp_last": 2.0} | {"temperature": 1.0}
    with pytest.raises(UnknownName, match=r"unknown parameter of bot expert 'kamp\*'"):
        find_bot("expert:kamp*=0")


@pytest.mark.parametrize(
    ("spec", "error", "told"),
    [
        ("rondom", UnknownName, "unknown bot 'rondom'; did you mean 'random'? (allowed: "),
        ("tests", UsageError, "tests is no bot but a folder; the files of bots end in .py or .toml"),
        ("random:greed=1", UnknownName, "(allowed: barred, forced, temperature, watched)"),
        ("tent_camp:gread=1", UnknownName, "did you mean 'greed'?"),
        ("tent_camp:greed=-1", BadValue, "parameter greed of bot tent_camp: '-1' is not allowed (allowed: a number"),
        ("planner:policy=1.5", BadValue, "'1.5' is not allowed (allowed: a whole number from 0 to 2)"),
        ("tent_camp:greed=nan", BadValue, "'nan' is not allowed"),
        ("tent_camp:greed=1,greed=2", BadValue, "each name once"),
        ("tent_camp:", BadValue, "NAME:parameter=value"),
        (" ", BadValue, "bot: ' ' is not allowed"),
    ],
)
def test_what_cannot_be_found_by_name_is_explained(spec: str, error: type[UsageError], told: str) -> None:
    with pytest.raises(error, match=re.escape(told)):
        find_bot(spec)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("arcadia", "unknown game 'arcadia'; did you mean 'arkadia'"),
        ("..x:GAME", "game: '..x:GAME' is not allowed (allowed: package.module:NAME, or one of arkadia, medina, "),
        ("here:OTHER", "game 'here:OTHER' cannot be loaded: "),
        ("ends:GAME", "game 'ends:GAME' cannot be loaded: SystemExit: 3"),
        ("refused:GAME", "the cache: 'x' is not allowed (allowed: a folder)"),
        ("os:path", "os:path is no game: make it an instance of arkadia_sim.core.game.Game"),
        ("tests.support.high_card:HighCard", "tests.support.high_card:HighCard is no game: make it an instance"),
    ],
)
def test_what_is_no_game_is_explained(games_here: Path, name: str, told: str) -> None:
    """A game whose import we refuse is not called broken: such as one that is compiled, without room for the code."""
    with pytest.raises(UsageError) as error:
        find_game(name)
    assert str(error.value).startswith(told)


def test_a_game_of_ones_own_is_found_in_the_current_folder_and_a_registered_one_is_not_looked_for_there(
    games_here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file beside the user that is called as something that a game imports stays out of its way."""
    before, load, seen = list(sys.path), importlib.import_module, list[str]()

    def watched(name: str) -> Any:
        seen.extend(sys.path)
        return load(name)

    assert find_game("here:GAME").name == "arkadia" and sys.path == before
    monkeypatch.setattr(importlib, "import_module", watched)
    assert find_game("arkadia").name == "arkadia"
    assert seen and str(games_here) not in seen


# -- in a file ---------------------------------------------------------------------------------------------------------


def test_a_bot_in_a_file_is_found_with_and_without_its_name(bot_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bot_file.parent)
    for spec in (f"{bot_file}:my_bot", f"{bot_file}", "my_bot.py"):
        one = find_bot(spec)
        assert (one.bot.name, one.bot.tier, one.file) == ("my_bot", PYTHON, bot_file)
    assert find_bot(f"{bot_file}:my_bot:care=2").parameters == (2.0,)
    assert find_bot(f"{bot_file}:care=3").parameters == (3.0,)
    Path("inner").mkdir()
    Path("inner/my_bot.py").write_text(ONE_BOT.format(name="second").replace("second = ", "outer = "))
    assert find_bot("inner/my_bot.py:outer").bot is find_bot("inner/my_bot.py:second").bot
    assert find_bot("my_bot.py").bot.name == "my_bot"


FAULTY = [
    ("two.py", ONE_BOT.format(name="one") + ONE_BOT.format(name="two"), "", "two.py:NAME with NAME one of one, two"),
    ("none.py", "x = 1", "", "none.py holds no bot"),
    ("missing.py", None, ":my_bot", "does not exist (looked in "),
    ("broken.py", "def must(:", ":my_bot", "cannot be imported: SyntaxError"),
    ("raises.py", "1 / 0", ":my_bot", "raises.py cannot be imported: ZeroDivisionError: division by zero"),
    ("older.py", "import arkadia_sim.gone", "", "arkadia_sim has no such name in this version; its CHANGELOG.md says"),
    ("other.py", ONE_BOT.format(name="my_bot"), ":my_bit", "'my_bit'; did you mean 'my_bot'?"),
    ("chess.py", ONE_BOT.format(name="my_bot").replace("tier", "game='chess', tier"), ":my_bot", "plays chess, not"),
    ("range.py", ONE_BOT.format(name="my_bot").replace("5, 0.0", "5, 2.0"), "", "parameter care of bot my_bot: '1.5'"),
    ("twice.py", ONE_BOT.format(name="my_bot").replace('is"),', 'is"),) * 2 + ('), "", "names must be unique"),
]


@pytest.mark.parametrize(("name", "text", "attribute", "told"), FAULTY, ids=[row[0] for row in FAULTY])
def test_what_is_wrong_with_a_file_is_explained(
    tmp_path: Path, name: str, text: str | None, attribute: str, told: str
) -> None:
    file = tmp_path / name
    if text is not None:
        file.write_text(text)
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(UsageError, match="is a folder: name a file in it"):
        find_bot(f"{tmp_path / 'folder.py'}:my_bot")
    for _ in range(2):  # a file that failed to import fails again
        with pytest.raises(UsageError, match=re.escape(told)):
            find_bot(f"{file}{attribute}")


COMPILED_BOT = """
from typing import Any
from arkadia_sim.games.arkadia.bots_api.kit import Bot, decision

{mark}
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    {fault}

faulty = Bot("faulty", "Fails.", "a test", {{"banner": banner}})
"""


@pytest.mark.skipif(not JIT_ENABLED, reason="nothing is compiled")
def test_what_cannot_be_compiled_is_told_in_five_lines_with_file_and_line(tmp_path: Path) -> None:
    for fault, told in (
        ('choice["sold"] = table["valeu"]', "Field 'valeu' was not found in record with fields ('players',"),
        ('choice["use_banner"] = "a" + 1', ">>> add("),
    ):
        (tmp_path / "faulty.py").write_text(COMPILED_BOT.format(mark="@decision", fault=fault))
        with pytest.raises(UsageError) as caught:
            find_game("arkadia").find_bot(str(tmp_path / "faulty.py"))
        lines = str(caught.value).splitlines()
        assert len(lines) <= 5 and max(map(len, lines)) < 500
        assert "cannot be imported: TypingError: " in lines[0] and told in str(caught.value)
        assert lines[-1] == f"  faulty.py, line 7: {fault}"
    (tmp_path / "unmarked.py").write_text(COMPILED_BOT.format(mark="", fault="pass"))
    with pytest.raises(UsageError, match="faulty: its banner can be asked neither as plain Python, for it takes sev"):
        find_game("arkadia").find_bot(str(tmp_path / "unmarked.py"))


def test_of_a_file_that_makes_a_bot_of_another_its_own_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wild.py").write_text(
        "from arkadia_sim.shipped.bots.arkadia.greedy import greedy\n"
        'wild = greedy.variant("wild", "Plays.", "a test", settings={"deny": 0.1})\n'
    )
    assert find_bot(str(tmp_path / "wild.py")).bot.name == "wild"
    assert find_bot(f"{tmp_path / 'wild.py'}:greedy").bot.name == "greedy"
    monkeypatch.chdir(tmp_path)
    assert find_bot("wild:deny=0.2").settings()["deny"] == 0.2
    with pytest.raises(UnknownName, match="unknown bot 'tame'"):
        find_bot("tame")


def test_a_program_is_run_only_where_that_is_meant(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from pathlib import Path\nfrom arkadia_sim.core.bot import Bot\n"
        "Path(__file__).with_suffix('.ran').touch()\n"
        'mine = Bot("mine", "Plays.", "a test", {})\n'
    )
    (tmp_path / "data.toml").write_text('[data]\nplayer = "mine.py:mine"\nplan = "Plays."\nsource = "a test"\n')
    for spec in (f"{tmp_path / 'mine.py'}:mine", f"{tmp_path / 'data.toml'}:data"):
        with pytest.raises(UsageError, match="has not been run"):
            find_bot(spec, run_files=False)
    assert not (tmp_path / "mine.ran").exists()
    assert find_bot(f"{tmp_path / 'mine.py'}:mine").bot.name == "mine"
    assert find_bot(f"{tmp_path / 'data.toml'}:data", run_files=False).bot.name == "data"
    assert find_bot("greedy", run_files=False).bot.name == "greedy"
