"""Figure: how a number (the gold, say) is spread over the players and games, group beside group."""

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arkadia_sim.plots.style import BLUE, INK, SKY, bare, panel_grid, shortened, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BARS = 45
"""About so many bars cover the whole spread of a figure."""


def spread_table(rows: pl.LazyFrame, column: str) -> pl.DataFrame:
    """How often each value of ``column`` came up, for each ``field``, ``table`` and ``group`` of the rows.

    Memory grows with the number of different values, not with that of the rows.
    """
    keys = ["field", "table", "group"]
    counted = rows.group_by(*keys, pl.col(column).alias("value")).agg(pl.len().alias("rows"))
    return counted.sort(*keys, "value").collect(engine="streaming")


def draw_spread(table: pl.DataFrame, what: str) -> "Figure":
    """A row of panels per field, a panel per table size, a ridge per group of the field.

    A bar below each ridge spans the middle half of the players, the mark on it is the median. ``what`` names the axis
    with its unit; where values lie on both sides of zero, a line stands there.
    """
    return styled(lambda: _draw(table, what))


def _draw(table: pl.DataFrame, what: str) -> "Figure":
    fields, tables, groups = (table.get_column(name).unique().sort().to_list() for name in _KEYS)
    values = table.get_column("value")
    low, high = float(values.min() or 0), float(values.max() or 0)  # type: ignore[arg-type]
    width = max(1.0, float(np.ceil((high - low) / BARS)))
    edges = np.arange(low - width / 2, high + 1.5 * width, width)
    present = {
        field: [group for group in groups if not table.filter(field=field, group=group).is_empty()] for field in fields
    }
    most = max(map(len, present.values()))
    figure, axes = panel_grid(
        2.0 + 2.5 * len(tables), 0.6 + len(fields) * (0.75 + 0.4 * most), len(fields), len(tables), "x"
    )
    for index, axis in enumerate(axes):
        field, size = fields[index // len(tables)], tables[index % len(tables)]
        _ridges(axis, table.filter(field=field, table=size), present[field], edges)
        if low < 0 < high:
            axis.axvline(0, color=INK, linewidth=0.8, zorder=0.6)
        axis.tick_params(labelleft=index % len(tables) == 0)
        axis.set_title(", ".join(text for text in (size, field) if text), fontsize=10)
        axis.tick_params(labelbottom=True)
    figure.supxlabel(what, fontsize=10)
    return figure


_KEYS = ("field", "table", "group")


def _ridges(axis: "Axes", table: pl.DataFrame, groups: list[str], edges: Any) -> None:
    shares = {}
    for group in groups:
        rows = table.filter(pl.col("group") == group)
        counts, _ = np.histogram(rows.get_column("value").to_numpy(), bins=edges, weights=rows.get_column("rows"))
        shares[group] = counts / max(1, counts.sum())
    highest = max((float(share.max()) for share in shares.values()), default=0.0) or 1.0
    for place, group in enumerate(groups):
        rows = table.filter(pl.col("group") == group)
        if rows.is_empty():
            continue
        tops = place - 0.72 * shares[group] / highest
        shown = np.flatnonzero(shares[group] > 0)
        inside = slice(shown[0], shown[-1] + 1)
        axis.stairs(
            tops[inside], edges[shown[0] : shown[-1] + 2], baseline=place, fill=True, facecolor=SKY, alpha=0.55,
            edgecolor=BLUE, linewidth=0.8,
        )  # fmt: skip
        lower, median, upper = _quantiles(rows, (0.25, 0.5, 0.75))
        axis.plot([lower, upper], [place + 0.1] * 2, color=INK, linewidth=2.2, solid_capstyle="butt")
        axis.plot([median], [place + 0.1], marker="|", markersize=8, markeredgewidth=1.8, color=INK)
    axis.set_yticks(range(len(groups)), [shortened(group, 28) for group in groups], fontsize=8.5)
    axis.set_ylim(len(groups) - 0.7, -0.85)
    axis.grid(axis="x", color="#E4E4E4", linewidth=0.7)
    axis.set_axisbelow(True)
    bare(axis)


def _quantiles(rows: pl.DataFrame, wanted: tuple[float, ...]) -> list[float]:
    values, counts = rows.get_column("value").to_numpy(), rows.get_column("rows").to_numpy()
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(counts[order]) / counts.sum()
    return [float(values[order][np.searchsorted(reached, share)]) for share in wanted]
