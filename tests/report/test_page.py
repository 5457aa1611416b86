"""The pages: their structure and tables, held against the CSV beside them; their words have tests of their own."""

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Chunk
from arkadia_sim.plots.style import digits_for, number, signed, span
from arkadia_sim.report.builder import build_report
from tests.support.runs import LUCK, Page, Runs, effects_of, played
from tests.support.synthetic import Toy, edit_manifest, write_paired, write_rotation, write_rows
from tests.support.toy_game import COMPANIES

SECTIONS = ["The numbers", "How it was done", "The games", "Who played", "How to play it again"]
FORBIDDEN = re.compile(r"\b(nan|inf|None|Undefined)\b")


@pytest.fixture(scope="module")
def page(runs: Runs) -> Page:
    return Page(build_report(runs.paired))


@pytest.fixture(scope="module")
def study_page(runs: Runs) -> Page:
    return Page(build_report(runs.study))


@pytest.fixture(scope="module")
def helping(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One change in one company, some of whose games failed or got stuck; with texts that could break a page."""
    folder = tmp_path_factory.mktemp("results") / "run"
    return write_paired(folder, Toy(players=(2, 3)), title="<script>alert(1)</script>", notes=["a < b & c"])


def check_whole(page: Page) -> None:
    """What holds of all pages: nothing from outside, links that lead somewhere, no names twice, nothing unsaid."""
    assert len(page.identifiers) == len(set(page.identifiers))
    assert {link for link in page.links if not link.startswith("data:")} <= {f"#{one}" for one in page.identifiers}
    assert not re.findall(r'src="|url\(http', page.source)
    assert not FORBIDDEN.search(page.words)
    places = [page.headings.index(one) for one in SECTIONS if one in page.headings]
    assert places == sorted(places)
    assert page.headings[-1] not in SECTIONS or page.headings[-1] == SECTIONS[-1]


def test_a_page_of_an_experiment_has_all_its_parts_in_order(runs: Runs, page: Page) -> None:
    check_whole(page)
    order = ["The answers in pictures", "Answers", *SECTIONS[:1], "More pictures", "What the games look like"]
    assert [one for one in page.headings if one in (*order, *SECTIONS)] == [*order, *SECTIONS[1:]]
    assert page.pictures == 5
    assert len(page.source) < 3_000_000
    names = {path.stem for path in (runs.paired / "figures").iterdir()}
    assert names == {"forest_win_share", "forest_gold_lead", "behaviour", "gold", "dice"}


def test_the_same_run_gives_the_same_bytes(helping: Path) -> None:
    assert build_report(helping).read_bytes() == build_report(helping).read_bytes()


def test_the_overview_holds_all_verdicts_and_leads_to_the_answers(runs: Runs, page: Page) -> None:
    companies, sizes, luck, harm, nothing = page.tables[0]
    assert companies == ["", "among beginners", "among the lucky"]
    assert sizes == ["2 players", "3 players"] * 2
    assert [row[0] for row in (luck, harm, nothing)] == ["H1 Be lucky", "H2 Be harmy", "H3 Change nothing"]
    assert [{cell[0] for cell in row[1:]} for row in (luck, harm, nothing)] == [{"▲"}, {"▼"}, {"×"}]
    by_company = sorted(effects_of(runs.paired, "luck"), key=lambda one: (one.company_title, one.players))
    assert luck[1:] == [f"▲ {signed(one.main.estimate.mean)}" for one in by_company]
    assert {"#answer-luck", "#answer-harm", "#answer-nothing", "#numbers", "#method"} <= set(page.links)


def test_the_numbers_are_those_of_the_csv(runs: Runs, page: Page) -> None:
    head, outcomes, *rows = page.tables[1]
    assert head == ["change", "table", "among beginners", "among the lucky"]
    assert outcomes == ["win share (points)(95%)", "lead over the best opponent (gold)(95%)"] * 2
    table = pl.read_csv(runs.paired / "tables" / "effects.csv")
    assert len(table) == 4 * 3 * 4
    assert set(table["outcome"]) == {"win_share", "gold_lead", "gold", "sixes"}
    for name, (label, *cells) in zip(("luck", "harm", "nothing"), (row[-5:] for row in rows[::2]), strict=True):
        assert label == "2 players"
        for company, two in zip(("weak", "strong"), (cells[:2], cells[2:]), strict=True):
            for outcome, cell in zip(("win_share", "gold_lead"), two, strict=True):
                (row,) = table.filter(change=name, company=company, players=2, outcome=outcome).iter_rows(named=True)
                low, high = row["low"], row["high"]
                assert cell.startswith(signed(row["effect"], digits_for(low, high)) + span(low, high))
                assert row["verdict"].partition(":")[0] in cell


def test_effects_in_the_csv_are_with_minus_without(runs: Runs, page: Page) -> None:
    table = pl.read_csv(runs.paired / "tables" / "effects.csv")
    difference = (table["with"] - table["without"] - table["effect"]).abs().max()
    assert (
        isinstance(difference, float) and difference < 1e-6
    )  # differences are rounded to nine decimals before they are points
    judged = table.filter(pl.col("verdict").is_not_null())
    assert set(judged["outcome"]) == {"win_share", "gold_lead"}
    assert judged["tolerance"].unique().to_list() == [1.0]


def test_the_page_says_what_each_bot_is_there_for(page: Page) -> None:
    bots = next(table for table in page.tables if table[0][0] == "bot")
    roles = {row[0]: row[2] for row in bots[1:]}
    others = "the others (among beginners); without: Be lucky; without: Be harmy; without: Change nothing"
    assert roles["plain"] == others
    assert roles["lucky"].startswith("the others (among the lucky)lucky:extra=2 with: Be lucky")
    assert roles["slow"] == "with: Change nothing"


def test_a_study_has_the_answers_of_all_its_parts(runs: Runs, study_page: Page) -> None:
    check_whole(study_page)
    assert study_page.headings[0] == "Which hints help?"
    titles = [f"The {name} run" for name in ("paired", "weak")]
    assert [one for one in study_page.headings if one.startswith("Answers: ")] == [f"Answers: {one}" for one in titles]
    for part in ("paired", "weak"):
        assert f"arkadia-sim run {runs.study.name}/{part}/experiment.toml --out AGAIN/{part}" in study_page.words
    tables = {path.stem for path in (runs.study / "tables").iterdir()}
    assert {"counts", "effects_paired", "effects_weak"} <= tables
    assert "the intervals of “The weak run” are wider" in study_page.words


def test_a_page_of_one_change_in_one_company(helping: Path) -> None:
    page = Page(build_report(helping))
    check_whole(page)
    sizes, row = page.tables[0]
    assert sizes == ["", "2 players", "3 players"]
    assert row[0] == "H1 Are tent camps worth covering?"
    assert page.tables[1][0] == ["change", "table", "all tables"]
    assert "<script>" not in page.source
    assert "a &lt; b &amp; c" in page.source


def test_failed_and_stuck_games_are_counted_and_shown(helping: Path) -> None:
    page = Page(build_report(helping))
    counts = pl.read_csv(helping / "tables" / "counts.csv")
    document = json.loads((helping / "manifest.json").read_text(encoding="utf-8"))
    assert counts["games"].to_list() == [1200, 1600]
    assert counts["failed"].sum() == document["counts"]["failed"] > 0
    assert counts["stalemate"].sum() == document["counts"]["ends"]["stalemate"] > 0
    shown = next(table for table in page.tables if "stalemate" in table[0])
    assert [row[shown[0].index("games")] for row in shown[1:]] == ["1,200", "1,600"]
    share = counts["stalemate_percent"][0]
    assert share == round(100 * counts["stalemate"][0] / 1200, 1)
    assert f"{counts['stalemate'].sum()} of them got stuck before their regular end" in page.words


def test_another_seed_is_held_against_the_first(tmp_path: Path) -> None:
    one, other = (played(tmp_path, f"seed{seed}", COMPANIES + LUCK, seed=seed, deals=40) for seed in (7, 8))
    page = Page(build_report(one, other))
    check_whole(page)
    assert "The same played with another seed" in page.headings
    shown = next(table for table in page.tables if "here" in table[0])
    assert len(shown) == 1 + 2 * 4
    table = pl.read_csv(one / "tables" / "agreement.csv")
    for row, (_, where, *_, score) in zip(table.iter_rows(named=True), shown[1:], strict=True):
        assert where == row["where"]
        assert score == signed(row["score"], 2)
    with pytest.raises(UsageError, match="same seed"):
        build_report(one, one)


def test_a_part_that_is_missing_is_told(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "study.json").write_bytes((runs.study / "study.json").read_bytes())
    with pytest.raises(UsageError, match="holds no run"):
        build_report(tmp_path)


def test_bots_that_do_the_contrary_get_no_verdict_anywhere_on_the_page(tmp_path: Path) -> None:
    """Lucky players get more gold. If the change says fewer, they did not do what it says, though it helps them."""
    contrary = LUCK.replace('"gold in a game"', '"gold in a game"\nbehaviour_direction = "fewer"')
    folder = played(tmp_path, "contrary", COMPANIES + contrary, deals=60)
    page = Page(build_report(folder))
    (row,) = page.tables[0][2:]
    assert {cell[0] for cell in row[1:]} == {"×"}
    verdicts = pl.read_csv(folder / "tables" / "effects.csv")["verdict"].drop_nulls().unique().to_list()
    assert verdicts == ["no verdict: the bots did not do what it says"]


def test_plain_play_shows_every_outcome_of_every_bot(tmp_path: Path) -> None:
    folder = write_rotation(tmp_path / "run", ["greedy", "tent_camp", "random"], games=1000)
    page = Page(build_report(folder))
    check_whole(page)
    table = pl.read_csv(folder / "tables" / "bots.csv")
    head, *rows = page.tables[0]
    assert head == [
        "bot", "win share (points)(95%)", "lead over the best opponent (gold)(95%)", "gold(95%)", "seats played",
    ]  # fmt: skip
    assert [row[0] for row in rows] == ["tent_camp", *(row[0] for row in rows[1:])]
    for name, *cells, games in rows:
        assert games == "1,000"
        means = table.filter(bot=name)["mean"].to_list()
        assert [cell.partition(" ")[0] for cell in cells] == [number(mean) for mean in means]
    assert page.pictures == 1
    assert "the last deal is not complete" in page.words
    assert "verdict" not in page.words


def _edit(folder: Path, **values: Any) -> None:
    edit_manifest(folder, lambda document: document.update(values))


@pytest.mark.parametrize(("share", "settled"), [(4, True), (1, False)])
def test_failed_games_of_plain_play_come_first(tmp_path: Path, share: int, settled: bool) -> None:
    folder = write_rotation(tmp_path / "run", ["greedy", "tent_camp"], games=100)
    path = folder / "games" / "chunk-000-000000.parquet"
    failed = pl.when(pl.col("game") % share == 0).then(pl.lit("failed")).otherwise(pl.lit("castle"))
    write_rows(folder, Chunk(0, 0, 0, 100), pl.read_parquet(path).with_columns(failed.alias("end")))
    reason = {"game": 0, "seat": 0, "bot": "greedy", "reason": "it broke"}
    _edit(folder, failures=[reason], caveats=["The board is a reconstruction."])
    page = Page(build_report(folder))
    check_whole(page)
    main = page.words.partition("at one table ")[2].partition("at one table ")[2]
    assert main.startswith(f"{100 // share} of 100 games failed; the bot at fault was greedy.")
    assert "game 0, greedy in seat 0: it broke" in main
    assert ('class="headline"' in page.source) == settled
    assert "Keep in mind The board is a reconstruction." in main


def test_with_hardly_any_deals_nothing_impossible_is_said(tmp_path: Path) -> None:
    for folder in (
        write_paired(tmp_path / "paired", Toy(players=(2,), deals=2)),
        write_rotation(tmp_path / "play", ["greedy", "tent_camp"], games=2),
    ):
        page = Page(build_report(folder))
        check_whole(page)
        assert "There are too few deals for the intervals to be trusted" in page.words


def test_an_unfinished_run_is_refused_with_the_command_that_finishes_it(tmp_path: Path) -> None:
    folder = write_paired(tmp_path / "my run", Toy(players=(2,), deals=10))
    _edit(folder, status="running")
    with pytest.raises(UsageError, match=r"not finished.*arkadia-sim run '.*my run/experiment\.toml' --out '.*my run'"):
        build_report(folder)
    assert not (folder / "report.html").exists()
    played_ = write_rotation(tmp_path / "play", ["greedy", "tent_camp"], games=10)
    _edit(played_, status="running")
    command = (
        r"arkadia-sim play greedy tent_camp --games 10 --seed 5 --rules holdings=open --trace 0.0 --game toy --out "
    )
    with pytest.raises(UsageError, match=command):
        build_report(played_)
