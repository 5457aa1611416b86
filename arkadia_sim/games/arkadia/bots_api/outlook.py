"""What a bot sees in the board before it decides its must: the open buildings, and how many ways to add workers.

``look`` notes for each building that is not complete which neighbours are vacant and whose workers stand there, once a
turn; a candidate is then weighed by a few set operations. ``list_introductions`` names worker placements worth a look.
"""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, count_bits, inlined
from arkadia_sim.games.arkadia.rules.bitboard import (
    EMPTY,
    both,
    drop_first,
    either,
    first_bit,
    is_empty,
    is_within,
    load,
    single,
    size,
    store,
    without,
)
from arkadia_sim.games.arkadia.rules.moves import vacant, worker_squares
from arkadia_sim.games.arkadia.rules.state import CANDIDATES_MAX, HOLDINGS, LOT, MARGIN, MIND, TABLE, WORKERS, family_of

_NONE, _ONE = np.uint64(0), np.uint64(1)

FREE, MINE, THEIRS, CAMP = np.uint32(1), np.uint32(1 << 8), np.uint32(1 << 16), np.uint32(1 << 24)


@inlined
def _mark(around: Any, squares: Any, mark: Any) -> None:
    while not is_empty(squares):
        around[MARGIN + first_bit(squares)] += mark
        squares = drop_first(squares)


@inlined
def look(table: Any, mind: Any) -> Any:
    """Fill in and return ``mind["outlook"]`` for the player on turn.

    ``outlook["around"][MARGIN + bit]`` tells what is on a square: FREE, MINE, THEIRS and CAMP each count in a byte of
    their own, so that the sum over up to 255 squares counts all four at once.
    """
    outlook = mind["outlook"]
    seat = table["seat"]
    free = vacant(table)
    mine = load(table["own"][seat])
    theirs = EMPTY
    for other in range(table["players"]):
        if other != seat:
            theirs = either(theirs, load(table["own"][other]))
    together = EMPTY
    touching = outlook["touching"]
    for square in range(len(touching)):
        touching[square] = _NONE
    outlook["n"] = table["n_open"]
    for k in range(table["n_open"]):
        building = table["open"][k]
        ring = load(table["ring"][building])
        around = both(ring, free)
        together = either(together, around)
        store(outlook["vacant"][k], around)
        outlook["n_vacant"][k] = size(around)
        outlook["family"][k] = family_of(table["card"][building])
        outlook["seal"][k] = table["has_seal"][building]
        outlook["mine"][k] = size(both(ring, mine))
        outlook["others"][k] = size(both(ring, theirs))
        here = _ONE << np.uint64(k)
        while not is_empty(around):
            touching[first_bit(around)] |= here
            around = drop_first(around)
    around_squares = outlook["around"]
    for square in range(len(around_squares)):
        around_squares[square] = np.uint32(0)
    _mark(around_squares, free, FREE)
    _mark(around_squares, mine, MINE)
    _mark(around_squares, theirs, THEIRS)
    _mark(around_squares, load(table["camps"]), CAMP)
    store(outlook["all_vacant"], together)
    store(outlook["free"], free)
    store(outlook["my_workers"], mine)
    store(outlook["their_workers"], theirs)
    return outlook


@inlined
def buildings_touched(outlook: Any, square: Any) -> Any:
    """How many open buildings a vacant square (a set of one) touches."""
    return count_bits(outlook["touching"][first_bit(square)])


@inlined
def list_introductions(table: Any, holdings: Any, mind: Any) -> None:
    """Fill ``mind["candidates"]`` with ways to introduce workers; call ``look`` before.

    With w own and n neutral workers at hand, for every building that workers may be put next to, its v vacant
    neighbours ordered by how many open buildings they touch (most first):

    * one worker, own or neutral, on each neighbour (each square once, whichever building it is reached through);
    * own workers on the best 2, 3 … min(w, v) neighbours;
    * mixes that leave it open: 0 to 2 own workers on the best squares and 1 or 2 neutral ones on the next, two or three
      workers together;
    * when v <= w + n: the building enclosed, with every possible number of own workers on the best squares and neutral
      ones on the rest;
    * for every two other open buildings whose vacant neighbours all lie next to this one: both enclosed at once, with
      as many neutral workers as possible, and with as many own ones as possible.

    Two may be the same placement reached through different buildings. At most ``CANDIDATES_MAX`` in all; what would
    exceed that is left out, the youngest buildings first. Any legal must is accepted by the kernel, named here or not.
    """
    mind["n_candidates"] = 0
    outlook = mind["outlook"]
    free = load(outlook["free"])
    own_left = holdings["workers"][table["seat"]]
    neutral_left = holdings["neutrals"][table["seat"]]
    if own_left + neutral_left == 0:
        return
    seen = EMPTY
    for k in range(-1, outlook["n"]):
        building = LOT if k < 0 else table["open"][k]
        around = worker_squares(table, building, free)
        if is_empty(around):
            continue
        _single_workers(mind, building, without(around, seen), own_left, neutral_left)
        seen = either(seen, around)
        _several_workers(mind, building, around, own_left, neutral_left)
        _two_at_once(mind, building, around, own_left, neutral_left)


@inlined
def choose_introduction(mind: Any, number: Any, choice: Any) -> None:
    """Fill in the decision with a way to introduce workers that ``list_introductions`` has listed."""
    candidate = mind["candidates"][number]
    choice["kind"] = WORKERS
    choice["building"] = candidate["building"]
    store(choice["own"], load(candidate["own"]))
    store(choice["neutral"], load(candidate["neutral"]))


@inlined
def _add(mind: Any, building: Any, own: Any, neutral: Any) -> None:
    n = mind["n_candidates"]
    if n == CANDIDATES_MAX:
        return
    candidate = mind["candidates"][n]
    candidate["building"] = building
    candidate["n_own"] = size(own)
    candidate["n_neutral"] = size(neutral)
    store(candidate["own"], own)
    store(candidate["neutral"], neutral)
    mind["n_candidates"] = n + 1


@inlined
def _single_workers(mind: Any, building: Any, squares: Any, own_left: Any, neutral_left: Any) -> None:
    while not is_empty(squares):
        square = single(first_bit(squares))
        if own_left > 0:
            _add(mind, building, square, EMPTY)
        if neutral_left > 0:
            _add(mind, building, EMPTY, square)
        squares = drop_first(squares)


@inlined
def _best_square(outlook: Any, squares: Any) -> Any:
    """Of a set that is not empty, the square that touches most open buildings (the first among equals)."""
    best = single(first_bit(squares))
    most = buildings_touched(outlook, best)
    squares = drop_first(squares)
    while not is_empty(squares):
        square = single(first_bit(squares))
        touched = buildings_touched(outlook, square)
        if touched > most:
            best, most = square, touched
        squares = drop_first(squares)
    return best


@inlined
def _several_workers(mind: Any, building: Any, around: Any, own_left: Any, neutral_left: Any) -> None:
    n_squares = size(around)
    encloses = n_squares <= own_left + neutral_left
    own, rest = EMPTY, around
    n_own = 0
    while True:
        if encloses and n_squares > 1 and n_squares - n_own <= neutral_left:
            _add(mind, building, own, rest)
        elif n_own > 1:
            _add(mind, building, own, EMPTY)
        if n_own == n_squares:
            return
        if n_own <= 2:
            _mixes(mind, building, own, n_own, rest, n_squares - n_own, neutral_left)
        if n_own == own_left:
            return
        square = _best_square(mind["outlook"], rest)
        own, rest = either(own, square), without(rest, square)
        n_own += 1


@inlined
def _mixes(mind: Any, building: Any, own: Any, n_own: Any, rest: Any, n_rest: Any, neutral_left: Any) -> None:
    neutral = EMPTY
    for n_neutral in range(1, min(2, neutral_left, n_rest - 1) + 1):
        square = _best_square(mind["outlook"], rest)
        neutral, rest = either(neutral, square), without(rest, square)
        if 2 <= n_own + n_neutral <= 3:
            _add(mind, building, own, neutral)


@inlined
def _two_at_once(mind: Any, building: Any, around: Any, own_left: Any, neutral_left: Any) -> None:
    outlook = mind["outlook"]
    n_around = size(around)
    for k in range(outlook["n"]):
        first = load(outlook["vacant"][k])
        if outlook["n_vacant"][k] >= n_around or not is_within(first, around):
            continue
        for j in range(k + 1, outlook["n"]):
            second = load(outlook["vacant"][j])
            if not is_within(second, around):
                continue
            squares = either(first, second)
            n_squares = size(squares)
            # if one lies within the other, or all around, the candidate has been named already
            if n_squares == outlook["n_vacant"][k] or n_squares == outlook["n_vacant"][j] or n_squares == n_around:
                continue
            if n_squares <= own_left + neutral_left:
                _share_out(mind, building, squares, max(0, n_squares - neutral_left))
                if min(n_squares, own_left) > max(0, n_squares - neutral_left):
                    _share_out(mind, building, squares, min(n_squares, own_left))


@inlined
def _share_out(mind: Any, building: Any, squares: Any, n_own: Any) -> None:
    own, rest = EMPTY, squares
    for _ in range(n_own):
        square = _best_square(mind["outlook"], rest)
        own, rest = either(own, square), without(rest, square)
    _add(mind, building, own, rest)


@compiled(types.void(TABLE, HOLDINGS, MIND))
def name_introductions(table: Any, holdings: Any, mind: Any) -> None:
    """Look at the board and fill ``mind["candidates"]``: :func:`list_introductions` for callers in plain Python."""
    look(table, mind)
    list_introductions(table, holdings, mind)
