"""Figure: when each of a player's events (the use of a special move, say) comes, and what it pays."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arkadia_sim.plots.style import (
    GREY,
    INK,
    PALE,
    key_below,
    light_grid,
    names_in,
    panel_grid,
    series_handles,
    series_style,
    shortened,
    styled,
)
from arkadia_sim.plots.style import number as number_text
from arkadia_sim.stats.intervals import LEVEL, cluster_mean_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def when_table(rows: pl.LazyFrame, events: Sequence[tuple[str, str]]) -> pl.DataFrame:
    """For each table size and event: the share of players who have had it by their first, second … turn.

    ``events`` holds a label and a column each, which says the player's how-manyth turn it was, below 1 for never.
    """
    totals = rows.group_by("table").agg(pl.len().alias("players")).collect(engine="streaming")
    found: list[pl.DataFrame] = []
    for label, column in events:
        counted = rows.group_by("table", pl.col(column).cast(pl.Int64).alias("turn")).agg(pl.len().alias("had"))
        known = counted.collect(engine="streaming").filter(pl.col("turn") >= 1)
        found.append(known.with_columns(pl.lit(label).alias("event"), pl.lit(len(found)).alias("_order")))
    had = pl.concat(found)
    last = max(had.get_column("turn").to_list(), default=0)
    named = pl.DataFrame({"event": [label for label, _ in events]}).with_row_index("_order")
    grid = totals.join(pl.DataFrame({"turn": np.arange(1, last + 1)}), how="cross")
    grid = grid.join(named.with_columns(pl.col("_order").cast(pl.Int32)), how="cross")
    table = grid.join(had, on=["table", "turn", "event", "_order"], how="left").sort("table", "_order", "turn")
    share = pl.col("had").fill_null(0).cum_sum().over("table", "event") * 100.0 / pl.col("players")
    return table.select("table", "event", "turn", share.alias("share"), "players")


def pay_table(rows: pl.LazyFrame, events: Sequence[tuple[str, str, str]], level: float = LEVEL) -> pl.DataFrame:
    """For each table size and event: what it pays on average with an interval over deals, and its spread.

    ``events`` holds a label and two columns each: its turn, below 1 for never, and what it paid. Events that never
    came count nowhere.
    """
    found = []
    for number, (label, turn, paid) in enumerate(events):
        had = rows.filter(pl.col(turn) >= 1)
        value = pl.col(paid).cast(pl.Float64)
        spread = had.group_by("table").agg(
            value.quantile(0.1, "nearest").alias("tenth"), value.quantile(0.9, "nearest").alias("ninetieth")
        )
        limits = {row[0]: row[1:] for row in spread.collect(engine="streaming").iter_rows()}
        sums = had.group_by("table", "deal").agg(value.sum().alias("sum"), pl.len().alias("rows"))
        by_deal = sums.sort("table", "deal").collect(engine="streaming")
        for (size,), deals in by_deal.group_by("table", maintain_order=True):
            mean = cluster_mean_interval(deals["sum"].to_numpy(), deals["rows"].to_numpy(), level)
            ends = (mean.low, mean.high) if np.isfinite(mean.low) else (None, None)
            found.append((size, number, label, mean.mean, *ends, *limits[size], int(deals["rows"].sum())))
    size_type = rows.collect_schema()["table"]
    floats = dict.fromkeys(("mean", "low", "high", "tenth", "ninetieth"), pl.Float64)
    schema: dict[str, Any] = {"table": size_type, "_order": pl.Int64, "event": pl.String, **floats, "events": pl.Int64}
    return pl.DataFrame(found, schema=schema, orient="row").sort("table", "_order").drop("_order")


@styled
def draw_events(when: pl.DataFrame, pay: pl.DataFrame, turns: str, what: str) -> "Figure":
    """Two rows of panels, one panel per table size: above when the events come, below what they pay.

    ``turns`` names the axis of turns, ``what`` that of the pay with its unit. A pale band with a cap at each end
    spans the middle 80% of events.
    """
    from matplotlib.patches import Patch

    sizes, events = names_in(when, "table"), names_in(when, "event")
    figure, axes = panel_grid(1.0 + 2.75 * len(sizes), 5.1, 2, len(sizes))
    final = pl.col("share").max().over("table", "event")
    last = max(when.filter(pl.col("share") < 0.99 * final).get_column("turn").to_list(), default=1)
    highest = max(pay.get_column("ninetieth").to_list(), default=1.0)
    for above, below, size in zip(axes[: len(sizes)], axes[len(sizes) :], sizes, strict=True):
        _when(above, when.filter(pl.col("table") == size), events, last + 1)
        _pay(below, pay.filter(pl.col("table") == size), events, highest)
        above.set_title(size, fontsize=10)
        above.set_xlabel(turns, fontsize=9)
    axes[0].set_ylabel("players who have had it (%)", fontsize=9)
    axes[len(sizes)].set_ylabel(what, fontsize=9)
    key_below(figure, [*series_handles(events), Patch(facecolor=PALE, edgecolor=GREY, label="middle 80%")], 6)
    return figure


def _when(axis: "Axes", table: pl.DataFrame, events: list[str], last: int) -> None:
    from matplotlib.ticker import MaxNLocator

    for number, event in enumerate(events):
        rows = table.filter(pl.col("event") == event)
        axis.plot(rows["turn"], rows["share"], markersize=4, linewidth=1.3, markevery=2, **series_style(number))
    axis.set_ylim(-2, 104)
    axis.set_xlim(0.5, last + 0.5)
    axis.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axis.grid(axis="y", color="#E4E4E4", linewidth=0.7)


def _pay(axis: "Axes", table: pl.DataFrame, events: list[str], highest: float) -> None:
    for row in table.iter_rows(named=True):
        place = events.index(row["event"])
        ends = [row["tenth"], row["ninetieth"]]
        axis.fill_between([place - 0.2, place + 0.2], *ends, color=PALE, linewidth=0, zorder=1)
        axis.plot([place, place], ends, color=GREY, linewidth=0, marker="_", markersize=9, zorder=2)
        if row["low"] is not None:
            axis.plot([place, place], [row["low"], row["high"]], color=INK, linewidth=1.4)
        axis.plot([place], [row["mean"]], color=INK, marker=series_style(place)["marker"], markersize=5.5)
        axis.annotate(
            number_text(row["mean"]), (place, row["mean"]), xytext=(10, 0), textcoords="offset points", va="center",
            fontsize=8,
        )  # fmt: skip
    axis.set_xticks(range(len(events)), [shortened(event, 9) for event in events], fontsize=8)
    axis.set_xlim(-0.5, len(events) - 0.3)
    lowest = min(0.0, *table.get_column("tenth").to_list(), 0.0)
    axis.set_ylim(lowest - 0.05 * highest, 1.06 * highest)  # room for the lower caps
    light_grid(axis, "y")
