"""How bots did where they just played: one estimate for the terminal, the table and the page, chunk by chunk."""

from math import inf, isnan
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.questions.play import ClusterSums, PlayResults, _result, result_row
from arkadia_sim.questions.registry import analyse
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.progress import Silent
from arkadia_sim.stats.intervals import cluster_mean_interval
from tests.support.toy_game import GAME, NAME


@pytest.mark.parametrize(("deals", "portions"), [(1, 1), (2, 2), (500, 1), (500, 7)])
def test_sums_by_portions_give_the_interval_of_all_deals_at_once(deals: int, portions: int) -> None:
    """Deals of unequal size, far from zero: nothing is lost where they come in portions."""
    generator = np.random.default_rng(deals)
    sizes = generator.integers(1, 5, deals)
    games = [1e6 + generator.normal(0, 3, size) for size in sizes]
    totals = np.array([game.sum() for game in games])
    squares = np.array([(game**2).sum() for game in games])
    sums = ClusterSums()
    for place in np.array_split(np.arange(deals), portions):
        sums.add(totals[place], squares[place], sizes[place])
    expected, found = cluster_mean_interval(totals, sizes), sums.estimate()
    assert found.mean == pytest.approx(expected.mean, rel=1e-14)
    assert (found.n, found.level) == (deals, 0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-13)
    assert found.standard_error == (inf if deals == 1 else pytest.approx(expected.standard_error, rel=1e-6))
    assert isnan(ClusterSums().sd())


def test_terminal_table_and_page_say_the_same(tmp_path: Path) -> None:
    """The games of a deal are one observation, also where the last deal is cut short and chunks are many."""
    played = api.play(
        ["plain", "plain", "lucky"], games=1000, out=tmp_path, workers=1, game=NAME, trace=0.0, progress=Silent()
    )
    assert len(RunFolder(tmp_path).chunk_files()) > 1
    results = analyse(tmp_path)
    assert isinstance(results, PlayResults)
    lucky, plain = results.bots
    assert (lucky.bot, plain.bot) == ("lucky", "plain")
    assert played.bots() == (plain, lucky)
    assert played.table().rows(named=True) == [result_row(plain), result_row(lucky)]
    rows = played.rows().collect()
    for bot in (lucky, plain):
        mine = rows.filter(pl.col("bot") == bot.bot)
        assert bot.games == len(mine)
        for outcome in bot.outcomes:
            value = pl.col(outcome.outcome.column).cast(pl.Float64) * outcome.outcome.scale
            deals = mine.group_by("deal").agg(value.sum().alias("sum"), pl.len().alias("rows"))
            reference = cluster_mean_interval(deals["sum"].to_numpy(), deals["rows"].to_numpy())
            expected = reference.cut(*outcome.outcome.bounds).with_unseen(*outcome.outcome.bounds)
            assert (
                outcome.estimate.mean,
                outcome.estimate.low,
                outcome.estimate.high,
                outcome.estimate.n,
            ) == pytest.approx((expected.mean, expected.low, expected.high, expected.n))
            assert outcome.sd == pytest.approx(mine.select(value.alias("value"))["value"].std())


def test_a_bot_that_never_wins_has_an_interval_in_every_table() -> None:
    sums = ClusterSums()
    sums.add(np.zeros(100), np.zeros(100), np.full(100, 2))
    loser = result_row(_result("loser", [GAME.outcomes[0]], [sums], 0.95))
    assert (loser["win_share"], loser["win_share_low"]) == (0.0, 0.0)
    assert loser["win_share_high"] == pytest.approx(3.62, abs=0.01)
