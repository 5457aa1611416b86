"""Figure: who wins how much, and earns how much gold, where bots just played each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.style import AS_GIVEN, BLUE, GREY, bare, new_figure, number, styled, with_ends
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class BotPoint:
    """One bot's results: win share in percent, and gold."""

    bot: str
    win_share: Estimate
    gold: Estimate


def bot_table(points: Sequence[BotPoint]) -> pl.DataFrame:
    """Two rows per bot (outcomes "win share" and "gold"), best win share first; ends not known are null."""
    ranked = sorted(points, key=lambda point: -point.win_share.mean)
    rows = [
        (point.bot, outcome, estimate.mean, estimate.low, estimate.high, estimate.n)
        for point in ranked
        for outcome, estimate in (("win share", point.win_share), ("gold", point.gold))
    ]
    schema = {"bot": pl.String, "outcome": pl.String, "mean": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    table = pl.DataFrame(rows, schema={**schema, "deals": pl.Int64}, orient="row")
    ends = pl.col("low", "high")
    return table.with_columns(pl.when(ends.is_finite()).then(ends))


def draw_bots(table: pl.DataFrame, players: int) -> "Figure":
    """Two panels, win share (with a line at what chance gives) and gold (from 0); one line per bot."""
    return styled(lambda: _draw(table, players))


def _draw(table: pl.DataFrame, players: int) -> "Figure":
    import seaborn

    bots = table.get_column("bot").unique(maintain_order=True).to_list()
    figure, axes = new_figure(8.4, 1.3 + 0.62 * len(bots), 2)
    long = with_ends(table, "mean", "low", "high")
    panels = (("win share", "win share (%)"), ("gold", "gold at the end"))
    for axis, (outcome, title) in zip(axes, panels, strict=True):
        seaborn.pointplot(
            long[long["outcome"] == outcome], x="mean", y="bot", order=bots, color=BLUE, linestyle="none", markersize=7,
            markeredgewidth=1, err_kws={"linewidth": 2.2}, ax=axis, **AS_GIVEN,
        )  # fmt: skip
        for row in table.filter(outcome=outcome).iter_rows(named=True):
            axis.annotate(
                number(row["mean"]), (row["mean"], bots.index(row["bot"])), xytext=(0, 8),
                textcoords="offset points", ha="center", fontsize=9,
            )  # fmt: skip
        axis.set_title(title)
        axis.set(xlabel="", ylabel="")
        axis.margins(x=0.15)
        axis.grid(axis="x", color="#DDDDDD", linewidth=0.7)
        axis.set_axisbelow(True)
        bare(axis)
    lowest = table.filter(outcome="gold").get_column("mean").to_list()
    axes[1].set_xlim(left=min(0.0, *lowest))
    axes[0].axvline(100 / players, color=GREY, linestyle="--", linewidth=1.1)
    axes[0].set_xlabel(f"dashed: what chance gives with {players} players")
    axes[0].set_ylim(len(bots) - 0.5, -0.65)
    return figure
