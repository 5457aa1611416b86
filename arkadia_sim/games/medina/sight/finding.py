"""What a bot's constraints leave of the decision at hand: found before it is asked, and held against what it chose.

``find`` looks at every placement, or at both answers to a tea break, and notes what these do. A constraint that would
leave nothing is passed over. What is left is in ``mind["limits"]``; how a bot chooses from it is in ``limits.py``.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.medina.rules.bitboard import (
    EMPTY,
    drop_first,
    either,
    first_bit,
    has,
    is_empty,
    load,
    single,
    store,
)
from arkadia_sim.games.medina.rules.places import may_roof, palace_at, squares_for
from arkadia_sim.games.medina.rules.state import (
    DECISION,
    HOLDINGS,
    KINDS,
    MIND,
    NO_PALACE,
    ON_SQUARES,
    PLACE,
    TABLE,
    TEA,
    TURN,
)
from arkadia_sim.games.medina.sight.constraints import N_THINGS, PLACE_THINGS, TEA_BREAK
from arkadia_sim.games.medina.sight.things import placement_things
from arkadia_sim.kernels.limits import add_kind, count_chances, keeps, narrow, open_limits


@inlined
def _note_placements(table: Any, holdings: Any, limits: Any) -> None:
    for kind in range(KINDS):
        squares = squares_for(table, holdings, table["seat"], kind)
        while not is_empty(squares):
            square = first_bit(squares)
            squares = drop_first(squares)
            add_kind(limits, placement_things(table, holdings, kind, square))


@inlined
def _leave_placements(table: Any, holdings: Any, limits: Any) -> None:
    for kind in range(KINDS):
        squares, left = squares_for(table, holdings, table["seat"], kind), EMPTY
        while not is_empty(squares):
            square = first_bit(squares)
            squares = drop_first(squares)
            if keeps(limits, placement_things(table, holdings, kind, square)):
                left = either(left, single(square))
        store(limits["squares"][kind], left)


@compiled(types.void(TABLE, HOLDINGS, MIND))
def find(table: Any, holdings: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what the mind's constraints leave of the decision at hand."""
    limits, phase, watched = mind["limits"], table["phase"], mind["watched"]
    open_limits(limits)
    if phase == PLACE and watched & PLACE_THINGS != 0:
        _note_placements(table, holdings, limits)
    elif phase == TEA and watched & TEA_BREAK != 0:
        add_kind(limits, 0)
        add_kind(limits, TEA_BREAK)
    else:
        return
    narrow(mind, N_THINGS)
    if limits["bound"] != 0 and phase == PLACE:
        _leave_placements(table, holdings, limits)


@inlined
def _things(table: Any, holdings: Any, choice: Any) -> Any:
    """What a choice does; nothing if the rules do not allow it, which the kernel will say."""
    if table["phase"] != PLACE:
        return TEA_BREAK if choice["take_tea"] != 0 else 0
    kind, square = choice["kind"], choice["square"]
    if kind < 0 or kind >= KINDS or square < 0 or square >= 256:
        return 0
    if kind < ON_SQUARES:
        legal = has(load(table["places"][kind]), square)
    else:
        palace = palace_at(table, square)
        legal = palace != NO_PALACE and may_roof(table, table["seat"], kind, palace)
    return placement_things(table, holdings, kind, square) if legal else 0


@compiled(types.boolean(TABLE, HOLDINGS, MIND, DECISION, TURN))
def note_choice(table: Any, holdings: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count in the account of the turn what a choice, not yet carried out, does of all that is watched; returns whether
    it is one of those that ``find`` has left."""
    if mind["limits"]["n_kinds"] == 0:
        return True
    return count_chances(mind, _things(table, holdings, choice), N_THINGS, now)
