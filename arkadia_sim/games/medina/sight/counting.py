"""Lists the options of a decision with their cues, and counts the cues of a choice, whoever made it."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.medina.rules.bitboard import drop_first, first_bit, is_empty
from arkadia_sim.games.medina.rules.state import (
    DECISION,
    DECISION_DTYPE,
    HOLDINGS,
    HOLDINGS_DTYPE,
    KINDS,
    MIND,
    MIND_DTYPE,
    PLACE,
    TABLE,
    TABLE_DTYPE,
)
from arkadia_sim.games.medina.sight import limits
from arkadia_sim.games.medina.sight.cues import count_break, count_placement, count_situation, most_points
from arkadia_sim.kernels.options import add_option, lister_of


@compiled(types.void(TABLE, HOLDINGS, MIND, DECISION))
def count_choice(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """Count the situation and a legal choice, whoever made it."""
    count_situation(table, holdings, mind)
    if table["phase"] == PLACE:
        count_placement(table, holdings, mind, int(choice["kind"]), int(choice["square"]))
    else:
        count_break(mind, choice["take_tea"] != 0, most_points(table, holdings, mind))


@inlined
def _list_placements(table: Any, holdings: Any, mind: Any, rows: Any, counts: Any) -> Any:
    n = 0
    for kind in range(KINDS):
        squares = limits.squares_for(table, holdings, mind, kind)
        while not is_empty(squares):
            square = first_bit(squares)
            squares = drop_first(squares)
            if n < len(rows):
                count_placement(table, holdings, mind, kind, square)
                rows[n]["kind"], rows[n]["square"] = kind, square
                add_option(mind, counts, n)
            n += 1
    return n


@lister_of(TABLE_DTYPE, HOLDINGS_DTYPE, MIND_DTYPE, DECISION_DTYPE)
def list_options(tables: Any, all_holdings: Any, minds: Any, rows: Any, counts: Any) -> Any:
    """The options: all placements, with one building of each palace for a roof; or whether to take a tea break."""
    table, holdings, mind = tables[0], all_holdings[0], minds[0]
    count_situation(table, holdings, mind)
    if table["phase"] == PLACE:
        return _list_placements(table, holdings, mind, rows, counts)
    n, points = 0, most_points(table, holdings, mind)
    for takes_tea in (False, True):
        if limits.may_rest(mind, takes_tea):
            count_break(mind, takes_tea, points)
            rows[n]["take_tea"] = 1 if takes_tea else 0
            add_option(mind, counts, n)
            n += 1
    return n
