"""Figure: the parts of a whole, a bar for each table size, a panel for each quantity that is split."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.style import INK, bare, key_below, names_in, number, panel_grid, points_table, shortened, styled
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_FILLS = ("#8DC0DF", "#F2B58A", "#9CD3BF", "#E3BFD3", "#D9D9D9", "#F3DB9A")
"""Light shades that dark numbers can be read on; parts also differ by their order and numbers."""

_HATCHES = ("", "//", "..", "\\\\", "", "xx")

LEAST = 0.045
"""A part below this share has no room for its number in the bar."""


@dataclass(frozen=True)
class SharePoint:
    """One part of one bar: its panel, its bar, its name, and its share of the whole (1 is all)."""

    panel: str
    bar: str
    part: str
    estimate: Estimate


@styled
def draw_shares(points: Sequence[SharePoint]) -> "Figure":
    """Bars from 0 to 100%, their parts in the order of the table, with the number in each that has room for it."""
    from matplotlib.patches import Patch

    table = points_table(points)
    panels, bars, parts = (names_in(table, column) for column in ("panel", "bar", "part"))
    figure, axes = panel_grid(7.4, 0.9 + (0.5 + 0.42 * len(bars)) * len(panels), len(panels), 1, "both")
    for axis, panel in zip(axes, panels, strict=True):
        _bars(axis, table.filter(panel=panel), bars, parts)
        axis.set_title(shortened(panel, 70), fontsize=10)
    axes[-1].set_xlabel("% of the variance")
    handles: list[Any] = [
        Patch(facecolor=_FILLS[k % 6], hatch=_HATCHES[k % 6], edgecolor="white", label=part)
        for k, part in enumerate(parts)
    ]
    key_below(figure, handles, 3)
    return figure


def _bars(axis: "Axes", table: pl.DataFrame, bars: list[str], parts: list[str]) -> None:
    for place, bar in enumerate(bars):
        left = 0.0
        for row in table.filter(bar=bar).iter_rows(named=True):
            k = parts.index(row["part"])
            look: dict[str, Any] = {"color": _FILLS[k % 6], "hatch": _HATCHES[k % 6], "edgecolor": "white"}
            axis.barh(place, 100 * row["mean"], 0.72, 100 * left, linewidth=0.8, **look)
            if row["mean"] >= LEAST:
                axis.text(
                    100 * (left + row["mean"] / 2), place, number(100 * row["mean"], 0), ha="center", va="center",
                    fontsize=9, color=INK, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.75},
                )  # fmt: skip
            left += row["mean"]
    axis.set_xlim(0, 100)
    axis.set_ylim(len(bars) - 0.5, -0.5)
    axis.set_yticks(range(len(bars)), bars)
    bare(axis)
