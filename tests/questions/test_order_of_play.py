"""Where the starting player is drawn, seat 1 of estimates is who begins."""

from pathlib import Path

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.runner.progress import Silent


def test_seats_are_those_of_the_order_of_play(tmp_path: Path) -> None:
    results = api.seats(
        "greedy", players=[3], deals=200, game="castle", out=tmp_path / "run", workers=1, progress=Silent()
    )
    rows = pl.concat([pl.read_parquet(file) for file in sorted((tmp_path / "run" / "games").glob("*.parquet"))])
    by_order = rows.group_by("order").agg(pl.col("win_share").mean() * 100).sort("order")
    table = results.table()
    assert rows.filter(order=0)["seat"].n_unique() == 3
    means = table.filter(kind="mean", outcome="win_share", setting="").drop_nulls("seat")
    assert means["mean"].to_list() == pytest.approx(by_order["win_share"].to_list())
    shown = table.filter(kind="advantage", outcome="win_share")["mean"]
    assert shown.to_list() == pytest.approx((by_order["win_share"] - 100 / 3).to_list())
