"""The pictures that a game offers of itself, drawn from the tables of a run by the names of their columns alone."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.core.game import Picture
from arkadia_sim.errors import UnknownName
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
        UnknownName: a picture, once drawn, names a column that the tables do not have.
    """
    tables = _Tables(run, manifest)
    kept = bool(manifest.counts.turn_rows) and bool(run.chunk_files("turns"))
    return {
        picture.name: partial(_DRAW[picture.kind], picture, tables)
        for picture in manifest.pictures
        if kept or picture.kind not in FROM_TURNS
    }


class _Tables:
    """The rows of a run with a column ``table``, which says how people call the table."""

    def __init__(self, run: RunFolder, manifest: Manifest) -> None:
        self._run = run
        self.manifest = manifest
        sections = zip(manifest.sections, variants(manifest.sections), strict=True)
        labels = [table_label(section.players, variant) for section, variant in sections]
        self._places = pl.LazyFrame(
            {
                "section": pl.Series(range(len(labels)), dtype=pl.Int16),
                "table": pl.Series(labels, dtype=pl.Enum(list(dict.fromkeys(labels)))),
            }
        )

    def turns(self, *columns: str) -> pl.LazyFrame:
        """The turns of the games that were kept turn by turn."""
        return self._placed(self._run.scan("turns"), columns)

    def games(self, *columns: str) -> pl.LazyFrame:
        """The players' rows."""
        return self._placed(self._run.scan(), columns)

    def _placed(self, rows: pl.LazyFrame, columns: tuple[str, ...]) -> pl.LazyFrame:
        known = rows.collect_schema().names()
        for name in columns:
            if name not in known:
                raise UnknownName("column of a picture", name, known)
        return rows.join(self._places, on="section")


def _trajectory(picture: Picture, tables: _Tables) -> "Figure":
    from arkadia_sim.plots import progress

    series = [(line.label, line.columns[0]) for line in picture.series]
    turns = tables.turns(picture.turn, *(column for _, column in series))
    return progress.draw_trajectory(progress.trajectory_table(turns, series, picture.turn), picture.what)


def _leader(picture: Picture, tables: _Tables) -> "Figure":
    from arkadia_sim.plots import progress

    seats = [line.columns[0] for line in picture.series]
    outcome = tables.manifest.outcomes[0]
    turns, games = tables.turns(picture.turn, *seats), tables.games(outcome.column)
    table = progress.leader_table(turns, games, seats, picture.turn, outcome, tables.manifest.level)
    return progress.draw_leader(table, picture.what, outcome)


def _events(picture: Picture, tables: _Tables) -> "Figure":
    from arkadia_sim.plots import events

    series = [(line.label, line.columns[0], line.columns[1]) for line in picture.series]
    games = tables.games(*(column for line in picture.series for column in line.columns))
    pay = events.pay_table(games, series, tables.manifest.level)
    met = set(pay.get_column("event"))
    when = events.when_table(games, [(label, turn) for label, turn, _ in series if label in met])
    return events.draw_events(when, pay, "the player's turn", picture.what)


def _grid(picture: Picture, tables: _Tables) -> "Figure":
    from arkadia_sim.plots import board_map

    series = [(line.label, line.columns[0]) for line in picture.series]
    rows, columns, stride = picture.shape or (1, 1, 1)
    table = board_map.board_table(tables.turns(*(column for _, column in series)), series, stride)
    return board_map.draw_board(table, rows, columns)


def _distribution(picture: Picture, tables: _Tables) -> "Figure":
    from arkadia_sim.plots import distribution

    column = picture.series[0].columns[0]
    bots = dict.fromkeys(bot.spec for bot in tables.manifest.bots)
    rows = tables.games(column).with_columns(pl.col("bot").cast(pl.Enum(list(bots))).alias("group"))
    return distribution.draw_spread(distribution.spread_table(rows, column), picture.what)


_DRAW: Mapping[str, Callable[[Picture, _Tables], "Figure"]] = {
    "trajectory": _trajectory,
    "leader": _leader,
    "events": _events,
    "grid": _grid,
    "distribution": _distribution,
}
