"""``learn`` on the command line: a bot taught, shown, saved and played, and what is told when that cannot be."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import api
from arkadia_sim.results.files import document_text, with_checksum
from arkadia_sim.search.learn import LearnFile
from tests.support.command import call
from tests.support.learning import few_deals
from tests.support.stalls import GAME, NAME

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


def test_that_nothing_learned_plays_better_is_told(taught: tuple[Path, Any], tmp_path: Path) -> None:
    place, told = taught
    assert "plays as before" not in told.stdout
    shutil.copytree(place / "here", tmp_path / "here")
    file = tmp_path / "here" / "learn.json"
    text = re.sub(r'"kept": ?"[a-z]+"', '"kept": "before"', file.read_text())
    file.write_text(document_text(with_checksum(LearnFile.model_validate_json(text))))
    assert (
        call(*TEACH, "--out", "here", "--save", "expert.toml")
        .stdout.rstrip()
        .endswith("saved as expert.toml; nothing that was learned plays better, so the bot plays as before")
    )


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


def changed(**options: str) -> list[str]:
    """The command with other values of its options; those whose value is empty left out."""
    words = list(TEACH)
    for name, value in options.items():
        place = words.index(f"--{name}")
        words[place : place + 2] = [f"--{name}", value] if value else []
    return words


def test_a_learning_without_a_folder_gets_one_of_its_own_and_all_table_sizes() -> None:
    words = changed(players="", deals="5")
    document = json.loads(call(*words, "--json").stdout)
    assert re.fullmatch(r"results/learn-learner-seed4-[0-9a-f]{8}", document["folder"])
    assert document["players"] == [2, 3]  # who is alone at the table meets nobody
    assert json.loads(call(*words, "--json").stdout) == document


def test_failed_games_are_told() -> None:
    told = call(*changed(among="clumsy", players="2", deals="5"), "--out", "here")
    assert re.search(r"[\d,]+ of [\d,]+ games failed; they count by their games won\n", told.stdout)
    learned = api.learn(
        "learner", ["sage"], ["clumsy"], players=[2], rounds=1, deals=5, seed=4, workers=1, out="here", game=NAME
    )
    assert learned.file.failed > 0
    assert learned.save("other.toml") == Path("other.toml")
    assert GAME.find_bot("other.toml").bot.name == "other"
