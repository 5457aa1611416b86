"""Figure: what each of many changes of play is worth, at each table size and in each company (a forest plot)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.style import (
    PALE,
    VERDICT_COLOURS,
    VERDICT_MARKERS,
    bare,
    digits_for,
    key_below,
    known_ends,
    panel_grid,
    shortened,
    signed,
    span,
    styled,
    verdict_handles,
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
    effect: Estimate
    tolerance: float
    verdict: Verdict | None


def forest_table(points: Sequence[ForestPoint]) -> pl.DataFrame:
    """One row per effect, in the order given; ends that are not known are null."""
    rows = [
        {
            "change": point.change,
            "panel": point.panel,
            "line": point.line,
            "effect": point.effect.mean,
            "low": point.effect.low,
            "high": point.effect.high,
            "tolerance": point.tolerance,
            "verdict": None if point.verdict is None else str(point.verdict),
            "deals": point.effect.n,
        }
        for point in points
    ]
    texts = dict.fromkeys(("change", "panel", "line"), pl.String)
    numbers = dict.fromkeys(("effect", "low", "high", "tolerance"), pl.Float64)
    return known_ends(pl.DataFrame(rows, schema={**texts, **numbers, "verdict": pl.String, "deals": pl.Int64}))


def draw_forest(table: pl.DataFrame, what: str) -> "Figure":
    """One panel per company side by side, the lines grouped by change; ``what`` names the axis with its unit.

    Where an interval is far wider than the others, the panel ends before it does, and an arrow says so.
    """
    return styled(lambda: _draw(table, what))


def _draw(table: pl.DataFrame, what: str) -> "Figure":
    panels = table.get_column("panel").unique(maintain_order=True).to_list()
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
    for change in table.get_column("change").unique(maintain_order=True):
        lines = table.filter(pl.col("change") == change).get_column("line").unique(maintain_order=True)
        down += WRAPPED * _wraps(change)
        for line in lines:
            heights[change, line] = down
            down += 1
        down += 1.35  # the name of the next change, and air
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
        reach += [row["effect"], row["tolerance"] * 1.15, -row["tolerance"] * 1.15]
        if row["low"] is not None and row["high"] is not None and row["high"] - row["low"] <= 4 * usual:
            reach += [row["low"], row["high"]]
    ends = [value for value in reach if isfinite(value)]
    air = 0.04 * (max(ends) - min(ends)) or 1.0
    return min(ends) - air, max(ends) + air


def _point(axis: "Axes", row: dict[str, Any], height: float, limits: tuple[float, float]) -> None:
    verdict = None if row["verdict"] is None else Verdict(row["verdict"])
    colour, marker = VERDICT_COLOURS[verdict], VERDICT_MARKERS[verdict]
    text = signed(row["effect"])
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
        text = f"{signed(row['effect'], digits_for(row['low'], row['high']))} ({span(row['low'], row['high'])})"
    axis.plot([row["effect"]], [height], marker=marker, markersize=5.5, color=colour, linestyle="none")
    axis.annotate(
        text, (1.03, height), xycoords=("axes fraction", "data"), va="center", fontsize=8, annotation_clip=False
    )


def _legend(figure: "Figure", table: pl.DataFrame) -> None:
    found = table.get_column("verdict").to_list()
    verdicts = [one for one in (*Verdict, None) if (None if one is None else str(one)) in found]
    key_below(figure, verdict_handles(verdicts, 6, 1.8), 3)
