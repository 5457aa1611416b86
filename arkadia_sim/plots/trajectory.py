"""Figure: how some numbers of the game (the values of its families, say) move as it goes on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.progress import snapshots
from arkadia_sim.plots.style import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PALE,
    VERMILLION,
    key_below,
    panel_grid,
    series_style,
    styled,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_COMPANIES = 2
"""So many companies have panels beside each other."""

_SHADES = {
    "black": BLACK, "blue": BLUE, "green": GREEN, "olive": "#6B6B00", "orange": ORANGE, "red": VERMILLION,
    "silver": "#8FA1AD",
}  # fmt: skip


def trajectory_table(turns: pl.LazyFrame, series: Sequence[tuple[str, str]], turn: str) -> pl.DataFrame:
    """For each company, table size, series and share of the game: mean, middle, and where the middle 80% of games lie.

    ``series`` holds a label and a column of ``turns`` each.
    """
    found = []
    for share, now in snapshots(turns, [column for _, column in series], turn):
        for label, column in series:
            value = pl.col(column).cast(pl.Float64)
            found.append(
                now.group_by("company", "table").agg(
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
    return table.sort("company", "table", place, "share_of_game")


def draw_trajectory(table: pl.DataFrame, what: str) -> "Figure":
    """A row of panels per table size, a panel per company, a curve for the mean of each series.

    One grey band lies behind the curves: it spans the middle 80% of games for every one of them. Of more companies than
    MOST_COMPANIES only the first is drawn.
    """
    return styled(lambda: _draw(table, what))


def _draw(table: pl.DataFrame, what: str) -> "Figure":
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    companies = table.get_column("company").unique(maintain_order=True).to_list()
    companies = companies if len(companies) <= MOST_COMPANIES else companies[:1]
    sizes = table.get_column("table").unique(maintain_order=True).to_list()
    styles = _styles(table.get_column("series").unique(maintain_order=True).to_list())
    figure, axes = panel_grid(
        max(7.6, 0.9 + 3.9 * len(companies)), 0.9 + 2.0 * len(sizes), len(sizes), len(companies), "both"
    )
    for index, axis in enumerate(axes):
        size, company = sizes[index // len(companies)], companies[index % len(companies)]
        here = table.filter((pl.col("company") == company) & (pl.col("table") == size))
        whole = here.group_by("share_of_game").agg(pl.col("low").min(), pl.col("high").max()).sort("share_of_game")
        axis.fill_between(whole["share_of_game"], whole["low"], whole["high"], color=PALE, linewidth=0)
        for label, style in styles.items():
            rows = here.filter(pl.col("series") == label)
            axis.plot(rows["share_of_game"], rows["mean"], markersize=4.5, linewidth=1.5, markevery=3, **style)
        axis.set_xlim(0, 101)
        axis.set_title(", ".join(text for text in (size, company) if text), fontsize=10)
    figure.supylabel(what, fontsize=10)
    handles: list[Any] = [Line2D([], [], markersize=5.5, label=label, **style) for label, style in styles.items()]
    band = Patch(color=PALE, label="holds the middle 80% of games" + (" of each" if len(styles) > 1 else ""))
    key_below(figure, [*handles, band], len(styles) + 1, title="share of the game gone (%)")
    return figure


def _styles(labels: Sequence[str]) -> dict[str, dict[str, Any]]:
    """How each series is drawn: one that is called like a colour has a shade of it that shows on white and grey."""
    return {
        label: series_style(k) | ({"color": _SHADES[label]} if label in _SHADES else {})
        for k, label in enumerate(labels)
    }
