"""Figure: what one of each bot gets among others of one kind: a table of numbers on colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arkadia_sim.plots.style import INK, PALE, bot_label, head_line, number, panel_grid, styled
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE, HIGH = 0.62, 0.46
"""Inches that a cell takes."""

LOSS, GAIN = "#E38E4D", "#4D9DC9"
"""Vermillion and blue, paler, so that black numbers on them can be read."""

BEATS, BEATEN = "▲", "▼"
"""What marks cells beside the colour: significantly more than in the reverse pairing, and significantly less."""


@dataclass(frozen=True)
class MeetingPoint:
    """What one ``bot`` gets among ``others`` only, and how much more than one of the others among bots like it."""

    bot: str
    others: str
    mean: Estimate
    advantage: Estimate
    beats: bool
    beaten: bool


def meetings_table(points: Sequence[MeetingPoint]) -> pl.DataFrame:
    """One row per ordered pair, in the order given."""
    rows = [
        (one.bot, one.others, one.mean.mean, one.mean.low, one.mean.high, one.mean.n)
        + (one.advantage.mean, one.advantage.low, one.advantage.high, one.beats, one.beaten)
        for one in points
    ]
    numbers = dict.fromkeys(("mean", "low", "high"), pl.Float64)
    more = dict.fromkeys(("advantage", "advantage_low", "advantage_high"), pl.Float64)
    schema = {"bot": pl.String, "others": pl.String, **numbers, "deals": pl.Int64, **more}
    return pl.DataFrame(rows, schema={**schema, "beats": pl.Boolean, "beaten": pl.Boolean}, orient="row")


def draw_meetings(table: pl.DataFrame, bots: Sequence[str], head: str) -> "Figure":
    """A row for each bot and a column for each that the others are, in the order of ``bots``, with ``head`` above.

    Blue where the one of the row gets more than one of the column does among bots of the row, orange where less; the
    colour is fullest at the greatest difference of the table.
    """
    return styled(lambda: _draw(table, list(bots), head))


def _draw(table: pl.DataFrame, bots: list[str], head: str) -> "Figure":
    count = len(bots)
    figure, (axis,) = panel_grid(max(6.6, 2.4 + WIDE * count), 2.1 + HIGH * count, 1, 1)
    _matrix(axis, table, bots)
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
