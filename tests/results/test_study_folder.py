"""The folder of a study: another study is refused, and titles make none."""

from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import Study
from arkadia_sim.results.study_folder import open_study, read_study_manifest

USUAL = {"name": "usual", "title": "as always"}


def study(title: str = "All", odd_title: str = "with a bonus", **other: Any) -> Study:
    odd = {"name": "odd", "title": odd_title, "rules": {"bonus": 1}} | other
    return Study.model_validate(
        {"name": "all", "title": title, "question": "What?", "parts": ["one"], "circumstances": [USUAL, odd]}
    )


def test_other_titles_make_no_other_study_and_are_kept(tmp_path: Path) -> None:
    open_study(tmp_path, study().manifest(["one_usual", "one_odd"]))
    open_study(tmp_path, study("Everything", "with one more").manifest(["one_usual", "one_odd"]))
    found = read_study_manifest(tmp_path)
    assert (found.title, found.circumstances[1].title) == ("Everything", "with one more")


@pytest.mark.parametrize("other", [{"rules": {"bonus": 2}}, {"name": "strange"}])
def test_other_circumstances_make_another_study(tmp_path: Path, other: dict[str, Any]) -> None:
    open_study(tmp_path, study().manifest(["one_usual", "one_odd"]))
    with pytest.raises(UsageError, match="holds another study, 'all': name another folder"):
        open_study(tmp_path, study(**other).manifest(["one_usual", "one_odd"]))
