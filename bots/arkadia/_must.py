"""The base player's must: all builds and worker placements scored, most of them only by a bound.

The score of a candidate (see ``_player.py``) is the sum of its changes at all open buildings, plus the new building for
a build. Exact sums, always in the same order, are made only for candidates that may beat the best so far. A bound rules
out the others: for a build, an upper bound summed over its squares; for workers, the same sum in another order. SLACK
allows for rounding.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import (
    bitboard,
    decision,
    inlined,
    limits,
    lots,
    lowest_bit,
    outlook,
    state,
    with_noise,
)

from ._player import (
    BASE,
    BUILD,
    CAMP,
    HELD,
    LAST_COST,
    MANY_COST,
    MINE,
    NARROW,
    NEUTRAL_COST,
    OWN_COST,
    PAIR,
    PRICE,
    REACH_MAX,
    SEAL,
    SIZE,
    THEIRS,
    variant,
)
from ._worths import (
    AT_HAND,
    BEST,
    BITS_4,
    BITS_8,
    BITS_12,
    BOUND,
    FOR_NEUTRAL,
    FOR_OWN,
    FOUND,
    GAINED,
    NIBBLE,
    NO_BITS,
    NONE_TAKEN,
    OF_MINE,
    OF_NEW,
    OF_PAIR,
    OF_THEIRS,
    ONE_BIT,
    OWNED,
    PER_OWN,
    ROUGHLY,
    TAKEN_MAX,
    count_square,
    count_squares,
    gained_by_best,
    gained_by_build,
    gained_by_workers,
    new_building,
    note_worths,
)

SLACK = 0.01
"""Gold by which a bound may be too low: far above the rounding errors of these sums in single precision."""


@inlined
def note_new(table: Any, mind: Any, family: Any, n_squares: Any) -> None:
    """Note ``new_building`` of a family, without camps, as a sum of products: equal up to rounding, and faster for many
    anchors."""
    scratch = mind["scratch"]
    price = scratch[PRICE + family]
    seal = 1.0 if table["supply"][family] > 0 else 0.0
    its_table = variant(scratch, family, seal)
    always = scratch[BUILD] + scratch[SIZE] * n_squares - scratch[HELD + family]
    for r in range(REACH_MAX + 1):
        here = its_table + r
        scratch[OF_NEW + r] = always + scratch[BASE + here] - price * scratch[SEAL + here] * seal
        scratch[OF_MINE + r] = price * scratch[MINE + here]
        scratch[OF_THEIRS + r] = price * scratch[THEIRS + here]
        scratch[OF_PAIR + r] = price * scratch[PAIR + here]
    scratch[OF_NEW] += scratch[HELD + family]


@inlined
def promising(table: Any, mind: Any, anchors: Any, limit: Any) -> Any:
    """The anchors, of four words, where a build may beat ``limit``, up to rounding; BOUND is noted."""
    board, scratch = mind["outlook"], mind["scratch"]
    beside_sum, promise_sum = board["beside_sum"], board["promise_sum"]
    pool = table["neutral_pool"]
    for word in range(bitboard.WORDS):
        rest, kept = anchors[word], NO_BITS
        while rest != NO_BITS:
            bit = rest & (NO_BITS - rest)
            anchor = 64 * word + lowest_bit(rest)
            rest ^= bit
            counts = np.uint64(beside_sum[anchor])
            vacant, mine = np.int64(counts & NIBBLE), np.float64((counts >> BITS_4) & NIBBLE)
            others, camps = np.float64((counts >> BITS_8) & NIBBLE), np.int64(counts >> BITS_12)
            bound = scratch[OF_NEW + vacant] + scratch[OF_MINE + vacant] * mine - scratch[OF_THEIRS + vacant] * others
            bound += scratch[OF_PAIR + vacant] * mine * others
            bound += promise_sum[anchor] + scratch[CAMP] * min(camps, pool)
            scratch[BOUND + anchor] = bound
            kept |= bit if bound > limit else NO_BITS
        scratch_word = mind["outlook"]["kept"]
        scratch_word[word] = kept
    return bitboard.load(mind["outlook"]["kept"])


@inlined
def score_build(table: Any, mind: Any, form: Any, family: Any, orientation: Any, anchor: Any) -> Any:
    """The score of a build."""
    board, outlines = mind["outlook"], table["outlines"]
    taken = NONE_TAKEN
    for j in range(outlines["n_squares"][form]):
        square = anchor + np.int64(outlines["offset"][form, orientation, j])
        taken = count_square(taken, board["touching"][square])
    counts = np.uint64(board["beside_sum"][anchor])
    new = new_building(table, mind, family, outlines["n_squares"][form], counts)
    return new + gained_by_build(mind["scratch"], taken)


@inlined
def best_build(table: Any, hand: Any, mind: Any, choice: Any, floor: Any) -> Any:
    """Fill in the build with the highest score, ties broken by lot; returns the score. Builds below ``floor`` may be
    skipped; if all are, nothing is filled in."""
    best = -1e300
    scratch, drawer = mind["scratch"], mind["outlook"]["lots"]
    slack = SLACK if mind["temperature"] == 0.0 else 1e301  # noise may make any build the best
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form, family = state.form_of(card), state.family_of(card)
        note_new(table, mind, family, table["outlines"]["n_squares"][form])
        for orientation in range(table["outlines"]["n_orientations"][form]):
            if hand["n_anchors"][form, orientation] == 0:
                continue
            outlook.sum_up(table, mind["outlook"], form, orientation)
            allowed = limits.builds_of(hand, mind, i, form, orientation)
            anchors = promising(table, mind, allowed, max(best, floor) - slack)
            while not bitboard.is_empty(anchors):
                anchor = bitboard.first_bit(anchors)
                anchors = bitboard.drop_first(anchors)
                if scratch[BOUND + anchor] <= best - slack:
                    continue
                score = score_build(table, mind, form, family, orientation, anchor)
                score = with_noise(score + lots.build_lot(drawer, card, orientation, anchor), mind)
                if score > best:
                    best = score
                    choice["kind"] = state.BUILD
                    choice["card"] = card
                    choice["orientation"] = orientation
                    choice["anchor"] = anchor
    return best


@inlined
def less_costs(mind: Any, gold: Any, n_own: Any, n_neutral: Any) -> Any:
    """The score of a worker placement with this gain, minus the cost of workers no longer at hand."""
    scratch = mind["scratch"]
    gold -= scratch[OWN_COST] * n_own + scratch[NEUTRAL_COST] * n_neutral
    if n_own == scratch[AT_HAND] and n_own > 0:
        gold -= scratch[LAST_COST]
    return gold - scratch[MANY_COST] * max(0, n_own - 2)


@inlined
def _offer(mind: Any, building: Any, score: Any, own: Any, neutral: Any) -> None:
    """Keep a worker placement if it is the best so far."""
    score = with_noise(score + lots.workers_lot(mind["outlook"]["lots"], own, neutral), mind)
    if score > mind["scratch"][BEST]:
        mind["scratch"][BEST] = score
        candidate = mind["candidates"][0]
        candidate["building"] = building
        bitboard.store(candidate["own"], own)
        bitboard.store(candidate["neutral"], neutral)
        mind["scratch"][FOUND] = 1.0


@inlined
def _counts_in(mind: Any) -> Any:
    """Whether to look at one more worker placement: there is a limit."""
    mind["n_candidates"] += 1
    return mind["n_candidates"] <= state.CANDIDATES_MAX


@inlined
def _weigh_worker(mind: Any, building: Any, square: Any, is_own: Any) -> None:
    if not _counts_in(mind):
        return
    scratch = mind["scratch"]
    alone = mind["outlook"]["touching"][square] == NO_BITS
    gold = 0.0 if alone else scratch[(FOR_OWN if is_own else FOR_NEUTRAL) + square]
    score = less_costs(mind, gold, 1 if is_own else 0, 0 if is_own else 1)
    if score + lots.LOT_SIZE > scratch[BEST] or mind["temperature"] > 0.0:
        here = bitboard.single(square)
        _offer(mind, building, score, here if is_own else bitboard.EMPTY, bitboard.EMPTY if is_own else here)


@inlined
def _own_bonus(mind: Any, square: Any) -> Any:
    """What an own worker on a square gains beyond a neutral one, given the noted numbers of squares taken."""
    board, scratch = mind["outlook"], mind["scratch"]
    gold = 0.0
    touched = board["touching"][square]
    while touched != NO_BITS:
        k = lowest_bit(touched)
        touched &= touched - ONE_BIT
        gold += scratch[PER_OWN + TAKEN_MAX * k + board["taken"][k]]
    return gold


@inlined
def _weigh_set(mind: Any, n: Any, takes_all: Any) -> None:
    """Note roughly what workers on the first squares of the sorted set gain: own workers, and the mixes that may be
    named (two or three workers, or all squares taken)."""
    board, scratch = mind["outlook"], mind["scratch"]
    order, taken = board["order"], board["taken"]
    for k in range(board["n"]):
        taken[k] = 0
    neutral, own = 0.0, 0.0
    for m in range(1, n + 1):
        touched = board["touching"][order[m - 1]]
        while touched != NO_BITS:
            k = lowest_bit(touched)
            touched &= touched - ONE_BIT
            place = TAKEN_MAX * k + taken[k]
            neutral += scratch[GAINED + place + 1] - scratch[GAINED + place]
            own += scratch[OWNED + place + 1] - scratch[OWNED + place]
            taken[k] += 1
        gold = neutral
        scratch[ROUGHLY + TAKEN_MAX * m] = gold
        if m == 2 or m == 3 or (m == n and takes_all):
            for n_own in range(1, m):
                gold += _own_bonus(mind, order[n_own - 1])
                scratch[ROUGHLY + TAKEN_MAX * m + n_own] = gold
        scratch[ROUGHLY + TAKEN_MAX * m + m] = own


@inlined
def _weigh_several(mind: Any, building: Any, n_own: Any, n_all: Any) -> None:
    if not _counts_in(mind):
        return
    scratch, first = mind["scratch"], mind["outlook"]["first"]
    narrow = scratch[NARROW] != 0.0
    if not narrow and mind["temperature"] == 0.0:
        roughly = less_costs(mind, scratch[ROUGHLY + TAKEN_MAX * n_all + n_own], n_own, n_all - n_own)
        if roughly + SLACK <= scratch[BEST]:
            return
    own, both = bitboard.load(first[n_own]), bitboard.load(first[n_all])
    neutral = bitboard.without(both, own)
    if narrow:
        gold = gained_by_best(mind, both, own)
    else:
        taken_by_own = count_squares(mind, own, NONE_TAKEN)
        gold = gained_by_workers(scratch, count_squares(mind, neutral, taken_by_own), taken_by_own)
    _offer(mind, building, less_costs(mind, gold, n_own, n_all - n_own), own, neutral)


_weigh_introductions = outlook.introductions_walk(_weigh_worker, _weigh_set, _weigh_several)


@inlined
def _forget_reach(mind: Any) -> None:
    """Make every square look as if it touched at most one building, so that none comes first for touching more."""
    board = mind["outlook"]
    for touched in range(2, len(board["reaching"])):
        bitboard.store(board["reaching"][touched], bitboard.EMPTY)
    bitboard.store(board["reaching"][1], bitboard.load(board["all_vacant"]))


@inlined
def note_gains(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    """Note what buildings gain by workers, and the workers at hand; ``outlook.look`` and the tables come before."""
    most_squares = 0
    for i in range(hand["n_distinct"]):
        most_squares = max(most_squares, table["outlines"]["n_squares"][state.form_of(hand["distinct"][i])])
    note_worths(mind, most_squares)
    mind["scratch"][AT_HAND] = holdings["workers"][table["seat"]]


@decision  # compiled once, not with each of its callers
def best_must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Fill in the build or worker placement with the highest score; ``outlook.look`` and the tables come before."""
    scratch = mind["scratch"]
    note_gains(table, holdings, hand, mind)
    tempered = mind["temperature"] > 0.0
    built = best_build(table, hand, mind, choice, -1e300) if tempered else -1e300
    scratch[BEST], scratch[FOUND] = built, 0.0
    if scratch[NARROW] != 0.0:
        _forget_reach(mind)
    mind["n_candidates"] = 0
    _weigh_introductions(table, holdings, mind)
    if not tempered:
        # builds last: more of them can be skipped then
        built = best_build(table, hand, mind, choice, scratch[BEST])
    if scratch[FOUND] != 0.0 and scratch[BEST] > built:
        outlook.choose_introduction(mind, 0, choice)
