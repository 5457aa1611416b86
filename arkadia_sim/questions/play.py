"""Plain play: how each bot did, and if one bot sat in all seats, how each seat did."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import printable
from arkadia_sim.plots.figures import Point, draw_lines
from arkadia_sim.questions.estimates import Row
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.seats import advantages_of, seat_rows, seats_figure
from arkadia_sim.results.files import read_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, cluster_mean_interval, known

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class BotOutcome:
    """How a bot did in one outcome, in its unit: the mean over its games, with an interval over deals.

    ``sd`` is the standard deviation over its games; NaN with fewer than two.
    """

    outcome: Outcome
    estimate: Estimate
    sd: float


@dataclass(frozen=True)
class BotResult:
    """How a bot did: ``games`` counts seats, so that a bot that sits twice at a table has two games there.

    ``outcomes`` are all outcomes of the game; the first is its goal.
    """

    bot: str
    games: int
    deals: int
    outcomes: tuple[BotOutcome, ...]

    def as_row(self) -> dict[str, str | int | float | None]:
        """Plain values; unknown ones (an interval from a single deal) are None.

        The goal of the game comes first, so that a table that is cut off on the right shows it.
        """
        row: dict[str, str | int | float | None] = {"bot": self.bot}
        for result in self.outcomes:
            name, mean = result.outcome.column, result.estimate
            row |= {name: mean.mean, f"{name}_low": known(mean.low), f"{name}_high": known(mean.high)}
            row[f"{name}_sd"] = known(result.sd)
        return row | {"games": self.games, "deals": self.deals}


def bot_results(run: RunFolder, manifest: Manifest, seat: int | None = None) -> tuple[BotResult, ...]:
    """A result for each bot that played, in the order of the run's bots.

    ``seat`` asks for the games in which the bot sat there; all seats are taken together if it is None.
    """
    columns = [outcome.column for outcome in manifest.outcomes]
    keys, values = ["bot", "section", "deal"], pl.col(columns).cast(pl.Float64)
    sums = [pl.len().cast(pl.Int64).alias("games"), values.sum(), values.pow(2).sum().name.suffix(" squared")]
    portions = []
    for file in run.chunk_files():  # a deal may lie in two of them, where games were added
        rows = read_rows(file, ["seat", *keys, *columns])
        rows = rows if seat is None else rows.filter(seat=seat)
        portions.append(rows.group_by(keys, maintain_order=True).agg(sums))
    deals = pl.concat(portions).group_by(keys, maintain_order=True).agg(pl.all().sum()).sort("section", "deal")
    results = []
    for bot in dict.fromkeys(bot.spec for bot in manifest.bots):
        own = deals.filter(bot=bot)
        if own.is_empty():
            continue
        counts = own["games"].to_numpy()
        games = int(counts.sum())
        outcomes = []
        for outcome in manifest.outcomes:
            totals, squares = own[outcome.column].to_numpy(), float(own[f"{outcome.column} squared"].to_numpy().sum())
            estimate = cluster_mean_interval(totals, counts, manifest.level)
            estimate = estimate.scaled(outcome.scale).cut(*outcome.bounds).with_unseen(*outcome.bounds)
            variance = max(0.0, squares - float(totals.sum()) ** 2 / games) / (games - 1) if games > 1 else nan
            outcomes.append(BotOutcome(outcome, estimate, sqrt(variance) * outcome.scale))
        results.append(BotResult(bot, games, len(own), tuple(outcomes)))
    return tuple(results)


def play_results(run: RunFolder, manifest: Manifest) -> Results:
    """The results of a finished run of plain play: the bots, the best first, then the seats."""
    bots = sorted(bot_results(run, manifest), key=lambda bot: -bot.outcomes[0].estimate.mean)
    place: dict[str, Any] = {"part": printable(run.root.name), "design": "play"}
    players = manifest.sections[0].players
    rows = [
        Row.of("mean", result.outcome, result.estimate, players=players, bot=bot.bot, **place)
        for bot in bots
        for result in bot.outcomes
    ]
    seats = seats_of_play(run, manifest, place)
    drawn: dict[str, Callable[[], Figure]] = {"bots": lambda: _figure(manifest, bots)}
    if seats:
        drawn["seats"] = lambda: seats_figure(advantages_of(seats, manifest), manifest)
    means = ", ".join(f"{bot.bot} {bot.outcomes[0].estimate.mean:.1f}" for bot in bots)
    return Results(run.root, manifest, (*rows, *seats), drawn, (f"{manifest.outcomes[0].axis}: {means}.",))


def seats_of_play(run: RunFolder, manifest: Manifest, place: Mapping[str, str]) -> list[Row]:
    """The seats of a run of plain play in which one bot sat in all of them; empty for any other run."""
    alone = all(len(section.lineups) == 1 and section.players > 1 for section in manifest.sections)
    if manifest.kind != "play" or not alone:
        return []
    tolerances = {outcome.column: outcome.tolerance for outcome in manifest.outcomes if outcome.tolerance is not None}
    return seat_rows(run, manifest, tolerances, place)


def _figure(manifest: Manifest, bots: Sequence[BotResult]) -> "Figure":
    """Every bot in every outcome, with its interval."""
    points = [Point(result.outcome.axis, bot.bot, "", result.estimate) for bot in bots for result in bot.outcomes]
    players = manifest.sections[0].players
    chances = {outcome.axis: outcome.chance(players) for outcome in manifest.outcomes}
    told = f"a fair share with {players} players"
    references = {axis: (0.0, "") if chance is None else (chance, told) for axis, chance in chances.items()}
    return draw_lines(points, references)
