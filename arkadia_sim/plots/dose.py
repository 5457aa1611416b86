"""Figure: the effect of each value of a parameter against a reference, and the behaviour at that value.

A panel for each company (downwards) and table size (across), all with one scale; below each row the behaviour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.style import (
    BLACK,
    GREY,
    INK,
    PALE,
    SKY,
    VERDICT_COLOURS,
    VERDICT_MARKERS,
    head_line,
    key_below,
    light_grid,
    names_in,
    points_table,
    shortened,
    styled,
    verdict_handles,
)
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WORTH_HEIGHT, BEHAVIOUR_HEIGHT = 1.7, 0.55
"""Inches of a panel and of the strip below it, which shows the behaviour."""

CURVE_LINE = 1.2
BEST_WIDTH = 2.2


@dataclass(frozen=True)
class DosePoint:
    """One value in one panel. ``estimate`` is the difference from the reference, None at the reference itself.

    ``behaviour`` is the behaviour's mean there (None where none is named), ``verdict`` None where there is none, and
    ``best`` says that no other value is significantly better.
    """

    company: str
    table: str
    value: float
    estimate: Estimate | None
    behaviour: float | None
    verdict: Verdict | None
    best: bool


@styled
def draw_doses(
    points: Sequence[DosePoint], worth: str, behaviour: str, parameter: str, head: str, tolerance: float
) -> "Figure":
    """The curves of one change: ``worth`` and ``behaviour`` name the axes upwards, ``parameter`` the one below.

    The grey band marks differences that are too small to matter (``tolerance``, 0 for none), the ring the reference.
    """
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine
    from matplotlib.lines import Line2D

    table = points_table(points)
    companies, tables = names_in(table, "company"), names_in(table, "table")
    shown = table.get_column("behaviour").is_not_null().any()
    ratios = [WORTH_HEIGHT, BEHAVIOUR_HEIGHT] if shown else [WORTH_HEIGHT]
    height = len(companies) * sum(ratios) + 1.5
    layout = ConstrainedLayoutEngine(w_pad=0.02, h_pad=0.02, hspace=0.02, wspace=0.03)
    figure = Figure(figsize=(5.4, height), layout=layout)
    rows = len(companies) * len(ratios)
    axes = figure.subplots(
        rows, len(tables), squeeze=False, sharex=True, gridspec_kw={"height_ratios": ratios * len(companies)}
    )
    values = sorted(names_in(table, "value"))
    for down, company in enumerate(companies):
        for across, size in enumerate(tables):
            here = table.filter((pl.col("company") == company) & (pl.col("table") == size)).sort("value")
            upper = axes[down * len(ratios)][across]
            _worth(upper, here, values, tolerance)
            if down == 0:
                upper.set_title(size, fontsize=10)
            if shown:
                _behaviour(axes[down * len(ratios) + 1][across], here, values)
        left = axes[down * len(ratios)][0]
        left.set_ylabel(shortened(company, 18), fontsize=9)
    _one_scale(list(axes[:: len(ratios)]))
    if shown:
        _one_scale(list(axes[1 :: len(ratios)]))
    for axis in axes[-1]:
        axis.set_xticks(range(len(values)), [_short(value) for value in values], fontsize=8)
    head_line(figure, f"Lines: {worth}. " + (f"Bars: {behaviour}. " if shown else "") + head)
    given = set(table.drop_nulls("mean").get_column("verdict").to_list())
    verdicts = [verdict for verdict in (*Verdict, None) if (None if verdict is None else str(verdict)) in given]
    handles: list[Any] = verdict_handles(verdicts, 0)
    handles = handles if tolerance > 0 else handles[:-1]
    compared = Line2D([], [], color=BLACK, marker="o", markerfacecolor="white", linewidth=0, label="compared with this")
    handles.append(compared)
    handles.append(Line2D([], [], color=BLACK, linewidth=BEST_WIDTH, label="possibly the best value"))
    key_below(figure, handles, 3, title=parameter)
    figure.draw_without_rendering()  # the layout takes longest: once is enough for all files
    figure.set_layout_engine("none")
    return figure


def _short(value: float) -> str:
    """A number without the zero before its point: there is little room."""
    text = f"{value:.6g}".replace("-", "−")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "−0.")) else text


def _worth(axis: "Axes", table: pl.DataFrame, values: Sequence[float], tolerance: float) -> None:
    rows = table.with_columns(reference=pl.col("mean").is_null(), mean=pl.col("mean").fill_null(0.0)).to_dicts()
    xs = [values.index(row["value"]) for row in rows]
    if tolerance > 0:
        axis.axhspan(-tolerance, tolerance, color=PALE, linewidth=0, zorder=0)
    axis.axhline(0, color=GREY, linewidth=0.8, zorder=1)
    if all(row["reference"] or row["low"] is not None for row in rows):
        lows = [0.0 if row["reference"] else row["low"] for row in rows]
        highs = [0.0 if row["reference"] else row["high"] for row in rows]
        axis.fill_between(xs, lows, highs, color=SKY, alpha=0.3, linewidth=0, zorder=1)
        axis.vlines(xs, lows, highs, color=SKY, linewidth=1.0, zorder=2)
    axis.plot(xs, [row["mean"] for row in rows], color=INK, linewidth=CURVE_LINE, zorder=3)
    for x, row in zip(xs, rows, strict=True):
        if row["reference"]:
            axis.axvline(x, color=GREY, linewidth=0.8, linestyle=":", zorder=1)
            style: dict[str, Any] = {"color": BLACK, "marker": "o", "markerfacecolor": "white", "markersize": 6}
        else:
            verdict = None if row["verdict"] is None else Verdict(row["verdict"])
            style = {"color": VERDICT_COLOURS[verdict], "marker": VERDICT_MARKERS[verdict], "markersize": 6}
        axis.plot([x], [row["mean"]], linewidth=0, zorder=4, **style)
        if row["best"]:
            axis.plot([x - 0.4, x + 0.4], [0.02, 0.02], color=BLACK, linewidth=BEST_WIDTH, zorder=5,
                      transform=axis.get_xaxis_transform())  # fmt: skip
    axis.set_xlim(-0.6, len(values) - 0.4)
    axis.tick_params(axis="x", length=0)
    axis.tick_params(axis="y", labelsize=8)
    light_grid(axis, "y", linewidth=0.6)


def _behaviour(axis: "Axes", table: pl.DataFrame, values: Sequence[float]) -> None:
    rows = [row for row in table.to_dicts() if row["behaviour"] is not None]
    xs = [values.index(row["value"]) for row in rows]
    axis.bar(xs, [row["behaviour"] for row in rows], color="#B8B8B8", width=0.7, linewidth=0)
    axis.tick_params(axis="x", length=0)
    axis.tick_params(axis="y", labelsize=8)


def _one_scale(rows: "Sequence[Sequence[Axes]]") -> None:
    """The same scale upwards for all panels, its numbers in the first column alone."""
    ends = [axis.get_ylim() for row in rows for axis in row]
    for row in rows:
        for across, axis in enumerate(row):
            axis.set_ylim(min(low for low, _ in ends), max(high for _, high in ends))
            axis.tick_params(axis="y", labelleft=across == 0)
