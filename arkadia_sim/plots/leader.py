"""Figure: how often the one who leads at some point of the game goes on to win it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.progress import snapshots
from arkadia_sim.plots.style import key_below, known_ends, panel_grid, series_style, styled
from arkadia_sim.stats.intervals import cluster_mean_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def leader_table(turns: pl.LazyFrame, games: pl.LazyFrame, seats: Sequence[str], turn: str) -> pl.DataFrame:
    """For each field, table size and share of the game: the win share of who led then, with an interval over deals.

    ``seats`` names the columns of ``turns`` that say how each seat stands, in the order of the seats. Where several
    lead together, their mean counts.
    """
    kept = games.join(turns.select("game").unique(), on="game", how="semi")
    wins = kept.group_by("game").agg(
        *(pl.col("win_share").filter(pl.col("seat") == k).first().alias(f"_win_{k}") for k in range(len(seats)))
    )
    best = pl.max_horizontal(pl.when(pl.col("players") > k).then(pl.col(name)) for k, name in enumerate(seats))
    leads = [(pl.col("players") > k) & (pl.col(name) == best) for k, name in enumerate(seats)]
    won = pl.sum_horizontal(pl.when(lead).then(pl.col(f"_win_{k}")).otherwise(0.0) for k, lead in enumerate(leads))
    rows = []
    for share, now in snapshots(turns, seats, turn):
        deals = (
            now.join(wins, on="game")
            .with_columns((won / pl.sum_horizontal(lead.cast(pl.Int32) for lead in leads)).alias("_won"))
            .group_by("field", "table", "players", "deal")
            .agg(pl.col("_won").sum(), pl.len().alias("_games"))
            .sort("field", "table", "players", "deal")
            .collect(engine="streaming")
        )
        for (field, size, players), one in deals.group_by(["field", "table", "players"], maintain_order=True):
            found = cluster_mean_interval(one["_won"].to_numpy(), one["_games"].to_numpy()).cut(0.0, 1.0).scaled(100)
            rows.append((field, size, players, 100 * share, found.mean, found.low, found.high, found.n))
    known = turns.collect_schema()
    texts = {name: known[name] for name in ("field", "table")}
    numbers = dict.fromkeys(("share_of_game", "win_share", "low", "high"), pl.Float64)
    schema: dict[str, Any] = {**texts, "players": pl.Int64, **numbers, "deals": pl.Int64}
    return known_ends(pl.DataFrame(rows, schema=schema, orient="row")).sort(
        "field", "players", "table", "share_of_game"
    )


def draw_leader(table: pl.DataFrame) -> "Figure":
    """One panel per field, one curve per table size with a band for its intervals, and what chance alone gives.

    The line of chance has the colour of its curve and is named to the right of the panels, where nothing runs.
    """
    return styled(lambda: _draw(table))


def _draw(table: pl.DataFrame) -> "Figure":
    from matplotlib.lines import Line2D

    fields = table.get_column("field").unique(maintain_order=True).to_list()
    sizes = table.get_column("table").unique(maintain_order=True).to_list()
    across = min(2, len(fields))
    down = -(-len(fields) // across)
    figure, axes = panel_grid(2.2 + 3.5 * across, 0.7 + 3.0 * down, down, across, "both")
    colours = {
        players: series_style(sizes.index(size))["color"]
        for size, players in reversed(table.select("table", "players").unique(maintain_order=True).rows())
    }
    for axis in axes[len(fields) :]:
        axis.set_visible(False)
    for place, (axis, field) in enumerate(zip(axes, fields, strict=False)):
        for number, size in enumerate(sizes):
            rows = table.filter((pl.col("field") == field) & (pl.col("table") == size))
            style = series_style(number)
            known = rows.drop_nulls(["low", "high"])
            band = (known["share_of_game"], known["low"], known["high"])
            axis.fill_between(*band, color=style["color"], alpha=0.18, linewidth=0)
            axis.plot(rows["share_of_game"], rows["win_share"], markersize=4, linewidth=1.4, markevery=2, **style)
        for players, colour in colours.items():
            axis.axhline(100 / players, color=colour, linestyle=(0, (6, 4)), linewidth=0.8, zorder=1)
        axis.set_xlim(0, 103)
        axis.set_ylim(0, 104)
        if field:
            axis.set_title(field)
        if place % across == 0:
            axis.set_ylabel("win share of who leads then (%)")
        if place + across >= len(fields):
            axis.set_xlabel("share of the game gone (%)")
            axis.tick_params(labelbottom=True)
        if place % across == across - 1:
            _name_chance(axis, colours)
    key_below(figure, [Line2D([], [], markersize=5.5, label=size, **series_style(k)) for k, size in enumerate(sizes)])
    return figure


def _name_chance(axis: "Axes", colours: Mapping[int, str]) -> None:
    for players, colour in colours.items():
        axis.annotate(
            f"by chance, {players} players", (1, 100 / players), xycoords=("axes fraction", "data"), xytext=(4, 0),
            textcoords="offset points", va="center", color=colour, fontsize=8.5, annotation_clip=False,
        )  # fmt: skip
