"""What a bot plays by: the same bot is the same everywhere, and another bot is never taken for it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arkadia_sim import sources
from arkadia_sim.accelerate import JIT_ENABLED, engine_hash
from arkadia_sim.core import bot_registry
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import UsageError
from tests.support.command import call
from tests.support.high_card import NAME as HIGH_CARD
from tests.support.paths import ROOT

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


@pytest.fixture
def bot_folder(tmp_path: Path) -> Path:
    (tmp_path / "lib").mkdir()
    (tmp_path / "my_bot.py").write_text(BOT.format(name="my_bot"))
    (tmp_path / "lib" / "helper.py").write_text(HELPER.format(constants="lib.constants"))
    return tmp_path


def test_a_bot_does_not_recompile_the_engine_or_its_neighbours() -> None:
    """The folder is named by the imports: casual imports novice, greedy does not."""
    greedy, casual = (sources.imported(find_bot(name).file)[0] for name in ("greedy", "casual"))
    assert "bots/arkadia/novice.py" in casual
    assert "bots/arkadia/novice.py" not in greedy
    assert not {*casual.values()} & {*sources.engine_sources("arkadia")}


def test_every_compiled_module_of_the_engine_is_hashed() -> None:
    """A file of the games that uses the compiler counts; so does every file that such files take compiled code from."""
    hashed = {file.name for file in sources.engine_sources("arkadia")}
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
    assert {"bitboard.py", "state.py", "limits.py", "rng.py", "accelerate.py", "play_loop.py"} <= hashed
    assert {"state.py", "options.py"} <= {file.name for file in sources.engine_sources("medina")}  # constants


def copy_package(folder: Path, installed: bool = False) -> Path:
    """A copy of the package, as in a checkout, or as an installed one that holds the bots itself."""
    package = folder / "arkadia_sim"
    bots, experiments = (package / "shipped" if installed else folder) / "bots", folder / "experiments"
    for source, copy in ((sources.PACKAGE, package), (sources.SHIPPED_BOTS, bots)):
        shutil.copytree(source, copy)
    experiments.mkdir()
    return package


MINE = """
from arkadia_sim.shipped.bots.arkadia.casual import casual
my_bot = casual.variant(name="my_bot", plan="Plays as casual.", source="a test", decisions={})
"""
HASHES = """
from arkadia_sim import accelerate
from arkadia_sim.core.registry import find_game
bots = find_game("arkadia").describe_bots(["my_bot.py", "casual", "random"])
print(accelerate.engine_hash("arkadia"), *(bot.hash for bot in bots))
"""


def asked(program: str, place: Path, package: Path = ROOT, *words: str, **more: str) -> str:
    """What a program prints that runs in a folder with the package that lies in another."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), *sys.path]), **more}
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_bot_has_one_hash_wherever_it_and_the_package_lie_and_hashes_of_a_game_know_no_other(tmp_path: Path) -> None:
    """In a checkout and in an installed package, also if it builds on a shipped bot, whose every file counts.

    A second game must not make a run of the first one impossible to resume, nor have its engine compiled again.
    """
    for place in ("here", "elsewhere"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "my_bot.py").write_text(MINE)

    def hashes(place: str, package: Path) -> list[str]:
        """What names the machine code of Arkadia, and the versions of three bots."""
        return asked(HASHES, tmp_path / place, package, NUMBA_DISABLE_JIT="1").split()

    def same(one: list[str], other: list[str]) -> list[bool]:
        return [old == new for old, new in zip(one, other, strict=True)]

    checkout, site = tmp_path / "z checkout", tmp_path / "a" / "site-packages"
    package, installed = copy_package(checkout), copy_package(site, installed=True)
    before = hashes("here", checkout)
    assert (before[0], before[3]) == (engine_hash("arkadia"), find_game("arkadia").describe_bots(["random"])[0].hash)
    assert hashes("elsewhere", site) == before
    with (installed / "shipped" / "bots" / "arkadia" / "_player.py").open("a") as file:
        file.write("# another player\n")
    (installed / "games" / "other").mkdir()
    (installed / "games" / "other" / "__init__.py").write_text("from arkadia_sim.accelerate import compiled\n")
    assert same(hashes("elsewhere", site), before) == [True, False, False, True]
    with (package / "games" / "arkadia" / "game.py").open("a") as file:
        file.write("# not compiled, but it may decide what is played\n")
    assert same(hashes("here", checkout), before) == [True, False, False, False]
    with (package / "games" / "arkadia" / "rules" / "turn.py").open("a") as file:
        file.write("# compiled\n")
    assert hashes("here", checkout)[0] != before[0]


def test_what_the_package_imports_only_when_asked_changes_no_hash(tmp_path: Path) -> None:
    """Otherwise a worker that has not been asked yet would seem to have other code."""
    script = (
        "import sys; from pathlib import Path; from arkadia_sim.sources import sources_of; "
        "import arkadia_sim.compiled.engine; [__import__(name) for name in sys.argv[2:]]; "
        "print(sources_of('arkadia', Path(sys.argv[1])))"
    )
    bot = tmp_path / "own.py"
    bot.write_text("from arkadia_sim.compiled.engine import Engine\n")
    later = ("arkadia_sim.compiled.table", "arkadia_sim.core.registry", "arkadia_sim.core.table")
    assert len({asked(f"import own; {script}", tmp_path, ROOT, str(bot), *words) for words in ((), later)}) == 1


CARDS = """
from arkadia_sim.core.bot import Bot
{names}
from habits import stop

def draw(asked):
    {draw}
    return sum(asked.known["hand"]) < stop()

cards = Bot("cards", "Draws until it has enough.", "a test", {{"draw": draw}}, game="high_card")
"""
HABITS = """
from pathlib import Path
{read}

def stop():
    return LIMIT
"""
NAMED = "from arkadia_sim.sources import data_file\nLIMIT = int(data_file(__file__, 'limit.txt').read_text())"


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a bot that plays Twenty-one by a number in a file, which a file beside it reads."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "cards.py").write_text(CARDS.format(names="", draw="pass"))
    (folder / "limit.txt").write_text("15")
    monkeypatch.chdir(folder)
    yield folder
    forget()


def forget() -> None:
    """Forget the files that were loaded: as in a program that is started now."""
    bot_registry._names.clear()
    ours = ("_arkadia_sim_bot_", "habits", "lib", "parts", "variant")
    for name in [name for name in sys.modules if name.startswith(ours)]:
        del sys.modules[name]
    sources._first.clear()


def play(games: int, code: int = 0) -> str:
    """Play more games of the run in the current folder."""
    forget()
    words = ("play", "cards", "bold", "--game", HIGH_CARD, "--games", str(games), "--workers", "1", "--out", "run")
    return str(call(*words, code=code).stderr)


def test_a_run_refuses_a_bot_that_reads_other_data_and_says_which(cards: Path) -> None:
    (cards / "habits.py").write_text(HABITS.format(read=NAMED))
    play(20)
    (cards / "limit.txt").write_text("16")
    assert "What differs: bots (changed since: limit.txt)" in play(60, code=2)
    (cards / "limit.txt").write_text("15")
    (cards / "habits.py").write_text(HABITS.format(read=NAMED) + "# edited\n")
    assert "What differs: bots (changed since: habits.py)" in play(60, code=2)
    (cards / "habits.py").write_text(HABITS.format(read=NAMED))
    moved = cards.rename(cards.parent / "a project that moved")
    os.chdir(moved)
    assert "20 of 60 games are there already" in play(60)


def sources_in(folder: Path, **files: str) -> dict[str, str]:
    """What a bot of Twenty-one counts that has these files beside it, in a program that is started now."""
    forget()
    for name, text in files.items():
        path = folder.joinpath(*name.split("__in__")[::-1]).with_suffix(".py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return find_game(HIGH_CARD).describe_bots(["cards"])[0].sources


def test_packages_modules_named_as_in_python_and_what_they_name_count(cards: Path) -> None:
    (cards / "cards.py").write_text(CARDS.format(names="import nturl2path, lib.deep", draw="pass"))
    told = sources_in(cards, habits=HABITS.format(read=NAMED), nturl2path="", __init____in__lib="", deep__in__lib="")
    sys.modules.pop("nturl2path")
    assert {"cards.py", "habits.py", "limit.txt", "nturl2path.py", "lib/__init__.py", "lib/deep.py"} <= told.keys()


WAYS = {
    "import_module": 'from importlib import import_module\nhabits = import_module("lib.habits")',
    "import_module in a package": "from lib.loader import habits",
    "__import__": 'habits = __import__("lib.habits").habits',
}
"""How a bot loads ``lib/habits.py`` without an import statement."""


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_code_counts_however_it_is_loaded(cards: Path, way: str) -> None:
    """Also for the second bot of a program, where the code is loaded already."""
    (cards / "lib").mkdir()
    (cards / "lib" / "__init__.py").touch()
    (cards / "lib" / "habits.py").write_text("LIMIT = 15\n")
    (cards / "lib" / "loader.py").write_text('import importlib\nhabits = importlib.import_module(".habits", "lib")')
    (cards / "habits.py").write_text(HABITS.format(read="LIMIT = 15"))
    forget()
    for name in ("cards", "again"):
        (cards / f"{name}.py").write_text(CARDS.format(names=way, draw="pass"))
        told = find_game(HIGH_CARD).describe_bots([f"{name}.py"])[0].sources
        assert "lib/habits.py" in told


def test_what_is_imported_only_in_functions_counts_however_many_steps_away(cards: Path) -> None:
    """Whether or not it has been loaded, and also outside the folder of the bot."""
    (cards / "habits.py").write_text("def stop():\n    from parts.first import limit\n    return limit()\n")
    parts = cards.parent / "elsewhere" / "parts"
    parts.mkdir(parents=True)
    (parts / "__init__.py").touch()
    (parts / "first.py").write_text("def limit():\n    from .second import wanted\n    return wanted()\n")
    (parts / "second.py").write_text("def wanted():\n    from . import third\n    return third.LIMIT\n")
    (parts / "third.py").write_text("LIMIT = 15\n")
    sys.path.append(str(parts.parent))
    try:
        before = sources_in(cards)
        assert sys.modules["habits"].stop() == 15
        after = find_game(HIGH_CARD).describe_bots(["cards"])[0].sources
    finally:
        sys.path.remove(str(parts.parent))
    assert len({name for name in before if "third" in name}) == 1
    assert after == before


OPENS = {
    "a path": 'LIMIT = int((Path(__file__).parent / "lib" / "data").read_text())',
    "a library": 'import numpy as np\nLIMIT = int(np.loadtxt("lib/data"))',
    "the toolkit": "from arkadia_sim.kernels import planning\nplanning.read_network('lib/data', (1,))\nLIMIT = 15",
    "everything caught": "try:\n    LIMIT = int(Path('lib/data').read_text())\nexcept BaseException:\n    LIMIT = 15",
    "a source executed": "exec('LIMIT = ' + Path('lib/data.py').read_text())",
}


@pytest.mark.parametrize("read", OPENS.values(), ids=OPENS)
def test_data_that_nobody_has_named_is_refused_however_it_is_read(cards: Path, read: str) -> None:
    (cards / "lib").mkdir()
    (cards / "lib" / "data").write_text("15")
    (cards / "lib" / "data.py").write_text("15")
    told = r'habits.py opens lib/data(.py)? without naming it, .* open data_file\(__file__, "lib/data'
    with pytest.raises(UsageError, match=told):
        sources_in(cards, habits=HABITS.format(read=read))


def test_a_bot_that_opens_a_file_while_it_plays_is_refused(cards: Path) -> None:
    """Unless it named the file; it may write what it likes, and catches nothing."""
    (cards / "habits.py").write_text(HABITS.format(read="LIMIT = 15"))
    names = "from pathlib import Path\nfrom arkadia_sim.sources import data_file"
    caught = "try: open('limit.txt')\n    except Exception: pass"
    for draw in ("open('limit.txt')", caught):
        (cards / "cards.py").write_text(CARDS.format(names=names, draw=draw))
        told = play(4, code=1)
        assert "cards in seat 1: draw: UsageError: cards.py opens limit.txt without naming it" in told
        shutil.rmtree("run")
    for draw in ("data_file(__file__, 'limit.txt').open()", "Path('notes.txt').open('a').write('a card')"):
        (cards / "cards.py").write_text(CARDS.format(names=names, draw=draw))
        play(4)
        shutil.rmtree("run")


READS = """
from tests.support.high_card import HighCard

class Reads(HighCard):
    def {asked}(self, *given):
        open("limit.txt").close()
        return super().{asked}(*given)

GAME = Reads()
"""


def test_a_game_reads_for_a_setting_what_it_likes_and_nothing_else(cards: Path) -> None:
    """What it reads for a setting is part of the plan."""
    words = ("play", "bold", "bold", "--game", "variant_reads:GAME", "--games", "4", "--workers", "1", "--out", "run")
    for asked, code in (("setting", 0), ("rule_options", 2)):
        (cards / "variant_reads.py").write_text(READS.format(asked=asked))
        forget()
        told = call(*words, code=code).stderr
        assert ("variant_reads.py opens limit.txt without naming it" in told) == bool(code)


def test_a_program_of_ones_own_reads_what_it_likes(cards: Path) -> None:
    (cards / "habits.py").write_text(HABITS.format(read="LIMIT = 15"))
    (cards / "script.py").write_text(
        "from arkadia_sim.core.registry import find_game\n"
        f"game = find_game({HIGH_CARD!r})\ngame.find_bot('cards')\nprint(open('limit.txt').read())\n"
    )
    assert asked("import script", cards) == "15\n"


@pytest.mark.parametrize("link", ["data", "lib"])
def test_data_behind_a_link_has_the_name_by_which_it_is_read(cards: Path, link: str) -> None:
    """So a copy without links is the same bot."""
    target = cards.parent / "elsewhere"
    (target / "lib").mkdir(parents=True)
    (target / "lib" / "data").write_text("15")
    habits = HABITS.format(read=NAMED.replace("limit.txt", "lib/data"))
    if link == "lib":
        (cards / "lib").symlink_to(target / "lib")
    else:
        (cards / "lib").mkdir()
        (cards / "lib" / "data").symlink_to(target / "lib" / "data")
    with_link = sources_in(cards, habits=habits)
    real = shutil.copytree(cards, cards.parent / "real")
    os.chdir(real)
    assert sources_in(real, habits=habits) == with_link
    assert "lib/data" in with_link


def test_the_code_of_an_installed_package_counts(cards: Path) -> None:
    site = cards.parent / "site-packages"
    (site / "adviser").mkdir(parents=True)
    (site / "adviser" / "__init__.py").write_text("LIMIT = 15\n")
    sys.path.append(str(site))
    try:
        assert "adviser/__init__.py" in sources_in(cards, habits=HABITS.format(read="import adviser\nLIMIT = 15"))
    finally:
        sys.path.remove(str(site))
        sys.modules.pop("adviser", None)


VARIANT = """
from tests.support.high_card import HighCard

class Variant(HighCard):
    most = 21

    def play_one(self, table):
        rows = super().play_one(table)
        return {**rows, "score": [min(score, self.most) for score in rows["score"]]}
"""


def test_the_file_that_configures_a_game_counts(cards: Path) -> None:
    (cards / "variant_rules.py").write_text(VARIANT)
    (cards / "variant.py").write_text("from variant_rules import Variant\nGAME = Variant()\nGAME.most = 20\n")
    forget()
    told = find_game("variant:GAME").describe_bots(["bold"])[0].sources
    assert {"variant.py", "variant_rules.py"} <= told.keys()


def test_two_edits_in_one_second_are_two_bots(cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python takes the bytecode of the first for that of the second if both files have one size."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    habits, written = cards / "habits.py", (cards / "cards.py").stat().st_mtime_ns
    for limit in (15, 19):
        habits.write_text(HABITS.format(read=f"LIMIT = {limit}"))
        os.utime(habits, ns=(written, written))
        sources_in(cards)
        assert limit == sys.modules["habits"].LIMIT


def test_two_bots_with_files_of_one_name_are_not_mixed(cards: Path) -> None:
    sources_in(cards, habits=HABITS.format(read="LIMIT = 15"))
    other = cards.parent / "other"
    other.mkdir()
    (other / "cards.py").write_text((cards / "cards.py").read_text())
    (other / "habits.py").write_text(HABITS.format(read="LIMIT = 3"))
    with pytest.raises(UsageError, match=r"imports .*other/habits.py, but .*project/habits.py has taken this name"):
        find_game(HIGH_CARD).describe_bots([str(other / "cards.py")])


COMPILED = """
from arkadia_sim.accelerate import compiled
from arkadia_sim.sources import data_file
from numba import types
NUMBER = int(data_file(__file__, "number.txt").read_text())

@compiled(types.int64())
def number():
    return NUMBER + LATER

LATER = int(data_file(__file__, "later.txt").read_text())
"""
LOADED = """
from arkadia_sim.sources import loading
with loading():
    import own
print(own.number())
"""


@pytest.mark.skipif(not JIT_ENABLED, reason="nothing is compiled")
def test_machine_code_moves_with_its_file_and_is_made_anew_for_other_data(tmp_path: Path) -> None:
    def number(folder: Path) -> tuple[int, int]:
        """What the compiled function says, and how often anything has been compiled so far."""
        cache = tmp_path / "cache"
        said = int(asked(LOADED, folder, folder, ARKADIA_SIM_CACHE=str(cache)))
        return said, len(list(cache.rglob("*.nbc")))

    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    for name, text in (("own.py", COMPILED), ("number.txt", "3"), ("later.txt", "40")):
        (here / name).write_text(text)
    assert number(here) == (43, 1)
    shutil.copytree(here, there)
    assert number(there) == (43, 1)
    (there / "later.txt").write_text("50")
    assert number(there) == (53, 2)


BOTH = """
import sys
from arkadia_sim.core.registry import find_game
game = find_game("arkadia")
for bot in sys.argv[1:]:
    game.find_bot(bot)
print(len({game.describe_bots([bot])[0].hash for bot in sys.argv[1:]}))
"""


@pytest.mark.skipif(not JIT_ENABLED, reason="nothing is compiled")
def test_a_bot_is_compiled_again_if_what_it_imports_is_edited_and_a_copy_is_not(bot_folder: Path) -> None:
    """Constants two imports away are frozen into machine code."""
    constants = bot_folder / "lib" / "constants.py"
    constants.write_text("WANTED = 1\n")
    (bot_folder / "copies").mkdir()
    shutil.copy(bot_folder / "my_bot.py", bot_folder / "copies" / "my_bot.py")

    def compiled(*bots: str) -> int:
        """How often a bot has been compiled so far, once these have been looked for."""
        assert asked(BOTH, bot_folder, bot_folder, *bots, ARKADIA_SIM_CACHE=str(bot_folder / "cache")) == "1\n"
        return len(list(bot_folder.rglob("bots-my_bot-*/*.nbc")))

    assert compiled("my_bot.py", "copies/my_bot.py") == 1
    constants.write_text("WANTED = 0\n")
    assert compiled("my_bot.py") == 2


@pytest.mark.skipif(not JIT_ENABLED, reason="nothing is compiled")
def test_a_second_checkout_compiles_nothing_again(tmp_path: Path) -> None:
    find_game("castle").warm_up(["random"])
    copy_package(tmp_path)
    asked("from arkadia_sim.core.registry import find_game\nassert find_game('castle').is_compiled(['random'])",
          tmp_path, tmp_path)  # fmt: skip
