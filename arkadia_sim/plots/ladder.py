"""Figure: where bots stand who all met each other, each with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.bot_results import estimates_panel
from arkadia_sim.plots.style import GREY, bot_label, known_ends, new_figure, shortened, styled
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class LadderPoint:
    """One number of one bot, by the name of its panel."""

    bot: str
    panel: str
    estimate: Estimate


@dataclass(frozen=True)
class LadderPanel:
    """A panel: its name, which is its title, and the value at which a dashed line stands, with what that is."""

    name: str
    line: float | None = None
    line_label: str = ""


def ladder_table(points: Sequence[LadderPoint]) -> pl.DataFrame:
    """One row per bot and panel, in the order given; ends that are not known are null."""
    rows = [
        (one.bot, one.panel, one.estimate.mean, one.estimate.low, one.estimate.high, one.estimate.n) for one in points
    ]
    schema = {"bot": pl.String, "panel": pl.String, "mean": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return known_ends(pl.DataFrame(rows, schema={**schema, "deals": pl.Int64}, orient="row"))


def draw_ladder(table: pl.DataFrame, panels: Sequence[LadderPanel]) -> "Figure":
    """A line per bot, the first on top, in each panel."""
    return styled(lambda: _draw(table, panels))


def _draw(table: pl.DataFrame, panels: Sequence[LadderPanel]) -> "Figure":
    bots = table.get_column("bot").unique(maintain_order=True).to_list()
    figure, axes = new_figure(max(6.6, 2.2 + 3.1 * len(panels)), 1.3 + 0.46 * len(bots), len(panels))
    for axis, panel in zip(axes, panels, strict=True):
        estimates_panel(axis, table.filter(panel=panel.name), bots)
        axis.set_title(shortened(panel.name, 40))
        if panel.line is not None:
            axis.axvline(panel.line, color=GREY, linestyle="--", linewidth=1)
            axis.set_xlabel(f"dashed: {panel.line_label}", fontsize=9)
    axes[0].set_ylim(len(bots) - 0.5, -0.65)
    axes[0].set_yticks(range(len(bots)), [bot_label(bot, 26) for bot in bots])
    return figure
