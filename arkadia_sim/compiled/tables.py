"""The result tables of a compiled game: the engine's records as named columns, each declared once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Column
from arkadia_sim.kernels.measures import Measure

Logs = Sequence[tuple[int, NDArray[Any]]]
"""The logged turns of games: the number of the game within its batch, and its ``TURN`` records."""


class Sourced(NamedTuple):
    """A column, and the function for its values."""

    column: Column
    values: Callable[[Any], Any]


def sourced(name: str, dtype: str, unit: str, meaning: str, values: Callable[[Any], Any]) -> Sourced:
    """A column with its source."""
    return Sourced(Column(name, dtype, unit, meaning), values)


# -- one row per player and game -------------------------------------------------------------------------------------
def measured(measures: Iterable[Measure]) -> list[Sourced]:
    """The columns of measures in their order."""
    return [
        _column_of(measure, place)
        for measure in measures
        if measure.heading
        for place in product(*(range(len(axis.labels)) for axis in measure.by))
    ]


def _column_of(measure: Measure, place: tuple[int, ...]) -> Sourced:
    """The column of a measure, at one place of its axes."""
    labels = {axis.name: axis.labels[index] for axis, index in zip(measure.by, place, strict=True)}
    words = {name: label.replace("_", " ") for name, label in labels.items()}
    dtype = "string" if measure.names else np.dtype(measure.kept).name
    entry: tuple[Any, ...] = (..., *place)

    def values(rows: NDArray[Any]) -> Any:
        kept = rows[measure.name][entry]
        return np.array(measure.names)[kept] if measure.names else kept.astype(dtype)

    return sourced(measure.heading.format(**labels), dtype, measure.unit, measure.meaning.format(**words), values)


def ratio(over: str, under: str, none: float) -> Callable[[NDArray[Any]], Any]:
    """A measure divided by another; ``none`` where the other is 0."""

    def values(rows: NDArray[Any]) -> Any:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(rows[under] > 0, rows[over] / rows[under], none)

    return values


def average(name: str, over: str, under: str, unit: str, meaning: str) -> Sourced:
    """A column with a measure for each unit of another; not a number where there is none."""
    what = f"{meaning}, on average; NaN without any"
    return sourced(name, "float64", unit, what, ratio(over, under, np.nan))


# -- one row per turn of the traced games ----------------------------------------------------------------------------
class Turns:
    """The turns of all traced games of a batch: ``log`` has their ``TURN`` records, one after another."""

    def __init__(self, logs: Logs, record: np.dtype[Any]) -> None:
        self.lengths = [len(log) for _, log in logs]
        self.games = np.array([game for game, _ in logs], dtype=np.int64)
        self.log, end = np.zeros(sum(self.lengths), record), 0
        for _, log in logs:  # faster than numpy's concatenate, which looks at every field of every game
            self.log[end : end + len(log)] = log
            end += len(log)


def logged(name: str, *place: int) -> Callable[[Turns], Any]:
    """A field of the log, unchanged."""
    entry: tuple[Any, ...] = (..., *place)
    return lambda turns: turns.log[name][entry]


def by_seat(seats: int, name: str, unit: str, meaning: str) -> list[Sourced]:
    """A column for each seat: its standing after the turn; ``{seat}`` in name and meaning stands for its number."""
    return [
        sourced(name.format(seat=seat), "int32", unit, meaning.format(seat=seat), logged("standing", seat))
        for seat in range(seats)
    ]


def turn_columns(numbering: str) -> tuple[Sourced, ...]:
    """The first columns of every table of turns: the turn, numbered from 0, and the seat."""
    return (
        sourced("turn", "int16", "turn", f"turn of the game from 0{numbering}",
                lambda turns: np.concatenate([np.zeros(0), *(np.arange(length) for length in turns.lengths)])),
        sourced("seat", "int8", "seat", "the seat on turn", logged("seat")),
    )  # fmt: skip


_GAME = sourced("game", "int64", "game", "which game", lambda turns: np.repeat(turns.games, turns.lengths))


@dataclass(frozen=True)
class Tables:
    """The result tables of a game."""

    player: Sequence[Sourced]  # the columns with one row per player and game
    turn: Sequence[Sourced]  # the columns with one row per turn of the traced games
    record: np.dtype[Any]  # of a turn

    @classmethod
    def of(cls, player: Sequence[Sourced], record: np.dtype[Any], seats: int) -> "Tables":
        """Tables of a game whose turns, in its ``TURN`` record, tell no more than the points of everybody."""
        points = by_seat(
            seats, "points_seat_{seat}", "points", "points of seat {seat} if the game ended after the turn"
        )
        return cls(player, (*turn_columns(""), *points), record)

    def with_decisions(self, decided: Callable[[NDArray[Any], int], Any], seats: int) -> "Tables":
        """These tables with a column for each seat: how many decisions it made in a turn, ``decided(log, seat)``."""

        def made(seat: int) -> Callable[[Turns], Any]:
            return lambda turns: decided(turns.log, seat)

        meaning = "decisions of seat {} in the turn"
        more = (
            sourced(f"decisions_seat_{seat}", "int16", "decisions", meaning.format(seat), made(seat))
            for seat in range(seats)
        )
        return replace(self, turn=(*self.turn, *more))

    def of_players(self, rows: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The engine's rows as columns, in their order."""
        return {column.name: values(rows) for column, values in self.player}

    def of_turns(self, logs: Logs) -> Mapping[str, Any]:
        """The turns as columns, after ``game`` (its number in the batch)."""
        turns = Turns(logs, self.record)
        return {
            column.name: values(turns).astype(column.dtype)
            if column.dtype.startswith(("int", "bool"))
            else values(turns)
            for column, values in (_GAME, *self.turn)
        }
