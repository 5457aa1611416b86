"""Figures: how bots did, each with its interval; and what one of each bot gets among others of one kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arkadia_sim.plots.style import (
    AS_GIVEN,
    BLUE,
    GREY,
    INK,
    PALE,
    bare,
    bot_label,
    head_line,
    light_grid,
    names_in,
    number,
    panel_grid,
    points_table,
    shortened,
    styled,
    with_ends,
)
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class LadderPoint:
    """One number of one bot (or seat) in one panel, by the name of the panel."""

    bot: str
    panel: str
    estimate: Estimate


@dataclass(frozen=True)
class LadderPanel:
    """A panel: its title, and the value at which a line stands. The line is dashed where it has a meaning."""

    name: str
    line: float
    meaning: str = ""


@styled
def draw_ladder(points: Sequence[LadderPoint], panels: Sequence[LadderPanel]) -> "Figure":
    """A line per bot, the first on top, in each panel."""
    table = points_table(points)
    bots = names_in(table, "bot")
    width = 4.9 if len(panels) == 1 else 2.2 + 3.1 * len(panels)  # one panel fits a phone
    figure, axes = panel_grid(width, 1.3 + 0.46 * len(bots), 1, len(panels), "y")
    for axis, panel in zip(axes, panels, strict=True):
        _estimates(axis, table.filter(panel=panel.name), bots)
        axis.set_title(shortened(panel.name, 40))
        axis.axvline(panel.line, color=GREY, linestyle="--" if panel.meaning else "-", linewidth=1)
        axis.set_xlabel(f"dashed: {panel.meaning}" if panel.meaning else "", fontsize=9)
    axes[0].set_ylim(len(bots) - 0.5, -0.65)
    axes[0].set_yticks(range(len(bots)), [bot_label(bot, 26) for bot in bots])
    return figure


def _estimates(axis: "Axes", table: pl.DataFrame, bots: list[str]) -> None:
    """Each bot's mean as a point with its interval and its number."""
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
    light_grid(axis, "x", "#DDDDDD")
    bare(axis)


CELL_WIDTH, CELL_HEIGHT = 0.62, 0.46
"""The size of a cell in inches."""

LOSS, GAIN = "#E38E4D", "#4D9DC9"
"""Vermillion and blue, paler, so that black numbers on them can be read."""

BEATS, BEATEN = "▲", "▼"
"""What marks cells beside the colour: significantly more than in the reverse pairing, and significantly less."""


@dataclass(frozen=True)
class MeetingPoint:
    """What one ``bot`` gets among ``others`` only, and how much more than one of the others among bots like it."""

    bot: str
    others: str
    estimate: Estimate
    advantage: Estimate
    beats: bool
    beaten: bool


@styled
def draw_meetings(points: Sequence[MeetingPoint], bots: Sequence[str], head: str) -> "Figure":
    """A row for each bot and a column for each that the others are, in the order of ``bots``, with ``head`` above.

    Blue where the one of the row gets more than one of the column does among bots of the row, orange where less; the
    colour is fullest at the greatest difference of the table.
    """
    count = len(bots)
    figure, (axis,) = panel_grid(max(6.6, 2.4 + CELL_WIDTH * count), 2.1 + CELL_HEIGHT * count, 1, 1)
    _matrix(axis, points_table(points), list(bots))
    middles = [place + 0.5 for place in range(count)]
    axis.set_yticks(middles, [bot_label(bot, 26) for bot in bots], rotation=0)
    axis.set_xticks(middles, [bot_label(bot, 20) for bot in bots], rotation=40, ha="right", rotation_mode="anchor")
    axis.set_xlabel("all the others at the table")
    axis.set_ylabel("one of these")
    head_line(figure, head)
    return figure


def _matrix(axis: "Axes", table: pl.DataFrame, bots: list[str]) -> None:
    import seaborn

    coloured = np.full((len(bots), len(bots)), np.nan)  # NaN: nothing is drawn
    texts = np.full(coloured.shape, "", dtype=object)
    for row in table.iter_rows(named=True):
        x, y = bots.index(row["others"]), bots.index(row["bot"])
        coloured[y, x] = row["advantage"]
        mark = BEATS if row["beats"] else BEATEN if row["beaten"] else ""
        texts[y, x] = f"{number(row['mean'])} {mark}".strip()
    end = float(np.nanmax(np.abs(coloured))) or 1.0
    axis.set_facecolor(PALE)
    seaborn.heatmap(
        coloured, vmin=-end, vmax=end, cmap=seaborn.blend_palette([LOSS, "#FFFFFF", GAIN], as_cmap=True), linewidths=1,
        annot=texts, fmt="", annot_kws={"fontsize": 9, "color": INK}, cbar=False, ax=axis,
    )  # fmt: skip
    axis.tick_params(length=0, labelsize=9)
