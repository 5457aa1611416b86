"""How strong a learned bot became: its share of what one plays for, step by step, against each opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.style import key_below, known_ends, panel_grid, series_style, styled
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class LearningPoint:
    """One step at one table size against one opponent, and how the player did; ``chance`` is what chance gives."""

    panel: str
    step: str
    against: str
    value: Estimate
    chance: float | None


def learning_table(points: Sequence[LearningPoint]) -> pl.DataFrame:
    """One row per point, in the order given."""
    rows = [
        (one.panel, one.step, one.against, one.value.mean, one.value.low, one.value.high, one.chance) for one in points
    ]
    texts = dict.fromkeys(("panel", "step", "against"), pl.String)
    numbers = dict.fromkeys(("value", "low", "high", "chance"), pl.Float64)
    return known_ends(pl.DataFrame(rows, schema={**texts, **numbers}, orient="row"))


def draw_learning(table: pl.DataFrame, what: str) -> "Figure":
    """One panel per table size, one curve per opponent; dashed is what chance gives, where that is known."""
    return styled(lambda: _draw(table, what))


def _draw(table: pl.DataFrame, what: str) -> "Figure":
    from matplotlib.lines import Line2D

    panels = table.get_column("panel").unique(maintain_order=True).to_list()
    opponents = table.get_column("against").unique(maintain_order=True).to_list()
    figure, axes = panel_grid(max(5.2, 3.4 * len(panels)), 3.8, 1, len(panels), "y")
    for axis, panel in zip(axes, panels, strict=False):
        _panel(axis, table.filter(pl.col("panel") == panel), opponents)
        axis.set_title(panel, fontsize=10)
    figure.supylabel(what, fontsize=10)
    handles = [Line2D([], [], markersize=5.5, label=name, **series_style(k)) for k, name in enumerate(opponents)]
    if table.get_column("chance").count():
        handles.append(Line2D([], [], color="black", linewidth=0.9, linestyle="--", label="chance"))
    key_below(figure, handles, title="against")
    return figure


def _panel(axis: "Axes", table: pl.DataFrame, opponents: list[str]) -> None:
    steps = table.get_column("step").unique(maintain_order=True).to_list()
    for number, opponent in enumerate(opponents):
        style = series_style(number)
        rows = table.filter(pl.col("against") == opponent).to_dicts()
        shift = 0.08 * (number - (len(opponents) - 1) / 2)
        xs = [steps.index(row["step"]) + shift for row in rows]
        for x, row in zip(xs, rows, strict=True):
            if row["low"] is not None and row["high"] is not None:
                axis.plot([x, x], [row["low"], row["high"]], color=style["color"], linewidth=1.2)
        axis.plot(xs, [row["value"] for row in rows], markersize=5, linewidth=1.4, **style)
    chance = table.get_column("chance").to_list()[0]
    if chance is not None:
        axis.axhline(chance, color="black", linewidth=0.9, linestyle="--")
    axis.set_xticks(range(len(steps)), steps, rotation=40, ha="right", fontsize=8)
    axis.set_xlim(-0.4, len(steps) - 0.6)
