"""Figure: what each of several circumstances changes: a panel for each quantity, a line for each circumstance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.style import (
    bare,
    head_line,
    key_below,
    known_ends,
    panel_grid,
    percent,
    series_style,
    shortened,
    styled,
)
from arkadia_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANELS_MOST = 3
"""So many panels stand side by side."""

STEP = 0.085
"""Inches from one series of a line to the next."""

LINE = 0.32
"""Inches that a line takes at least: room for a name on two lines."""

NARROWEST = 7.6
"""Inches of a figure with few panels, so that a page does not blow it up."""


@dataclass(frozen=True)
class AcrossPoint:
    """How much a quantity differs from the first circumstance: its panel, its series, its line, and its interval.

    ``sure`` says that the difference is significant and matters.
    """

    panel: str
    series: str
    line: str
    mean: float
    low: float | None
    high: float | None
    sure: bool


def across_table(points: Sequence[AcrossPoint]) -> pl.DataFrame:
    """One row per point, in the order given; ends that are not known are null."""
    rows = [(point.panel, point.series, point.line, point.mean, point.low, point.high, point.sure) for point in points]
    texts = dict.fromkeys(("panel", "series", "line"), pl.String)
    numbers = dict.fromkeys(("difference", "low", "high"), pl.Float64)
    return known_ends(pl.DataFrame(rows, schema={**texts, **numbers, "sure": pl.Boolean}, orient="row"))


def draw_across(table: pl.DataFrame, level: float = LEVEL) -> "Figure":
    """A panel for each quantity, with a scale of its own; the lines are named on the left."""
    head = (
        f"Difference from the first circumstance, with {percent(level)} intervals that hold together; filled markers "
        "are significant differences that matter."
    )
    return styled(lambda: _draw(table, head))


def _draw(table: pl.DataFrame, head: str) -> "Figure":
    from matplotlib.lines import Line2D

    panels, series, lines = (
        table.get_column(name).unique(maintain_order=True).to_list() for name in ("panel", "series", "line")
    )
    across = min(PANELS_MOST, len(panels))
    down = -(-len(panels) // across)
    height = 0.62 + len(lines) * max(LINE, STEP * (len(series) + 1))
    figure, axes = panel_grid(max(NARROWEST, 2.6 + 2.5 * across), 1.0 + height * down, down, across, "y")
    for axis, panel in zip(axes, panels, strict=False):
        _panel(axis, table.filter(pl.col("panel") == panel), series, lines)
        axis.set_title(shortened(panel, 34), fontsize=9.5)
    for axis in axes[len(panels) :]:
        axis.set_visible(False)
    for axis in axes[::across]:
        axis.set_yticks(range(len(lines)), [shortened(line, 36) for line in lines], fontsize=9)
    axes[0].set_ylim(len(lines) - 0.4, -0.6)
    head_line(figure, head)
    if len(series) > 1:
        styles = [{**series_style(place), "linestyle": "-"} for place in range(len(series))]
        handles = [Line2D([], [], markersize=5, label=one, **style) for one, style in zip(series, styles, strict=True)]
        key_below(figure, handles, 3)
    return figure


def _panel(axis: "Axes", table: pl.DataFrame, series: list[str], lines: list[str]) -> None:
    here = [one for one in series if not table.filter(pl.col("series") == one).is_empty()]
    axis.axvline(0, color="black", linewidth=0.9, zorder=1)
    for place, one in enumerate(here):
        style = series_style(series.index(one))
        shift = 0.72 * ((place + 0.5) / len(here) - 0.5) if len(here) > 1 else 0.0
        for row in table.filter(pl.col("series") == one).iter_rows(named=True):
            height = lines.index(row["line"]) + shift
            if row["low"] is not None and row["high"] is not None:
                axis.plot([row["low"], row["high"]], [height, height], color=style["color"], linewidth=1.2)
            axis.plot(
                [row["difference"]], [height], marker=style["marker"], markersize=4.2, linestyle="none",
                markeredgecolor=style["color"], markerfacecolor=style["color"] if row["sure"] else "white",
            )  # fmt: skip
    for place in range(1, len(lines)):
        axis.axhline(place - 0.5, color="#EEEEEE", linewidth=0.7, zorder=0)
    axis.tick_params(axis="x", labelsize=8.5)
    axis.margins(x=0.08)
    bare(axis)
