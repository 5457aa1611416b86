"""Figure: how strong a learned bot became, step by step, against each opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.style import (
    key_below,
    names_in,
    panel_grid,
    points_table,
    series_handles,
    series_style,
    styled,
)
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class LearningPoint:
    """The result of one step at one table size against one opponent; ``chance`` is what chance gives, if known."""

    panel: str
    step: str
    against: str
    estimate: Estimate
    chance: float | None


@styled
def draw_learning(points: Sequence[LearningPoint], what: str) -> "Figure":
    """One panel per table size, one curve per opponent; the dashed line is what chance gives, if that is known."""
    from matplotlib.lines import Line2D

    table = points_table(points)
    panels, opponents = names_in(table, "panel"), names_in(table, "against")
    figure, axes = panel_grid(max(5.2, 3.4 * len(panels)), 3.8, 1, len(panels), "y")
    for axis, panel in zip(axes, panels, strict=False):
        _panel(axis, table.filter(pl.col("panel") == panel), opponents)
        axis.set_title(panel, fontsize=10)
    figure.supylabel(what, fontsize=10)
    handles = series_handles(opponents)
    if table.get_column("chance").count():
        handles.append(Line2D([], [], color="black", linewidth=0.9, linestyle="--", label="chance"))
    key_below(figure, handles, title="against")
    return figure


def _panel(axis: "Axes", table: pl.DataFrame, opponents: list[str]) -> None:
    steps = names_in(table, "step")
    for number, opponent in enumerate(opponents):
        style = series_style(number)
        rows = table.filter(pl.col("against") == opponent).to_dicts()
        shift = 0.08 * (number - (len(opponents) - 1) / 2)
        xs = [steps.index(row["step"]) + shift for row in rows]
        for x, row in zip(xs, rows, strict=True):
            if row["low"] is not None and row["high"] is not None:
                axis.plot([x, x], [row["low"], row["high"]], color=style["color"], linewidth=1.2)
        axis.plot(xs, [row["mean"] for row in rows], markersize=5, linewidth=1.4, **style)
    chance = table.get_column("chance").to_list()[0]
    if chance is not None:
        axis.axhline(chance, color="black", linewidth=0.9, linestyle="--")
    axis.set_xticks(range(len(steps)), steps, rotation=40, ha="right", fontsize=8)
    axis.set_xlim(-0.4, len(steps) - 0.6)
