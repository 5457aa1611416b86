"""What a bot's constraints leave of its decision (``mind["limits"]``), and how a bot chooses from that.

``find`` looks at every placement, or at both answers to a tea break, before the bot is asked. It skips a constraint
that would leave nothing. ``note_choice`` then checks what the bot chose.

Then rules of thumb, if the bot follows any: all options that are left are counted by their cues, and those stay that
are as good by the rules as any other. Which of them it takes is the bot's own judgement.

A bot that heeds constraints takes its placements from ``squares_for`` and passes its tea breaks through ``keep_tea``.
Without constraints, neither changes anything. A bot that looks ahead frees the minds of others with ``release`` and
puts its own policy under its constraints with ``hand_on``.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.medina.rules import places
from arkadia_sim.games.medina.rules.bitboard import (
    EMPTY,
    drop_first,
    either,
    first_bit,
    has,
    is_empty,
    load,
    nth_bit,
    single,
    size,
    store,
)
from arkadia_sim.games.medina.rules.places import may_roof, palace_at
from arkadia_sim.games.medina.rules.state import (
    DECISION,
    HOLDINGS,
    KINDS,
    MIND,
    NO_PALACE,
    ON_SQUARES,
    PLACE,
    TABLE,
    TEA,
    TURN,
)
from arkadia_sim.games.medina.rules.uniform import random_place, random_tea
from arkadia_sim.games.medina.sight import cues
from arkadia_sim.games.medina.sight.constraints import N_THINGS, PLACE_THINGS, TEA_BREAK, placement_things
from arkadia_sim.kernels import rules
from arkadia_sim.kernels.limits import add_kind, count_chances, hand_on, keeps, narrow, open_limits, release
from arkadia_sim.rng import below

__all__ = ["choose_by_chance", "hand_on", "keep_tea", "may_rest", "place_by_chance", "release", "squares_for"]


@inlined
def squares_for(table: Any, holdings: Any, mind: Any, kind: Any) -> Any:
    """The squares left to the player on turn for a piece of this kind; for a roof, one building of each palace."""
    if mind["limits"]["bound"] != 0:
        return load(mind["limits"]["squares"][kind])
    return places.squares_for(table, holdings, table["seat"], kind)


@inlined
def may_rest(mind: Any, takes_tea: Any) -> Any:
    """Whether the constraints allow a tea break, or allow going without one."""
    return mind["limits"]["bound"] == 0 or keeps(mind["limits"], TEA_BREAK if takes_tea else 0)


@inlined
def keep_tea(mind: Any, choice: Any) -> None:
    """Reverse the choice about a tea break if the constraints allow only the other one."""
    if not may_rest(mind, choice["take_tea"] != 0):
        choice["take_tea"] = 1 - choice["take_tea"]


@inlined
def place_by_chance(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """``uniform.random_place``; under constraints, any placement left, all equally likely."""
    if mind["limits"]["bound"] == 0:
        random_place(table, holdings, mind, choice)
        return
    left = 0
    for kind in range(KINDS):
        squares = load(mind["limits"]["squares"][kind])
        n = size(squares)
        left += n
        if n > 0 and below(mind["random"], left) < n:
            choice["kind"] = kind
            choice["square"] = nth_bit(squares, below(mind["random"], n))


@inlined
def choose_by_chance(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A random decision for the current phase, within the constraints."""
    if table["phase"] == PLACE:
        place_by_chance(table, holdings, mind, choice)
    else:
        random_tea(table, holdings, mind, choice)
        keep_tea(mind, choice)


@inlined
def _note_placements(table: Any, holdings: Any, limits: Any) -> None:
    for kind in range(KINDS):
        squares = places.squares_for(table, holdings, table["seat"], kind)
        while not is_empty(squares):
            square = first_bit(squares)
            squares = drop_first(squares)
            add_kind(limits, placement_things(table, holdings, kind, square))


@inlined
def _keep_placements(table: Any, holdings: Any, limits: Any) -> None:
    for kind in range(KINDS):
        squares, kept = places.squares_for(table, holdings, table["seat"], kind), EMPTY
        while not is_empty(squares):
            square = first_bit(squares)
            squares = drop_first(squares)
            if keeps(limits, placement_things(table, holdings, kind, square)):
                kept = either(kept, single(square))
        store(limits["squares"][kind], kept)


@inlined
def _heed(table: Any, holdings: Any, mind: Any) -> None:
    limits, phase, watched = mind["limits"], table["phase"], mind["watched"]
    if phase == PLACE and watched & PLACE_THINGS != 0:
        _note_placements(table, holdings, limits)
    elif phase == TEA and watched & TEA_BREAK != 0:
        add_kind(limits, 0)
        add_kind(limits, TEA_BREAK)
    else:
        return
    narrow(mind, N_THINGS)
    if limits["bound"] != 0 and phase == PLACE:
        _keep_placements(table, holdings, limits)


# -- what the rules leave of that, which the bot follows ------------------------------------------------------------


@inlined
def _follow_at_placement(table: Any, holdings: Any, mind: Any) -> None:
    limits = mind["limits"]
    for narrowing in (False, True):
        for kind in range(KINDS):
            squares, left = load(limits["squares"][kind]), EMPTY
            while not is_empty(squares):
                square = first_bit(squares)
                squares = drop_first(squares)
                cues.count_placement(table, holdings, mind, kind, square)
                if not narrowing:
                    rules.is_best(mind, 0.0)
                elif rules.is_as_good(mind):
                    left = either(left, single(square))
            if narrowing:
                store(limits["squares"][kind], left)


@inlined
def _follow_at_tea(table: Any, holdings: Any, mind: Any) -> None:
    limits, points = mind["limits"], cues.most_points(table, holdings, mind)
    barred, forced = limits["barred"], limits["forced"]
    for narrowing in (False, True):
        for takes_tea in (False, True):
            if not keeps(limits, TEA_BREAK if takes_tea else 0):
                continue
            cues.count_break(mind, takes_tea, points)
            if not narrowing:
                rules.is_best(mind, 0.0)
            elif not rules.is_as_good(mind):
                barred |= TEA_BREAK if takes_tea else 0
                forced |= 0 if takes_tea else TEA_BREAK
    limits["barred"], limits["forced"] = barred, forced


@compiled(types.void(TABLE, HOLDINGS, MIND))
def _follow(table: Any, holdings: Any, mind: Any) -> None:
    """Narrow what is left of the decision at hand to what the mind's rules leave of it.

    At a tea break, a bot judges by the placements that the rules would leave it.
    """
    limits, counted, at_tea = mind["limits"], mind["counted"], table["phase"] == TEA
    cues.count_situation(table, holdings, mind)
    if at_tea or limits["bound"] == 0:
        for kind in range(KINDS):
            store(limits["squares"][kind], places.squares_for(table, holdings, table["seat"], kind))
    rules.begin(mind, mind["rules"], PLACE)
    active = counted[rules.N_ACTIVE] != 0.0
    if active:
        _follow_at_placement(table, holdings, mind)
    if at_tea:
        rules.begin(mind, mind["rules"], TEA)
        if counted[rules.N_ACTIVE] != 0.0:
            active = True
            _follow_at_tea(table, holdings, mind)
    if active:
        limits["bound"] = 1


@compiled(types.void(TABLE, HOLDINGS, MIND))
def find(table: Any, holdings: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what constraints leave of the current decision, and what rules leave of that."""
    open_limits(mind["limits"])
    _heed(table, holdings, mind)
    if mind["watched"] & rules.FOLLOWS != 0:
        _follow(table, holdings, mind)


# -- the choice --------------------------------------------------------------------------------------------------------


@inlined
def _things(table: Any, holdings: Any, choice: Any) -> Any:
    """What a choice does; nothing if it is illegal, which the kernel reports."""
    if table["phase"] != PLACE:
        return TEA_BREAK if choice["take_tea"] != 0 else 0
    kind, square = choice["kind"], choice["square"]
    return placement_things(table, holdings, kind, square) if _is_legal(table, kind, square) else 0


@inlined
def _is_legal(table: Any, kind: Any, square: Any) -> Any:
    """Whether a piece of this kind may be placed there by whoever has one."""
    if kind < 0 or kind >= KINDS or square < 0 or square >= 256:
        return False
    if kind < ON_SQUARES:
        return has(load(table["places"][kind]), square)
    palace = palace_at(table, square)
    return palace != NO_PALACE and may_roof(table, table["seat"], kind, palace)


@inlined
def _follows(table: Any, mind: Any, choice: Any) -> Any:
    """Whether the rules allow a choice; the kernel reports an illegal one."""
    if table["phase"] != PLACE:
        return may_rest(mind, choice["take_tea"] != 0)
    kind, square = choice["kind"], choice["square"]
    if not _is_legal(table, kind, square):
        return True
    if kind >= ON_SQUARES:
        square = first_bit(load(table["buildings"][palace_at(table, square)]))
    return mind["limits"]["bound"] == 0 or has(load(mind["limits"]["squares"][kind]), square)


@compiled(types.boolean(TABLE, HOLDINGS, MIND, DECISION, TURN))
def note_choice(table: Any, holdings: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count which watched things a choice does, before it is carried out; returns whether the constraints allow it."""
    heeded = True
    if mind["limits"]["n_kinds"] != 0:
        heeded = count_chances(mind, _things(table, holdings, choice), N_THINGS, now)
    return heeded and (mind["watched"] & rules.FOLLOWS == 0 or _follows(table, mind, choice))
