"""``learn`` on the command line: a bot taught, shown, saved and played, and what is told when that cannot be."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim import api
from arkadia_sim.kernels.planning import read_network
from tests.support.command import call
from tests.support.learning import few_deals
from tests.support.stalls import NAME

TEACH = (
    "learn", "learner", "--teacher", "sage", "--among", "apples", "--players", "2,3", "--rounds", "1",
    "--deals", "50", "--seed", "4", "--workers", "1", "--game", NAME,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    few_deals(monkeypatch)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Any]]:
    """A folder with a learning and the bot that came out of it, and what was printed."""
    with pytest.MonkeyPatch.context() as patch:
        few_deals(patch)
        place = tmp_path_factory.mktemp("taught")
        patch.chdir(place)
        yield place, call(*TEACH, "--out", "here", "--save", "expert.toml")


def test_a_learning_is_told_stage_by_stage(taught: tuple[Path, Any]) -> None:
    _, told = taught
    assert re.search(r"learner, seed 4: [\d,]+ games", told.stdout)
    for players in (2, 3):
        assert re.search(rf"{players} │ +1 │ apples +│ +[\d.]+ │ +[\d.]+ │ the ", told.stdout)
    assert "the learning is in here; the learned bot is saved as expert.toml" in told.stdout
    first, *rest = told.stderr.splitlines()
    assert first.startswith("will play: 100 games with lessons")
    assert sum(": kept the " in line for line in rest) == 2


def test_the_same_again_teaches_nothing_and_prints_json(
    taught: tuple[Path, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, _ = taught
    monkeypatch.chdir(place)
    told = call(*TEACH, "--out", "here", "--json")
    document = json.loads(told.stdout)
    assert told.stderr == ""
    assert document == {**json.loads((place / "here" / "learn.json").read_text()), "folder": "here"}
    assert document["status"] == "complete"
    assert [(stage["players"], stage["round"]) for stage in document["stages"]] == [(2, 1), (3, 1)]


def test_the_saved_bot_plays_by_the_weights_of_its_table(
    taught: tuple[Path, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, _ = taught
    monkeypatch.chdir(place)
    stages = json.loads(Path("here/learn.json").read_text())["stages"]
    for stage in stages:
        weights = ",".join(f"{name}={value!r}" for name, value in stage["weights"].items())
        rows = []
        for bot in ("expert.toml", f"learner:{weights}"):
            words = [bot, *["apples"] * (stage["players"] - 1)]
            result = api.play(words, games=30, seed=2, workers=1, game=NAME, out=place / f"{len(words)}-{len(bot)}")
            rows.append(result.rows().select("game", "seat", "lead").sort("game", "seat").collect())
        assert rows[0].equals(rows[1])
    shown = call("bots", "expert.toml", "--game", NAME).stdout
    assert "2 players" in shown and "3 players" in shown
    assert "arkadia-sim learn learner --teacher sage --among apples --players 2,3" in shown


WORDS = ("judge", "learner", "--teacher", "sage", "--players", "2,3", "--games", "4000", "--workers", "1")


def test_a_judge_says_how_much_it_explains() -> None:
    told = call(*WORDS, "--save", "judge.npz", "--game", NAME).stdout
    for players in (2, 3):
        found = re.search(rf"│ +{players} │ +4,000 │ +([\d.]+) │", told)
        assert found is not None
        assert float(found[1]) > 0.9
    assert told.endswith("saved as judge.npz\n")


def test_what_is_saved_judges_as_it_was_learned() -> None:
    learned = api.judge("learner", ["sage"], players=[2, 3], save="judge.npz", games=4_000, workers=1, game=NAME)
    network = read_network(Path("judge.npz"), (2, 3))
    for size, own in enumerate(learned):
        assert (network.hidden[size] == own.hidden).all() and (network.out[size] == own.out).all()
    # the same with more workers: games are taken in their order
    better, worse = (np.maximum(np.array([lead, 0.0, 1.0]) @ network.hidden[0], 0.0) for lead in (2.0, -2.0))
    assert better @ network.out[0][:-1] > worse @ network.out[0][:-1] + 2.0
    again = api.judge("learner", ["sage"], players=[3], save="again.npz", games=4_000, workers=2, game=NAME)
    assert (again[0].hidden == learned[1].hidden).all()
