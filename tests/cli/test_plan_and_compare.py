"""Before a run: what it would cost and tell. And the shortest experiment of all: is this bot better than that one?"""

import json
import re
from math import sqrt
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.progress import Silent
from tests.plan.test_designs import CHANGES, GENERAL, ONE_COMPANY, PLAIN_CHANGES
from tests.support.command import call
from tests.support.toy_game import BOARD_NAME, COMPANIES, NAME

TOY = ("--among", "plain", "--workers", "1", "--game", NAME)


def write(text: str, name: str = "study.toml") -> str:
    Path(name).write_text(text)
    return name


def measured(folder: Path, section: Section, index: int, change: int) -> tuple[float, float]:
    """The standard deviations over deals of a change's two effects, computed from the rows in another way."""
    rows = RunFolder(folder).scan().filter(pl.col("section") == index).collect()
    comparison = section.comparisons[change]
    pairs = [(*pair, 1.0) for pair in comparison.with_] + [(*pair, -1.0) for pair in comparison.control]
    sides = pl.DataFrame(pairs, schema={"lineup": pl.Int16, "seat": pl.Int8, "sign": pl.Float64}, orient="row")
    joined = rows.join(sides, on=["lineup", "seat"])
    deals = joined.group_by("deal").agg(
        ((pl.col(outcome).cast(pl.Float64) * pl.col("sign")).sum() / section.players).alias(outcome)
        for outcome in ("win_share", "gold_lead")
    )
    return float(deals["win_share"].std()), float(deals["gold_lead"].std())  # type: ignore[arg-type]


def test_the_forecast_is_borne_out_by_the_run() -> None:
    file = write((GENERAL + COMPANIES + CHANGES).replace("deals = 50", "deals = 900"))
    (forecast,) = api.forecast(file, 2, progress=Silent())
    result = api.run(file, "out", 1, progress=Silent())
    assert isinstance(result, api.Result)
    assert forecast.games == result.manifest.counts.games
    assert len(forecast.sections) == len(result.manifest.sections) == 4
    for index, (told, section) in enumerate(zip(forecast.sections, result.manifest.sections, strict=True)):
        assert (told.players, told.company, told.deals) == (section.players, section.company, section.deals)
        spreads = [measured(result.folder, section, index, change) for change in (0, 1)]
        share, gold = (max(spread[k] for spread in spreads) for k in (0, 1))
        assert told.half_width["win_share"] == pytest.approx(100 * 1.96 * share / sqrt(900), rel=0.35)
        assert told.half_width["gold_lead"] == pytest.approx(1.96 * gold / sqrt(900), rel=0.35)
        assert told.deals_needed["win_share"] == pytest.approx((1.96 * share / 0.01) ** 2, rel=0.7)


def test_plan_prints_a_table_and_leaves_nothing(tmp_path: Path) -> None:
    write(GENERAL + COMPANIES + CHANGES, "luck.toml")
    write(STUDY, "all.toml")
    write(GENERAL.replace('"luck"', '"few"') + ONE_COMPANY + PLAIN_CHANGES, "few.toml")
    out = call("plan", "all.toml", "--workers", "2").stdout
    for told in (
        "luck",
        "few",
        "weak",
        "strong",
        "deals for ±1 points",
        "in all 1,800 games, ",
        "with 2 workers, not counting their start",
    ):
        assert told in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.toml", "few.toml", "luck.toml"]
    few, many = (api.forecast("few.toml", 1, deals=deals, progress=Silent())[0] for deals in (100, 400))
    for one, other in zip(few.sections, many.sections, strict=True):
        assert one.half_width["win_share"] == pytest.approx(2 * (other.half_width["win_share"] or 0.0), rel=0.02)
        assert one.deals_needed == other.deals_needed


STUDY = 'design = "study"\nname = "all"\ntitle = "All"\nquestion = "Which?"\nparts = ["luck", "few"]\n'


def effects_in(result: Any) -> list[dict[str, Any]]:
    """The effects that a command printed as JSON."""
    return [row for row in json.loads(result.stdout)["estimates"] if row["kind"] == "effect"]


def test_compare_says_who_is_better_at_each_table_size() -> None:
    words = ("compare", "plain:extra=6", "plain", "--players", "2", "--players", "3", "--deals", "600", *TOY)
    told = call(*words).stdout
    assert "Yes: with 2 players plain:extra=6's win rate is" in told
    assert "600 deals at each table size: " in told
    assert len(re.findall(r"win rate \(points\) +│ +\+[\d.]+ \([\d.]+ to [\d.]+\) │ better", told)) == 2
    effects = effects_in(call(*words, "--json"))
    assert [row["players"] for row in effects] == [2, 2, 2, 3, 3, 3]
    turned = effects_in(call("compare", "plain", "plain:extra=6", *words[3:], "--json"))
    for row, other in zip(effects, turned, strict=True):
        assert row["mean"] == pytest.approx(-other["mean"])
        assert row["low"] == pytest.approx(-other["high"])
        expected = (None, None) if row["outcome"] == "gold" else ("higher", "lower")
        assert (row["verdict"], other["verdict"]) == expected
    assert "worse" in call("compare", "plain", "plain:extra=6", *words[3:]).stdout


def test_rules_and_pieces_are_passed_on_and_few_deals_are_told() -> None:
    Path("flat.txt").write_text("flat")
    words = ("compare", "lucky", "plain", "--rules", "bonus=4", "--deals", "5", "--players", "2", "--out", "here")
    out = call(*words, "--components", "board=flat.txt", *TOY[:-1], BOARD_NAME).stdout
    assert "too few deals for reliable intervals" in out and " CI" not in out
    assert not re.search(r"\d to |±", out)
    (section,) = RunFolder(Path("here")).read_manifest().sections
    assert (section.setting.rules, section.setting.components["board"]) == ({"bonus": 4}, "flat")


def test_compare_says_why_a_verdict_is_another_than_the_interval_beside_it() -> None:
    words = ("compare", "plain:extra=3,even=-1", "plain", "--players", "2", "--players", "3", "--deals", "60", *TOY)
    told = call(*words).stdout
    assert re.search(r"\(−9\.7 to −0\.3\) │ inconclusive", told)
    assert "Verdicts allow for all tests of this run" in told
    assert effects_in(call(*words, "--json"))[0]["test"] == "paired, one family of 4"


def test_a_run_prints_the_answer_of_its_report_and_the_fault_of_a_document() -> None:
    change = '[[changes]]\nname = "luck"\ntitle = "Be lucky"\nphrase = "luck"\nwithout = "plain"\nwith = "lucky"\n'
    write(GENERAL.replace('"luck"', '"few"') + COMPANIES + change, "few.toml")
    write(STUDY.replace('"luck", ', ""), "all.toml")
    for file, start in (("few.toml", ""), ("all.toml", "few: ")):
        _, *answers, last = call("run", file, "--out", file[:3], "--workers", "1").stdout.splitlines()
        assert last == f"results in {file[:3]}; for a page with figures: arkadia-sim report {file[:3]}"
        assert answers and all(
            re.match(start + "(Yes|No|Cannot tell).* with [23] players among ", text) for text in answers
        )
        assert call("report", file[:3]).stdout.splitlines()[:-1] == answers
        more = call("run", file, "--out", file[:3], "--workers", "1", "--deals", "70").stdout.splitlines()[-1]
        assert "; the page there is older; for a new one: arkadia-sim report" in more
    for text, told in (("# Luck\n\n{{ bots() }} {{ setting() }}", "Luck"), ("# Luck", "")):
        write(text, "few.md")
        result = call("run", "few.toml", "--out", "few", "--workers", "1", "--deals", "70")
        assert result.stdout.splitlines()[2:-1] == [told] * bool(told)
        assert ("the page does not say who played" in result.stderr) != bool(told)
