"""Counts the cues of Arkadia (``games/arkadia/bots_api/cues.py``) in a position and in the options of each decision."""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.arkadia.rules import bitboard, moves, state
from arkadia_sim.games.arkadia.rules.castle import is_dearest
from arkadia_sim.kernels.rules import CUES, FREE, SITUATION, is_left

_BOARD: Any = types.UniTuple(types.uint64, bitboard.WORDS)

TURN, WORKERS, NEUTRALS, BANNERS, SEALS, BEST_PRICE, WORTH, PIECES_LEFT, LAST_ROUND, PIECE_LEAD = range(10)
(
    BUILDING, CAMPS, SQUARES, PRICE, GAPS, OWN_BESIDE, OTHERS_BESIDE, WORKERS_DOWN, NEUTRALS_DOWN, TOUCHES, FINISHED,
    GOLD_NOW, OTHERS_NOW, GOLD_COMING, OTHERS_COMING, GOLD_SOON, OTHERS_SOON, SEALS_OPEN, OUT_OF_WORKERS,
    DEAR_OPEN, GOLD, NEUTRALS_WON, ROOM, OTHERS_ROOM, REPLY, SEALED, DEAREST, REACH,
) = range(28)  # fmt: skip
CARD_PRICE, CARD_SQUARES, OWN_SEALS, ALIKE, STACK = range(5)
OWN_GAIN, OTHERS_GAIN, OWN_WORKERS, OTHERS_WORKERS, LEAD, HOSTILE = range(6)
USED, LOWEST_PRICE, SALE_GOLD, SOLD, SALE_GAIN, EARLY, WITHOUT_SALE, SELLS_ALL = range(8)
"""Places of the cues, for each decision in their order; then those of constraints."""


def _all_but(*cues: int) -> int:
    return ~sum(1 << cue for cue in cues)


_AT_SIGHT = (BUILDING, CAMPS, SQUARES, PRICE, WORKERS_DOWN, NEUTRALS_DOWN, OUT_OF_WORKERS, NEUTRALS_WON, REACH)
_AFTER = (ROOM, OTHERS_ROOM, REPLY)
_OF_BUILD, _ENDS = (GAPS, OWN_BESIDE, OTHERS_BESIDE, DEAR_OPEN, DEAREST), (FINISHED, SEALED)
_AROUND, _FINISHES, _LEAVES = _all_but(*_AT_SIGHT), ~_all_but(*_ENDS), ~_all_but(*_AFTER)
_CHANGES = _all_but(*_AT_SIGHT, *_OF_BUILD, *_ENDS, *_AFTER)
"""Cues that need a look around a new building, at what is finished, at what the next player is left, at all changes."""
_OF_SQUARES = _CHANGES | _FINISHES | _LEAVES  # cues for which it matters which squares a build covers
_OF_BESIDE = 1 << GAPS | 1 << OWN_BESIDE | 1 << OTHERS_BESIDE  # and how much is beside it
OF_WORKERS = _all_but(BUILDING, CAMPS, SQUARES, PRICE, *_OF_BUILD)  # cues in which placements of workers differ

PRICES, CHANCES = FREE, FREE + state.FAMILIES
"""Where ``count_situation`` notes each family's price, and how much gold counts at a building by its gaps, from one
on: a player may have other estimates (``take_estimates``)."""
ESTIMATES = state.FAMILIES + state.RING_MAX
AVERAGES, HANDS = FREE + ESTIMATES, FREE + ESTIMATES + state.FAMILIES
"""Where it notes each family's price later, which is estimated too, and the workers that the next player has."""

SOON = 2  # a building with at most so many gaps is finished soon
NO_SALE = 11.0  # the lowest price of a sale of nothing: more than any price
HALF = 0.5  # what gold at an unfinished building counts, of what it will pay
AVERAGE = state.CASTLE_SQUARES / state.FAMILIES  # what a seal is worth on average once a floor of the castle is full
UNSEEN = 3  # the workers at hand of a next player who hides them


@inlined
def _lead(table: Any, holdings: Any, family: Any) -> Any:
    """The own seals of a family, less those of the others on average, as far as they are known."""
    lead, seat = 0.0, table["seat"]
    for player in range(table["players"]):
        held = holdings["seals"][player, family]
        if held != state.UNKNOWN:
            lead += held if player == seat else -held / (table["players"] - 1.0)
    return lead


@inlined
def _piece_lead(table: Any, holdings: Any) -> Any:
    """What the best castle piece gains, less what the others gain on average; 0 where none may be placed."""
    rises, falls, can_rise, can_fall = 0.0, 0.0, False, False
    for family in range(-1, state.FAMILIES):
        lead = 0.0 if family == state.NO_FAMILY else _lead(table, holdings, family)
        if family != state.NO_FAMILY and table["pools"][table["floor"], family] > 0:
            rises, can_rise = lead if not can_rise else max(rises, lead), True
        for square in range(state.CASTLE_SQUARES):
            if table["covered"][square] == 0 and table["top"][square] == family:
                falls, can_fall = lead if not can_fall else min(falls, lead), True
    return rises - falls if can_rise and can_fall else 0.0


@inlined
def _note_next(table: Any, holdings: Any, s: Any, seen: Any) -> None:
    """Note the next player's workers at hand, or a guess, where the others stand, and how many are next to each open
    building."""
    player = (table["seat"] + 1) % table["players"]
    s[HANDS] = holdings["workers"][player] + holdings["neutrals"][player]
    if table["turns_left"] == 1:  # no turn follows
        s[HANDS] = 0
    elif holdings["workers"][player] == state.UNKNOWN:
        s[HANDS] = UNSEEN
    workers = bitboard.load(table["own"][player])
    bitboard.store(seen["next_workers"], workers)
    for k in range(table["n_open"]):
        ring = bitboard.load(table["ring"][table["open"][k]])
        seen["next"][k] = bitboard.size(bitboard.both(ring, workers))


@inlined
def count_situation(table: Any, holdings: Any, mind: Any) -> None:
    s, seat = mind["counted"], table["seat"]
    worth, seals, dearest = 0, 0, 0
    for family in range(state.FAMILIES):
        held = holdings["seals"][seat, family]
        s[PRICES + family] = table["value"][family]
        s[AVERAGES + family] = AVERAGE
        seals += held
        worth += held * table["value"][family]
        if held > 0:
            dearest = max(dearest, table["value"][family])
    s[SITUATION + TURN] = table["turn"] // table["players"] + 1
    s[SITUATION + WORKERS] = holdings["workers"][seat]
    s[SITUATION + NEUTRALS] = holdings["neutrals"][seat]
    s[SITUATION + BANNERS] = table["banners"][seat]
    s[SITUATION + SEALS] = seals
    s[SITUATION + BEST_PRICE] = dearest
    s[SITUATION + WORTH] = worth
    s[SITUATION + PIECES_LEFT] = max(
        0, 2 * state.CASTLE_SQUARES - state.CASTLE_SQUARES * table["floor"] - table["n_covered"]
    )
    s[SITUATION + LAST_ROUND] = 1.0 if table["turns_left"] >= 0 else 0.0
    s[SITUATION + PIECE_LEAD] = _piece_lead(table, holdings)
    _note_next(table, holdings, s, mind["outlook"])
    for gaps in range(state.RING_MAX):
        s[CHANCES + gaps] = HALF


@inlined
def take_estimates(mind: Any, estimates: Any) -> None:
    """Count gold by a player's own prices and chances, from now on until the situation is counted again."""
    s = mind["counted"]
    for i in range(ESTIMATES):
        s[PRICES + i] = estimates[i]
    for family in range(state.FAMILIES):
        s[AVERAGES + family] = estimates[family]


@inlined
def _count_payment(s: Any, gaps: Any, price: Any, mine: Any, others: Any, seal: Any, sign: Any) -> None:
    """Count a building with so many gaps and, beside it, own workers, others' and a seal that lies on it."""
    own, theirs = sign * price * mine, sign * price * others
    if gaps == 0:
        s[CUES + GOLD_NOW] += own + sign * price * seal
        s[CUES + OTHERS_NOW] += theirs
        s[CUES + FINISHED] += sign
        s[CUES + SEALED] += seal
        return
    chance = s[CHANCES + gaps - 1]
    s[CUES + GOLD_COMING] += chance * own
    s[CUES + OTHERS_COMING] += chance * theirs
    if gaps <= SOON:
        s[CUES + GOLD_SOON] += own
        s[CUES + OTHERS_SOON] += theirs
        s[CUES + SEALS_OPEN] += sign * price * seal


@inlined
def _count_changes(mind: Any, squares: Any, own: Any) -> None:
    """Count what it changes at open buildings that ``squares`` become occupied, ``own`` ones by own workers."""
    seen, s = mind["outlook"], mind["counted"]
    if not bitboard.meet(squares, bitboard.load(seen["all_vacant"])):
        return
    for k in range(seen["n"]):
        around = bitboard.load(seen["vacant"][k])
        if not bitboard.meet(around, squares):
            continue
        taken = bitboard.size(bitboard.both(around, squares))
        more = bitboard.size(bitboard.both(around, own))
        price, gaps = s[PRICES + seen["family"][k]], seen["n_vacant"][k]
        mine, others, seal = seen["mine"][k], seen["others"][k], seen["seal"][k]
        s[CUES + TOUCHES] += more
        _count_payment(s, gaps, price, mine, others, seal, -1.0)
        _count_payment(s, gaps - taken, price, mine + more, others, seal, 1.0)


@inlined
def _count_left(mind: Any, squares: Any, own: Any) -> None:
    """Count the free squares beside workers, and what is left to the next player, once ``squares`` become occupied,
    ``own`` ones by own workers."""
    seen, s = mind["outlook"], mind["counted"]
    free, rest = bitboard.without(bitboard.load(seen["free"]), squares), squares
    while not bitboard.is_empty(rest):
        square = bitboard.first_bit(rest)
        rest = bitboard.drop_first(rest)
        beside = np.int64(seen["beside"][square])
        s[CUES + ROOM] -= (beside >> 4) & 15
        s[CUES + OTHERS_ROOM] -= (beside >> 8) & 15
        if bitboard.has(own, square):
            s[CUES + ROOM] += bitboard.size(bitboard.both(bitboard.neighbours(bitboard.single(square)), free))
    for k in range(seen["n"]):
        gaps = bitboard.size(bitboard.both(bitboard.load(seen["vacant"][k]), free))
        _offer(s, gaps, s[PRICES + seen["family"][k]] * (seen["seal"][k] + seen["next"][k]))


@inlined
def _offer(s: Any, gaps: Any, gold: Any) -> None:
    """Note what a building pays the next player, if that is the most and so many workers can finish it."""
    if 0 < gaps <= s[HANDS]:
        s[CUES + REPLY] = max(s[CUES + REPLY], gold)


@inlined
def _count_finished(mind: Any, squares: Any) -> None:
    """Count the open buildings that are finished once ``squares`` are occupied, and the seals that lie on them."""
    seen, s = mind["outlook"], mind["counted"]
    for k in range(seen["n"]):
        if bitboard.is_within(bitboard.load(seen["vacant"][k]), squares):
            s[CUES + FINISHED] += 1.0
            s[CUES + SEALED] += seen["seal"][k]


@inlined
def seen_of_build(wanted: Any, outlook: Any, anchor: Any) -> Any:
    """What the wanted cues of a build depend on at its anchor: builds of an outline that are equal in it count the
    same."""
    beside = np.int64(outlook["beside_sum"][anchor])
    if wanted & _OF_SQUARES != 0:
        return anchor
    if wanted & _OF_BESIDE != 0:
        return beside
    return beside >> 12 << 1 | (1 if beside & 15 != 0 and wanted & _AROUND != 0 else 0)


@inlined
def count_build(table: Any, mind: Any, card: Any, orientation: Any, anchor: Any) -> None:
    """Count a build; call ``outlook.look``, ``outlook.sum_beside`` and ``count_situation`` before."""
    seen, s = mind["outlook"], mind["counted"]
    s[CUES : CUES + REACH + 1] = 0.0
    form, family = state.form_of(card), state.family_of(card)
    beside, price = np.int64(seen["beside_sum"][anchor]), s[PRICES + family]
    s[CUES + BUILDING] = 1.0
    s[CUES + CAMPS] = min(beside >> 12, table["neutral_pool"])
    s[CUES + SQUARES] = table["outlines"]["n_squares"][form]
    s[CUES + PRICE] = price
    s[CUES + NEUTRALS_WON] = s[CUES + CAMPS]
    if mind["wanted"] & _AROUND == 0:
        return
    gaps, mine, others = beside & 15, (beside >> 4) & 15, (beside >> 8) & 15
    s[CUES + GAPS] = gaps
    if gaps > 0:
        mean = 0.25 * (s[PRICES] + s[PRICES + 1] + s[PRICES + 2] + s[PRICES + 3])
        s[CUES + DEAR_OPEN] = max(0.0, price - mean)
        if mind["wanted"] & 1 << DEAREST != 0:
            s[CUES + DEAREST] = 1.0 if price > mean and is_dearest(table, family) else 0.0
    s[CUES + OWN_BESIDE] = mine
    s[CUES + OTHERS_BESIDE] = others
    seal = 1.0 if table["supply"][family] > 0 else 0.0
    squares = moves.building_squares(table, form, orientation, anchor)
    if mind["wanted"] & _LEAVES != 0:
        _count_left(mind, squares, bitboard.EMPTY)
        ring = bitboard.without(bitboard.neighbours(squares), squares)
        after = bitboard.size(bitboard.both(ring, bitboard.load(seen["next_workers"])))
        _offer(s, gaps, price * (seal + after))
    if mind["wanted"] & _CHANGES != 0:
        _count_payment(s, gaps, price, mine, others, seal, 1.0)
        _count_changes(mind, squares, bitboard.EMPTY)
        s[CUES + GOLD] = s[CUES + GOLD_NOW] + s[CUES + GOLD_COMING]
    elif mind["wanted"] & _FINISHES != 0:
        if gaps == 0:
            s[CUES + FINISHED], s[CUES + SEALED] = 1.0, seal
        _count_finished(mind, squares)


@inlined
def count_workers(mind: Any, own: Any, neutral: Any) -> None:
    """Count a worker placement; call ``outlook.look`` and ``count_situation`` before."""
    s = mind["counted"]
    s[CUES : CUES + REACH + 1] = 0.0
    n_own = bitboard.size(own)
    s[CUES + WORKERS_DOWN] = n_own
    s[CUES + NEUTRALS_DOWN] = bitboard.size(neutral)
    s[CUES + OUT_OF_WORKERS] = 1.0 if n_own > 0 and n_own == s[SITUATION + WORKERS] else 0.0
    s[CUES + NEUTRALS_WON] = -1.0 * bitboard.size(neutral)
    if mind["wanted"] & 1 << REACH != 0:
        reaching = mind["outlook"]["reaching"]
        touch_one = bitboard.either(bitboard.load(reaching[0]), bitboard.load(reaching[1]))  # or none
        s[CUES + REACH] = 0.0 if bitboard.is_within(own, touch_one) else 1.0
    if mind["wanted"] & _LEAVES != 0:
        _count_left(mind, bitboard.either(own, neutral), own)
    if mind["wanted"] & _CHANGES != 0:
        _count_changes(mind, bitboard.either(own, neutral), own)
        s[CUES + GOLD] = s[CUES + GOLD_NOW] + s[CUES + GOLD_COMING]
    elif mind["wanted"] & _FINISHES != 0:
        _count_finished(mind, bitboard.either(own, neutral))


@compiled(types.boolean(state.MIND, _BOARD, _BOARD))
def placement_is_left(mind: Any, own: Any, together: Any) -> Any:
    """Whether constraints and rules allow workers on these squares, own ones among them on ``own``; call it only where
    they take something away."""
    count_workers(mind, own, bitboard.without(together, own))
    return is_left(mind)


@inlined
def count_draw(table: Any, holdings: Any, hand: Any, mind: Any, place: Any) -> None:
    s = mind["counted"]
    s[CUES : CUES + STACK + 1] = 0.0
    if place == state.FROM_STACK:
        s[CUES + STACK] = 1.0
        return
    card = table["face_up"][place]
    family = state.family_of(card)
    s[CUES + CARD_PRICE] = s[PRICES + family]
    s[CUES + CARD_SQUARES] = table["outlines"]["n_squares"][state.form_of(card)]
    s[CUES + OWN_SEALS] = holdings["seals"][table["seat"], family]
    for i in range(hand["n"]):
        if state.family_of(hand["cards"][i]) == family:
            s[CUES + ALIKE] += 1.0


@inlined
def count_piece(table: Any, holdings: Any, mind: Any, family: Any, square: Any) -> None:
    """Count a castle piece; call ``outlook.look_at_workers`` before."""
    s, seen, seat = mind["counted"], mind["outlook"], table["seat"]
    hidden = table["top"][square]
    s[CUES : CUES + HOSTILE + 1] = 0.0
    for player in range(table["players"]):
        gain = holdings["seals"][player, family]
        if gain == state.UNKNOWN:
            continue
        if hidden != state.NO_FAMILY:
            gain -= holdings["seals"][player, hidden]
        s[CUES + (OWN_GAIN if player == seat else OTHERS_GAIN)] += gain
    s[CUES + LEAD] = s[CUES + OWN_GAIN] - HALF * s[CUES + OTHERS_GAIN]
    s[CUES + HOSTILE] = 1.0 if s[CUES + OTHERS_GAIN] < min(0.0, s[CUES + OWN_GAIN]) else 0.0
    for k in range(seen["n"]):
        there = seen["family"][k]
        sign = (1.0 if there == family else 0.0) - (1.0 if there == hidden else 0.0)
        s[CUES + OWN_WORKERS] += sign * seen["mine"][k]
        s[CUES + OTHERS_WORKERS] += sign * seen["others"][k]


@inlined
def count_banner(table: Any, mind: Any, choice: Any) -> None:
    s = mind["counted"]
    gold, sold, lowest, later = 0, 0, NO_SALE, 0.0
    for family in range(state.FAMILIES):
        if choice["use_banner"] != 0 and choice["sold"][family] > 0:
            gold += choice["sold"][family] * table["value"][family]
            sold += choice["sold"][family]
            later += choice["sold"][family] * s[AVERAGES + family]
            lowest = min(lowest, 1.0 * table["value"][family])
    used, worth = choice["use_banner"] != 0, s[SITUATION + WORTH]
    more = s[SITUATION + WORKERS] > 0.0 and table["own_pool"][table["seat"]] > 0
    s[CUES + USED] = choice["use_banner"]
    s[CUES + LOWEST_PRICE] = lowest
    s[CUES + SALE_GOLD] = gold
    s[CUES + SOLD] = sold
    s[CUES + SALE_GAIN] = gold - later
    s[CUES + EARLY] = 1.0 if used and more else 0.0
    s[CUES + WITHOUT_SALE] = 1.0 if used and worth > 0.0 and gold == 0 else 0.0
    s[CUES + SELLS_ALL] = 1.0 if used and worth > 0.0 and gold == worth else 0.0
