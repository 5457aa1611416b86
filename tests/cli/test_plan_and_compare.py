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
from arkadia_sim.runner.stopping import last_looks
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
        ((pl.col(one).cast(pl.Float64) * pl.col("sign")).sum() / section.players).alias(one)
        for one in ("win_share", "gold_lead")
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


def test_more_workers_mean_fewer_minutes_and_more_deals_narrower_intervals() -> None:
    file = write(GENERAL + ONE_COMPANY + PLAIN_CHANGES)
    (few,), (many,) = (api.forecast(file, 1, deals=deals, progress=Silent()) for deals in (100, 400))
    assert many.games == 4 * few.games
    for one, other in zip(few.sections, many.sections, strict=True):
        assert one.half_width["win_share"] == pytest.approx(2 * float(other.half_width["win_share"] or 0), rel=0.02)
        assert one.deals_needed == other.deals_needed


@pytest.mark.parametrize("bot", ["plain:extra=3,even=-1", "plain:temperature=1"])
def test_a_run_that_stops_by_itself_is_forecast_with_the_intervals_of_its_looks(bot: str) -> None:
    """A tolerance of next to nothing: it goes on to its most."""
    text = GENERAL + 'until = "decided"\ntolerances = { gold_lead = 1e-9 }\n' + ONE_COMPANY
    change = f'[[changes]]\nname = "one"\ntitle = "One"\nphrase = "one"\nwithout = "plain"\nwith = "{bot}"\n'
    file = write((text + change).replace("deals = 50", "deals = 3000"))
    (forecast,) = api.forecast(file, 1, progress=Silent())
    result = api.run(file, "out", 1, progress=Silent())
    assert isinstance(result, api.Result)
    seen = last_looks(result.manifest)
    for told in forecast.sections:
        share, lead = (
            [
                one.estimate
                for (question, asked), one in seen.items()
                if (question.players, asked) == (told.players, outcome)
            ]
            for outcome in ("win_share", "gold_lead")
        )
        assert {one.n for one in share + lead} == {told.deals}
        widest = max(one.half_width for one in share)
        assert told.half_width["win_share"] == pytest.approx(100 * widest, rel=0.35)
        assert told.half_width["gold_lead"] == pytest.approx(max(one.half_width for one in lead), rel=0.35)
        needed = told.deals_needed["win_share"] or 0
        assert (needed < 3000) == ((told.half_width["win_share"] or 0) < 1)
        assert needed < 1500 if bot == "plain:temperature=1" else needed > 3000


def test_a_run_that_stops_by_itself_is_forecast_at_its_most() -> None:
    file = write((GENERAL + 'until = "decided"\n' + ONE_COMPANY + PLAIN_CHANGES).replace("deals = 50", "deals = 4000"))
    fixed = write(Path(file).read_text().replace('until = "decided"', ""), "fixed.toml")
    (open_,), (plain,) = (api.forecast(one, 1, progress=Silent()) for one in (file, fixed))
    assert (open_.at_most, plain.at_most) == (True, False)
    assert open_.games == plain.games
    for one, other in zip(open_.sections, plain.sections, strict=True):
        assert 1.2 < float(one.half_width["gold_lead"] or 0) / float(other.half_width["gold_lead"] or 1) < 2.5


def test_plan_prints_a_table_or_json_and_leaves_nothing(tmp_path: Path) -> None:
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
        "with 2 worker(s) once they have started",
    ):
        assert told in out
    document = json.loads(call("plan", "all.toml", "--workers", "2", "--deals", "100", "--json").stdout)
    assert document["games"] == sum(part["games"] for part in document["parts"]) == 3600
    assert [part["name"] for part in document["parts"]] == ["luck", "few"]
    assert set(document["parts"][0]["sections"][0]) == {
        "players", "company", "deals", "games", "minutes", "half_width", "deals_needed",
    }  # fmt: skip
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.toml", "few.toml", "luck.toml"]


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


def test_compare_takes_another_piece_of_the_game() -> None:
    Path("flat.txt").write_text("flat")
    words = ("compare", "plain:extra=6", "plain", "--among", "plain", "--players", "2", "--deals", "50")
    call(*words, "--components", "board=flat.txt", "--workers", "1", "--game", BOARD_NAME, "--out", "here")
    sections = json.loads(Path("here/manifest.json").read_text())["sections"]
    assert {section["setting"]["components"]["board"] for section in sections} == {"flat"}


def test_what_compare_says_is_what_the_rows_say() -> None:
    result = api.compare(
        "lucky", "plain:even=1", "plain", players=3, deals=300, workers=1, game=NAME, progress=Silent()
    )
    (effect,) = result.effects
    share, lead, _ = (outcome.estimate for outcome in effect.outcomes)
    (section,) = result.manifest.sections
    rows = RunFolder(result.folder).scan().collect()
    means = {
        bot: rows.filter(pl.col("bot") == bot).select(pl.col("win_share", "gold_lead").cast(pl.Float64).mean()).row(0)
        for bot in ("lucky", "plain:even=1")
    }
    shares, leads = zip(means["lucky"], means["plain:even=1"])
    assert share.mean == pytest.approx(100 * (shares[0] - shares[1]))
    assert lead.mean == pytest.approx(leads[0] - leads[1])
    spread, _ = measured(result.folder, section, 0, 0)
    assert share.half_width == pytest.approx(100 * 1.968 * spread / sqrt(300), rel=0.01)


def folder_in(printed: str) -> Path:
    """The folder that a command names in its last line."""
    return Path(printed.splitlines()[-1].removeprefix("results in ").partition(";")[0])


@pytest.mark.parametrize(("bot", "early"), [("plain:extra=6", True), ("plain:extra=0.4", False)])
def test_compare_until_decided(bot: str, early: bool) -> None:
    words = ("compare", bot, "plain", "--players", "3", "--until", "decided", "--deals", "1500", "--json", *TOY)
    effects = effects_in(call(*words))
    verdicts = {row["verdict"] for row in effects if row["outcome"] != "gold"}
    assert {row["n"] for row in effects} == {500 if early else 1500}
    assert verdicts == {"higher"} if early else "inconclusive" in verdicts


def test_bots_that_play_alike_make_no_difference() -> None:
    result = api.compare(
        "plain:temperature=1", "plain", "plain", players=[2], deals=5000, workers=1, game=NAME, progress=Silent()
    )
    table = result.table()
    assert table["verdict"].to_list() == ["equivalent", "equivalent", None]
    assert set(table["mean"]) == {0.0}


def test_compare_says_why_a_verdict_is_another_than_the_interval_beside_it() -> None:
    words = ("compare", "plain:extra=3,even=-1", "plain", "--players", "2", "--players", "3", "--deals", "60", *TOY)
    told = call(*words).stdout
    assert re.search(r"\(−9\.7 to −0\.3\) │ inconclusive", told)
    assert "Verdicts allow for all tests of this run" in told
    assert effects_in(call(*words, "--json"))[0]["test"] == "paired, one family of 4"


def test_few_deals_that_differ_make_an_interval_that_reaches_to_what_may_still_happen() -> None:
    result = api.compare("plain:extra=0.5", "plain", "plain", players=[2, 3], deals=200, game=NAME, progress=Silent())
    shares = [effect.main.estimate for effect in result.effects]
    assert all(share.low < 0 < share.mean < share.high for share in shares)


def test_rules_and_few_deals_are_told() -> None:
    out = call("compare", "lucky", "plain", "--rules", "bonus=4", "--deals", "5", "--players", "2", *TOY).stdout
    assert "too few deals for reliable intervals" in out
    assert " CI" not in out
    assert not re.search(r"\d to |±", out)
    folder = folder_in(out)
    assert RunFolder(folder).read_manifest().sections[0].setting.rules == {"bonus": 4}
