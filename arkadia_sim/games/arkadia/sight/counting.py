"""Lists the options of a decision with their cues, and counts the cues of a choice, whoever made it."""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.arkadia.rules.bitboard import load
from arkadia_sim.games.arkadia.rules.state import (
    CASTLE,
    DECISION,
    DECISION_DTYPE,
    DRAW,
    HAND,
    HAND_DTYPE,
    HOLDINGS,
    HOLDINGS_DTYPE,
    MIND,
    MIND_DTYPE,
    MUST,
    TABLE,
    TABLE_DTYPE,
)
from arkadia_sim.games.arkadia.sight import cues, limits, outlook
from arkadia_sim.kernels.options import add_option, lister_of
from arkadia_sim.kernels.rules import EVERY_CUE


@compiled(types.void(TABLE, HOLDINGS, HAND, MIND, DECISION))
def count_choice(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Count the situation and a legal choice."""
    mind["wanted"] = EVERY_CUE
    cues.count_situation(table, holdings, mind)
    if table["phase"] == MUST:
        outlook.look(table, mind)
    elif table["phase"] == CASTLE:
        outlook.look_at_workers(table, mind)
    limits.count_option(table, holdings, hand, mind, choice)


@inlined
def _add(mind: Any, row: Any, number: Any, lot: Any, into: Any) -> None:
    rows, counts = into
    n = mind["limits"]["listed"]
    if n < len(rows):
        rows[n] = row
        add_option(mind, counts, n)
    mind["limits"]["listed"] = n + 1


@inlined
def _add_placement(mind: Any, row: Any, number: Any, lot: Any, into: Any) -> None:
    if not _is_named_before(mind["candidates"], number):
        row["card"], row["orientation"], row["anchor"] = 0, 0, 0
        outlook.choose_introduction(mind, number, row)
        _add(mind, row, number, lot, into)


@inlined
def _is_named_before(candidates: Any, number: Any) -> Any:
    """Whether the same workers were named for an earlier building."""
    this = candidates[number]
    if this["n_own"] + this["n_neutral"] == 1:
        return False
    own, neutral = load(this["own"]), load(this["neutral"])
    for i in range(number):
        other = candidates[i]
        if other["n_own"] == this["n_own"] and load(other["own"]) == own and load(other["neutral"]) == neutral:
            return True
    return False


_add_builds, _add_workers, _add_draws = (
    limits.builds_walk(_add),
    limits.workers_walk(_add_placement),
    limits.draws_walk(_add),
)
_add_pieces, _add_ways = limits.pieces_walk(_add), limits.ways_walk(_add)


@lister_of(TABLE_DTYPE, HOLDINGS_DTYPE, HAND_DTYPE, MIND_DTYPE, DECISION_DTYPE)
def list_options(tables: Any, all_holdings: Any, hands: Any, minds: Any, rows: Any, counts: Any) -> Any:
    """The options: all builds and the placements that ``outlook`` names, all draws, all pieces, and no sale or all
    seals of any families with a banner."""
    table, holdings, hand, mind = tables[0], all_holdings[0], hands[0], minds[0]
    phase, row, into = table["phase"], np.zeros(1, DECISION_DTYPE)[0], (rows, counts)
    cues.count_situation(table, holdings, mind)
    mind["wanted"], mind["limits"]["listed"] = EVERY_CUE, 0
    if phase == MUST:
        outlook.look(table, mind)
        outlook.list_introductions(table, holdings, mind)
        _add_builds(table, hand, mind, row, into)
        _add_workers(mind, row, into)
    elif phase == DRAW:
        _add_draws(table, holdings, hand, mind, row, into)
    elif phase == CASTLE:
        _add_pieces(table, holdings, mind, row, into)
    else:
        _add_ways(table, holdings, mind, row, into)
    return mind["limits"]["listed"]
