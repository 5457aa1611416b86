"""Figure: how each bot did where bots just played each other, a panel for each outcome of the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.style import (
    AS_GIVEN,
    BLUE,
    GREY,
    bare,
    known_ends,
    new_figure,
    number,
    shortened,
    styled,
    with_ends,
)
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class BotPoint:
    """One bot's mean of one outcome (named by its column), in the outcome's unit."""

    bot: str
    outcome: str
    estimate: Estimate


def bot_table(points: Sequence[BotPoint]) -> pl.DataFrame:
    """One row per bot and outcome, in the order given; ends that are not known are null."""
    rows = [
        (one.bot, one.outcome, one.estimate.mean, one.estimate.low, one.estimate.high, one.estimate.n) for one in points
    ]
    schema = {"bot": pl.String, "outcome": pl.String, "mean": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return known_ends(pl.DataFrame(rows, schema={**schema, "deals": pl.Int64}, orient="row"))


def draw_bots(table: pl.DataFrame, outcomes: Sequence[Outcome], players: int) -> "Figure":
    """A panel per outcome, a line per bot, the first on top.

    A dashed line stands at what chance gives, where that is known beforehand; in other panels zero is in view.
    """
    return styled(lambda: _draw(table, outcomes, players))


def _draw(table: pl.DataFrame, outcomes: Sequence[Outcome], players: int) -> "Figure":
    bots = table.get_column("bot").unique(maintain_order=True).to_list()
    figure, axes = new_figure(2.2 + 3.1 * len(outcomes), 1.45 + 0.62 * len(bots), len(outcomes))
    for axis, outcome in zip(axes, outcomes, strict=True):
        estimates_panel(axis, table.filter(outcome=outcome.column), bots)
        axis.set_title(shortened(outcome.axis, 32))
        chance = outcome.chance(players)
        axis.axvline(
            0 if chance is None else chance, color=GREY, linestyle="-" if chance is None else "--", linewidth=1
        )
        axis.set_xlabel("" if chance is None else f"dashed: what chance gives with {players} players", fontsize=9)
    axes[0].set_ylim(len(bots) - 0.5, -0.65)
    return figure


def estimates_panel(axis: "Axes", table: pl.DataFrame, bots: list[str]) -> None:
    """Draw the ``mean`` of each ``bot`` of a table as a point with its interval and its number, a line for each bot."""
    import seaborn

    seaborn.pointplot(
        with_ends(table, "mean", "low", "high"), x="mean", y="bot", order=bots, color=BLUE, linestyle="none",
        markersize=7, markeredgewidth=1, err_kws={"linewidth": 2.2}, ax=axis, **AS_GIVEN,
    )  # fmt: skip
    for row in table.iter_rows(named=True):
        axis.annotate(
            number(row["mean"]), (row["mean"], bots.index(row["bot"])), xytext=(0, 8),
            textcoords="offset points", ha="center", fontsize=9,
        )  # fmt: skip
    axis.set(xlabel="", ylabel="")
    axis.margins(x=0.15)
    axis.grid(axis="x", color="#DDDDDD", linewidth=0.7)
    axis.set_axisbelow(True)
    bare(axis)
