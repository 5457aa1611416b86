"""Figure: did the change of play change anything? The behaviour that it names, without and with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.plots.style import AS_GIVEN, BLUE, ORANGE, bare, key_below, new_figure, number, styled, with_ends
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
    import seaborn

    labels = table.get_column("label").unique(maintain_order=True).to_list()
    figure, (axis,) = new_figure(8.4, 1.6 + 0.8 * len(labels))
    seaborn.barplot(
        with_ends(table, "mean", "low", "high"), x="mean", y="label", hue="arm", order=labels, hue_order=list(names),
        palette=[ORANGE, BLUE], saturation=1, width=0.76, gap=0.05, edgecolor="white", legend=False,
        err_kws={"color": "black", "linewidth": 1.4}, ax=axis, **AS_GIVEN,
    )  # fmt: skip
    for bars, name, hatch in zip(axis.containers, names.values(), ("", "//"), strict=True):
        bars.set_label(name)
        for bar in bars:
            bar.set_hatch(hatch)
    for row in table.iter_rows(named=True):
        height = labels.index(row["label"]) + (0.19 if row["arm"] == "with" else -0.19)
        end = row["mean"] if row["high"] is None else max(row["mean"], row["high"])
        axis.annotate(
            number(row["mean"], 2), (max(end, 0.0), height), xytext=(5, 0),
            textcoords="offset points", va="center", fontsize=9,
        )  # fmt: skip
    axis.axvline(0, color="black", linewidth=0.9)
    axis.margins(x=0.1)
    axis.set(xlabel=what, ylabel="")
    bare(axis)
    key_below(figure, axis.containers)
    return figure
