"""Figure: what other circumstances change: a panel for each quantity, a line for each circumstance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.style import (
    bare,
    head_line,
    key_below,
    names_in,
    panel_grid,
    percent,
    points_table,
    series_handles,
    series_style,
    shortened,
    styled,
)
from arkadia_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANELS_MOST = 3
"""How many panels stand side by side at most."""

STEP = 0.085
"""Inches from one series of a line to the next."""

LINE = 0.32
"""Inches that a line takes at least: room for a name on two lines."""

NARROWEST = 7.6
"""Inches of a figure with few panels, so that a page does not enlarge it."""


@dataclass(frozen=True)
class AcrossPoint:
    """The difference of a quantity from the first circumstance, by panel, series and line.

    ``significant`` says that the difference is significant and matters.
    """

    panel: str
    series: str
    line: str
    mean: float
    low: float | None
    high: float | None
    significant: bool


@styled
def draw_across(points: Sequence[AcrossPoint], level: float = LEVEL) -> "Figure":
    """A panel for each quantity, with a scale of its own; the lines are named on the left."""
    table = points_table(points)
    panels, series, lines = (names_in(table, column) for column in ("panel", "series", "line"))
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
    head_line(
        figure,
        f"Difference from the first circumstance, with {percent(level)} intervals that hold together; filled markers "
        "are significant differences that matter.",
    )
    if len(series) > 1:
        key_below(figure, series_handles(series, linestyle="-", markersize=5), 3)
    return figure


def _panel(axis: "Axes", table: pl.DataFrame, series: list[str], lines: list[str]) -> None:
    here = [name for name in series if not table.filter(pl.col("series") == name).is_empty()]
    axis.axvline(0, color="black", linewidth=0.9, zorder=1)
    for place, name in enumerate(here):
        style = series_style(series.index(name))
        shift = 0.72 * ((place + 0.5) / len(here) - 0.5) if len(here) > 1 else 0.0
        for row in table.filter(pl.col("series") == name).iter_rows(named=True):
            height = lines.index(row["line"]) + shift
            if row["low"] is not None and row["high"] is not None:
                axis.plot([row["low"], row["high"]], [height, height], color=style["color"], linewidth=1.2)
            axis.plot(
                [row["mean"]], [height], marker=style["marker"], markersize=4.2, linestyle="none",
                markeredgecolor=style["color"], markerfacecolor=style["color"] if row["significant"] else "white",
            )  # fmt: skip
    for place in range(1, len(lines)):
        axis.axhline(place - 0.5, color="#EEEEEE", linewidth=0.7, zorder=0)
    axis.tick_params(axis="x", labelsize=8.5)
    axis.margins(x=0.08)
    bare(axis)
