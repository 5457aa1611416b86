"""``arkadia-sim compare --against``: the same players under two rules, on outcomes and measures of whole games."""

import json
from typing import Any

import numpy as np
import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.core.game import End
from arkadia_sim.questions.estimates import estimate_of
from arkadia_sim.results.measures import Measure, ends_counted, find_measure
from arkadia_sim.runner.progress import Silent
from arkadia_sim.stats.intervals import Estimate, mean_interval
from tests.support import stairs, toy_game
from tests.support.command import call

GAME = ("--game", stairs.NAME, "--workers", "1")


def measured_there(name: str) -> Measure:
    game = toy_game.ToyGame()
    return find_measure(name, game.outcomes, game.player_columns, game.ends)


def mean_of(results: Any, measure: str, setting: str, part: str = "") -> Estimate:
    """The average of a measure with three players."""
    return next(
        estimate_of(row)
        for row in results.estimates
        if (row.kind, row.outcome, row.setting, row.players, row.contrast) == ("mean", measure, setting, 3, part)
    )


def rows_of(folder: str) -> pl.DataFrame:
    return pl.read_parquet(f"{folder}/games/*.parquet").sort("section", "deal", "seat")


def compared(**more: Any) -> Any:
    given: dict[str, Any] = {
        "rules": {"step": 1},
        "against": {"step": 0},
        "players": [3],
        "deals": 200,
        "out": "here",
    } | more
    return api.compare_rules("calm", **given, game=stairs.NAME, workers=1, progress=Silent())


def test_the_measures_are_what_the_rows_say() -> None:
    """Seat advantage, margin, shared wins, stuck games and a column, counted anew from the rows."""
    results = compared(
        rules={"step": 1, "stuck": 300}, measures=["seat_advantage", "margin", "ties", "stuck", "failed", "throws"]
    )
    rows = rows_of("here").filter(pl.col("section") == 0)
    pips = rows["pips"].to_numpy().reshape(-1, 3)
    share = 100 * rows["share"].to_numpy().reshape(-1, 3)
    ranked = np.sort(pips, axis=1)
    wanted = {
        ("margin", ""): ranked[:, 2] - ranked[:, 1],
        ("ties", ""): 100.0 * ((pips == ranked[:, 2:]).sum(axis=1) > 1),
        ("stuck", ""): 100.0 * (rows["end"].to_numpy().reshape(-1, 3)[:, 0] == "jammed"),
        ("failed", ""): np.zeros(200),
        ("throws", ""): np.full(200, 3.0),
        **{("seat_advantage", f"seat {k + 1}"): share[:, k] - 100 / 3 for k in range(3)},
    }
    for (measure, part), values in wanted.items():
        seen = mean_of(results, measure, "step=1, stuck=300", part)
        alone = mean_interval(values)
        assert seen.mean == pytest.approx(alone.mean)
        assert seen.n == 200
        if np.count_nonzero(values) >= 10 and np.ptp(values) > 0:
            assert seen.standard_error == pytest.approx(alone.standard_error)
            assert seen.half_width >= 0.99 * alone.half_width  # all at once, so never narrower
    assert mean_of(results, "failed", "step=0").high > 0  # what was not seen may happen all the same
    assert 20 < mean_of(results, "stuck", "step=1, stuck=300").mean < 40


def test_differences_are_taken_deal_by_deal() -> None:
    results = compared(measures=["pips", "margin"], tolerances={"margin": 0.25})
    rows = rows_of("here")
    pips = rows["pips"].to_numpy().reshape(2, -1, 3).mean(axis=2)
    one = next(row for row in results.estimates if (row.kind, row.outcome) == ("difference", "pips"))
    wanted = mean_interval(pips[0] - pips[1])
    assert one.mean == pytest.approx(wanted.mean) == pytest.approx(-1.0)
    assert one.se == pytest.approx(wanted.standard_error, abs=1e-9)
    table = results.table()
    assert table.filter(kind="difference", outcome="pips")["verdict"].to_list() == ["lower"]
    assert results.answer[0].startswith("Compared with step=0: pips down by 1.0 (at least ")
    assert table.filter(kind="mean")["setting"].unique(maintain_order=True).to_list() == ["step=1", "step=0"]


def test_what_it_does_with_two_is_held_against_what_it_does_with_four() -> None:
    """A step between neighbours is worth half a pip on the mean with two players and one and a half with four."""
    alone = compared(players=[2, 4], measures=["pips"], out="alone")
    settings = {row.setting for row in alone.estimates if row.kind == "difference"}
    assert settings == {"step=1"}  # sizes are compared when asked for
    results = compared(players=[2, 4], measures=["pips", "ties"], across_sizes=True)
    found = {
        (row.outcome, row.players, 4 if row.setting.endswith("minus 4 players") else None): estimate_of(row)
        for row in results.estimates
        if row.kind == "difference"
    }
    assert found["pips", 2, None].mean == pytest.approx(-0.5)
    assert found["pips", 4, None].mean == pytest.approx(-1.5)
    assert found["pips", 2, 4].mean == pytest.approx(1.0)
    both = found["ties", 2, None].standard_error ** 2 + found["ties", 4, None].standard_error ** 2
    assert found["ties", 2, 4].standard_error == pytest.approx(both**0.5)  # tables of other sizes are independent
    told = call("compare", "calm", *GAME, "--rules", "step=1", "--against", "step=0", "--players", "2,4", "--deals",
                "200", "--measure", "pips,ties", "--across-sizes", "--out", "here").stdout  # fmt: skip
    assert "minus 4 players" in told and "higher" in told


def test_a_line_up_is_told_by_its_bots() -> None:
    words = ("compare", "calm", "loud", *GAME, "--rules", "rounds=1", "--against", "rounds=6", "--deals", "100")
    told = call(*words, "--out", "here").stdout
    assert "loud" in told.split("verdict", 1)[1]
    rows = rows_of("here").filter(pl.col("section") == 0)
    assert rows.height == 100 * 2 * 2  # both ways round
    loud = 100 * rows.filter(pl.col("bot") == "loud")["share"].mean()  # type: ignore[operator]
    rows_told = json.loads(call(*words, "--out", "here", "--json").stdout)["estimates"]
    means = [row["mean"] for row in rows_told if (row["kind"], row["contrast"]) == ("mean", "loud")]
    assert means[0] == pytest.approx(loud)


def test_too_many_failed_games_are_no_result() -> None:
    """Failed games are counted; with more than 1% of them nothing is told but that, with exit code 1."""
    toy = ("--game", toy_game.NAME, "--workers", "1", "--deals", "80", "--players", "2")
    for words in (
        ("compare", "clumsy", "--against", "bonus=1"),
        ("seats", "clumsy"),
        ("sweep", "bonus=0..1", "clumsy"),
    ):
        told = call(*words, *toy, code=1)
        assert "more than 1% of the games failed" in told.stderr and not told.stdout
        assert "games failed (first: clumsy in seat" in told.stderr
        assert " CI)" not in told.stdout


def test_where_nobody_says_what_the_usual_is_measured() -> None:
    toy = ("--game", toy_game.NAME, "--workers", "1", "--deals", "40", "--players", "2")
    rows = json.loads(call("compare", "plain", "--against", "bonus=1", *toy, "--json").stdout)["estimates"]
    names = dict.fromkeys(row["outcome"] for row in rows if row["kind"] == "mean")
    assert list(names) == ["seat_advantage", "margin", "ties", "turns", "stuck"]
    labels = {one.axis for one in map(measured_there, names)}
    assert "margin of the best over the second in gold (gold)" in labels


def test_a_measure_that_has_no_number_in_some_games_is_refused() -> None:
    words = ("compare", "calm", *GAME, "--against", "step=1", "--players", "2", "--deals", "40", "--measure", "odd")
    assert "measure 'odd' has no value in" in call(*words, code=2).stderr


def test_what_is_printed_is_what_is_judged() -> None:
    """The intervals of all differences hold at once, over all measures: a verdict says where its interval lies."""
    found = compared(
        rules={"step": 1, "stuck": 30},
        players=[2, 4],
        measures=["pips", "margin", "ties", "stuck", "throws"],
        tolerances={"pips": 0.25, "ties": 12.0, "stuck": 6.0},
        deals=300,
        across_sizes=True,
    )
    seen = set()
    for one in found.estimates:
        if one.kind != "difference":
            continue
        low, high, near = one.low, one.high, one.tolerance or 0.0
        seen.add(one.note or one.verdict)
        if one.verdict == "higher":
            assert low > 0
        elif one.verdict == "lower":
            assert high < 0
        elif one.verdict == "equivalent":
            assert -near < low <= high < near
        elif one.verdict == "inconclusive":
            assert low <= 0 <= high
            assert not -near < low <= high < near
    assert seen >= {"lower", "equivalent", "the same in all deals played", "inconclusive"}


def test_each_way_to_end_is_a_measure_by_its_name() -> None:
    """Also where the game calls a regular end so: what a measure counts is what the rows call so."""
    results = compared(rules={"stuck": 300}, against={"stuck": 0}, measures=["jammed", "done", "stuck"], players=[2])
    by_name = {row.outcome: row.mean for row in results.estimates if (row.kind, row.setting) == ("mean", "stuck=300")}
    assert by_name["jammed"] == by_name["stuck"] == pytest.approx(100 - by_name["done"])
    ends = (End("stuck", True, "pieces were left"), End("cut", False, "nobody could go on"))
    assert ends_counted("stuck", ends) == ["stuck"]
    assert ends_counted("stuck", ends[1:]) == ["cut"]
    game = stairs.Stairs()
    assert find_measure("stuck", game.outcomes, game.player_columns, ends).label == "games that ended with stuck"
