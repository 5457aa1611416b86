"""Players as values: what a bot that looks ahead plays on with, and how they rank candidates.

A policy is a row of weights whose last place says who weighs: the base player, the ``weigher`` or the learned player.
It gets a mind of its own (``sit_down``); ``decide`` is then its decision in any phase, ``rank`` its candidates.

A must leaves the outlook, the tables and the gains of buildings in the mind, and musts are ranked by
these. As in ``best_must``, exact sums are made only for candidates that may be among the best.
"""

import math
from functools import partial
from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api import kit
from arkadia_sim.games.arkadia.bots_api.kit import bitboard, castle, decision, inlined, look_ahead, lots, outlook, state
from arkadia_sim.games.arkadia.bots_api.kit import policy_row as row_of

from . import _player as player
from . import learner, novice, weigher

LEAD_SCALE = 12.0
"""The chance to win is estimated as 1 / (1 + exp(-lead / LEAD_SCALE)): this much gold ahead is 73%."""


@inlined
def value(game: Any, seat: Any, objective: Any) -> Any:
    """The value of a game to a seat, at its end or where playing on stopped."""
    table, holdings = game["table"], game["holdings"]
    own, best, tied = 0, -1, 0
    for other in range(table["players"]):
        gold = holdings["gold"][other]
        if table["phase"] != state.OVER:
            gold += castle.worth(table, holdings, other)
        if other == seat:
            own = gold
        elif gold > best:
            best, tied = gold, 1
        elif gold == best:
            tied += 1
    if objective == kit.planning.WIN:
        return 1.0 if own > best else (1.0 / (1 + tied) if own == best else 0.0)
    if objective == kit.planning.MARGIN:
        return 1.0 * (own - best)
    return 1.0 / (1.0 + math.exp((best - own) / LEAD_SCALE))


_PLAYER = state.PARAMETERS_MAX - 1
"""The place in the parameters that says who weighs."""
BY_HINTS, BY_WEIGHTS, BY_LEARNING = 0.0, 1.0, 2.0
PLAYERS = {novice.must: BY_HINTS, weigher.must: BY_WEIGHTS, learner.must: BY_LEARNING}
"""The bots that can be policies: who weighs, by the function for the must."""

policy_row = partial(row_of, state.PARAMETERS_MAX)
choose = look_ahead.choose


def _by_phase(must: Any, draw: Any, place: Any, banner: Any) -> Any:
    """The decisions of a player as one function."""

    @kit.spliced
    def decide(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
        phase = table["phase"]
        if phase == state.MUST:
            must(table, holdings, hand, mind, choice)
        elif phase == state.DRAW:
            draw(table, holdings, hand, mind, choice)
        elif phase == state.CASTLE:
            place(table, holdings, hand, mind, choice)
        else:
            banner(table, holdings, hand, mind, choice)

    return decide


_by_hints = _by_phase(novice.must, novice.draw, novice.castle, novice.banner)
_by_weights = _by_phase(weigher.must, weigher.draw, weigher.castle, weigher.banner)
_by_learning = _by_phase(learner.must, learner.draw, learner.place, learner.banner)


@decision
def decide(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The decision of the policy in this mind for the current phase."""
    if mind["parameters"][_PLAYER] == BY_HINTS:
        _by_hints(table, holdings, hand, mind, choice)
    elif mind["parameters"][_PLAYER] == BY_LEARNING:
        _by_learning(table, holdings, hand, mind, choice)
    else:
        _by_weights(table, holdings, hand, mind, choice)


@inlined
def is_learned(mind: Any) -> Any:
    """Whether the learned player weighs in this mind."""
    return mind["parameters"][_PLAYER] == BY_LEARNING


@inlined
def _worst(ranked: Any, n: Any) -> Any:
    """The score that a candidate must beat to join the ``n`` best."""
    return ranked[n - 1]["score"] if n == len(ranked) else -1e300


@inlined
def _rank_builds(table: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the best builds; returns how many. ``choice`` is scratch space."""
    n, drawer = 0, mind["outlook"]["lots"]
    outlines = table["outlines"]
    choice["kind"] = state.BUILD
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form, family = state.form_of(card), state.family_of(card)
        player.note_new(table, mind, family, outlines["n_squares"][form])
        for orientation in range(outlines["n_orientations"][form]):
            if hand["n_anchors"][form, orientation] == 0:
                continue
            outlook.sum_up(table, mind["outlook"], form, orientation)
            allowed = kit.limits.builds_of(hand, mind, i, form, orientation)
            anchors = player.promising(table, mind, allowed, _worst(ranked, n) - player.SLACK)
            while not bitboard.is_empty(anchors):
                anchor = bitboard.first_bit(anchors)
                anchors = bitboard.drop_first(anchors)
                if mind["scratch"][player.BOUND + anchor] <= _worst(ranked, n) - player.SLACK:
                    continue
                choice["card"] = card
                choice["orientation"] = orientation
                choice["anchor"] = anchor
                score = player.score_build(table, mind, form, family, orientation, anchor)
                score += lots.build_lot(drawer, card, orientation, anchor)
                n = look_ahead.keep_best(ranked, n, score, choice)
    return n


@inlined
def _rank_introductions(table: Any, holdings: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """The same for worker placements, of those that the toolkit names."""
    n, scratch, drawer = 0, mind["scratch"], mind["outlook"]["lots"]
    narrow = scratch[player.NARROW] != 0.0
    scratch[player.AT_HAND] = holdings["workers"][table["seat"]]
    if narrow and is_learned(mind):
        player.forget_reach(mind)
    outlook.list_introductions(table, holdings, mind)
    for i in range(mind["n_candidates"]):
        own = bitboard.load(mind["candidates"][i]["own"])
        neutral = bitboard.load(mind["candidates"][i]["neutral"])
        if narrow:
            gold = player.best_reached(mind, bitboard.either(own, neutral), own)[1]
        else:
            taken_by_own = player.count_squares(mind, own, player.NONE_TAKEN)
            gold = player.gained_by_workers(scratch, player.count_squares(mind, neutral, taken_by_own), taken_by_own)
        score = player.less_costs(mind, gold, bitboard.size(own), bitboard.size(neutral))
        if score + lots.LOT_SIZE > _worst(ranked, n):
            outlook.choose_introduction(mind, i, choice)
            n = look_ahead.keep_best(ranked, n, score + lots.workers_lot(drawer, own, neutral), choice)
    return n


@inlined
def _list_sales(table: Any, holdings: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """List no banner, a banner only for workers, and sales of all seals of the dearest family, the two dearest, and so
    on. The score is the gold from the sale."""
    seat = table["seat"]
    choice["use_banner"] = 0
    choice["sold"][:] = 0
    n = look_ahead.keep_best(ranked, 0, 0.0, choice) if kit.limits.may_use(table, holdings, mind, choice) else 0
    choice["use_banner"] = 1
    if table["own_pool"][seat] > 0 and kit.limits.may_use(table, holdings, mind, choice):
        n = look_ahead.keep_best(ranked, n, 0.0, choice)
    gold = 0.0
    for value in range(state.CASTLE_SQUARES, 0, -1):
        for family in range(state.FAMILIES):
            seals = holdings["seals"][seat, family]
            if table["value"][family] == value and seals > 0:
                choice["sold"][family] = seals
                gold += value * seals
                if kit.limits.may_use(table, holdings, mind, choice):
                    n = look_ahead.keep_best(ranked, n, gold, choice)
    return n


@kit.spliced
def _rank_musts(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, width: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the ``width`` best builds and then the ``width`` best worker placements; returns how many.
    ``choice`` becomes the policy's own must."""
    if is_learned(mind):
        learner.note_judgement(table, holdings, mind)
        player.note_building_gains(table, holdings, hand, mind)
    else:
        decide(table, holdings, hand, mind, choice)
    trial = np.zeros(1, state.DECISION_DTYPE)
    builds = _rank_builds(table, hand, mind, trial[0], ranked[:width])
    n = builds + _rank_introductions(table, holdings, mind, trial[0], ranked[builds : builds + width])
    if is_learned(mind) and n > 0:
        by_workers = n > builds and (builds == 0 or ranked[builds]["score"] > ranked[0]["score"])
        choose(ranked, builds if by_workers else 0, choice)
    return n


@kit.spliced
def _rank_sales(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with ways to use a banner or none, by the gold they bring; returns how many. ``choice`` becomes
    the policy's own, the only candidate if the constraints forbid all others."""
    decide(table, holdings, hand, mind, choice)
    n = _list_sales(table, holdings, mind, np.zeros(1, state.DECISION_DTYPE)[0], ranked)
    return n if n > 0 else look_ahead.keep_best(ranked, 0, 0.0, choice)


@inlined
def _sells_alike(sale: Any, other: Any) -> Any:
    if sale["use_banner"] != other["use_banner"]:
        return False
    for family in range(state.FAMILIES):
        if sale["sold"][family] != other["sold"][family]:
            return False
    return True


@inlined
def _with_own_sale(choice: Any, ranked: Any, n: Any) -> Any:
    """Add the policy's own way to use a banner to the ``n`` candidates, unless it is among them; returns how many there
    are then."""
    for i in range(n):
        if _sells_alike(ranked[i]["decision"], choice):
            return n
    ranked[n]["score"] = 0.0
    ranked[n]["decision"] = choice
    return n + 1


@kit.spliced
def _rank_draws(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with all draws, best first; returns how many. ``choice`` becomes the policy's own."""
    decide(table, holdings, hand, mind, choice)
    n, drawer, trial = 0, lots.drawer(table, mind), np.zeros(1, state.DECISION_DTYPE)[0]
    for place in range(state.FROM_STACK + 1):
        if kit.limits.is_there(table, place) and kit.limits.may_draw(mind, place):
            trial["draw"] = place
            score = lots.number_lot(drawer, place) + (1.0 if place == choice["draw"] else 0.0)
            if is_learned(mind):
                score = lots.number_lot(drawer, place)
                score += learner.draw_score(table, holdings, hand, mind["parameters"], place)
            n = look_ahead.keep_best(ranked, n, score, trial)
    return n


@kit.spliced
def _rank_pieces(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with castle pieces, best first, one of those that change the same values; returns how many.
    ``choice`` becomes the policy's own, whose gains from each family stay noted."""
    decide(table, holdings, hand, mind, choice)
    n, drawer, trial = 0, lots.drawer(table, mind), np.zeros(1, state.DECISION_DTYPE)[0]
    lot, best = np.empty(state.FAMILIES + 1), np.empty(state.FAMILIES + 1, np.int64)
    for family in range(state.FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        lot[:] = -1.0
        for square in range(state.CASTLE_SQUARES):
            hidden = table["top"][square] - state.NO_FAMILY
            here = lots.piece_lot(drawer, family, square)
            if table["covered"][square] == 0 and here > lot[hidden] and kit.limits.may_place(mind, family, square):
                lot[hidden], best[hidden] = here, square
        trial["family"] = family
        for hidden in range(state.FAMILIES + 1):
            if lot[hidden] >= 0.0:
                trial["castle_square"] = best[hidden]
                score = player.piece_gain(table, mind, family, best[hidden]) + lot[hidden]
                n = look_ahead.keep_best(ranked, n, score, trial)
    return n


PIECES_MAX = state.FAMILIES * (state.FAMILIES + 1)
"""How many castle pieces change different values: by their family and by what they cover."""
SALES_MAX = 2 + state.FAMILIES
"""How many ways to use a banner are listed at most, including none, without the policy's own."""


@inlined
def room(width: Any) -> Any:
    """The largest possible number of candidates."""
    return max(2 * width, PIECES_MAX)


@look_ahead.ranker
def rank(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, width: Any, ranked: Any) -> Any:
    """List the candidates of a decision. ``choice`` becomes the policy's own."""
    phase = table["phase"]
    if phase == state.MUST:
        return _rank_musts(table, holdings, hand, mind, choice, width, ranked)
    if phase == state.BANNER:
        n = _with_own_sale(choice, ranked, _rank_sales(table, holdings, hand, mind, choice, ranked[:SALES_MAX]))
        if is_learned(mind):
            for i in range(n):
                ranked[i]["score"] = learner.banner_score(table, holdings, mind["parameters"], ranked[i]["decision"])
        return n
    if phase == state.DRAW:
        return _rank_draws(table, holdings, hand, mind, choice, ranked)
    return _rank_pieces(table, holdings, hand, mind, choice, ranked)
