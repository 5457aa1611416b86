"""The base player: one way of thinking, in which each of the rulebook's seven hints is a switch.

A must is weighed in gold by what it changes on the board. Every building that is not complete is worth, to the player
on turn, its family's price times

    own workers x MINE[r]  -  the others' workers x THEIRS[r]  -  a seal that still lies on it x SEAL[r],

with r its vacant neighbours; r = 0 is the payout itself (R6). What differs from bot to bot is how these three tables,
the prices and the costs are filled in: ``_hints.py`` makes them from the hints, ``weigher.py`` from plain weights.

The work is done in ``mind["scratch"]``, whose places are named below, once a turn; a candidate is then weighed by a
look at the buildings it touches.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import (
    bitboard,
    castle,
    inlined,
    lowest_bit,
    outlook,
    state,
    with_noise,
)

_NO_BITS, _ONE_BIT, _FOUR = np.uint64(0), np.uint64(1), np.uint64(4)
_NONE_TAKEN = (_NO_BITS, _NO_BITS, _NO_BITS, _NO_BITS)
_BYTE, _BITS_8, _BITS_16, _BITS_24 = np.uint32(255), np.uint32(8), np.uint32(16), np.uint32(24)

# -- places in mind["scratch"] ---------------------------------------------------------------------------------------
PRICE = 0
"""Per family, what a seal is taken to bring in the end."""
PAYOUT = 5
"""Gold that a completed building is worth beyond its seals: the right to place a castle piece (R7.1)."""
OWN_COST, NEUTRAL_COST, LAST_COST = 6, 7, 8
"""Gold that an own and a neutral worker at hand are worth, and the last own worker beyond that."""
CAMP = 9
"""Gold for each neutral worker that a build brings (R4.4)."""
BUILD = 10
"""Gold for a build as such: a new card."""
NARROW = 11
"""1 if the player looks, when introducing workers, at the one building alone that gains most."""
REACH_MAX = 15
MINE, THEIRS, SEAL = 16, 32, 48
"""Tables by vacant neighbours, 0 to REACH_MAX; see above."""
HELD = 64
"""Per family, gold taken off a build that stays open."""
GAIN = 68
"""Per family, what one more gold for its seals is worth to the player when castle pieces are placed."""
TAKEN_MAX = 16
GAINED, PER_OWN = 256, 256 + TAKEN_MAX * 64
"""Per entry of the outlook and number of its vacant neighbours that become occupied: what the building gains, and what
it gains beyond that for each own worker among them."""
assert PER_OWN + TAKEN_MAX * 64 == state.SCRATCH

AVERAGE_VALUE = 2.4
"""Ten castle squares show some family each, nearly always: a quarter of them each, on average."""
FLOOR_PIECES = 2.0 * state.CASTLE_SQUARES


@inlined
def progress_of(table: Any) -> Any:
    """How much of floors 1 and 2 is built: 0 to 1, where the end begins (R9.1)."""
    pieces = state.CASTLE_SQUARES * table["floor"] + table["n_covered"]
    return min(1.0, pieces / FLOOR_PIECES)


@inlined
def note_prices(table: Any, mind: Any, trust_early: Any, trust_late: Any) -> None:
    """Prices between the average of all families (trust 0) and today's values (trust 1), from the start to the end."""
    trust = trust_early + (trust_late - trust_early) * progress_of(table)
    for family in range(state.FAMILIES):
        mind["scratch"][PRICE + family] = trust * table["value"][family] + (1.0 - trust) * AVERAGE_VALUE


@inlined
def note_gains(table: Any, holdings: Any, mind: Any, weight_of_others: Any, weight_of_open: Any) -> None:
    """Note per family the own seals less the others' mean times a weight, those to be expected from open buildings
    included with a weight of their own; call ``outlook.look`` before."""
    seat, players = table["seat"], table["players"]
    seen, scratch = mind["outlook"], mind["scratch"]
    share = weight_of_others / (players - 1)
    for family in range(state.FAMILIES):
        gain = 1.0 * holdings["seals"][seat, family]
        for other in range(players):
            if other != seat and holdings["seals"][other, family] != state.UNKNOWN:
                gain -= share * holdings["seals"][other, family]
        scratch[GAIN + family] = gain
    if weight_of_open != 0.0:
        for k in range(seen["n"]):
            scratch[GAIN + seen["family"][k]] += weight_of_open * (seen["mine"][k] - share * seen["others"][k])


@inlined
def best_piece(table: Any, mind: Any, choice: Any) -> Any:
    """Fill in the castle piece and square that change the noted gains for the best; returns by how much."""
    gain = mind["scratch"]
    best = -1.0e9
    for family in range(state.FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        for square in range(state.CASTLE_SQUARES):
            if table["covered"][square] != 0:
                continue
            hidden = table["top"][square]
            score = gain[GAIN + family] - (gain[GAIN + hidden] if hidden != state.NO_FAMILY else 0.0)
            if score > best:
                best = score
                choice["family"] = family
                choice["castle_square"] = square
    return best


@inlined
def best_swing(table: Any, mind: Any) -> Any:
    """The most that one castle piece could change the noted gains by, at least 0."""
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
def _worth(scratch: Any, vacant: Any, price: Any, mine: Any, others: Any, seal: Any) -> Any:
    """What a building with this many vacant neighbours is worth to the player on turn, in gold."""
    r = min(vacant, REACH_MAX)
    gold = price * (scratch[MINE + r] * mine - scratch[THEIRS + r] * others - scratch[SEAL + r] * seal)
    return gold + scratch[PAYOUT] if vacant == 0 else gold


@inlined
def note_worths(mind: Any) -> None:
    """Note what each open building gains when so many of its vacant neighbours become occupied, and for each own worker
    among them; the tables and prices must be filled in."""
    seen, scratch = mind["outlook"], mind["scratch"]
    for k in range(seen["n"]):
        price, vacant = scratch[PRICE + seen["family"][k]], seen["n_vacant"][k]
        mine, others, seal = seen["mine"][k], seen["others"][k], seen["seal"][k]
        before = _worth(scratch, vacant, price, mine, others, seal)
        for taken in range(vacant + 1):
            left = vacant - taken
            scratch[GAINED + TAKEN_MAX * k + taken] = _worth(scratch, left, price, mine, others, seal) - before
            scratch[PER_OWN + TAKEN_MAX * k + taken] = price * scratch[MINE + left]


@inlined
def _count(counters: Any, touched: Any) -> Any:
    """Count one more square for each building in ``touched``: bit k of the four words is building k's number, written
    in binary."""
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
    """What the four words count for building k."""
    ones, twos, fours, eights = counters
    place = np.uint64(k)
    low = ((ones >> place) & _ONE_BIT) + (((twos >> place) & _ONE_BIT) << _ONE_BIT)
    high = ((fours >> place) & _ONE_BIT) + (((eights >> place) & _ONE_BIT) << _ONE_BIT)
    return np.int64(low + high * _FOUR)


@inlined
def _count_squares(mind: Any, squares: Any, counters: Any) -> Any:
    touching = mind["outlook"]["touching"]
    while not bitboard.is_empty(squares):
        counters = _count(counters, touching[bitboard.first_bit(squares)])
        squares = bitboard.drop_first(squares)
    return counters


@inlined
def _gained(scratch: Any, taken: Any, own: Any) -> Any:
    """What all open buildings gain, from the counts of squares taken next to each and of own workers among them."""
    gold = 0.0
    touched = taken[0] | taken[1] | taken[2] | taken[3]
    while touched != _NO_BITS:
        k = lowest_bit(touched)
        touched &= touched - _ONE_BIT
        place = TAKEN_MAX * k + _number(taken, k)
        gold += scratch[GAINED + place] + scratch[PER_OWN + place] * _number(own, k)
    return gold


@inlined
def _gained_by_build(scratch: Any, taken: Any) -> Any:
    """The same where no worker is put down."""
    gold = 0.0
    touched = taken[0] | taken[1] | taken[2] | taken[3]
    while touched != _NO_BITS:
        k = lowest_bit(touched)
        touched &= touched - _ONE_BIT
        gold += scratch[GAINED + TAKEN_MAX * k + _number(taken, k)]
    return gold


@inlined
def _new_building(table: Any, mind: Any, family: Any, around: Any, camps: Any) -> Any:
    """What the building laid out is worth itself, from the sum of what is on the squares around it."""
    scratch = mind["scratch"]
    vacant, mine, others = around & _BYTE, (around >> _BITS_8) & _BYTE, (around >> _BITS_16) & _BYTE
    seal = 1.0 if table["supply"][family] > 0 else 0.0
    gold = _worth(scratch, np.int64(vacant), scratch[PRICE + family], np.float64(mine), np.float64(others), seal)
    gold += scratch[BUILD] + scratch[CAMP] * min(np.int64(camps), table["neutral_pool"])
    if vacant > 0:
        gold -= scratch[HELD + family]
    return gold


@inlined
def note_held(table: Any, mind: Any, weight: Any) -> None:
    """Note per family the gold taken off a build that stays open: ``weight`` for each gold over the mean of values."""
    mean = 0.0
    for family in range(state.FAMILIES):
        mean += 0.25 * table["value"][family]
    for family in range(state.FAMILIES):
        mind["scratch"][HELD + family] = weight * max(0.0, table["value"][family] - mean)


@inlined
def best_build(table: Any, hand: Any, mind: Any, choice: Any) -> Any:
    """Fill in the build with the highest score, the first among equals; returns the score."""
    best = -1e300
    outlines = table["outlines"]
    touching, around, scratch = mind["outlook"]["touching"], mind["outlook"]["around"], mind["scratch"]
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form, family = state.form_of(card), state.family_of(card)
        n_squares = outlines["n_squares"][form]
        for orientation in range(outlines["n_orientations"][form]):
            anchors = bitboard.load(hand["anchors"][form, orientation])
            while not bitboard.is_empty(anchors):
                anchor = bitboard.first_bit(anchors)
                anchors = bitboard.drop_first(anchors)
                taken, camps = _NONE_TAKEN, np.uint32(0)
                for j in range(n_squares):
                    square = anchor + np.int64(outlines["offset"][form, orientation, j])
                    taken = _count(taken, touching[square])
                    camps += around[state.MARGIN + square] >> _BITS_24
                total = np.uint32(0)
                for j in range(outlines["n_ring"][form, orientation]):
                    total += around[state.MARGIN + anchor + np.int64(outlines["ring"][form, orientation, j])]
                score = _new_building(table, mind, family, total, camps) + _gained_by_build(scratch, taken)
                score = with_noise(score, mind)
                if score > best:
                    best = score
                    choice["kind"] = state.BUILD
                    choice["card"] = card
                    choice["orientation"] = orientation
                    choice["anchor"] = anchor
    return best


@inlined
def _gained_by_best(mind: Any, squares: Any, own: Any) -> Any:
    """What the one building that gains most from a worker placement gains; the others are not seen."""
    seen, scratch = mind["outlook"], mind["scratch"]
    best, found = 0.0, False
    for k in range(seen["n"]):
        vacant = bitboard.load(seen["vacant"][k])
        taken = bitboard.size(bitboard.both(vacant, squares))
        if taken > 0:
            place = TAKEN_MAX * k + taken
            gold = scratch[GAINED + place] + scratch[PER_OWN + place] * bitboard.size(bitboard.both(vacant, own))
            if gold > best or not found:
                best, found = gold, True
    return best


@inlined
def _workers_score(mind: Any, candidate: Any, at_hand: Any) -> Any:
    scratch = mind["scratch"]
    own, neutral = bitboard.load(candidate["own"]), bitboard.load(candidate["neutral"])
    if scratch[NARROW] != 0.0:
        gold = _gained_by_best(mind, bitboard.either(own, neutral), own)
    else:
        taken_by_own = _count_squares(mind, own, _NONE_TAKEN)
        gold = _gained(scratch, _count_squares(mind, neutral, taken_by_own), taken_by_own)
    gold -= scratch[OWN_COST] * candidate["n_own"] + scratch[NEUTRAL_COST] * candidate["n_neutral"]
    if candidate["n_own"] == at_hand and at_hand > 0:
        gold -= scratch[LAST_COST]
    return gold


@inlined
def _forget_reach(mind: Any) -> None:
    """Let every square look as if it touched one building at most, so that none is listed first for touching more."""
    touching = mind["outlook"]["touching"]
    for square in range(len(touching)):
        if touching[square] != _NO_BITS:
            touching[square] = _ONE_BIT


@inlined
def best_must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Fill in the build or worker placement with the highest score; ``outlook.look`` and the tables come before."""
    note_worths(mind)
    best = best_build(table, hand, mind, choice)
    if mind["scratch"][NARROW] != 0.0:
        _forget_reach(mind)
    outlook.list_introductions(table, holdings, mind)
    at_hand = holdings["workers"][table["seat"]]
    chosen = -1
    for i in range(mind["n_candidates"]):
        score = with_noise(_workers_score(mind, mind["candidates"][i], at_hand), mind)
        if score > best:
            best = score
            chosen = i
    if chosen >= 0:
        outlook.choose_introduction(mind, chosen, choice)


@inlined
def has_another_turn(table: Any) -> Any:
    """Whether the player will have a must after this turn: not in the last round (R9.2)."""
    return table["turns_left"] < 0


@inlined
def best_draw(table: Any, mind: Any, for_price: Any, for_squares: Any, from_stack: Any, choice: Any) -> None:
    """The face-up card with the highest weight of price and squares, or the stack if ``from_stack`` is more."""
    scratch = mind["scratch"]
    best = -1.0e9
    if table["stack_left"] > 0:
        best = from_stack
    choice["draw"] = state.FROM_STACK
    for place in range(table["rules"]["face_up"]):
        card = table["face_up"][place]
        if card < 0:
            continue
        squares = table["outlines"]["n_squares"][state.form_of(card)]
        score = for_price * scratch[PRICE + state.family_of(card)] + for_squares * squares
        if score > best:
            best = score
            choice["draw"] = place
