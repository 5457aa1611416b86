"""What is counted of a game: one row per player and game, one row per turn of traced games.

Everything that a study can ask of Arkadia enters here. ``count_turn`` runs in the play loop after every turn and reads
only what ``game["now"]`` tells of it; ``close_rows`` fills in what is known at the end.
"""

from typing import Any

import numpy as np
from numba import from_dtype, types

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.rules.bitboard import both, load, size
from arkadia_sim.games.arkadia.rules.castle import worth
from arkadia_sim.games.arkadia.rules.state import BUILD, END_FAILED, FAMILIES, NOBODY, PASS, WORKERS

BANNERS_MAX = 5
FAMILY_NAMES = ("red", "olive", "black", "silver")
"""The shipped families, which name the columns; families of other names keep these columns, in their order."""

ROW_DTYPE = np.dtype(
    [
        ("gold", "i4"),
        ("gold_lead", "i4"),
        ("win_share", "f8"),
        ("rank", "i1"),
        ("end", "i1"),
        ("turns", "i2"),
        ("builds", "i2"),
        ("worker_turns", "i2"),
        ("passes", "i2"),
        ("camps_covered", "i2"),
        ("dearest_left_open", "i2"),
        ("payouts_triggered", "i2"),
        ("most_payouts_in_a_turn", "i2"),
        ("seals_from_workers", "i4"),
        ("seals_from_triggers", "i4"),
        ("turns_without_worker", "i2"),
        ("own_workers_used", "i2"),
        ("buildings_touched", "i2"),
        ("own_workers_left", "i2"),
        ("neutral_workers_used", "i2"),
        ("neutral_workers_left", "i2"),
        ("banners_used", "i2"),
        ("banners_without_sale", "i2"),
        ("banner_turn", "i2", (BANNERS_MAX,)),
        ("banner_gold", "i4", (BANNERS_MAX,)),
        ("banner_sold", "i4", (BANNERS_MAX, FAMILIES)),
        ("seals_sold", "i4"),
        ("sale_gold", "i4"),
        ("final_gold", "i4"),
        ("castle", "i2", (FAMILIES,)),
        ("castle_for_self", "i4"),
        ("castle_for_others", "i4"),
        ("began_end", "i1"),
        ("legal_builds", "i8"),
        ("worker_buildings", "i8"),
    ],
    align=True,
)
ROW = from_dtype(ROW_DTYPE)
ROWS = types.Array(ROW, 1, "C")


@inlined
def open_rows(rows: Any, first: Any, players: Any) -> None:
    """Empty rows for the seats of a game, from row ``first`` on."""
    for seat in range(players):
        row = rows[first + seat]
        row["turns"] = 0
        row["builds"] = 0
        row["worker_turns"] = 0
        row["passes"] = 0
        row["camps_covered"] = 0
        row["dearest_left_open"] = 0
        row["payouts_triggered"] = 0
        row["most_payouts_in_a_turn"] = 0
        row["seals_from_workers"] = 0
        row["seals_from_triggers"] = 0
        row["turns_without_worker"] = 0
        row["own_workers_used"] = 0
        row["buildings_touched"] = 0
        row["neutral_workers_used"] = 0
        row["banners_used"] = 0
        row["banners_without_sale"] = 0
        row["seals_sold"] = 0
        row["sale_gold"] = 0
        row["castle_for_self"] = 0
        row["castle_for_others"] = 0
        row["legal_builds"] = 0
        row["worker_buildings"] = 0
        for i in range(BANNERS_MAX):
            row["banner_turn"][i] = -1
            row["banner_gold"][i] = 0
            for family in range(FAMILIES):
                row["banner_sold"][i, family] = 0
        for family in range(FAMILIES):
            row["castle"][family] = 0


@inlined
def count_turn(game: Any, rows: Any, first: Any) -> None:
    """Add the turn that has just been finished to the rows of its game."""
    now = game["now"]
    seat = now["seat"]
    row = rows[first + seat]
    row["turns"] += 1
    row["legal_builds"] += now["legal_builds"]
    row["worker_buildings"] += now["worker_buildings"]
    if _began_without_worker(game):
        row["turns_without_worker"] += 1
    if now["kind"] == BUILD:
        row["builds"] += 1
        row["camps_covered"] += now["camps"]
        if now["dearest"] != 0 and game["table"]["complete"][now["building"]] == 0:
            row["dearest_left_open"] += 1
    elif now["kind"] == WORKERS:
        row["worker_turns"] += 1
        row["own_workers_used"] += size(load(now["own"]))
        row["buildings_touched"] += _buildings_touched(game)
        row["neutral_workers_used"] += size(load(now["neutral"]))
    if now["kind"] == PASS:
        row["passes"] += 1
    if now["n_completed"] > 0:
        _count_payouts(game, rows, first)
    if now["n_pieces"] > 0:
        _count_pieces(game, row)
    if now["used_banner"] != 0:
        nth = row["banners_used"]
        row["banners_used"] += 1
        row["banner_turn"][nth] = row["turns"]
        row["banner_gold"][nth] = now["sale_gold"]
        row["sale_gold"] += now["sale_gold"]
        sold = 0
        for family in range(FAMILIES):
            sold += now["sold"][family]
            row["banner_sold"][nth, family] = now["sold"][family]
        row["seals_sold"] += sold
        row["banners_without_sale"] += 1 if sold == 0 else 0


@inlined
def _began_without_worker(game: Any) -> Any:
    """Whether no own worker was at hand when the turn began; the turn is over but not yet ended."""
    now = game["now"]
    at_hand = game["holdings"]["workers"][now["seat"]] - now["workers_brought"]
    if now["kind"] == WORKERS:
        at_hand += size(load(now["own"]))
    return at_hand == 0


@inlined
def _buildings_touched(game: Any) -> Any:
    """Over the own workers of this turn, how many buildings each touches that were still to be completed."""
    table, now = game["table"], game["now"]
    own = load(now["own"])
    touched = 0
    for i in range(table["n_open"]):
        touched += size(both(own, load(table["ring"][table["open"][i]])))
    for i in range(now["n_completed"]):
        touched += size(both(own, load(table["ring"][now["completed"][i]])))
    return touched


@inlined
def _count_pieces(game: Any, row: Any) -> None:
    now = game["now"]
    for i in range(now["n_pieces"]):
        row["castle"][now["piece_family"][i]] += 1
    for seat in range(game["table"]["players"]):
        if seat == now["seat"]:
            row["castle_for_self"] += now["pieces_gave"][seat]
        else:
            row["castle_for_others"] += now["pieces_gave"][seat]


@inlined
def note_standing(game: Any) -> None:
    """Add to the account of a logged turn how things stand after it: values, and what everybody is worth."""
    now, table, holdings = game["now"], game["table"], game["holdings"]
    for family in range(FAMILIES):
        now["value"][family] = table["value"][family]
    for seat in range(table["players"]):
        now["standing"][seat] = holdings["gold"][seat] + worth(table, holdings, seat)


@inlined
def _count_payouts(game: Any, rows: Any, first: Any) -> None:
    now = game["now"]
    row = rows[first + now["seat"]]
    row["payouts_triggered"] += now["n_completed"]
    row["most_payouts_in_a_turn"] = max(row["most_payouts_in_a_turn"], now["n_completed"])
    for i in range(now["n_completed"]):
        row["seals_from_triggers"] += now["trigger"][i]
        row["seals_from_workers"] -= now["trigger"][i]
        for seat in range(game["table"]["players"]):
            rows[first + seat]["seals_from_workers"] += now["paid"][i, seat]


@inlined
def close_rows(game: Any, rows: Any, first: Any, failed_seat: Any) -> None:
    """Fill in the outcome: gold, rank, win share (R9.4), what was left over.

    ``failed_seat`` is the seat whose bot broke a rule, or NOBODY: in a failed game the offender gets nothing and the
    others share the win, and ranks last; gold then counts as if the game had ended there.
    """
    table = game["table"]
    holdings = game["holdings"]
    players = table["players"]
    best = 0
    winners = 0
    for seat in range(players):
        row = rows[first + seat]
        seals = worth(table, holdings, seat)
        row["gold"] = holdings["gold"][seat] + (seals if failed_seat != NOBODY else 0)
        row["final_gold"] = seals
        row["own_workers_left"] = holdings["workers"][seat]
        row["neutral_workers_left"] = holdings["neutrals"][seat]
        row["end"] = table["end"] if failed_seat == NOBODY else END_FAILED
        row["began_end"] = 1 if table["end_seat"] == seat else 0
        if row["gold"] > best or seat == 0:
            best = row["gold"]
            winners = 0
        if row["gold"] == best:
            winners += 1
    for seat in range(players):
        row = rows[first + seat]
        best_other = -1
        better = 0
        for other in range(players):
            if other != seat:
                best_other = max(best_other, rows[first + other]["gold"])
                ahead = seat == failed_seat or rows[first + other]["gold"] > row["gold"]
                better += 1 if ahead and other != failed_seat else 0
        row["gold_lead"] = row["gold"] - best_other
        row["rank"] = 1 + better
        if failed_seat != NOBODY:
            row["win_share"] = 0.0 if seat == failed_seat else 1.0 / (players - 1)
        else:
            row["win_share"] = 1.0 / winners if row["gold"] == best else 0.0
