"""Lists the options of a decision with their cues, and counts the cues of a choice, whoever made it."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.arkadia.rules.bitboard import EMPTY, drop_first, first_bit, is_empty, load, store
from arkadia_sim.games.arkadia.rules.state import (
    BUILD,
    CASTLE,
    CASTLE_SQUARES,
    DECISION,
    DECISION_DTYPE,
    DRAW,
    FAMILIES,
    FROM_STACK,
    HAND,
    HAND_DTYPE,
    HOLDINGS,
    HOLDINGS_DTYPE,
    MIND,
    MIND_DTYPE,
    MUST,
    TABLE,
    TABLE_DTYPE,
    WORKERS,
    form_of,
)
from arkadia_sim.games.arkadia.sight import cues, limits, outlook
from arkadia_sim.kernels.options import add_option, lister_of


@compiled(types.void(TABLE, HOLDINGS, HAND, MIND, DECISION))
def count_choice(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Count the situation and a legal choice."""
    phase = table["phase"]
    cues.count_situation(table, holdings, mind)
    if phase == MUST:
        outlook.look(table, mind)
        if choice["kind"] == BUILD:
            cues.count_build(table, mind, choice["card"], choice["orientation"], choice["anchor"])
        elif choice["kind"] == WORKERS:
            cues.count_workers(mind, load(choice["own"]), load(choice["neutral"]))
    elif phase == DRAW:
        cues.count_draw(table, holdings, hand, mind, choice["draw"])
    elif phase == CASTLE:
        outlook.look_at_workers(table, mind)
        cues.count_piece(table, holdings, mind, choice["family"], choice["castle_square"])
    else:
        cues.count_banner(table, mind, choice)


@inlined
def _list_musts(table: Any, holdings: Any, hand: Any, mind: Any, rows: Any, counts: Any) -> Any:
    n = 0
    outlook.look(table, mind)
    outlook.list_introductions(table, holdings, mind)
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form = form_of(card)
        for orientation in range(table["outlines"]["n_orientations"][form]):
            anchors = load(limits.builds_of(hand, mind, i, form, orientation))
            while not is_empty(anchors):
                anchor = first_bit(anchors)
                anchors = drop_first(anchors)
                if n < len(rows):
                    cues.count_build(table, mind, card, orientation, anchor)
                    row = rows[n]
                    row["kind"], row["card"], row["orientation"], row["anchor"] = BUILD, card, orientation, anchor
                    row["building"] = 0
                    store(row["own"], EMPTY)
                    store(row["neutral"], EMPTY)
                    add_option(mind, counts, n)
                n += 1
    for i in range(mind["n_candidates"]):
        if _is_named_before(mind["candidates"], i):
            continue
        if n < len(rows):
            own, neutral = load(mind["candidates"][i]["own"]), load(mind["candidates"][i]["neutral"])
            cues.count_workers(mind, own, neutral)
            row = rows[n]
            row["card"], row["orientation"], row["anchor"] = 0, 0, 0
            outlook.choose_introduction(mind, i, row)
            add_option(mind, counts, n)
        n += 1
    return n


@inlined
def _is_named_before(candidates: Any, number: Any) -> Any:
    """Whether the same workers were named for an earlier building."""
    this = candidates[number]
    if this["n_own"] + this["n_neutral"] == 1:
        return False
    own, neutral = load(this["own"]), load(this["neutral"])
    for i in range(number):
        other = candidates[i]
        if other["n_own"] == this["n_own"] and load(other["own"]) == own and load(other["neutral"]) == neutral:
            return True
    return False


@inlined
def _list_draws(table: Any, holdings: Any, hand: Any, mind: Any, rows: Any, counts: Any) -> Any:
    n = 0
    for place in range(FROM_STACK + 1):
        if not limits.is_there(table, place) or not limits.may_draw(mind, place):
            continue
        cues.count_draw(table, holdings, hand, mind, place)
        rows[n]["draw"] = place
        add_option(mind, counts, n)
        n += 1
    return n


@inlined
def _list_pieces(table: Any, holdings: Any, mind: Any, rows: Any, counts: Any) -> Any:
    n = 0
    outlook.look_at_workers(table, mind)
    for family in range(FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        for square in range(CASTLE_SQUARES):
            if table["covered"][square] != 0 or not limits.may_place(mind, family, square):
                continue
            cues.count_piece(table, holdings, mind, family, square)
            rows[n]["family"], rows[n]["castle_square"] = family, square
            add_option(mind, counts, n)
            n += 1
    return n


@inlined
def _list_ways(table: Any, holdings: Any, mind: Any, rows: Any, counts: Any) -> Any:
    n = 0
    for way in range(limits.WAYS if table["banners"][table["seat"]] > 0 else 1):
        if limits.take_way(table, holdings, rows[n], way) and limits.may_use(table, holdings, mind, rows[n]):
            cues.count_banner(table, mind, rows[n])
            add_option(mind, counts, n)
            n += 1
    return n


@lister_of(TABLE_DTYPE, HOLDINGS_DTYPE, HAND_DTYPE, MIND_DTYPE, DECISION_DTYPE)
def list_options(tables: Any, all_holdings: Any, hands: Any, minds: Any, rows: Any, counts: Any) -> Any:
    """The options: all builds and the placements that ``outlook`` names, all draws, all pieces, and no sale or all
    seals of any families with a banner."""
    table, holdings, hand, mind = tables[0], all_holdings[0], hands[0], minds[0]
    phase = table["phase"]
    cues.count_situation(table, holdings, mind)
    if phase == MUST:
        return _list_musts(table, holdings, hand, mind, rows, counts)
    if phase == DRAW:
        return _list_draws(table, holdings, hand, mind, rows, counts)
    if phase == CASTLE:
        return _list_pieces(table, holdings, mind, rows, counts)
    return _list_ways(table, holdings, mind, rows, counts)
