"""Figure: what pairs of changes do together, beyond what each does alone: a table of numbers on colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.style import BLUE, VERMILLION, panel_grid, shortened, signed, styled
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CELL = 0.56
"""Inches that a cell takes."""


@dataclass(frozen=True)
class PairPoint:
    """What two changes do together beyond their sum; the effect of one by itself where both are the same."""

    panel: str
    first: str
    second: str
    effect: Estimate
    sure: bool


def pair_table(points: Sequence[PairPoint]) -> pl.DataFrame:
    """One row per pair, in the order given."""
    rows = [
        (one.panel, one.first, one.second, one.effect.mean, one.effect.low, one.effect.high, one.effect.n, one.sure)
        for one in points
    ]
    texts = dict.fromkeys(("panel", "first", "second"), pl.String)
    numbers = dict.fromkeys(("effect", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, schema={**texts, **numbers, "deals": pl.Int64, "sure": pl.Boolean}, orient="row")


def draw_pairs(table: pl.DataFrame, what: str) -> "Figure":
    """One matrix per panel (a table size): on the diagonal, framed, each change by itself, below it the pairs.

    A star marks what is surely other than zero; ``what`` names the numbers with their unit.
    """
    return styled(lambda: _draw(table, what))


def _draw(table: pl.DataFrame, what: str) -> "Figure":
    from matplotlib.colors import LinearSegmentedColormap

    panels = table.get_column("panel").unique(maintain_order=True).to_list()
    names = list(dict.fromkeys([*table.get_column("first"), *table.get_column("second")]))
    across = len(panels) if len(names) <= 4 else 1
    down = -(-len(panels) // across)
    side = CELL * len(names)
    figure, axes = panel_grid(3.5 + across * (side + 0.4), 0.9 + down * (side + 1.15), down, across)
    colours = LinearSegmentedColormap.from_list("loss and gain", [VERMILLION, "#FFFFFF", BLUE])
    off = table.filter(pl.col("first") != pl.col("second")).get_column("effect").to_list()
    most = max((abs(value) for value in off if isfinite(value)), default=0.0) or 1.0
    for index, (axis, panel) in enumerate(zip(axes, panels, strict=True)):
        _matrix(axis, table.filter(pl.col("panel") == panel), names, colours, most)
        axis.set_title(panel)
        labels = [shortened(f"{number}  {name}", 25) for number, name in enumerate(names, start=1)]
        axis.set_yticks(range(len(names)), labels if index % across == 0 else [])
        axis.set_xticks(range(len(names)), [str(number) for number in range(1, len(names) + 1)])
    figure.supxlabel(
        f"{what}; ★: surely not zero\nframed: each by itself; others: the two together beyond their sum", fontsize=9
    )
    return figure


def _matrix(axis: "Axes", table: pl.DataFrame, names: list[str], colours: Any, most: float) -> None:
    from matplotlib.patches import Rectangle

    for row in table.iter_rows(named=True):
        places = sorted((names.index(row["first"]), names.index(row["second"])))
        x, y = places
        own = x == y
        tone = min(1.0, max(0.0, 0.5 + 0.4 * row["effect"] / most)) if isfinite(row["effect"]) else 0.5
        face = "#FFFFFF" if own else colours(tone)
        edge, width = ("#222222", 1.2) if own else ("#FFFFFF", 1.0)
        axis.add_patch(Rectangle((x - 0.47, y - 0.47), 0.94, 0.94, facecolor=face, edgecolor=edge, linewidth=width))
        text = signed(row["effect"], 1 if abs(row["effect"]) >= 0.95 or own else 2)
        axis.text(
            x, y, text + ("\n★" if row["sure"] else ""), ha="center", va="center", fontsize=8.5, linespacing=0.9,
            fontweight="bold" if row["sure"] else "normal",
        )  # fmt: skip
    axis.set_xlim(-0.55, len(names) - 0.45)
    axis.set_ylim(len(names) - 0.45, -0.55)
    axis.set_aspect("equal")
    axis.tick_params(length=0, labelsize=8.5)
    for spine in axis.spines.values():
        spine.set_visible(False)
