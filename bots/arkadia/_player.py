"""The base player: how it values the board, whatever its parameters.

A must is scored in gold by what it changes on the board. Each open building is worth, to the player on turn, its
family's price times

    own workers x MINE[r]  -  the others' workers x THEIRS[r]  -  a seal that still lies on it x SEAL[r]
    +  own workers x the others' workers x PAIR[r],

plus BASE[r] gold, where r is its number of vacant neighbours; r = 0 is the payout itself (R6). Bots differ in how they
fill in these tables, the prices and the costs: ``novice.py`` from the hints, ``weigher.py`` from plain weights,
``_learned.py`` from learned weights. The last has separate tables for each family, with and without a seal on the
building (see ``variant``).

The tables are filled in once a turn, at the places of ``mind["scratch"]`` named below. Then all builds and worker
placements are scored, most of them only by a bound (``best_must``).

A candidate changes the vacant neighbours and own workers of each open building that it touches, so the gain of each
building is noted once a turn, for every number of squares taken. Exact sums, always in the order of the outlook, are
made only for candidates that may beat the best so far. A bound rules out the others: for a build, an upper bound summed
over its squares; for workers, the same sum in another order. SLACK allows for rounding.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api import kit
from arkadia_sim.games.arkadia.bots_api.kit import bitboard, castle, inlined, limits, lots, lowest_bit, outlook, state

# -- places in mind["scratch"] ---------------------------------------------------------------------------------------
PRICE = 0
"""Per family, the expected gold for a seal."""
STRIDE = 4
"""The distance between the tables of two variants of a building: 0 if all share one, otherwise TABLE."""
OWN_COST, NEUTRAL_COST, LAST_COST = 6, 7, 8
"""Gold that an own and a neutral worker at hand are worth, and the last own worker beyond that."""
CAMP = 9
"""Gold for each neutral worker that a build brings (R4.4)."""
BUILD = 10
"""Gold for a build as such: a new card."""
NARROW = 11
"""1 if the player counts, for workers, only the building that gains most."""
SIZE = 12
"""Gold for each square of a build."""
MANY_COST = 13
"""The cost of each own worker beyond two put down at once."""
HELD = 64
"""Per family, gold taken off a build that stays open."""
GAIN = 68
"""Per family, the gain from one more gold for its seals, for placing castle pieces."""
REACH_MAX = 15
TABLE = REACH_MAX + 1
"""A table's length: vacant neighbours 0 to REACH_MAX."""
VARIANTS = 2 * state.FAMILIES
MINE, THEIRS, SEAL, BASE, PAIR = (256 + VARIANTS * TABLE * i for i in range(5))
"""Tables by variant of a building and vacant neighbours, see above. BASE[0] is the worth of a payout beyond its seals:
the right to place a castle piece (R7.1)."""
AFTER_TABLES = 256 + 5 * VARIANTS * TABLE
BEST, FOUND = 72, 73
"""The highest score so far, and whether it is that of a worker placement: then it is the first candidate."""
AT_HAND = 74
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

SLACK = 0.01
"""Gold by which a bound may be too low: far above the rounding errors of these sums in single precision."""
NO_BITS, ONE_BIT = np.uint64(0), np.uint64(1)
_FOUR = np.uint64(4)
NONE_TAKEN = (NO_BITS, NO_BITS, NO_BITS, NO_BITS)
NIBBLE, BITS_4, BITS_8, BITS_12 = np.uint64(15), np.uint64(4), np.uint64(8), np.uint64(12)

AVERAGE_VALUE = 2.4
"""Nearly all of the ten castle squares show a family: on average a quarter of them each."""
FLOOR_PIECES = 2.0 * state.CASTLE_SQUARES


@inlined
def variant(scratch: Any, family: Any, seal: Any) -> Any:
    """Where the tables begin for a building of this family, with or without a seal on it."""
    return np.int64(scratch[STRIDE]) * (2 * np.int64(family) + np.int64(seal))


@inlined
def share_tables(scratch: Any, payout: Any) -> None:
    """Let all buildings share one variant of the tables, with only the gold of a payout in BASE, and nothing for pairs
    of workers, squares or many workers at once."""
    scratch[STRIDE] = 0.0
    for r in range(TABLE):
        scratch[BASE + r] = 0.0
        scratch[PAIR + r] = 0.0
    scratch[BASE] = payout
    scratch[SIZE] = 0.0
    scratch[MANY_COST] = 0.0


@inlined
def worth(scratch: Any, table: Any, vacant: Any, price: Any, mine: Any, others: Any, seal: Any) -> Any:
    """The gold that a building is worth to the player on turn; ``table`` is its variant."""
    r = table + min(vacant, REACH_MAX)
    gold = scratch[MINE + r] * mine - scratch[THEIRS + r] * others - scratch[SEAL + r] * seal
    return price * (gold + scratch[PAIR + r] * mine * others) + scratch[BASE + r]


@inlined
def progress_of(table: Any) -> Any:
    """How much of floors 1 and 2 is built, 0 to 1; at 1 the end begins (R9.1)."""
    pieces = state.CASTLE_SQUARES * table["floor"] + table["n_covered"]
    return min(1.0, pieces / FLOOR_PIECES)


@inlined
def note_prices(table: Any, mind: Any, trust_early: Any, trust_late: Any) -> None:
    """Note prices between the average of all families (trust 0) and the current values (trust 1)."""
    trust = trust_early + (trust_late - trust_early) * progress_of(table)
    for family in range(state.FAMILIES):
        mind["scratch"][PRICE + family] = trust * table["value"][family] + (1.0 - trust) * AVERAGE_VALUE


@inlined
def note_gains(table: Any, holdings: Any, mind: Any, weight_of_others: Any, weight_of_open: Any) -> None:
    """Note per family the own seals minus the weighted average of the others, plus expected seals from open buildings
    with their own weight. Call ``outlook.look`` or ``outlook.look_at_workers`` before."""
    seat, players = table["seat"], table["players"]
    board, scratch = mind["outlook"], mind["scratch"]
    share = weight_of_others / (players - 1)
    for family in range(state.FAMILIES):
        gain = 1.0 * holdings["seals"][seat, family]
        for other in range(players):
            if other != seat and holdings["seals"][other, family] != state.UNKNOWN:
                gain -= share * holdings["seals"][other, family]
        scratch[GAIN + family] = gain
    if weight_of_open != 0.0:
        for k in range(board["n"]):
            scratch[GAIN + board["family"][k]] += weight_of_open * (board["mine"][k] - share * board["others"][k])


@inlined
def note_weighed_gains(table: Any, holdings: Any, mind: Any, weights: Any) -> None:
    """The same with a weight each for own seals, the others' on average, and those expected from open buildings for
    oneself and for the others on average. Call ``outlook.look`` or ``outlook.look_at_workers`` before."""
    own, theirs, coming, their_coming = weights
    seat, others = table["seat"], table["players"] - 1
    board, scratch = mind["outlook"], mind["scratch"]
    for family in range(state.FAMILIES):
        gain = own * holdings["seals"][seat, family]
        for other in range(table["players"]):
            if other != seat and holdings["seals"][other, family] != state.UNKNOWN:
                gain -= theirs / others * holdings["seals"][other, family]
        scratch[GAIN + family] = gain
    for k in range(board["n"]):
        scratch[GAIN + board["family"][k]] += coming * board["mine"][k] - their_coming / others * board["others"][k]


@inlined
def piece_gain(table: Any, mind: Any, family: Any, square: Any) -> Any:
    """The change of the noted gains by a castle piece on a square."""
    gain, hidden = mind["scratch"], table["top"][square]
    return gain[GAIN + family] - (gain[GAIN + hidden] if hidden != state.NO_FAMILY else 0.0)


@inlined
def best_piece(table: Any, mind: Any, choice: Any) -> Any:
    """Fill in the castle piece and square with the best change of the noted gains; returns the change."""
    drawer = lots.drawer(table, mind)
    best = -1.0e9
    for family in range(state.FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        for square in range(state.CASTLE_SQUARES):
            if table["covered"][square] != 0 or not limits.may_place(mind, family, square):
                continue
            score = piece_gain(table, mind, family, square) + lots.piece_lot(drawer, family, square)
            if score > best:
                best = score
                choice["family"] = family
                choice["castle_square"] = square
    return best


@inlined
def best_swing(table: Any, mind: Any) -> Any:
    """The best change of the noted gains by one castle piece, at least 0."""
    gain = mind["scratch"]
    highest, lowest = -1.0e9, 1.0e9
    if not castle.can_place(table):
        return 0.0
    for family in range(state.FAMILIES):
        if table["pools"][table["floor"], family] > 0:
            highest = max(highest, gain[GAIN + family])
    for square in range(state.CASTLE_SQUARES):
        if table["covered"][square] == 0:
            hidden = table["top"][square]
            lowest = min(lowest, gain[GAIN + hidden] if hidden != state.NO_FAMILY else 0.0)
    return max(0.0, highest - lowest)


@inlined
def note_held(table: Any, mind: Any, weight: Any) -> None:
    """Note per family the gold taken off a build that stays open: ``weight`` per gold above the average value."""
    mean = 0.0
    for family in range(state.FAMILIES):
        mean += 0.25 * table["value"][family]
    for family in range(state.FAMILIES):
        mind["scratch"][HELD + family] = weight * max(0.0, table["value"][family] - mean)


@inlined
def share_able(table: Any, holdings: Any, workers: Any) -> Any:
    """The share of the other players with at least this many workers at hand; hidden ones count as having enough."""
    able = 0
    for seat in range(table["players"]):
        if seat != table["seat"]:
            known = holdings["workers"][seat]
            if known == state.UNKNOWN or known + holdings["neutrals"][seat] >= workers:
                able += 1
    return able / (table["players"] - 1)


@inlined
def has_another_turn(table: Any) -> Any:
    """Whether the player has another turn after this one: not in the last round (R9.2)."""
    return table["turns_left"] < 0


@inlined
def best_draw(table: Any, mind: Any, for_price: Any, for_squares: Any, from_stack: Any, choice: Any) -> None:
    """Fill in the draw with the highest score: by price and squares for face-up cards, ``from_stack`` for the stack."""
    scratch, drawer = mind["scratch"], lots.drawer(table, mind)
    best = -1.0e9
    if limits.is_there(table, state.FROM_STACK) and limits.may_draw(mind, state.FROM_STACK):
        best = from_stack + lots.number_lot(drawer, state.FROM_STACK)
    choice["draw"] = state.FROM_STACK
    for place in range(table["rules"]["face_up"]):
        card = table["face_up"][place]
        if card < 0 or not limits.may_draw(mind, place):
            continue
        squares = table["outlines"]["n_squares"][state.form_of(card)]
        score = for_price * scratch[PRICE + state.family_of(card)] + for_squares * squares
        score += lots.number_lot(drawer, place)
        if score > best:
            best = score
            choice["draw"] = place


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
def best_reached(mind: Any, squares: Any, own: Any) -> Any:
    """The one building that gains most from a worker placement, −1 if none, and its gain."""
    board, scratch = mind["outlook"], mind["scratch"]
    best, which = 0.0, -1
    for k in range(board["n"]):
        vacant = bitboard.load(board["vacant"][k])
        taken = bitboard.size(bitboard.both(vacant, squares))
        if taken > 0:
            place = TAKEN_MAX * k + taken
            gold = scratch[GAINED + place] + scratch[PER_OWN + place] * bitboard.size(bitboard.both(vacant, own))
            if gold > best or which < 0:
                best, which = gold, k
    return which, best


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
                score = kit.with_noise(score + lots.build_lot(drawer, card, orientation, anchor), mind)
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
    score = kit.with_noise(score + lots.workers_lot(mind["outlook"]["lots"], own, neutral), mind)
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
        gold = best_reached(mind, both, own)[1]
    else:
        taken_by_own = count_squares(mind, own, NONE_TAKEN)
        gold = gained_by_workers(scratch, count_squares(mind, neutral, taken_by_own), taken_by_own)
    _offer(mind, building, less_costs(mind, gold, n_own, n_all - n_own), own, neutral)


_weigh_introductions = outlook.introductions_walk(_weigh_worker, _weigh_set, _weigh_several)


@inlined
def forget_reach(mind: Any) -> None:
    """Make every square look as if it touched at most one building, so that none comes first for touching more."""
    board = mind["outlook"]
    for touched in range(2, len(board["reaching"])):
        bitboard.store(board["reaching"][touched], bitboard.EMPTY)
    bitboard.store(board["reaching"][1], bitboard.load(board["all_vacant"]))


@inlined
def note_building_gains(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    """Note what buildings gain by workers, and the workers at hand; ``outlook.look`` and the tables come before."""
    most_squares = 0
    for i in range(hand["n_distinct"]):
        most_squares = max(most_squares, table["outlines"]["n_squares"][state.form_of(hand["distinct"][i])])
    note_worths(mind, most_squares)
    mind["scratch"][AT_HAND] = holdings["workers"][table["seat"]]


@kit.decision  # compiled once, not with each of its callers
def best_must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Fill in the build or worker placement with the highest score; ``outlook.look`` and the tables come before."""
    scratch = mind["scratch"]
    note_building_gains(table, holdings, hand, mind)
    tempered = mind["temperature"] > 0.0
    built = best_build(table, hand, mind, choice, -1e300) if tempered else -1e300
    scratch[BEST], scratch[FOUND] = built, 0.0
    if scratch[NARROW] != 0.0:
        forget_reach(mind)
    mind["n_candidates"] = 0
    _weigh_introductions(table, holdings, mind)
    if not tempered:
        # builds last: more of them can be skipped then
        built = best_build(table, hand, mind, choice, scratch[BEST])
    if scratch[FOUND] != 0.0 and scratch[BEST] > built:
        outlook.choose_introduction(mind, 0, choice)
