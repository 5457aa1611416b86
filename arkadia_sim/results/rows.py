"""Tables from played games: identity columns first, then the columns that the game itself counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from arkadia_sim.core.game import END, NOT_PLAYED, Batch, BatchResult, Column, Game
from arkadia_sim.core.user_code import is_unplayed
from arkadia_sim.errors import RunError, printable
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.manifest import Failure

WHOSE_GAME = (
    Column("game", "int64", "", "number of the game in the run; section S starts at S times 10**12"),
    Column("section", "int16", "", "number of the section of the run (one table size, company or variant), from 0"),
    Column("players", "int8", "players", "number of players at the table"),
    Column("deal", "int64", "", "number of the deal, which fixes set-up and luck for each table size"),
    Column("lineup", "int16", "", "number of the game within its deal; the manifest says who sat where"),
)
WHOSE_SEAT = (
    Column("seat", "int8", "", "the player's seat, counted from 0"),
    Column("bot", "string", "", "the bot in this seat, as the user wrote it"),
)
PLAYER_IDENTITY = (*WHOSE_GAME, *WHOSE_SEAT)

_NUMBERS = (
    pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64, pl.Float32, pl.Float64,
)  # fmt: skip
DTYPES: Mapping[str, pl.DataType] = {
    "bool": pl.Boolean(),
    "string": pl.String(),
    **{kind.__name__.lower(): kind() for kind in _NUMBERS},
}


@dataclass(frozen=True)
class ChunkRows:
    """All rows of a chunk: one per player and game, one per traced turn, the records and the failed games."""

    players: pl.DataFrame
    turns: pl.DataFrame
    records: Sequence[Mapping[str, Any]]
    failures: tuple[Failure, ...]


def player_columns(game: Game) -> tuple[Column, ...]:
    """The columns of ``games/`` in order: its data dictionary."""
    return (*PLAYER_IDENTITY, *game.player_columns)


def turn_columns(game: Game) -> tuple[Column, ...]:
    """The columns of ``turns/`` in order: its data dictionary. If the game has a ``seat`` column for turns, the bot in
    that seat is added."""
    if any(column.name == "seat" for column in game.turn_columns):
        return (*WHOSE_GAME, WHOSE_SEAT[1], *game.turn_columns)
    return (*WHOSE_GAME, *game.turn_columns)


def chunk_rows(game: Game, plan: Plan, chunk: Chunk) -> ChunkRows:
    """Play a chunk and lay out its rows: everything a worker does except writing."""
    batch = plan.batch(chunk)
    result = game.play(batch)
    first = plan.first_game(chunk.section) + chunk.first
    failures = tuple(
        Failure(game=first + index, seat=seat, bot=plan.bots[int(batch.lineups[index, seat])], reason=printable(reason))
        for index, (seat, reason) in sorted(result.failures.items())
    )
    return ChunkRows(
        players=_players(game, plan, chunk, batch, result),
        turns=_turns(game, plan, chunk, batch, result),
        records=result.records,
        failures=failures,
    )


def _players(game: Game, plan: Plan, chunk: Chunk, batch: Batch, result: BatchResult) -> pl.DataFrame:
    seats = batch.setting.players
    within = np.repeat(np.arange(chunk.count, dtype=np.int64), seats)
    identity = _whose_game(plan, chunk, within) | {
        "seat": np.tile(np.arange(seats, dtype=np.int8), chunk.count),
        "bot": _names(plan, batch.lineups.reshape(-1)),
    }
    played = dict(result.players)
    unplayed = [game for game, (_, reason) in result.failures.items() if is_unplayed(reason)]
    if unplayed:
        ends = np.array(list(played[END]), dtype=object)
        ends.reshape(-1, seats)[unplayed] = NOT_PLAYED
        played[END] = ends
    return _frame(identity | played, player_columns(game), len(within), chunk)


def _turns(game: Game, plan: Plan, chunk: Chunk, batch: Batch, result: BatchResult) -> pl.DataFrame:
    values = dict(result.turns)
    within = np.asarray(values.pop("game", ()), dtype=np.int64)
    identity = _whose_game(plan, chunk, within)
    if "seat" in values:
        identity["bot"] = _names(plan, batch.lineups[within, np.asarray(values["seat"], dtype=np.int64)])
    if not values:
        values = {column.name: () for column in turn_columns(game) if column.name not in identity}
    return _frame(identity | values, turn_columns(game), len(within), chunk)


def _whose_game(plan: Plan, chunk: Chunk, within: Any) -> dict[str, Any]:
    section = plan.sections[chunk.section]
    in_section = chunk.first + within
    return {
        "game": plan.first_game(chunk.section) + in_section,
        "section": np.full(len(within), chunk.section),
        "players": np.full(len(within), section.players),
        "deal": section.deals_of(in_section),
        "lineup": in_section % section.games_per_deal,
    }


def _names(plan: Plan, bots: Any) -> pl.Series:
    return pl.Series(plan.bots, dtype=pl.String).gather(pl.Series(bots, dtype=pl.UInt32))


def _frame(values: Mapping[str, Any], columns: Sequence[Column], rows: int, chunk: Chunk) -> pl.DataFrame:
    """A table with exactly these columns, in this order and with these types."""
    names = [column.name for column in columns]
    if sorted(values) != sorted(names):
        odd = sorted(set(values) ^ set(names))
        raise RunError(f"{chunk.name}: the game's columns do not match its data dictionary: {', '.join(odd)}")
    series = [series_of(column, values[column.name]) for column in columns]
    for column_series in series:
        if len(column_series) != rows:
            raise RunError(f"{chunk.name}: column {column_series.name} has {len(column_series)} rows instead of {rows}")
    return pl.DataFrame(series)


def series_of(column: Column, values: Any) -> pl.Series:
    dtype = DTYPES[column.dtype]
    if isinstance(values, pl.Series):
        return values.cast(dtype).rename(column.name)
    if isinstance(values, np.ndarray) and values.dtype.kind in "biuf":
        return pl.Series(column.name, np.ascontiguousarray(values)).cast(dtype)
    return pl.Series(column.name, values.tolist() if isinstance(values, np.ndarray) else values, dtype=dtype)
