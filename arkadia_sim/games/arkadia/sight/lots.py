"""Lots: how a bot breaks ties.

A lot is a number computed from the choice and from the drawer, which depends on the state of the seat's random stream
and on the turn. So lots use up no random numbers, do not depend on the order in which choices are scored, and stay the
same if a decision is examined twice.
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.rules import bitboard
from arkadia_sim.games.arkadia.rules.state import CASTLE_SQUARES, TOUCHED_MAX
from arkadia_sim.rng import mix

LOT_SIZE = 1e-6
"""The upper bound of lots: far below the difference between any two choices that are not tied up to rounding."""

_FIRST, _SECOND, _THIRD, _FOURTH = (
    np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)
)
_U11, _U32 = np.uint64(11), np.uint64(32)
_UNIT = LOT_SIZE / (1 << 53)


@inlined
def drawer(table: Any, mind: Any) -> Any:
    """The 64 bits that the lots of a decision are computed from."""
    stream = mind["random"]
    return mix(stream[0] ^ mix(stream[1] + np.uint64(4 * np.int64(table["turn"]) + np.int64(table["phase"]))))


@inlined
def lot(lots: Any, choice: Any) -> Any:
    """The lot of a choice, from 0 to LOT_SIZE, to be added to its score; ``choice`` is its number, a uint64."""
    return np.float64(mix(lots ^ (choice * _FIRST)) >> _U11) * _UNIT


@inlined
def build_lot(lots: Any, card: Any, orientation: Any, anchor: Any) -> Any:
    return lot(lots, np.uint64((np.int64(card) * 8 + np.int64(orientation)) * 256 + np.int64(anchor)))


@inlined
def workers_lot(lots: Any, own: Any, neutral: Any) -> Any:
    """The lot of a worker placement, the same next to whichever building."""
    mine = own[0] * _FIRST ^ own[1] * _SECOND ^ own[2] * _THIRD ^ own[3] * _FOURTH
    others = neutral[0] * _FIRST ^ neutral[1] * _SECOND ^ neutral[2] * _THIRD ^ neutral[3] * _FOURTH
    return lot(lots, mine ^ mix(others))


@inlined
def piece_lot(lots: Any, family: Any, square: Any) -> Any:
    return lot(lots, np.uint64(CASTLE_SQUARES * np.int64(family) + np.int64(square)))


@inlined
def number_lot(lots: Any, number: Any) -> Any:
    """The lot of a numbered choice: a face-up place, the stack, a family, a way to use a banner."""
    return lot(lots, np.uint64(number))


@inlined
def put_in_order(mind: Any, squares: Any, most: Any) -> None:
    """Sort a set of vacant squares into ``outlook["order"]`` and ``outlook["first"]``, up to the first ``most``.

    Squares that touch the most open buildings come first. Ties come row by row, starting from one drawn by lot and
    wrapping around, so each is equally likely to be among the first few.
    """
    outlook = mind["outlook"]
    order, first, reaching = outlook["order"], outlook["first"], outlook["reaching"]
    n, so_far = 0, bitboard.EMPTY
    bitboard.store(first[0], bitboard.EMPTY)
    for touched in range(TOUCHED_MAX, -1, -1):
        rest, later = bitboard.both(squares, bitboard.load(reaching[touched])), bitboard.EMPTY
        if bitboard.is_empty(rest):
            continue
        drawn = mix(outlook["lots"] ^ np.uint64(bitboard.first_bit(rest))) >> _U32
        for _ in range(np.int64((drawn * np.uint64(bitboard.size(rest))) >> _U32)):
            later = bitboard.either(later, bitboard.single(bitboard.first_bit(rest)))
            rest = bitboard.drop_first(rest)
        while not bitboard.is_empty(rest):
            square = bitboard.first_bit(rest)
            rest = bitboard.drop_first(rest)
            if bitboard.is_empty(rest):
                rest, later = later, bitboard.EMPTY
            so_far = bitboard.either(so_far, bitboard.single(square))
            order[n] = square
            n += 1
            bitboard.store(first[n], so_far)
            if n == most:
                return
