"""Figures of curves: measures of a table by the settings of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.style import (
    GREY,
    INK,
    head_line,
    key_below,
    light_grid,
    names_in,
    number,
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
    """One mean: its panel (a measure), its curve (a seat, a bot, a table size), and where it stands.

    ``place`` is what stands below the axis and ``row`` what stands beside it, if two options make a map; else empty.
    """

    panel: str
    curve: str
    place: str
    row: str
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


@styled
def draw_map(points: Sequence[ResponsePoint], below: str, beside: str, head: str, zero: Sequence[str] = ()) -> "Figure":
    """Two options: a map for each panel and curve, the mean in each cell with half its interval below it.

    In panels named in ``zero`` the colours part at 0; elsewhere darker is more.
    """
    table = points_table(points)
    places, rows = names_in(table, "place"), names_in(table, "row")
    maps = list(dict.fromkeys(zip(table["panel"], table["curve"], strict=True)))
    across = min(2, len(maps))
    down = -(-len(maps) // across)
    width, height = max(2.6, 1.0 + 0.85 * len(places)), 1.0 + 0.62 * len(rows)
    figure, axes = panel_grid(max(5.2, width * across), 0.9 + height * down, down, across)
    for axis, (panel, curve) in zip(axes, maps, strict=False):
        cells = table.filter((pl.col("panel") == panel) & (pl.col("curve") == curve)).to_dicts()
        _cells(axis, cells, places, rows, panel in zero)
        axis.set_title(shortened(f"{panel}, {curve}" if curve else panel, 44), fontsize=10)
    for axis in axes[len(maps) :]:
        axis.set_visible(False)
    figure.supxlabel(below, fontsize=10)
    figure.supylabel(beside, fontsize=10)
    head_line(figure, head)
    return figure


def _cells(axis: "Axes", cells: list[dict[str, Any]], places: list[str], rows: list[str], parted: bool) -> None:
    import numpy as np
    import seaborn

    means = np.full((len(rows), len(places)), np.nan)
    texts = np.full(means.shape, "", dtype=object)
    for cell in cells:
        at = rows.index(cell["row"]), places.index(cell["place"])
        means[at] = cell["mean"]
        texts[at] = number(cell["mean"])
        if cell["low"] is not None and cell["high"] is not None:
            texts[at] += f"\n±{number((cell['high'] - cell['low']) / 2)}"
    far = float(np.nanmax(np.abs(means))) or 1.0
    colours = seaborn.blend_palette(
        ["#E38E4D", "#FFFFFF", "#4D9DC9"] if parted else ["#FFFFFF", "#4D9DC9"], as_cmap=True
    )
    ends = {"vmin": -far, "vmax": far} if parted else {}
    seaborn.heatmap(
        means, cmap=colours, annot=texts, fmt="", annot_kws={"fontsize": 8, "color": INK}, cbar=False, linewidths=1,
        xticklabels=places, yticklabels=rows, ax=axis, **ends,
    )  # fmt: skip
    axis.tick_params(length=0, labelsize=9)
    axis.set_yticklabels(axis.get_yticklabels(), rotation=0)
