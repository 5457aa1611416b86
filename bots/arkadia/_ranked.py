"""What the base player thinks of each thing that it could do: its best candidates with their scores, best first.

Musts are ranked by what a must, once decided, has left in the mind: the outlook, the tables and what each building
gains (``_worths.py``). As in ``_must.py`` an exact sum is made only for what may be among the best.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api.kit import bitboard, inlined, limits, lots, outlook, ranking, state

from . import _player as player
from ._must import SLACK, less_costs, note_new, promising, score_build
from ._worths import AT_HAND, BOUND, NONE_TAKEN, count_squares, gained_by_best, gained_by_workers


@inlined
def _worst(ranked: Any, n: Any) -> Any:
    """The score that a candidate must beat to be among the best, of which there are ``n``."""
    return ranked[n - 1]["score"] if n == len(ranked) else -1e300


@inlined
def rank_builds(table: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the best builds, as many as it has room for; returns how many. ``choice`` is scratch."""
    n, drawer = 0, mind["outlook"]["lots"]
    outlines = table["outlines"]
    choice["kind"] = state.BUILD
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form, family = state.form_of(card), state.family_of(card)
        note_new(table, mind, family, outlines["n_squares"][form])
        for orientation in range(outlines["n_orientations"][form]):
            if hand["n_anchors"][form, orientation] == 0:
                continue
            outlook.sum_up(table, mind["outlook"], form, orientation)
            allowed = limits.builds_of(hand, mind, i, form, orientation)
            anchors = promising(table, mind, allowed, _worst(ranked, n) - SLACK)
            while not bitboard.is_empty(anchors):
                anchor = bitboard.first_bit(anchors)
                anchors = bitboard.drop_first(anchors)
                if mind["scratch"][BOUND + anchor] <= _worst(ranked, n) - SLACK:
                    continue
                choice["card"] = card
                choice["orientation"] = orientation
                choice["anchor"] = anchor
                score = score_build(table, mind, form, family, orientation, anchor)
                score += lots.build_lot(drawer, card, orientation, anchor)
                n = ranking.keep_best(ranked, n, score, choice)
    return n


@inlined
def rank_introductions(table: Any, holdings: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """The same with worker placements, of those that the toolkit names."""
    n, scratch, drawer = 0, mind["scratch"], mind["outlook"]["lots"]
    narrow = scratch[player.NARROW] != 0.0
    scratch[AT_HAND] = holdings["workers"][table["seat"]]
    outlook.list_introductions(table, holdings, mind)
    for i in range(mind["n_candidates"]):
        own = bitboard.load(mind["candidates"][i]["own"])
        neutral = bitboard.load(mind["candidates"][i]["neutral"])
        if narrow:
            gold = gained_by_best(mind, bitboard.either(own, neutral), own)
        else:
            taken_by_own = count_squares(mind, own, NONE_TAKEN)
            gold = gained_by_workers(scratch, count_squares(mind, neutral, taken_by_own), taken_by_own)
        score = less_costs(mind, gold, bitboard.size(own), bitboard.size(neutral))
        if score + lots.LOT_SIZE > _worst(ranked, n):
            outlook.choose_introduction(mind, i, choice)
            n = ranking.keep_best(ranked, n, score + lots.workers_lot(drawer, own, neutral), choice)
    return n


@inlined
def rank_draws(table: Any, mind: Any, weights: Any, choice: Any, ranked: Any) -> Any:
    """The face-up cards and the stack, with the three weights of ``player.best_draw``, after ``player.note_prices``."""
    n, drawer = 0, lots.drawer(table, mind)
    for_price, for_squares, from_stack = weights
    if limits.is_there(table, state.FROM_STACK) and limits.may_draw(mind, state.FROM_STACK):
        choice["draw"] = state.FROM_STACK
        n = ranking.keep_best(ranked, n, from_stack + lots.number_lot(drawer, state.FROM_STACK), choice)
    for place in range(table["rules"]["face_up"]):
        card = table["face_up"][place]
        if card >= 0 and limits.may_draw(mind, place):
            squares = table["outlines"]["n_squares"][state.form_of(card)]
            score = for_price * mind["scratch"][player.PRICE + state.family_of(card)] + for_squares * squares
            choice["draw"] = place
            n = ranking.keep_best(ranked, n, score + lots.number_lot(drawer, place), choice)
    return n


@inlined
def rank_pieces(table: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """The castle pieces, each on every square, by the change of the noted gains; call ``player.note_gains`` before."""
    n, drawer = 0, lots.drawer(table, mind)
    gain = mind["scratch"]
    for family in range(state.FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        for square in range(state.CASTLE_SQUARES):
            if table["covered"][square] == 0 and limits.may_place(mind, family, square):
                hidden = table["top"][square]
                covered = gain[player.GAIN + hidden] if hidden != state.NO_FAMILY else 0.0
                choice["family"] = family
                choice["castle_square"] = square
                score = gain[player.GAIN + family] - covered + lots.piece_lot(drawer, family, square)
                n = ranking.keep_best(ranked, n, score, choice)
    return n


@inlined
def rank_sales(table: Any, holdings: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """No banner, a banner for workers alone, and sales of all seals of the dearest family, of the two dearest and so
    on; the score is the gold that it brings now."""
    seat = table["seat"]
    choice["use_banner"] = 0
    choice["sold"][:] = 0
    n = ranking.keep_best(ranked, 0, 0.0, choice) if limits.may_use(table, holdings, mind, choice) else 0
    choice["use_banner"] = 1
    if table["own_pool"][seat] > 0 and limits.may_use(table, holdings, mind, choice):
        n = ranking.keep_best(ranked, n, 0.0, choice)
    gold = 0.0
    for value in range(state.CASTLE_SQUARES, 0, -1):
        for family in range(state.FAMILIES):
            seals = holdings["seals"][seat, family]
            if table["value"][family] == value and seals > 0:
                choice["sold"][family] = seals
                gold += value * seals
                if limits.may_use(table, holdings, mind, choice):
                    n = ranking.keep_best(ranked, n, gold, choice)
    return n
