"""What is measured in a game: one row per player and game, and one row per turn of traced games.

A measure is declared once, in ``MEASURES``: the engine's rows, their initial values and the columns of the result
tables follow from it. ``count_turn`` runs in the play loop after every turn and reads only ``game["now"]``;
``close_rows`` fills in what is known at the end.
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import EMPTY, both, either, load, size
from arkadia_sim.games.arkadia.rules.castle import worth
from arkadia_sim.kernels.measures import CHANCES, WIN_SHARE, Axis, Measure, opening_with, row_of, settling_with
from arkadia_sim.rng import mix

_NUMBER_SHIFT = np.uint64(11)

BANNERS_MAX = 5
PAID = range(5)
"""How many buildings can pay an own worker: at most one for each square around it."""
FAMILY_NAMES = ("red", "olive", "black", "silver")
"""The shipped families, which name the columns; other families use the same columns, in their order."""


BANNER = Axis("banner", tuple(str(number) for number in range(1, BANNERS_MAX + 1)), grouped=True)
FAMILY = Axis("family", FAMILY_NAMES)

MEASURES = (
    Measure("gold", "i4", "gold", "gold after the final scoring (R9.4)"),
    Measure("gold_lead", "i4", "gold", "lead over the best opponent: gold minus that opponent's"),
    WIN_SHARE,
    Measure("rank", "i1", "place", "1 for the most gold; players with equal gold share a rank"),
    Measure(
        "end",
        "i1",
        "",
        "how the game ended: castle (R9.1), stalemate (R9.3) or failed (a bot broke a rule)",
        names=state.END_NAMES,
    ),
    Measure("turns", "i2", "turns", "the player's turns, passes included"),
    Measure("builds", "i2", "turns", "turns in which the player laid out a building (R4)"),
    Measure("worker_turns", "i2", "turns", "turns in which the player introduced workers (R5)"),
    Measure("passes", "i2", "turns", "turns in which the player could do neither"),
    Measure("camps_covered", "i2", "workers", "neutral workers got for covering tent camps (R4.4)"),
    Measure(
        "dearest_left_open", "i2", "buildings", "buildings laid out and left open when their family was worth most"
    ),
    Measure("payouts_triggered", "i2", "buildings", "buildings completed on the player's own turns (R6.1)"),
    Measure("most_payouts_in_a_turn", "i2", "buildings", "most buildings completed in one of the player's turns"),
    Measure("seals_from_workers", "i4", "seals", "seals got for own workers next to completed buildings (R6.2)"),
    Measure("seals_from_triggers", "i4", "seals", "seals that lay on buildings the player completed (R6.2)"),
    Measure("turns_without_worker", "i2", "turns", "turns that began with no own worker at hand"),
    Measure("own_workers_used", "i2", "workers", "own workers put on the board"),
    Measure("buildings_touched", "i2", "buildings", "open buildings next to own workers when put down, summed"),
    Measure("own_workers_left", "i2", "workers", "own workers at hand at the end, worth nothing"),
    Measure("neutral_workers_used", "i2", "workers", "neutral workers put on the board"),
    Measure("neutral_workers_left", "i2", "workers", "neutral workers at hand at the end, worth nothing"),
    Measure("banners_used", "i2", "banners", "banners used (R8)"),
    Measure("banners_without_sale", "i2", "banners", "banners used without selling a seal"),
    Measure("seals_sold", "i4", "seals", "seals sold with banners"),
    Measure("sale_gold", "i4", "gold", "gold from all sales with banners"),
    Measure("final_gold", "i4", "gold", "gold from the seals left at the end (R9.4)"),
    Measure("castle_for_self", "i4", "gold", "change in the worth of the own seals by own castle pieces"),
    Measure("castle_for_others", "i4", "gold", "the same for the seals of all other players in total"),
    Measure("began_end", "i1", "0 or 1", "whether the player completed floor 2 of the castle (R9.1)"),
    Measure(
        "outlines",
        "i1",
        "",
        "which outlines the buildings had, as named by the component outlines",
        names=state.OUTLINE_NAMES,
    ),
    Measure("camp_layout", "i8", "number", "identifies the squares with tent camps: equal numbers, equal boards"),
    *CHANCES,
    Measure("castle", "i2", "pieces", "{family} castle pieces placed (R7)", "castle_{family}", by=(FAMILY,)),
    Measure(
        "banner_turn",
        "i2",
        "turn",
        "number of the player's turn with banner {banner}; -1 if unused",
        "banner_{banner}_turn",
        empty=-1,
        by=(BANNER,),
    ),
    Measure(
        "banner_gold",
        "i4",
        "gold",
        "gold from the seals sold with banner {banner}",
        "banner_{banner}_gold",
        by=(BANNER,),
    ),
    Measure(
        "banner_sold",
        "i4",
        "seals",
        "{family} seals sold with banner {banner}",
        "banner_{banner}_{family}",
        by=(BANNER, FAMILY),
    ),
    *(Measure(f"paid_{k}", "i2", "workers", f"own workers next to {k} completed buildings", "") for k in PAID),
    Measure("legal_builds", "i8", "options", "legal builds that the player had, summed over the turns", ""),
    Measure("worker_buildings", "i8", "options", "buildings open to workers that the player had, summed", ""),
)
"""In the order of the columns, except that those of the banners are grouped by banner."""

ROW_DTYPE = row_of(MEASURES)
open_rows = opening_with(MEASURES)
_settle = settling_with("gold", "gold_lead")


@inlined
def count_turn(game: Any, rows: Any, first: Any) -> None:
    """Add the turn just finished to the rows of its game."""
    now = game["now"]
    seat = now["seat"]
    row = rows[first + seat]
    row["turns"] += 1
    row["legal_builds"] += now["legal_builds"]
    row["worker_buildings"] += now["worker_buildings"]
    row["chances"] += now["chances"]
    row["chances_taken"] += now["chances_taken"]
    if _began_without_worker(game):
        row["turns_without_worker"] += 1
    if now["kind"] == state.BUILD:
        row["builds"] += 1
        row["camps_covered"] += now["camps"]
        if now["dearest"] != 0 and game["table"]["complete"][now["building"]] == 0:
            row["dearest_left_open"] += 1
    elif now["kind"] == state.WORKERS:
        row["worker_turns"] += 1
        row["own_workers_used"] += size(load(now["own"]))
        row["buildings_touched"] += _buildings_touched(game)
        row["neutral_workers_used"] += size(load(now["neutral"]))
    if now["kind"] == state.PASS:
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
        for family in range(state.FAMILIES):
            sold += now["sold"][family]
            row["banner_sold"][nth, family] = now["sold"][family]
        row["seals_sold"] += sold
        row["banners_without_sale"] += 1 if sold == 0 else 0


@inlined
def _began_without_worker(game: Any) -> Any:
    """Whether no own worker was at hand when the turn began; call it after the turn, before ``end_turn``."""
    now = game["now"]
    at_hand = game["holdings"]["workers"][now["seat"]] - now["workers_brought"]
    if now["kind"] == state.WORKERS:
        at_hand += size(load(now["own"]))
    return at_hand == 0


@inlined
def _buildings_touched(game: Any) -> Any:
    """How many open buildings the own workers of this turn touch, summed over workers."""
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
    """Add the values and everybody's total worth after a logged turn to its account."""
    now, table, holdings = game["now"], game["table"], game["holdings"]
    for family in range(state.FAMILIES):
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
def _count_paid(table: Any, row: Any, seat: Any) -> None:
    """Count a seat's workers on the board by the number of completed buildings next to them (R6.2)."""
    once, twice, thrice, four_times = EMPTY, EMPTY, EMPTY, EMPTY
    own = load(table["own"][seat])
    for building in range(table["n_buildings"]):
        if building != state.LOT and table["complete"][building] != 0:
            here = both(own, load(table["ring"][building]))
            four_times = either(four_times, both(thrice, here))
            thrice = either(thrice, both(twice, here))
            twice = either(twice, both(once, here))
            once = either(once, here)
    row["paid_0"] = size(own) - size(once)
    row["paid_1"] = size(once) - size(twice)
    row["paid_2"] = size(twice) - size(thrice)
    row["paid_3"] = size(thrice) - size(four_times)
    row["paid_4"] = size(four_times)


@inlined
def number_of(words: Any) -> Any:
    """A number below 2**53 that identifies a set of squares; every tool can store it exactly."""
    number = np.uint64(0)
    for word in range(len(words)):
        number = mix(number ^ words[word])
    return np.int64(number >> _NUMBER_SHIFT)


@inlined
def close_rows(game: Any, rows: Any, first: Any, failed_seat: Any) -> None:
    """Fill in the outcome: gold, rank, win rate (R9.4), and what was left over.

    ``failed_seat`` is the seat whose bot broke a rule, or NOBODY. In a failed game the offender ranks last and gets
    nothing, the others share the win, and gold counts as if the game had ended there.
    """
    table = game["table"]
    holdings = game["holdings"]
    players = table["players"]
    best = 0
    layout = number_of(table["camps"])
    for seat in range(players):
        row = rows[first + seat]
        row["outlines"] = table["outlines"]["choice"]
        row["camp_layout"] = layout
        seals = worth(table, holdings, seat)
        row["gold"] = holdings["gold"][seat] + (seals if failed_seat != state.NOBODY else 0)
        row["final_gold"] = seals
        _count_paid(table, row, seat)
        row["own_workers_left"] = holdings["workers"][seat]
        row["neutral_workers_left"] = holdings["neutrals"][seat]
        row["end"] = table["end"] if failed_seat == state.NOBODY else state.END_FAILED
        row["began_end"] = 1 if table["end_seat"] == seat else 0
        best = max(best, row["gold"])
    for seat in range(players):
        rows[first + seat]["win_share"] = 1.0 if rows[first + seat]["gold"] == best else 0.0
    _settle(rows, first, players, failed_seat)
