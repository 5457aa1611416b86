"""How far the numbers of a game move while it is played: from their least to their greatest, whether they come to
nothing, and how many players it takes to raise them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.game import Picture
from arkadia_sim.questions.estimates import Row, number_fields
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import LEVEL, Estimate, mean_interval, share_interval


@dataclass(frozen=True)
class Climb:
    """The greatest rise of a number in a game, from a low to a later high: how far, and by whose turns.

    ``most`` is the share of all its steps up that the player made who made most of them, ``alone`` the share of games
    in which one player made them all, in %; both over the games in which it rises at all.
    """

    size: Estimate
    most: Estimate
    alone: Estimate


@dataclass(frozen=True)
class Swing:
    """One series of a picture at one table size, over the games that were kept turn by turn.

    ``reach`` is its greatest minus its least number of a game, ``last`` that at the end, in the picture's unit;
    ``ends_at_nothing`` is the share of games in which it is 0 at the end, ``at_nothing`` that in which it ever is after
    a turn. ``climb`` is None in a game whose turns do not say whose they are. Intervals are over deals, each for
    itself. The series called ``any`` is about all series of the picture: their mean reach and end, the games in which
    one of them at least is 0, and all their rises.
    """

    players: int
    picture: str
    series: str
    reach: Estimate
    last: Estimate
    ends_at_nothing: Estimate
    at_nothing: Estimate
    climb: Climb | None = None

    def rows(self, place: Mapping[str, Any]) -> Iterator[Row]:
        """Every number of the swing as a row of estimates: ``contrast`` names the series, ``setting`` the number."""
        numbers = {
            "reach": self.reach,
            "at the end": self.last,
            "games that end at 0": self.ends_at_nothing,
            "games that are ever at 0": self.at_nothing,
        }
        if self.climb is not None:
            numbers["greatest rise"] = self.climb.size
            numbers["share of the rise by one player"] = self.climb.most
            numbers["games in which one player makes the whole rise"] = self.climb.alone
        shares = {name for name in numbers if name.startswith(("games", "share"))}
        for name, estimate in numbers.items():
            named = {"players": self.players, "outcome": self.picture, "contrast": self.series, "setting": name}
            unit = {"unit": "%" if name in shares else "", "kind": "swing"}
            yield Row(**dict(place) | named | unit | number_fields(estimate))


ANY = "any"
SEAT = "seat"
"""The column of the turns that says whose they are, in a game that has it."""


def swings(run: RunFolder, manifest: Manifest, pictures: Sequence[str]) -> tuple[Swing, ...]:
    """The swings of some pictures of a run, by their names; nothing where no game was kept turn by turn."""
    if not pictures or not manifest.counts.turn_rows or not run.chunk_files("turns"):
        return ()
    found: list[Swing] = []
    for picture in manifest.pictures:
        if picture.name in pictures:
            columns = [one.columns[0] for one in picture.series]
            turns = run.scan("turns")
            whose = [SEAT] if SEAT in turns.collect_schema().names() else []
            rows = turns.select("players", "deal", "game", picture.turn, *whose, *columns).collect()
            for (players,), here in rows.group_by("players", maintain_order=True):
                found += _of_table(int(str(players)), picture, here, manifest.level)
    return tuple(sorted(found, key=lambda one: one.players))


def _of_table(players: int, picture: Picture, rows: pl.DataFrame, level: float) -> list[Swing]:
    """The series of one picture at one table size, and all of them together."""
    ordered = rows.sort("game", picture.turn)
    by_game = ordered.group_by("deal", "game", maintain_order=True)
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
    climbs = _climbs(ordered, columns, level) if SEAT in rows.columns else {}
    series = [(one.label, one.columns[0]) for one in picture.series]
    found = [
        _swing(
            players, picture.name, label, joined[f"{column}_reach"], joined[f"{column}_last"],
            joined[f"{column}_last"] == 0, joined[f"{column}_nothing"], climbs.get(column), level,
        )
        for label, column in series
    ]  # fmt: skip
    everything = _swing(
        players, picture.name, ANY, joined["_reach"], joined["_last"], joined["_ended"], joined["_nothing"],
        climbs.get(ANY), level,
    )  # fmt: skip
    return [*found, everything]


def _climbs(ordered: pl.DataFrame, columns: Sequence[str], level: float = LEVEL) -> dict[str, Climb]:
    """The greatest rises of each column in each game, and of all columns together (their mean in a game)."""
    games = ordered.group_by("deal", "game", maintain_order=True).agg(SEAT, *columns)
    seats = games.get_column(SEAT).to_list()
    seen = np.array(
        [
            [_climb(np.array(one, float), np.array(seat)) for one, seat in zip(games[name], seats, strict=True)]
            for name in columns
        ]
    )
    told = {name: _told(seen[place], level) for place, name in enumerate(columns)}
    rises = ~np.isnan(seen[:, :, 1])
    count = np.maximum(rises.sum(axis=0), 1)
    means = np.stack([np.where(rises, seen[:, :, k], 0.0).sum(axis=0) / count for k in (1, 2)], axis=1)
    means[~rises.any(axis=0)] = np.nan
    return told | {ANY: _told(np.column_stack([seen[:, :, 0].mean(axis=0), means]), level)}


def _told(seen: NDArray[np.float64], level: float) -> Climb:
    risen = seen[~np.isnan(seen[:, 1])]
    size, most, alone = (mean_interval(one, level) for one in (seen[:, 0], risen[:, 1], risen[:, 2]))
    return Climb(size, most.scaled(100.0), alone.scaled(100.0).cut(0.0, 100.0))


def _climb(values: NDArray[np.float64], seats: NDArray[np.int64]) -> tuple[float, float, float]:
    """The greatest rise from a low to a later high, the share of its steps up that one player made, and whether all."""
    rise = values - np.minimum.accumulate(values)
    top = int(rise.argmax())
    if rise[top] <= 0:
        return 0.0, np.nan, np.nan
    low = top - int((values[: top + 1][::-1] == values[top] - rise[top]).argmax())
    steps = np.maximum(np.diff(values[low : top + 1]), 0.0)
    by_seat = np.bincount(seats[low + 1 : top + 1], weights=steps)
    most = float(by_seat.max() / steps.sum())
    return float(rise[top]), most, float(most == 1.0)


def _swing(
    players: int,
    picture: str,
    series: str,
    reach: pl.Series,
    last: pl.Series,
    ended: pl.Series,
    nothing: pl.Series,
    climb: Climb | None,
    level: float,
) -> Swing:
    count = len(reach)
    at_end, ever = (share_interval(int(one.sum()), count, level).scaled(100.0) for one in (ended, nothing))
    far, left = (mean_interval(one.to_numpy(), level) for one in (reach, last))
    return Swing(players, picture, series, far, left, at_end, ever, climb)
