"""The pictures that a game declares, drawn from the tables of a run by the names of their columns alone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.core.game import Picture
from arkadia_sim.errors import UnknownName
from arkadia_sim.plots.pictures import (
    board_table,
    draw_board,
    draw_events,
    draw_spread,
    pay_table,
    spread_table,
    when_table,
)
from arkadia_sim.plots.progress import draw_leader, draw_trajectory, leader_table, trajectory_table
from arkadia_sim.questions.labels import table_label, variants
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FROM_TURNS = ("trajectory", "leader", "grid")
"""The kinds of pictures that need games kept turn by turn."""


def game_figures(run: RunFolder, manifest: Manifest) -> Mapping[str, "Callable[[], Figure]"]:
    """The pictures for which the run has rows, by name.

    Raises:
        UnknownName: A picture, once drawn, names a column that the tables do not have.
    """
    kept = bool(manifest.counts.turn_rows) and bool(run.chunk_files("turns"))
    return {
        picture.name: partial(_DRAW[picture.kind], picture, _Tables(run, manifest))
        for picture in manifest.pictures
        if kept or picture.kind not in FROM_TURNS
    }


@dataclass(frozen=True)
class _Tables:
    """The rows of a run with a column ``table``, which says how people call the table."""

    run: RunFolder
    manifest: Manifest

    def rows(self, name: str, *columns: str) -> pl.LazyFrame:
        """The rows of ``games`` or ``turns``, which must have these columns."""
        rows = self.run.scan(name)
        known = rows.collect_schema().names()
        for column in columns:
            if column not in known:
                raise UnknownName("column of a picture", column, known)
        sections = zip(self.manifest.sections, variants(self.manifest.sections), strict=True)
        labels = [table_label(section.players, variant) for section, variant in sections]
        tables = {
            "section": pl.Series(range(len(labels)), dtype=pl.Int16),
            "table": pl.Series(labels, dtype=pl.Enum(list(dict.fromkeys(labels)))),
        }
        return rows.join(pl.LazyFrame(tables), on="section")


def _trajectory(picture: Picture, tables: _Tables) -> "Figure":
    series = [(line.label, line.columns[0]) for line in picture.series]
    turns = tables.rows("turns", picture.turn, *(column for _, column in series))
    return draw_trajectory(trajectory_table(turns, series, picture.turn), picture.what)


def _leader(picture: Picture, tables: _Tables) -> "Figure":
    seats = [line.columns[0] for line in picture.series]
    outcome = tables.manifest.outcomes[0]
    turns, games = tables.rows("turns", picture.turn, *seats), tables.rows("games", outcome.column)
    table = leader_table(turns, games, seats, picture.turn, outcome, tables.manifest.level)
    return draw_leader(table, picture.what, outcome)


def _events(picture: Picture, tables: _Tables) -> "Figure":
    series = [(line.label, line.columns[0], line.columns[1]) for line in picture.series]
    games = tables.rows("games", *(column for line in picture.series for column in line.columns))
    pay = pay_table(games, series, tables.manifest.level)
    occurred = set(pay.get_column("event"))
    when = when_table(games, [(label, turn) for label, turn, _ in series if label in occurred])
    return draw_events(when, pay, "the player's turn", picture.what)


def _grid(picture: Picture, tables: _Tables) -> "Figure":
    series = [(line.label, line.columns[0]) for line in picture.series]
    rows, columns, stride = picture.shape or (1, 1, 1)
    turns = tables.rows("turns", *(column for _, column in series))
    return draw_board(board_table(turns, series, stride), rows, columns)


def _distribution(picture: Picture, tables: _Tables) -> "Figure":
    column = picture.series[0].columns[0]
    bots = dict.fromkeys(bot.spec for bot in tables.manifest.bots)
    rows = tables.rows("games", column).with_columns(pl.col("bot").cast(pl.Enum(list(bots))).alias("group"))
    return draw_spread(spread_table(rows, column), picture.what)


_DRAW: Mapping[str, Callable[[Picture, _Tables], "Figure"]] = {
    "trajectory": _trajectory,
    "leader": _leader,
    "events": _events,
    "grid": _grid,
    "distribution": _distribution,
}
