"""Scores of the base player's candidates: exact sums, and the parts of the bounds in ``_must.py``.

A candidate changes the vacant neighbours and own workers of each open building that it touches. So the gain of each
building is noted once a turn, for every number of squares taken. A score is a sum of gains over the buildings, always
in the order of the outlook, so a candidate always gets the same sum.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import bitboard, inlined, lowest_bit, state

from ._player import AFTER_TABLES, BUILD, CAMP, FIRST_FREE, HELD, MINE, NARROW, PAIR, PRICE, SIZE, variant, worth

NO_BITS, ONE_BIT = np.uint64(0), np.uint64(1)
_FOUR = np.uint64(4)
NONE_TAKEN = (NO_BITS, NO_BITS, NO_BITS, NO_BITS)
NIBBLE, BITS_4, BITS_8, BITS_12 = np.uint64(15), np.uint64(4), np.uint64(8), np.uint64(12)

# -- places in mind["scratch"] ---------------------------------------------------------------------------------------
BEST, FOUND = FIRST_FREE, FIRST_FREE + 1
"""The highest score so far, and whether it is that of a worker placement: then it is the first candidate."""
AT_HAND = FIRST_FREE + 2
"""Own workers at hand."""
OF_NEW, OF_MINE, OF_THEIRS, OF_PAIR = 80, 96, 112, 208
"""By vacant neighbours, the worth of a new building of one family, and of each own worker, other worker and pair next
to it."""
SHARE = 128
"""Per entry of the outlook, the largest gain for each of its squares that a build covers."""
TAKEN_MAX = 16
GAINED, PER_OWN, OWNED = (AFTER_TABLES + TAKEN_MAX * 64 * i for i in range(3))
"""Per entry of the outlook and number of vacant neighbours that become occupied: the gain, the further gain for each
own worker among them, and the gain if all of them are own workers."""
FOR_OWN, FOR_NEUTRAL, BOUND = (AFTER_TABLES + 3 * TAKEN_MAX * 64 + 256 * i for i in range(3))
"""Per square: the gain of an own and of a neutral worker there, and the upper bound for a build with that anchor."""
ROUGHLY = AFTER_TABLES + 3 * TAKEN_MAX * 64 + 256 * 3
"""The gain up to rounding, by number of workers on the first sorted squares and number of own ones among them."""
assert ROUGHLY + TAKEN_MAX * TAKEN_MAX == state.SCRATCH


@inlined
def note_worths(mind: Any, most_squares: Any) -> None:
    """Note the gain of each open building for each number of its vacant neighbours that becomes occupied, and for each
    own worker among them, from the tables and prices. A build covers at most ``most_squares``."""
    board, scratch = mind["outlook"], mind["scratch"]
    for k in range(board["n"]):
        price, vacant = scratch[PRICE + board["family"][k]], board["n_vacant"][k]
        mine, others, seal = board["mine"][k], board["others"][k], board["seal"][k]
        table = variant(scratch, board["family"][k], seal)
        before = worth(scratch, table, vacant, price, mine, others, seal)
        for taken in range(vacant + 1):
            left = vacant - taken
            gained = worth(scratch, table, left, price, mine, others, seal) - before
            per_own = price * (scratch[MINE + table + left] + scratch[PAIR + table + left] * others)
            scratch[GAINED + TAKEN_MAX * k + taken] = gained
            scratch[PER_OWN + TAKEN_MAX * k + taken] = per_own
            scratch[OWNED + TAKEN_MAX * k + taken] = gained + per_own * taken
        share = scratch[GAINED + TAKEN_MAX * k + 1]
        for taken in range(2, min(vacant, most_squares) + 1):
            share = max(share, scratch[GAINED + TAKEN_MAX * k + taken] / taken)
        scratch[SHARE + k] = share
    _note_squares(mind)


@inlined
def _note_squares(mind: Any) -> None:
    """Note for each square the largest gain if a build covers it, and the gain of a worker there."""
    board, scratch = mind["outlook"], mind["scratch"]
    promises = board["promise"]
    for square in range(len(promises)):
        promises[square] = np.float32(0.0)
    squares = bitboard.load(board["all_vacant"])
    while not bitboard.is_empty(squares):
        square = bitboard.first_bit(squares)
        squares = bitboard.drop_first(squares)
        touched = board["touching"][square]
        promise, for_own, for_neutral = 0.0, 0.0, 0.0
        first = True
        while touched != NO_BITS:
            k = lowest_bit(touched)
            touched &= touched - ONE_BIT
            promise += scratch[SHARE + k]
            neutral = scratch[GAINED + TAKEN_MAX * k + 1]
            own = neutral + scratch[PER_OWN + TAKEN_MAX * k + 1]
            if scratch[NARROW] == 0.0:
                for_own += own
                for_neutral += neutral
            else:
                for_own = own if first else max(for_own, own)
                for_neutral = neutral if first else max(for_neutral, neutral)
            first = False
        promises[square] = promise
        scratch[FOR_OWN + square] = for_own
        scratch[FOR_NEUTRAL + square] = for_neutral


@inlined
def count_square(counters: Any, touched: Any) -> Any:
    """Count one more square for each building in ``touched``. Bit k of the four words is the count of building k, in
    binary."""
    ones, twos, fours, eights = counters
    carry = ones & touched
    ones ^= touched
    more = twos & carry
    twos ^= carry
    carry = fours & more
    fours ^= more
    return (ones, twos, fours, eights ^ carry)


@inlined
def _number(counters: Any, k: Any) -> Any:
    """The count of building k in the four words."""
    ones, twos, fours, eights = counters
    place = np.uint64(k)
    low = ((ones >> place) & ONE_BIT) + (((twos >> place) & ONE_BIT) << ONE_BIT)
    high = ((fours >> place) & ONE_BIT) + (((eights >> place) & ONE_BIT) << ONE_BIT)
    return np.int64(low + high * _FOUR)


@inlined
def count_squares(mind: Any, squares: Any, counters: Any) -> Any:
    touching = mind["outlook"]["touching"]
    while not bitboard.is_empty(squares):
        counters = count_square(counters, touching[bitboard.first_bit(squares)])
        squares = bitboard.drop_first(squares)
    return counters


@inlined
def gained_by_workers(scratch: Any, taken: Any, own: Any) -> Any:
    """The gain of all open buildings, from the counts of squares taken next to each and of own workers among them."""
    gold = 0.0
    touched = taken[0] | taken[1] | taken[2] | taken[3]
    while touched != NO_BITS:
        k = lowest_bit(touched)
        touched &= touched - ONE_BIT
        place = TAKEN_MAX * k + _number(taken, k)
        gold += scratch[GAINED + place] + scratch[PER_OWN + place] * _number(own, k)
    return gold


@inlined
def gained_by_build(scratch: Any, taken: Any) -> Any:
    """The same without workers."""
    gold = 0.0
    touched = taken[0] | taken[1] | taken[2] | taken[3]
    while touched != NO_BITS:
        k = lowest_bit(touched)
        touched &= touched - ONE_BIT
        gold += scratch[GAINED + TAKEN_MAX * k + _number(taken, k)]
    return gold


@inlined
def new_building(table: Any, mind: Any, family: Any, n_squares: Any, counts: Any) -> Any:
    """The worth of a new building, from the counts of the squares around it and of camps."""
    scratch = mind["scratch"]
    vacant, mine = np.int64(counts & NIBBLE), np.float64((counts >> BITS_4) & NIBBLE)
    others, camps = np.float64((counts >> BITS_8) & NIBBLE), np.int64(counts >> BITS_12)
    seal = 1.0 if table["supply"][family] > 0 else 0.0
    its_table = variant(scratch, family, seal)
    gold = worth(scratch, its_table, vacant, scratch[PRICE + family], mine, others, seal)
    gold += scratch[BUILD] + scratch[CAMP] * min(camps, table["neutral_pool"])
    if vacant > 0:
        gold -= scratch[HELD + family]
    return gold + scratch[SIZE] * n_squares


@inlined
def gained_by_best(mind: Any, squares: Any, own: Any) -> Any:
    """The gain of the one building that gains most from a worker placement."""
    board, scratch = mind["outlook"], mind["scratch"]
    best, has_best = 0.0, False
    for k in range(board["n"]):
        vacant = bitboard.load(board["vacant"][k])
        taken = bitboard.size(bitboard.both(vacant, squares))
        if taken > 0:
            place = TAKEN_MAX * k + taken
            gold = scratch[GAINED + place] + scratch[PER_OWN + place] * bitboard.size(bitboard.both(vacant, own))
            if gold > best or not has_best:
                best, has_best = gold, True
    return best
