"""What constraints and rules leave of a bot's decision (``mind["limits"]``), and lists of its options with their cues.

``find`` counts every placement, or both answers to a tea break, by its cues before the bot is asked, and keeps those
that are as good as any other by constraints and rules. ``note_choice`` then checks what the bot chose.

A bot that heeds constraints takes its placements from ``squares_for`` and passes its tea breaks through ``keep_tea``.
Without constraints, neither changes anything.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.medina.rules import places, state
from arkadia_sim.games.medina.rules.bitboard import WORDS, drop_first, first_bit, has, is_empty, load, nth_bit, size
from arkadia_sim.games.medina.rules.places import count_options, count_places, may_roof, palace_at
from arkadia_sim.games.medina.rules.state import KINDS, ON_SQUARES
from arkadia_sim.games.medina.sight import cues
from arkadia_sim.kernels import rules
from arkadia_sim.kernels.candidates import add_option, lister_of
from arkadia_sim.rng import below


@inlined
def squares_for(table: Any, holdings: Any, mind: Any, kind: Any) -> Any:
    """The squares left to the player on turn for a piece of this kind; for a roof, one building of each palace."""
    if mind["limits"]["bound"] != 0:
        return load(mind["limits"]["left"][WORDS * kind : WORDS * kind + WORDS])
    return places.squares_for(table, holdings, table["seat"], kind)


@inlined
def may_rest(mind: Any, takes_tea: Any) -> Any:
    """Whether the constraints allow a tea break, or allow going without one."""
    return rules.may_choose(mind, state.BREAKS + (1 if takes_tea else 0))


@inlined
def keep_tea(mind: Any, choice: Any) -> None:
    """Reverse the choice about a tea break if the constraints allow only the other one."""
    if not may_rest(mind, choice["take_tea"] != 0):
        choice["take_tea"] = 1 - choice["take_tea"]


# -- by chance ---------------------------------------------------------------------------------------------------------
# What the bot ``random`` does, and what a raised temperature mixes into other bots. Defined exactly, because speed and
# figures are compared on it:
#
# 1. the kind of piece is drawn from those at hand that have a legal place, each weighing as many as there are at hand;
# 2. its place is drawn evenly: over the squares, over the arms that can grow (each has one place), or for a roof over
#    the palaces and then over the buildings of the palace;
# 3. a tea break, where it is allowed, is taken with probability 1/4.


@inlined
def random_place(table: Any, holdings: Any, mind: Any, decision: Any) -> None:
    """A piece and its place by chance (1 and 2)."""
    seat = table["seat"]
    weight = 0
    for kind in range(KINDS):
        if count_options(table, holdings, seat, kind) > 0:
            weight += holdings["pieces"][seat, kind]
    rank = below(mind["random"], weight)
    for kind in range(KINDS):
        if count_options(table, holdings, seat, kind) > 0:
            if rank < holdings["pieces"][seat, kind]:
                decision["kind"] = kind
                break
            rank -= holdings["pieces"][seat, kind]
    kind = decision["kind"]
    rank = below(mind["random"], count_places(table, seat, kind))
    if kind < ON_SQUARES:
        decision["square"] = nth_bit(load(table["places"][kind]), rank)
        return
    for palace in range(table["n_palaces"]):
        if may_roof(table, seat, kind, palace):
            if rank == 0:
                building = below(mind["random"], table["n_buildings"][palace])
                decision["square"] = nth_bit(load(table["buildings"][palace]), building)
                return
            rank -= 1


@inlined
def place_by_chance(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """``random_place``; under constraints, any placement left, all equally likely."""
    if mind["limits"]["bound"] == 0:
        random_place(table, holdings, mind, choice)
        return
    left = 0
    for kind in range(KINDS):
        squares = squares_for(table, holdings, mind, kind)
        n = size(squares)
        left += n
        if n > 0 and below(mind["random"], left) < n:
            choice["kind"] = kind
            choice["square"] = nth_bit(squares, below(mind["random"], n))


@inlined
def choose_by_chance(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A random decision for the current phase, within the constraints."""
    if table["phase"] == state.PLACE:
        place_by_chance(table, holdings, mind, choice)
    else:
        choice["take_tea"] = 1 if below(mind["random"], 4) == 0 else 0
        keep_tea(mind, choice)


# -- what is left ------------------------------------------------------------------------------------------------------
@inlined
def _look_at_placements(table: Any, holdings: Any, mind: Any) -> None:
    for kind in range(KINDS):
        squares = places.squares_for(table, holdings, table["seat"], kind)
        alike = mind["wanted"] & cues.OF_SQUARES == 0 and (kind < state.COLOURS or kind == state.MERCHANT)
        counted, is_left = False, False
        while not is_empty(squares):
            square = first_bit(squares)
            squares = drop_first(squares)
            if not counted:
                cues.count_placement(table, holdings, mind, kind, square)
                counted, is_left = alike, rules.look_at(mind)
            if is_left:
                rules.keep(mind, 64 * WORDS * kind + square)


@inlined
def _find_at_tea(table: Any, holdings: Any, mind: Any) -> None:
    """A bot that follows rules judges a tea break by the placements that these would leave it."""
    ruled, rules_hold = mind["limits"]["ruled"], rules.open_limits(mind, state.PLACE, False)
    rules.leave_none(mind)
    if ruled["follows"] != 0:
        _look_at_placements(table, holdings, mind)
    rules.note_rules(ruled, mind, mind["rules"], state.TEA, True)
    points = cues.most_points(table, holdings, mind) if ruled["follows"] == 2 else 0.0
    for keeping in (False, True):
        for takes_tea in (False, True):
            cues.count_break(mind, takes_tea, points)
            if not keeping:
                rules.consider(ruled, mind["counted"])
            elif rules.is_as_good(ruled, mind["counted"]):
                rules.keep(mind, state.BREAKS + (1 if takes_tea else 0))
    rules.close_limits(mind)
    if rules_hold:
        mind["limits"]["bound"] = 1


@compiled(types.void(state.TABLE, state.HOLDINGS, state.MIND))
def find(table: Any, holdings: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what constraints and rules leave of the current decision."""
    cues.count_situation(table, holdings, mind)
    if table["phase"] == state.TEA:
        _find_at_tea(table, holdings, mind)
    elif rules.open_limits(mind, state.PLACE, True):
        _look_at_placements(table, holdings, mind)
        rules.close_limits(mind)


@inlined
def _is_legal(table: Any, kind: Any, square: Any) -> Any:
    """Whether a piece of this kind may be placed there by whoever has one."""
    if kind < 0 or kind >= KINDS or square < 0 or square >= 256:
        return False
    if kind < ON_SQUARES:
        return has(load(table["places"][kind]), square)
    palace = palace_at(table, square)
    return palace != state.NO_PALACE and may_roof(table, table["seat"], kind, palace)


@compiled(types.boolean(state.TABLE, state.HOLDINGS, state.MIND, state.DECISION, state.TURN))
def note_choice(table: Any, holdings: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count which watched things a choice does, before it is carried out; returns whether constraints and rules allow
    it. The kernel reports what is illegal."""
    if table["phase"] != state.PLACE:
        cues.count_break(mind, choice["take_tea"] != 0, 0.0)
        rules.count_chances(mind["limits"]["ruled"], mind["counted"], now)
        return may_rest(mind, choice["take_tea"] != 0)
    kind, square = int(choice["kind"]), int(choice["square"])
    if mind["limits"]["ruled"]["n"] == 0 or not _is_legal(table, kind, square):
        return True
    cues.count_placement(table, holdings, mind, kind, square)
    return rules.heeds(mind, now)


# -- counted and listed ------------------------------------------------------------------------------------------------
@compiled(types.void(state.TABLE, state.HOLDINGS, state.MIND, state.DECISION))
def count_choice(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """Count the situation and a legal choice, whoever made it."""
    mind["wanted"] = rules.EVERY_CUE
    cues.count_situation(table, holdings, mind)
    if table["phase"] == state.PLACE:
        cues.count_placement(table, holdings, mind, int(choice["kind"]), int(choice["square"]))
    else:
        cues.count_break(mind, choice["take_tea"] != 0, cues.most_points(table, holdings, mind))


@inlined
def _list_placements(table: Any, holdings: Any, mind: Any, rows: Any, counts: Any) -> Any:
    n = 0
    for kind in range(KINDS):
        squares = squares_for(table, holdings, mind, kind)
        while not is_empty(squares):
            square = first_bit(squares)
            squares = drop_first(squares)
            if n < len(rows):
                cues.count_placement(table, holdings, mind, kind, square)
                rows[n]["kind"], rows[n]["square"] = kind, square
                add_option(mind, counts, n)
            n += 1
    return n


@lister_of(state.TABLE_DTYPE, state.HOLDINGS_DTYPE, state.MIND_DTYPE, state.DECISION_DTYPE)
def list_options(tables: Any, all_holdings: Any, minds: Any, rows: Any, counts: Any) -> Any:
    """The options: all placements, with one building of each palace for a roof; or whether to take a tea break."""
    table, holdings, mind = tables[0], all_holdings[0], minds[0]
    cues.count_situation(table, holdings, mind)
    if table["phase"] == state.PLACE:
        return _list_placements(table, holdings, mind, rows, counts)
    n, points = 0, cues.most_points(table, holdings, mind)
    for takes_tea in (False, True):
        if may_rest(mind, takes_tea):
            cues.count_break(mind, takes_tea, points)
            rows[n]["take_tea"] = 1 if takes_tea else 0
            add_option(mind, counts, n)
            n += 1
    return n
