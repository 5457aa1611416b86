"""The pictures that a game offers of itself, drawn from the tables of a run by the names of their columns alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.core.game import Picture
from arkadia_sim.errors import UnknownName
from arkadia_sim.plots import board_map, distribution, events, leader, trajectory
from arkadia_sim.report.effects import Effect, changes_of
from arkadia_sim.report.sections import WIN_SHARE, condition_of, experiment_of, field_of, field_title_of, section_labels
from arkadia_sim.report.sentences import in_words, listed
from arkadia_sim.runner.manifest import Manifest
from arkadia_sim.runner.plan import Comparison, Section
from arkadia_sim.runner.store import RunFolder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OTHERS, LIKE_THE_OTHERS, WITH_ALL = "the others at the table", "who plays like the others", "with all changes"
"""What players are called who are not the one with a certain change, or the one without it."""

MOST_GROUPS = 7
"""More groups than so many in one picture cannot be read."""


@dataclass(frozen=True)
class Drawn:
    """A picture: what stands over and below it, the figure, and the tables behind it by name."""

    name: str
    title: str
    caption: str
    figure: "Figure"
    tables: Mapping[str, pl.DataFrame]


def foremost(effects: Iterable[Effect]) -> list[str]:
    """The names of the changes, the one with the greatest effect on win share anywhere first."""
    greatest: dict[str, float] = {}
    for one in effects:
        name = one.change.name
        greatest[name] = max(greatest.get(name, 0.0), abs(one.win_share.effect.mean))
    return sorted(greatest, key=lambda name: -greatest[name])


def game_pictures(run: RunFolder, manifest: Manifest, first: Sequence[str] = ()) -> list[Drawn]:
    """All pictures that the game offers and this run has rows for, in the game's order.

    ``first`` names the changes that are shown where there is no room for all, the most important first.

    Raises UnknownName where a picture names a column that the tables do not have.
    """
    drawn = []
    tables = _Tables(run, manifest, first)
    for picture in manifest.pictures:
        found = _DRAW[picture.kind](picture, tables)
        if found is not None:
            figure, frames, more = found
            drawn.append(Drawn(picture.name, picture.title, f"{picture.caption} {more}".strip(), figure, frames))
    return drawn


class _Tables:
    """The rows of a run with ``field`` and ``table`` (and ``group``, for players) beside them, in the run's order."""

    def __init__(self, run: RunFolder, manifest: Manifest, first: Sequence[str]) -> None:
        labels = section_labels(manifest.sections)
        titles = [field_title_of(section) for section in manifest.sections]
        fields, tables = (pl.Enum(list(dict.fromkeys(texts))) for texts in (titles, labels))
        self._run = run
        self._manifest = manifest
        self._groups = _Groups(manifest, first) if any(one.comparisons for one in manifest.sections) else None
        self._places = pl.LazyFrame(
            {
                "section": pl.Series(range(len(labels)), dtype=pl.Int16),
                "field": pl.Series(titles, dtype=fields),
                "table": pl.Series(labels, dtype=tables),
            }
        )

    def turns(self, *needed: str) -> pl.LazyFrame | None:
        """The turns; None where no game was kept turn by turn."""
        if not self._manifest.counts.turn_rows or not self._run.chunk_files("turns"):
            return None
        return self._checked(self._run.scan("turns"), needed)

    def games(self, *needed: str) -> pl.LazyFrame:
        """The players' rows."""
        return self._checked(self._run.scan(), needed)

    @property
    def compared(self) -> "_Groups | None":
        """What to call the players of comparisons; None where nothing is compared."""
        return self._groups

    def grouped(self, column: str) -> pl.LazyFrame:
        """The players' rows with the group of each: one bot in one company, called by the change that it is there for.

        Where nothing is compared, groups are bots. Players who belong to no group are left out.
        """
        rows, manifest = self.games(column), self._manifest
        if self._groups is not None:
            return rows.join(self._groups.seats(), on=["section", "lineup", "seat"])
        if any(section.drawn for section in manifest.sections):
            return rows.with_columns(pl.lit("all players").alias("group"))
        bots = [str(bot.spec) for bot in manifest.bots]
        return rows.with_columns(pl.col("bot").cast(pl.Enum(list(dict.fromkeys(bots)))).alias("group"))

    def _checked(self, rows: pl.LazyFrame, needed: tuple[str, ...]) -> pl.LazyFrame:
        known = rows.collect_schema().names()
        for name in needed:
            if name not in known:
                raise UnknownName("column of a picture", name, known)
        return rows.join(self._places, on="section")


class _Groups:
    """What to call the bots of a run of comparisons, company by company, and where they sit.

    Where ever more players make a change, only those games count in which nobody else makes it.
    """

    def __init__(self, manifest: Manifest, first: Sequence[str]) -> None:
        self._sections = manifest.sections
        self._changes = changes_of(experiment_of(manifest))
        names = [change.name for change in self._changes]
        self._order = [names.index(name) for name in first] or list(range(len(names)))
        self._alone: dict[int, str] = {}
        for section in self._sections:
            for one in section.comparisons:
                self._alone.setdefault(one.change, condition_of(one))
        self._all = {field: self._called(field) for field in dict.fromkeys(field_of(one) for one in self._sections)}

    def readable(self, spread: pl.DataFrame) -> tuple[pl.DataFrame, str]:
        """The spread with those who play alike once and no more groups than can be read, and what to say of it.

        Groups of one company play alike where all their numbers came up equally often at every table.
        """
        told = ["“With” and “without” name players who make a change and their like who do not."]
        kept = []
        left_out = False
        merged: dict[tuple[str, ...], list[str]] = {}
        for (field,), rows in spread.group_by("field", maintain_order=True):
            first, alike = _alike(rows)
            names = [one for one in first if one not in alike]
            shown = self._chosen(names)
            left_out = left_out or len(shown) < len(names)
            kept.append(rows.filter(pl.col("group").cast(pl.String).is_in(shown)))
            for name in shown:
                same = tuple(other for other, like in alike.items() if like == name)
                if same:
                    merged.setdefault((name, *same), []).append(str(field))
        for (name, *others), fields in merged.items():
            where = f" {listed(fields)}" if len(fields) < len(kept) else ""
            told.append(f"The hill “{name}”{where} is that of {listed([f'“{one}”' for one in others])} too.")
        if left_out:
            told.append("Shown are those of the changes with the greatest effects.")
        return pl.concat(kept), " ".join(told)

    def seats(self) -> pl.LazyFrame:
        """The group of every seat that belongs to one, in the order of the picture."""
        rows = []
        for index, section in enumerate(self._sections):
            called = self._all[field_of(section)]
            for lineup, seat in self._seats_of(section):
                bot = section.lineups[lineup].bots[seat]
                if bot in called:
                    rows.append((index, lineup, seat, called[bot]))
        arms = [self._arm(arm, [change]) for change in range(len(self._changes)) for arm in ("without", "with")]
        several = [name for called in self._all.values() for name in called.values() if name not in arms]
        groups = [OTHERS, LIKE_THE_OTHERS, WITH_ALL, *several, *arms]
        schema = {"section": pl.Int16, "lineup": pl.Int16, "seat": pl.Int8, "group": pl.String}
        names = pl.Enum(list(dict.fromkeys(groups)))
        return pl.LazyFrame(rows, schema=schema, orient="row").with_columns(pl.col("group").cast(names))

    def _seats_of(self, section: Section) -> list[tuple[int, int]]:
        """The seats of a section that are compared; and all others, where their bot is not compared itself."""
        seats = dict.fromkeys(seat for one in self._alone_in(section) for seat in (*one.with_, *one.control))
        compared = {section.lineups[lineup].bots[seat] for lineup, seat in seats}
        for lineup in dict.fromkeys(lineup for lineup, _ in seats):
            bots = section.lineups[lineup].bots
            seats |= dict.fromkeys((lineup, seat) for seat, bot in enumerate(bots) if bot not in compared)
        return list(seats)

    def _alone_in(self, section: Section) -> list[Comparison]:
        return [one for one in section.comparisons if condition_of(one) == self._alone[one.change]]

    def _called(self, field: str) -> dict[int, str]:
        """What each bot of a company is called, all of them in the order of the picture."""
        arms: dict[int, dict[str, dict[int, None]]] = {}
        others: set[int] = set()
        for section in self._sections:
            for one in self._alone_in(section) if field_of(section) == field else ():
                for arm, (lineup, seat) in (("without", one.control[0]), ("with", one.with_[0])):
                    bots = section.lineups[lineup].bots
                    arms.setdefault(bots[seat], {}).setdefault(arm, {})[one.change] = None
                    others |= {bot for other, bot in enumerate(bots) if other != seat}
        called = {}
        filler = others.pop() if len(others) == 1 else None
        if filler is not None:
            called[filler] = LIKE_THE_OTHERS if filler in arms else OTHERS
        for bot, roles in arms.items():
            if bot not in called:
                role = "with" if "with" in roles else "without"
                every = role == "with" and 1 < len(roles[role]) == len(self._changes)
                called[bot] = WITH_ALL if every else self._arm(role, list(roles[role]))
        return called

    def _chosen(self, called: Sequence[str]) -> list[str]:
        """The same without the arms of those changes for which there is no room."""
        arms = [[self._arm(arm, [change]) for arm in ("without", "with")] for change in self._order]
        chosen = [name for name in called if not any(name in names for names in arms)][:MOST_GROUPS]
        for names in arms:
            more = [name for name in called if name in names]
            if len(chosen) + len(more) > MOST_GROUPS:
                break
            chosen += more
        return chosen

    def _arm(self, arm: str, changes: Sequence[int]) -> str:
        more = f" and {in_words(len(changes) - 1)} more" if len(changes) > 1 else ""
        return f"{arm}: {self._changes[changes[0]].title}{more}"


def _alike(spread: pl.DataFrame) -> tuple[list[str], dict[str, str]]:
    """The groups of a spread in order, and those who play like an earlier one, with that one's name."""
    numbers = spread.select("table", "value", "rows", group=pl.col("group").cast(pl.String))
    groups = {str(name): rows.drop("group") for (name,), rows in numbers.sort("table", "value").group_by("group")}
    order = [str(name) for name in spread.get_column("group").unique().sort()]
    alike: dict[str, str] = {}
    for place, name in enumerate(order):
        for earlier in order[:place]:
            if earlier not in alike and groups[earlier].equals(groups[name]):
                alike[name] = earlier
                break
    return order, alike


_Found = tuple["Figure", dict[str, pl.DataFrame], str] | None
"""A figure, the tables behind it, and what its caption says beyond what the game says."""


def _trajectory(picture: Picture, tables: _Tables) -> _Found:
    series = [(one.label, one.columns[0]) for one in picture.series]
    turns = tables.turns(picture.turn, *(column for _, column in series))
    if turns is None:
        return None
    table = trajectory.trajectory_table(turns, series, picture.turn)
    return trajectory.draw_trajectory(table, picture.what), {picture.name: table}, ""


def _leader(picture: Picture, tables: _Tables) -> _Found:
    seats = [one.columns[0] for one in picture.series]
    turns = tables.turns(picture.turn, *seats)
    if turns is None:
        return None
    table = leader.leader_table(turns, tables.games(WIN_SHARE), seats, picture.turn)
    return leader.draw_leader(table), {picture.name: table}, ""


def _events(picture: Picture, tables: _Tables) -> _Found:
    series = [(one.label, one.columns[0], one.columns[1]) for one in picture.series]
    games = tables.games(*(column for one in picture.series for column in one.columns))
    pay = events.pay_table(games, series)
    seen = set(pay.get_column("event"))
    if not seen:
        return None
    when = events.when_table(games, [(label, turn) for label, turn, _ in series if label in seen])
    tables_behind = {f"{picture.name}_when": when, f"{picture.name}_pay": pay}
    return events.draw_events(when, pay, "the player's turn", picture.what), tables_behind, ""


def _grid(picture: Picture, tables: _Tables) -> _Found:
    series = [(one.label, one.columns[0]) for one in picture.series]
    turns = tables.turns(*(column for _, column in series))
    if turns is None or picture.shape is None:
        return None
    rows, columns, stride = picture.shape
    table = board_map.board_table(turns, series, stride)
    return board_map.draw_board(table, rows, columns), {picture.name: table}, ""


def _distribution(picture: Picture, tables: _Tables) -> _Found:
    column, what, groups, told = picture.series[0].columns[0], picture.what, tables.compared, ""
    if groups is not None and picture.compared is not None:
        column, what = picture.compared, picture.compared_what
        told = f"What is shown is the {what}, as in the verdicts."
    table = distribution.spread_table(tables.grouped(column), column)
    if groups is not None:
        table, who = groups.readable(table)
        told = f"{told} {who}".strip()
    return distribution.draw_spread(table, what), {picture.name: table}, told


_DRAW: Mapping[str, Callable[[Picture, _Tables], _Found]] = {
    "trajectory": _trajectory,
    "leader": _leader,
    "events": _events,
    "grid": _grid,
    "distribution": _distribution,
}
