"""Figure: how often the one who leads at some point of the game goes on to win it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.progress import snapshots
from arkadia_sim.plots.style import key_below, known_ends, panel_grid, series_style, styled
from arkadia_sim.stats.intervals import LEVEL, cluster_mean_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def leader_table(
    turns: pl.LazyFrame, games: pl.LazyFrame, seats: Sequence[str], turn: str, outcome: Outcome, level: float = LEVEL
) -> pl.DataFrame:
    """For each company, table size and share of the game: what who led then got, with an interval over deals.

    ``seats`` names the columns of ``turns`` that say how each seat stands, in the order of the seats. Where several
    lead together, their mean counts. ``outcome`` is what one plays for; the numbers are in its unit.
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
            .group_by("company", "table", "players", "deal")
            .agg(pl.col("_got").sum(), pl.len().alias("_games"))
            .sort("company", "table", "players", "deal")
            .collect(engine="streaming")
        )
        for (company, size, players), one in deals.group_by(["company", "table", "players"], maintain_order=True):
            mean = cluster_mean_interval(one["_got"].to_numpy(), one["_games"].to_numpy(), level)
            found = mean.scaled(outcome.scale).cut(*outcome.bounds)
            rows.append((company, size, players, 100 * share, found.mean, found.low, found.high, found.n))
    known = turns.collect_schema()
    texts = {name: known[name] for name in ("company", "table")}
    numbers = dict.fromkeys(("share_of_game", "mean", "low", "high"), pl.Float64)
    schema: dict[str, Any] = {**texts, "players": pl.Int64, **numbers, "deals": pl.Int64}
    return known_ends(pl.DataFrame(rows, schema=schema, orient="row")).sort(
        "company", "players", "table", "share_of_game"
    )


def draw_leader(table: pl.DataFrame, what: str, outcome: Outcome) -> "Figure":
    """One panel per company, one curve per table size with a band for its intervals, and what chance alone gives.

    ``what`` names the axis with its unit. The line of chance has the colour of its curve and is named to the right of
    the panels, where nothing runs.
    """
    return styled(lambda: _draw(table, what, outcome))


def _draw(table: pl.DataFrame, what: str, outcome: Outcome) -> "Figure":
    from matplotlib.lines import Line2D

    companies = table.get_column("company").unique(maintain_order=True).to_list()
    sizes = table.get_column("table").unique(maintain_order=True).to_list()
    across = min(2, len(companies))
    down = -(-len(companies) // across)
    figure, axes = panel_grid(2.2 + 3.5 * across, 0.7 + 3.0 * down, down, across, "both")
    colours = {
        players: series_style(sizes.index(size))["color"]
        for size, players in reversed(table.select("table", "players").unique(maintain_order=True).rows())
    }
    chances = {players: chance for players in colours if (chance := outcome.chance(players)) is not None}
    for axis in axes[len(companies) :]:
        axis.set_visible(False)
    for place, (axis, company) in enumerate(zip(axes, companies, strict=False)):
        for number, size in enumerate(sizes):
            rows = table.filter((pl.col("company") == company) & (pl.col("table") == size))
            style = series_style(number)
            known = rows.drop_nulls(["low", "high"])
            band = (known["share_of_game"], known["low"], known["high"])
            axis.fill_between(*band, color=style["color"], alpha=0.18, linewidth=0)
            axis.plot(rows["share_of_game"], rows["mean"], markersize=4, linewidth=1.4, markevery=2, **style)
        for players, chance in chances.items():
            axis.axhline(chance, color=colours[players], linestyle=(0, (6, 4)), linewidth=0.8, zorder=1)
        axis.set_xlim(0, 103)
        if outcome.low is not None and outcome.high is not None:
            axis.set_ylim(outcome.low, outcome.high + 0.04 * (outcome.high - outcome.low))
        if company:
            axis.set_title(company)
        if place % across == 0:
            axis.set_ylabel(what)
        if place + across >= len(companies):
            axis.set_xlabel("share of the game gone (%)")
            axis.tick_params(labelbottom=True)
        if place % across == across - 1:
            _name_chance(axis, chances, colours)
    key_below(figure, [Line2D([], [], markersize=5.5, label=size, **series_style(k)) for k, size in enumerate(sizes)])
    return figure


def _name_chance(axis: "Axes", chances: Mapping[int, float], colours: Mapping[int, str]) -> None:
    for players, chance in chances.items():
        axis.annotate(
            f"by chance, {players} players", (1, chance), xycoords=("axes fraction", "data"), xytext=(4, 0),
            textcoords="offset points", va="center", color=colours[players], fontsize=8.5, annotation_clip=False,
        )  # fmt: skip
