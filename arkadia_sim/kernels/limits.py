"""Constraints in a compiled game: what they leave of a decision, and whether what was chosen is among it.

What a choice does of all that bots can be barred from or forced to, its *things*, are bits, and a game's own. A
``MIND`` record has the fields ``barred``, ``forced`` and ``watched`` (such bits) and a record ``limits`` with
``bound``, ``barred``, ``forced``, ``n_kinds`` and ``kinds``: before a bot is asked, the game notes there what things
the possible choices do, each combination once, and has the constraints narrowed to those that leave something.
"""

from typing import Any

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.kernels.play_loop import OK, Limited, Play, Records, Steps, by_chance, playing_with, seat_bot
from arkadia_sim.kernels.rules import FOLLOWS, take_rules

DISREGARDED = 100
"""The fault of a bot that has not heeded its constraints."""
FAULT_OF_DISREGARD = ("constraint", "this bot has not heeded what it is barred from or forced to")


@inlined
def release(mind: Any) -> None:
    """Free a mind of all constraints and rules."""
    mind["barred"], mind["forced"], mind["watched"] = 0, 0, 0
    mind["limits"]["bound"] = 0


@inlined
def seat_limits(mind: Any, settings: Any) -> None:
    """Put a mind under the constraints of the bot that sits there."""
    mind["barred"], mind["forced"], mind["watched"] = settings["barred"], settings["forced"], settings["watched"]
    mind["limits"]["bound"] = 0
    take_rules(mind, settings)


@inlined
def seat_limited_bot(mind: Any, settings: Any) -> None:
    """Set a seat's mind to the bot that sits there, its constraints included."""
    seat_bot(mind, settings)
    seat_limits(mind, settings)


@inlined
def hand_on(mind: Any, other: Any) -> None:
    """Put another mind under the constraints and rules of this one, to be heeded and not counted."""
    other["barred"], other["forced"] = mind["barred"], mind["forced"]
    other["watched"] = mind["barred"] | mind["forced"] | (mind["watched"] & FOLLOWS)
    take_rules(other, mind)
    other["limits"]["bound"] = 0


@inlined
def open_limits(limits: Any) -> None:
    """Nothing is noted yet of the decision at hand, and nothing taken away."""
    limits["bound"] = 0
    limits["n_kinds"] = 0
    limits["barred"], limits["forced"] = 0, 0


@inlined
def add_kind(limits: Any, things: Any) -> None:
    """Note that some choice does these things."""
    for i in range(limits["n_kinds"]):
        if limits["kinds"][i] == things:
            return
    limits["kinds"][limits["n_kinds"]] = things
    limits["n_kinds"] += 1


@inlined
def keeps(limits: Any, things: Any) -> Any:
    """Whether a choice that does these things is one of those that are left."""
    return (things & limits["barred"]) == 0 and (things & limits["forced"]) == limits["forced"]


@inlined
def _leaves_some(limits: Any, barred: Any, forced: Any) -> Any:
    for i in range(limits["n_kinds"]):
        if limits["kinds"][i] & barred == 0 and limits["kinds"][i] & forced == forced:
            return True
    return False


@inlined
def narrow(mind: Any, n_things: Any) -> None:
    """Note which constraints can be heeded, those that bar first, and whether they take anything away."""
    limits = mind["limits"]
    barred, forced = 0, 0
    for place in range(n_things):
        one = 1 << place
        if mind["barred"] & one != 0 and _leaves_some(limits, barred | one, 0):
            barred |= one
    for place in range(n_things):
        one = 1 << place
        if mind["forced"] & one != 0 and _leaves_some(limits, barred, forced | one):
            forced |= one
    limits["barred"], limits["forced"] = barred, forced
    for i in range(limits["n_kinds"]):
        if not keeps(limits, limits["kinds"][i]):
            limits["bound"] = 1


@inlined
def count_chances(mind: Any, things: Any, n_things: Any, now: Any) -> Any:
    """Count in the account of the turn what a choice does of all that is watched, where it could be done and also be
    left; returns whether the choice is one of those that are left."""
    limits = mind["limits"]
    for place in range(n_things):
        one = 1 << place
        if mind["watched"] & one == 0:
            continue
        could, could_leave = False, False
        for i in range(limits["n_kinds"]):
            does = limits["kinds"][i] & one != 0
            could, could_leave = could or does, could_leave or not does
        if could and could_leave:
            now["chances"] += 1
            now["chances_taken"] += 1 if things & one != 0 else 0
    return limits["bound"] == 0 or keeps(limits, things)


def asking_limited_with(
    records: Records, handed: Any, find: Any, decide_by_chance: Any, note_choice: Any, step: Any, home: str
) -> Limited:
    """How the game whose file is ``home`` asks bots with constraints, or those that are watched.

    ``handed(game, seat)`` is the tuple of records that a seat is shown; ``find(*handed, mind)`` notes what the
    constraints leave; ``note_choice(*handed, mind, decision, now)`` counts what was chosen, and tells whether it is
    among what is left; ``decide_by_chance(*handed, mind, decision)`` is a random decision and ``step(game, decision)``
    carries one out.
    """

    @compiled(records.ask_limited, home)
    def ask(game: Any, mind: Any, deciders: Any, decision: Any) -> Any:
        table = game["table"]
        phase, seat = table["phase"], table["seat"]
        shown = handed(game, seat)
        left_to_chance = by_chance(mind, phase)  # drawn first: what is found and what is chosen go by the same lots
        find(*shown, mind)
        if left_to_chance:
            decide_by_chance(*shown, mind, decision)
        else:
            deciders[phase][seat](*shown, mind, decision)
        if not note_choice(*shown, mind, decision, game["now"]):
            return DISREGARDED
        return step(game, decision)

    @compiled(records.ask_limited, home)
    def ask_nobody(game: Any, mind: Any, deciders: Any, decision: Any) -> Any:
        return OK

    return Limited(ask, ask_nobody)


@inlined
def _all_is_open(game: Any, seat: Any) -> None:
    """No rule hides holdings."""


def _asking_and_stepping_with(handed: Any, decide_by_chance: Any, step: Any) -> Any:
    @spliced
    def ask_and_step(game: Any, mind: Any, deciders: Any, ask_limited: Any, decision: Any) -> Any:
        """Ask the bot on turn for the decision that the phase wants, and carry it out: OK or a fault."""
        table = game["table"]
        phase, seat = table["phase"], table["seat"]
        if mind["watched"] != 0:
            return ask_limited(game, mind, deciders, decision)
        shown = handed(game, seat)
        if by_chance(mind, phase):
            decide_by_chance(*shown, mind, decision)
        else:
            deciders[phase][seat](*shown, mind, decision)
        return step(game, decision)

    return ask_and_step


def playing_limited_with(
    records: Records,
    rules: Any,
    state: Any,
    counts: Any,
    limits: Any,
    deal: Any,
    handed: Any,
    decide_by_chance: Any,
    home: str,
    holdings_for: Any = None,
    ask_and_step: Any = None,
) -> Play:
    """How the game whose file is ``home`` is played, with or without constraints.

    Args:
        records: The records of the game.
        rules: Its module with ``step`` and ``end_turn``.
        state: Its module with ``END``, ``OVER`` and ``TURNS_MAX``.
        counts: Its module with ``open_rows``, ``count_turn``, ``note_standing`` and ``close_rows``.
        limits: Its module with ``find`` and ``note_choice``, see :func:`asking_limited_with`.
        deal: Deals a game, see :class:`arkadia_sim.kernels.play_loop.Steps`, as for the other functions.
        handed: The records that a seat is shown.
        decide_by_chance: A random decision.
        home: The file.
        holdings_for: What a seat knows of everybody's holdings, if rules may hide some.
        ask_and_step: Asks the bot on turn and carries its decision out, if the game does that faster than by asking
            first and by ``step`` then.
    """
    limited = asking_limited_with(
        records, handed, limits.find, decide_by_chance, limits.note_choice, rules.step, home=home
    )
    steps = Steps(
        deal=deal,
        open_rows=counts.open_rows,
        ask_and_step=ask_and_step or _asking_and_stepping_with(handed, decide_by_chance, rules.step),
        limited=limited,
        step=rules.step,
        holdings_for=holdings_for or _all_is_open,
        count_turn=counts.count_turn,
        note_standing=counts.note_standing,
        end_turn=rules.end_turn,
        close_rows=counts.close_rows,
        seat_bot=seat_limited_bot,
        end=state.END,
        over=state.OVER,
        turns_max=state.TURNS_MAX,
    )
    return playing_with(records, steps, home)
