"""Whatever is written in a file or on the command line: a message and exit code 2, no traceback, nothing written."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from arkadia_sim import shipped
from arkadia_sim.cli.options import only_bots, settings_of
from arkadia_sim.errors import LINE_MOST, UsageError, message_text
from arkadia_sim.experiments.files import StudyFile, experiment_request, find_experiment
from arkadia_sim.plan.designs import GAMES_MOST, named_bots, rotation_section
from tests.support import command, odd_game, toy_game
from tests.support.odd_input import broken, odd_word
from tests.support.runs import ONE_COMPANY, PAIRED

HEAD = 'name = "x"\ntitle = "X"\nquestion = "X?"\nseed = 3\ndeals = 20\nplayers = [2, 3]\n'
GAME_LINE = f'game = "{toy_game.NAME}"\n'
LADDER = 'design = "ladder"\nbots = ["plain", "lucky"]\n'
STUDY = 'name = "x"\ntitle = "X"\nquestion = "X?"\ndesign = "study"\nparts = ["one", "two"]\n'
EXTENDS = 'extends = "one.toml"\nname = "y"\nonly = ["luck"]\n[[changes]]\nname = "luck"\nwith = "lucky:extra=4"\n'
BOT_FILE = (
    '[careful]\nplayer = "calm"\nplan = "Says one."\nsource = "a test"\nparameters = { temperature = 1.0 }\n'
    "[careful.by_players.2]\n[[careful.provenance]]\nagainst = ['calm']\nplayers = [2]\nseed = 1\n"
)


def _with_head(text: str) -> str:
    first = text.index("[[") if "[[" in text else len(text)
    return HEAD + GAME_LINE + text[:first] + text[first:]


TEXTS = [*map(_with_head, (PAIRED, ONE_COMPANY, LADDER)), STUDY, EXTENDS]


@pytest.fixture(autouse=True)
def _one_experiment(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(_with_head(PAIRED))


call = partial(command.call, code=2)
FAR = "9" * 5000
LONG, LONGER = "n" * 300, "n" * 5000
ODD = ("--game", odd_game.NAME, "--workers", "1")


@pytest.mark.parametrize(
    "words",
    [
        ("play", "calm", "calm", "--games", "1e12", *ODD),
        ("play", "calm", "calm", "--games", FAR, *ODD),
        ("play", "calm", "calm", "--seed", "9" * 400, *ODD),
        ("play", "calm", "calm", "--out", LONG, *ODD),
        ("play", "calm", "calm", "--record", LONG, *ODD),
        ("play", "calm", f"{LONGER}.py", *ODD),
        ("play", "calm", "x\0.toml", *ODD),
        ("play", "calm", "calm", "--out", "a\0b", *ODD),
        ("play", "random", "random", "--components", f"board={LONGER}"),
        ("run", f"{LONG}.toml"),
        ("run", "one.toml", "--out", LONG, "--workers", "1"),
        ("run", "one.toml", "--deals", "1" + "0" * 12),
        ("report", LONG),
        ("report", ".", "--document", LONGER),
        ("check", LONG, *ODD[:2]),
        ("watch", f"{LONGER}.jsonl", *ODD[:2]),
        ("replay", "r.jsonl", "--out", f"{LONGER}/x.svg", *ODD[:2]),
        ("judge", "calm", "--teacher", "calm", "--save", f"{LONGER}/x.npz", *ODD[:2]),
        ("exploit", "calm", "--estimates", f"{LONGER}/x.csv", *ODD[:2]),
        ("tune", "calm", "--among", "calm", "--save", f"{LONGER}/x.toml", *ODD[:2]),
        ("ladder", "calm", "rarely", "--players", FAR, *ODD),
        ("compare", "calm", "rarely", "--tolerance", FAR, *ODD),
        ("play", f"calm:often={FAR}", "calm", *ODD),
        ("play", "calm", "calm", "--rules", f"x={FAR}", *ODD),
        ("play", "calm", "calm", f"--{FAR}", *ODD),
        ("new-bot", LONGER),
        ("bots", LONGER, *ODD[:2]),
        ("bots", "--game", "a\0b:c"),
    ],
)
def test_odd_words_on_the_command_line_are_refused(words: tuple[str, ...]) -> None:
    message = call(*words).stderr
    assert max(map(len, message.splitlines())) <= LINE_MOST + 40
    assert all(word not in re.sub(r"[\s│]", "", message) for word in words if len(word) > 1000)
    assert [path.name for path in Path().iterdir()] == ["one.toml"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "calm", "calm", "--games", "many"), "'--games': 'many' is not allowed (should be a valid integer"),
        (("play", "calm", "calm", "--games", "0"), "'0' is not allowed (should be greater than or equal to 1)"),
        (("play", "calm", "calm", "--trace", "x"), "'x' is not allowed (should be a valid number"),
        (("bots", "nosuch", "--constraints"), "one at a time"),
        (("bots", "--sees", "--constraints"), "one at a time"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_plain_words(words: tuple[str, ...], told: str) -> None:
    text = re.sub(r"[\s│]+", " ", call(*words, *ODD[:2]).stderr)
    assert told in text and "Input should" not in text and "Value error" not in text
    assert [path.name for path in Path().iterdir()] == ["one.toml"]


def test_what_is_no_file_of_that_kind_is_not_read(tmp_path: Path) -> None:
    zero = Path("/dev/zero")
    if not zero.exists():
        pytest.skip("this system has no device that never ends")
    for words in (["check"], ["replay", "-o", str(tmp_path / "x.svg")]):
        assert "/dev/zero is a device, not a file" in call(*words, str(zero)).stderr


def test_work_begins_at_once_however_many_games_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def begun(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(odd_game.OddGame, "play", begun)
    begin = process_time()
    call("play", "calm", "calm", "--games", f"{GAMES_MOST}", "--out", "here", *ODD, code=130)
    assert process_time() - begin < 5


def _experiments(random: Random) -> None:
    """A broken experiment file, read and made into the plans of its runs."""
    Path("x.toml").write_bytes(broken(random.choice(TEXTS), random))
    found = find_experiment("x.toml", shipped.folder("experiments"))
    for file in found.parts if isinstance(found, StudyFile) else (found,):
        if file.experiment.game == toy_game.NAME:
            experiment_request(file.with_bots_found(), toy_game.GAME)


def _bots(random: Random) -> None:
    """A broken file of bots, and bots and options with odd names."""
    Path("x.toml").write_bytes(broken(BOT_FILE, random))
    words = [odd_word(random) for _ in range(2)] if random.random() < 0.5 else ["calm", "x.toml:careful"]
    rules = [odd_word(random)] if random.random() < 0.2 else []
    seated = only_bots(words)
    game = odd_game.GAME
    names, lineup = named_bots(game, seated)
    game.describe_bots(names)
    setting = game.setting(2, settings_of("--rules", rules), {})
    rotation_section(setting, lineup, random.choice((1, 10**9, 10**12, 10**30)), False)


def _fuzzed(cases: int, seed: int) -> Iterator[str]:
    """What was told of the cases that were refused; anything but a UsageError passes through."""
    random = Random(seed)
    for _ in range(cases):
        try:
            random.choice((_experiments, _bots))(random)
        except UsageError as error:
            yield message_text(error)


@pytest.mark.parametrize(("cases", "seed"), [(300, 1), pytest.param(20_000, 2, marks=pytest.mark.slow)])
def test_broken_files_and_words_are_refused_in_words(cases: int, seed: int) -> None:
    before = sorted(Path().rglob("*"))
    told = list(_fuzzed(cases, seed))
    assert cases / 2 < len(told) < cases  # some are only odd
    for text in told:
        assert max(map(len, text.split("\n"))) <= LINE_MOST + 40
        assert all(sign.isprintable() or sign == "\n" for sign in text)
    assert sorted({*Path().rglob("*")} - set(before)) in ([], [Path("x.toml")])


def test_a_closed_output_is_told() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import sys; sys.stdout = None; from arkadia_sim.cli.app import main; main()"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 1
    assert told.stderr.startswith("arkadia-sim: standard output is closed") and "Traceback" not in told.stderr


def test_ctrl_c_while_the_program_loads_is_told_in_a_line() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import sys; sys.modules['typer'] = Early = type(sys)('typer')\n"
         "def stopped(name): raise KeyboardInterrupt\nEarly.__getattr__ = stopped\n"
         "from arkadia_sim.__main__ import main; main()"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (told.returncode, told.stderr) == (130, "arkadia-sim: interrupted\n")
