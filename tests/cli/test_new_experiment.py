"""``arkadia-sim new-experiment``: an experiment from options; and what the Tab key offers."""

import json
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arkadia_sim import shipped
from arkadia_sim.cli.completion import complete_bots, complete_experiments
from arkadia_sim.experiments.files import ExperimentFile, find_experiment
from tests.support.command import call
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


def test_tab_offers_bots_experiments_and_files() -> None:
    Path("careless.py").write_text("")
    context: Any = SimpleNamespace(params={"game": "arkadia"})
    assert complete_bots(context, "ca") == ["careful", "castle_manipulation", "casual", "careless.py"]
    assert complete_bots(SimpleNamespace(params={"game": "nowhere"}), "ca") == ["careless.py"]  # type: ignore[arg-type]
    assert complete_experiments("tent") == ["tent_camps"]


def test_the_experiment_that_a_ladder_leaves_plays_the_same() -> None:
    words = ("ladder", "plain", "lucky", "lucky:extra=2", *TOY, "--workers", "1", "--players", "2", "--deals", "30")
    call(*words, "--slow", "plain=10", "--group", "two=lucky,lucky:extra=2", "--out", "here")
    call("run", "here/experiment.toml", "--out", "again", "--workers", "1")
    prints = [json.loads(Path(one, "manifest.json").read_text())["fingerprint"] for one in ("here", "again")]
    assert prints[0] == prints[1]
    text = Path("here/experiment.toml").read_text()
    written = tomllib.loads(text)
    assert (written["slow"], written["groups"]) == ({"plain": 10}, {"two": ["lucky", "lucky:extra=2"]})
