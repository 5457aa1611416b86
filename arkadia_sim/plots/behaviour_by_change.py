"""Figure: did each change of play change anything? For each the behaviour that it names, without and with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.style import (
    AS_GIVEN,
    BLUE,
    GREY,
    ORANGE,
    bare,
    head_line,
    key_below,
    panel_grid,
    shortened,
    styled,
    with_ends,
)
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_LINES = 8
"""More lines than so many in one panel are thinned out."""


@dataclass(frozen=True)
class ChangePoint:
    """One line of a panel: how much of the behaviour was seen without the change and with it.

    ``what`` names the behaviour with its unit, ``table`` the table size and ``company`` the others who sit there;
    ``sure`` says whether it surely changed.
    """

    change: str
    what: str
    table: str
    company: str
    without: Estimate
    with_change: Estimate
    sure: bool


def change_table(points: Sequence[ChangePoint]) -> pl.DataFrame:
    """One row per line: both means with their intervals; ends that are not known are null."""
    rows = []
    for one in points:
        row: dict[str, Any] = {"change": one.change, "what": one.what, "table": one.table, "company": one.company}
        for arm, estimate in (("without", one.without), ("with", one.with_change)):
            row |= {arm: estimate.mean, f"{arm}_low": estimate.low, f"{arm}_high": estimate.high}
        rows.append(row | {"sure": one.sure, "deals": one.without.n})
    ends = pl.col("without_low", "without_high", "with_low", "with_high")
    return pl.DataFrame(rows).with_columns(pl.when(ends.is_finite()).then(ends))


def draw_changes(table: pl.DataFrame) -> "Figure":
    """One panel per change with an axis of its own: a line for each place, from without to with.

    Where a panel would have more than MOST_LINES lines, of those of one table size only the first and the last are
    drawn, and a line above the panels says so.
    """
    return styled(lambda: _draw(table))


def _lines(table: pl.DataFrame) -> pl.DataFrame:
    """The lines of a panel from above; where there are too many, of each table size the first and the last."""
    lines = table.select("table", "company", "line").unique(maintain_order=True)
    if len(lines) <= MOST_LINES:
        return lines
    place, places = pl.int_range(pl.len()).over("table"), pl.len().over("table")
    return lines.filter((place == 0) | (place == places - 1))


def _draw(table: pl.DataFrame) -> "Figure":
    from matplotlib.lines import Line2D

    changes = table.get_column("change").unique(maintain_order=True).to_list()
    comma = pl.when(pl.col("company") == "").then(pl.lit("")).otherwise(pl.lit(", "))
    table = table.with_columns(pl.concat_str("table", comma, "company").alias("line"))
    lines = _lines(table).get_column("line").to_list()
    across = min(3, len(changes))
    down = -(-len(changes) // across)
    figure, axes = panel_grid(1.9 + 2.7 * across, 0.9 + down * (1.2 + 0.2 * len(lines)), down, across)
    for index, (axis, change) in enumerate(zip(axes, changes, strict=False)):
        _panel(axis, table.filter((pl.col("change") == change) & pl.col("line").is_in(lines)), lines)
        axis.set_title(shortened(change, 34), fontsize=10)
        axis.set_yticks(range(len(lines)), lines if index % across == 0 else [], fontsize=8.5)
    for axis in axes[len(changes) :]:
        axis.set_visible(False)
    if len(lines) < table.get_column("line").n_unique():
        head_line(figure, "Of each table size only the first and the last company; the table has them all.")
    marks: list[dict[str, Any]] = [
        {"color": ORANGE, "marker": "o", "markerfacecolor": "white", "label": "without"},
        {"color": BLUE, "marker": "D", "label": "with"},
        {"color": GREY, "marker": "x", "label": "with, but no sure change"},
    ]
    key_below(figure, [Line2D([], [], linestyle="none", markersize=6, **mark) for mark in marks])
    return figure


def _panel(axis: "Axes", table: pl.DataFrame, lines: list[str]) -> None:
    import seaborn

    for row in table.iter_rows(named=True):
        height = lines.index(row["line"])
        colour = BLUE if row["sure"] else GREY
        axis.plot([row["without"], row["with"]], [height, height], color=colour, linewidth=1.2, zorder=1)
    looks: Sequence[tuple[str, pl.DataFrame, dict[str, Any]]] = (
        ("without", table, {"markers": "o", "markersize": 6, "color": ORANGE, "markerfacecolor": "white"}),
        ("with", table.filter("sure"), {"markers": "D", "markersize": 5, "color": BLUE}),
        ("with", table.filter(~pl.col("sure")), {"markers": "x", "markersize": 5, "color": GREY}),
    )
    for arm, rows, look in looks:
        seaborn.pointplot(
            with_ends(rows, arm, f"{arm}_low", f"{arm}_high"), x=arm, y="line", order=lines, linestyle="none",
            markeredgewidth=1, err_kws={"linewidth": 3, "zorder": 2}, zorder=3, ax=axis, **look, **AS_GIVEN,
        )  # fmt: skip
    axis.set_ylim(len(lines) - 0.4, -0.6)
    axis.margins(x=0.12)
    axis.grid(axis="x", color="#E4E4E4", linewidth=0.7)
    axis.set_axisbelow(True)
    axis.tick_params(axis="x", labelsize=8.5)
    axis.locator_params(axis="x", nbins=5)
    axis.set_xlabel(shortened(table.get_column("what").to_list()[0], 32), fontsize=8.5)
    axis.set_ylabel("")
    bare(axis)
