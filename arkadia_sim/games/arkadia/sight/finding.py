"""What a bot's constraints leave of the decision at hand: found before it is asked, and held against what it chose.

``find`` looks at all that could be chosen, every build, the worker placements that ``outlook`` names, every castle
piece, and for a banner none or all seals of any families, and notes what these do. A constraint that would leave
nothing of it is passed over. What is left is in ``mind["limits"]``; how a bot chooses from it is in ``limits.py``.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.arkadia.rules.bitboard import (
    EMPTY,
    both,
    drop_first,
    either,
    first_bit,
    has,
    is_empty,
    load,
    single,
    store,
    without,
)
from arkadia_sim.games.arkadia.rules.moves import building_squares, count_worker_buildings
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    BUILD,
    BUILD_THINGS,
    CASTLE,
    CASTLE_SQUARES,
    DECISION,
    DRAW,
    FAMILIES,
    HAND,
    HOLDINGS,
    MIND,
    MUST,
    ORIENTATIONS_MAX,
    TABLE,
    TURN,
    WORKERS,
    family_of,
    form_of,
)
from arkadia_sim.games.arkadia.sight import outlook
from arkadia_sim.games.arkadia.sight.constraints import (
    BANNER_THINGS,
    HOSTILE,
    LATE,
    MUST_THINGS,
    N_BITS,
    REACH,
    TRIGGER,
    TRIPLE,
)
from arkadia_sim.games.arkadia.sight.following import follow
from arkadia_sim.games.arkadia.sight.limits import WAYS, may_draw, may_place, take_way
from arkadia_sim.games.arkadia.sight.things import (
    banner_things,
    build_things,
    is_late,
    piece_things,
    placement_follows,
    way_follows,
    worker_things,
)
from arkadia_sim.kernels.limits import add_kind, count_chances, keeps, narrow, open_limits
from arkadia_sim.kernels.rules import FOLLOWS

# -- what could be chosen ----------------------------------------------------------------------------------------------


@inlined
def _note_builds(table: Any, hand: Any, mind: Any) -> None:
    """Note what the builds do, and at which anchors they do it."""
    limits = mind["limits"]
    doing = limits["doing"]
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form, family = form_of(card), family_of(card)
        for orientation in range(table["outlines"]["n_orientations"][form]):
            first, second, third, fourth = EMPTY, EMPTY, EMPTY, EMPTY
            anchors = load(hand["anchors"][form, orientation])
            while not is_empty(anchors):
                anchor = first_bit(anchors)
                anchors = drop_first(anchors)
                things = build_things(table, mind, family, building_squares(table, form, orientation, anchor))
                add_kind(limits, things)
                if things != 0:
                    here = single(anchor)
                    first = either(first, here) if things & 1 != 0 else first
                    second = either(second, here) if things & 2 != 0 else second
                    third = either(third, here) if things & 4 != 0 else third
                    fourth = either(fourth, here) if things & 8 != 0 else fourth
            store(doing[0, i, orientation], first)
            store(doing[1, i, orientation], second)
            store(doing[2, i, orientation], third)
            store(doing[3, i, orientation], fourth)


@inlined
def _hear_of_worker(mind: Any, building: Any, square: Any, is_own: Any) -> None:
    here = single(square)
    add_kind(mind["limits"], worker_things(mind, here if is_own else EMPTY, here))


@inlined
def _hear_of_set(mind: Any, n: Any, takes_all: Any) -> None:
    pass


@inlined
def _hear_of_several(mind: Any, building: Any, n_own: Any, n_all: Any) -> None:
    first = mind["outlook"]["first"]
    add_kind(mind["limits"], worker_things(mind, load(first[n_own]), load(first[n_all])))


_walk = outlook.introductions_walk(_hear_of_worker, _hear_of_set, _hear_of_several)


@inlined
def _note_musts(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    limits, watched = mind["limits"], mind["watched"]
    outlook.look(table, mind)
    reaching = mind["outlook"]["reaching"]
    store(limits["reach"], EMPTY)
    if watched & REACH != 0:
        store(limits["reach"], either(load(reaching[2]), either(load(reaching[3]), load(reaching[4]))))
    limits["late"] = 1 if watched & LATE != 0 and is_late(table) else 0
    _note_builds(table, hand, mind)
    if watched & (REACH | TRIGGER | TRIPLE) != 0:
        _walk(table, holdings, mind)
    elif count_worker_buildings(table, holdings, table["seat"]) > 0:
        add_kind(limits, worker_things(mind, EMPTY, EMPTY))


@inlined
def _note_pieces(table: Any, holdings: Any, mind: Any) -> None:
    for family in range(FAMILIES):
        if table["pools"][table["floor"], family] > 0:
            for square in range(CASTLE_SQUARES):
                if table["covered"][square] == 0:
                    add_kind(mind["limits"], piece_things(table, holdings, family, square))


@inlined
def _note_ways(table: Any, holdings: Any, mind: Any) -> None:
    trial = mind["limits"]["trial"]
    for way in range(WAYS):
        if take_way(table, holdings, trial, way):
            add_kind(mind["limits"], banner_things(table, holdings, trial))


# -- what is left of it ------------------------------------------------------------------------------------------------


@inlined
def _leave_builds(table: Any, hand: Any, mind: Any) -> None:
    limits = mind["limits"]
    barred, forced = limits["barred"], limits["forced"]
    for i in range(hand["n_distinct"]):
        form = form_of(hand["distinct"][i])
        for orientation in range(table["outlines"]["n_orientations"][form]):
            left = load(hand["anchors"][form, orientation])
            for thing in range(BUILD_THINGS):
                doing = load(limits["doing"][thing, i, orientation])
                if (barred >> thing) & 1 != 0:
                    left = without(left, doing)
                if (forced >> thing) & 1 != 0:
                    left = both(left, doing)
            if forced & (LATE | REACH) != 0:
                left = EMPTY
            store(limits["builds"][i, orientation], left)


@inlined
def _leave_pieces(table: Any, holdings: Any, mind: Any) -> None:
    limits = mind["limits"]
    left = 0
    for family in range(FAMILIES):
        for square in range(CASTLE_SQUARES):
            if keeps(limits, piece_things(table, holdings, family, square)):
                left |= 1 << (CASTLE_SQUARES * family + square)
    limits["pieces"] = left


@inlined
def _heed(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    limits, phase, watched = mind["limits"], table["phase"], mind["watched"]
    if phase == MUST and watched & MUST_THINGS != 0:
        _note_musts(table, holdings, hand, mind)
    elif phase == CASTLE and watched & HOSTILE != 0:
        _note_pieces(table, holdings, mind)
    elif phase == BANNER and (watched | mind["barred"]) & BANNER_THINGS != 0:
        _note_ways(table, holdings, mind)
    else:
        return
    narrow(mind, N_BITS)
    if limits["bound"] != 0 and phase == MUST:
        _leave_builds(table, hand, mind)
    elif limits["bound"] != 0 and phase == CASTLE:
        _leave_pieces(table, holdings, mind)


@compiled(types.void(TABLE, HOLDINGS, HAND, MIND))
def find(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what the mind's constraints leave of the decision at hand, and then its rules."""
    open_limits(mind["limits"])
    mind["limits"]["following"] = 0
    _heed(table, holdings, hand, mind)
    if mind["watched"] & FOLLOWS != 0:
        follow(table, holdings, hand, mind)


# -- what was chosen ---------------------------------------------------------------------------------------------------


@inlined
def _follows(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> Any:
    """Whether a choice is one that rules have left; so is one that the game's rules do not allow."""
    phase = table["phase"]
    if phase == BANNER:
        return way_follows(table, mind, choice)
    if phase == CASTLE:
        return may_place(mind, choice["family"], choice["castle_square"])
    if phase == DRAW:
        return may_draw(mind, choice["draw"])
    if choice["kind"] == WORKERS:
        return placement_follows(mind, load(choice["own"]), either(load(choice["own"]), load(choice["neutral"])))
    if choice["kind"] == BUILD and 0 <= choice["orientation"] < ORIENTATIONS_MAX and 0 <= choice["anchor"] <= 203:
        for i in range(hand["n_distinct"]):
            if hand["distinct"][i] == choice["card"]:
                return has(load(mind["limits"]["builds"][i, choice["orientation"]]), choice["anchor"])
    return True


@inlined
def _things(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> Any:
    """What a choice does; nothing if the rules do not allow it, which the kernel will say."""
    phase = table["phase"]
    if phase == BANNER:
        return banner_things(table, holdings, choice)
    if phase == CASTLE:
        family, square = choice["family"], choice["castle_square"]
        if family < 0 or family >= FAMILIES or square < 0 or square >= CASTLE_SQUARES:
            return 0
        return piece_things(table, holdings, family, square)
    if phase == MUST and choice["kind"] == WORKERS:
        own = load(choice["own"])
        return worker_things(mind, own, either(own, load(choice["neutral"])))
    things, orientation, anchor = 0, choice["orientation"], choice["anchor"]
    if phase != MUST or choice["kind"] != BUILD or not (0 <= orientation < ORIENTATIONS_MAX and 0 <= anchor <= 203):
        return things
    for i in range(hand["n_distinct"]):
        if hand["distinct"][i] == choice["card"]:
            for thing in range(BUILD_THINGS):
                if has(load(mind["limits"]["doing"][thing, i, orientation]), anchor):
                    things |= 1 << thing
    return things


@compiled(types.boolean(TABLE, HOLDINGS, HAND, MIND, DECISION, TURN))
def note_choice(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count in the account of the turn what a choice, not yet carried out, does of all that is watched; returns whether
    it is one of those that ``find`` has left."""
    heeded = True
    if mind["limits"]["n_kinds"] != 0:
        heeded = count_chances(mind, _things(table, holdings, hand, mind, choice), N_BITS, now)
    return heeded and (mind["limits"]["following"] == 0 or _follows(table, holdings, hand, mind, choice))
