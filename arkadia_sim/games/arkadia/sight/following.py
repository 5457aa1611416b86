"""What the rules that a bot follows leave of the decision at hand.

All options that constraints have left are counted by their cues. Those that are as good by the rules as any other
stay; which of them it takes is the bot's own judgement.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.arkadia.rules import bitboard, state
from arkadia_sim.games.arkadia.rules.state import HAND, HOLDINGS, MIND, TABLE
from arkadia_sim.games.arkadia.sight import cues, limits, outlook
from arkadia_sim.kernels import rules


@inlined
def _open_builds(table: Any, hand: Any, mind: Any) -> None:
    """Where constraints have taken nothing away, all builds are left."""
    if mind["limits"]["bound"] != 0:
        return
    for i in range(hand["n_distinct"]):
        form = state.form_of(hand["distinct"][i])
        for orientation in range(table["outlines"]["n_orientations"][form]):
            bitboard.store(mind["limits"]["builds"][i, orientation], bitboard.load(hand["anchors"][form, orientation]))


@inlined
def _go_through_builds(table: Any, hand: Any, mind: Any, narrowing: Any) -> None:
    """Find the best builds; then, ``narrowing``, drop all others."""
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form = state.form_of(card)
        for orientation in range(table["outlines"]["n_orientations"][form]):
            builds = mind["limits"]["builds"][i, orientation]
            anchors, left = bitboard.load(builds), bitboard.EMPTY
            while not bitboard.is_empty(anchors):
                anchor = bitboard.first_bit(anchors)
                anchors = bitboard.drop_first(anchors)
                cues.count_build(table, mind, card, orientation, anchor)
                if not narrowing:
                    rules.is_best(mind, 0.0)
                elif rules.is_as_good(mind):
                    left = bitboard.either(left, bitboard.single(anchor))
            if narrowing:
                bitboard.store(builds, left)


@inlined
def _follow_at_must(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    outlook.look(table, mind)
    outlook.list_introductions(table, holdings, mind)
    for i in range(mind["n_candidates"]):
        candidate = mind["candidates"][i]
        cues.count_workers(mind, bitboard.load(candidate["own"]), bitboard.load(candidate["neutral"]))
        rules.is_best(mind, 0.0)
    _open_builds(table, hand, mind)
    for narrowing in (False, True):
        _go_through_builds(table, hand, mind, narrowing)


@inlined
def _follow_at_draw(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    left = 0
    for narrowing in (False, True):
        for place in range(state.FROM_STACK + 1):
            if not limits.is_there(table, place):
                continue
            cues.count_draw(table, holdings, hand, mind, place)
            if not narrowing:
                rules.is_best(mind, 0.0)
            elif rules.is_as_good(mind):
                left |= 1 << place
    mind["limits"]["draws"] = left


@inlined
def _follow_at_castle(table: Any, holdings: Any, mind: Any) -> None:
    left = 0
    outlook.look_at_workers(table, mind)
    for narrowing in (False, True):
        for family in range(state.FAMILIES):
            if table["pools"][table["floor"], family] == 0:
                continue
            for square in range(state.CASTLE_SQUARES):
                if table["covered"][square] != 0 or not limits.may_place(mind, family, square):
                    continue
                cues.count_piece(table, holdings, mind, family, square)
                if not narrowing:
                    rules.is_best(mind, 0.0)
                elif rules.is_as_good(mind):
                    left |= 1 << (state.CASTLE_SQUARES * family + square)
    mind["limits"]["pieces"] = left


@inlined
def _follow_at_banner(table: Any, holdings: Any, mind: Any) -> None:
    trial = mind["limits"]["trial"]
    for way in range(limits.WAYS):
        if limits.take_way(table, holdings, trial, way) and limits.may_use(table, holdings, mind, trial):
            cues.count_banner(table, mind, trial)
            rules.is_best(mind, 0.0)


@compiled(types.void(TABLE, HOLDINGS, HAND, MIND))
def follow(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    """Narrow what is left of the decision at hand to what the mind's rules leave of it."""
    phase = table["phase"]
    cues.count_situation(table, holdings, mind)
    rules.begin(mind, mind["rules"], phase)
    if mind["counted"][rules.N_ACTIVE] == 0.0:
        return
    if phase == state.MUST:
        _follow_at_must(table, holdings, hand, mind)
    elif phase == state.DRAW:
        _follow_at_draw(table, holdings, hand, mind)
    elif phase == state.CASTLE:
        _follow_at_castle(table, holdings, mind)
    else:
        _follow_at_banner(table, holdings, mind)
    if mind["counted"][rules.FOUND] != 0.0:
        mind["limits"]["bound"] = 1
        mind["limits"]["following"] = 1
