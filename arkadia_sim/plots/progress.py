"""Figures of a game as it goes on: how its numbers move, and how often the player who leads goes on to win."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.style import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PALE,
    VERMILLION,
    key_below,
    known_ends,
    names_in,
    panel_grid,
    series_handles,
    series_style,
    styled,
)
from arkadia_sim.stats.intervals import LEVEL, cluster_mean_interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STEPS = tuple(step / 20 for step in range(1, 21))
"""The shares of a game at which its turns are read."""


def snapshots(turns: pl.LazyFrame, columns: Sequence[str], turn: str) -> Iterator[tuple[float, pl.LazyFrame]]:
    """For each share of the game, the last turn of each game by then; games too short to have one are left out.

    Only the columns ``table``, ``players``, ``deal``, ``game`` and ``columns`` stay.
    """
    keys = ["table", "players", "deal", "game"]
    numbered = turns.select(*keys, turn, *columns).with_columns((pl.col(turn).max().over("game") + 1).alias("_turns"))
    for share in STEPS:
        last = (share * pl.col("_turns") + 1e-9).floor().cast(pl.Int64) - 1
        yield share, numbered.filter(pl.col(turn) == last).select(*keys, *columns)


_SHADES = {
    "black": BLACK, "blue": BLUE, "green": GREEN, "olive": "#6B6B00", "orange": ORANGE, "red": VERMILLION,
    "silver": "#8FA1AD",
}  # fmt: skip


def trajectory_table(turns: pl.LazyFrame, series: Sequence[tuple[str, str]], turn: str) -> pl.DataFrame:
    """For each table size, series and share of the game: mean, middle, and where the middle 80% of games lie.

    ``series`` holds a label and a column of ``turns`` each.
    """
    found = []
    for share, now in snapshots(turns, [column for _, column in series], turn):
        for label, column in series:
            value = pl.col(column).cast(pl.Float64)
            found.append(
                now.group_by("table").agg(
                    pl.lit(label).alias("series"),
                    pl.lit(100 * share).alias("share_of_game"),
                    value.mean().alias("mean"),
                    value.median().alias("median"),
                    value.quantile(0.1, "nearest").alias("low"),
                    value.quantile(0.9, "nearest").alias("high"),
                    pl.col("deal").n_unique().alias("deals"),
                )
            )
    table = pl.concat(found).collect(engine="streaming")
    order = {label: number for number, (label, _) in enumerate(series)}
    place = pl.col("series").replace_strict(order, return_dtype=pl.Int64).alias("_place")
    return table.sort("table", place, "share_of_game")


@styled
def draw_trajectory(table: pl.DataFrame, what: str) -> "Figure":
    """A panel per table size, a curve for the mean of each series; ``what`` names the axis with its unit.

    One grey band lies behind the curves: it spans the middle 80% of games for every one of them.
    """
    from matplotlib.patches import Patch

    sizes = names_in(table, "table")
    styles = _styles(names_in(table, "series"))
    figure, axes = panel_grid(7.6, 0.9 + 2.0 * len(sizes), len(sizes), 1, "both")
    for axis, size in zip(axes, sizes, strict=True):
        here = table.filter(pl.col("table") == size)
        whole = here.group_by("share_of_game").agg(pl.col("low").min(), pl.col("high").max()).sort("share_of_game")
        axis.fill_between(whole["share_of_game"], whole["low"], whole["high"], color=PALE, linewidth=0)
        for label, style in styles.items():
            rows = here.filter(pl.col("series") == label)
            axis.plot(rows["share_of_game"], rows["mean"], markersize=4.5, linewidth=1.5, markevery=3, **style)
        axis.set_xlim(0, 101)
        axis.set_title(size, fontsize=10)
    figure.supylabel(what, fontsize=10)
    handles = [handle for label, style in styles.items() for handle in series_handles([label], **style)]
    band = Patch(color=PALE, label="holds the middle 80% of games" + (" of each" if len(styles) > 1 else ""))
    key_below(figure, [*handles, band], len(styles) + 1, title="share of the game gone (%)")
    return figure


def _styles(labels: Sequence[str]) -> dict[str, dict[str, Any]]:
    """How each series is drawn: one that is called like a colour has a shade of it that shows on white and grey."""
    return {
        label: series_style(k) | ({"color": _SHADES[label]} if label in _SHADES else {})
        for k, label in enumerate(labels)
    }


def leader_table(
    turns: pl.LazyFrame, games: pl.LazyFrame, seats: Sequence[str], turn: str, outcome: Outcome, level: float = LEVEL
) -> pl.DataFrame:
    """For each table size and share of the game: what the player who led then got, with an interval over deals.

    ``seats`` names the columns of ``turns`` with the standing of each seat, in the order of the seats. If several lead
    together, their mean counts. ``outcome`` is the goal of the game; the numbers are in its unit.
    """
    kept = games.join(turns.select("game").unique(), on="game", how="semi")
    value = pl.col(outcome.column).cast(pl.Float64)
    ends = kept.group_by("game").agg(
        *(value.filter(pl.col("seat") == k).first().alias(f"_got_{k}") for k in range(len(seats)))
    )
    best = pl.max_horizontal(pl.when(pl.col("players") > k).then(pl.col(name)) for k, name in enumerate(seats))
    leads = [(pl.col("players") > k) & (pl.col(name) == best) for k, name in enumerate(seats)]
    got = pl.sum_horizontal(pl.when(lead).then(pl.col(f"_got_{k}")).otherwise(0.0) for k, lead in enumerate(leads))
    rows = []
    for share, now in snapshots(turns, seats, turn):
        deals = (
            now.join(ends, on="game")
            .with_columns((got / pl.sum_horizontal(lead.cast(pl.Int32) for lead in leads)).alias("_got"))
            .group_by("table", "players", "deal")
            .agg(pl.col("_got").sum(), pl.len().alias("_games"))
            .sort("table", "players", "deal")
            .collect(engine="streaming")
        )
        for (size, players), table in deals.group_by(["table", "players"], maintain_order=True):
            mean = cluster_mean_interval(table["_got"].to_numpy(), table["_games"].to_numpy(), level)
            mean = mean.scaled(outcome.scale).cut(*outcome.bounds)
            rows.append((size, players, 100 * share, mean.mean, mean.low, mean.high, mean.n))
    numbers = dict.fromkeys(("share_of_game", "mean", "low", "high"), pl.Float64)
    size_type = turns.collect_schema()["table"]
    schema: dict[str, Any] = {"table": size_type, "players": pl.Int64, **numbers, "deals": pl.Int64}
    return known_ends(pl.DataFrame(rows, schema=schema, orient="row")).sort("players", "table", "share_of_game")


@styled
def draw_leader(table: pl.DataFrame, what: str, outcome: Outcome) -> "Figure":
    """One curve per table size with a band for its intervals, and what chance alone gives.

    ``what`` names the axis with its unit. The line of chance has the colour of its curve and is named to the right of
    the panel.
    """
    sizes = names_in(table, "table")
    figure, (axis,) = panel_grid(2.2 + 3.5, 0.7 + 3.0, 1, 1)
    colours = {
        players: series_style(sizes.index(size))["color"]
        for size, players in reversed(table.select("table", "players").unique(maintain_order=True).rows())
    }
    chances = {players: chance for players in colours if (chance := outcome.chance(players)) is not None}
    for place, size in enumerate(sizes):
        rows, style = table.filter(pl.col("table") == size), series_style(place)
        known = rows.drop_nulls(["low", "high"])
        band = (known["share_of_game"], known["low"], known["high"])
        axis.fill_between(*band, color=style["color"], alpha=0.18, linewidth=0)
        axis.plot(rows["share_of_game"], rows["mean"], markersize=4, linewidth=1.4, markevery=2, **style)
    for players, chance in chances.items():
        axis.axhline(chance, color=colours[players], linestyle=(0, (6, 4)), linewidth=0.8, zorder=1)
        axis.annotate(
            f"by chance, {players} players", (1, chance), xycoords=("axes fraction", "data"), xytext=(4, 0),
            textcoords="offset points", va="center", color=colours[players], fontsize=8.5, annotation_clip=False,
        )  # fmt: skip
    axis.set_xlim(0, 103)
    if outcome.low is not None and outcome.high is not None:
        axis.set_ylim(outcome.low, outcome.high + 0.04 * (outcome.high - outcome.low))
    axis.set_ylabel(what)
    axis.set_xlabel("share of the game gone (%)")
    key_below(figure, series_handles(sizes))
    return figure
