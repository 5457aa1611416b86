"""Figure: what a change of play is worth, by number of players, in win share and in gold."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.style import (
    PALE,
    VERDICT_COLOURS,
    VERDICT_MARKERS,
    digits_for,
    key_below,
    known_ends,
    new_figure,
    signed,
    span,
    styled,
    verdict_handles,
)
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class EffectPoint:
    """One effect to be drawn: for whom (``label``), on what (``outcome``, with its unit), and what came out.

    ``margin`` is the size below which a difference does not matter; ``verdict`` is None where none was given.
    """

    label: str
    outcome: str
    effect: Estimate
    margin: float
    verdict: Verdict | None


def effect_table(points: Sequence[EffectPoint]) -> pl.DataFrame:
    """One row per effect, in the order given; ends that are not known (too few deals) are null."""
    rows = [
        {
            "label": point.label,
            "outcome": point.outcome,
            "effect": point.effect.mean,
            "low": point.effect.low,
            "high": point.effect.high,
            "margin": point.margin,
            "verdict": None if point.verdict is None else str(point.verdict),
            "deals": point.effect.n,
        }
        for point in points
    ]
    schema = {"label": pl.String, "outcome": pl.String} | dict.fromkeys(("effect", "low", "high", "margin"), pl.Float64)
    return known_ends(pl.DataFrame(rows, schema={**schema, "verdict": pl.String, "deals": pl.Int64}))


def draw_effects(table: pl.DataFrame) -> "Figure":
    """One panel per outcome, one line per label, the first on top; a band shows what would not matter."""
    return styled(lambda: _draw(table))


def _draw(table: pl.DataFrame) -> "Figure":
    outcomes = table.get_column("outcome").unique(maintain_order=True).to_list()
    labels = table.get_column("label").unique(maintain_order=True).to_list()
    figure, axes = new_figure(8.4, 1.75 + 0.62 * len(labels), len(outcomes))
    for axis, outcome in zip(axes, outcomes, strict=True):
        _panel(axis, table.filter(pl.col("outcome") == outcome), labels)
        axis.set_title(outcome)
        axis.set_xlabel("effect (with minus without)")
    axes[0].set_yticks(range(len(labels)), labels)
    axes[0].set_ylim(len(labels) - 0.5, -0.65)
    for axis in axes:
        axis.tick_params(axis="y", length=0)
        axis.spines["left"].set_visible(False)
    _legend(figure, table)
    return figure


def _panel(axis: "Axes", table: pl.DataFrame, labels: Sequence[str]) -> None:
    margin = float(table.get_column("margin").to_list()[0])
    axis.axvspan(-margin, margin, color=PALE, zorder=0)
    axis.axvline(0, color="black", linewidth=0.9, zorder=1)
    for row in table.iter_rows(named=True):
        _point(axis, row, labels.index(row["label"]))
    axis.margins(x=0.2)


def _point(axis: "Axes", row: dict[str, Any], height: int) -> None:
    verdict = None if row["verdict"] is None else Verdict(row["verdict"])
    colour, marker = VERDICT_COLOURS[verdict], VERDICT_MARKERS[verdict]
    text = signed(row["effect"])
    if row["low"] is not None and row["high"] is not None:
        axis.plot([row["low"], row["high"]], [height, height], color=colour, linewidth=2.2, solid_capstyle="butt")
        text = f"{signed(row['effect'], digits_for(row['low'], row['high']))} ({span(row['low'], row['high'])})"
    axis.plot([row["effect"]], [height], marker=marker, markersize=8, color=colour, linestyle="none")
    axis.annotate(
        text,
        (row["effect"], height),
        xytext=(0, 9),
        textcoords="offset points",
        ha="center",
        fontsize=9,
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.8},
    )


def _legend(figure: "Figure", table: pl.DataFrame) -> None:
    found = table.get_column("verdict").unique(maintain_order=True)
    handles = verdict_handles((None if text is None else Verdict(text) for text in found), 7, 2)
    key_below(figure, handles, len(handles))
