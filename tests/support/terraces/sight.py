"""What players can count, and what a bot can be barred from or forced to."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.cues import Cue, amount, flag, own_turns
from arkadia_sim.kernels import rules as rules_of_thumb
from arkadia_sim.kernels.limits import add_kind, count_chances, keeps, narrow, open_limits
from arkadia_sim.kernels.options import add_option, lister_of
from arkadia_sim.kernels.rules import CUES as CUE
from arkadia_sim.kernels.rules import FOLLOWS, SITUATION
from arkadia_sim.rng import below
from tests.support.terraces.rules import has, length_with, nth, picks_of, points_of, size, top_of
from tests.support.terraces.state import (
    DECISION,
    DECISION_DTYPE,
    HAND,
    HAND_DTYPE,
    MIND,
    MIND_DTYPE,
    ROWS,
    SIDES,
    TABLE,
    TABLE_DTYPE,
    TURN,
)

CUES = (
    own_turns(2, 4),
    amount("deck", "cards in the deck", "cards", (0, 4)),
    flag("clears", "play", "clear a terrace", "clear no terrace"),
    Cue("cards", "play", "{card|cards} on the terrace then", "cards", "glance", numbers=(2, 3)),
    Cue("step", "play", "{number|numbers} above the card below", "numbers", "count", numbers=(1, 3), nothing=0),
    Cue("expected", "play", "{point|points} that the die brings on average", "points", "compute"),
)
CLEARS, CARDS, STEP, EXPECTED = range(4)

CONSTRAINTS = (
    Constraint(
        "clear",
        "Clear a terrace",
        barred="Clears no terrace while another move is possible.",
        forced="Clears a terrace whenever it can.",
    ),
)
HEEDABLE = {"clear": "play"}
CLEARING = 1
"""The bit of the constraint."""


@inlined
def expected(length: Any) -> Any:
    """The points that a die brings on average on a terrace of so many cards (T3)."""
    total = 0.0
    for die in range(1, SIDES + 1):
        total += points_of(die, length)
    return total / SIDES


@inlined
def things_of(table: Any, pick: Any) -> Any:
    """What a pick does of what bots can be constrained in."""
    card, row = pick // ROWS, pick % ROWS
    return CLEARING if length_with(table, card, row) <= table["length"][row] else 0


@inlined
def count_situation(table: Any, mind: Any) -> None:
    """Count what is the same for all candidates."""
    mind["counted"][SITUATION] = table["turn"] // table["players"] + 1
    mind["counted"][SITUATION + 1] = table["deck_left"]


@inlined
def count_pick(table: Any, mind: Any, pick: Any) -> None:
    """Count the cues of a candidate."""
    counted, card, row = mind["counted"], pick // ROWS, pick % ROWS
    length = length_with(table, card, row)
    counted[CUE + CLEARS] = things_of(table, pick)
    counted[CUE + CARDS] = length
    counted[CUE + STEP] = card - top_of(table, row) if length > 1 else 0
    counted[CUE + EXPECTED] = expected(length)


@inlined
def left_of(hand: Any, mind: Any) -> Any:
    """The candidates that constraints and rules of thumb leave, as a set of picks."""
    return int(mind["limits"]["open"]) if mind["limits"]["bound"] != 0 else int(picks_of(hand))


@inlined
def choose_by_chance(table: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Any candidate that is left, all equally likely."""
    left = left_of(hand, mind)
    choice["pick"] = nth(left, below(mind["random"], size(left)))


@compiled(types.void(TABLE, HAND, MIND))
def find(table: Any, hand: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what constraints leave, and what rules of thumb leave of that."""
    limits, every = mind["limits"], picks_of(hand)
    open_limits(limits)
    limits["open"] = every
    for number in range(size(every) if mind["watched"] & CLEARING != 0 else 0):
        add_kind(limits, things_of(table, nth(every, number)))
    narrow(mind, 1)
    if limits["bound"] != 0:
        limits["open"] = 0
        for number in range(size(every)):
            pick = nth(every, number)
            limits["open"] |= (1 << pick) if keeps(limits, things_of(table, pick)) else 0
    if mind["watched"] & FOLLOWS == 0:
        return
    count_situation(table, mind)
    rules_of_thumb.begin(mind, mind["rules"], table["phase"])
    if mind["counted"][rules_of_thumb.N_ACTIVE] == 0.0:
        return
    every, left = int(limits["open"]), 0
    for narrowing in (False, True):
        for number in range(size(every)):
            pick = nth(every, number)
            count_pick(table, mind, pick)
            if not narrowing:
                rules_of_thumb.is_best(mind, 0.0)
            elif rules_of_thumb.is_as_good(mind):
                left |= 1 << pick
    limits["open"], limits["bound"] = left, 1


@compiled(types.boolean(TABLE, HAND, MIND, DECISION, TURN))
def note_choice(table: Any, hand: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count what a choice does of what is watched; returns whether it is among those that are left."""
    pick = int(choice["pick"])
    if pick < 0 or not has(picks_of(hand), min(pick, 63)):  # the kernel reports it
        return True
    heeded = True
    if mind["limits"]["n_kinds"] != 0:
        heeded = count_chances(mind, things_of(table, pick), 1, now)
    return heeded and has(left_of(hand, mind), pick)


@compiled(types.void(TABLE, HAND, MIND, DECISION))
def count_choice(table: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Count the situation and a legal choice, whoever made it."""
    count_situation(table, mind)
    count_pick(table, mind, int(choice["pick"]))


@lister_of(TABLE_DTYPE, HAND_DTYPE, MIND_DTYPE, DECISION_DTYPE)
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
