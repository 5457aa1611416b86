"""The page of a ladder: its structure and tables, held against the CSV beside them, and its words."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from arkadia_sim import api
from arkadia_sim.analysis.ladder import LadderResults
from arkadia_sim.errors import UsageError
from arkadia_sim.plots.style import number
from arkadia_sim.report.builder import build_report
from arkadia_sim.report.cards import answers_of
from arkadia_sim.report.wording.ladder import cycles_sentence, first_sentence, matrix_head, meanings, method
from arkadia_sim.runner.progress import Silent
from tests.report.test_page import check_whole
from tests.support import circle_game, high_card
from tests.support.runs import Page

SIGNS = ["rock", "paper", "scissors", "plain"]


@pytest.fixture(scope="module")
def circle(tmp_path_factory: pytest.TempPathFactory) -> LadderResults:
    folder = tmp_path_factory.mktemp("circle") / "run"
    more = {"deals": 100, "slow": {"plain": 40}, "groups": {"twins": ["rock", "plain"]}, "workers": 1}
    return api.ladder(SIGNS, [2, 3], out=folder, game=circle_game.NAME, progress=Silent(), **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def page(circle: LadderResults) -> Page:
    return Page(build_report(circle.folder))


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> LadderResults:
    folder = tmp_path_factory.mktemp("scores") / "run"
    bots = ["bold", "careful", "careful:stop=16"]
    return api.ladder(bots, [1, 3], deals=50, workers=1, out=folder, game=high_card.NAME, progress=Silent())


def rows_of(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / "tables" / f"{table}.csv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def test_it_has_all_its_parts_in_order(circle: LadderResults, page: Page) -> None:
    check_whole(page)
    order = ["The ladder", "2 players", "All pairs, 2 players", "3 players", "All pairs, 3 players"]
    order += ["What the numbers mean", "How it was done", "What it rests on"]
    assert [one for one in page.headings if one in order] == order
    assert {"The games", "Who played", "How to play it again"} <= set(page.headings)
    assert page.pictures == 4
    names = {path.stem for path in (circle.folder / "figures").iterdir()}
    assert names == {"ladder_2", "pairs_2", "ladder_3", "pairs_3"}
    assert "arkadia-sim run run/experiment.toml --out AGAIN" in page.words


def test_the_same_run_gives_the_same_bytes(circle: LadderResults) -> None:
    first = build_report(circle.folder).read_bytes()
    assert build_report(circle.folder).read_bytes() == first


def test_the_tables_are_the_csv_rounded(circle: LadderResults, page: Page) -> None:
    rows = [row for row in rows_of(circle.folder, "ladder") if row["players"] == "3"]
    table = page.tables[2]
    assert [row[0] for row in table[1:]] == [row["bot"] for row in rows if row["outcome"] == "win_share"]
    for row in (row for row in rows if row["outcome"] == "win_share"):
        cells = next(cells for cells in table if cells[0] == row["bot"])
        assert cells[1].startswith(number(float(row["mean"])))
        assert cells[-1] == row["deals"]


def test_all_table_sizes_stand_side_by_side_first(circle: LadderResults, page: Page) -> None:
    heads, *lines = page.tables[0]
    assert heads == ["win share (points)", "2 players", "3 players"]
    assert {cells[0] for cells in lines} == set(SIGNS)
    for bot, *means in lines:
        assert means == [number(one.main.estimate.mean) for t in circle.tables for one in t.standings if one.bot == bot]


def test_all_pairs_are_in_the_csv(circle: LadderResults, page: Page) -> None:
    rows = rows_of(circle.folder, "pairs")
    assert len(rows) == 2 * 4 * 3
    for row in rows:
        beats = circle.tables[int(row["players"]) - 2].meeting(row["bot"], row["others"]).beats
        assert row["beats"] == str(beats).lower()


def test_cycles_are_named_first_and_beside_the_pairs(page: Page) -> None:
    assert page.words.count("there is a cycle: rock beats scissors beats paper beats rock.") == 4
    assert page.words.index("there is a cycle") < page.words.index("2 players")


def test_its_words_say_what_was_done(circle: LadderResults, page: Page) -> None:
    assert "rock and plain (twins)" in page.words and "plain (40 deals)" in page.words
    assert "all 12 pairs of this page are judged together" in page.words
    assert "chance gives 33.3" in first_sentence(circle, circle.tables[1])
    assert "among two of the column (chance: 33.3)" in matrix_head(circle, circle.tables[1])
    assert "against one of the column (chance: 50.0)" in matrix_head(circle, circle.tables[0])
    assert [name for name, _ in meanings(circle)] == ["Against the field", "Beats", "Cycle"]
    assert "Fewer deals" in dict(method(circle))


def test_alone_at_the_table_the_page_says_that_there_are_no_pairs(scores: LadderResults) -> None:
    page = Page(build_report(scores.folder))
    check_whole(page)
    assert "Who plays alone meets nobody" in page.words
    assert page.pictures == 3
    assert "Alone at the table nobody meets anybody" in first_sentence(scores, scores.tables[0])
    assert cycles_sentence(scores.tables[0]) == ""


def test_only_a_table_for_one_has_a_page_too(tmp_path: Path) -> None:
    bots = ["bold", "careful"]
    found = api.ladder(bots, 1, deals=40, workers=1, out=tmp_path / "run", game=high_card.NAME, progress=Silent())
    check_whole(Page(build_report(found.folder)))


def test_a_ladder_is_not_held_against_another(circle: LadderResults) -> None:
    with pytest.raises(UsageError, match="has the design 'ladder'"):
        build_report(circle.folder, circle.folder)


def test_a_card_says_who_stands_first(circle: LadderResults) -> None:
    """Or what the bot that is named first gets among the others, where it is the one that stands first."""
    first = [table.standings[0].bot for table in circle.tables]
    behind = next(bot for bot in SIGNS if bot not in first)

    def told(named_first: str) -> str:
        bots = sorted(circle.experiment.bots, key=lambda bot: bot != named_first)
        return answers_of(
            replace(circle, experiment=circle.experiment.model_copy(update={"bots": bots})), circle.folder
        )[0]

    assert f"one {first[0]} gets" in told(first[0])
    assert [one in told(behind) for one in ("stands first", " gets ")] == [True, False]
