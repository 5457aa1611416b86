"""How far the numbers of a game move while it is played: from their least to their greatest, and whether they come to
nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from arkadia_sim.core.game import Picture
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, known, mean_interval
from arkadia_sim.stats.shares import share_interval


@dataclass(frozen=True)
class Swing:
    """One series of a picture at one table size, over the games that were kept turn by turn.

    ``reach`` is its greatest minus its least number of a game, ``last`` that at the end, in the picture's unit;
    ``ends_at_nothing`` is the share of games in which it is 0 at the end, ``at_nothing`` that in which it ever is after
    a turn. Intervals are over deals, each for itself. The series called ``any`` is about all series of the picture:
    their mean reach and end, and the games in which one of them at least is 0.
    """

    players: int
    picture: str
    series: str
    reach: Estimate
    last: Estimate
    ends_at_nothing: Estimate
    at_nothing: Estimate

    def as_json(self) -> dict[str, Any]:
        """The swing as plain values."""
        row: dict[str, Any] = {"players": self.players, "picture": self.picture, "series": self.series}
        for name in ("reach", "last", "ends_at_nothing", "at_nothing"):
            one = getattr(self, name)
            row |= {name: one.mean, f"{name}_low": known(one.low), f"{name}_high": known(one.high)}
        return row | {"deals": self.reach.n}


ANY = "any"


def swings(run: RunFolder, manifest: Manifest, pictures: Sequence[str]) -> tuple[Swing, ...]:
    """The swings of some pictures of a run, by their names; nothing where no game was kept turn by turn."""
    if not pictures or not manifest.counts.turn_rows or not run.chunk_files("turns"):
        return ()
    found: list[Swing] = []
    for picture in manifest.pictures:
        if picture.name in pictures:
            columns = [one.columns[0] for one in picture.series]
            rows = run.scan("turns").select("players", "deal", "game", picture.turn, *columns).collect()
            for (players,), here in rows.group_by("players", maintain_order=True):
                found += _of_table(int(str(players)), picture, here)
    return tuple(sorted(found, key=lambda one: one.players))


def _of_table(players: int, picture: Picture, rows: pl.DataFrame) -> list[Swing]:
    """The series of one picture at one table size, and all of them together."""
    by_game = rows.sort("game", picture.turn).group_by("deal", "game", maintain_order=True)
    told = []
    for column in (one.columns[0] for one in picture.series):
        value = pl.col(column).cast(pl.Float64)
        told += [
            (value.max() - value.min()).alias(f"{column}_reach"),
            value.last().alias(f"{column}_last"),
            (value == 0).any().alias(f"{column}_nothing"),
        ]
    games = by_game.agg(told)
    columns = [one.columns[0] for one in picture.series]
    joined = games.with_columns(
        pl.mean_horizontal(f"{column}_reach" for column in columns).alias("_reach"),
        pl.mean_horizontal(f"{column}_last" for column in columns).alias("_last"),
        pl.any_horizontal(pl.col(f"{column}_nothing") for column in columns).alias("_nothing"),
        pl.any_horizontal(pl.col(f"{column}_last") == 0 for column in columns).alias("_ended"),
    )
    series = [(one.label, one.columns[0]) for one in picture.series]
    found = [
        _swing(
            players, picture.name, label, joined[f"{column}_reach"], joined[f"{column}_last"],
            joined[f"{column}_last"] == 0, joined[f"{column}_nothing"],
        )
        for label, column in series
    ]  # fmt: skip
    everything = _swing(
        players, picture.name, ANY, joined["_reach"], joined["_last"], joined["_ended"], joined["_nothing"]
    )
    return [*found, everything]


def _swing(
    players: int, picture: str, series: str, reach: pl.Series, last: pl.Series, ended: pl.Series, nothing: pl.Series
) -> Swing:
    count = len(reach)
    shares = [share_interval(int(one.sum()), count).scaled(100.0) for one in (ended, nothing)]
    means = [mean_interval(one.to_numpy()) for one in (reach, last)]
    return Swing(players, picture, series, *means, *shares)
