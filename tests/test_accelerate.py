"""Where machine code is kept: never stale, never somebody else's, told of when it has to be made."""

import ast
import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from numba import types

from arkadia_sim import accelerate, compiler, shipped
from arkadia_sim.core.registry import find_bot
from arkadia_sim.errors import UsageError
from tests.support.processes import wait_until

accelerate_only = pytest.mark.skipif(not accelerate.JIT_ENABLED, reason="nothing is compiled")

BOT = """
from arkadia_sim.games.arkadia.bots_api.kit import Bot, decision
from lib.helper import wanted

@decision
def banner(table, holdings, hand, mind, choice):
    choice["use_banner"] = wanted()

{name} = Bot("{name}", "Uses banners as told.", "a test", {{"banner": banner}})
"""
HELPER = """
from arkadia_sim.accelerate import inlined
from {constants} import WANTED

@inlined
def wanted():
    return WANTED
"""
ASK = """
import sys
import numpy as np
from arkadia_sim import play
result = play([sys.argv[1], "random"], games=4, seed=1, workers=1, out=sys.argv[2])
print(int(result.rows().filter(bot=sys.argv[1]).collect()["banners_used"].sum()))
"""


def banners_used(folder: Path, out: str) -> int:
    """How many banners the bot in a folder uses, asked in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, "my_bot.py:my_bot", out], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.fixture
def bot_folder(tmp_path: Path) -> Path:
    (tmp_path / "lib").mkdir()
    (tmp_path / "my_bot.py").write_text(BOT.format(name="my_bot"))
    (tmp_path / "lib" / "helper.py").write_text(HELPER.format(constants="lib.constants"))
    return tmp_path


def test_an_edit_of_what_a_bot_imports_or_reads_is_noticed(bot_folder: Path) -> None:
    """Data and constants two imports away are frozen into machine code: editing them makes another bot, another run."""
    (bot_folder / "lib" / "wanted.txt").write_text("1")
    (bot_folder / "lib" / "constants.py").write_text(
        "from arkadia_sim.games.arkadia.bots_api.kit import data_file\n"
        'WANTED = int(data_file(__file__, "wanted.txt").read_text())\n'
    )
    assert banners_used(bot_folder, "first") > 0
    (bot_folder / "lib" / "wanted.txt").write_text("0")
    assert banners_used(bot_folder, "second") == 0
    (bot_folder / "lib" / "constants.py").write_text("WANTED = 1\n")
    assert banners_used(bot_folder, "third") > 0
    again = subprocess.run(
        [sys.executable, "-c", ASK, "my_bot.py:my_bot", "second"], cwd=bot_folder, capture_output=True, text=True
    )
    assert "holds another run" in again.stderr


def test_a_bot_does_not_recompile_the_engine_or_its_neighbours() -> None:
    """The folder is named by the imports: casual imports the base player, greedy does not."""
    greedy, casual = (accelerate.imported_sources(find_bot(name).file) for name in ("greedy", "casual"))
    assert "_player.py" in {file.name for file in casual}
    assert "casual.py" not in {file.name for file in greedy}
    assert not set(casual) & set(accelerate.engine_sources("arkadia"))


def test_every_compiled_module_of_the_engine_is_hashed() -> None:
    """A file of the games that uses the compiler counts; so does every file that such files take compiled code from."""
    hashed = {file.name for file in accelerate.engine_sources("arkadia")}
    assert {
        "turn.py",
        "moves.py",
        "castle.py",
        "play.py",
        "setup.py",
        "metrics.py",
        "uniform.py",
        "outlook.py",
    } <= hashed
    assert {"bitboard.py", "state.py", "defaults.py", "rng.py", "accelerate.py", "play_loop.py"} <= hashed
    assert {"state.py", "options.py"} <= {file.name for file in accelerate.engine_sources("medina")}  # constants


def test_prune_removes_old_folders_of_ours_and_nothing_else(tmp_path: Path) -> None:
    def folder(name: str, days: float, used: bool = True) -> Path:
        made = tmp_path / name
        made.mkdir()
        if used:
            (made / "used").touch()
            os.utime(made / "used", (time.time() - 86400 * days,) * 2)
        return made

    old, kept = folder("engine-go-0123456789abcdef", 40), folder("engine-go-fedcba9876543210", 40)
    older = folder("engine-0123456789abcdef", 40)
    young, foreign = folder("bots-greedy-0123456789abcdef", 3), folder("my-precious-data", 400)
    unmarked = folder("bots-mine-0123456789abcdef", 0, used=False)
    assert accelerate.prune(tmp_path, keep=kept) == [older, old]
    assert not old.exists() and not older.exists()
    assert all(path.exists() for path in (kept, young, foreign, unmarked))


def test_a_cache_that_cannot_be_written_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path / "file"))
    with pytest.raises(UsageError, match="set ARKADIA_SIM_CACHE"):
        accelerate._open_folder(accelerate.cache_root() / "engine-0123456789abcdef")


@accelerate_only
def test_who_asks_is_told_what_is_compiled_and_not_what_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old folders are deleted on the first occasion that a game is compiled."""
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path))
    told: list[tuple[str, int, int, int]] = []
    pruned: list[Path] = []
    monkeypatch.setattr(accelerate, "_compiling", None)
    monkeypatch.setattr(accelerate, "prune", lambda root, keep: pruned.append(root))
    accelerate.tell_of_compiling(lambda *what: told.append(what))

    def parts() -> list[Any]:
        signature = types.int64(types.int64)
        one = accelerate.compiled(signature)(lambda number: number + 1)
        other = accelerate.compiled(signature)(lambda number: number + 2)
        return [one, other]

    accelerate.make(parts()[:1])
    name = Path(__file__).stem
    assert told == [(name, 1, 1, 0), ("", 1, 1, 0)] and not pruned
    told.clear()
    monkeypatch.setattr(accelerate, "_is_engine", lambda file: True)
    accelerate.make(parts()[:1])
    assert pruned == [tmp_path]
    told.clear()
    accelerate.make(parts())
    assert told == [("the game", 1, 1, 0), ("", 1, 1, 0)], "one of the two is kept"
    told.clear()
    accelerate.make(parts())
    assert not told
    assert accelerate.compiled(types.int64())(lambda: 3)() == 3
    assert told == [("the game", 0, 0, 0), ("", 0, 0, 0)], "nobody knows how many"


HOLD = """
import fcntl, sys
file = open(sys.argv[1], "wb")
fcntl.lockf(file, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_process_compiles(part: Any) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock of an entry point, as if it compiled it."""
    words = [sys.executable, "-c", HOLD, f"{part._cache._cache_file._index_path}.lock"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        yield process
        process.kill()


def entry_points(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Two small ones with an empty cache."""
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(folder))
    signature = types.int64(types.int64)
    return [
        accelerate.compiled(signature)(lambda number: number),
        accelerate.compiled(signature)(lambda number: -number),
    ]


@accelerate_only
def test_who_finds_another_process_compiling_does_the_rest_and_waits_until_that_one_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process leaves no lock behind."""
    first, second = entry_points(tmp_path, monkeypatch)
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(accelerate, "_compiling", None)
    with another_process_compiles(first) as other:

        def tell(what: str, number: int, total: int, waited: int) -> None:
            told.append((what, waited))
            if waited:
                assert second.overloads and not first.overloads
                other.kill()

        accelerate.tell_of_compiling(tell)
        accelerate.make([first, second])
    name = Path(__file__).stem
    assert told == [(name, 0), (name, 1), ("", 0), (name, 0), ("", 0)]
    assert first(3) == 3


@accelerate_only
def test_nobody_waits_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process may be stopped, and a file system may know no locks."""
    first, second = entry_points(tmp_path, monkeypatch)
    monkeypatch.setattr(compiler, "WAITS_SECONDS", 0.1)
    with another_process_compiles(first):
        assert first(3) == 3
    monkeypatch.setattr(compiler, "WAITS_SECONDS", 1e9)
    monkeypatch.setattr(fcntl, "lockf", lambda *_: os.open(tmp_path / "nothing" / "there", os.O_RDONLY))
    assert second(3) == -3


@accelerate_only
def test_who_finds_it_in_the_cache_waits_for_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accelerate.make(entry_points(tmp_path, monkeypatch))
    again, _ = entry_points(tmp_path, monkeypatch)
    monkeypatch.setattr(compiler, "WAITS_SECONDS", 1e9)
    with another_process_compiles(again):
        assert again(3) == 3


@accelerate_only
def test_what_a_factory_makes_for_two_files_lies_in_files_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes that add to one file at once would lose what one of them adds, or mix it up."""
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path))

    def part_of(home: str, part: str) -> Any:
        @accelerate.compiled(types.int64(), home=home, part=part)
        def made() -> int:
            return 3

        return made

    parts = [part_of(__file__, part) for part in ("one", "two")]
    accelerate.make(parts)
    assert len(list(tmp_path.rglob("*.nbi"))) == 2


def test_a_second_process_ends_with_what_it_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    note = tmp_path / "note"
    program = "import sys, time; open(sys.argv[1], 'w').close(); time.sleep(3600)"
    with accelerate.second_process(program, str(note)):
        assert wait_until(note.exists)


HASHES = """
from arkadia_sim import accelerate
from arkadia_sim.core.registry import find_bot
print(accelerate.engine_hash("arkadia"), accelerate.sources_hash(find_bot("random").file, "arkadia"))
"""


def hashes(folder: Path) -> tuple[str, str]:
    """What names the machine code of Arkadia, and the version of its bot ``random``, in a copy of the package."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", HASHES], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    engine, sources = done.stdout.split()
    return engine, sources


def test_hashes_of_a_game_know_no_other_game(tmp_path: Path) -> None:
    """A second game must not make a run of the first one impossible to resume, nor have its engine compiled again."""
    package = tmp_path / "arkadia_sim"
    for source, copy in ((Path(accelerate.__file__).parent, package), (shipped.folder("bots"), tmp_path / "bots")):
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    engine, sources = hashes(tmp_path)

    (package / "games" / "other").mkdir()
    (package / "games" / "other" / "__init__.py").write_text("from arkadia_sim.accelerate import compiled\n")
    assert hashes(tmp_path) == (engine, sources)

    with (package / "games" / "arkadia" / "game.py").open("a") as file:
        file.write("# not compiled, but it may decide what is played\n")
    edited_engine, edited_sources = hashes(tmp_path)
    assert edited_engine == engine and edited_sources != sources

    with (package / "games" / "arkadia" / "rules" / "turn.py").open("a") as file:
        file.write("# compiled\n")
    assert hashes(tmp_path)[0] != engine


def test_what_the_package_imports_only_when_asked_changes_no_hash(tmp_path: Path) -> None:
    """Otherwise a worker that has not been asked yet would seem to have other code."""
    script = (
        "import sys; from pathlib import Path; from arkadia_sim import accelerate; import arkadia_sim.core.engine; "
        "asked = sys.argv[2:]; [__import__(name) for name in asked]; "
        "print(accelerate.sources_hash(Path(sys.argv[1]), 'arkadia'))"
    )
    bot = tmp_path / "own.py"
    bot.write_text("from arkadia_sim.core.engine import Engine\n")
    later = ("arkadia_sim.core.compiled_table", "arkadia_sim.core.registry", "arkadia_sim.core.table")
    hashes = {
        subprocess.run(
            [sys.executable, "-c", f"import own; {script}", str(bot), *asked],
            env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for asked in ((), later)
    }
    assert len(hashes) == 1


@pytest.mark.parametrize("seen", [accelerate.imported_sources, lambda file: accelerate.sources_hash(file, "arkadia")])
def test_data_that_a_bot_plays_by_counts_among_its_sources(tmp_path: Path, seen: Callable[[Path], object]) -> None:
    bot = tmp_path / "my_bot.py"
    bot.write_text("")
    (tmp_path / "weights.toml").write_text("reach = 1\n")
    before = seen(bot)
    accelerate.sources_hash.cache_clear()
    assert accelerate.data_file(bot, "weights.toml") == tmp_path / "weights.toml"
    assert seen(bot) != before


@pytest.mark.parametrize("file", sorted((shipped.folder("bots") / "arkadia").glob("*.py")), ids=lambda file: file.stem)
def test_bots_import_only_what_their_game_offers_to_bots(file: Path) -> None:
    allowed = {
        "collections.abc",
        "functools",
        "heapq",
        "math",
        "numpy",
        "numpy.typing",
        "importlib",  # for what is told to those who look on, and must not count among a bot's sources
        "tomllib",  # to read the data file that lies beside a bot
        "typing",
        "arkadia_sim.core.bot",
        "arkadia_sim.games.arkadia.bots_api.cues",
        "arkadia_sim.games.arkadia.bots_api.kit",
        "arkadia_sim.games.arkadia.bots_api.plain",
    }
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= allowed
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            assert node.module in allowed
