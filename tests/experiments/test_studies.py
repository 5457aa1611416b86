"""Studies: several experiments in one folder, each a run of its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import api
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import Study
from arkadia_sim.results.store import RunFolder
from arkadia_sim.results.study_folder import is_study, open_study, read_study_manifest
from tests.experiments.test_experiment import GOOD, _plain_toml
from tests.plan.test_designs import CHANGES, GENERAL, ONE_COMPANY, PLAIN_CHANGES
from tests.support.command import call
from tests.support.toy_game import COMPANIES, ToyGame
from tests.support.watched import Watched

STUDY = """
design = "study"
name = "all"
title = "All hints"
question = "Which hints pay?"
parts = ["luck", "many.toml", "few"]
"""
PARTS = ["luck", "many", "few"]


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "luck.toml").write_text(_plain_toml(GOOD))
    (tmp_path / "many.toml").write_text(GENERAL.replace('"luck"', '"many"') + COMPANIES + CHANGES)
    (tmp_path / "few.toml").write_text(GENERAL.replace('"luck"', '"few"') + ONE_COMPANY + PLAIN_CHANGES)
    (tmp_path / "all.toml").write_text(STUDY)
    return tmp_path


def test_every_part_is_a_run_in_a_folder_of_its_name(study: Path) -> None:
    result = call("run", "all.toml", "--workers", "1")
    folder = study / "results" / "all"
    assert json.loads((folder / "study.json").read_text()) == {
        "format": "arkadia-sim-study/2",
        "name": "all",
        "title": "All hints",
        "question": "Which hints pay?",
        "parts": PARTS,
        "circumstances": [],
    }
    assert is_study(folder)
    assert read_study_manifest(folder).parts == tuple(PARTS)
    for number, part in enumerate(PARTS, start=1):
        assert RunFolder(folder / part).read_manifest().status == "complete"
        assert f"part {number} of 3: {part}\n" in result.stderr
        assert f"{part}: " in result.stdout
    assert sorted(path.name for path in folder.iterdir()) == [*sorted(PARTS), "study.json"]


def test_a_study_goes_on_part_by_part(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        Watched(patch, ToyGame, 2)
        call("run", "all.toml", "--out", "out", "--workers", "1", code=130)
    kept = (study / "out" / "luck" / "manifest.json").read_bytes()
    assert RunFolder(study / "out" / "many").read_manifest().status == "running"
    call("run", "all.toml", "--out", "out", "--workers", "1")
    assert (study / "out" / "luck" / "manifest.json").read_bytes() == kept
    assert all(RunFolder(study / "out" / part).read_manifest().status == "complete" for part in PARTS)


def test_all_parts_of_a_study_are_topped_up_and_none_where_one_has_more_deals(study: Path) -> None:
    for deals in (20, 31):
        api.run("all.toml", "grown", 1, deals=deals)
    api.run("all.toml", "whole", 1, deals=31)
    for part in PARTS:
        assert (
            RunFolder(study / "grown" / part)
            .scan()
            .collect()
            .equals(RunFolder(study / "whole" / part).scan().collect())
        )
    api.run("few.toml", "grown/few", 1, deals=90)
    before = (study / "grown" / "luck" / "manifest.json").read_bytes()
    call("run", "all.toml", "--deals", "80", "--out", "grown", "--workers", "1", code=2)
    assert (study / "grown" / "luck" / "manifest.json").read_bytes() == before


def test_other_content_is_refused_before_anything_is_played(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api.run("all.toml", "out", 1)
    monkeypatch.setattr(ToyGame, "play", None)
    told = call("run", "all.toml", "--out", "out", "--seed", "8", code=2).stderr
    assert "choose another folder with --out. What differs: seed" in told
    (study / "all.toml").write_text(STUDY.replace('"all"', '"other"'))
    assert "holds another study, 'all'" in call("run", "all.toml", "--out", "out", code=2).stderr
    (study / "full").mkdir()
    (study / "full" / "thesis.tex").write_text("years of work")
    assert "holds no study" in call("run", "all.toml", "--out", "full", code=2).stderr
    assert [path.name for path in (study / "full").iterdir()] == ["thesis.tex"]
    assert "holds no study" in call("run", "all.toml", "--out", "out/luck", code=2).stderr
    for text, told in (("{", "is damaged"), ('{"format": "x/9"}', "has the format 'x/9'")):
        (study / "out" / "study.json").write_text(text)
        with pytest.raises(UsageError, match=told):
            read_study_manifest(study / "out")


USUAL = {"name": "usual", "title": "as always"}


def circumstanced(title: str = "All", odd_title: str = "with a bonus", **other: Any) -> Study:
    odd = {"name": "odd", "title": odd_title, "rules": {"bonus": 1}} | other
    return Study.model_validate(
        {"name": "all", "title": title, "question": "What?", "parts": ["one"], "circumstances": [USUAL, odd]}
    )


def test_other_titles_make_no_other_study_and_are_kept(tmp_path: Path) -> None:
    open_study(tmp_path, circumstanced().manifest(["one_usual", "one_odd"]))
    open_study(tmp_path, circumstanced("Everything", "with one more").manifest(["one_usual", "one_odd"]))
    found = read_study_manifest(tmp_path)
    assert (found.title, found.circumstances[1].title) == ("Everything", "with one more")


@pytest.mark.parametrize("other", [{"rules": {"bonus": 2}}, {"name": "strange"}])
def test_other_circumstances_make_another_study(tmp_path: Path, other: dict[str, Any]) -> None:
    open_study(tmp_path, circumstanced().manifest(["one_usual", "one_odd"]))
    with pytest.raises(UsageError, match="holds another study, 'all': name another folder"):
        open_study(tmp_path, circumstanced(**other).manifest(["one_usual", "one_odd"]))
