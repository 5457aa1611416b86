"""Lists the candidates of a decision with their cues, and counts the cues of a choice, whoever made it."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.castle.rules.candidates import has, nth_pick
from arkadia_sim.games.castle.rules.state import (
    DECISION,
    DECISION_DTYPE,
    GUEST,
    MIND,
    MIND_DTYPE,
    MOVE,
    STEAL,
    TABLE,
    TABLE_DTYPE,
)
from arkadia_sim.games.castle.sight.cues import count_pick, count_situation
from arkadia_sim.games.castle.sight.limits import left_of
from arkadia_sim.kernels.options import add_option, lister_of


@compiled(types.void(TABLE, MIND, DECISION))
def count_choice(table: Any, mind: Any, choice: Any) -> None:
    """Count the situation and a legal choice, whoever made it."""
    count_situation(table, mind)
    if table["phase"] <= GUEST:  # there are no cues for the powers of guests
        count_pick(table, mind, int(choice["pick"]))


@lister_of(TABLE_DTYPE, MIND_DTYPE, DECISION_DTYPE)
def list_options(tables: Any, minds: Any, rows: Any, counts: Any) -> Any:
    """The options: all candidates, in their order (C12)."""
    table, mind, n = tables[0], minds[0], 0
    count_situation(table, mind)
    left = left_of(table, mind)
    for number in range(table["n"]):
        pick = nth_pick(table, number)
        if table["phase"] != MOVE and table["phase"] != STEAL and not has(left, pick):
            continue
        if n < len(rows):
            if table["phase"] <= GUEST:  # there are no cues for the powers of guests
                count_pick(table, mind, pick)
            rows[n]["pick"] = pick
            add_option(mind, counts, n)
        n += 1
    return n
