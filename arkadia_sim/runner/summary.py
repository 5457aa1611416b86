"""Who did how well in a run: one line per bot, read from the chunks one at a time so that any run fits into memory."""

from dataclasses import dataclass, replace
from math import nan, sqrt
from pathlib import Path

import polars as pl

from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, interval_from


@dataclass
class Tally:
    """Count, mean and sum of squared distances from it, for numbers that come in portions (Chan et al. 1983)."""

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, n: int, mean: float, squares: float) -> None:
        """Take in another portion."""
        if n == 0:
            return
        total = self.n + n
        distance = mean - self.mean
        self.mean += distance * n / total
        self.squares += squares + distance * distance * self.n * n / total
        self.n = total

    @property
    def sd(self) -> float:
        """The standard deviation; NaN with fewer than two numbers."""
        return sqrt(self.squares / (self.n - 1)) if self.n > 1 else nan


@dataclass(frozen=True)
class BotSummary:
    """How a bot did: ``games`` counts seats, so that a bot that sits twice at a table has two games there.

    The intervals are over deals. ``games``, ``gold_mean`` and ``gold_sd`` are over all games of the bot.
    """

    bot: str
    games: int
    win_share: Estimate
    gold: Estimate
    gold_sd: float


@dataclass
class _BotTallies:
    win_share: Tally
    gold: Tally
    deal_win_share: Tally
    deal_gold: Tally


def summarise(root: Path) -> list[BotSummary]:
    """One line per bot as the user wrote it, seats taken together, in the order of the run's bots."""
    folder = RunFolder(root)
    tallies: dict[str, _BotTallies] = {}
    for file in folder.chunk_files():
        rows = pl.read_parquet(file, columns=["section", "deal", "bot", "win_share", "gold"])
        _add_chunk(tallies, rows.with_columns(pl.col("win_share", "gold").cast(pl.Float64)))
    specs = [bot.spec for bot in folder.read_manifest().bots]
    return [_summary(spec, tallies[spec]) for spec in dict.fromkeys(specs) if spec in tallies]


def summary_table(summaries: list[BotSummary]) -> pl.DataFrame:
    """The summaries as a table; win shares and gold with the ends of their 95% intervals over deals."""
    return pl.DataFrame([as_row(one) for one in summaries], infer_schema_length=None)


def as_row(one: BotSummary) -> dict[str, str | int | float | list[float] | None]:
    """A summary as plain values; what cannot be told (an interval from a single deal) is None."""
    return {
        "bot": one.bot,
        "games": one.games,
        "deals": one.win_share.n,
        "win_share": one.win_share.mean,
        "win_share_low": _finite(one.win_share.low),
        "win_share_high": _finite(one.win_share.high),
        "gold_mean": one.gold.mean,
        "gold_low": _finite(one.gold.low),
        "gold_high": _finite(one.gold.high),
        "gold_sd": _finite(one.gold_sd),
    }


def _add_chunk(tallies: dict[str, _BotTallies], rows: pl.DataFrame) -> None:
    """Chunks hold whole deals, so the means over deals can be taken chunk by chunk."""
    deals = rows.group_by("section", "deal", "bot").agg(pl.col("win_share", "gold").mean())
    for (bot,), mine in rows.group_by("bot"):
        tally = tallies.setdefault(str(bot), _BotTallies(Tally(), Tally(), Tally(), Tally()))
        of_deals = deals.filter(pl.col("bot") == bot)
        _add(tally.win_share, mine["win_share"])
        _add(tally.gold, mine["gold"])
        _add(tally.deal_win_share, of_deals["win_share"])
        _add(tally.deal_gold, of_deals["gold"])


def _add(tally: Tally, values: pl.Series) -> None:
    array = values.to_numpy()
    mean = float(array.mean())
    tally.add(len(array), mean, float(((array - mean) ** 2).sum()))


def _summary(spec: str, tally: _BotTallies) -> BotSummary:
    return BotSummary(
        bot=spec,
        games=tally.gold.n,
        win_share=_share(_estimate(tally.win_share, tally.deal_win_share)),
        gold=_estimate(tally.gold, tally.deal_gold),
        gold_sd=tally.gold.sd,
    )


def _estimate(games: Tally, deals: Tally) -> Estimate:
    """The mean over games; its error from the means of deals (all of the same size, but perhaps the last one)."""
    error = deals.sd / sqrt(deals.n) if deals.n > 1 else float("inf")
    return interval_from(games.mean, error, deals.n)


def _share(estimate: Estimate) -> Estimate:
    """A share's interval, cut to what a share can be; one deal alone still says nothing."""
    if estimate.n < 2:
        return estimate
    return replace(estimate, low=max(0.0, estimate.low), high=min(1.0, estimate.high))


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None
