"""Figure: how some numbers of the game (the values of its families, say) move as it goes on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.progress import snapshots
from arkadia_sim.plots.style import BLUE, SKY, panel_grid, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def trajectory_table(turns: pl.LazyFrame, series: Sequence[tuple[str, str]], turn: str) -> pl.DataFrame:
    """For each field, table size, series and share of the game: mean, middle, and where the middle 80% of games lie.

    ``series`` holds a label and a column of ``turns`` each.
    """
    found = []
    for share, now in snapshots(turns, [column for _, column in series], turn):
        for label, column in series:
            value = pl.col(column).cast(pl.Float64)
            found.append(
                now.group_by("field", "table").agg(
                    pl.lit(label).alias("series"),
                    pl.lit(100 * share).alias("share_of_game"),
                    value.mean().alias("mean"),
                    value.median().alias("median"),
                    value.quantile(0.1, "nearest").alias("low"),
                    value.quantile(0.9, "nearest").alias("high"),
                    pl.col("deal").n_unique().alias("deals"),
                )
            )
    table = pl.concat(found).collect(engine="streaming")
    order = {label: number for number, (label, _) in enumerate(series)}
    place = pl.col("series").replace_strict(order, return_dtype=pl.Int64).alias("_place")
    return table.sort("field", "table", place, "share_of_game")


def draw_trajectory(table: pl.DataFrame, what: str) -> "Figure":
    """A row of panels per field and table size, a panel per series: the mean, and a band for 80% of games."""
    return styled(lambda: _draw(table, what))


def _draw(table: pl.DataFrame, what: str) -> "Figure":
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    rows = table.select("field", "table").unique(maintain_order=True).rows()
    labels = table.get_column("series").unique(maintain_order=True).to_list()
    figure, axes = panel_grid(1.2 + 1.9 * len(labels), 0.9 + 1.3 * len(rows), len(rows), len(labels), "both")
    for index, axis in enumerate(axes):
        (field, size), label = rows[index // len(labels)], labels[index % len(labels)]
        here = table.filter((pl.col("field") == field) & (pl.col("table") == size) & (pl.col("series") == label))
        axis.fill_between(here["share_of_game"], here["low"], here["high"], color=SKY, alpha=0.45, linewidth=0)
        axis.plot(here["share_of_game"], here["mean"], color=BLUE, linewidth=1.8)
        axis.set_xlim(0, 100)
        if index < len(labels):
            axis.set_title(label)
        if index % len(labels) == 0:
            axis.set_ylabel(f"{size}\n{field}" if field else size, fontsize=8.5)
    figure.supxlabel("share of the game gone (%)", fontsize=10)
    figure.supylabel(what, fontsize=10)
    handles = [Line2D([], [], color=BLUE, label="mean"), Patch(color=SKY, alpha=0.45, label="the middle 80% of games")]
    figure.legend(handles=handles, loc="outside upper right", ncols=2, frameon=False, fontsize=9)
    return figure
