"""The result tables of Arkadia: the engine's rows as named columns, and the data dictionary that explains each.

Every column is declared once, with what it means and where its values come from.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.compiled_game import joined_log
from arkadia_sim.core.game import Column, Lists
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, STRIDE
from arkadia_sim.games.arkadia.rules.setup import card_name
from arkadia_sim.games.arkadia.rules.state import (
    BUILD,
    FROM_STACK,
    MUST_NAMES,
    SEATS_MAX,
    TURN_DTYPE,
    WORKERS,
)
from arkadia_sim.games.arkadia.tables.metrics import BANNERS_MAX, FAMILY_NAMES, MEASURES, PAID, Measure

Rows = NDArray[Any]


class _Sourced(NamedTuple):
    """A column and how its values are got from the engine's records."""

    column: Column
    values: Callable[[Any], Any]


def _column(name: str, dtype: str, unit: str, meaning: str, values: Callable[[Any], Any]) -> _Sourced:
    return _Sourced(Column(name, dtype, unit, meaning), values)


# -- one row per player and game -------------------------------------------------------------------------------------
def _measured() -> list[_Sourced]:
    """The columns of all measures in the order of their declaration, those of the banners last, banner by banner."""
    numbered = []
    for one in MEASURES:
        banners = range(BANNERS_MAX) if "{banner}" in one.heading else (None,)
        families = range(len(FAMILY_NAMES)) if "{family}" in one.heading else (None,)
        if one.heading:
            numbered += [(-1 if b is None else b, _column_of(one, b, f)) for b, f in product(banners, families)]
    return [column for _, column in sorted(numbered, key=lambda entry: entry[0])]


def _column_of(one: Measure, banner: int | None, family: int | None) -> _Sourced:
    """The column of a measure, of one banner or family where it has a number for each."""
    of = {
        "banner": "" if banner is None else str(banner + 1),
        "family": "" if family is None else FAMILY_NAMES[family],
    }
    place: tuple[Any, ...] = (..., *(index for index in (banner, family) if index is not None))
    dtype = "string" if one.names else np.dtype(one.kept).name

    def values(rows: Rows) -> Any:
        kept = rows[one.name][place]
        return np.array(one.names)[kept] if one.names else kept.astype(dtype)

    return _column(one.heading.format(**of), dtype, one.unit, one.meaning.format(**of), values)


def _ratio(over: str, under: str, none: float, *also_over: str) -> Callable[[Rows], Any]:
    """A measure (or the sum of several) for each of another; ``none`` where there is none of the other."""

    def values(rows: Rows) -> Any:
        top = sum((rows[name] for name in also_over), start=rows[over])
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(rows[under] > 0, top / rows[under], none)

    return values


def _share_paid(times: int) -> Callable[[Rows], Any]:
    """Of a player's own workers on the board those that were paid so often, in %."""

    def values(rows: Rows) -> Any:
        return 100.0 * rows[f"paid_{times}"] / np.maximum(sum(rows[f"paid_{k}"] for k in PAID), 1)

    return values


_PLAYER = (
    *_measured(),
    _column(
        "seals_per_own_worker",
        "float64",
        "seals",
        "seals_from_workers / own_workers_used; NaN without a worker",
        _ratio("seals_from_workers", "own_workers_used", np.nan),
    ),
    _column(
        "buildings_per_own_worker",
        "float64",
        "buildings",
        "buildings_touched / own_workers_used; 0 if none",
        _ratio("buildings_touched", "own_workers_used", 0.0),
    ),
    _column(
        "gold_per_seal_sold",
        "float64",
        "gold",
        "sale_gold / seals_sold; 0 without a sale",
        _ratio("sale_gold", "seals_sold", 0.0),
    ),
    _column(
        "sales",
        "int16",
        "banners",
        "banners used with a sale",
        lambda rows: rows["banners_used"] - rows["banners_without_sale"],
    ),
    *(
        _column(
            f"paid_{times}",
            "float64",
            "% of own workers",
            f"own workers next to {k} completed buildings at the end: so many seals each (R6.2)",
            _share_paid(k),
        )
        for k, times in enumerate(("never", "once", "twice", "three_times", "four_times"))
    ),
    _column(
        "decision_load",
        "float64",
        "options",
        "mean number of legal builds plus buildings open to workers a turn",
        _ratio("legal_builds", "turns", np.nan, "worker_buildings"),
    ),
)
PLAYER_COLUMNS: tuple[Column, ...] = tuple(one.column for one in _PLAYER)
"""One row per player and game. Families of other names keep the shipped families' columns, in their order."""


def player_table(rows: Rows) -> dict[str, NDArray[Any]]:
    """The engine's rows as the columns of ``PLAYER_COLUMNS``, in that order."""
    return {column.name: values(rows) for column, values in _PLAYER}


# -- one row per turn of the traced games ----------------------------------------------------------------------------
class _Turns:
    """The turns of all traced games of a batch, and what several columns need of them."""

    def __init__(self, logs: Sequence[tuple[int, NDArray[Any]]], components: Components) -> None:
        self.lengths = [len(log) for _, log in logs]
        self.games = np.array([game for game, _ in logs], dtype=np.int64)
        self.log = joined_log(logs, TURN_DTYPE)
        self.kind, self.used_banner = self.log["kind"], self.log["used_banner"] != 0
        self.cards = [card_name(components, number) for number in range(4 * len(components.shapes))]
        n_completed = self.log["n_completed"]
        most = int(n_completed.max(initial=0))
        completed = np.arange(most) < n_completed[:, None]
        self.paid = np.where(completed[:, :, None], self.log["paid"][:, :most], 0).sum(axis=1)


def _logged(name: str, *place: int) -> Callable[[_Turns], Any]:
    """What the log notes of a turn under this name, as it is."""
    entry: tuple[Any, ...] = (..., *place)
    return lambda turns: turns.log[name][entry]


def _of_banner(name: str, *place: int) -> Callable[[_Turns], Any]:
    """The same of what is noted of a banner; 0 in turns without one."""
    logged = _logged(name, *place)
    return lambda turns: np.where(turns.used_banner, logged(turns), 0)


def _paid(seat: int) -> Callable[[_Turns], Any]:
    """The seals that a seat got from all buildings completed in a turn."""
    return lambda turns: turns.paid[:, seat]


def _cards(turns: _Turns) -> list[str | None]:
    """The card played, in the turns in which one was."""
    built = turns.kind == BUILD
    return [turns.cards[card] if is_built else None for card, is_built in zip(turns.log["card"], built)]


def _squares(name: str, *kinds: int) -> Callable[[_Turns], Any]:
    """The squares of a set of the log, in the turns of these kinds."""
    asked_for = np.array([kind in kinds for kind in range(len(MUST_NAMES))])
    return lambda turns: _numbered(turns.log[name], asked_for[turns.kind])


_SQUARES = ("list[int16]", "16 * row + column")
_GAME = _column("game", "int64", "game", "which game", lambda turns: np.repeat(turns.games, turns.lengths))
_TURN = (
    _column(
        "turn",
        "int16",
        "turn",
        "turn of the game from 0, passes included",
        lambda turns: np.concatenate([np.zeros(0), *(np.arange(length) for length in turns.lengths)]),
    ),
    _column("seat", "int8", "seat", "the seat on turn", _logged("seat")),
    _column("must", "string", "", "build, workers or pass", lambda turns: np.array(MUST_NAMES)[turns.kind]),
    _column("card", "string", "", "the card played; null unless built", _cards),
    _column("squares", *_SQUARES, "squares of the building laid out or chosen", _squares("squares", BUILD, WORKERS)),
    _column("own_squares", *_SQUARES, "squares that got an own worker", _squares("own", WORKERS)),
    _column("neutral_squares", *_SQUARES, "squares that got a neutral worker", _squares("neutral", WORKERS)),
    _column("camps", "int8", "workers", "neutral workers got for camps covered", _logged("camps")),
    _column(
        "draw",
        "int8",
        "place",
        "face-up place drawn from; -2 the stack, -1 no draw",
        lambda turns: np.where(turns.log["draw"] == FROM_STACK, -2, turns.log["draw"]),
    ),
    _column("legal_builds", "int32", "options", "legal builds that the player had", _logged("legal_builds")),
    _column(
        "worker_buildings",
        "int16",
        "options",
        "buildings that the player could have put workers next to",
        _logged("worker_buildings"),
    ),
    _column("completed", "int16", "buildings", "buildings completed", _logged("n_completed")),
    *(_column(f"seals_seat_{k}", "int32", "seals", f"seals paid out to seat {k}", _paid(k)) for k in range(SEATS_MAX)),
    _column("pieces", "int16", "pieces", "castle pieces placed", _logged("n_pieces")),
    _column("banner", "bool", "", "whether a banner was used", lambda turns: turns.used_banner),
    _column("sale_gold", "int32", "gold", "gold from seals sold", _of_banner("sale_gold")),
    *(
        _column(f"sold_{name}", "int32", "seals", f"{name} seals sold", _of_banner("sold", family))
        for family, name in enumerate(FAMILY_NAMES)
    ),
    *(
        _column(f"value_{name}", "int16", "gold", f"value of a {name} seal after the turn", _logged("value", family))
        for family, name in enumerate(FAMILY_NAMES)
    ),
    *(
        _column(
            f"standing_seat_{k}",
            "int32",
            "gold",
            f"gold of seat {k} after the turn, all its seals at that value",
            _logged("standing", k),
        )
        for k in range(SEATS_MAX)
    ),
)
TURN_COLUMNS: tuple[Column, ...] = tuple(one.column for one in _TURN)
"""One row per turn of the traced games."""


def turn_table(logs: Sequence[tuple[int, NDArray[Any]]], components: Components) -> Mapping[str, Any]:
    """The logs of traced games as the columns of ``TURN_COLUMNS``, with ``game`` (within the batch) before them."""
    turns = _Turns(logs, components)
    return {
        column.name: values(turns).astype(column.dtype) if column.dtype.startswith(("int", "bool")) else values(turns)
        for column, values in (_GAME, *_TURN)
    }


def _numbered(words: NDArray[np.uint64], counted: NDArray[np.bool_]) -> Lists:
    """The squares of each set as 16 * row + column; none where not ``counted``."""
    little = np.where(counted[:, None], words, np.uint64(0)).astype("<u8").view(np.uint8)
    entry_of_byte, byte = np.nonzero(little)  # few of them, so that only these are taken apart into bits
    which, bit_of_byte = np.nonzero(np.unpackbits(little[entry_of_byte, byte][:, None], axis=1, bitorder="little"))
    entry, bit = entry_of_byte[which], 8 * byte[which] + bit_of_byte
    squares = (COLUMNS * (bit // STRIDE) + bit % STRIDE).astype(np.int16)
    return Lists(squares, np.cumsum(np.bincount(entry, minlength=len(words))))
