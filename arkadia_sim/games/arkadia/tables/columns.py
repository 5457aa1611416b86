"""The result tables of Arkadia: the engine's rows as named columns, and the data dictionary that explains each.

Each column is declared once, with its meaning and the source of its values.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.compiled_tables import (
    Logs,
    Tables,
    Turns,
    by_seat,
    logged,
    measured,
    ratio,
    sourced,
    turn_columns,
)
from arkadia_sim.core.game import Lists
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, STRIDE
from arkadia_sim.games.arkadia.rules.setup import Prepared, card_name
from arkadia_sim.games.arkadia.rules.state import BUILD, FROM_STACK, MUST_NAMES, SEATS_MAX, TURN_DTYPE, WORKERS
from arkadia_sim.games.arkadia.tables.metrics import FAMILY_NAMES, MEASURES, PAID

Rows = NDArray[Any]


# -- one row per player and game -------------------------------------------------------------------------------------
def _share_paid(times: int) -> Callable[[Rows], Any]:
    """The percentage of a player's own workers on the board that were paid this often."""

    def values(rows: Rows) -> Any:
        return 100.0 * rows[f"paid_{times}"] / np.maximum(sum(rows[f"paid_{k}"] for k in PAID), 1)

    return values


_PLAYER = (
    *measured(MEASURES),
    sourced(
        "seals_per_own_worker",
        "float64",
        "seals",
        "seals_from_workers / own_workers_used; NaN without a worker",
        ratio("seals_from_workers", "own_workers_used", np.nan),
    ),
    sourced(
        "buildings_per_own_worker",
        "float64",
        "buildings",
        "buildings_touched / own_workers_used; 0 if none",
        ratio("buildings_touched", "own_workers_used", 0.0),
    ),
    sourced(
        "gold_per_seal_sold",
        "float64",
        "gold",
        "sale_gold / seals_sold; 0 without a sale",
        ratio("sale_gold", "seals_sold", 0.0),
    ),
    sourced(
        "sales",
        "int16",
        "banners",
        "banners used with a sale",
        lambda rows: rows["banners_used"] - rows["banners_without_sale"],
    ),
    *(
        sourced(
            f"paid_{times}",
            "float64",
            "% of own workers",
            f"own workers next to {k} completed buildings at the end, which paid {k} seals each (R6.2)",
            _share_paid(k),
        )
        for k, times in enumerate(("never", "once", "twice", "three_times", "four_times"))
    ),
    sourced(
        "decision_load",
        "float64",
        "options",
        "legal builds plus buildings open to workers, on average per turn",
        ratio("legal_builds", "turns", np.nan, "worker_buildings"),
    ),
)


# -- one row per turn of the traced games ----------------------------------------------------------------------------
class _Turns(Turns):
    """The turns of all traced games of a batch, and values that several columns need."""

    record = TURN_DTYPE

    def __init__(self, logs: Logs, prepared: Prepared) -> None:
        super().__init__(logs, prepared)
        components = prepared.components
        self.kind, self.used_banner = self.log["kind"], self.log["used_banner"] != 0
        self.cards = [card_name(components, number) for number in range(4 * len(components.shapes))]
        n_completed = self.log["n_completed"]
        most = int(n_completed.max(initial=0))
        completed = np.arange(most) < n_completed[:, None]
        self.paid = np.where(completed[:, :, None], self.log["paid"][:, :most], 0).sum(axis=1)


def _of_banner(name: str, *place: int) -> Callable[[_Turns], Any]:
    """A logged value about a banner; 0 in turns without one."""
    values = logged(name, *place)
    return lambda turns: np.where(turns.used_banner, values(turns), 0)


def _paid(seat: int) -> Callable[[_Turns], Any]:
    """The seals that a seat got from all buildings completed in a turn."""
    return lambda turns: turns.paid[:, seat]


def _cards(turns: _Turns) -> list[str | None]:
    """The card played; None in turns without a build."""
    built = turns.kind == BUILD
    return [turns.cards[card] if is_built else None for card, is_built in zip(turns.log["card"], built)]


def _squares(name: str, *kinds: int) -> Callable[[_Turns], Any]:
    """The squares of a set of the log, in the turns of these kinds."""
    is_counted = np.array([kind in kinds for kind in range(len(MUST_NAMES))])
    return lambda turns: _numbered(turns.log[name], is_counted[turns.kind])


_SQUARES = ("list[int16]", "16 * row + column")
_TURN = (
    *turn_columns(", passes included"),
    sourced("must", "string", "", "build, workers or pass", lambda turns: np.array(MUST_NAMES)[turns.kind]),
    sourced("card", "string", "", "the card played; null unless built", _cards),
    sourced("squares", *_SQUARES, "squares of the building laid out or chosen", _squares("squares", BUILD, WORKERS)),
    sourced("own_squares", *_SQUARES, "squares that got an own worker", _squares("own", WORKERS)),
    sourced("neutral_squares", *_SQUARES, "squares that got a neutral worker", _squares("neutral", WORKERS)),
    sourced("camps", "int8", "workers", "neutral workers got for camps covered", logged("camps")),
    sourced(
        "draw",
        "int8",
        "place",
        "face-up place drawn from; -2 the stack, -1 no draw",
        lambda turns: np.where(turns.log["draw"] == FROM_STACK, -2, turns.log["draw"]),
    ),
    sourced("legal_builds", "int32", "options", "legal builds of the player", logged("legal_builds")),
    sourced(
        "worker_buildings",
        "int16",
        "options",
        "buildings that the player could have put workers next to",
        logged("worker_buildings"),
    ),
    sourced("completed", "int16", "buildings", "buildings completed", logged("n_completed")),
    *(sourced(f"seals_seat_{k}", "int32", "seals", f"seals paid out to seat {k}", _paid(k)) for k in range(SEATS_MAX)),
    sourced("pieces", "int16", "pieces", "castle pieces placed", logged("n_pieces")),
    sourced("banner", "bool", "", "whether a banner was used", lambda turns: turns.used_banner),
    sourced("sale_gold", "int32", "gold", "gold from seals sold", _of_banner("sale_gold")),
    *(
        sourced(f"sold_{name}", "int32", "seals", f"{name} seals sold", _of_banner("sold", family))
        for family, name in enumerate(FAMILY_NAMES)
    ),
    *(
        sourced(f"value_{name}", "int16", "gold", f"value of a {name} seal after the turn", logged("value", family))
        for family, name in enumerate(FAMILY_NAMES)
    ),
    *by_seat(
        SEATS_MAX, "standing_seat_{seat}", "gold", "gold of seat {seat} after the turn, all its seals at that value"
    ),
)
TABLES = Tables(_PLAYER, _TURN, _Turns)


def _numbered(words: NDArray[np.uint64], counted: NDArray[np.bool_]) -> Lists:
    """The squares of each set as 16 * row + column; none where not ``counted``."""
    little = np.where(counted[:, None], words, np.uint64(0)).astype("<u8").view(np.uint8)
    entry_of_byte, byte = np.nonzero(little)  # only these few bytes are split into bits
    which, bit_of_byte = np.nonzero(np.unpackbits(little[entry_of_byte, byte][:, None], axis=1, bitorder="little"))
    entry, bit = entry_of_byte[which], 8 * byte[which] + bit_of_byte
    squares = (COLUMNS * (bit // STRIDE) + bit % STRIDE).astype(np.int16)
    return Lists(squares, np.cumsum(np.bincount(entry, minlength=len(words))))
