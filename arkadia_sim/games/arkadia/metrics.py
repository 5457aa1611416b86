"""What is measured in a game: the engine's rows, and the columns of the result tables, each with its meaning.

A measure is declared once, in ``MEASURES``: rows, initial values and columns follow from it. ``count_turn`` runs in the
play loop after every turn; ``close_rows`` fills in what is known at the end.
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.compiled.tables import Tables, by_seat, logged, measured, ratio, sourced, turn_columns
from arkadia_sim.games.arkadia.box import FAMILIES
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import EMPTY, both, either, load, size
from arkadia_sim.games.arkadia.rules.castle import worth
from arkadia_sim.kernels.measures import CHANCES, WIN_SHARE, Axis, Measure, opening_with, row_of, settling_with

BANNERS_MAX = 5
BANNER = Axis("banner", tuple(str(number) for number in range(1, BANNERS_MAX + 1)))

MEASURES = (
    Measure("gold", "i4", "gold", "gold after the final scoring (R9.4)"),
    Measure("gold_lead", "i4", "gold", "lead over the best opponent: gold minus that opponent's"),
    WIN_SHARE,
    Measure("rank", "i1", "place", "1 for the most gold; players with equal gold share a rank"),
    Measure("end", "i1", "", "castle (R9.1), stalemate (R9.3) or failed (a bot broke a rule)", names=state.END_NAMES),
    Measure("turns", "i2", "turns", "the player's turns, passes included"),
    Measure("builds", "i2", "turns", "turns in which the player laid out a building (R4)"),
    Measure("worker_turns", "i2", "turns", "turns in which the player introduced workers (R5)"),
    Measure("passes", "i2", "turns", "turns in which the player could do neither"),
    Measure("camps_covered", "i2", "workers", "neutral workers got for covering tent camps (R4.4)"),
    Measure("dearest_left_open", "i2", "buildings", "buildings left open when laid out, of the family worth most"),
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
    Measure("sales", "i2", "banners", "banners used with a sale"),
    Measure("seals_sold", "i4", "seals", "seals sold with banners"),
    Measure("sale_gold", "i4", "gold", "gold from all sales with banners"),
    Measure("final_gold", "i4", "gold", "gold from the seals left at the end (R9.4)"),
    Measure("castle_for_self", "i4", "gold", "change in the worth of the own seals by own castle pieces"),
    Measure("castle_for_others", "i4", "gold", "the same for the seals of all other players in total"),
    Measure("began_end", "i1", "0 or 1", "whether the player completed floor 2 of the castle (R9.1)"),
    Measure("outlines", "i1", "", "which outlines buildings had, by the component's names", names=state.OUTLINE_NAMES),
    *CHANCES,
    Measure("paid", "f8", "% of own workers",
            "own workers on the board at the end that were paid {times}, once for each completed building beside "
            "(R6.2)",
            "paid_{times}", by=(Axis("times", ("never", "once", "twice", "three_times", "four_times")),)),
    Measure("options", "i8", "options", "legal builds and buildings open to workers, summed over the turns", ""),
    Measure("banner_turn", "i2", "turn", "number of the player's turn with banner {banner}; -1 if unused",
            "banner_{banner}_turn", empty=-1, by=(BANNER,)),
)  # fmt: skip
"""In the order of the columns."""

ROW_DTYPE = row_of(MEASURES)
open_rows = opening_with(MEASURES)
_settle = settling_with("gold", "gold_lead")


@inlined
def count_turn(game: Any, rows: Any, first: Any) -> None:
    now = game["now"]
    seat = now["seat"]
    row = rows[first + seat]
    row["turns"] += 1
    row["options"] += now["legal_builds"] + now["worker_buildings"]
    row["chances"] += now["chances"]
    row["chances_taken"] += now["chances_taken"]
    put_down = size(load(now["own"])) if now["kind"] == state.WORKERS else 0
    if game["holdings"]["workers"][seat] - now["workers_brought"] + put_down == 0:  # at hand when the turn began
        row["turns_without_worker"] += 1
    if now["kind"] == state.BUILD:
        row["builds"] += 1
        row["camps_covered"] += now["camps"]
        if now["dearest"] != 0 and game["table"]["complete"][now["building"]] == 0:
            row["dearest_left_open"] += 1
    elif now["kind"] == state.WORKERS:
        row["worker_turns"] += 1
        row["own_workers_used"] += put_down
        own, rings = load(now["own"]), game["table"]["ring"]
        for i in range(game["table"]["n_open"]):
            row["buildings_touched"] += size(both(own, load(rings[game["table"]["open"][i]])))
        for i in range(now["n_completed"]):
            row["buildings_touched"] += size(both(own, load(rings[now["completed"][i]])))
        row["neutral_workers_used"] += size(load(now["neutral"]))
    if now["kind"] == state.PASS:
        row["passes"] += 1
    row["payouts_triggered"] += now["n_completed"]
    row["most_payouts_in_a_turn"] = max(row["most_payouts_in_a_turn"], now["n_completed"])
    for i in range(now["n_completed"]):
        row["seals_from_triggers"] += now["trigger"][i]
        row["seals_from_workers"] -= now["trigger"][i]
        for player in range(game["table"]["players"]):
            rows[first + player]["seals_from_workers"] += now["paid"][i, player]
    row["castle_for_self"] += now["pieces_gave"][seat]
    for player in range(game["table"]["players"]):
        if player != seat:
            row["castle_for_others"] += now["pieces_gave"][player]
    if now["used_banner"] != 0:
        nth = row["banners_used"]
        row["banners_used"] += 1
        row["banner_turn"][nth] = row["turns"]
        row["sale_gold"] += now["sale_gold"]
        sold = 0
        for family in range(state.FAMILIES):
            sold += now["sold"][family]
        row["seals_sold"] += sold
        row["banners_without_sale"] += 1 if sold == 0 else 0
        row["sales"] += 1 if sold > 0 else 0


@inlined
def note_standing(game: Any) -> None:
    """Add the values and everybody's total worth after a logged turn to its account."""
    now, table, holdings = game["now"], game["table"], game["holdings"]
    for family in range(state.FAMILIES):
        now["value"][family] = table["value"][family]
    for seat in range(table["players"]):
        now["standing"][seat] = holdings["gold"][seat] + worth(table, holdings, seat)


@inlined
def _count_paid(table: Any, row: Any, seat: Any) -> None:
    """Note the percentages of a seat's workers on the board by the number of completed buildings beside (R6.2)."""
    once, twice, thrice, four_times = EMPTY, EMPTY, EMPTY, EMPTY
    own = load(table["own"][seat])
    for building in range(table["n_buildings"]):
        if building != state.LOT and table["complete"][building] != 0:
            here = both(own, load(table["ring"][building]))
            four_times = either(four_times, both(thrice, here))
            thrice = either(thrice, both(twice, here))
            twice = either(twice, both(once, here))
            once = either(once, here)
    left = size(own)
    total = max(left, 1)
    for times, more in enumerate((once, twice, thrice, four_times, EMPTY)):
        row["paid"][times] = 100.0 * (left - size(more)) / total
        left = size(more)


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
    for seat in range(players):
        row = rows[first + seat]
        row["outlines"] = table["outlines"]["choice"]
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


def _per(name: str, unit: str, over: str, under: str) -> Any:
    return sourced(name, "float64", unit, f"{over} / {under}; 0 if there are none", ratio(over, under, 0.0))


_PLAYER = (
    *measured(MEASURES),
    _per("buildings_per_own_worker", "buildings", "buildings_touched", "own_workers_used"),
    _per("gold_per_seal_sold", "gold", "sale_gold", "seals_sold"),
    sourced("decision_load", "float64", "options", "legal builds plus buildings open to workers, on average per turn",
            ratio("options", "turns", np.nan)),
)  # fmt: skip


_MUSTS = np.array(state.MUST_NAMES)

_TURN = (
    *turn_columns(", passes included"),
    sourced("must", "string", "", "build, workers or pass", lambda turns: _MUSTS[turns.log["kind"]]),
    sourced("camps", "int8", "workers", "neutral workers got for camps covered", logged("camps")),
    sourced("completed", "int16", "buildings", "buildings completed", logged("n_completed")),
    sourced("banner", "bool", "", "whether a banner was used", logged("used_banner")),
    sourced("sale_gold", "int32", "gold", "gold from seals sold", logged("sale_gold")),
    *(
        sourced(f"value_{name}", "int16", "gold", f"value of one {name} seal after the turn", logged("value", family))
        for family, name in enumerate(FAMILIES)
    ),
    *by_seat(
        state.SEATS_MAX,
        "standing_seat_{seat}",
        "gold",
        "gold of seat {seat} after the turn, all its seals at that value",
    ),
)
TABLES = Tables(_PLAYER, _TURN, state.TURN_DTYPE)
