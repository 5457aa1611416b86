"""What constraints and rules leave of a bot's decision (``mind["limits"]``), and lists of its options with their cues.

``find`` counts all options by their cues before the bot is asked: every build, the worker placements that ``outlook``
names, every draw and castle piece, and for a banner no sale or all seals of any families. It keeps those that are as
good as any other by constraints and rules. ``note_choice`` then checks what the bot chose.

A bot that heeds constraints takes builds from ``builds_of``, worker placements as ``outlook`` names them, draws that
``may_draw`` and pieces that ``may_place`` allow. For a banner it uses ``may_sell`` and ``keep_banner``, or the best of
the ways of ``take_way`` that ``may_use`` allows. Without constraints, all of these allow everything.
"""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined, lowest_bit
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import EMPTY, WORDS, drop_first, first_bit, is_empty, load, store
from arkadia_sim.games.arkadia.rules.moves import count_worker_buildings, is_legal_build
from arkadia_sim.games.arkadia.rules.uniform import random_decision
from arkadia_sim.games.arkadia.sight import cues, lots, outlook
from arkadia_sim.kernels import rules
from arkadia_sim.kernels.candidates import add_option, lister_of
from arkadia_sim.rng import below

WAYS = 1 + (1 << state.FAMILIES)
"""How many ways to use a banner are considered: not at all, or with all seals of any set of families."""
_BUILD_NUMBERS = 64 * WORDS


@inlined
def builds_of(hand: Any, mind: Any, number: Any, form: Any, orientation: Any) -> Any:
    """The anchors, as four words, at which the card ``hand["distinct"][number]`` of that form may be laid out."""
    if mind["limits"]["bound"] != 0:
        first = WORDS * (state.ORIENTATIONS_MAX * number + orientation)
        return mind["limits"]["left"][first : first + WORDS]
    return hand["anchors"][form, orientation]


@inlined
def may_place(mind: Any, family: Any, square: Any) -> Any:
    return rules.may_choose(mind, state.CASTLE_SQUARES * int(family) + int(square))


@inlined
def is_there(table: Any, place: Any) -> Any:
    """Whether there is a card at a place to draw from: a face-up one, or FROM_STACK."""
    if place == state.FROM_STACK:
        return table["stack_left"] > 0
    return place < table["rules"]["face_up"] and table["face_up"][place] >= 0


@inlined
def may_draw(mind: Any, place: Any) -> Any:
    return rules.may_choose(mind, int(place))


@inlined
def may_sell(table: Any, mind: Any, family: Any) -> Any:
    """Whether the constraints allow selling seals of a family with a banner."""
    ruled, allowed = mind["limits"]["ruled"], True
    for i in range(ruled["n"] if mind["limits"]["bound"] != 0 else 0):
        rule = ruled["rules"][i]
        if rule["use"] != 0 and rule["best"] == 1.0:
            if rule["cue"] == cues.SOLD and rule["kind"] == rules.AT_MOST:
                allowed = False
            if rule["cue"] == cues.LOWEST_PRICE and rule["kind"] == rules.AT_LEAST:
                allowed = allowed and table["value"][family] >= rule["number"]
    return allowed


@inlined
def take_way(table: Any, holdings: Any, choice: Any, way: Any) -> Any:
    """Fill in a way to use a banner by its number: 0 for no banner, else all seals of the families in the bits of
    ``way - 1``. Returns whether the player holds all these families; if not, another number means the same."""
    held = True
    choice["use_banner"] = 1 if way > 0 else 0
    for family in range(state.FAMILIES):
        sold = way > 0 and ((way - 1) >> family) & 1 != 0
        choice["sold"][family] = holdings["seals"][table["seat"], family] if sold else 0
        held = held and (not sold or choice["sold"][family] > 0)
    return held


@compiled(types.boolean(state.TABLE, state.MIND, state.DECISION))
def _way_is_left(table: Any, mind: Any, choice: Any) -> Any:
    cues.count_banner(table, mind, choice)
    return rules.is_left(mind)


@inlined
def may_use(table: Any, holdings: Any, mind: Any, choice: Any) -> Any:
    return mind["limits"]["bound"] == 0 or _way_is_left(table, mind, choice)


@inlined
def keep_banner(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """Replace a way to use a banner that the constraints forbid by the nearest one that they allow.

    Nearest means: with or without a banner as before if possible, then with the fewest families sold differently, then
    for the most gold.
    """
    if may_use(table, holdings, mind, choice):
        return
    trial, seat = mind["limits"]["trial"], table["seat"]
    best, nearest = 0, -1
    for way in range(WAYS):
        if not take_way(table, holdings, trial, way) or not may_use(table, holdings, mind, trial):
            continue
        near = 1_000_000 if trial["use_banner"] == choice["use_banner"] else 500_000
        for family in range(state.FAMILIES):
            near += trial["sold"][family] * table["value"][family]
            if (trial["sold"][family] > 0) != (choice["sold"][family] > 0) and holdings["seals"][seat, family] > 0:
                near -= 10_000
        if near > nearest:
            best, nearest = way, near
    take_way(table, holdings, choice, best)


# -- the options -------------------------------------------------------------------------------------------------------
def options_walk(visit: Any) -> Any:
    """An inlined function ``walk(table, holdings, hand, mind, row, into)`` that goes through the options that are left.

    It fills the decision ``row`` with each, counts its cues, and calls ``visit(mind, row, number, lot, into)``; call
    ``count_situation`` before. Numbers tell the options of a decision apart; those of worker placements are negative,
    ``-1 - i`` for the i-th of ``mind["candidates"]``. Lots break ties.
    """
    builds, workers = _builds_walk(visit), _workers_walk(visit)
    draws, pieces, ways = _draws_walk(visit), _pieces_walk(visit), _ways_walk(visit)

    @inlined
    def walk(table: Any, holdings: Any, hand: Any, mind: Any, row: Any, into: Any) -> None:
        if table["phase"] == state.MUST:
            outlook.look(table, mind)
            outlook.list_introductions(table, holdings, mind)  # before any random number is drawn
            builds(table, hand, mind, row, into)
            workers(mind, row, into)
        elif table["phase"] == state.DRAW:
            draws(table, holdings, hand, mind, row, into)
        elif table["phase"] == state.CASTLE:
            pieces(table, holdings, mind, row, into)
        elif table["phase"] == state.BANNER:
            ways(table, holdings, mind, row, into)

    return walk


def _builds_walk(visit: Any) -> Any:
    @inlined
    def walk(table: Any, hand: Any, mind: Any, row: Any, into: Any) -> None:
        row["kind"], row["building"] = state.BUILD, 0
        store(row["own"], EMPTY)
        store(row["neutral"], EMPTY)
        for i in range(hand["n_distinct"]):
            card = hand["distinct"][i]
            form = state.form_of(card)
            for orientation in range(table["outlines"]["n_orientations"][form]):
                first = _BUILD_NUMBERS * (state.ORIENTATIONS_MAX * i + orientation)
                anchors = load(builds_of(hand, mind, i, form, orientation))
                if not is_empty(anchors):
                    outlook.sum_beside(table, mind["outlook"], form, orientation)
                last = -1
                while not is_empty(anchors):
                    anchor = first_bit(anchors)
                    anchors = drop_first(anchors)
                    seen = cues.seen_of_build(mind["wanted"], mind["outlook"], anchor)
                    if seen != last:  # otherwise it counts the same
                        cues.count_build(table, mind, card, orientation, anchor)
                    last = seen
                    row["card"], row["orientation"], row["anchor"] = card, orientation, anchor
                    lot = lots.build_lot(mind["outlook"]["lots"], card, orientation, anchor)
                    visit(mind, row, first + anchor, lot, into)

    return walk


def _workers_walk(visit: Any) -> Any:
    @inlined
    def walk(mind: Any, row: Any, into: Any) -> None:
        row["card"], row["orientation"], row["anchor"] = 0, 0, 0
        for i in range(mind["n_candidates"]):
            outlook.choose_introduction(mind, i, row)
            own, neutral = load(row["own"]), load(row["neutral"])
            cues.count_workers(mind, own, neutral)
            visit(mind, row, -1 - i, lots.workers_lot(mind["outlook"]["lots"], own, neutral), into)

    return walk


def _draws_walk(visit: Any) -> Any:
    @inlined
    def walk(table: Any, holdings: Any, hand: Any, mind: Any, row: Any, into: Any) -> None:
        drawer = lots.drawer(table, mind)
        for place in range(state.FROM_STACK + 1):
            if is_there(table, place) and may_draw(mind, place):
                cues.count_draw(table, holdings, hand, mind, place)
                row["draw"] = place
                visit(mind, row, place, lots.number_lot(drawer, place), into)

    return walk


def _pieces_walk(visit: Any) -> Any:
    @inlined
    def walk(table: Any, holdings: Any, mind: Any, row: Any, into: Any) -> None:
        drawer = lots.drawer(table, mind)
        outlook.look_at_workers(table, mind)
        for family in range(state.FAMILIES):
            if table["pools"][table["floor"], family] == 0:
                continue
            for square in range(state.CASTLE_SQUARES):
                if table["covered"][square] == 0 and may_place(mind, family, square):
                    cues.count_piece(table, holdings, mind, family, square)
                    row["family"], row["castle_square"] = family, square
                    number = state.CASTLE_SQUARES * family + square
                    visit(mind, row, number, lots.piece_lot(drawer, family, square), into)

    return walk


def _ways_walk(visit: Any) -> Any:
    @inlined
    def walk(table: Any, holdings: Any, mind: Any, row: Any, into: Any) -> None:
        for way in range(WAYS if table["banners"][table["seat"]] > 0 else 1):
            if take_way(table, holdings, row, way) and may_use(table, holdings, mind, row):
                cues.count_banner(table, mind, row)
                visit(mind, row, way, 0.0, into)

    return walk


@inlined
def copy_choice(row: Any, choice: Any) -> None:
    """Choose what another decision says."""
    choice["kind"], choice["building"] = row["kind"], row["building"]
    choice["card"], choice["orientation"], choice["anchor"] = row["card"], row["orientation"], row["anchor"]
    store(choice["own"], load(row["own"]))
    store(choice["neutral"], load(row["neutral"]))
    choice["draw"], choice["use_banner"] = row["draw"], row["use_banner"]
    choice["family"], choice["castle_square"] = row["family"], row["castle_square"]
    for family in range(state.FAMILIES):
        choice["sold"][family] = row["sold"][family]


# -- by chance, and by rules -------------------------------------------------------------------------------------------
@inlined
def _take_by_chance(mind: Any, row: Any, number: Any, lot: Any, choice: Any) -> None:
    mind["limits"]["listed"] += 1
    if below(mind["random"], mind["limits"]["listed"]) == 0:
        copy_choice(row, choice)


_take_any = options_walk(_take_by_chance)


@inlined
def choose_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A random decision for the current phase. Within constraints, the must is any of the named ones that are left,
    each equally likely; pieces and draws are drawn until one is left, and a banner is the nearest way to use one."""
    phase, allowed = table["phase"], False
    if phase == state.MUST and mind["limits"]["bound"] != 0:
        mind["limits"]["listed"] = 0
        _take_any(table, holdings, hand, mind, mind["limits"]["trial"], choice)
        return
    while not allowed:
        random_decision(table, holdings, hand, mind, choice)
        allowed = phase == state.MUST or phase == state.BANNER
        if phase == state.CASTLE:
            allowed = may_place(mind, choice["family"], choice["castle_square"])
        elif phase == state.DRAW:
            allowed = may_draw(mind, choice["draw"])
    if phase == state.BANNER:
        keep_banner(table, holdings, mind, choice)


@inlined
def _take_if_best(mind: Any, row: Any, number: Any, lot: Any, choice: Any) -> None:
    if rules.is_best(mind, lot):
        copy_choice(row, choice)


_take_best = options_walk(_take_if_best)


@inlined
def choose_by_rules(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The must, draw or castle piece that is best by the rules of a playbook, the mind's parameters."""
    cues.count_situation(table, holdings, mind)
    rules.begin(mind, table["phase"])
    _take_best(table, holdings, hand, mind, mind["limits"]["trial"], choice)


# -- what constraints and rules leave ----------------------------------------------------------------------------------
@inlined
def _look_at(mind: Any, row: Any, number: Any, lot: Any, into: Any) -> None:
    if rules.look_at(mind) and number >= 0:
        rules.keep(mind, number)


_look_at_options = options_walk(_look_at)


@inlined
def _look_at_builds(table: Any, hand: Any, mind: Any) -> None:
    """Look at all builds, but at one alone of those, one behind the other, that count the same."""
    wanted, seen, left = mind["wanted"], mind["outlook"], mind["limits"]["left"]
    for i in range(hand["n_distinct"]):
        card, form = hand["distinct"][i], state.form_of(hand["distinct"][i])
        for orientation in range(table["outlines"]["n_orientations"][form]):
            anchors = hand["anchors"][form, orientation]
            if is_empty(load(anchors)):
                continue
            outlook.sum_beside(table, seen, form, orientation)
            last, is_left = -1, False
            for word in range(WORDS):
                rest = anchors[word]
                while rest != EMPTY[0]:
                    anchor, here = 64 * word + lowest_bit(rest), rest & (~rest + np.uint64(1))
                    rest ^= here
                    now = cues.seen_of_build(wanted, seen, anchor)
                    if now != last:
                        cues.count_build(table, mind, card, orientation, anchor)
                        is_left = rules.look_at(mind)
                    if is_left:
                        left[WORDS * (state.ORIENTATIONS_MAX * i + orientation) + word] |= here
                    last = now


@compiled(types.void(state.TABLE, state.HOLDINGS, state.HAND, state.MIND))
def find(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what constraints and rules leave of the current decision."""
    if not rules.has_rules_at(mind, table["phase"]):
        return
    cues.count_situation(table, holdings, mind)
    if not rules.open_limits(mind, table["phase"], True):
        return
    if table["phase"] == state.MUST and mind["wanted"] & cues.OF_WORKERS == 0:  # one placement is like all others
        outlook.look(table, mind)
        _look_at_builds(table, hand, mind)
        if count_worker_buildings(table, holdings, table["seat"]) > 0:
            cues.count_workers(mind, EMPTY, EMPTY)
            rules.look_at(mind)
    else:
        _look_at_options(table, holdings, hand, mind, mind["limits"]["trial"], 0)
    rules.close_limits(mind)


@inlined
def _count(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> Any:
    """Count a choice; returns whether it is legal, as far as it says where something is. ``outlook.look`` comes before,
    or ``look_at_workers`` for a castle piece."""
    if table["phase"] == state.MUST and choice["kind"] == state.WORKERS:
        cues.count_workers(mind, load(choice["own"]), load(choice["neutral"]))
    elif table["phase"] == state.MUST:
        card, orientation, anchor = choice["card"], choice["orientation"], choice["anchor"]
        if choice["kind"] != state.BUILD or not is_legal_build(table, hand, card, orientation, anchor):
            return False
        outlook.sum_beside(table, mind["outlook"], state.form_of(card), orientation)
        cues.count_build(table, mind, card, orientation, anchor)
    elif table["phase"] == state.DRAW:
        if not 0 <= choice["draw"] <= state.FROM_STACK or not is_there(table, choice["draw"]):
            return False
        cues.count_draw(table, holdings, hand, mind, choice["draw"])
    elif table["phase"] == state.CASTLE:
        family, square = choice["family"], choice["castle_square"]
        if not 0 <= family < state.FAMILIES or not 0 <= square < state.CASTLE_SQUARES:
            return False
        cues.count_piece(table, holdings, mind, family, square)
    else:
        cues.count_banner(table, mind, choice)
    return True


@compiled(types.boolean(state.TABLE, state.HOLDINGS, state.HAND, state.MIND, state.DECISION, state.TURN))
def note_choice(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count which watched things a choice does, before it is carried out; returns whether constraints and rules allow
    it. The kernel reports what is illegal."""
    if mind["limits"]["ruled"]["n"] == 0 or not _count(table, holdings, hand, mind, choice):
        return True
    return rules.heeds(mind, now)


@compiled(types.void(state.TABLE, state.HOLDINGS, state.HAND, state.MIND, state.DECISION))
def count_choice(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    mind["wanted"] = rules.EVERY_CUE
    cues.count_situation(table, holdings, mind)
    outlook.look(table, mind)
    _count(table, holdings, hand, mind, choice)


@inlined
def _add(mind: Any, row: Any, number: Any, lot: Any, into: Any) -> None:
    if number < 0 and _is_named_before(mind["candidates"], -1 - number):
        return
    rows, counts = into
    n = mind["limits"]["listed"]
    if n < len(rows):
        rows[n] = row
        add_option(mind, counts, n)
    mind["limits"]["listed"] = n + 1


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


_add_options = options_walk(_add)


@lister_of(state.TABLE_DTYPE, state.HOLDINGS_DTYPE, state.HAND_DTYPE, state.MIND_DTYPE, state.DECISION_DTYPE)
def list_options(tables: Any, all_holdings: Any, hands: Any, minds: Any, rows: Any, counts: Any) -> Any:
    """The options: all builds and the placements that ``outlook`` names, all draws, all pieces, and no sale or all
    seals of any families with a banner. Scratch holds a player's own estimates, if its first number says so."""
    table, holdings, hand, mind = tables[0], all_holdings[0], hands[0], minds[0]
    row = np.zeros(1, state.DECISION_DTYPE)[0]
    cues.count_situation(table, holdings, mind)
    if mind["scratch"][0] != 0.0:
        cues.take_estimates(mind, mind["scratch"][1:])
    mind["limits"]["listed"] = 0
    _add_options(table, holdings, hand, mind, row, (rows, counts))
    return mind["limits"]["listed"]
