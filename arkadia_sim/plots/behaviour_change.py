"""Figure: did the change of play change anything? The behaviour that it names, without and with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.style import BLUE, ORANGE, new_figure, number, styled
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class BehaviourPoint:
    """How often the behaviour was seen per game of a focal player, for one line of the figure."""

    label: str
    without: Estimate
    with_change: Estimate


def behaviour_table(points: Sequence[BehaviourPoint]) -> pl.DataFrame:
    """Two rows per label, arm "without" and then arm "with"; ends that are not known are null."""
    rows = [
        (point.label, arm, estimate.mean, estimate.low, estimate.high, estimate.n)
        for point in points
        for arm, estimate in (("without", point.without), ("with", point.with_change))
    ]
    schema = {"label": pl.String, "arm": pl.String, "mean": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    table = pl.DataFrame(rows, schema={**schema, "deals": pl.Int64}, orient="row")
    ends = pl.col("low", "high")
    return table.with_columns(pl.when(ends.is_finite()).then(ends))


def draw_behaviour(table: pl.DataFrame, what: str, without: str, with_change: str) -> "Figure":
    """Bars side by side for each label; ``what`` names the axis, the other two the players in the legend."""
    return styled(lambda: _draw(table, what, {"without": without, "with": with_change}))


def _draw(table: pl.DataFrame, what: str, names: dict[str, str]) -> "Figure":
    labels = table.get_column("label").unique(maintain_order=True).to_list()
    figure, (axis,) = new_figure(8.4, 1.6 + 0.8 * len(labels))
    for arm, shift, colour, hatch in (("without", -0.2, ORANGE, ""), ("with", 0.2, BLUE, "//")):
        for row in table.filter(pl.col("arm") == arm).iter_rows(named=True):
            height = labels.index(row["label"]) + shift
            axis.barh(height, row["mean"], 0.36, color=colour, hatch=hatch, edgecolor="white", label=names[arm])
            end = row["mean"] if row["high"] is None else max(row["mean"], row["high"])
            if row["low"] is not None and row["high"] is not None:
                axis.plot([row["low"], row["high"]], [height, height], color="black", linewidth=1.4)
            axis.annotate(
                number(row["mean"], 2), (max(end, 0.0), height), xytext=(5, 0),
                textcoords="offset points", va="center", fontsize=9,
            )  # fmt: skip
    axis.set_yticks(range(len(labels)), labels)
    axis.set_ylim(len(labels) - 0.5, -0.5)
    axis.axvline(0, color="black", linewidth=0.9)
    axis.margins(x=0.1)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)
    axis.set_xlabel(what)
    handles, texts = axis.get_legend_handles_labels()
    distinct = dict(zip(texts, handles, strict=True))
    figure.legend(distinct.values(), distinct.keys(), loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    return figure
