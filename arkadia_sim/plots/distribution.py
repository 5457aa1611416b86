"""Figure: the distribution of a number (a score, say) over players and games, group by group."""

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arkadia_sim.plots.style import BLUE, INK, SKY, bare, light_grid, panel_grid, shortened, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POINTS = 1000
"""How many players stand for all of a group, taken evenly from the lowest to the highest."""

HEIGHT = 0.72
"""How high the highest hill of a panel is, in lines."""


def spread_table(rows: pl.LazyFrame, column: str) -> pl.DataFrame:
    """How often each value of ``column`` came up, for each ``table`` and ``group`` of the rows.

    Memory grows with the number of different values, not with that of the rows.
    """
    keys = ["table", "group"]
    counted = rows.group_by(*keys, pl.col(column).alias("value")).agg(pl.len().alias("rows"))
    return counted.sort(*keys, "value").collect(engine="streaming")


@styled
def draw_spread(table: pl.DataFrame, what: str) -> "Figure":
    """A panel per table size, a hill per group.

    The hills of a panel have the same area and span 99.9% of the players. A bar below each hill spans the middle half
    of them, the mark on it is the median. ``what`` names the axis with its unit. If values lie on both sides of zero,
    a line stands there.
    """
    tables, groups = (table.get_column(name).unique().sort().to_list() for name in ("table", "group"))
    values = table.get_column("value")
    low, high = float(values.min() or 0), float(values.max() or 0)  # type: ignore[arg-type]
    figure, axes = panel_grid(2.0 + 2.5 * len(tables), 1.35 + 0.4 * len(groups), 1, len(tables), "x")
    for place, (axis, size) in enumerate(zip(axes, tables, strict=True)):
        _hills(axis, table.filter(table=size), groups)
        if low < 0 < high:
            axis.axvline(0, color=INK, linewidth=0.8, zorder=0.6)
        axis.tick_params(labelleft=place == 0)
        axis.set_title(size, fontsize=10)
        axis.tick_params(labelbottom=True)
    figure.supxlabel(what, fontsize=10)
    return figure


def _hills(axis: "Axes", table: pl.DataFrame, groups: list[str]) -> None:
    import seaborn

    spreads = {group: table.filter(group=group) for group in groups}
    middles = (np.arange(POINTS) + 0.5) / POINTS
    points = [
        pl.DataFrame({"group": group, "value": _quantiles(spread, middles)})
        for group, spread in spreads.items()
        if not spread.is_empty()
    ]
    seaborn.violinplot(
        pl.concat(points).to_pandas(), x="value", y="group", order=groups, split=True, inner=None, cut=0, gridsize=64,
        width=HEIGHT, color=SKY, alpha=0.55, linecolor=BLUE, linewidth=0.8, ax=axis,
    )  # fmt: skip
    for place, spread in enumerate(spreads.values()):
        if not spread.is_empty():
            lower, median, upper = _quantiles(spread, (0.25, 0.5, 0.75))
            below = [place + HEIGHT / 2 + 0.1] * 2
            axis.plot([lower, upper], below, color=INK, linewidth=2.2, solid_capstyle="butt")
            axis.plot([median], below[:1], marker="|", markersize=8, markeredgewidth=1.8, color=INK)
    axis.set_yticks(range(len(groups)), [shortened(group, 28) for group in groups], fontsize=8.5)
    axis.set_ylim(len(groups) - 0.34, -0.49)
    axis.set(xlabel="", ylabel="")
    light_grid(axis, "x")
    bare(axis)


def _quantiles(rows: pl.DataFrame, wanted: Any) -> list[float]:
    values, counts = rows.get_column("value").to_numpy(), rows.get_column("rows").to_numpy()
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(counts[order]) / counts.sum()
    return [float(value) for value in values[order][np.searchsorted(reached, wanted)]]
