"""What the constraints and rules of a bot leave of a decision in a compiled game, and whether its choice is among it.

A constraint is a rule of thumb (``kernels/rules.py``) that is asked before all others and counted. Before a bot is
asked, ``find`` goes through all options, keeps the best by the mind's rules, and notes in ``mind["limits"]`` which
options are as good, by number, if that takes anything away. What it cannot number, such as one of thousands of
placements, a bot asks about one by one (``is_left``).
"""

from typing import Any

import numpy as np

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.kernels.play_loop import OK, Limited, Play, Records, Steps, by_chance, playing_with, seat_bot
from arkadia_sim.kernels.rules import consider, count_chances, is_as_good, note_rules, take_rules

DISREGARDED = 100
"""The fault of a bot that has not heeded its constraints."""
NO_NUMBER = -1
FAULT_OF_DISREGARD = ("constraint", "this bot has not heeded what it is barred from or forced to")


@inlined
def release(mind: Any) -> None:
    """Free a mind of all constraints and rules."""
    mind["rules"][0] = 0.0
    mind["limits"]["bound"] = 0


@inlined
def seat_limited_bot(mind: Any, settings: Any) -> None:
    """Set a seat's mind to the bot that sits there, its constraints and rules included."""
    seat_bot(mind, settings)
    take_rules(mind, settings, True)
    mind["limits"]["bound"] = 0


@inlined
def hand_on(mind: Any, other: Any) -> None:
    """Put another mind under the constraints and rules of this one, to be heeded and not counted."""
    take_rules(other, mind, False)
    other["limits"]["bound"] = 0


@inlined
def has_rules(mind: Any) -> Any:
    """Whether a mind has constraints or rules, so that there is something to find or to count."""
    return mind["rules"][0] != 0.0


@inlined
def open_limits(mind: Any, decision: Any, with_constraints: Any) -> Any:
    """Begin to find what is left of a decision, after the situation has been counted; returns whether any rule holds.
    From then on, the mind wants only those cues counted that its rules are about."""
    mind["limits"]["bound"], mind["wanted"] = 0, 0
    note_rules(mind["limits"]["ruled"], mind, mind["rules"], decision, with_constraints)
    return mind["limits"]["ruled"]["n"] != 0


@inlined
def look_at(mind: Any, number: Any) -> None:
    """Look at an option whose cues have been counted. It is left if it is as good as the best so far, and a better one
    takes all others away. ``number`` is its own among all options; NO_NUMBER if they are too many."""
    difference = consider(mind["limits"]["ruled"], mind["counted"])
    if difference > 0.0:
        leave_none(mind)
    if difference >= 0.0 and number != NO_NUMBER:
        keep(mind, number)


@inlined
def close_limits(mind: Any) -> None:
    """Note whether anything is taken away, after all options have been looked at. Rules that a bot follows count as
    taking something away even where they do not."""
    ruled = mind["limits"]["ruled"]
    if ruled["found"] != 0 and (ruled["narrows"] != 0 or ruled["follows"] == 2):
        mind["limits"]["bound"] = 1


@inlined
def leave_none(mind: Any) -> None:
    """Take all options away, for some to be kept."""
    left = mind["limits"]["left"]
    for word in range(len(left)):
        left[word] = np.uint64(0)


@inlined
def keep(mind: Any, number: Any) -> None:
    """Note that the option with this number is left."""
    mind["limits"]["left"][number >> 6] |= np.uint64(1) << np.uint64(number & 63)


@inlined
def may_choose(mind: Any, number: Any) -> Any:
    """Whether the option with this number is left."""
    left = mind["limits"]["left"][number >> 6] >> np.uint64(number & 63)
    return mind["limits"]["bound"] == 0 or left & np.uint64(1) != np.uint64(0)


@inlined
def is_left(mind: Any) -> Any:
    """Whether an option whose cues have been counted is left."""
    return mind["limits"]["bound"] == 0 or is_as_good(mind["limits"]["ruled"], mind["counted"])


@inlined
def heeds(mind: Any, now: Any) -> Any:
    """Count what a choice, whose cues have been counted, does of all that is watched; returns whether it is left."""
    count_chances(mind["limits"]["ruled"], mind["counted"], now)
    return is_left(mind)


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
        if has_rules(mind):
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
