"""How strong players play and what each deed is worth to them: the numbers behind the page that one can play by.

Of each deed two changes tell: what it is worth that a player may do it (``possible``: free instead of barred), and what
it would be worth to do it at every chance (``always``: forced instead of free). Where there are several companies of
strong players, a verdict is given where those of all of them are the same; else it is open, and the reason is told.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import nan

import polars as pl

from arkadia_sim.analysis.effects import Effect, Finding, finding_on
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.core.constraint import WATCHED
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.guide import MEAN, RATIO, SHARE, Advice, Guide, Habit, habits_of
from arkadia_sim.plan.plan import SeatOfLineup, Section
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.parallel import resolve_game
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate, cluster_mean_interval, known


@dataclass(frozen=True)
class Worth:
    """What a change is worth to strong players at one table size: the effect in each of their companies."""

    effects: tuple[Effect, ...]

    @property
    def finding(self) -> Finding:
        """What came out, where the same came out in all companies; else open."""
        findings = {finding_on(one) for one in self.effects}
        return findings.pop() if len(findings) == 1 else Verdict.NOT_SETTLED

    @property
    def turned(self) -> bool:
        """Whether it surely helps in one company and surely hurts in another."""
        return {Verdict.HELPS, Verdict.HURTS} <= {finding_on(one) for one in self.effects}

    @property
    def mean(self) -> float:
        """The mean over the companies, in the unit of what one plays for."""
        return sum(one.main.estimate.mean for one in self.effects) / len(self.effects)

    @property
    def low(self) -> float:
        """The lowest end of any of the intervals."""
        return min(one.main.estimate.low for one in self.effects)

    @property
    def high(self) -> float:
        """The highest end of any of the intervals."""
        return max(one.main.estimate.high for one in self.effects)


@dataclass(frozen=True)
class Shown:
    """A number of how players play: a value, with its ends (an interval, or the middle half) where it has any."""

    habit: Habit
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Told:
    """An advice at one table size: its worth, and how strong players and others go about it.

    ``strong`` and ``others`` hold the numbers of the advice's habit, in its order; ``others`` by company.
    """

    advice: Advice
    players: int
    possible: Worth | None
    always: Worth | None
    strong: tuple[Shown, ...]
    others: Mapping[str, tuple[Shown, ...]]

    @property
    def size(self) -> float:
        """How much it matters, whatever the sign: what it is worth to be free to; where that was not tried, to have to;
        0 where nothing is known of it."""
        worth = self.possible or self.always
        return 0.0 if worth is None else abs(worth.mean)


@dataclass(frozen=True)
class GuideResults:
    """What strong players do, table size by table size, in the order of the guide."""

    guide: Guide
    part: PairedResults
    told: Mapping[int, tuple[Told, ...]]

    def of_claim(self, claim: str) -> list[Told]:
        """All that is told of a claim, table size by table size."""
        return [one for several in self.told.values() for one in several if one.advice.claim == claim]

    def tested(self, changes: Collection[str]) -> list[str]:
        """What bots do that are under the constraints of some changes, in the words of the game; each once."""
        constraints = {one.name: one for one in resolve_game(self.part.manifest.game).constraints}
        asked = {bot.spec: bot.constraints for bot in self.part.manifest.bots}
        bots = [
            bot for one in self.part.effects if one.change.name in changes for bot in (one.without_bot, one.with_bot)
        ]
        told = [
            getattr(constraints[name], way)
            for bot in bots
            for way, names in asked[bot].items()
            for name in names
            if way != WATCHED and name in constraints
        ]
        return list(dict.fromkeys(told))


def guide_results(guide: Guide, run: RunFolder, part: PairedResults) -> GuideResults:
    """The numbers that a guide asks for, from the run of its part."""
    habits = {one.habit: tuple(habits_of(one.habit)) for one in guide.advice}
    columns = sorted({name for several in habits.values() for one in several for name in one.columns})
    told, level = {}, part.manifest.level
    for players in dict.fromkeys(section.players for section in part.manifest.sections):
        rows = {
            companies: _rows(run, part, players, companies, columns)
            for companies in (guide.strong, *((one,) for one in guide.others))
        }
        told[players] = tuple(
            Told(
                one,
                players,
                _worth(part, one.possible, guide.strong, players),
                _worth(part, one.always, guide.strong, players),
                tuple(_shown(rows[guide.strong], habit, level) for habit in habits[one.habit]),
                {
                    name: tuple(_shown(rows[name,], habit, level) for habit in habits[one.habit])
                    for name in guide.others
                },
            )
            for one in guide.advice
        )
    return GuideResults(guide, part, told)


def _worth(part: PairedResults, change: str | None, companies: Sequence[str], players: int) -> Worth | None:
    found = tuple(
        one for one in part.effects if one.change.name == change and one.company in companies and one.players == players
    )
    return Worth(found) if found else None


def _rows(
    run: RunFolder, part: PairedResults, players: int, companies: Sequence[str], columns: Sequence[str]
) -> pl.DataFrame:
    """The columns of all players of the companies who play as they like, with the section and the deal."""
    frames = []
    for index, section in enumerate(part.manifest.sections):
        if section.players == players and section.company in companies:
            seats = pl.LazyFrame(_free_seats(part, section), schema={"lineup": pl.Int16, "seat": pl.Int8}, orient="row")
            rows = pl.scan_parquet(run.section_files(index)).select("lineup", "seat", "deal", *columns)
            frames.append(rows.join(seats, on=["lineup", "seat"]).with_columns(pl.lit(index).alias("section")))
    if not frames:
        raise UsageError(f"{run.root} holds no games of the companies {', '.join(companies)}")
    return pl.concat(frames).collect(engine="streaming")


def _free_seats(part: PairedResults, section: Section) -> list[SeatOfLineup]:
    """The seats of a section in which players play as they like: all seats of tables at which everybody is the
    company's bot, or where there is no such table, the seats with the changes."""
    bot = next((one.bot for one in part.experiment.companies if one.name == section.company), None)
    alike = [
        (number, seat)
        for number, lineup in enumerate(section.lineups)
        if all(part.manifest.bots[one].spec == bot for one in lineup.bots)
        for seat in range(len(lineup.bots))
    ]
    return alike or [place for one in section.comparisons for place in one.with_]


def _shown(rows: pl.DataFrame, habit: Habit, level: float) -> Shown:
    if habit.statistic == RATIO:
        return _with_interval(habit, _by_deal(rows, habit.column, habit.over or ""), level)
    if habit.statistic == MEAN:
        return _with_interval(habit, _by_deal(rows, habit.column, None), level)
    column = pl.col(habit.column)
    if habit.statistic == SHARE:
        share = rows.with_columns((column > 0).cast(pl.Float64).alias(habit.column) * 100)
        return _with_interval(habit, _by_deal(share, habit.column, None), level)
    found = rows.filter(column > 0).get_column(habit.column)
    if not len(found):
        return Shown(habit, nan)
    low, middle, high = (found.quantile(one, "nearest") for one in (0.25, 0.5, 0.75))
    return Shown(habit, float(middle or 0), float(low or 0), float(high or 0))


def _by_deal(rows: pl.DataFrame, column: str, over: str | None) -> pl.DataFrame:
    below = pl.len() if over is None else pl.col(over).cast(pl.Float64).sum()
    deals = rows.group_by("section", "deal").agg(pl.col(column).cast(pl.Float64).sum().alias("sum"), below.alias("of"))
    return deals.sort("section", "deal")


def _with_interval(habit: Habit, deals: pl.DataFrame, level: float) -> Shown:
    sums, counts = (deals.get_column(name).to_numpy() for name in ("sum", "of"))
    found: Estimate = cluster_mean_interval(sums, counts, level)
    return Shown(habit, found.mean, known(found.low), known(found.high))
