"""The page of a study of several designs, and the index over the studies of a folder."""

import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.errors import UsageError
from arkadia_sim.runner.progress import Silent
from tests.support import toy_game
from tests.support.runs import LUCK, Page

GENERAL = f'game = "{toy_game.NAME}"\nseed = 4\nplayers = [2, 3]\ndeals = 60\n'
PARTS = {
    "sat": 'title = "Tables"\nquestion = "What is it like?"\ndesign = "seats"\nbots = ["plain"]\ntrace = 1.0\n'
    'measures = ["gold", "ties", "turns"]\nswings = ["dice"]\n',
    "mixed": 'title = "Luck and play"\nquestion = "How much is luck?"\ndesign = "crossed"\ntrace = 0\n'
    'bots = ["plain", "lucky"]\n',
    "rungs": 'title = "Skill"\nquestion = "Who wins?"\ndesign = "ladder"\ntrace = 0\n'
    'bots = ["lucky", "plain", "lucky:extra=4"]\n',
    "tried": 'title = "A change"\nquestion = "Does it pay?"\nbetween = [[2, 3]]\n[[companies]]\nbot = "plain"\n' + LUCK,
}


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a study of four designs, and a run beside it; the study has its page, the run none."""
    folder = tmp_path_factory.mktemp("studies")
    for name, text in PARTS.items():
        (folder / f"{name}.toml").write_text(f'name = "{name}"\n{GENERAL}{text}')
    study = f'name = "all"\ntitle = "Two or three?"\nquestion = "What changes?"\ndesign = "study"\nparts = {[*PARTS]}\n'
    (folder / "all.toml").write_text(study.replace("'", '"'))
    rungs = folder / "rungs.toml"  # with two players alone: each table size is two more pictures
    rungs.write_text(rungs.read_text().replace("[2, 3]", "[2]"))
    results = folder / "results"
    api.run(folder / "all.toml", results / "all", 1, progress=Silent())
    api.run(folder / "mixed.toml", results / "mixed", 1, progress=Silent())
    api.write_report(results / "all")
    return results


def test_each_part_answers_first_and_has_a_page_of_its_own(studies: Path) -> None:
    page = Page(studies / "all" / "report.html")
    assert page.headings == ["Two or three?", "Tables", "Luck and play", "Skill", "A change"]
    for name in PARTS:
        assert f"{name}/report.html" in page.links
        assert f"#{name}" in page.links
        assert name in page.identifiers
        assert (studies / "all" / name / "report.html").is_file()
    assert page.pictures == 2 + 2 + 1 + 1
    assert len(page.words.split()) < 3000
    assert (
        page.words.index("What changes?") < page.words.index("With two players") < page.words.index("How much is luck?")
    )


def test_what_the_page_says_is_what_the_tables_hold(studies: Path) -> None:
    words = Page(studies / "all" / "report.html").words
    measures = pl.read_csv(studies / "all" / "sat" / "tables" / "measures.csv")
    assert measures["measure"].to_list() == ["gold", "gold", "ties", "ties", "turns", "turns"]
    two = measures.filter(measure="gold", players=2).row(0, named=True)
    assert f"Gold: {two['mean']:.1f} (95%: {two['mean_low']:.1f} to {two['mean_high']:.1f}) with two players" in words
    swings = pl.read_csv(studies / "all" / "sat" / "tables" / "swings.csv")
    assert swings["series"].to_list() == ["dice", "any", "dice", "any"]
    turns = pl.read_parquet(studies / "all" / "sat" / "turns" / "*.parquet").filter(pl.col("players") == 3)
    reach: Any = (
        turns.group_by("game").agg((pl.col("dice").max() - pl.col("dice").min()).alias("reach"))["reach"].mean()
    )
    assert swings.filter(players=3, series="dice")["reach"][0] == pytest.approx(reach)
    assert f"with three players each moves by {reach:.1f}" in words
    shares = pl.read_csv(studies / "all" / "mixed" / "tables" / "variance.csv").filter(outcome="win_share")
    assert f"how one plays oneself {100 * shares['own'][0]:.1f}%" in words or f"{100 * shares['own'][0]:.0f}%" in words
    between = pl.read_csv(studies / "all" / "sat" / "tables" / "between.csv")
    assert between.filter(measure="turns")["verdict"].to_list() == ["the same in every deal"]


def test_a_folder_of_studies_gets_an_index_and_the_pages_that_it_lacks(studies: Path) -> None:
    target = api.write_report(studies)
    assert target == studies / "index.html"
    page = Page(target)
    assert page.headings == ["The studies", "Two or three?", "Luck and play"]
    assert {"all/report.html", "mixed/report.html"} <= set(page.links)
    assert (studies / "mixed" / "report.html").is_file()
    assert page.pictures == 2
    assert "Luck and play: Of how far results in win share lie apart" in page.words
    assert len(page.words.split()) < 3000


def test_what_is_not_finished_is_left_out_of_the_index_and_named(studies: Path, tmp_path: Path) -> None:
    shutil.copytree(studies / "mixed", tmp_path / "mixed")
    shutil.copytree(studies / "all", tmp_path / "half")
    shutil.rmtree(tmp_path / "half" / "sat")
    (tmp_path / "empty").mkdir()
    page = Page(api.write_report(tmp_path))
    assert page.headings == ["The studies", "Luck and play"]
    assert "Not finished, and left out: half." in page.words
    shutil.rmtree(tmp_path / "mixed")
    with pytest.raises(UsageError, match="holds no run"):
        api.write_report(tmp_path)


def test_a_folder_without_studies_has_no_page(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="holds no run"):
        api.write_report(tmp_path)


def test_a_part_that_is_missing_is_told(tmp_path: Path) -> None:
    document = {"format": "arkadia-sim-study/1", "name": "all", "title": "All", "question": "What?", "parts": ["sat"]}
    (tmp_path / "study.json").write_text(json.dumps(document))
    (tmp_path / "sat").mkdir()
    with pytest.raises(UsageError, match="holds no run"):
        api.write_report(tmp_path)
