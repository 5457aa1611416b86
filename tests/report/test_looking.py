"""A run that was seen before it had all its deals: all intervals of all designs pay for that, and pages say so."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import api
from arkadia_sim.analysis.results import analyse
from arkadia_sim.runner.progress import Silent
from arkadia_sim.stats.equivalence import Judgement
from arkadia_sim.stats.intervals import Estimate
from tests.cli.test_cli import call
from tests.support.runs import PAIRED, Page, played
from tests.support.synthetic import edit_manifest
from tests.support.toy_game import NAME

WORDS: dict[str, Any] = {"deals": 40, "workers": 1, "game": NAME, "progress": Silent()}
CROSSED = 'design = "crossed"\nbots = ["plain", "lucky"]\n'
SEATS = 'design = "seats"\nbots = ["plain"]\nmeasures = ["margin", "ties"]\n'
BETWEEN = "between = [ [2, 3] ]\n"


def alone(folder: Path, text: str) -> object:
    """An experiment without tables, in the folder called "run"."""
    file = folder / "run.toml"
    head = (
        f'name = "run"\ntitle = "A run"\nquestion = "What?"\nseed = 7\ndeals = 40\ngame = "{NAME}"\nplayers = [2, 3]\n'
    )
    file.write_text(head + "trace = 1.0\n" + text, encoding="utf-8")
    return api.run(file, folder / "run", 1, progress=Silent())


RUNS: Mapping[str, Callable[[Path], object]] = {
    "paired": lambda folder: played(folder, "run", BETWEEN + PAIRED, deals=40),
    "crossed": lambda folder: alone(folder, CROSSED),
    "seats": lambda folder: alone(folder, SEATS),
    "ladder": lambda folder: api.ladder(["plain", "lucky"], [2, 3], out=folder / "run", **WORDS),
    "settings": lambda folder: api.compare_rules("plain", {"bonus": 1}, {}, [2, 3], out=folder / "run", **WORDS),
    "dose": lambda folder: api.dose("lucky", "extra", [0, 1, 4], players=[2, 3], out=folder / "run", **WORDS),
    "play": lambda folder: api.play(["plain", "lucky"], 100, 1, 1, folder / "run", game=NAME, progress=Silent()),
}


def inside(found: object) -> Iterator[Estimate | Judgement]:
    """All estimates and judgements that results hold, wherever they stand."""
    if isinstance(found, Estimate | Judgement):
        yield found
    elif is_dataclass(found):
        for field in fields(found):
            yield from inside(getattr(found, field.name))
    elif isinstance(found, Mapping):
        yield from inside(tuple(found.values()))
    elif isinstance(found, tuple | list):
        for one in found:
            yield from inside(one)


@pytest.mark.parametrize("design", RUNS)
def test_all_that_is_told_of_a_run_that_was_seen_before_has_half_of_the_mistakes(design: str, tmp_path: Path) -> None:
    RUNS[design](tmp_path)
    run = tmp_path / "run"
    before = list(inside(analyse(run)))
    edit_manifest(run, lambda document: document.update(stood=[20]))
    after = list(inside(analyse(run)))
    assert len(after) == len(before) > 0
    for one, other in zip(before, after, strict=True):
        if isinstance(one, Estimate) and isinstance(other, Estimate):
            assert (one.level, other.level) == (0.95, 0.975)
            assert one.mean == other.mean
            assert other.low <= one.low <= one.high <= other.high
        elif isinstance(one, Judgement) and isinstance(other, Judgement):
            assert (one.alpha, other.alpha) == (0.05, 0.025)
    words = Page(api.write_report(run)).words
    assert "More deals were added to this run after it stood finished with 20 games." in words
    assert "this one with a chance of 2.5% for each kind of mistake, so that intervals hold with 97.5%" in words
    assert not re.search(r"\b95%(:|\)|,| interval| point| certainty)|at most 5%|at 5%", words)


def test_the_terminal_says_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("compare", "plain", "lucky", "--company", "plain", "--workers", "1", "--game", NAME, "--out", "run")
    assert "Looking early is paid for" not in call(*words, "--deals", "50").output
    told = call(*words, "--deals", "60").output
    assert "Looking early is paid for: each further look may be mistaken half as often as the one before" in told
    assert "97.5% interval" in told and "95% interval" not in told
