"""Plain play: how each bot did, and if one bot sat in all seats, how each seat did."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.figures import Point, draw_lines
from arkadia_sim.questions.estimates import Row, number_fields
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.seats import SeatTable, seat_tables, seats_figure
from arkadia_sim.results.files import read_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import LEVEL, Estimate, interval_from, known

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

    @property
    def main(self) -> BotOutcome:
        """The result in the goal of the game."""
        return self.outcomes[0]


def bot_results(run: RunFolder, manifest: Manifest, seat: int | None = None) -> tuple[BotResult, ...]:
    """A result for each bot that played, in the order of the run's bots.

    ``seat`` asks for the games in which the bot sat there; all seats are taken together if it is None.
    """
    outcomes = manifest.outcomes
    sums = _sums(run.chunk_files(), [outcome.column for outcome in outcomes], seat)
    bots = dict.fromkeys(bot.spec for bot in manifest.bots)
    return tuple(_result(bot, outcomes, sums[bot], manifest.level) for bot in bots if bot in sums)


def results_table(results: Sequence[BotResult]) -> pl.DataFrame:
    """The results as a table: for every outcome the mean, both ends of its interval over deals, and the deviation."""
    return pl.DataFrame([result_row(result) for result in results], infer_schema_length=None)


def result_row(bot: BotResult) -> dict[str, str | int | float | None]:
    """A result as plain values; unknown ones (an interval from a single deal) are None.

    The goal of the game comes first, so that a table that is cut off on the right shows it.
    """
    row: dict[str, str | int | float | None] = {"bot": bot.bot}
    for result in bot.outcomes:
        name, mean = result.outcome.column, result.estimate
        row |= {name: mean.mean, f"{name}_low": known(mean.low), f"{name}_high": known(mean.high)}
        row[f"{name}_sd"] = known(result.sd)
    return row | {"games": bot.games, "deals": bot.deals}


@dataclass
class ClusterSums:
    """The sums of the deals of one bot and outcome: enough for :func:`stats.intervals.cluster_mean_interval`.

    Sums are kept as their distances from ``shift`` times the games, with a shift near the mean (that of the first
    portion): squares of small numbers lose no digits.
    """

    shift: float = nan
    deals: int = 0
    games: int = 0
    distance: float = 0.0
    squares: float = 0.0
    products: float = 0.0
    sizes: float = 0.0
    single: float = 0.0

    def add(self, sums: NDArray[np.float64], squares: NDArray[np.float64], sizes: NDArray[np.int64]) -> None:
        """Take in further deals: of each the sum of the values, the sum of their squares, and how many there are."""
        if self.deals == 0:
            self.shift = float(sums.sum() / sizes.sum())
        distances = sums - self.shift * sizes
        self.deals += len(sums)
        self.games += int(sizes.sum())
        self.distance += float(distances.sum())
        self.squares += float((distances**2).sum())
        self.products += float((distances * sizes).sum())
        self.sizes += float((sizes.astype(np.float64) ** 2).sum())
        self.single += float((squares - 2 * self.shift * sums + self.shift**2 * sizes).sum())

    def estimate(self, level: float = LEVEL) -> Estimate:
        """The mean over all games, with its interval over deals."""
        further = self.distance / self.games
        residuals = self.squares - 2 * further * self.products + further**2 * self.sizes
        error = inf
        if self.deals > 1:
            error = sqrt(self.deals * max(0.0, residuals) / (self.deals - 1)) / self.games
        return interval_from(self.shift + further, error, self.deals, level)

    def sd(self) -> float:
        """The standard deviation over all games; NaN with fewer than two."""
        if self.games < 2:
            return nan
        return sqrt(max(0.0, self.single - self.distance**2 / self.games) / (self.games - 1))


def _sums(files: Iterable[Path], columns: Sequence[str], seat: int | None) -> dict[str, list[ClusterSums]]:
    """The sums of each bot, outcome by outcome, in one seat or in all."""
    by_bot: dict[str, list[ClusterSums]] = {}
    values = [pl.col(name).cast(pl.Float64) for name in columns]
    totals = [value.sum().alias(f"{name}_sum") for name, value in zip(columns, values, strict=True)]
    squares = [value.pow(2).sum().alias(f"{name}_square") for name, value in zip(columns, values, strict=True)]
    for rows in _whole_deals(files, ["section", "deal", "seat", "bot", *columns]):
        if seat is not None:
            rows = rows.filter(pl.col("seat") == seat)
        deals = rows.group_by("bot", "section", "deal").agg(pl.len().cast(pl.Int64).alias("rows"), *totals, *squares)
        for (bot,), own in deals.sort("section", "deal").group_by("bot", maintain_order=True):
            sums = by_bot.setdefault(str(bot), [ClusterSums() for _ in columns])
            sizes = own.get_column("rows").to_numpy()
            for total, name in zip(sums, columns, strict=True):
                total.add(own.get_column(f"{name}_sum").to_numpy(), own.get_column(f"{name}_square").to_numpy(), sizes)
    return by_bot


def _whole_deals(files: Iterable[Path], columns: Sequence[str]) -> Iterator[pl.DataFrame]:
    """The rows of files in the order of play, never a deal in two portions; the first columns are section and deal.

    Play of a number of games may end within a deal; where more are added, the next file begins there.
    """
    held: pl.DataFrame | None = None
    for file in files:
        rows = read_rows(file, columns)
        begins_anew = held is None or rows.row(0)[:2] != held.row(-1)[:2]
        if held is not None and begins_anew:
            yield held
        held = rows if held is None or begins_anew else pl.concat([held, rows])
    if held is not None:
        yield held


def _result(bot: str, outcomes: Sequence[Outcome], sums: Sequence[ClusterSums], level: float) -> BotResult:
    first = sums[0]
    return BotResult(
        bot=bot,
        games=first.games,
        deals=first.deals,
        outcomes=tuple(
            BotOutcome(
                outcome,
                total.estimate(level).scaled(outcome.scale).cut(*outcome.bounds).with_unseen(*outcome.bounds),
                total.sd() * outcome.scale,
            )
            for outcome, total in zip(outcomes, sums, strict=True)
        ),
    )


@dataclass(frozen=True)
class PlayResults(Results):
    """A finished run of plain play.

    ``bots`` are the bots of the table, the best first; ``seats`` the seats, if one bot sat in all of them.
    """

    default_document: ClassVar[str] = "play.md"

    bots: tuple[BotResult, ...]
    seats: tuple[SeatTable, ...] = ()

    def estimates(self) -> Iterator[Row]:
        """What each bot got in every outcome, then the seats."""
        players = self.manifest.sections[0].players
        for bot in self.bots:
            for on_outcome in bot.outcomes:
                yield Row(
                    part=self.name,
                    design="play",
                    kind="mean",
                    players=players,
                    bot=bot.bot,
                    outcome=on_outcome.outcome.column,
                    unit=on_outcome.outcome.unit,
                    **number_fields(on_outcome.estimate),
                )
        for table in self.seats:
            yield from table.rows(self.name, "play")

    def answer(self) -> Iterator[str]:
        """What each bot got in the goal of the game."""
        first = [bot.outcomes[0] for bot in self.bots]
        means = (f"{bot.bot} {result.estimate.mean:.1f}" for bot, result in zip(self.bots, first, strict=True))
        yield f"{first[0].outcome.axis}: {', '.join(means)}."

    def figures(self) -> Mapping[str, "Callable[[], Figure]"]:
        """``bots``, and ``seats`` where one bot sat in all of them."""
        seats: dict[str, Callable[[], Figure]] = {"seats": lambda: seats_figure(self.seats)} if self.seats else {}
        return {"bots": self._bots, **seats}

    def _bots(self) -> "Figure":
        """Every bot in every outcome, with its interval."""
        points = [
            Point(on_outcome.outcome.axis, bot.bot, "", on_outcome.estimate)
            for bot in self.bots
            for on_outcome in bot.outcomes
        ]
        players = self.manifest.sections[0].players
        chances = {outcome.axis: outcome.chance(players) for outcome in self.manifest.outcomes}
        told = f"what chance gives with {players} players"
        references = {axis: (0.0, "") if chance is None else (chance, told) for axis, chance in chances.items()}
        return draw_lines(points, references)


def play_results(run: RunFolder, manifest: Manifest) -> PlayResults:
    """The results of a finished run of plain play."""
    bots = sorted(bot_results(run, manifest), key=lambda bot: -bot.outcomes[0].estimate.mean)
    return PlayResults(run.root, manifest, tuple(bots), seats_of_play(run, manifest))


def seats_of_play(run: RunFolder, manifest: Manifest) -> tuple[SeatTable, ...]:
    """The seats of a run of plain play in which one bot sat in all of them; empty for any other run."""
    alone = all(len(section.lineups) == 1 and section.players > 1 for section in manifest.sections)
    if manifest.kind != "play" or not alone:
        return ()
    tolerances = {outcome.column: outcome.tolerance for outcome in manifest.outcomes if outcome.tolerance is not None}
    return seat_tables(run, manifest, tolerances)
