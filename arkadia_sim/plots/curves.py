"""Small multiples of curves with intervals: one panel per change, one curve per table size."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.style import PALE, head_line, key_below, known_ends, panel_grid, series_style, shortened, styled
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class CurvePoint:
    """One point: in which panel (a change), on which curve (a table size), at which place, and how high."""

    panel: str
    curve: str
    place: str
    effect: Estimate
    tolerance: float


def curve_table(points: Sequence[CurvePoint]) -> pl.DataFrame:
    """One row per point, in the order given; ends that are not known are null."""
    rows = [
        (one.panel, one.curve, one.place, one.effect.mean, one.effect.low, one.effect.high, one.tolerance, one.effect.n)
        for one in points
    ]
    texts = dict.fromkeys(("panel", "curve", "place"), pl.String)
    numbers = dict.fromkeys(("effect", "low", "high", "tolerance"), pl.Float64)
    return known_ends(pl.DataFrame(rows, schema={**texts, **numbers, "deals": pl.Int64}, orient="row"))


def draw_curves(table: pl.DataFrame, places: str, what: str) -> "Figure":
    """Each panel with a scale of its own, which a line above them says; each has zero and the tolerance in view.

    ``places`` names the axis below and ``what`` the one beside.
    """
    return styled(lambda: _draw(table, places, what))


def _draw(table: pl.DataFrame, places: str, what: str) -> "Figure":
    from matplotlib.lines import Line2D

    panels = table.get_column("panel").unique(maintain_order=True).to_list()
    curves = table.get_column("curve").unique(maintain_order=True).to_list()
    order = table.get_column("place").unique(maintain_order=True).to_list()
    across = min(3, len(panels))
    down = -(-len(panels) // across)
    figure, axes = panel_grid(max(5.2, 2.8 * across), 1.3 + 2.15 * down, down, across, "x")
    for axis, panel in zip(axes, panels, strict=False):
        _panel(axis, table.filter(pl.col("panel") == panel), curves, order)
        axis.set_title(shortened(panel, 34 if across > 1 else 60), fontsize=10)
    for axis in axes[len(panels) :]:
        axis.set_visible(False)
    for axis in axes[max(0, len(panels) - across) : len(panels)]:
        axis.tick_params(labelbottom=True)
    told = "Grey band: too small to matter."
    head_line(figure, f"Each panel has a scale of its own. {told}" if len(panels) > 1 else told)
    figure.supylabel(what, fontsize=10)
    handles = [Line2D([], [], markersize=5.5, label=curve, **series_style(k)) for k, curve in enumerate(curves)]
    key_below(figure, handles, title=places)
    return figure


def _panel(axis: "Axes", table: pl.DataFrame, curves: list[str], order: list[str]) -> None:
    if not table.is_empty():
        tolerance = float(table.get_column("tolerance").to_list()[0])
        axis.axhspan(-tolerance, tolerance, color=PALE, zorder=0)
        axis.plot([0, 0], [-1.5 * tolerance, 1.5 * tolerance], alpha=0)
    axis.axhline(0, color="black", linewidth=0.9, zorder=1)
    for number, curve in enumerate(curves):
        style = series_style(number)
        rows = table.filter(pl.col("curve") == curve).to_dicts()
        shift = 0.11 * (number - (len(curves) - 1) / 2)
        xs = [order.index(row["place"]) + shift for row in rows]
        for x, row in zip(xs, rows, strict=True):
            if row["low"] is not None and row["high"] is not None:
                axis.plot([x, x], [row["low"], row["high"]], color=style["color"], linewidth=1.2)
        axis.plot(xs, [row["effect"] for row in rows], markersize=5, linewidth=1.4, **style)
    axis.set_xticks(range(len(order)), order)
    axis.set_xlim(-0.4, len(order) - 0.6)
