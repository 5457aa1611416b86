"""How far the numbers of a game move while it is played, how often they reach 0, and who raises them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.game import Trajectory
from arkadia_sim.questions.estimates import Row, number_fields
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, mean_interval, share_interval

REACH, LAST = "reach", "at the end"
ENDS_AT_0, EVER_AT_0 = "games that end at 0", "games that are ever at 0"
RISE = "greatest rise"
BY_ONE = "share of the rise by one player"
ALONE = "games in which one player makes the whole rise"
PERCENTAGES = (ENDS_AT_0, EVER_AT_0, BY_ONE, ALONE)

ANY = "any"
"""The name of all series of a trajectory together."""

SEAT = "seat"
"""The column of the turns with the player on turn, in a game that has it."""


def swing_rows(run: RunFolder, manifest: Manifest, names: Sequence[str], place: Mapping[str, Any]) -> Iterator[Row]:
    """The swings of some trajectories of a run, by table size, over the games that were kept turn by turn.

    ``contrast`` names the series, ``setting`` the number: the greatest minus the least number of a game, the number at
    the end, how many games end at 0 and how many are ever at 0 after a turn. If the turns say whose they are, there is
    also the greatest rise from a low to a later high, the share of its steps up that one player made, and how many
    games have a rise by a single player; the last two are over games with a rise. Each interval is over deals and holds
    by itself. The series ``any`` is about all series of the trajectory: their mean, and the games in which at least one
    is at 0.
    """
    if not names or not manifest.counts.turn_rows or not run.chunk_files("turns"):
        return
    tables: list[tuple[int, Trajectory, pl.DataFrame]] = []
    for trajectory in manifest.trajectories:
        if trajectory.name in names:
            columns = list(trajectory.series.values())
            turns = run.scan("turns")
            seat = [SEAT] if SEAT in turns.collect_schema().names() else []
            rows = turns.select("players", "deal", "game", trajectory.turn, *seat, *columns).collect()
            for (players,), table in rows.group_by("players", maintain_order=True):
                tables.append((int(str(players)), trajectory, table))
    for players, trajectory, table in sorted(tables, key=lambda table: table[0]):
        for series, name, estimate in _of_table(trajectory, table, manifest.level):
            named = {"players": players, "outcome": trajectory.name, "contrast": series, "setting": name}
            unit = {"unit": "%" if name in PERCENTAGES else "", "kind": "swing"}
            yield Row(**dict(place) | named | unit | number_fields(estimate))


def _of_table(trajectory: Trajectory, rows: pl.DataFrame, level: float) -> Iterator[tuple[str, str, Estimate]]:
    """The numbers of each series of one trajectory at one table size, then those of all of them together."""
    ordered = rows.sort("game", trajectory.turn)
    columns = list(trajectory.series.values())
    values = {column: pl.col(column).cast(pl.Float64) for column in columns}
    games = ordered.group_by("deal", "game", maintain_order=True).agg(
        *((value.max() - value.min()).alias(f"{column} reach") for column, value in values.items()),
        *(value.last().alias(f"{column} last") for column, value in values.items()),
        *((value == 0).any().alias(f"{column} ever") for column, value in values.items()),
    )
    games = games.with_columns((pl.col(f"{column} last") == 0).alias(f"{column} ends") for column in columns)
    games = games.with_columns(
        pl.mean_horizontal(f"{column} reach" for column in columns).alias(f"{ANY} reach"),
        pl.mean_horizontal(f"{column} last" for column in columns).alias(f"{ANY} last"),
        pl.any_horizontal(pl.col(f"{column} ever") for column in columns).alias(f"{ANY} ever"),
        pl.any_horizontal(pl.col(f"{column} ends") for column in columns).alias(f"{ANY} ends"),
    )
    rises = _rises(ordered, columns, level) if SEAT in rows.columns else {}
    for label, column in [*trajectory.series.items(), (ANY, ANY)]:
        numbers = {
            REACH: mean_interval(games[f"{column} reach"].to_numpy(), level),
            LAST: mean_interval(games[f"{column} last"].to_numpy(), level),
            ENDS_AT_0: share_interval(int(games[f"{column} ends"].sum()), len(games), level).scaled(100.0),
            EVER_AT_0: share_interval(int(games[f"{column} ever"].sum()), len(games), level).scaled(100.0),
        }
        yield from ((label, name, number) for name, number in (numbers | rises.get(column, {})).items())


def _rises(ordered: pl.DataFrame, columns: Sequence[str], level: float) -> dict[str, dict[str, Estimate]]:
    """The greatest rises of each column in each game, and of all columns together (their mean in a game)."""
    games = ordered.group_by("deal", "game", maintain_order=True).agg(SEAT, *columns)
    seats = games.get_column(SEAT).to_list()
    rises = np.array(
        [
            [_climb(np.array(values, float), np.array(seat)) for values, seat in zip(games[name], seats, strict=True)]
            for name in columns
        ]
    )
    estimates = {name: _rise_numbers(rises[place], level) for place, name in enumerate(columns)}
    risen = ~np.isnan(rises[:, :, 1])
    count = np.maximum(risen.sum(axis=0), 1)
    means = np.stack([np.where(risen, rises[:, :, k], 0.0).sum(axis=0) / count for k in (1, 2)], axis=1)
    means[~risen.any(axis=0)] = np.nan
    return estimates | {ANY: _rise_numbers(np.column_stack([rises[:, :, 0].mean(axis=0), means]), level)}


def _rise_numbers(rises: NDArray[np.float64], level: float) -> dict[str, Estimate]:
    risen = rises[~np.isnan(rises[:, 1])]
    size, most, alone = (mean_interval(values, level) for values in (rises[:, 0], risen[:, 1], risen[:, 2]))
    shares = {BY_ONE: most.scaled(100.0), ALONE: alone.scaled(100.0)}
    return {RISE: size} | {name: share.cut(0.0, 100.0).with_unseen(0.0, 100.0) for name, share in shares.items()}


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
