"""The pictures that a game offers of itself, drawn from the tables of a run by the names of their columns alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.core.game import Picture
from arkadia_sim.errors import UnknownName
from arkadia_sim.plots import board_map, distribution, events, leader, trajectory
from arkadia_sim.plots.style import percent
from arkadia_sim.report.figures import Drawn
from arkadia_sim.report.player_groups import PlayerGroups
from arkadia_sim.report.wording.places import company, table_label
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def game_pictures(
    run: RunFolder,
    manifest: Manifest,
    sections: Sequence[SectionGames],
    first: Sequence[str] = (),
    only: Sequence[int] | None = None,
) -> list[Drawn]:
    """All pictures that the game offers and this run has rows for, in the game's order.

    ``sections`` are the games of the run; ``first`` names the changes that are shown where there is no room for all,
    the most important first. ``only`` keeps to some of the sections, by number, and to those tables there at which
    all are of one kind: then players are not told apart, and it is left out how they compare.

    Raises UnknownName where a picture names a column that the tables do not have.
    """
    drawn = []
    tables = _Tables(run, manifest, sections, first, only)
    for picture in manifest.pictures:
        if only is not None and picture.kind == "distribution":
            continue
        found = _DRAW[picture.kind](picture, tables)
        if found is not None:
            figure, frames, more = found
            drawn.append(Drawn(picture.name, picture.title, f"{picture.caption} {more}".strip(), figure, frames))
    return drawn


def leader_tables(run: RunFolder, manifest: Manifest, sections: Sequence[SectionGames]) -> list[pl.DataFrame]:
    """The tables behind the pictures of who leads, as far as this run has rows for them; nothing is drawn."""
    tables = _Tables(run, manifest, sections, (), None)
    found = (_leader_table(picture, tables) for picture in manifest.pictures if picture.kind == "leader")
    return [table for table in found if table is not None]


class _Tables:
    """The rows of a run with ``company`` and ``table`` (and ``group``, for players) beside them, in the run's order."""

    def __init__(
        self,
        run: RunFolder,
        manifest: Manifest,
        sections: Sequence[SectionGames],
        first: Sequence[str],
        only: Sequence[int] | None,
    ) -> None:
        labels, companies = [table_label(one) for one in sections], [company(one) for one in sections]
        tried = manifest.experiment is not None and bool(manifest.experiment.changes)
        compared = tried and any(one.comparisons for one in manifest.sections)
        self._run = run
        self._manifest = manifest
        self.outcome, self.level = manifest.outcomes[0], manifest.level
        self.groups: PlayerGroups | None = None
        """What to call the players of comparisons; None where nothing is compared."""
        if manifest.experiment is not None and compared:
            self.groups = PlayerGroups(manifest.sections, manifest.experiment.changes, first)
        self._places = pl.LazyFrame(
            {
                "section": pl.Series(range(len(labels)), dtype=pl.Int16),
                "company": pl.Series(companies, dtype=pl.Enum(list(dict.fromkeys(companies)))),
                "table": pl.Series(labels, dtype=pl.Enum(list(dict.fromkeys(labels)))),
            }
        )
        self._alike: pl.LazyFrame | None = None
        if only is not None:
            found = [
                (index, number)
                for index in only
                for number, lineup in enumerate(manifest.sections[index].lineups)
                if len(set(lineup.bots)) == 1
            ]
            schema = {"section": pl.Int16, "lineup": pl.Int16}
            self._alike = pl.LazyFrame(found, schema=schema, orient="row")

    def turns(self, *needed: str) -> pl.LazyFrame | None:
        """The turns; None where no game that is shown was kept turn by turn."""
        if not self._manifest.counts.turn_rows or not self._run.chunk_files("turns"):
            return None
        rows = self._checked(self._run.scan("turns"), needed)
        return None if self._alike is not None and rows.head(1).collect(engine="streaming").is_empty() else rows

    def games(self, *needed: str) -> pl.LazyFrame:
        """The players' rows."""
        return self._checked(self._run.scan(), needed)

    def grouped(self, column: str) -> pl.LazyFrame:
        """The players' rows with the group of each: one bot in one company, called by the change that it is there for.

        Where nothing is compared, groups are bots. Players who belong to no group are left out.
        """
        rows, manifest = self.games(column), self._manifest
        if self.groups is not None:
            return rows.join(self.groups.seats(), on=["section", "lineup", "seat"])
        bots = dict.fromkeys(bot.spec for bot in manifest.bots)
        return rows.with_columns(pl.col("bot").cast(pl.Enum(list(bots))).alias("group"))

    def _checked(self, rows: pl.LazyFrame, needed: tuple[str, ...]) -> pl.LazyFrame:
        known = rows.collect_schema().names()
        for name in needed:
            if name not in known:
                raise UnknownName("column of a picture", name, known)
        if self._alike is not None:
            rows = rows.join(self._alike, on=["section", "lineup"], how="semi")
        return rows.join(self._places, on="section")


def _certain(tables: _Tables) -> str:
    """How surely the intervals of a picture hold."""
    return f"Intervals: {percent(tables.level)}."


def _kept(turns: pl.LazyFrame) -> str:
    """Of how many games the turns are: mostly of a few, as only those of the first deals are kept turn by turn."""
    games = turns.select(pl.struct("section", "game").n_unique()).collect(engine="streaming").item()
    return f"From the {games:,} games that were kept turn by turn." if games > 1 else "From one game kept turn by turn."


_Found = tuple["Figure", dict[str, pl.DataFrame], str] | None
"""A figure, the tables behind it, and what its caption says beyond what the game says."""


def _trajectory(picture: Picture, tables: _Tables) -> _Found:
    series = [(one.label, one.columns[0]) for one in picture.series]
    turns = tables.turns(picture.turn, *(column for _, column in series))
    if turns is None:
        return None
    table = trajectory.trajectory_table(turns, series, picture.turn)
    return trajectory.draw_trajectory(table, picture.what), {picture.name: table}, _kept(turns)


def _leader(picture: Picture, tables: _Tables) -> _Found:
    table, turns = _leader_table(picture, tables), tables.turns()
    if table is None or turns is None:
        return None
    return (
        leader.draw_leader(table, picture.what, tables.outcome),
        {picture.name: table},
        f"{_kept(turns)} {_certain(tables)}",
    )


def _leader_table(picture: Picture, tables: _Tables) -> pl.DataFrame | None:
    seats = [one.columns[0] for one in picture.series]
    turns = tables.turns(picture.turn, *seats)
    if turns is None:
        return None
    outcome = tables.outcome
    return leader.leader_table(turns, tables.games(outcome.column), seats, picture.turn, outcome, tables.level)


def _events(picture: Picture, tables: _Tables) -> _Found:
    series = [(one.label, one.columns[0], one.columns[1]) for one in picture.series]
    games = tables.games(*(column for one in picture.series for column in one.columns))
    pay = events.pay_table(games, series, tables.level)
    seen = set(pay.get_column("event"))
    if not seen:
        return None
    when = events.when_table(games, [(label, turn) for label, turn, _ in series if label in seen])
    tables_behind = {f"{picture.name}_when": when, f"{picture.name}_pay": pay}
    return events.draw_events(when, pay, "the player's turn", picture.what), tables_behind, _certain(tables)


def _grid(picture: Picture, tables: _Tables) -> _Found:
    series = [(one.label, one.columns[0]) for one in picture.series]
    turns = tables.turns(*(column for _, column in series))
    if turns is None or picture.shape is None:
        return None
    rows, columns, stride = picture.shape
    table = board_map.board_table(turns, series, stride)
    return board_map.draw_board(table, rows, columns), {picture.name: table}, _kept(turns)


def _distribution(picture: Picture, tables: _Tables) -> _Found:
    column, what, groups, more = picture.series[0].columns[0], picture.what, tables.groups, ""
    if groups is not None and picture.compared is not None:
        column, what = picture.compared, picture.compared_what
        more = f"What is shown is the {what}, as in the verdicts."
    table = distribution.spread_table(tables.grouped(column), column)
    if groups is not None:
        table, who = groups.readable(table)
        more = f"{more} {who}".strip()
    return distribution.draw_spread(table, what), {picture.name: table}, more


_DRAW: Mapping[str, Callable[[Picture, _Tables], _Found]] = {
    "trajectory": _trajectory,
    "leader": _leader,
    "events": _events,
    "grid": _grid,
    "distribution": _distribution,
}
