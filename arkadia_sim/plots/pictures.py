"""Figures of how a game is played: when events come and what they pay, where things are put, and how values spread."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arkadia_sim.plots.style import (
    BLUE,
    GREY,
    INK,
    PALE,
    SKY,
    bare,
    for_seaborn,
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


def board_table(turns: pl.LazyFrame, series: Sequence[tuple[str, str]], stride: int) -> pl.DataFrame:
    """For each table size, kind of thing and square: how many of them a game puts there, on average.

    ``series`` holds a label and a list column of ``turns`` each, whose entries are stride * row + column.
    """
    games = turns.group_by("table").agg(pl.col("game").n_unique().alias("games"))
    counts: list[pl.LazyFrame] = []
    for label, column in series:
        squares = turns.select("table", pl.col(column).alias("square")).explode("square").drop_nulls("square")
        counted = squares.group_by("table", "square").agg(pl.len().alias("count"))
        counts.append(counted.with_columns(pl.lit(label).alias("series"), pl.lit(len(counts)).alias("_order")))
    square = pl.col("square").cast(pl.Int64)
    return (
        pl.concat(counts)
        .join(games, on="table")
        .with_columns((square // stride).alias("row"), (square % stride).alias("column"))
        .with_columns((pl.col("count") / pl.col("games")).alias("per_game"))
        .sort("table", "_order", "row", "column")
        .select("table", "series", "row", "column", "per_game", "games")
        .collect(engine="streaming")
    )


@styled
def draw_board(table: pl.DataFrame, rows: int, columns: int) -> "Figure":
    """A row of maps per kind of thing, a map per table size; lighter squares get more.

    Each kind has a scale of its own beside its row. Squares that never get any are hatched.
    """
    import seaborn
    from matplotlib.patches import Patch

    sizes, labels = names_in(table, "table"), names_in(table, "series")
    width = 3.0 if len(sizes) > 1 else 3.8
    height = width * rows / columns
    figure, axes = panel_grid(1.1 + width * len(sizes), 0.4 + (height + 0.15) * len(labels), len(labels), len(sizes))
    unused = False
    for index, axis in enumerate(axes):
        label, size = labels[index // len(sizes)], sizes[index % len(sizes)]
        of_kind = table.filter(pl.col("series") == label)
        here = of_kind.filter(pl.col("table") == size)
        board = np.zeros((rows, columns))
        board[here["row"].to_numpy(), here["column"].to_numpy()] = here["per_game"].to_numpy()
        most = max(of_kind.get_column("per_game").to_list())
        seaborn.heatmap(
            board, cmap="cividis", vmin=0, vmax=most, mask=board == 0, linewidths=0.5, square=True, cbar=False,
            xticklabels=False, yticklabels=False, ax=axis,
        )  # fmt: skip
        unused = _mark_unused(axis, board) or unused
        if index < len(sizes):
            axis.set_title(size, fontsize=10)
        if index % len(sizes) == 0:
            axis.set_ylabel(shortened(label, 20), fontsize=10)
        if (index + 1) % len(sizes) == 0:
            row = axes[index + 1 - len(sizes) : index + 1]
            bar = figure.colorbar(axis.collections[0], ax=row, location="right", fraction=0.03, pad=0.01, aspect=18)
            bar.ax.tick_params(labelsize=8.5)
            for spine in bar.ax.spines.values():
                spine.set_visible(False)
            bar.set_label("in a game, on average", fontsize=9)
    if unused:
        key_below(figure, [Patch(facecolor="white", edgecolor=GREY, hatch="////", label="never in these games")])
    return figure


def _mark_unused(axis: "Axes", board: Any) -> bool:
    """Hatch the squares that get nothing; returns whether there are any."""
    from matplotlib.patches import Rectangle

    squares = np.argwhere(board == 0)
    for row, column in squares:
        axis.add_patch(Rectangle((column, row), 1, 1, facecolor="white", edgecolor=GREY, hatch="////", linewidth=0))
    return len(squares) > 0


POINTS = 1000
"""How many players stand for all of a group, taken evenly from the lowest to the highest."""

HEIGHT = 0.72
"""How high the highest hill of a panel is, in lines."""


def spread_table(rows: pl.LazyFrame, column: str) -> pl.DataFrame:
    """How often each value of ``column`` came up, for each ``table`` and ``group`` of the rows.

    Memory grows with the number of different values, not with that of the rows.
    """
    keys = ["table", "group"]
    counted = rows.group_by(*keys, pl.col(column).alias("value")).agg(pl.len().alias("rows"))
    return counted.sort(*keys, "value").collect(engine="streaming")


@styled
def draw_spread(table: pl.DataFrame, what: str) -> "Figure":
    """A panel per table size, a hill per group.

    The hills of a panel have the same area and span 99.9% of the players. A bar below each hill spans the middle half
    of them, the mark on it is the median. ``what`` names the axis with its unit. If values lie on both sides of zero,
    a line stands there.
    """
    tables, groups = (table.get_column(name).unique().sort().to_list() for name in ("table", "group"))
    values = table.get_column("value")
    low, high = float(values.min() or 0), float(values.max() or 0)  # type: ignore[arg-type]
    figure, axes = panel_grid(2.0 + 2.5 * len(tables), 1.35 + 0.4 * len(groups), 1, len(tables), "x")
    for place, (axis, size) in enumerate(zip(axes, tables, strict=True)):
        _hills(axis, table.filter(table=size), groups)
        if low < 0 < high:
            axis.axvline(0, color=INK, linewidth=0.8, zorder=0.6)
        axis.tick_params(labelleft=place == 0)
        axis.set_title(size, fontsize=10)
        axis.tick_params(labelbottom=True)
    figure.supxlabel(what, fontsize=10)
    return figure


def _hills(axis: "Axes", table: pl.DataFrame, groups: list[str]) -> None:
    import seaborn

    spreads = {group: table.filter(group=group) for group in groups}
    middles = (np.arange(POINTS) + 0.5) / POINTS
    points = [
        pl.DataFrame({"group": group, "value": _quantiles(spread, middles)})
        for group, spread in spreads.items()
        if not spread.is_empty()
    ]
    seaborn.violinplot(
        for_seaborn(pl.concat(points)), x="value", y="group", order=groups, split=True, inner=None, cut=0, gridsize=64,
        width=HEIGHT, color=SKY, alpha=0.55, linecolor=BLUE, linewidth=0.8, ax=axis,
    )  # fmt: skip
    for place, spread in enumerate(spreads.values()):
        if not spread.is_empty():
            lower, median, upper = _quantiles(spread, (0.25, 0.5, 0.75))
            below = [place + HEIGHT / 2 + 0.1] * 2
            axis.plot([lower, upper], below, color=INK, linewidth=2.2, solid_capstyle="butt")
            axis.plot([median], below[:1], marker="|", markersize=8, markeredgewidth=1.8, color=INK)
    axis.set_yticks(range(len(groups)), [shortened(group, 28) for group in groups], fontsize=8.5)
    axis.set_ylim(len(groups) - 0.34, -0.49)
    axis.set(xlabel="", ylabel="")
    light_grid(axis, "x")
    bare(axis)


def _quantiles(rows: pl.DataFrame, wanted: Any) -> list[float]:
    values, counts = rows.get_column("value").to_numpy(), rows.get_column("rows").to_numpy()
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(counts[order]) / counts.sum()
    return [float(value) for value in values[order][np.searchsorted(reached, wanted)]]
