"""The pictures that a game offers of itself, drawn from the tables of a run by the names of their columns alone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.errors import UnknownName
from arkadia_sim.plots import board_map, distribution, events, leader, trajectory
from arkadia_sim.report.effects import changes_of
from arkadia_sim.report.sections import WIN_SHARE, section_labels
from arkadia_sim.runner.manifest import Manifest, ManifestPicture
from arkadia_sim.runner.store import RunFolder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WITHOUT = "without"
"""What players are called who make none of the changes."""


@dataclass(frozen=True)
class Drawn:
    """A picture: what stands over and below it, the figure, and the tables behind it by name."""

    name: str
    title: str
    caption: str
    figure: "Figure"
    tables: Mapping[str, pl.DataFrame]


def game_pictures(run: RunFolder, manifest: Manifest) -> list[Drawn]:
    """All pictures that the game offers and this run has rows for, in the game's order.

    Raises UnknownName where a picture names a column that the tables do not have.
    """
    drawn = []
    tables = _Tables(run, manifest)
    for picture in manifest.pictures:
        found = _DRAW[picture.kind](picture, tables)
        if found is not None:
            figure, frames = found
            drawn.append(Drawn(picture.name, picture.title, picture.caption, figure, frames))
    return drawn


class _Tables:
    """The rows of a run with ``field`` and ``table`` (and ``group``, for players) beside them, in the run's order."""

    def __init__(self, run: RunFolder, manifest: Manifest) -> None:
        labels = section_labels(manifest.sections)
        titles = [section.field_title for section in manifest.sections]
        fields, tables = (pl.Enum(list(dict.fromkeys(texts))) for texts in (titles, labels))
        self._run = run
        self._manifest = manifest
        self._places = pl.LazyFrame(
            {
                "section": pl.Series(range(len(labels)), dtype=pl.Int16),
                "field": pl.Series(titles, dtype=fields),
                "table": pl.Series(labels, dtype=tables),
            }
        )

    def turns(self, *needed: str) -> pl.LazyFrame | None:
        """The turns; None where no game was kept turn by turn."""
        if not self._manifest.counts.turn_rows or not self._run.part_files("turns"):
            return None
        return self._checked(self._run.scan("turns"), needed)

    def games(self, *needed: str) -> pl.LazyFrame:
        """The players' rows."""
        return self._checked(self._run.scan(), needed)

    def grouped(self, column: str) -> pl.LazyFrame:
        """The players' rows with the group of each: the change it makes, or none; where nothing is compared, its bot.

        Players who only fill the table are left out.
        """
        rows, manifest = self.games(column), self._manifest
        if manifest.experiment is None or not any(section.comparisons for section in manifest.sections):
            bots = [str(bot["spec"]) for bot in manifest.bots]
            if any(section.drawn for section in manifest.sections):
                return rows.with_columns(pl.lit("all players").alias("group"))
            return rows.with_columns(pl.col("bot").cast(pl.Enum(list(dict.fromkeys(bots)))).alias("group"))
        titles = [change.title for change in changes_of(manifest.experiment)]
        groups: dict[tuple[int, int, int], str] = {}
        for index, section in enumerate(manifest.sections):
            for comparison in section.comparisons:
                for group, seats in ((WITHOUT, comparison.control), (titles[comparison.change], comparison.with_)):
                    for lineup, seat in seats:
                        groups.setdefault((index, lineup, seat), group)
        schema = {"section": pl.Int16, "lineup": pl.Int16, "seat": pl.Int8}
        seats_of = pl.LazyFrame(list(groups), schema=schema, orient="row")
        names = pl.Enum(list(dict.fromkeys([WITHOUT, *titles])))
        seats_of = seats_of.with_columns(pl.Series("group", list(groups.values()), dtype=names))
        return rows.join(seats_of, on=["section", "lineup", "seat"])

    def _checked(self, rows: pl.LazyFrame, needed: tuple[str, ...]) -> pl.LazyFrame:
        known = rows.collect_schema().names()
        for name in needed:
            if name not in known:
                raise UnknownName("column of a picture", name, known)
        return rows.join(self._places, on="section")


_Found = tuple["Figure", dict[str, pl.DataFrame]] | None


def _trajectory(picture: ManifestPicture, tables: _Tables) -> _Found:
    series = [(one.label, one.columns[0]) for one in picture.series]
    turns = tables.turns(picture.turn, *(column for _, column in series))
    if turns is None:
        return None
    table = trajectory.trajectory_table(turns, series, picture.turn)
    return trajectory.draw_trajectory(table, picture.what), {picture.name: table}


def _leader(picture: ManifestPicture, tables: _Tables) -> _Found:
    seats = [one.columns[0] for one in picture.series]
    turns = tables.turns(picture.turn, *seats)
    if turns is None:
        return None
    table = leader.leader_table(turns, tables.games(WIN_SHARE), seats, picture.turn)
    return leader.draw_leader(table), {picture.name: table}


def _events(picture: ManifestPicture, tables: _Tables) -> _Found:
    series = [(one.label, one.columns[0], one.columns[1]) for one in picture.series]
    games = tables.games(*(column for one in picture.series for column in one.columns))
    pay = events.pay_table(games, series)
    seen = set(pay.get_column("event"))
    if not seen:
        return None
    when = events.when_table(games, [(label, turn) for label, turn, _ in series if label in seen])
    tables_behind = {f"{picture.name}_when": when, f"{picture.name}_pay": pay}
    return events.draw_events(when, pay, "the player's turn", picture.what), tables_behind


def _grid(picture: ManifestPicture, tables: _Tables) -> _Found:
    series = [(one.label, one.columns[0]) for one in picture.series]
    turns = tables.turns(*(column for _, column in series))
    if turns is None or picture.shape is None:
        return None
    rows, columns, stride = picture.shape
    table = board_map.board_table(turns, series, stride)
    return board_map.draw_board(table, rows, columns), {picture.name: table}


def _distribution(picture: ManifestPicture, tables: _Tables) -> _Found:
    column = picture.series[0].columns[0]
    table = distribution.spread_table(tables.grouped(column), column)
    return distribution.draw_spread(table, picture.what), {picture.name: table}


_DRAW: Mapping[str, Callable[[ManifestPicture, _Tables], _Found]] = {
    "trajectory": _trajectory,
    "leader": _leader,
    "events": _events,
    "grid": _grid,
    "distribution": _distribution,
}
