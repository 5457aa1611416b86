"""Figures of curves: measures of a table by the settings of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.style import (
    GREY,
    head_line,
    key_below,
    light_grid,
    names_in,
    panel_grid,
    points_table,
    series_handles,
    series_style,
    shortened,
    styled,
)
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


BANDS_MOST = 2
"""Up to this many curves have a band each; more bands would lie over each other."""
PARALLEL = 0.12
"""How far curves of one panel are moved apart, in steps from one place to the next."""


@dataclass(frozen=True)
class ResponsePoint:
    """One mean: its panel (a measure), its curve (a seat, a bot, a table size), and what stands below it."""

    panel: str
    curve: str
    place: str
    estimate: Estimate


@styled
def draw_response(points: Sequence[ResponsePoint], below: str, head: str, zero: Sequence[str] = ()) -> "Figure":
    """Curves with bands over the values of one option, each panel with a scale of its own.

    ``below`` names the axis below, ``head`` stands over all; panels named in ``zero`` have a line at 0.
    """
    table = points_table(points)
    panels, curves, places = (names_in(table, column) for column in ("panel", "curve", "place"))
    across = min(3, len(panels))
    down = -(-len(panels) // across)
    figure, axes = panel_grid(max(5.2, 3.3 * across), 1.4 + 2.5 * down, down, across)
    for axis, panel in zip(axes, panels, strict=False):
        _panel(axis, table.filter(pl.col("panel") == panel), curves, places)
        axis.set_title(shortened(panel, 36 if across > 1 else 60), fontsize=10)
        if panel in zero:
            axis.axhline(0, color=GREY, linewidth=0.9, linestyle="--", zorder=1)
    for axis in axes[len(panels) :]:
        axis.set_visible(False)
    head_line(figure, head)
    if len(curves) == 1:
        figure.supxlabel(below, fontsize=10)
        return figure
    key_below(figure, series_handles(curves), title=below)
    return figure


def _panel(axis: "Axes", table: pl.DataFrame, curves: list[str], places: list[str]) -> None:
    here = [curve for curve in curves if not table.filter(pl.col("curve") == curve).is_empty()]
    for order, curve in enumerate(here):
        style = series_style(curves.index(curve))
        rows = table.filter(pl.col("curve") == curve).to_dicts()
        shift = PARALLEL * (order - (len(here) - 1) / 2)
        xs = [places.index(row["place"]) + shift for row in rows]
        known = [row["low"] is not None and row["high"] is not None for row in rows]
        if all(known):
            lows, highs = [row["low"] for row in rows], [row["high"] for row in rows]
            if len(here) <= BANDS_MOST:
                axis.fill_between(xs, lows, highs, color=style["color"], alpha=0.13, linewidth=0)
            axis.vlines(xs, lows, highs, color=style["color"], linewidth=1.1)
        axis.plot(xs, [row["mean"] for row in rows], markersize=5, linewidth=1.4, **style)
    axis.set_xticks(range(len(places)), places)
    axis.set_xlim(-0.4, len(places) - 0.6)
    light_grid(axis, "y")
