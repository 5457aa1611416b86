"""What players can count, and what a bot can be barred from or forced to."""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.core.constraint import Constraint, heedable
from arkadia_sim.core.cues import Cue, amount, flag, own_turns
from arkadia_sim.kernels.bits import has, nth, size
from arkadia_sim.kernels.candidates import add_option, lister_of
from arkadia_sim.kernels.rules import CUES as CUE
from arkadia_sim.kernels.rules import SITUATION, close_limits, heeds, keep, look_at, open_limits
from arkadia_sim.rng import below
from tests.support.terraces import state
from tests.support.terraces.rules import length_with, picks_of, points_of, top_of

CUES = (
    own_turns(2, 4),
    amount("deck", "cards in the deck", "cards", (0, 4)),
    flag("clears", "play", "clear a terrace", "clear no terrace"),
    Cue("cards", "play", "{card|cards} on the terrace then", "cards", "glance", numbers=(2, 3)),
    Cue("step", "play", "{number|numbers} above the card below", "numbers", "count", numbers=(1, 3), nothing=0),
    Cue("expected", "play", "{point|points} that the die brings on average", "points", "compute"),
)
CLEARS, CARDS, STEP, EXPECTED = range(4)

CONSTRAINTS = (Constraint("clear", "Clear a terrace", "play: at least 1 clears"),)
HEEDABLE = heedable(CONSTRAINTS)


@inlined
def expected(length: Any) -> Any:
    """The points that a die brings on average on a terrace of so many cards (T3)."""
    total = 0.0
    for die in range(1, state.SIDES + 1):
        total += points_of(die, length)
    return total / state.SIDES


@inlined
def count_situation(table: Any, mind: Any) -> None:
    """Count what is the same for all candidates."""
    mind["counted"][SITUATION] = table["turn"] // table["players"] + 1
    mind["counted"][SITUATION + 1] = table["deck_left"]


@inlined
def count_pick(table: Any, mind: Any, pick: Any) -> None:
    """Count the cues of a candidate."""
    counted, card, row = mind["counted"], pick // state.ROWS, pick % state.ROWS
    length = length_with(table, card, row)
    counted[CUE + CLEARS] = 1.0 if length <= table["length"][row] else 0.0
    counted[CUE + CARDS] = length
    counted[CUE + STEP] = card - top_of(table, row) if length > 1 else 0
    counted[CUE + EXPECTED] = expected(length)


@inlined
def left_of(hand: Any, mind: Any) -> Any:
    """The candidates that constraints and rules of thumb leave, as a set of picks."""
    return np.int64(mind["limits"]["left"][0]) if mind["limits"]["bound"] != 0 else np.int64(picks_of(hand))


@inlined
def choose_by_chance(table: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Any candidate that is left, all equally likely."""
    left = left_of(hand, mind)
    choice["pick"] = nth(left, below(mind["random"], size(left)))


@compiled(types.void(state.TABLE, state.HAND, state.MIND))
def find(table: Any, hand: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what constraints and rules of thumb leave."""
    count_situation(table, mind)
    if open_limits(mind, table["phase"], True):
        every = picks_of(hand)
        for number in range(size(every)):
            count_pick(table, mind, nth(every, number))
            if look_at(mind):
                keep(mind, nth(every, number))
        close_limits(mind)


@compiled(types.boolean(state.TABLE, state.HAND, state.MIND, state.DECISION, state.TURN))
def note_choice(table: Any, hand: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count what a choice does of what is watched; returns whether it is among those that are left."""
    pick = int(choice["pick"])
    if mind["limits"]["ruled"]["n"] == 0 or pick < 0 or not has(picks_of(hand), min(pick, 63)):  # the kernel reports it
        return True
    count_pick(table, mind, pick)
    return heeds(mind, now)


@compiled(types.void(state.TABLE, state.HAND, state.MIND, state.DECISION))
def count_choice(table: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Count the situation and a legal choice, whoever made it."""
    count_situation(table, mind)
    count_pick(table, mind, int(choice["pick"]))


@lister_of(state.TABLE_DTYPE, state.HAND_DTYPE, state.MIND_DTYPE, state.DECISION_DTYPE)
def list_options(tables: Any, hands: Any, minds: Any, rows: Any, counts: Any) -> Any:
    """All candidates that are left, in the order of their picks."""
    table, mind = tables[0], minds[0]
    count_situation(table, mind)
    left = left_of(hands[0], mind)
    for number in range(min(size(left), len(rows))):
        rows[number]["pick"] = nth(left, number)
        count_pick(table, mind, nth(left, number))
        add_option(mind, counts, number)
    return size(left)
