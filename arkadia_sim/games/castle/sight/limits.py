"""What constraints and rules leave of a bot's decision (``mind["limits"]``), and lists of its options with their cues.

``find`` counts every candidate by its cues before the bot is asked, and keeps those that are as good as any other by
constraints and rules. ``note_choice`` then checks what the bot chose. A bot that heeds constraints chooses from
``left_of``. Without constraints, that is the table's ``open``. Moves and thefts know no constraints and no rules.
"""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.candidates import first, has, is_candidate, nth, nth_pick, size
from arkadia_sim.games.castle.sight import cues
from arkadia_sim.kernels.candidates import add_option, lister_of
from arkadia_sim.kernels.rules import EVERY_CUE, close_limits, has_rules_at, heeds, look_at, open_limits
from arkadia_sim.rng import below


@inlined
def _has_set(phase: Any) -> Any:
    """Whether the candidates of a decision are a set of picks."""
    return phase != state.MOVE and phase != state.STEAL


@inlined
def left_of(table: Any, mind: Any) -> Any:
    """The candidates that are left, as a set of picks; for a move or a theft, nothing is taken away."""
    if mind["limits"]["bound"] != 0:
        return np.int64(mind["limits"]["left"][0])
    return int(table["open"])


@inlined
def choose_by_chance(table: Any, mind: Any, choice: Any) -> None:
    """Any candidate that is left, all equally likely."""
    if mind["limits"]["bound"] != 0 and _has_set(table["phase"]):
        left = left_of(table, mind)
        choice["pick"] = nth(left, below(mind["random"], size(left)))
    else:
        choice["pick"] = nth_pick(table, below(mind["random"], table["n"]))


@compiled(types.void(state.TABLE, state.MIND))
def find(table: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what constraints and rules leave of the current decision."""
    if not has_rules_at(mind, table["phase"]):
        return
    cues.count_situation(table, mind)
    if open_limits(mind, table["phase"], True):
        rest, alike = int(table["open"]), cues.alike(table, mind["wanted"])
        while rest != 0:
            pick = first(rest)
            these = rest & alike if has(alike, pick) else 1 << pick
            rest &= ~these
            cues.count_pick(table, mind, pick)
            if look_at(mind):
                mind["limits"]["left"][0] |= np.uint64(these)
        close_limits(mind)


@compiled(types.boolean(state.TABLE, state.MIND, state.DECISION, state.TURN))
def note_choice(table: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count which watched things a choice does, before it is carried out; returns whether constraints and rules allow
    it. The kernel reports what is illegal."""
    pick = int(choice["pick"])
    if mind["limits"]["ruled"]["n"] == 0 or not is_candidate(table, pick):
        return True
    cues.count_pick(table, mind, pick)
    return heeds(mind, now["watched"][table["seat"]])


# -- counted and listed ------------------------------------------------------------------------------------------------
@compiled(types.void(state.TABLE, state.MIND, state.DECISION))
def count_choice(table: Any, mind: Any, choice: Any) -> None:
    """Count the situation and a legal choice, whoever made it."""
    mind["wanted"] = EVERY_CUE
    cues.count_situation(table, mind)
    if table["phase"] <= state.GUEST:  # there are no cues for the powers of guests
        cues.count_pick(table, mind, int(choice["pick"]))


@lister_of(state.TABLE_DTYPE, state.MIND_DTYPE, state.DECISION_DTYPE)
def list_options(tables: Any, minds: Any, rows: Any, counts: Any) -> Any:
    """The options: all candidates, in their order (C12)."""
    table, mind, n = tables[0], minds[0], 0
    cues.count_situation(table, mind)
    left = left_of(table, mind)
    for number in range(table["n"]):
        pick = nth_pick(table, number)
        if _has_set(table["phase"]) and not has(left, pick):
            continue
        if n < len(rows):
            if table["phase"] <= state.GUEST:  # there are no cues for the powers of guests
                cues.count_pick(table, mind, pick)
            rows[n]["pick"] = pick
            add_option(mind, counts, n)
        n += 1
    return n
