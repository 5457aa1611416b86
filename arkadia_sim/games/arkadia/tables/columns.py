"""The result tables of Arkadia: the engine's rows as named columns, and the data dictionary that explains each."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Column
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, STRIDE
from arkadia_sim.games.arkadia.rules.setup import card_name
from arkadia_sim.games.arkadia.rules.state import (
    BUILD,
    END_NAMES,
    FROM_STACK,
    MUST_NAMES,
    PASS,
    SEATS_MAX,
    TURN_DTYPE,
    WORKERS,
)
from arkadia_sim.games.arkadia.tables.metrics import BANNERS_MAX, FAMILY_NAMES

_PLAIN = (
    Column("gold", "int32", "gold", "gold after the final evaluation (R9.4)"),
    Column("gold_lead", "int32", "gold", "lead over the best opponent: gold minus that opponent's"),
    Column("win_share", "float64", "share", "1 for the only winner, 1/k for each of k tied winners, else 0"),
    Column("rank", "int8", "place", "1 for the most gold; players with equal gold share a rank"),
    Column("end", "string", "", "how the game ended: castle (R9.1), stalemate (R9.3) or failed (a bot broke a rule)"),
    Column("turns", "int16", "turns", "the player's turns, passes included"),
    Column("builds", "int16", "turns", "turns in which the player laid out a building (R4)"),
    Column("worker_turns", "int16", "turns", "turns in which the player introduced workers (R5)"),
    Column("passes", "int16", "turns", "turns in which the player could do neither"),
    Column("camps_covered", "int16", "workers", "neutral workers got for covering tent camps (R4.4)"),
    Column("dearest_left_open", "int16", "buildings", "buildings of a family then worth most, laid out and left open"),
    Column("payouts_triggered", "int16", "buildings", "buildings completed on the player's own turns (R6.1)"),
    Column("most_payouts_in_a_turn", "int16", "buildings", "most buildings completed in one of the player's turns"),
    Column("seals_from_workers", "int32", "seals", "seals got for own workers next to completed buildings (R6.2)"),
    Column("seals_from_triggers", "int32", "seals", "seals that lay on buildings the player completed (R6.2)"),
    Column("turns_without_worker", "int16", "turns", "turns begun with no own worker at hand"),
    Column("own_workers_used", "int16", "workers", "own workers put on the board"),
    Column("buildings_touched", "int16", "buildings", "open buildings next to own workers when put down, summed"),
    Column("own_workers_left", "int16", "workers", "own workers at hand at the end, worth nothing"),
    Column("neutral_workers_used", "int16", "workers", "neutral workers put on the board"),
    Column("neutral_workers_left", "int16", "workers", "neutral workers at hand at the end, worth nothing"),
    Column("banners_used", "int16", "banners", "banners used (R8)"),
    Column("banners_without_sale", "int16", "banners", "banners used without selling a seal"),
    Column("seals_sold", "int32", "seals", "seals sold with banners"),
    Column("sale_gold", "int32", "gold", "gold from all sales with banners"),
    Column("final_gold", "int32", "gold", "gold from the seals left at the end (R9.4)"),
    Column(
        "castle_for_self",
        "int32",
        "gold",
        "what own castle pieces changed the own seals' worth by",
    ),
    Column("castle_for_others", "int32", "gold", "the same for the seals of all other players together"),
    Column("began_end", "int8", "0 or 1", "whether the player completed floor 2 of the castle (R9.1)"),
)
_DERIVED = (
    Column("seals_per_own_worker", "float64", "seals", "seals_from_workers / own_workers_used; NaN without a worker"),
    Column("buildings_per_own_worker", "float64", "buildings", "buildings_touched / own_workers_used; 0 if none"),
    Column("gold_per_seal_sold", "float64", "gold", "sale_gold / seals_sold; 0 without a sale"),
    Column("sales", "int16", "banners", "banners used with a sale"),
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

_GAME = Column("game", "int64", "game", "which game")
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
    used, turns, sold = rows["own_workers_used"], rows["turns"], rows["seals_sold"]
    with np.errstate(invalid="ignore", divide="ignore"):
        table["seals_per_own_worker"] = np.where(used > 0, rows["seals_from_workers"] / used, np.nan)
        table["buildings_per_own_worker"] = np.where(used > 0, rows["buildings_touched"] / used, 0.0)
        table["gold_per_seal_sold"] = np.where(sold > 0, rows["sale_gold"] / sold, 0.0)
        table["sales"] = (rows["banners_used"] - rows["banners_without_sale"]).astype(np.int16)
        options = rows["legal_builds"] + rows["worker_buildings"]
        table["decision_load"] = np.where(turns > 0, options / turns, np.nan)
    return table


def turn_table(logs: Sequence[tuple[int, NDArray[Any]]], components: Components) -> Mapping[str, Any]:
    """The logs of traced games as the columns of ``TURN_COLUMNS``, with ``game`` (within the batch) before them."""
    lengths = [len(log) for _, log in logs]
    log = np.concatenate([log for _, log in logs]) if logs else np.zeros(0, TURN_DTYPE)
    kind, used = log["kind"], log["used_banner"] != 0
    cards = [card_name(components, number) for number in range(4 * len(components.shapes))]
    paid = np.where(np.arange(log["paid"].shape[1])[None, :, None] < log["n_completed"][:, None, None], log["paid"], 0)
    table: dict[str, Any] = {
        "game": np.repeat(np.array([game for game, _ in logs], dtype=np.int64), lengths),
        "turn": np.concatenate([np.arange(length) for length in lengths]) if logs else np.zeros(0),
        "seat": log["seat"],
        "must": np.array(MUST_NAMES)[kind],
        "card": [cards[card] if built else None for card, built in zip(log["card"], kind == BUILD)],
        "squares": _numbered(log["squares"], kind != PASS),
        "own_squares": _numbered(log["own"], kind == WORKERS),
        "neutral_squares": _numbered(log["neutral"], kind == WORKERS),
        "camps": log["camps"],
        "draw": np.where(log["draw"] == FROM_STACK, -2, log["draw"]),
        "legal_builds": log["legal_builds"],
        "worker_buildings": log["worker_buildings"],
        "completed": log["n_completed"],
        "pieces": log["n_pieces"],
        "banner": used,
        "sale_gold": np.where(used, log["sale_gold"], 0),
    }
    for seat in range(SEATS_MAX):
        table[f"seals_seat_{seat}"] = paid[:, :, seat].sum(axis=1)
        table[f"standing_seat_{seat}"] = log["standing"][:, seat]
    for family, name in enumerate(FAMILY_NAMES):
        table[f"sold_{name}"] = np.where(used, log["sold"][:, family], 0)
        table[f"value_{name}"] = log["value"][:, family]
    return {
        column.name: table[column.name].astype(column.dtype)
        if column.dtype.startswith(("int", "bool"))
        else table[column.name]
        for column in (_GAME, *TURN_COLUMNS)
    }


def _numbered(words: NDArray[np.uint64], counted: NDArray[np.bool_]) -> list[NDArray[np.int16]]:
    """The squares of each set as 16 * row + column; none where not ``counted``."""
    little = np.where(counted[:, None], words, np.uint64(0)).astype("<u8").view(np.uint8)
    entry_of_byte, byte = np.nonzero(little)  # few of them, so that only these are taken apart into bits
    which, bit_of_byte = np.nonzero(np.unpackbits(little[entry_of_byte, byte][:, None], axis=1, bitorder="little"))
    entry, bit = entry_of_byte[which], 8 * byte[which] + bit_of_byte
    squares = (COLUMNS * (bit // STRIDE) + bit % STRIDE).astype(np.int16)
    ends = np.cumsum(np.bincount(entry, minlength=len(words))).tolist()
    return [squares[start:end] for start, end in zip([0, *ends], ends)]
