"""What a bot's constraints leave of its decision (``mind["limits"]``), and how a bot chooses from that.

``find`` looks at all options before the bot is asked: every build, the worker placements that ``outlook`` names, every
castle piece, and for a banner no sale or all seals of any families. It skips a constraint that would leave nothing.
``note_choice`` then checks what the bot chose.

Then rules of thumb, if the bot follows any: all options that are left are counted by their cues, and those stay that
are as good by the rules as any other. Which of them it takes is the bot's own judgement.

A bot that heeds constraints takes builds from ``builds_of``, worker placements as ``outlook`` names them, draws that
``may_draw`` and pieces that ``may_place`` allow. For a banner it uses ``may_sell`` and ``keep_banner``, or the best of
the ways of ``take_way`` that ``may_use`` allows. Without constraints, all of these allow everything.
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
    FROM_STACK,
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
from arkadia_sim.games.arkadia.rules.uniform import random_banner, random_draw, random_must, random_piece
from arkadia_sim.games.arkadia.sight import cues, outlook
from arkadia_sim.games.arkadia.sight.constraints import (
    BANNER_THINGS,
    HOSTILE,
    LATE,
    MUST_THINGS,
    N_BITS,
    REACH,
    TRIGGER,
    TRIPLE,
    banner_things,
    build_things,
    is_late,
    piece_things,
    placement_follows,
    sale_things,
    way_follows,
    worker_things,
)
from arkadia_sim.kernels import rules
from arkadia_sim.kernels.limits import add_kind, count_chances, hand_on, keeps, narrow, open_limits, release
from arkadia_sim.rng import below

__all__ = [
    "WAYS",
    "banner_by_chance",
    "builds_of",
    "choose_by_chance",
    "draw_by_chance",
    "hand_on",
    "is_there",
    "keep_banner",
    "may_draw",
    "may_place",
    "may_sell",
    "may_use",
    "must_by_chance",
    "piece_by_chance",
    "release",
    "take_way",
]

WAYS = 1 + (1 << FAMILIES)
"""How many ways to use a banner are considered: not at all, or with all seals of any set of families."""


@inlined
def builds_of(hand: Any, mind: Any, number: Any, form: Any, orientation: Any) -> Any:
    """The anchors, as four words, at which the card ``hand["distinct"][number]`` of that form may be laid out."""
    if mind["limits"]["bound"] != 0:
        return mind["limits"]["builds"][number, orientation]
    return hand["anchors"][form, orientation]


@inlined
def may_place(mind: Any, family: Any, square: Any) -> Any:
    """Whether the constraints allow a castle piece."""
    limits = mind["limits"]
    return limits["bound"] == 0 or (limits["pieces"] >> (CASTLE_SQUARES * family + square)) & 1 != 0


@inlined
def is_there(table: Any, place: Any) -> Any:
    """Whether there is a card at a place to draw from: a face-up one, or FROM_STACK."""
    if place == FROM_STACK:
        return table["stack_left"] > 0
    return place < table["rules"]["face_up"] and table["face_up"][place] >= 0


@inlined
def may_draw(mind: Any, place: Any) -> Any:
    """Whether the bot's rules allow a draw."""
    limits = mind["limits"]
    return limits["bound"] == 0 or (limits["draws"] >> place) & 1 != 0


@inlined
def may_sell(table: Any, mind: Any, family: Any) -> Any:
    """Whether the constraints allow selling seals of a family with a banner."""
    limits = mind["limits"]
    return limits["bound"] == 0 or limits["barred"] & sale_things(table["value"][family]) == 0


@inlined
def take_way(table: Any, holdings: Any, choice: Any, way: Any) -> Any:
    """Fill in a way to use a banner by its number: 0 for no banner, else all seals of the families in the bits of
    ``way - 1``. Returns whether the player holds all these families; if not, another number means the same."""
    held = True
    choice["use_banner"] = 1 if way > 0 else 0
    for family in range(FAMILIES):
        sold = way > 0 and ((way - 1) >> family) & 1 != 0
        choice["sold"][family] = holdings["seals"][table["seat"], family] if sold else 0
        held = held and (not sold or choice["sold"][family] > 0)
    return held


@inlined
def may_use(table: Any, holdings: Any, mind: Any, choice: Any) -> Any:
    """Whether constraints and rules allow a way to use a banner."""
    limits = mind["limits"]
    if limits["bound"] == 0:
        return True
    if not keeps(limits, banner_things(table, holdings, choice)):
        return False
    return limits["following"] == 0 or way_follows(table, mind, choice)


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
        for family in range(FAMILIES):
            near += trial["sold"][family] * table["value"][family]
            if (trial["sold"][family] > 0) != (choice["sold"][family] > 0) and holdings["seals"][seat, family] > 0:
                near -= 10_000
        if near > nearest:
            best, nearest = way, near
    take_way(table, holdings, choice, best)


@inlined
def _any_must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Any build or named worker placement that the constraints allow, each equally likely."""
    n, chosen = 0, -1
    outlook.look(table, mind)  # before any random number is drawn, so that `find` saw the same placements
    outlook.list_introductions(table, holdings, mind)
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form = form_of(card)
        for orientation in range(table["outlines"]["n_orientations"][form]):
            anchors = load(builds_of(hand, mind, i, form, orientation))
            while not is_empty(anchors):
                anchor = first_bit(anchors)
                anchors = drop_first(anchors)
                n += 1
                if below(mind["random"], n) == 0:
                    choice["kind"] = BUILD
                    choice["card"] = card
                    choice["orientation"] = orientation
                    choice["anchor"] = anchor
    for i in range(mind["n_candidates"]):
        n += 1
        if below(mind["random"], n) == 0:
            chosen = i
    if chosen >= 0:
        outlook.choose_introduction(mind, chosen, choice)


@inlined
def must_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """``uniform.random_must``; under constraints, any of the named choices that they allow."""
    if mind["limits"]["bound"] == 0:
        random_must(table, holdings, hand, mind, choice)
    else:
        _any_must(table, holdings, hand, mind, choice)


@inlined
def piece_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """``uniform.random_piece``, repeated until the constraints allow the piece."""
    random_piece(table, holdings, hand, mind, choice)
    while not may_place(mind, choice["family"], choice["castle_square"]):
        random_piece(table, holdings, hand, mind, choice)


@inlined
def draw_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """``uniform.random_draw``, repeated until the rules allow the draw."""
    random_draw(table, holdings, hand, mind, choice)
    while not may_draw(mind, choice["draw"]):
        random_draw(table, holdings, hand, mind, choice)


@inlined
def banner_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """``uniform.random_banner``, or the nearest way that the constraints allow."""
    random_banner(table, holdings, hand, mind, choice)
    keep_banner(table, holdings, mind, choice)


@inlined
def choose_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A random decision for the current phase, within the constraints."""
    phase = table["phase"]
    if phase == MUST:
        must_by_chance(table, holdings, hand, mind, choice)
    elif phase == CASTLE:
        piece_by_chance(table, holdings, hand, mind, choice)
    elif phase == BANNER:
        banner_by_chance(table, holdings, hand, mind, choice)
    else:
        draw_by_chance(table, holdings, hand, mind, choice)


# -- the options -------------------------------------------------------------------------------------------------------


@inlined
def _note_builds(table: Any, hand: Any, mind: Any) -> None:
    """Note what builds do, and at which anchors."""
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
def _note_worker(mind: Any, building: Any, square: Any, is_own: Any) -> None:
    here = single(square)
    add_kind(mind["limits"], worker_things(mind, here if is_own else EMPTY, here))


@inlined
def _note_set(mind: Any, n: Any, takes_all: Any) -> None:
    pass


@inlined
def _note_several(mind: Any, building: Any, n_own: Any, n_all: Any) -> None:
    first = mind["outlook"]["first"]
    add_kind(mind["limits"], worker_things(mind, load(first[n_own]), load(first[n_all])))


_walk = outlook.introductions_walk(_note_worker, _note_set, _note_several)


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


# -- what the constraints leave ----------------------------------------------------------------------------------------


@inlined
def _keep_builds(table: Any, hand: Any, mind: Any) -> None:
    limits = mind["limits"]
    barred, forced = limits["barred"], limits["forced"]
    for i in range(hand["n_distinct"]):
        form = form_of(hand["distinct"][i])
        for orientation in range(table["outlines"]["n_orientations"][form]):
            kept = load(hand["anchors"][form, orientation])
            for thing in range(BUILD_THINGS):
                doing = load(limits["doing"][thing, i, orientation])
                if (barred >> thing) & 1 != 0:
                    kept = without(kept, doing)
                if (forced >> thing) & 1 != 0:
                    kept = both(kept, doing)
            if forced & (LATE | REACH) != 0:
                kept = EMPTY
            store(limits["builds"][i, orientation], kept)


@inlined
def _keep_pieces(table: Any, holdings: Any, mind: Any) -> None:
    limits = mind["limits"]
    kept = 0
    for family in range(FAMILIES):
        for square in range(CASTLE_SQUARES):
            if keeps(limits, piece_things(table, holdings, family, square)):
                kept |= 1 << (CASTLE_SQUARES * family + square)
    limits["pieces"] = kept


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
        _keep_builds(table, hand, mind)
    elif limits["bound"] != 0 and phase == CASTLE:
        _keep_pieces(table, holdings, mind)


# -- what the rules leave of that, which the bot follows ------------------------------------------------------------


@inlined
def _open_builds(table: Any, hand: Any, mind: Any) -> None:
    """Where constraints have taken nothing away, all builds are left."""
    if mind["limits"]["bound"] != 0:
        return
    for i in range(hand["n_distinct"]):
        form = form_of(hand["distinct"][i])
        for orientation in range(table["outlines"]["n_orientations"][form]):
            store(mind["limits"]["builds"][i, orientation], load(hand["anchors"][form, orientation]))


@inlined
def _go_through_builds(table: Any, hand: Any, mind: Any, narrowing: Any) -> None:
    """Find the best builds; then, ``narrowing``, drop all others."""
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form = form_of(card)
        for orientation in range(table["outlines"]["n_orientations"][form]):
            builds = mind["limits"]["builds"][i, orientation]
            anchors, left = load(builds), EMPTY
            while not is_empty(anchors):
                anchor = first_bit(anchors)
                anchors = drop_first(anchors)
                cues.count_build(table, mind, card, orientation, anchor)
                if not narrowing:
                    rules.is_best(mind, 0.0)
                elif rules.is_as_good(mind):
                    left = either(left, single(anchor))
            if narrowing:
                store(builds, left)


@inlined
def _follow_at_must(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    outlook.look(table, mind)
    outlook.list_introductions(table, holdings, mind)
    for i in range(mind["n_candidates"]):
        candidate = mind["candidates"][i]
        cues.count_workers(mind, load(candidate["own"]), load(candidate["neutral"]))
        rules.is_best(mind, 0.0)
    _open_builds(table, hand, mind)
    for narrowing in (False, True):
        _go_through_builds(table, hand, mind, narrowing)


@inlined
def _follow_at_draw(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    left = 0
    for narrowing in (False, True):
        for place in range(FROM_STACK + 1):
            if not is_there(table, place):
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
        for family in range(FAMILIES):
            if table["pools"][table["floor"], family] == 0:
                continue
            for square in range(CASTLE_SQUARES):
                if table["covered"][square] != 0 or not may_place(mind, family, square):
                    continue
                cues.count_piece(table, holdings, mind, family, square)
                if not narrowing:
                    rules.is_best(mind, 0.0)
                elif rules.is_as_good(mind):
                    left |= 1 << (CASTLE_SQUARES * family + square)
    mind["limits"]["pieces"] = left


@inlined
def _follow_at_banner(table: Any, holdings: Any, mind: Any) -> None:
    trial = mind["limits"]["trial"]
    for way in range(WAYS):
        if take_way(table, holdings, trial, way) and may_use(table, holdings, mind, trial):
            cues.count_banner(table, mind, trial)
            rules.is_best(mind, 0.0)


@compiled(types.void(TABLE, HOLDINGS, HAND, MIND))
def _follow(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    """Narrow what is left of the decision at hand to what the mind's rules leave of it."""
    phase = table["phase"]
    cues.count_situation(table, holdings, mind)
    rules.begin(mind, mind["rules"], phase)
    if mind["counted"][rules.N_ACTIVE] == 0.0:
        return
    if phase == MUST:
        _follow_at_must(table, holdings, hand, mind)
    elif phase == DRAW:
        _follow_at_draw(table, holdings, hand, mind)
    elif phase == CASTLE:
        _follow_at_castle(table, holdings, mind)
    elif phase == BANNER:
        _follow_at_banner(table, holdings, mind)
    if mind["counted"][rules.FOUND] != 0.0:
        mind["limits"]["bound"] = 1
        mind["limits"]["following"] = 1


@compiled(types.void(TABLE, HOLDINGS, HAND, MIND))
def find(table: Any, holdings: Any, hand: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what constraints leave of the current decision, and what rules leave of that."""
    open_limits(mind["limits"])
    mind["limits"]["following"] = 0
    _heed(table, holdings, hand, mind)
    if mind["watched"] & rules.FOLLOWS != 0:
        _follow(table, holdings, hand, mind)


# -- the choice --------------------------------------------------------------------------------------------------------


@inlined
def _things(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> Any:
    """What a choice does; nothing if it is illegal, which the kernel reports."""
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


@inlined
def _follows(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> Any:
    """Whether the rules allow a choice; the kernel reports an illegal one."""
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


@compiled(types.boolean(TABLE, HOLDINGS, HAND, MIND, DECISION, TURN))
def note_choice(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count which watched things a choice does, before it is carried out; returns whether the constraints allow it."""
    heeded = True
    if mind["limits"]["n_kinds"] != 0:
        heeded = count_chances(mind, _things(table, holdings, hand, mind, choice), N_BITS, now)
    return heeded and (mind["limits"]["following"] == 0 or _follows(table, holdings, hand, mind, choice))
