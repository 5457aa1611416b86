"""A turn: the kernel ``step(game, decision)`` that everything drives (M3 to M11).

The phase in the state says which decision is wanted; ``step`` checks it, carries it out and goes on to the next phase
in which there is something to decide. ::

    PLACE ──► TEA ──► PLACE ──► END ──► PLACE of the next player who can place something
      │        └─tea break──────┘ │      └───► OVER, when nobody can
      └── no second placement ────┘

``TEA`` is skipped where no tea break is allowed. ``END`` wants no decision: it gives the caller a moment in which the
turn is finished and ``game["now"]`` tells all of it.
"""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.medina.rules import places, scoring, state
from arkadia_sim.games.medina.rules.bitboard import beside, both, either, has, load, single, store
from arkadia_sim.kernels.play_loop import OK as OK

# -- what step() answers ---------------------------------------------------------------------------------------------
NO_SUCH_PIECE = 1
ILLEGAL_SQUARE = 2
ILLEGAL_ROOF = 3
ROOF_IS_DUE = 4
GAME_IS_OVER = 5
FAULTS = {
    NO_SUCH_PIECE: ("M3.1", "the player has no such piece at hand"),
    ILLEGAL_SQUARE: ("M3.1", "this piece cannot be placed there"),
    ILLEGAL_ROOF: ("M6", "this roof cannot be put there"),
    ROOF_IS_DUE: ("M3.6", "the second piece must be an own roof"),
    GAME_IS_OVER: ("M11.1", "the game is over"),
}
"""For each answer other than OK: the rule it stands on and what it says."""
_NEW_TURN = np.zeros(1, state.TURN_DTYPE)
_NEW_PLACEMENT = np.zeros(1, state.PLACEMENT_DTYPE)
_NEW_PLACEMENT["palace"], _NEW_PLACEMENT["to"] = state.NO_PALACE, state.NOBODY


@inlined
def begin_turn(game: Any) -> None:
    """Open the turn of ``table["seat"]``: nothing has been placed in it."""
    table = game["table"]
    game["now"] = _NEW_TURN[0]
    game["now"]["seat"] = table["seat"]
    table["placed"] = 0
    table["must_roof"] = 0
    table["fresh_tea"] = 0
    table["phase"] = state.PLACE
    open_placement(game)


@inlined
def open_placement(game: Any) -> None:
    """An empty account of the placement that is wanted now, but for the number of those that are legal."""
    table, placements = game["table"], game["now"]["placements"]
    placements[table["placed"]] = _NEW_PLACEMENT[0]
    placements[table["placed"]]["legal"] = places.count_all_options(table, game["holdings"], table["seat"])


# -- placements (M4 to M8) ---------------------------------------------------------------------------------------------
@inlined
def do_place(game: Any, kind: Any, square: Any) -> Any:
    """Place a piece, and go on to what is wanted next; OK, or a fault, which leaves everything as it was."""
    table, holdings = game["table"], game["holdings"]
    seat = table["seat"]
    if kind < 0 or kind >= state.KINDS or holdings["pieces"][seat, kind] <= 0:
        return NO_SUCH_PIECE
    if table["must_roof"] != 0 and kind != state.ROOF:
        return ROOF_IS_DUE
    if square < 0 or square >= 256:
        return ILLEGAL_SQUARE
    placement = game["now"]["placements"][table["placed"]]
    alone = not _others_can_place(table, holdings, seat)
    if kind >= state.ON_SQUARES:
        palace = places.palace_at(table, square)
        if palace == state.NO_PALACE or not has(load(table["buildings"][palace]), square):
            return ILLEGAL_ROOF
        if not places.may_roof(table, seat, kind, palace):
            return ILLEGAL_ROOF
        holdings["pieces"][seat, kind] -= 1
        _roof(table, holdings, placement, palace, seat, kind)
    else:
        if not has(load(table["places"][kind]), square):
            return ILLEGAL_SQUARE
        holdings["pieces"][seat, kind] -= 1
        if kind < state.COLOURS:
            _build(table, placement, kind, square)
        elif kind == state.STABLE:
            _add_stable(table, holdings, placement, square)
        elif kind == state.MERCHANT:
            _join_street(table, placement, square)
        else:
            _wall_up(table, holdings, placement, square)
    placement["kind"] = kind
    placement["square"] = square
    table["placed"] += 1
    game["now"]["n_placed"] = table["placed"]
    game["now"]["alone"] += 1 if alone else 0
    places.find_places(table)
    _go_on(game, kind)
    return OK


@inlined
def _stand(table: Any, palace: Any, square: Any) -> Any:
    """Put a piece of a palace on a square; returns the arms that the palace touches and did not touch before."""
    piece = single(square)
    store(table["occupied"], either(load(table["occupied"]), piece))
    store(table["pieces"][palace], either(load(table["pieces"][palace]), piece))
    places.note_piece(table, palace, square)
    before = table["arms"][palace]
    table["arms"][palace] = before | places.arms_beside(table, square)
    return table["arms"][palace] & ~before


@inlined
def _build(table: Any, placement: Any, colour: Any, square: Any) -> None:
    """M4: the building is added to the palace that can grow, or begins a new one."""
    palace = table["growing"][colour]
    if palace == state.NO_PALACE:
        palace = table["n_palaces"]
        table["n_palaces"] += 1
        table["colour"][palace], table["owner"][palace] = colour, state.OPEN
        table["growing"][colour] = palace
        placement["begun"] = 1
    piece = single(square)
    store(table["buildings"][palace], either(load(table["buildings"][palace]), piece))
    store(table["beside_buildings"], either(load(table["beside_buildings"]), beside(piece)))
    table["n_buildings"][palace] += 1
    _stand(table, palace, square)
    placement["palace"] = palace
    placement["colour"] = colour
    placement["to"] = state.OPEN


@inlined
def _add_stable(table: Any, holdings: Any, placement: Any, square: Any) -> None:
    """M5: the stable becomes a piece of the palace beside it, and may bring tiles to the owner of a roofed one."""
    palace = places.palace_around(table, square)
    table["n_stables"][palace] += 1
    new_arms = _stand(table, palace, square)
    placement["palace"] = palace
    placement["colour"] = table["colour"][palace]
    placement["to"] = table["owner"][palace]
    if table["owner"][palace] != state.OPEN:
        if table["rules"]["every_extension"] != 0:
            new_arms = table["arms"][palace]
        scoring.claim_towers(table, holdings, placement, palace, new_arms)
        scoring.claim_palace_tile(table, placement, palace)


@inlined
def _join_street(table: Any, placement: Any, square: Any) -> None:
    """M7: the merchant becomes the new end on the side where it joins the street, or begins a new one."""
    piece = single(square)
    ends = table["ends"]
    if table["new_street"] != 0:
        ends[0] = square
        ends[1] = square
        table["streets"] += 1
        placement["begun"] = 1
    elif has(beside(single(ends[1])), square):
        ends[1] = square
    else:
        ends[0] = square
    ring = beside(piece)
    before = load(table["beside_merchant"])
    store(table["beside_merchants"], either(load(table["beside_merchants"]), both(ring, before)))
    store(table["beside_merchant"], either(before, ring))
    store(table["merchants"], either(load(table["merchants"]), piece))
    store(table["occupied"], either(load(table["occupied"]), piece))


@inlined
def _wall_up(table: Any, holdings: Any, placement: Any, square: Any) -> None:
    """M8, M9.1: the arm grows; a roofed palace beside the wall may win the tile of the arm's tower."""
    arm = places.arm_of_place(table, square)
    table["arm"][arm] += 1
    store(table["walls"], either(load(table["walls"]), single(square)))
    palace = places.palace_at(table, square + table["inward"][arm >> 1])
    if palace == state.NO_PALACE:
        return
    known = (table["arms"][palace] >> arm) & 1 != 0
    table["arms"][palace] |= 1 << arm
    placement["palace"] = palace
    placement["colour"] = table["colour"][palace]
    placement["to"] = table["owner"][palace]
    if table["owner"][palace] != state.OPEN and (not known or table["rules"]["every_extension"] != 0):
        scoring.claim_towers(table, holdings, placement, palace, 1 << arm)


@inlined
def _roof(table: Any, holdings: Any, placement: Any, palace: Any, seat: Any, kind: Any) -> None:
    """M6: the palace becomes the player's own, or a neutral one, with all the tiles that this brings."""
    colour = table["colour"][palace]
    owner = state.NOBODY if kind == state.NEUTRAL_ROOF else seat
    table["owner"][palace] = owner
    table["n_roofs"] += 1
    table["claimed"][palace] = table["n_roofs"]
    if table["growing"][colour] == palace:
        table["growing"][colour] = state.NO_PALACE
    placement["palace"] = palace
    placement["colour"] = colour
    placement["to"] = owner
    placement["claimed"] = scoring.palace_size(table, palace)
    if kind == state.ROOF:
        table["owned"][seat] |= 1 << colour
    scoring.claim_tea(table, placement, palace)
    scoring.claim_towers(table, holdings, placement, palace, table["arms"][palace])
    scoring.claim_palace_tile(table, placement, palace)
    if kind == state.ROOF:
        scoring.close_colour(table, holdings, placement, colour)


# -- what comes next (M3) ----------------------------------------------------------------------------------------------
@inlined
def _go_on(game: Any, kind: Any) -> None:
    """After a placement: a second one, perhaps with the choice of a tea break, or the end of the turn."""
    table, holdings = game["table"], game["holdings"]
    seat = table["seat"]
    table["phase"] = state.END
    if table["placed"] == state.PLACEMENTS_IN_TURN or table["turn"] < table["short_turns"]:
        return
    roofs_first = table["rules"]["roofs_first"] != 0 and kind < state.ROOF
    if roofs_first and places.count_options(table, holdings, seat, state.ROOF) > 0:
        table["must_roof"] = 0 if _others_can_place(table, holdings, seat) else 1
    if not places.can_place(table, holdings, seat):
        return
    open_placement(game)
    usable = table["tea"][seat]
    if table["rules"]["tea_same_turn"] == 0:
        usable -= table["fresh_tea"]
    if usable > 0 and table["must_roof"] == 0:
        table["phase"] = state.TEA
    else:
        table["phase"] = state.PLACE


@inlined
def _others_can_place(table: Any, holdings: Any, seat: Any) -> Any:
    for other in range(table["players"]):
        if other != seat and places.can_place(table, holdings, other):
            return True
    return False


@inlined
def do_tea(game: Any, take_tea: Any) -> Any:
    """M10.3: a tea tile goes back to the box in place of the second placement, or the player will place."""
    table = game["table"]
    if take_tea == 0:
        table["phase"] = state.PLACE
    else:
        table["tea"][table["seat"]] -= 1
        game["now"]["took_tea"] = 1
        table["phase"] = state.END
    return OK


@inlined
def end_turn(game: Any) -> None:
    """M3.5, M11.1: the turn passes to the next player who can place something; if there is none, the game is over."""
    table, holdings = game["table"], game["holdings"]
    players = table["players"]
    table["turn"] += 1
    table["must_roof"] = 0
    for steps in range(1, players + 1):
        seat = (table["seat"] + steps) % players
        if places.can_place(table, holdings, seat):
            table["seat"] = seat
            begin_turn(game)
            return
    table["end"] = state.END_ALL_PLACED
    for seat in range(players):
        if pieces_left(holdings, seat) > 0:
            table["end"] = state.END_STUCK
    scoring.score(table, game["scores"])
    table["phase"] = state.OVER


@inlined
def pieces_left(holdings: Any, seat: Any) -> Any:
    """The pieces that a player has at hand, roofs included."""
    left = 0
    for kind in range(state.KINDS):
        left += holdings["pieces"][seat, kind]
    return left


# -- the kernel ------------------------------------------------------------------------------------------------------
@compiled(types.int64(state.GAME, state.DECISION))
def step(game: Any, decision: Any) -> Any:
    """Carry out the decision that the phase asks for and go on to the next phase that asks for one.

    ``game`` is a ``GAME`` record and changes in place; of ``decision`` only the fields of the phase are read. Returns
    ``OK``, or one of ``FAULTS``: then the rules do not allow the decision and nothing has changed.
    """
    phase = game["table"]["phase"]
    if phase == state.PLACE:
        return do_place(game, decision["kind"], decision["square"])
    if phase == state.TEA:
        return do_tea(game, decision["take_tea"])
    if phase == state.END:
        end_turn(game)
        return OK
    return GAME_IS_OVER
