"""Every kind of question: files that say the same again, one table of estimates, figures and a page of its own."""

import tomllib
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib import pyplot

from arkadia_sim import api
from arkadia_sim.experiments.files import as_toml, checked
from arkadia_sim.questions.estimates import KEYS
from arkadia_sim.questions.registry import KINDS, analyse
from arkadia_sim.questions.results import Results
from arkadia_sim.report.document import build
from arkadia_sim.runner.progress import Silent
from tests.support import stairs, toy_game

LUCK: dict[str, Any] = {
    "name": "luck", "claim": "H1", "title": "Be lucky", "phrase": "being lucky", "behaviour": "gold",
    "behaviour_label": "gold in a game", "without": "plain", "with": "lucky:extra=2",
}  # fmt: skip
HEAT: dict[str, Any] = {
    "name": "heat", "title": "Heat the oven", "phrase": "heating the oven", "player": "baker", "parameter": "heat",
    "values": [2, 4, 7], "reference": 4,
}  # fmt: skip
PLAIN = {"name": "weak", "title": "among beginners", "bot": "plain"}
STEPS = [{"name": "flat", "rules": {"step": 0}}, {"name": "steep", "rules": {"step": 2}}]
OWN: dict[str, dict[str, Any]] = {
    "paired": {"game": toy_game.NAME, "companies": [PLAIN], "changes": [LUCK]},
    "dose": {"game": toy_game.NAME, "companies": [PLAIN], "changes": [HEAT]},
    "seats": {"game": stairs.NAME, "bots": ["calm"]},
    "feel": {"game": "medina", "bots": ["random"], "trace": 1.0},
    "settings": {"game": stairs.NAME, "bots": ["calm"], "measures": ["margin"], "settings": STEPS},
    "ladder": {"game": toy_game.NAME, "bots": ["plain", "lucky", "plain:even=1"]},
    "crossed": {"game": stairs.NAME, "bots": ["calm", "loud"]},
}
"""The keys of a small experiment of each kind."""


def document(kind: str) -> dict[str, Any]:
    """A small experiment of this kind, as plain values."""
    shared = {"name": f"small_{kind}", "title": "A small run", "question": "Does it pay?", "design": kind}
    return shared | {"seed": 5, "players": [2, 3], "deals": 40, "trace": 0.1} | OWN[kind]


def asked(folder: Path, kind: str, **changes: Any) -> Path:
    """The run of a small experiment of this kind, with other keys."""
    (folder / "small.toml").write_text(as_toml(checked(document(kind) | changes, "small.toml")))
    api.run(folder / "small.toml", folder / "run", 1, progress=Silent())
    return folder / "run"


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_read_back_is_the_same(kind: str) -> None:
    question = checked(document(kind), "small.toml")
    assert type(question) is KINDS[kind]
    assert checked(question.document(), "small.toml") == question
    assert checked(tomllib.loads(as_toml(question)), "small.toml") == question


@pytest.fixture(scope="module", params=[*KINDS, "play"])
def results(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The results of a small run of each kind, and of plain play."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    if request.param == "play":
        bots = ["plain", "lucky"]
        api.play(bots, 60, workers=1, out=folder / "run", game=toy_game.NAME, progress=Silent())
        return analyse(folder / "run")
    return analyse(asked(folder, request.param))


def test_every_estimate_has_a_key_of_its_own(results: Results) -> None:
    table = results.table()
    assert table.height > 0
    assert table.filter(table.select(KEYS).is_duplicated()).is_empty()
    intervals = table.filter(pl.col("mean").is_not_null() & pl.col("low").is_not_null())
    assert intervals.filter((pl.col("low") > pl.col("mean")) | (pl.col("mean") > pl.col("high"))).is_empty()


def test_every_figure_is_drawn(results: Results) -> None:
    figures = results.findings().figures
    assert figures
    for name, draw in figures.items():
        figure = draw()
        assert figure.axes, name
        pyplot.close(figure)


def test_the_default_document_makes_a_page(results: Results) -> None:
    page = build(results.findings())
    assert page.title and page.html.startswith("<!DOCTYPE html>")
