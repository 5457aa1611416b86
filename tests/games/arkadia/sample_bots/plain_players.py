"""The base player without any shortcut: what the quick one must decide, down to which of two equals it takes.

It judges by what the base player notes, ``_player.py`` says how; here every build and every worker placement is weighed
one by one, from sets of squares.
"""

from typing import Any

import numpy as np
from arkadia_sim.shipped.bots.arkadia import _player as player
from arkadia_sim.shipped.bots.arkadia import novice as hints
from arkadia_sim.shipped.bots.arkadia import weigher

from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia.bots_api.kit import (
    Bot,
    bitboard,
    decision,
    inlined,
    lots,
    moves,
    outlook,
    spliced,
    state,
    with_noise,
)


@inlined
def _worth(scratch: Any, vacant: Any, price: Any, mine: Any, others: Any, seal: Any) -> Any:
    r = min(vacant, player.REACH_MAX)
    gold = price * (
        scratch[player.MINE + r] * mine - scratch[player.THEIRS + r] * others - scratch[player.SEAL + r] * seal
    )
    return gold + scratch[player.BASE] if vacant == 0 else gold


@inlined
def _gained(mind: Any, squares: Any, own: Any, narrow: Any) -> Any:
    """What all open buildings gain by workers or a building on these squares, or the one that gains most."""
    seen, scratch = mind["outlook"], mind["scratch"]
    total, best, found = 0.0, 0.0, False
    for k in range(seen["n"]):
        vacant = bitboard.load(seen["vacant"][k])
        taken = bitboard.size(bitboard.both(vacant, squares))
        if taken == 0:
            continue
        price, left = scratch[player.PRICE + seen["family"][k]], seen["n_vacant"][k] - taken
        mine, others, seal = seen["mine"][k], seen["others"][k], seen["seal"][k]
        gold = _worth(scratch, left, price, mine, others, seal)
        gold -= _worth(scratch, seen["n_vacant"][k], price, mine, others, seal)
        gold += price * scratch[player.MINE + left] * bitboard.size(bitboard.both(vacant, own))
        total += gold
        if gold > best or not found:
            best, found = gold, True
    return best if narrow else total


@inlined
def _new_building(table: Any, mind: Any, family: Any, squares: Any) -> Any:
    """What the building laid out is worth itself."""
    seen, scratch = mind["outlook"], mind["scratch"]
    ring = bitboard.without(bitboard.neighbours(squares), squares)
    vacant = bitboard.size(bitboard.both(ring, bitboard.load(seen["free"])))
    mine = bitboard.size(bitboard.both(ring, bitboard.load(seen["my_workers"])))
    others = bitboard.size(bitboard.both(ring, bitboard.load(seen["their_workers"])))
    camps = bitboard.size(bitboard.both(squares, bitboard.load(table["camps"])))
    seal = 1 if table["supply"][family] > 0 else 0
    gold = _worth(scratch, vacant, scratch[player.PRICE + family], mine, others, seal)
    gold += scratch[player.BUILD] + scratch[player.CAMP] * min(camps, table["neutral_pool"])
    if vacant > 0:
        gold -= scratch[player.HELD + family]
    return gold


@spliced
def _best_build(table: Any, hand: Any, mind: Any, choice: Any) -> Any:
    best, drawer = -1e300, mind["outlook"]["lots"]
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form = state.form_of(card)
        for orientation in range(table["outlines"]["n_orientations"][form]):
            anchors = bitboard.load(hand["anchors"][form, orientation])
            while not bitboard.is_empty(anchors):
                anchor = bitboard.first_bit(anchors)
                anchors = bitboard.drop_first(anchors)
                squares = moves.building_squares(table, form, orientation, anchor)
                score = _new_building(table, mind, state.family_of(card), squares)
                score += _gained(mind, squares, bitboard.EMPTY, False)
                score = with_noise(score + lots.build_lot(drawer, card, orientation, anchor), mind)
                if score > best:
                    best = score
                    choice["kind"] = state.BUILD
                    choice["card"] = card
                    choice["orientation"] = orientation
                    choice["anchor"] = anchor
    return best


@inlined
def _touching(mind: Any, squares: Any, touched: Any) -> Any:
    """The squares that touch this many open buildings; a player who counts only one building caps it at one."""
    seen, found = mind["outlook"], bitboard.EMPTY
    while not bitboard.is_empty(squares):
        square = bitboard.first_bit(squares)
        squares = bitboard.drop_first(squares)
        n = 0
        for k in range(seen["n"]):
            n += 1 if bitboard.has(bitboard.load(seen["vacant"][k]), square) else 0
        if mind["scratch"][player.NARROW] != 0.0:
            n = min(n, 1)
        if n == touched:
            found = bitboard.either(found, bitboard.single(square))
    return found


@inlined
def _square_for(mind: Any, squares: Any, number: Any) -> Any:
    """The square of the worker with this number: those that touch most open buildings come first, and equals row by row
    from one that the lot names."""
    for touched in range(state.TOUCHED_MAX, -1, -1):
        equals = _touching(mind, squares, touched)
        n = bitboard.size(equals)
        if number < n:
            start = lots.place_below(mind["outlook"]["lots"] ^ np.uint64(bitboard.first_bit(equals)), n)
            for _ in range((start + number) % n):
                equals = bitboard.drop_first(equals)
            return bitboard.single(bitboard.first_bit(equals))
        number -= n
    return bitboard.EMPTY


@inlined
def _share_out(mind: Any, squares: Any, n_own: Any, n_all: Any) -> Any:
    """Own and then neutral workers on the best squares of a set."""
    own, neutral = bitboard.EMPTY, bitboard.EMPTY
    for i in range(n_all):
        square = _square_for(mind, squares, i)
        if i < n_own:
            own = bitboard.either(own, square)
        else:
            neutral = bitboard.either(neutral, square)
    return own, neutral


@inlined
def _add(mind: Any, building: Any, workers: Any) -> None:
    n = mind["n_candidates"]
    if n < state.CANDIDATES_MAX:
        mind["candidates"][n]["building"] = building
        bitboard.store(mind["candidates"][n]["own"], workers[0])
        bitboard.store(mind["candidates"][n]["neutral"], workers[1])
        mind["n_candidates"] = n + 1


@spliced
def _name_several(mind: Any, building: Any, around: Any, own_left: Any, neutral_left: Any) -> None:
    v = bitboard.size(around)
    for n_own in range(min(own_left, v) + 1):
        if v > 1 and v <= own_left + neutral_left and v - n_own <= neutral_left:
            _add(mind, building, _share_out(mind, around, n_own, v))
        elif n_own > 1:
            _add(mind, building, _share_out(mind, around, n_own, n_own))
        for n_neutral in range(1, 3):
            if n_own <= 2 and n_neutral <= neutral_left and 2 <= n_own + n_neutral <= 3 and n_own + n_neutral < v:
                _add(mind, building, _share_out(mind, around, n_own, n_own + n_neutral))


@spliced
def _name_two_at_once(mind: Any, building: Any, around: Any, own_left: Any, neutral_left: Any) -> None:
    seen = mind["outlook"]
    for k in range(seen["n"]):
        for j in range(k + 1, seen["n"]):
            first, second = bitboard.load(seen["vacant"][k]), bitboard.load(seen["vacant"][j])
            both = bitboard.either(first, second)
            n = bitboard.size(both)
            if not bitboard.is_within(both, around) or n > own_left + neutral_left:
                continue
            if n == bitboard.size(first) or n == bitboard.size(second) or n == bitboard.size(around):
                continue
            fewest, most = max(0, n - neutral_left), min(n, own_left)
            _add(mind, building, _share_out(mind, both, fewest, n))
            if most > fewest:
                _add(mind, building, _share_out(mind, both, most, n))


@spliced
def _name_introductions(table: Any, holdings: Any, mind: Any) -> None:
    mind["n_candidates"] = 0
    free, named = bitboard.load(mind["outlook"]["free"]), bitboard.EMPTY
    own_left, neutral_left = holdings["workers"][table["seat"]], holdings["neutrals"][table["seat"]]
    for k in range(-1, mind["outlook"]["n"]):
        building = state.LOT if k < 0 else table["open"][k]
        around = moves.worker_squares(table, building, free)
        alone = bitboard.without(around, named)
        named = bitboard.either(named, around)
        while not bitboard.is_empty(alone):
            square = bitboard.single(bitboard.first_bit(alone))
            alone = bitboard.drop_first(alone)
            if own_left > 0:
                _add(mind, building, (square, bitboard.EMPTY))
            if neutral_left > 0:
                _add(mind, building, (bitboard.EMPTY, square))
        _name_several(mind, building, around, own_left, neutral_left)
        _name_two_at_once(mind, building, around, own_left, neutral_left)


@decision  # compiled once, not with each of those that call it
def _best_must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    scratch = mind["scratch"]
    best = _best_build(table, hand, mind, choice)
    _name_introductions(table, holdings, mind)
    at_hand = holdings["workers"][table["seat"]]
    for i in range(mind["n_candidates"]):
        own, neutral = bitboard.load(mind["candidates"][i]["own"]), bitboard.load(mind["candidates"][i]["neutral"])
        n_own, n_neutral = bitboard.size(own), bitboard.size(neutral)
        score = _gained(mind, bitboard.either(own, neutral), own, scratch[player.NARROW] != 0.0)
        score -= scratch[player.OWN_COST] * n_own + scratch[player.NEUTRAL_COST] * n_neutral
        if n_own == at_hand and n_own > 0:
            score -= scratch[player.LAST_COST]
        score = with_noise(score + lots.workers_lot(mind["outlook"]["lots"], own, neutral), mind)
        if score > best:
            best = score
            outlook.choose_introduction(mind, i, choice)


@decision
def plain_must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The must of the base player."""
    hints.note_judgement(table, holdings, mind)
    _best_must(table, holdings, hand, mind, choice)


@decision
def plain_rival_must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The must of ``weigher``, and so of ``rival``."""
    weigher.note_judgement(table, mind)
    _best_must(table, holdings, hand, mind, choice)


def _plain(name: str, must: Any) -> Bot:
    shipped = find_bot(name).bot
    return Bot(
        name=f"plain_{name}",
        plan=f"Plays as {name} does, without its shortcuts.",
        source="the base player's arithmetic",
        decisions={**shipped.decisions, "must": must},
        parameters=shipped.parameters,
        tempered=shipped.tempered,
    )


plain_master = _plain("master", plain_must)
plain_casual = _plain("casual", plain_must)
plain_novice = _plain("novice", plain_must)
plain_rival = _plain("rival", plain_rival_must)
