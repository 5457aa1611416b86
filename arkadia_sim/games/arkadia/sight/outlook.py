"""What a bot sees on the board before its must: the open buildings, and worker placements worth considering.

Once a turn, ``look`` notes the vacant neighbours of each open building and the workers next to it. A few set operations
then score a candidate. ``introductions_walk`` makes a function that names worker placements one by one;
``list_introductions`` lists them all.
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined, lowest_bit
from arkadia_sim.games.arkadia.rules import bitboard, state
from arkadia_sim.games.arkadia.rules.bitboard import EMPTY, STRIDE, both, either, is_empty, load, size, store, without
from arkadia_sim.games.arkadia.rules.moves import vacant, worker_squares
from arkadia_sim.games.arkadia.sight.cues import OF_WORKERS, placement_is_left
from arkadia_sim.games.arkadia.sight.lots import drawer, put_in_order

_NONE, _ONE = np.uint64(0), np.uint64(1)
_PLACES = 64 * bitboard.WORDS

FREE, MINE, THEIRS, CAMP = np.uint16(1), np.uint16(1 << 4), np.uint16(1 << 8), np.uint16(1 << 12)
NO_CAMPS = np.uint16(CAMP - FREE)
_CAMPS = np.uint16(15 << 12)
_4, _8, _12 = np.uint64(4), np.uint64(8), np.uint64(12)


@inlined
def _note_squares(outlook: Any, free: Any, mine: Any, theirs: Any, camps: Any) -> None:
    """Fill in ``around`` and ``beside``. Without branches in loops, and with slices taken before them, which need no
    check for negative indices, the compiler handles several squares at once."""
    around, beside = outlook["around"], outlook["beside"]
    for i in range(len(around)):
        around[i] = np.uint16(0)
    for i in range(_PLACES, len(beside)):
        beside[i] = np.uint16(0)
    for word in range(bitboard.WORDS):
        here = around[state.MARGIN + 64 * word : state.MARGIN + 64 * (word + 1)]
        vacant_here, mine_here, theirs_here, camps_here = free[word], mine[word], theirs[word], camps[word]
        for i in range(64):
            bit = np.uint64(i)
            marks = (vacant_here >> bit) & _ONE
            marks |= ((mine_here >> bit) & _ONE) << _4
            marks |= ((theirs_here >> bit) & _ONE) << _8
            marks |= ((camps_here >> bit) & _ONE) << _12
            here[i] = np.uint16(marks)
    this = around[state.MARGIN : state.MARGIN + _PLACES]
    left = around[state.MARGIN - 1 : state.MARGIN - 1 + _PLACES]
    right = around[state.MARGIN + 1 : state.MARGIN + 1 + _PLACES]
    above = around[state.MARGIN - STRIDE : state.MARGIN - STRIDE + _PLACES]
    below = around[state.MARGIN + STRIDE : state.MARGIN + STRIDE + _PLACES]
    for i in range(_PLACES):
        beside[i] = ((left[i] + right[i] + above[i] + below[i]) & NO_CAMPS) | (this[i] & _CAMPS)


@inlined
def _others_workers(table: Any) -> Any:
    theirs = EMPTY
    for other in range(table["players"]):
        if other != table["seat"]:
            theirs = either(theirs, load(table["own"][other]))
    return theirs


@inlined
def _note_building(table: Any, outlook: Any, k: Any, ring: Any, mine: Any, theirs: Any) -> None:
    outlook["family"][k] = state.family_of(table["card"][table["open"][k]])
    outlook["mine"][k] = size(both(ring, mine))
    outlook["others"][k] = size(both(ring, theirs))


@inlined
def look_at_workers(table: Any, mind: Any) -> None:
    """Fill in only the number and families of open buildings and the workers next to them."""
    outlook = mind["outlook"]
    mine, theirs = load(table["own"][table["seat"]]), _others_workers(table)
    outlook["n"] = table["n_open"]
    for k in range(table["n_open"]):
        _note_building(table, outlook, k, load(table["ring"][table["open"][k]]), mine, theirs)


@inlined
def look(table: Any, mind: Any) -> Any:
    """Fill in and return ``mind["outlook"]`` for the player on turn.

    ``outlook["around"][MARGIN + bit]`` says what is on a square. FREE, MINE, THEIRS and CAMP have four bits each, so a
    sum over up to 15 squares counts all four at once. ``outlook["beside"][bit]`` is this sum over the four neighbours
    of a square, except that CAMP counts the square itself. ``sum_beside`` adds them up for a whole building.
    """
    outlook = mind["outlook"]
    free = vacant(table)
    mine, theirs = load(table["own"][table["seat"]]), _others_workers(table)
    together = EMPTY
    # the number of buildings that touch each square, in binary: one set per digit
    ones, twos, fours = EMPTY, EMPTY, EMPTY
    touching = outlook["touching"]
    for square in range(len(touching)):
        touching[square] = _NONE
    outlook["n"] = table["n_open"]
    for k in range(table["n_open"]):
        building = table["open"][k]
        ring = load(table["ring"][building])
        around = both(ring, free)
        together = either(together, around)
        pairs = both(ones, around)
        ones, fours = bitboard.exclusive(ones, around), bitboard.exclusive(fours, both(twos, pairs))
        twos = bitboard.exclusive(twos, pairs)
        store(outlook["vacant"][k], around)
        outlook["n_vacant"][k] = size(around)
        outlook["seal"][k] = table["has_seal"][building]
        _note_building(table, outlook, k, ring, mine, theirs)
        here = _ONE << np.uint64(k)
        while not is_empty(around):
            touching[bitboard.first_bit(around)] |= here
            around = bitboard.drop_first(around)
    _note_squares(outlook, free, mine, theirs, load(table["camps"]))
    outlook["lots"] = drawer(table, mind)
    store(outlook["all_vacant"], together)
    store(outlook["free"], free)
    store(outlook["my_workers"], mine)
    store(outlook["their_workers"], theirs)
    reaching = outlook["reaching"]
    store(reaching[0], without(free, together))
    store(reaching[1], without(ones, twos))
    store(reaching[2], without(twos, ones))
    store(reaching[3], both(ones, twos))
    store(reaching[4], fours)
    return outlook


@inlined
def _offset(outlines: Any, form: Any, orientation: Any, j: Any) -> Any:
    """The offset from the anchor to the outline's j-th square; beyond the board if there is none."""
    return np.int64(outlines["offset"][form, orientation, j]) if j < outlines["n_squares"][form] else _PLACES


def _adding_up(name: str, into: str) -> Any:
    """An inlined function that adds up marks over an outline's squares, less ``itself``, for all anchors."""

    @inlined
    def add_up(outlines: Any, outlook: Any, form: Any, orientation: Any, itself: Any) -> None:
        marks, total = outlook[name], outlook[into]
        # four squares at once, so their sum is stored once; missing squares point beyond the board
        for j in range(0, outlines["n_squares"][form], 4):
            a, b = _offset(outlines, form, orientation, j), _offset(outlines, form, orientation, j + 1)
            c, d = _offset(outlines, form, orientation, j + 2), _offset(outlines, form, orientation, j + 3)
            at_a, at_b = marks[a : a + state.ANCHORS], marks[b : b + state.ANCHORS]
            at_c, at_d = marks[c : c + state.ANCHORS], marks[d : d + state.ANCHORS]
            if j == 0:
                for i in range(state.ANCHORS):
                    total[i] = at_a[i] + at_b[i] + at_c[i] + at_d[i] - itself
            else:
                for i in range(state.ANCHORS):
                    total[i] += at_a[i] + at_b[i] + at_c[i] + at_d[i]

    return add_up


_add_up_beside, _add_up_promises = _adding_up("beside", "beside_sum"), _adding_up("promise", "promise_sum")


@inlined
def sum_beside(table: Any, outlook: Any, form: Any, orientation: Any) -> None:
    """Add up what is around an outline, for all anchors where it can be laid out.

    ``outlook["beside_sum"][anchor]`` counts, as ``around`` does, the vacant squares and workers next to the building
    and the camps under it: the sum of ``beside`` over its squares, minus these squares themselves, minus what the
    corners count twice, exact modulo 2**16.
    """
    outlines, around, total = table["outlines"], outlook["around"], outlook["beside_sum"]
    _add_up_beside(outlines, outlook, form, orientation, np.uint16(outlines["joins"][form, orientation]) * FREE)
    for j in range(outlines["n_corners"][form, orientation]):
        corner = state.MARGIN + np.int64(outlines["corners"][form, orientation, j])
        twice = around[corner : corner + state.ANCHORS]
        for i in range(state.ANCHORS):
            total[i] -= twice[i] & NO_CAMPS


@inlined
def sum_up(table: Any, outlook: Any, form: Any, orientation: Any) -> None:
    """``sum_beside``, and in ``outlook["promise_sum"][anchor]`` the sum of ``promise``, which the bot fills in before,
    with zeros beyond the board."""
    sum_beside(table, outlook, form, orientation)
    _add_up_promises(table["outlines"], outlook, form, orientation, np.float32(0.0))


def introductions_walk(on_worker: Any, on_set: Any, on_several: Any) -> Any:
    """A compiled function ``walk(table, holdings, mind)`` that passes ways to introduce workers, one by one, to three
    compiled functions. Call ``look`` before. It leaves out what constraints forbid, and may name a placement twice.

    With w own and n neutral workers at hand, for each building that workers may be put next to, and its v vacant
    neighbours sorted by how many open buildings they touch (most first), these are

    * one worker, own or neutral, on each neighbour (each square once, for the first building);
    * own workers on the best 2, 3 … min(w, v) neighbours;
    * mixes that leave the building open: 0 to 2 own workers on the best squares and 1 or 2 neutral ones on the next,
      two or three workers in total;
    * if v <= w + n: the building enclosed, with each possible number of own workers on the best squares and neutral
      ones on the rest;
    * for each two other open buildings whose vacant neighbours are all next to this one: both enclosed at once, with as
      many neutral workers as possible, and with as many own ones as possible.

    A single worker goes to ``on_worker(mind, building, square, is_own)``. A new set of squares, sorted by
    ``put_in_order``, goes to ``on_set(mind, n, takes_all)``: the next placements use at most its first ``n`` squares,
    and all of them only if ``takes_all`` or if all workers on them are own. Each goes to ``on_several(mind, building,
    n_own, n_all)``: workers on the first ``n_all`` squares, own ones on the first ``n_own``.
    """

    @inlined
    def pass_on(mind: Any, bound: Any, building: Any, n_own: Any, n_all: Any) -> None:
        first = mind["outlook"]["first"]
        if not bound or placement_is_left(mind, load(first[n_own]), load(first[n_all])):
            on_several(mind, building, n_own, n_all)

    @inlined
    def several(mind: Any, bound: Any, building: Any, around: Any, own_left: Any, neutral_left: Any) -> None:
        n_squares = size(around)
        encloses = n_squares <= own_left + neutral_left
        most = n_squares if encloses else min(n_squares, max(own_left, min(3, own_left + neutral_left)))
        put_in_order(mind, around, most)
        on_set(mind, most, encloses)
        for n_own in range(min(own_left, n_squares) + 1):
            if encloses and n_squares - n_own <= neutral_left:
                pass_on(mind, bound, building, n_own, n_squares)
            elif n_own > 1:
                pass_on(mind, bound, building, n_own, n_own)
            if n_own <= 2:
                for n_neutral in range(1, min(2, neutral_left, n_squares - n_own - 1) + 1):
                    if 2 <= n_own + n_neutral <= 3:
                        pass_on(mind, bound, building, n_own, n_own + n_neutral)

    @inlined
    def two_at_once(mind: Any, bound: Any, building: Any, around: Any, own_left: Any, neutral_left: Any) -> None:
        outlook = mind["outlook"]
        n_vacant = outlook["n_vacant"]
        within = _within(outlook, around)
        while within != _NONE:
            k = lowest_bit(within)
            within &= within - _ONE
            others = within
            while others != _NONE:
                j = lowest_bit(others)
                others &= others - _ONE
                squares = either(load(outlook["vacant"][k]), load(outlook["vacant"][j]))
                n_squares = size(squares)
                # if one set includes the other, or is all of `around`, the candidate was named already
                if n_squares == n_vacant[k] or n_squares == n_vacant[j] or n_squares == size(around):
                    continue
                if n_squares <= own_left + neutral_left:
                    fewest, most = max(0, n_squares - neutral_left), min(n_squares, own_left)
                    put_in_order(mind, squares, n_squares)
                    on_set(mind, n_squares, True)
                    pass_on(mind, bound, building, fewest, n_squares)
                    if most > fewest:
                        pass_on(mind, bound, building, most, n_squares)

    @inlined
    def walk(table: Any, holdings: Any, mind: Any) -> None:
        outlook = mind["outlook"]
        free = load(outlook["free"])
        own_left, neutral_left = holdings["workers"][table["seat"]], holdings["neutrals"][table["seat"]]
        if own_left + neutral_left == 0:
            return
        visited, bound = EMPTY, mind["limits"]["bound"] != 0
        if bound and mind["wanted"] & OF_WORKERS == 0:  # one placement is like all others
            if not placement_is_left(mind, EMPTY, EMPTY):
                return
            bound = False
        for k in range(-1, outlook["n"]):
            building = state.LOT if k < 0 else table["open"][k]
            around = worker_squares(table, building, free)
            if is_empty(around):
                continue
            squares = without(around, visited)
            visited = either(visited, around)
            while not is_empty(squares):
                square = bitboard.first_bit(squares)
                squares = bitboard.drop_first(squares)
                here = bitboard.single(square)
                if own_left > 0 and (not bound or placement_is_left(mind, here, here)):
                    on_worker(mind, building, square, True)
                if neutral_left > 0 and (not bound or placement_is_left(mind, EMPTY, here)):
                    on_worker(mind, building, square, False)
            if size(around) > 1 and own_left + neutral_left > 1:
                several(mind, bound, building, around, own_left, neutral_left)
                two_at_once(mind, bound, building, around, own_left, neutral_left)

    return walk


@inlined
def _within(outlook: Any, around: Any) -> Any:
    """The buildings, as bits, whose vacant neighbours are a proper subset of a set of squares."""
    n_around = size(around)
    within = _NONE
    for k in range(outlook["n"]):
        if outlook["n_vacant"][k] < n_around and bitboard.is_within(load(outlook["vacant"][k]), around):
            within |= _ONE << np.uint64(k)
    return within


@inlined
def _add(mind: Any, building: Any, own: Any, neutral: Any) -> None:
    n = mind["n_candidates"]
    if n == state.CANDIDATES_MAX:
        return
    candidate = mind["candidates"][n]
    candidate["building"] = building
    candidate["n_own"] = size(own)
    candidate["n_neutral"] = size(neutral)
    store(candidate["own"], own)
    store(candidate["neutral"], neutral)
    mind["n_candidates"] = n + 1


@inlined
def _add_worker(mind: Any, building: Any, square: Any, is_own: Any) -> None:
    here = bitboard.single(square)
    _add(mind, building, here if is_own else EMPTY, EMPTY if is_own else here)


@inlined
def _add_set(mind: Any, n: Any, takes_all: Any) -> None:
    pass


@inlined
def _add_several(mind: Any, building: Any, n_own: Any, n_all: Any) -> None:
    own = load(mind["outlook"]["first"][n_own])
    _add(mind, building, own, without(load(mind["outlook"]["first"][n_all]), own))


_list_all = introductions_walk(_add_worker, _add_set, _add_several)


@inlined
def list_introductions(table: Any, holdings: Any, mind: Any) -> None:
    """Fill ``mind["candidates"]`` with the placements of ``introductions_walk``, at most ``CANDIDATES_MAX``: any more,
    of the latest buildings, are left out. Call ``look`` before."""
    mind["n_candidates"] = 0
    _list_all(table, holdings, mind)


@inlined
def choose_introduction(mind: Any, number: Any, choice: Any) -> None:
    """Fill in the decision with a placement from ``list_introductions``."""
    candidate = mind["candidates"][number]
    choice["kind"] = state.WORKERS
    choice["building"] = candidate["building"]
    store(choice["own"], load(candidate["own"]))
    store(choice["neutral"], load(candidate["neutral"]))
