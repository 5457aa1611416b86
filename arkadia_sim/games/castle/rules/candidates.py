"""The candidates of every decision, in the order of C12: the one place that says what a player may do.

The kernel finds them when a decision comes up (``turn.py``) and keeps them in the table: a set ``open`` of picks, for a
move the squares ``movable`` and ``free``, for a theft the guests ``stealable`` of each seat, and their number ``n``.
``nth_pick``, ``is_candidate`` and ``rank_of`` read them again. Picks are numbers:

    die     0, 1                                  guest   the slot of the display
    use     a square; TAKE_RESIDENTS, RAISE_FLAG, TAKE_CLOUD, PASS   bolt    a guest
    line    a line; STOP_BUILDING                 move    12 * from + to; STOP_MOVING
    square  a square                              steal   20 * seat + guest
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.castle.box import LINES, SQUARES
from arkadia_sim.games.castle.rules import state
from arkadia_sim.kernels.bits import first as first
from arkadia_sim.kernels.bits import has as has
from arkadia_sim.kernels.bits import nth as nth
from arkadia_sim.kernels.bits import size as size


# -- what a player has room for --------------------------------------------------------------------------------------
@inlined
def parts_of(castle: Any) -> Any:
    """The main parts of a castle."""
    return castle["walls"] + castle["towers"] + castle["floors"]


@inlined
def has_flag_room(table: Any, castle: Any) -> Any:
    """Whether the walls can hold another flag (C7.3)."""
    return castle["flags"] < table["board"]["flag_room"][castle["walls"]]


@inlined
def squares_of(table: Any, castle: Any, resource: Any) -> Any:
    """The squares of a resource, free or not; with the Troll wood is stone and stone is wood (C8.2)."""
    of_resource = table["board"]["of_resource"]
    if resource <= state.STONE and has(castle["guests"], state.TROLL):
        return int(of_resource[state.WOOD]) | int(of_resource[state.STONE])
    return int(of_resource[resource])


@inlined
def free_squares(table: Any, castle: Any) -> Any:
    """The squares without a token, as long as there is a token left."""
    if size(castle["tokens"]) >= table["rules"]["tokens"]:
        return 0
    return state.ALL_SQUARES & ~int(castle["tokens"])


# -- candidates ------------------------------------------------------------------------------------------------------
@inlined
def uses_of(table: Any, castle: Any, face: Any, may_pass: Any) -> Any:
    """C5: what a player can use a die for; empty if it is lost."""
    free, guests = free_squares(table, castle), castle["guests"]
    picks = 0
    if face < state.RESOURCES:
        picks = free & squares_of(table, castle, face)
    elif face == state.JOKER or has(guests, state.KNIGHT):
        picks = free
    if face >= state.RESIDENTS:
        picks |= 1 << state.TAKE_RESIDENTS
    as_gold = face == state.GOLD or (face == state.JOKER and table["rules"]["joker_powers"] != 0)
    if as_gold and has(guests, state.MONK) and has_flag_room(table, castle):
        picks |= 1 << state.RAISE_FLAG
    if face == state.JOKER and has(guests, state.SHEPHERDESS) and castle["clouds"] < table["rules"]["cloud_limit"]:
        picks |= 1 << state.TAKE_CLOUD
    if may_pass and picks != 0:
        picks |= 1 << state.PASS
    return picks


@inlined
def is_food(table: Any, face: Any, pick: Any) -> Any:
    """Whether a die counts as food for the Cook (C8.2, C8.3)."""
    if face == state.FOOD:
        return pick != state.PASS
    on_food = pick < SQUARES and has(table["board"]["of_resource"][state.FOOD], pick)
    return face == state.JOKER and on_food and table["rules"]["joker_powers"] != 0


@inlined
def complete_lines(table: Any, castle: Any) -> Any:
    """C6.1: the lines of which every square holds a token."""
    tokens, lines = int(castle["tokens"]), 0
    for line in range(LINES):
        squares = int(table["board"]["lines"][line]["squares"])
        if squares & tokens == squares:
            lines |= 1 << line
    return lines


@inlined
def lines_of(table: Any, seat: Any) -> Any:
    """C6: the lines that a player can cash now."""
    rules, castle = table["rules"], table["castles"][seat]
    lines = complete_lines(table, castle)
    if lines == 0:
        return 0
    if rules["at_once"] != 0:
        lines &= int(table["cashable"]) & ~int(table["cashed"])
    without_effects = rules["parts_last"] != 0 and table["stage"] == state.LAST_BUILDING
    if without_effects or rules["useful"] != 0:
        for line in range(LINES):
            if not has(lines, line):
                continue
            effect = table["board"]["lines"][line]["effect"]
            wasted = rules["useful"] != 0 and not is_useful(table, seat, line)
            if wasted or (without_effects and effect != state.NO_EFFECT):
                lines &= ~(1 << line)
    return lines


@inlined
def gives_part(table: Any, castle: Any, line: Any) -> Any:
    """Whether a line gives a main part of which fewer than four stand."""
    gifts = table["board"]["lines"][line]
    return (
        (gifts["wall"] != 0 and castle["walls"] < state.PARTS_MAX)
        or (gifts["tower"] != 0 and castle["towers"] < state.PARTS_MAX)
        or (gifts["floor"] != 0 and castle["floors"] < state.PARTS_MAX)
    )


@inlined
def is_useful(table: Any, seat: Any, line: Any) -> Any:
    """C6.4: whether something of what a line gives can be taken."""
    castle, gifts = table["castles"][seat], table["board"]["lines"][line]
    if gives_part(table, castle, line):
        return True
    if gifts["n_flags"] > 0 and has_flag_room(table, castle):
        return True
    places = table["board"]["group_size"] * table["board"]["groups"]
    if gifts["residents"] > 0 and castle["residents"] < places:  # C5.4
        return True
    if gifts["effect"] == state.REACTIVATE:
        return int(castle["guests"]) & state.BOLTS != 0
    return gifts["effect"] != state.NO_EFFECT and thefts(table, seat) > 0


@inlined
def stealable_of(table: Any, thief: Any, seat: Any) -> Any:
    """C8.6: the guests of a seat that the thief can steal."""
    castle = table["castles"][thief]
    if seat == thief or (table["rules"]["guest_floors"] != 0 and size(castle["guests"]) >= castle["floors"]):
        return 0
    guests = int(table["castles"][seat]["guests"])
    return guests & ~state.CROWNS if has(guests, state.GUARD) else guests


@inlined
def thefts(table: Any, thief: Any) -> Any:
    """How many guests a player could steal."""
    if table["rules"]["architect"] == 0:
        return 0
    found = 0
    for seat in range(table["players"]):
        found += size(stealable_of(table, thief, seat))
    return found


# -- the decision at hand --------------------------------------------------------------------------------------------
@inlined
def nth_pick(table: Any, number: Any) -> Any:
    """The candidate of this number at the decision at hand."""
    phase = table["phase"]
    if phase == state.MOVE:
        width = size(table["free"])
        if number == table["n"] - 1:
            return state.STOP_MOVING
        return SQUARES * nth(table["movable"], number // width) + nth(table["free"], number % width)
    if phase == state.STEAL:
        for step in range(1, table["players"]):
            seat = (table["seat"] + step) % table["players"]
            here = size(table["stealable"][seat])
            if number < here:
                return state.N_GUESTS * seat + nth(table["stealable"][seat], number)
            number -= here
        return state.NOTHING
    return nth(table["open"], number)


@inlined
def is_candidate(table: Any, pick: Any) -> Any:
    """Whether the rules allow this pick at the decision at hand."""
    phase = table["phase"]
    if pick < 0 or pick > state.STOP_MOVING:
        return False
    if phase == state.MOVE:
        if pick == state.STOP_MOVING:
            return True
        return has(table["movable"], pick // SQUARES) and has(table["free"], pick % SQUARES)
    if phase == state.STEAL:
        seat = pick // state.N_GUESTS
        return seat < table["players"] and has(table["stealable"][seat], pick % state.N_GUESTS)
    return pick < 32 and has(table["open"], pick)
