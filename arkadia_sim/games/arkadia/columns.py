"""The result tables of Arkadia: the engine's rows as named columns, and the data dictionary that explains each."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Column
from arkadia_sim.games.arkadia.bitboard import squares_of
from arkadia_sim.games.arkadia.components import Components
from arkadia_sim.games.arkadia.metrics import BANNERS_MAX, FAMILY_NAMES
from arkadia_sim.games.arkadia.setup import card_name
from arkadia_sim.games.arkadia.state import BUILD, END_NAMES, FROM_STACK, MUST_NAMES, WORKERS

_PLAIN = (
    Column("gold", "int32", "gold", "gold after the final evaluation (R9.4)"),
    Column("margin", "int32", "gold", "gold minus that of the best opponent"),
    Column("win_share", "float64", "share", "1 for the only winner, 1/k for each of k tied winners, else 0"),
    Column("rank", "int8", "place", "1 for the most gold; players with equal gold share a rank"),
    Column("end", "string", "", "how the game ended: castle (R9.1), stalemate (R9.3) or failed (a bot broke a rule)"),
    Column("turns", "int16", "turns", "the player's turns, passes included"),
    Column("builds", "int16", "turns", "turns in which the player laid out a building (R4)"),
    Column("worker_turns", "int16", "turns", "turns in which the player introduced workers (R5)"),
    Column("passes", "int16", "turns", "turns in which the player could do neither"),
    Column("camps_covered", "int16", "workers", "neutral workers got for covering tent camps (R4.4)"),
    Column("payouts_triggered", "int16", "buildings", "buildings completed on the player's own turns (R6.1)"),
    Column("most_payouts_in_a_turn", "int16", "buildings", "most buildings completed in one of the player's turns"),
    Column("seals_from_workers", "int32", "seals", "seals got for own workers next to completed buildings (R6.2)"),
    Column("seals_from_triggers", "int32", "seals", "seals that lay on buildings the player completed (R6.2)"),
    Column("own_workers_used", "int16", "workers", "own workers put on the board"),
    Column("own_workers_left", "int16", "workers", "own workers at hand at the end, worth nothing"),
    Column("neutral_workers_used", "int16", "workers", "neutral workers put on the board"),
    Column("neutral_workers_left", "int16", "workers", "neutral workers at hand at the end, worth nothing"),
    Column("banners_used", "int16", "banners", "banners used (R8)"),
    Column("banners_without_sale", "int16", "banners", "banners used without selling a seal"),
    Column("sale_gold", "int32", "gold", "gold from all sales with banners"),
    Column("final_gold", "int32", "gold", "gold from the seals left at the end (R9.4)"),
    Column("began_end", "int8", "0 or 1", "whether the player completed floor 2 of the castle (R9.1)"),
)
_DERIVED = (
    Column("seals_per_own_worker", "float64", "seals", "seals_from_workers / own_workers_used; NaN without a worker"),
    Column("decision_load", "float64", "options", "mean number of legal builds plus buildings open to workers a turn"),
)
PLAYER_COLUMNS: tuple[Column, ...] = (
    *_PLAIN,
    *(Column(f"castle_{name}", "int16", "pieces", f"{name} castle pieces placed (R7)") for name in FAMILY_NAMES),
    *(
        column
        for k in range(1, BANNERS_MAX + 1)
        for column in (
            Column(f"banner_{k}_turn", "int16", "turn", f"the player's how-manyth turn used banner {k}; -1 if unused"),
            Column(f"banner_{k}_gold", "int32", "gold", f"gold from the seals sold with banner {k}"),
            *(
                Column(f"banner_{k}_{name}", "int32", "seals", f"{name} seals sold with banner {k}")
                for name in FAMILY_NAMES
            ),
        )
    ),
    *_DERIVED,
)
"""One row per player and game. Families of other names keep the shipped families' columns, in their order."""

TURN_COLUMNS: tuple[Column, ...] = (
    Column("turn", "int16", "turn", "turn of the game from 0, passes included"),
    Column("seat", "int8", "seat", "the seat on turn"),
    Column("must", "string", "", "build, workers or pass"),
    Column("card", "string", "", "the card played; null unless built"),
    Column("squares", "list[int16]", "16 * row + column", "squares of the building laid out or chosen"),
    Column("own_squares", "list[int16]", "16 * row + column", "squares that got an own worker"),
    Column("neutral_squares", "list[int16]", "16 * row + column", "squares that got a neutral worker"),
    Column("camps", "int8", "workers", "neutral workers got for camps covered"),
    Column("draw", "int8", "place", "face-up place drawn from; -2 the stack, -1 no draw"),
    Column("legal_builds", "int32", "options", "legal builds that the player had"),
    Column("worker_buildings", "int16", "options", "buildings that the player could have put workers next to"),
    Column("completed", "int16", "buildings", "buildings completed"),
    *(Column(f"seals_seat_{k}", "int32", "seals", f"seals paid out to seat {k}") for k in range(4)),
    Column("pieces", "int16", "pieces", "castle pieces placed"),
    Column("banner", "bool", "", "whether a banner was used"),
    Column("sale_gold", "int32", "gold", "gold from seals sold"),
    *(Column(f"sold_{name}", "int32", "seals", f"{name} seals sold") for name in FAMILY_NAMES),
    *(Column(f"value_{name}", "int16", "gold", f"value of a {name} seal after the turn") for name in FAMILY_NAMES),
    *(
        Column(f"standing_seat_{k}", "int32", "gold", f"gold of seat {k} after the turn, all its seals at that value")
        for k in range(4)
    ),
)
"""One row per turn of the traced games."""


def player_table(rows: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The engine's rows as the columns of ``PLAYER_COLUMNS``, in that order."""
    table: dict[str, NDArray[Any]] = {}
    for column in _PLAIN:
        values = rows[column.name]
        table[column.name] = np.array(END_NAMES)[values] if column.name == "end" else values.astype(column.dtype)
    for family, name in enumerate(FAMILY_NAMES):
        table[f"castle_{name}"] = rows["castle"][:, family].astype(np.int16)
    for k in range(BANNERS_MAX):
        table[f"banner_{k + 1}_turn"] = rows["banner_turn"][:, k].astype(np.int16)
        table[f"banner_{k + 1}_gold"] = rows["banner_gold"][:, k].astype(np.int32)
        for family, name in enumerate(FAMILY_NAMES):
            table[f"banner_{k + 1}_{name}"] = rows["banner_sold"][:, k, family].astype(np.int32)
    used, turns = rows["own_workers_used"], rows["turns"]
    with np.errstate(invalid="ignore", divide="ignore"):
        table["seals_per_own_worker"] = np.where(used > 0, rows["seals_from_workers"] / used, np.nan)
        options = rows["legal_builds"] + rows["worker_buildings"]
        table["decision_load"] = np.where(turns > 0, options / turns, np.nan)
    return table


def turn_table(logs: Sequence[tuple[int, NDArray[Any]]], components: Components) -> Mapping[str, Any]:
    """The logs of traced games as the columns of ``TURN_COLUMNS``, with ``game`` (within the batch) before them."""
    rows = [(game, turn, entry) for game, log in logs for turn, entry in enumerate(log)]
    table: dict[str, Any] = {"game": np.array([game for game, _, _ in rows], dtype=np.int64)}
    cells = [_turn_cells(turn, entry, components) for _, turn, entry in rows]
    for i, column in enumerate(TURN_COLUMNS):
        values = [cell[i] for cell in cells]
        is_plain = column.dtype.startswith(("int", "bool"))
        table[column.name] = np.array(values, dtype=column.dtype) if is_plain else values
    return table


def _turn_cells(turn: int, entry: Any, components: Components) -> list[Any]:
    kind = int(entry["kind"])
    completed = int(entry["n_completed"])
    draw = int(entry["draw"])
    used = bool(entry["used_banner"])
    paid = entry["paid"][:completed].sum(axis=0)
    return [
        turn,
        int(entry["seat"]),
        MUST_NAMES[kind],
        card_name(components, int(entry["card"])) if kind == BUILD else None,
        _numbered(entry["squares"]) if kind != 0 else [],
        _numbered(entry["own"]) if kind == WORKERS else [],
        _numbered(entry["neutral"]) if kind == WORKERS else [],
        int(entry["camps"]),
        -2 if draw == FROM_STACK else draw,
        int(entry["legal_builds"]),
        int(entry["worker_buildings"]),
        completed,
        *(int(seals) for seals in paid),
        int(entry["n_pieces"]),
        used,
        int(entry["sale_gold"]) if used else 0,
        *(int(sold) if used else 0 for sold in entry["sold"]),
        *(int(value) for value in entry["value"]),
        *(int(gold) for gold in entry["standing"]),
    ]


def _numbered(words: Any) -> list[int]:
    return [16 * row + column for row, column in squares_of(words)]
