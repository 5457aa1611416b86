"""Choosing from what constraints have left of a decision (``mind["limits"]``), and who is under constraints.

A bot that heeds constraints takes builds from ``builds_of``, worker placements as ``outlook`` names them, draws that
``may_draw`` and pieces that ``may_place`` let pass, and a banner by ``may_sell`` and ``keep_banner``, or the best of
the ways of ``take_way`` that ``may_use`` lets pass. Where nothing is taken away all these let everything pass.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.rules.bitboard import drop_first, first_bit, is_empty, load
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    BUILD,
    CASTLE,
    CASTLE_SQUARES,
    FAMILIES,
    FROM_STACK,
    MUST,
    form_of,
)
from arkadia_sim.games.arkadia.rules.uniform import random_banner, random_draw, random_must, random_piece
from arkadia_sim.games.arkadia.sight import outlook
from arkadia_sim.games.arkadia.sight.things import banner_things, sale_things, way_follows
from arkadia_sim.kernels.limits import hand_on, keeps, release
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
"""Ways to use a banner that are looked at: none, and one with all seals of any families."""


@inlined
def builds_of(hand: Any, mind: Any, number: Any, form: Any, orientation: Any) -> Any:
    """The anchors, as four words, at which the card ``hand["distinct"][number]`` of that form may be laid out."""
    if mind["limits"]["bound"] != 0:
        return mind["limits"]["builds"][number, orientation]
    return hand["anchors"][form, orientation]


@inlined
def may_place(mind: Any, family: Any, square: Any) -> Any:
    """Whether a castle piece is one of those that are left."""
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
    """Whether a draw, of those that there are, is one of those that are left."""
    limits = mind["limits"]
    return limits["bound"] == 0 or (limits["draws"] >> place) & 1 != 0


@inlined
def may_sell(table: Any, mind: Any, family: Any) -> Any:
    """Whether seals of a family may be sold along with a banner."""
    limits = mind["limits"]
    return limits["bound"] == 0 or limits["barred"] & sale_things(table["value"][family]) == 0


@inlined
def take_way(table: Any, holdings: Any, choice: Any, way: Any) -> Any:
    """Fill in a way to use a banner, by its number: 0 for none, else with all seals of the families that the bits of
    the number less one name. Returns whether that is a way of its own: whether all these families are held."""
    held = True
    choice["use_banner"] = 1 if way > 0 else 0
    for family in range(FAMILIES):
        sold = way > 0 and ((way - 1) >> family) & 1 != 0
        choice["sold"][family] = holdings["seals"][table["seat"], family] if sold else 0
        held = held and (not sold or choice["sold"][family] > 0)
    return held


@inlined
def may_use(table: Any, holdings: Any, mind: Any, choice: Any) -> Any:
    """Whether a way to use a banner, or none, is one of those that are left."""
    limits = mind["limits"]
    if limits["bound"] == 0:
        return True
    if not keeps(limits, banner_things(table, holdings, choice)):
        return False
    return limits["following"] == 0 or way_follows(table, mind, choice)


@inlined
def keep_banner(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """Turn a way to use a banner that is not left into the nearest that is: with a banner if it had one and without if
    not, where that can be; then with fewest families sold otherwise; then for most gold."""
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
    """One of the builds and named worker placements that are left, each equally likely."""
    n, chosen = 0, -1
    outlook.look(table, mind)  # before anything is drawn, so that the named placements are those that were found
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
    """``uniform.random_must``; where something is taken away, any of the named choices that are left."""
    if mind["limits"]["bound"] == 0:
        random_must(table, holdings, hand, mind, choice)
    else:
        _any_must(table, holdings, hand, mind, choice)


@inlined
def piece_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """``uniform.random_piece``, drawn anew until it is one of those that are left."""
    random_piece(table, holdings, hand, mind, choice)
    while not may_place(mind, choice["family"], choice["castle_square"]):
        random_piece(table, holdings, hand, mind, choice)


@inlined
def draw_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """``uniform.random_draw``, drawn anew until it is one of those that are left."""
    random_draw(table, holdings, hand, mind, choice)
    while not may_draw(mind, choice["draw"]):
        random_draw(table, holdings, hand, mind, choice)


@inlined
def banner_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """``uniform.random_banner``, or what is nearest to it of what is left."""
    random_banner(table, holdings, hand, mind, choice)
    keep_banner(table, holdings, mind, choice)


@inlined
def choose_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A decision by chance for the phase at hand, of what is left."""
    phase = table["phase"]
    if phase == MUST:
        must_by_chance(table, holdings, hand, mind, choice)
    elif phase == CASTLE:
        piece_by_chance(table, holdings, hand, mind, choice)
    elif phase == BANNER:
        banner_by_chance(table, holdings, hand, mind, choice)
    else:
        draw_by_chance(table, holdings, hand, mind, choice)
