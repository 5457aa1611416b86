"""Figures of changes of play: the effect of each (a forest plot), and the behaviour without it and with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.style import (
    AS_GIVEN,
    BLUE,
    GREY,
    ORANGE,
    PALE,
    VERDICT_COLOURS,
    VERDICT_MARKERS,
    bare,
    digits_for,
    head_line,
    key_below,
    light_grid,
    names_in,
    panel_grid,
    points_table,
    shortened,
    signed,
    span,
    styled,
    verdict_handles,
    with_ends,
)
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.235
"""Inches that a line of the figure takes."""

NAME_WIDTH, WRAPPED = 60, 0.8
"""Characters of a change's name on one line, and lines of the figure that a second line of it takes."""


@dataclass(frozen=True)
class ForestPoint:
    """One effect: of which change, in which panel (a company), on which line of the change (a table size).

    ``tolerance`` is the size below which a difference does not matter; ``verdict`` is None where none was given.
    """

    change: str
    panel: str
    line: str
    estimate: Estimate
    tolerance: float
    verdict: Verdict | None


@styled
def draw_forest(points: Sequence[ForestPoint], what: str) -> "Figure":
    """One panel per company side by side, the lines grouped by change; ``what`` names the axis with its unit.

    Where an interval is far wider than the others, the panel ends before it does, and an arrow says so.
    """
    table = points_table(points)
    panels = names_in(table, "panel")
    heights = _heights(table)
    lowest = max(heights.values()) if heights else 0.0
    figure, axes = panel_grid(max(6.6, 4.4 * len(panels)), 1.25 + ROW * (lowest + 1.5), 1, len(panels), "both")
    left, right = _limits(table)
    for axis, panel in zip(axes, panels, strict=True):
        here = table.filter(pl.col("panel") == panel)
        tolerance = float(table.get_column("tolerance").to_list()[0])
        axis.axvspan(max(left, -tolerance), min(right, tolerance), color=PALE, zorder=0)
        axis.axvline(0, color="black", linewidth=0.9, zorder=1)
        axis.set_xlim(left, right)
        axis.set_ylim(lowest + 0.8, -1.6)
        for row in here.iter_rows(named=True):
            _point(axis, row, heights[row["change"], row["line"]], (left, right))
        if panel:
            axis.set_title(panel)
        axis.set_xlabel(what)
        bare(axis)
    _names(axes[0], heights)
    _legend(figure, table)
    return figure


def _heights(table: pl.DataFrame) -> dict[tuple[str, str], float]:
    """How far down each line stands: the lines of a change below its name."""
    heights: dict[tuple[str, str], float] = {}
    down = 0.0
    for change in names_in(table, "change"):
        lines = names_in(table.filter(pl.col("change") == change), "line")
        down += WRAPPED * _wraps(change)
        for line in lines:
            heights[change, line] = down
            down += 1
        down += 1.35  # the name of the next change, and space
    return heights


def _wraps(change: str) -> int:
    """How many lines more than one a change's name takes."""
    return shortened(change, NAME_WIDTH).count("\n")


def _names(axis: "Axes", heights: dict[tuple[str, str], float]) -> None:
    axis.set_yticks(list(heights.values()), [line for _, line in heights], fontsize=9)
    named = set()
    for (change, _), height in heights.items():
        if change not in named:
            named.add(change)
            above = height - 0.82 - WRAPPED / 2 * _wraps(change)
            axis.annotate(
                shortened(change, NAME_WIDTH), (0, above), xycoords=("axes fraction", "data"), xytext=(-62, 0),
                textcoords="offset points", fontsize=9.5, fontweight="bold", va="center", annotation_clip=False,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip


def _limits(table: pl.DataFrame) -> tuple[float, float]:
    """Ends of the axis: all means, the tolerance, and all intervals but those far wider than the usual one."""
    known = table.drop_nulls(["low", "high"])
    widths = (known.get_column("high") - known.get_column("low")).to_list()
    usual = sorted(widths)[len(widths) // 2] if widths else 0.0
    reach = [0.0]
    for row in table.iter_rows(named=True):
        reach += [row["mean"], row["tolerance"] * 1.15, -row["tolerance"] * 1.15]
        if row["low"] is not None and row["high"] is not None and row["high"] - row["low"] <= 4 * usual:
            reach += [row["low"], row["high"]]
    ends = [value for value in reach if isfinite(value)]
    space = 0.04 * (max(ends) - min(ends)) or 1.0
    return min(ends) - space, max(ends) + space


def _point(axis: "Axes", row: dict[str, Any], height: float, limits: tuple[float, float]) -> None:
    verdict = None if row["verdict"] is None else Verdict(row["verdict"])
    colour, marker = VERDICT_COLOURS[verdict], VERDICT_MARKERS[verdict]
    text = signed(row["mean"])
    if row["low"] is not None and row["high"] is not None:
        inset = 0.015 * (limits[1] - limits[0])
        low, high = max(row["low"], limits[0]), min(row["high"], limits[1])
        axis.plot([low, high], [height, height], color=colour, linewidth=1.8, solid_capstyle="butt")
        for beyond, edge, sign, arrow in (
            (row["low"] < limits[0], limits[0], 1, "<"),
            (row["high"] > limits[1], limits[1], -1, ">"),
        ):
            if beyond:
                axis.plot([edge + sign * inset], [height], marker=arrow, markersize=5, color=colour)
        text = f"{signed(row['mean'], digits_for(row['low'], row['high']))} ({span(row['low'], row['high'])})"
    axis.plot([row["mean"]], [height], marker=marker, markersize=5.5, color=colour, linestyle="none")
    axis.annotate(
        text, (1.03, height), xycoords=("axes fraction", "data"), va="center", fontsize=8, annotation_clip=False
    )


def _legend(figure: "Figure", table: pl.DataFrame) -> None:
    given = table.get_column("verdict").to_list()
    verdicts = [verdict for verdict in (*Verdict, None) if (None if verdict is None else str(verdict)) in given]
    key_below(figure, verdict_handles(verdicts, 1.8), 3)


MOST_LINES = 8
"""More lines than so many in one panel are thinned out."""


@dataclass(frozen=True)
class ChangePoint:
    """One line of a panel: the average of the behaviour without the change and with it.

    ``what`` names the behaviour with its unit, ``table`` the table size and ``company`` the others who sit there;
    ``significant`` says whether it changed significantly.
    """

    change: str
    what: str
    table: str
    company: str
    without: Estimate
    with_change: Estimate
    significant: bool


@styled
def draw_changes(points: Sequence[ChangePoint]) -> "Figure":
    """One panel per change with an axis of its own: a line for each place, from without to with.

    If a panel would have more than MOST_LINES lines, only the first and the last of each table size are drawn, and a
    line above the panels says so.
    """
    from matplotlib.lines import Line2D

    table = points_table(points)
    changes = names_in(table, "change")
    comma = pl.when(pl.col("company") == "").then(pl.lit("")).otherwise(pl.lit(", "))
    table = table.with_columns(pl.concat_str("table", comma, "company").alias("line"))
    lines = _lines(table).get_column("line").to_list()
    across = min(3, len(changes))
    down = -(-len(changes) // across)
    figure, axes = panel_grid(1.9 + 2.7 * across, 0.9 + down * (1.2 + 0.2 * len(lines)), down, across)
    for index, (axis, change) in enumerate(zip(axes, changes, strict=False)):
        _change_panel(axis, table.filter((pl.col("change") == change) & pl.col("line").is_in(lines)), lines)
        axis.set_title(shortened(change, 34), fontsize=10)
        axis.set_yticks(range(len(lines)), lines if index % across == 0 else [], fontsize=8.5)
    for axis in axes[len(changes) :]:
        axis.set_visible(False)
    if len(lines) < table.get_column("line").n_unique():
        head_line(figure, "Of each table size only the first and the last company; the table has them all.")
    marks: list[dict[str, Any]] = [
        {"color": ORANGE, "marker": "o", "markerfacecolor": "white", "label": "without"},
        {"color": BLUE, "marker": "D", "label": "with"},
        {"color": GREY, "marker": "x", "label": "with, not significant"},
    ]
    key_below(figure, [Line2D([], [], linestyle="none", markersize=6, **mark) for mark in marks])
    return figure


def _lines(table: pl.DataFrame) -> pl.DataFrame:
    """The lines of a panel from above; where there are too many, of each table size the first and the last."""
    lines = table.select("table", "company", "line").unique(maintain_order=True)
    if len(lines) <= MOST_LINES:
        return lines
    place, places = pl.int_range(pl.len()).over("table"), pl.len().over("table")
    return lines.filter((place == 0) | (place == places - 1))


def _change_panel(axis: "Axes", table: pl.DataFrame, lines: list[str]) -> None:
    import seaborn

    for row in table.iter_rows(named=True):
        height = lines.index(row["line"])
        colour = BLUE if row["significant"] else GREY
        axis.plot([row["without"], row["with_change"]], [height, height], color=colour, linewidth=1.2, zorder=1)
    looks: Sequence[tuple[str, pl.DataFrame, dict[str, Any]]] = (
        ("without", table, {"markers": "o", "markersize": 6, "color": ORANGE, "markerfacecolor": "white"}),
        ("with_change", table.filter("significant"), {"markers": "D", "markersize": 5, "color": BLUE}),
        ("with_change", table.filter(~pl.col("significant")), {"markers": "x", "markersize": 5, "color": GREY}),
    )
    for arm, rows, look in looks:
        seaborn.pointplot(
            with_ends(rows, arm, f"{arm}_low", f"{arm}_high"), x=arm, y="line", order=lines, linestyle="none",
            markeredgewidth=1, err_kws={"linewidth": 3, "zorder": 2}, zorder=3, ax=axis, **look, **AS_GIVEN,
        )  # fmt: skip
    axis.set_ylim(len(lines) - 0.4, -0.6)
    axis.margins(x=0.12)
    light_grid(axis, "x")
    axis.tick_params(axis="x", labelsize=8.5)
    axis.locator_params(axis="x", nbins=5)
    axis.set_xlabel(shortened(table.get_column("what").to_list()[0], 32), fontsize=8.5)
    axis.set_ylabel("")
    bare(axis)
