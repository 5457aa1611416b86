"""Is it worth more with two than with four: the interval holds the truth, the verdicts of a family are seldom wrong."""

import json
import re
from math import sqrt
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats
from typer.testing import CliRunner

from arkadia_sim import api
from arkadia_sim.analysis.between import SizedEffect, between_sizes
from arkadia_sim.cli.app import app
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import UsageError
from arkadia_sim.report.wording.between import sure_sentences
from arkadia_sim.runner.progress import Silent
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate, independent_difference, mean_interval, sure_difference
from tests.support import toy_game
from tests.support.runs import LUCK, Page, paired_of, played
from tests.support.toy_game import COMPANIES

SCORE = Outcome(column="score", label="score", unit="pips", amount="pips")


def effect(players: int, values: np.ndarray, what: str = "it", tolerance: float = 0.5) -> SizedEffect:
    return SizedEffect((what,), players, SCORE, mean_interval(values), tolerance, int(np.count_nonzero(values)))


def test_the_interval_is_welchs() -> None:
    chance = np.random.default_rng(1)
    one, other = chance.normal(1.0, 1.0, 60), chance.normal(0.4, 3.0, 35)
    seen = independent_difference(mean_interval(one), mean_interval(other))
    wanted = stats.ttest_ind(one, other, equal_var=False)
    low, high = wanted.confidence_interval(0.95)
    assert (seen.low, seen.high) == pytest.approx((low, high))
    assert seen.standard_error == pytest.approx(sqrt(np.var(one, ddof=1) / 60 + np.var(other, ddof=1) / 35))


def test_of_a_single_deal_nothing_is_known() -> None:
    seen = independent_difference(mean_interval([1.0]), mean_interval([1.0, 2.0]))
    assert (seen.low, seen.high) == (-np.inf, np.inf)
    assert independent_difference(mean_interval([1.0, 1.0]), mean_interval([3.0, 3.0])).low == -2.0


def test_ends_that_hold_at_once_make_an_interval_that_holds() -> None:
    one, other = Estimate(2.0, 1.0, 3.5, np.nan, 50), Estimate(0.5, 0.0, 1.0, np.nan, 80)
    seen = sure_difference(one, other)
    assert (seen.mean, seen.low, seen.high, seen.n) == (1.5, 0.0, 3.5, 50)


def test_equal_effects_are_seldom_told_apart_and_different_ones_are() -> None:
    chance, tries, named = np.random.default_rng(2), 400, 0
    for _ in range(tries):
        effects = [effect(size, chance.normal(0.7, size / 2, 150)) for size in (2, 3, 4)]
        found = between_sizes(effects, [(2, 3), (2, 4), (3, 4)])
        named += any(one.verdict in (Verdict.HELPS, Verdict.HURTS) for one in found)
    assert named / tries <= 0.06
    apart = between_sizes([effect(2, chance.normal(2, 1, 200)), effect(4, chance.normal(0, 1, 200))], [(2, 4), (4, 2)])
    assert [one.verdict for one in apart] == [Verdict.HELPS, Verdict.HURTS]
    assert apart[0].estimate.low < 2 < apart[0].estimate.high


def test_what_was_played_with_one_size_alone_is_left_out() -> None:
    values = np.random.default_rng(3).normal(0, 1, 50)
    assert between_sizes([effect(2, values, "one"), effect(4, values, "another")], [(2, 4)]) == ()


def test_what_is_sure_is_told_thing_by_thing() -> None:
    chance = np.random.default_rng(4)
    effects = [
        effect(size, chance.normal(mean, 1, 400), what)
        for what, means in (("one", (9, 5, 2)), ("other", (3, 3, 6)), ("none", (1, 1, 1)))
        for size, mean in zip((2, 3, 4), means, strict=True)
    ]
    told = sure_sentences(between_sizes(effects, [(2, 3), (2, 4), (3, 4)]))
    assert told[0] == "What surely is another with more or fewer players; differences in score, pips:"
    assert [re.sub(r"[0-9.−]+", "#", text) for text in told[1:]] == [
        "one: # more with two players than with three (#%: # to #); # more with two players than with four "
        "(#%: # to #); # more with three players than with four (#%: # to #)#",
        "other: # less with two players than with four (#%: # to #); # less with three players than with four "
        "(#%: # to #)#",
    ]
    sizes = [[float(size) for size in re.findall(r"([0-9.]+) (?:more|less)", text)] for text in told[1:]]
    assert sizes == [pytest.approx([4, 7, 3], abs=0.3), pytest.approx([3, 3], abs=0.3)]
    ends = [tuple(map(float, pair)) for text in told[1:] for pair in re.findall(r": ([0-9.]+) to ([0-9.]+)\)", text)]
    assert all(low < size < high for (low, high), size in zip(ends, [*sizes[0], *sizes[1]], strict=True))
    assert sure_sentences([]) == []


@pytest.fixture
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_somewhere_else")
@pytest.mark.parametrize("until", [None, "decided"])
def test_a_comparison_tells_it(until: str | None) -> None:
    result = api.compare("lucky:extra=4", "plain", [2, 4], deals=1000, until=until, out="here", game=toy_game.NAME,
                         workers=1, progress=Silent())  # fmt: skip
    found = {one.outcome.column: one for one in result.between()}
    by_size = {table.players: table for table in result.tables}
    for column, one in found.items():
        two, four = by_size[2][column].difference, by_size[4][column].difference
        assert one.estimate.mean == pytest.approx(two.mean - four.mean)
        assert one.estimate.half_width > max(two.half_width, four.half_width)
    assert result.as_json()["between"][0]["players"] == 2
    words = ["compare", "lucky:extra=4", "plain", "--players", "2,4", "--deals", "1000", "--out", "here", "--game",
             toy_game.NAME, "--workers", "1"] + ([] if until is None else ["--until", until])  # fmt: skip
    told = CliRunner().invoke(app, words).stdout
    assert "lucky:extra=4 instead of plain among plain, win share: " in told
    assert "with two players than with four (the difference, 95%: " in told


@pytest.mark.usefixtures("_somewhere_else")
def test_an_experiment_asks_for_it() -> None:
    folder = played(Path(), "asked", "between = [ [2, 3] ]\n" + COMPANIES + LUCK, deals=100)
    results = paired_of(folder)
    weak = [one for one in results.effects if one.company == results.effects[0].company]
    one = results.between()[0]
    assert one.estimate.mean == pytest.approx(weak[0].main.estimate.mean - weak[1].main.estimate.mean)
    api.write_report(folder)
    page = Page(folder / "report.html")
    assert "With more or fewer players" in page.headings
    assert "with two players than with three" in page.words
    assert pl.read_csv(folder / "tables" / "between.csv").height == len(results.between()) == 4
    assert json.loads((folder / "manifest.json").read_text())["experiment"]["between"] == [[2, 3]]


@pytest.mark.usefixtures("_somewhere_else")
@pytest.mark.parametrize("pairs", ["[ [2, 4] ]", "[ [2, 2] ]", "[ [2] ]", "[2, 3]"])
def test_pairs_are_of_sizes_that_are_played(pairs: str) -> None:
    with pytest.raises(UsageError, match="between"):
        played(Path(), "asked", f"between = {pairs}\n" + COMPANIES + LUCK, deals=100)
