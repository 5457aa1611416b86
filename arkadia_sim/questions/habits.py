"""How the bot of a company plays if nothing is barred or forced: averages, medians and shares of columns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from arkadia_sim.core.game import Game
from arkadia_sim.core.stored import Fault
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.plan.plan import SeatOfLineup, Section
from arkadia_sim.questions.estimates import Row, number_fields
from arkadia_sim.results.files import scan_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import cluster_mean_interval

MEAN, MEDIAN, SHARE, RATIO, WHERE = "mean", "median", "share", "ratio", "where"
STATISTICS = {
    MEAN: "the average over players and games",
    MEDIAN: "the median of the values above 0, with the middle half of them in place of an interval",
    SHARE: "in how many of 100 games it is above 0",
}
"""What can be asked of a column as ``column.statistic``; ``column/other`` is the ratio of two sums, and
``column@other`` the average where the other column is above 0."""

WHOLE_UNITS = ("0 or 1", "share")
"""Units of columns whose average is shown in percent."""


_SIGNS = {"/": RATIO, "@": WHERE}
"""What stands between two columns."""


@dataclass(frozen=True)
class Habit:
    """One number of how players play: a statistic of a column of their rows, perhaps with another (``over``)."""

    column: str
    statistic: str
    over: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Habit":
        """The habit that a text such as ``turns.mean`` or ``hits/throws`` asks for; ValueError for any other."""
        column, dot, statistic = text.partition(".")
        for sign, kind in _SIGNS.items():
            above, there, below = text.partition(sign)
            if there and above.isidentifier() and below.isidentifier():
                return cls(above, kind, below)
        if dot and statistic in STATISTICS and column.isidentifier():
            return cls(column, statistic)
        raise ValueError(text)

    @property
    def text(self) -> str:
        """The habit as files write it."""
        sign = next((sign for sign, kind in _SIGNS.items() if kind == self.statistic), "")
        return f"{self.column}.{self.statistic}" if self.over is None else f"{self.column}{sign}{self.over}"

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it is made from."""
        return (self.column,) if self.over is None else (self.column, self.over)


def faults_of_habits(habits: Sequence[str]) -> list[Fault]:
    """Habits that cannot be read."""
    faults: list[Fault] = []
    for place, text in enumerate(habits):
        try:
            Habit.parse(text)
        except ValueError:
            allowed = f"column.statistic ({', '.join(STATISTICS)}), column/column or column@column, not {text!r}"
            faults.append((("habits", place), allowed))
    return faults


def unknown_columns(habits: Sequence[str], game: Game) -> Iterator[tuple[str, str]]:
    """Habits whose columns the game does not have, or that hold no numbers."""
    known = [column.name for column in game.player_columns if column.dtype != "string"]
    for habit in map(Habit.parse, habits):
        for column in habit.columns:
            if column not in known:
                yield "habits", str(UnknownName("column", column, known))


def habit_rows(
    run: RunFolder, manifest: Manifest, habits: Sequence[str], company: str, bot: str, place: Mapping[str, Any]
) -> Iterator[Row]:
    """The habits of a company's own bot at each table size; ``place`` has fields of all rows."""
    parsed = [Habit.parse(text) for text in habits]
    units = {column.name: column.unit for column in manifest.columns["games"]}
    columns = sorted({column for habit in parsed for column in habit.columns})
    for players in dict.fromkeys(section.players for section in manifest.sections):
        rows = _rows(run, manifest, players, company, bot, columns)
        for habit in parsed:
            named = {"players": players, "company": company, "bot": bot, "contrast": habit.text}
            yield Row(
                **dict(place) | named | _numbers(rows, habit, manifest.level, units[habit.column]) | {"kind": "habit"}
            )


def _rows(
    run: RunFolder, manifest: Manifest, players: int, company: str, bot: str, columns: Sequence[str]
) -> pl.DataFrame:
    """The columns of all players of a company without a change, with section, deal and independent unit."""
    frames = []
    for index, section in enumerate(manifest.sections):
        if section.players == players and section.company == company:
            places = _free_seats(manifest, section, bot)
            seats = pl.LazyFrame(places, schema={"lineup": pl.Int16, "seat": pl.Int8}, orient="row")
            unit = next(iter(section.setting.shared), "deal")
            chosen = dict.fromkeys(["lineup", "seat", "deal", unit, *columns])
            rows = scan_rows(run.section_files(index)).select(*chosen, pl.col(unit).alias("unit"))
            frames.append(rows.join(seats, on=["lineup", "seat"]).with_columns(pl.lit(index).alias("section")))
    if not frames:
        raise UsageError(f"{run.root} holds no games of the company {company}")
    return pl.concat(frames).collect(engine="streaming")


def _free_seats(manifest: Manifest, section: Section, bot: str) -> list[SeatOfLineup]:
    """All seats of tables where everybody is the company's bot; without such tables, the seats with the changes."""
    seats = [
        (number, seat)
        for number, lineup in enumerate(section.lineups)
        if all(manifest.bots[index].spec == bot for index in lineup.bots)
        for seat in range(len(lineup.bots))
    ]
    return seats or [place for comparison in section.comparisons for place in comparison.with_]


def _numbers(rows: pl.DataFrame, habit: Habit, level: float, unit_of_column: str = "") -> dict[str, Any]:
    column = pl.col(habit.column)
    unit = {"outcome": habit.column, "unit": "% of games" if habit.statistic == SHARE else ""}
    if habit.statistic == MEDIAN:
        values = rows.filter(column > 0).get_column(habit.column)
        low, middle, high = (values.quantile(share, "nearest") for share in (0.25, 0.5, 0.75))
        ends = {"mean": middle, "low": low, "high": high}
        return unit | {name: None if value is None else float(value) for name, value in ends.items()} | {
            "n": len(values), "level": 0.5, "note": "median and middle half",
        }  # fmt: skip
    if habit.statistic == SHARE:
        rows = rows.with_columns((column > 0).cast(pl.Float64).alias(habit.column) * 100)
    if habit.statistic == WHERE:
        rows = rows.filter(pl.col(str(habit.over)) > 0)
        if unit_of_column in WHOLE_UNITS:
            unit, rows = unit | {"unit": "%"}, rows.with_columns(column.cast(pl.Float64) * 100)
    below = pl.col(str(habit.over)).cast(pl.Float64).sum() if habit.statistic == RATIO else pl.len()
    sums = pl.col(habit.column).cast(pl.Float64).sum().alias("sum")
    units = rows.group_by("section", "unit").agg(sums, below.alias("count")).sort("section", "unit")
    total, count = (units.get_column(name).to_numpy() for name in ("sum", "count"))
    deals = rows.select("section", "deal").n_unique()
    mean = cluster_mean_interval(total, count, level)
    if str(unit["unit"]).startswith("%"):
        mean = mean.cut(0.0, 100.0).with_unseen(0.0, 100.0)
    return unit | number_fields(mean) | {"n": deals}
