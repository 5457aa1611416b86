"""The base player's must: every build and worker placement weighed, most of them by a bound alone.

What a candidate is worth is told by ``_player.py``: what it changes at each building that is not complete, summed over
these, and for a build the new building as well. Exact sums are made, in an order of their own, only for candidates that
may be better than the best so far. For all others a number tells that they are not: for a build one that is never
lower, summed over its squares; for workers the same sum in another order. As both are off by rounding, SLACK is added.
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
"""Gold by which a bound may be too low: far more than sums of some hundred gold in single precision are off."""


@inlined
def note_new(table: Any, mind: Any, family: Any, n_squares: Any) -> None:
    """Note what ``new_building`` tells for a family, camps left out, as a sum of products: it is the same up to
    rounding, and quicker to work out for many anchors."""
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
    """Those of four words of anchors at which a build may be better than ``limit``, up to rounding; BOUND is noted."""
    seen, scratch = mind["outlook"], mind["scratch"]
    beside_sum, promise_sum = seen["beside_sum"], seen["promise_sum"]
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
    """What a build is worth."""
    seen, outlines = mind["outlook"], table["outlines"]
    taken = NONE_TAKEN
    for j in range(outlines["n_squares"][form]):
        square = anchor + np.int64(outlines["offset"][form, orientation, j])
        taken = count_square(taken, seen["touching"][square])
    counts = np.uint64(seen["beside_sum"][anchor])
    new = new_building(table, mind, family, outlines["n_squares"][form], counts)
    return new + gained_by_build(mind["scratch"], taken)


@inlined
def best_build(table: Any, hand: Any, mind: Any, choice: Any, floor: Any) -> Any:
    """Fill in the build with the highest score, one of them by lot among equals; returns the score. Builds below
    ``floor`` may be passed over: if all are, nothing is filled in."""
    best = -1e300
    scratch, drawer = mind["scratch"], mind["outlook"]["lots"]
    slack = SLACK if mind["temperature"] == 0.0 else 1e301  # noise may make any the best
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
    """What a worker placement is worth that gains so much: workers put down are no longer at hand."""
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
def _is_let_in(mind: Any) -> Any:
    """Whether one more worker placement is looked at: only so many are."""
    mind["n_candidates"] += 1
    return mind["n_candidates"] <= state.CANDIDATES_MAX


@inlined
def _weigh_worker(mind: Any, building: Any, square: Any, is_own: Any) -> None:
    if not _is_let_in(mind):
        return
    scratch = mind["scratch"]
    alone = mind["outlook"]["touching"][square] == NO_BITS
    gold = 0.0 if alone else scratch[(FOR_OWN if is_own else FOR_NEUTRAL) + square]
    score = less_costs(mind, gold, 1 if is_own else 0, 0 if is_own else 1)
    if score + lots.LOT_SIZE > scratch[BEST] or mind["temperature"] > 0.0:
        here = bitboard.single(square)
        _offer(mind, building, score, here if is_own else bitboard.EMPTY, bitboard.EMPTY if is_own else here)


@inlined
def _for_own_ones(mind: Any, square: Any) -> Any:
    """What an own worker on a square gains beyond a neutral one, as many squares being taken as are noted."""
    seen, scratch = mind["outlook"], mind["scratch"]
    gold = 0.0
    touched = seen["touching"][square]
    while touched != NO_BITS:
        k = lowest_bit(touched)
        touched &= touched - ONE_BIT
        gold += scratch[PER_OWN + TAKEN_MAX * k + seen["taken"][k]]
    return gold


@inlined
def _weigh_set(mind: Any, n: Any, takes_all: Any) -> None:
    """Note roughly what workers on the first squares of the set that is in order gain: own ones alone, and those mixes
    that may be named, with two or three workers or all squares taken."""
    seen, scratch = mind["outlook"], mind["scratch"]
    order, taken = seen["order"], seen["taken"]
    for k in range(seen["n"]):
        taken[k] = 0
    neutral, own = 0.0, 0.0
    for m in range(1, n + 1):
        touched = seen["touching"][order[m - 1]]
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
                gold += _for_own_ones(mind, order[n_own - 1])
                scratch[ROUGHLY + TAKEN_MAX * m + n_own] = gold
        scratch[ROUGHLY + TAKEN_MAX * m + m] = own


@inlined
def _weigh_several(mind: Any, building: Any, n_own: Any, n_all: Any) -> None:
    if not _is_let_in(mind):
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
    """Let every square look as if it touched one building at most, so that none is listed first for touching more."""
    seen = mind["outlook"]
    for touched in range(2, len(seen["reaching"])):
        bitboard.store(seen["reaching"][touched], bitboard.EMPTY)
    bitboard.store(seen["reaching"][1], bitboard.load(seen["all_vacant"]))


@decision  # compiled once, and not with each of those that note what they judge by and then call it
def best_must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Fill in the build or worker placement with the highest score; ``outlook.look`` and the tables come before."""
    scratch = mind["scratch"]
    most_squares = 0
    for i in range(hand["n_distinct"]):
        most_squares = max(most_squares, table["outlines"]["n_squares"][state.form_of(hand["distinct"][i])])
    note_worths(mind, most_squares)
    tempered = mind["temperature"] > 0.0
    built = best_build(table, hand, mind, choice, -1e300) if tempered else -1e300
    scratch[BEST], scratch[FOUND] = built, 0.0
    scratch[AT_HAND] = holdings["workers"][table["seat"]]
    if scratch[NARROW] != 0.0:
        _forget_reach(mind)
    mind["n_candidates"] = 0
    _weigh_introductions(table, holdings, mind)
    if not tempered:
        # weighed last: there are more of them to be passed over
        built = best_build(table, hand, mind, choice, scratch[BEST])
    if scratch[FOUND] != 0.0 and scratch[BEST] > built:
        outlook.choose_introduction(mind, 0, choice)
