"""Lots: which of several equal choices is taken.

What a bot thinks equally good is told apart by lot, and not by the place it has in some list: else the first family,
the first card and the top left of the board would be favoured for no reason that a player could name. A lot is a number
made from the choice itself and from the drawer: where the seat's own random stream stands, and the turn. So it takes
nothing from the stream, comes out the same in whatever order choices are weighed and however many are passed over, and
is the same when the same decision is looked at twice.
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.rules.bitboard import (
    EMPTY,
    both,
    drop_first,
    either,
    first_bit,
    is_empty,
    load,
    single,
    size,
    store,
)
from arkadia_sim.games.arkadia.rules.state import CASTLE_SQUARES, TOUCHED_MAX
from arkadia_sim.rng import mix

LOT_SIZE = 1e-6
"""Lots are below this: far less than any two choices differ by that are not equal but for rounding."""

_FIRST, _SECOND, _THIRD, _FOURTH = (
    np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)
)
_U11, _U32 = np.uint64(11), np.uint64(32)
_UNIT = LOT_SIZE / (1 << 53)


@inlined
def drawer(table: Any, mind: Any) -> Any:
    """What the lots of a decision are drawn with: 64 bits."""
    stream = mind["random"]
    return mix(stream[0] ^ mix(stream[1] + np.uint64(4 * np.int64(table["turn"]) + np.int64(table["phase"]))))


@inlined
def lot(lots: Any, choice: Any) -> Any:
    """The lot of a choice, from 0 to LOT_SIZE, to be added to what it is worth; ``choice`` is its number, a uint64."""
    return np.float64(mix(lots ^ (choice * _FIRST)) >> _U11) * _UNIT


@inlined
def build_lot(lots: Any, card: Any, orientation: Any, anchor: Any) -> Any:
    """The lot of a build."""
    return lot(lots, np.uint64((np.int64(card) * 8 + np.int64(orientation)) * 256 + np.int64(anchor)))


@inlined
def workers_lot(lots: Any, own: Any, neutral: Any) -> Any:
    """The lot of a worker placement, whichever building it is reached through."""
    mine = own[0] * _FIRST ^ own[1] * _SECOND ^ own[2] * _THIRD ^ own[3] * _FOURTH
    others = neutral[0] * _FIRST ^ neutral[1] * _SECOND ^ neutral[2] * _THIRD ^ neutral[3] * _FOURTH
    return lot(lots, mine ^ mix(others))


@inlined
def piece_lot(lots: Any, family: Any, square: Any) -> Any:
    """The lot of a castle piece."""
    return lot(lots, np.uint64(CASTLE_SQUARES * np.int64(family) + np.int64(square)))


@inlined
def number_lot(lots: Any, number: Any) -> Any:
    """The lot of a choice that has a number: a face-up place, the stack, a family, a way to use a banner."""
    return lot(lots, np.uint64(number))


@inlined
def place_below(lots: Any, n: Any) -> Any:
    """A whole number from 0 to ``n - 1``, for a small ``n``: every one as likely as makes no difference."""
    return np.int64(((mix(lots) >> _U32) * np.uint64(n)) >> _U32)


@inlined
def put_in_order(mind: Any, squares: Any, most: Any) -> None:
    """Fill in ``outlook["order"]`` and ``outlook["first"]`` for a set of vacant squares, as far as the first ``most``:
    those that touch most open buildings first. Equals come row by row, from one of them that the lot names on to the
    last and then from the first, so that each is as likely to be among the first few."""
    seen = mind["outlook"]
    order, first, reaching = seen["order"], seen["first"], seen["reaching"]
    n, so_far = 0, EMPTY
    store(first[0], EMPTY)
    for touched in range(TOUCHED_MAX, -1, -1):
        rest, later = both(squares, load(reaching[touched])), EMPTY
        if is_empty(rest):
            continue
        for _ in range(place_below(seen["lots"] ^ np.uint64(first_bit(rest)), size(rest))):
            later = either(later, single(first_bit(rest)))
            rest = drop_first(rest)
        while not is_empty(rest):
            square = first_bit(rest)
            rest = drop_first(rest)
            if is_empty(rest):
                rest, later = later, EMPTY
            so_far = either(so_far, single(square))
            order[n] = square
            n += 1
            store(first[n], so_far)
            if n == most:
                return
