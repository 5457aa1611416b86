"""What the rules allow: every legal build, every building that workers may be put next to (R4.1–R4.3, R5).

``find_builds`` fills the hand of the player on turn with all anchors at which each of its outlines fits and touches
something; the kernel calls it once a turn, and bots read the result. The other functions answer questions about it.
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.rules import bitboard as sets
from arkadia_sim.games.arkadia.rules.state import LOT, form_of


@inlined
def vacant(table: Any) -> Any:
    """Squares without a building, a worker or the lot."""
    return sets.without(sets.BOARD, sets.load(table["occupied"]))


@inlined
def building_squares(table: Any, form: Any, orientation: Any, anchor: Any) -> Any:
    """The squares that an outline covers when laid out at an anchor."""
    outlines = table["outlines"]
    squares = sets.EMPTY
    for k in range(outlines["n_squares"][form]):
        squares = sets.either(squares, sets.single(anchor + np.int64(outlines["offset"][form, orientation, k])))
    return squares


@inlined
def find_builds(game: Any, hand: Any) -> None:
    """List all legal builds of a hand, by form and orientation, as sets of anchors, and count them (R4.1–R4.3).

    A build is legal where the outline, moved to the anchor, covers vacant squares only and at least one of them is
    next to something occupied. Both tests run on all anchors at once: the board of vacant squares (and that of
    squares next to something) is moved by each of the outline's offsets, and the results are met (or joined).
    """
    table = game["table"]
    outlines = table["outlines"]
    free = vacant(table)
    beside = sets.neighbours(sets.load(table["occupied"]))
    shifted = game["shifted"]
    sets.store(shifted[0, 0], free)
    sets.store(shifted[1, 0], beside)
    for k in range(1, outlines["n_shifts"]):
        steps = outlines["shifts"][k]
        sets.store(shifted[0, k], sets.toward_start(free, steps))
        sets.store(shifted[1, k], sets.toward_start(beside, steps))
    for form in range(outlines["n_forms"]):
        hand["form_builds"][form] = -1
    hand["n_distinct"] = 0
    total = 0
    for i in range(hand["n"]):
        card = hand["cards"][i]
        known = False
        for j in range(hand["n_distinct"]):
            if hand["distinct"][j] == card:
                known = True
        if known:
            continue
        hand["distinct"][hand["n_distinct"]] = card
        hand["n_distinct"] += 1
        form = form_of(card)
        if hand["form_builds"][form] < 0:
            hand["form_builds"][form] = _find_anchors(outlines, shifted, hand, form)
        total += hand["form_builds"][form]
    hand["n_builds"] = total


@inlined
def _find_anchors(outlines: Any, shifted: Any, hand: Any, form: Any) -> Any:
    found = 0
    for orientation in range(outlines["n_orientations"][form]):
        k = outlines["shift"][form, orientation, 0]
        fits = sets.load(shifted[0, k])
        touches = sets.load(shifted[1, k])
        for i in range(1, outlines["n_squares"][form]):
            k = outlines["shift"][form, orientation, i]
            fits = sets.both(fits, sets.load(shifted[0, k]))
            touches = sets.either(touches, sets.load(shifted[1, k]))
        legal = sets.both(fits, touches)
        count = sets.size(legal)
        sets.store(hand["anchors"][form, orientation], legal)
        hand["n_anchors"][form, orientation] = count
        found += count
    return found


@inlined
def holds(hand: Any, card: Any) -> Any:
    for i in range(hand["n"]):
        if hand["cards"][i] == card:
            return True
    return False


@inlined
def is_legal_build(table: Any, hand: Any, card: Any, orientation: Any, anchor: Any) -> Any:
    """Whether the player on turn may lay out that card there (R4.1–R4.3); reads what ``find_builds`` found."""
    if card < 0 or not holds(hand, card) or anchor < 0 or anchor > 203:
        return False
    form = form_of(card)
    if orientation < 0 or orientation >= table["outlines"]["n_orientations"][form]:
        return False
    return sets.has(sets.load(hand["anchors"][form, orientation]), anchor)


@inlined
def worker_squares(table: Any, building: Any, free: Any) -> Any:
    """Vacant squares next to a building; none for the lot under ``workers_at_castle = false`` (R5.1, R5.2)."""
    if building == LOT and table["rules"]["workers_at_castle"] == 0:
        return sets.EMPTY
    return sets.both(sets.load(table["ring"][building]), free)


@inlined
def count_worker_buildings(table: Any, holdings: Any, seat: Any) -> Any:
    """How many buildings the player may put workers next to; 0 without a worker at hand (R5)."""
    if holdings["workers"][seat] + holdings["neutrals"][seat] == 0:
        return 0
    # a building that is not complete has a vacant neighbour, and one that is complete has none (R6.1)
    lot_open = not sets.is_empty(worker_squares(table, LOT, vacant(table)))
    return table["n_open"] + (1 if lot_open else 0)


@inlined
def nth_worker_building(table: Any, rank: Any) -> Any:
    """The building of that rank among those that workers may be put next to: the lot first, if open, then by age."""
    if not sets.is_empty(worker_squares(table, LOT, vacant(table))):
        if rank == 0:
            return LOT
        rank -= 1
    return table["open"][rank]


@inlined
def is_legal_introduction(table: Any, holdings: Any, seat: Any, building: Any, own: Any, neutral: Any) -> Any:
    """Whether the player may put these workers next to that building (R5.1, R5.2)."""
    if building < 0 or building >= table["n_buildings"] or sets.meet(own, neutral):
        return False
    squares = sets.either(own, neutral)
    if sets.is_empty(squares) or not sets.is_within(squares, worker_squares(table, building, vacant(table))):
        return False
    return sets.size(own) <= holdings["workers"][seat] and sets.size(neutral) <= holdings["neutrals"][seat]


@inlined
def count_draws(table: Any) -> Any:
    """How many ways there are to draw a card: face-up places that hold one, and the stack (R4.5)."""
    count = 1 if table["stack_left"] > 0 else 0
    for place in range(table["rules"]["face_up"]):
        count += table["face_up"][place] >= 0
    return count
