"""How bots did where they just played: one estimate for the terminal, the table and the page, chunk by chunk."""

from pathlib import Path

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.questions.registry import analyse
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.progress import Silent
from arkadia_sim.stats.intervals import cluster_mean_interval
from tests.support.toy_game import NAME


def test_terminal_table_and_page_say_the_same(tmp_path: Path) -> None:
    """The games of a deal are one observation, also where the last deal is cut short and chunks are many."""
    played = api.play(
        ["plain", "plain", "lucky"], games=1000, out=tmp_path, workers=1, game=NAME, trace=0.0, progress=Silent()
    )
    assert len(RunFolder(tmp_path).chunk_files()) > 1
    plain, lucky = played.bots()
    assert (lucky.bot, plain.bot) == ("lucky", "plain")
    assert played.table().rows(named=True) == [plain.as_row(), lucky.as_row()]
    means = [row.mean for row in analyse(tmp_path).estimates if row.kind == "mean"]
    assert means == pytest.approx([result.estimate.mean for bot in (lucky, plain) for result in bot.outcomes])
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
