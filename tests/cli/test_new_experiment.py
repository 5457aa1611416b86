"""``arkadia-sim new-experiment``: an experiment from options; and what the Tab key offers."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arkadia_sim import __version__, shipped
from arkadia_sim.cli.completion import complete_bots, complete_experiments
from arkadia_sim.experiments.files import ExperimentFile, find_experiment
from tests.support.command import call
from tests.support.processes import PATIENCE
from tests.support.toy_game import NAME

TOY = ("--game", NAME)


@pytest.mark.parametrize(
    ("words", "design", "bots"),
    [
        (("--bots", "lucky,plain"), "paired", ["lucky", "plain"]),
        (("--bots", "lucky,plain", "--among", "baker", "--deals", "30"), "paired", ["lucky", "plain", "baker"]),
        (("--kind", "ladder", "--bots", "lucky,plain,baker"), "ladder", ["lucky", "plain", "baker"]),
        (("--bots", "plain", "--players", "2"), "seats", ["plain"]),
    ],
)
def test_an_experiment_is_written_that_can_be_run(words: tuple[str, ...], design: str, bots: list[str]) -> None:
    told = call("new-experiment", "mine", *words, *TOY).stdout
    assert "arkadia-sim plan mine.toml" in told
    file = find_experiment("mine.toml", shipped.folder("experiments"))
    assert isinstance(file, ExperimentFile)
    document = file.experiment.document()
    assert (document["name"], document["design"], document["game"]) == ("mine", design, NAME)
    assert all(bot in Path("mine.toml").read_text() for bot in bots)
    assert document["deals"] == (30 if "--deals" in words else {"paired": 2000, "ladder": 500, "seats": 10000}[design])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("mine", "--bots", "lucki,plain"), "unknown bot 'lucki'; did you mean 'lucky'?"),
        (
            ("mine", "--kind", "seats", "--bots", "lucky,plain"),
            "--bots: 'lucky, plain' is not allowed (allowed: one bot)",
        ),
        (("my-own", "--bots", "plain"), "name: 'my-own' is not allowed"),
        (("there", "--bots", "plain"), "there.toml exists already"),
        (("mine", "--bots", "plain", "--players", "9"), "9"),
    ],
)
def test_what_will_not_do_is_refused_and_nothing_is_written(words: tuple[str, ...], told: str) -> None:
    Path("there.toml").write_text("mine")
    assert told in call("new-experiment", *words, *TOY, code=2).stderr
    assert [str(path) for path in Path().iterdir()] == ["there.toml"]


def test_tab_offers_bots_experiments_and_files() -> None:
    Path("careless.py").write_text("")
    context: Any = SimpleNamespace(params={"game": "arkadia"})
    assert complete_bots(context, "ca") == ["careful", "castle_manipulation", "casual", "careless.py"]
    assert complete_bots(SimpleNamespace(params={"game": "nowhere"}), "ca") == ["careless.py"]  # type: ignore[arg-type]
    assert complete_experiments("tent") == ["tent_camps"]


def test_the_package_runs_as_a_module() -> None:
    words = [sys.executable, "-m", "arkadia_sim", "--version"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
    assert shown == f"arkadia-sim {__version__}\n"
