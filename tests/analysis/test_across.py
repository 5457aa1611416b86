"""A study under several circumstances: what was put in comes out, and the page says it."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.analysis.across import AcrossResults, Quantity, Stand
from arkadia_sim.analysis.across_agreement import across_agreement
from arkadia_sim.analysis.differences import Finding
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import StudyFile, find_experiment
from arkadia_sim.report.builder import read_any
from arkadia_sim.report.wording.across import again_sentence, answer_text, answers
from arkadia_sim.runner.progress import Silent
from tests.cli.test_cli import call
from tests.support import stairs
from tests.support.runs import Page

GENERAL = f'game = "{stairs.NAME}"\nplayers = [2, 3]\ndeals = 60\ntrace = 0\n'
LOUD = (
    'name = "loud"\ntitle = "Loud play"\nquestion = "Does it pay?"\nseed = 3\n'
    + GENERAL
    + """
[[companies]]
title = "among the calm"
bot = "calm"

[[changes]]
name = "loud"
title = "Be loud"
phrase = "being loud"
behaviour = "pips"
behaviour_label = "pips thrown"
without = "calm"
with = "loud"
"""
)
TABLES = (
    'name = "tables"\ntitle = "Tables"\nquestion = "Who sits well?"\nseed = 4\n'
    + GENERAL
    + 'design = "seats"\nbots = ["calm"]\nmeasures = ["throws"]\n'
)
STUDY = """
name = "all"
title = "What stands"
question = "Does it stand?"
design = "study"
parts = ["loud.toml", "tables.toml"]

[[circumstances]]
name = "usual"
title = "as ever"

[[circumstances]]
name = "rich"
title = "with gifts for all"
rules = { gift = 5 }

[[circumstances]]
name = "steep"
title = "on steep stairs"
rules = { step = 12 }

[[circumstances]]
name = "long"
title = "with more throws"
rules = { rounds = 12 }
"""


def _written(folder: Path, study: str = STUDY, tables: str = TABLES) -> Path:
    for name, text in (("loud", LOUD), ("tables", tables), ("all", study)):
        (folder / f"{name}.toml").write_text(text)
    return folder / "all.toml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("across")
    api.run(_written(place), place / "results" / "all", 1, progress=Silent())
    api.write_report(place / "results")
    return place / "results"


@pytest.fixture(scope="module")
def found(folder: Path) -> AcrossResults:
    results = read_any(folder / "all")
    assert isinstance(results, AcrossResults)
    return results


def _named(found: AcrossResults) -> Mapping[tuple[str, tuple[int, ...]], Quantity]:
    return {
        (one.change.name if one.change else one.measure.name if one.measure else "", one.players): one
        for one in found.quantities
    }


def test_each_part_is_played_under_each_circumstance_with_the_same_deals(folder: Path) -> None:
    names = {path.name for path in (folder / "all").iterdir() if (path / "manifest.json").is_file()}
    assert names == {f"{part}_{one}" for part in ("loud", "tables") for one in ("usual", "rich", "steep", "long")}
    rows = {
        one: pl.read_parquet(folder / "all" / f"tables_{one}" / "games" / "*.parquet").sort("game", "seat")["pips"]
        for one in ("usual", "rich")
    }
    assert (rows["rich"] - rows["usual"]).unique().to_list() == [5.0]


def test_quantities_are_as_the_rules_make_them(found: AcrossResults) -> None:
    named = _named(found)
    assert list(named) == [
        ("loud", (2, 3)), ("seat_advantage", (2,)), ("seat_advantage", (3,)), ("throws", (2,)), ("throws", (3,)),
    ]  # fmt: skip
    throws = named["throws", (2,)].seen
    assert [one.estimate.mean for one in throws] == [3, 3, 3, 12]
    assert [one.differs for one in throws] == [None, Finding.SAME, Finding.SAME, Finding.MORE]
    seat = named["seat_advantage", (2,)]
    assert [one.finding for one in seat.seen][:3] == [Finding.OPEN, Finding.OPEN, Finding.MORE]
    assert [one.differs for one in seat.seen][:3] == [None, Finding.SAME, Finding.MORE]
    assert seat.seen[2].estimate.mean == pytest.approx(50, abs=5)
    loud = named["loud", (2, 3)]
    assert loud.seen[0].finding is Finding.MORE
    assert loud.seen[2].differs is Finding.LESS  # where the stairs decide, a pip more is worth less
    assert loud.stands[0] is Stand.STANDS


def test_what_nobody_did_gets_no_verdict(found: AcrossResults) -> None:
    from dataclasses import replace

    loud = found.quantities[0]
    seen = (loud.seen[0], replace(loud.seen[1], behaved=False), replace(loud.seen[2], finding=Finding.LESS))
    assert replace(loud, seen=seen).stands == (Stand.NO_VERDICT, Stand.TURNS)


def test_the_page_answers_first_and_says_what_the_table_holds(folder: Path) -> None:
    page = Page(folder / "all" / "report.html")
    assert page.headings[:2] == ["What stands", "What stands, and what depends on what"]
    assert "On what is tried one verdict is sure as ever" in page.words
    assert "On steep stairs: " in page.words
    assert "No difference that matters is sure with gifts for all." in page.words
    assert page.pictures == 2
    assert len(page.words.split()) < 3000
    told = pl.read_csv(folder / "all" / "tables" / "across.csv")
    assert told.height == 5 * 4
    mean = told.filter(measure="seat_advantage", players="2", circumstance="steep")["difference"][0]
    assert f"+{mean:.1f}" in page.words
    index = Page(folder / "index.html")
    assert "all/report.html" in index.links
    assert "On what is tried one verdict is sure as ever" in index.words


def test_many_circumstances_stand_below_each_other(folder: Path, found: AcrossResults) -> None:
    from dataclasses import replace

    from arkadia_sim.report.across_page import _table

    several = 4 * found.circumstances
    seen = tuple(replace(one, seen=4 * one.seen) for one in found.quantities)
    table = _table(replace(found, circumstances=several, quantities=seen))
    assert [row["name"] for row in table["rows"]][:2] == ["As ever", "With gifts for all"]
    assert table["head"][0] == "Be loud, among the calm"
    told = answers(replace(found, circumstances=several, quantities=seen))
    throws = "Throws, calm, two players, of twelve changes: surely more in four, most with more throws"
    assert any(text.startswith(throws) for text in told)


def test_of_two_circumstances_differences_are_told_by_subject(found: AcrossResults) -> None:
    from dataclasses import replace

    both = found.circumstances[::3]
    told = answers(
        replace(
            found, circumstances=both, quantities=tuple(replace(one, seen=one.seen[::3]) for one in found.quantities)
        )
    )
    assert [one.title for one in both] == ["as ever", "with more throws"]
    lead = "With more throws, how much more or less than as ever"
    assert f"{lead}: Throws: +9.00 throws everywhere (95%: 9.00 to 9.00 in all)." in told


@pytest.mark.parametrize(
    ("study", "tables", "told"),
    [
        (STUDY.replace('"rich"', '"usual"'), TABLES, "circumstances.usual.name = 'usual' is not allowed"),
        (STUDY.replace('title = "as ever"', ""), TABLES, "key 'circumstances.usual.title' is missing"),
        (STUDY.split("[[circumstances]]\nname = \"rich\"")[0], TABLES, "two or more, in a study without a guide"),
        (STUDY.replace("rules = { gift", "ruls = { gift"), TABLES, "'circumstances.rich.ruls'; did you mean 'rules'?"),
        (STUDY, TABLES + 'until = "decided"\n', "'tables' has the design 'seats' and stops by itself"),
        (STUDY.replace("gift = 5", "gft = 5"), TABLES, "unknown rule 'gft'; did you mean 'gift'?"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_told(tmp_path: Path, study: str, tables: str, told: str) -> None:
    assert told in call("run", str(_written(tmp_path, study, tables)), "--out", str(tmp_path / "out"), code=2).stderr


def test_plan_and_other_deals_reach_all_circumstances(tmp_path: Path) -> None:
    file = _written(tmp_path)
    read = find_experiment(str(file), tmp_path)
    assert isinstance(read, StudyFile)
    assert [one.experiment.name for one in read.parts][:3] == ["loud_usual", "tables_usual", "loud_rich"]
    assert call("plan", str(file), "--deals", "2", "--workers", "1").stdout.count("loud_") == 4


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("other")
    api.run(_written(place), place / "all", 1, seed=9, progress=Silent())
    return place / "all"


def test_another_seed_is_held_against_it(folder: Path, found: AcrossResults, other: Path) -> None:
    there = read_any(other)
    assert isinstance(there, AcrossResults)
    both = across_agreement(found, there)
    assert len(both.answers) == 5 * (4 + 3)
    assert both.seeds == [("Loud play", 3, 9), ("Tables", 4, 9)]
    assert both.scores.surely_apart == 0
    throws = [one for one in both.answers if one.quantity.measure and one.quantity.measure.name == "throws"]
    assert [one.asked for one in throws] == 2 * [False, False, True, False, True, False, True]
    assert not any(one.flipped for one in throws)
    page = Page(api.write_report(folder / "all", other))
    assert "The same played with another seed" in page.headings
    assert f"Of {both.scores.known} estimates, " in page.words
    assert "“Loud play” 3 and 9 and “Tables” 4 and 9" in page.words
    assert pl.read_csv(folder / "all" / "tables" / "agreement.csv").height == 35


def test_findings_that_turn_round_are_told(found: AcrossResults, other: Path) -> None:
    from dataclasses import replace

    there = read_any(other)
    assert isinstance(there, AcrossResults)
    loud = there.quantities[0]
    seen = tuple(replace(one, finding=Finding.LESS, estimate=replace(one.estimate, mean=-50.0)) for one in loud.seen)
    both = across_agreement(found, replace(there, quantities=(replace(loud, seen=seen), *there.quantities[1:])))
    assert both.flips[0].turned
    assert answer_text(both.flips[0]) == "Be loud, among the calm, as ever: surely more here, surely less there."
    assert "turn from “surely more” to “surely less” or back" in again_sentence(both)
    assert both.scores.surely_apart >= 3


def test_what_is_no_other_play_of_it_is_told(folder: Path, found: AcrossResults, other: Path, tmp_path: Path) -> None:
    from dataclasses import replace

    with pytest.raises(UsageError, match="same seed"):
        api.write_report(folder / "all", folder / "all")
    with pytest.raises(UsageError, match="holds no study under several circumstances"):
        api.write_report(folder / "all", other / "loud_usual")
    there = read_any(other)
    assert isinstance(there, AcrossResults)
    with pytest.raises(UsageError, match="do not ask the same questions"):
        across_agreement(found, replace(there, quantities=there.quantities[1:]))
    with pytest.raises(UsageError, match="do not ask the same questions"):
        across_agreement(found, replace(there, circumstances=there.circumstances[::-1], runs=there.runs[::-1]))
