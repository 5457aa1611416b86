"""What a bot's constraints leave of its decision (``mind["limits"]``), and how a bot chooses from that.

``find`` looks at every candidate before the bot is asked. It skips a constraint that would leave nothing.
``note_choice`` then checks what the bot chose. Then rules of thumb, if the bot follows any: all candidates that are
left are counted by their cues, and those stay that are as good by the rules as any other.

A bot that heeds constraints chooses from ``left_of``. Without constraints, that is the table's ``open``. Moves and
thefts know no constraints and no rules.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.castle.rules.candidates import first, has, is_candidate, nth, nth_pick, size
from arkadia_sim.games.castle.rules.state import DECISION, MIND, MOVE, STEAL, TABLE, TURN
from arkadia_sim.games.castle.sight import cues
from arkadia_sim.games.castle.sight.constraints import N_THINGS, things_at, things_of
from arkadia_sim.kernels import rules
from arkadia_sim.kernels.limits import add_kind, count_chances, hand_on, keeps, narrow, open_limits, release
from arkadia_sim.rng import below

__all__ = ["choose_by_chance", "hand_on", "left_of", "release"]


@inlined
def left_of(table: Any, mind: Any) -> Any:
    """The candidates that are left, as a set of picks; for a move or a theft, nothing is taken away."""
    if mind["limits"]["bound"] != 0:
        return int(mind["limits"]["open"])
    return int(table["open"])


@inlined
def _has_set(phase: Any) -> Any:
    """Whether the candidates of a decision are a set of picks."""
    return phase != MOVE and phase != STEAL


@inlined
def choose_by_chance(table: Any, mind: Any, choice: Any) -> None:
    """Any candidate that is left, all equally likely."""
    if mind["limits"]["bound"] != 0 and _has_set(table["phase"]):
        left = left_of(table, mind)
        choice["pick"] = nth(left, below(mind["random"], size(left)))
    else:
        choice["pick"] = nth_pick(table, below(mind["random"], table["n"]))


@inlined
def _heed(table: Any, mind: Any) -> None:
    limits = mind["limits"]
    if mind["watched"] & things_at(table["phase"]) == 0:
        return
    rest = int(table["open"])
    while rest != 0:
        add_kind(limits, things_of(table, first(rest)))
        rest &= rest - 1
    narrow(mind, N_THINGS)
    if limits["bound"] != 0:
        rest, left = int(table["open"]), 0
        while rest != 0:
            pick = first(rest)
            rest &= rest - 1
            if keeps(limits, things_of(table, pick)):
                left |= 1 << pick
        limits["open"] = left


@compiled(types.void(TABLE, MIND))
def _follow(table: Any, mind: Any) -> None:
    """Narrow what is left of the decision at hand to what the mind's rules leave of it."""
    limits, phase = mind["limits"], table["phase"]
    if not _has_set(phase):
        return
    cues.count_situation(table, mind)
    rules.begin(mind, mind["rules"], phase)
    if mind["counted"][rules.N_ACTIVE] == 0.0:
        return
    every, left = left_of(table, mind), 0
    for narrowing in (False, True):
        rest = every
        while rest != 0:
            pick = first(rest)
            rest &= rest - 1
            cues.count_pick(table, mind, pick)
            if not narrowing:
                rules.is_best(mind, 0.0)
            elif rules.is_as_good(mind):
                left |= 1 << pick
    limits["open"] = left
    limits["bound"] = 1


@compiled(types.void(TABLE, MIND))
def find(table: Any, mind: Any) -> None:
    """Note in ``mind["limits"]`` what constraints leave of the current decision, and what rules leave of that."""
    open_limits(mind["limits"])
    mind["limits"]["open"] = table["open"]
    _heed(table, mind)
    if mind["watched"] & rules.FOLLOWS != 0:
        _follow(table, mind)


@compiled(types.boolean(TABLE, MIND, DECISION, TURN))
def note_choice(table: Any, mind: Any, choice: Any, now: Any) -> Any:
    """Count which watched things a choice does, before it is carried out; returns whether the constraints allow it.

    What is illegal does nothing; the kernel reports it.
    """
    pick = choice["pick"]
    if not is_candidate(table, pick):
        return True
    heeded = True
    if mind["limits"]["n_kinds"] != 0:
        heeded = count_chances(mind, things_of(table, pick), N_THINGS, now["watched"][table["seat"]])
    follows = mind["watched"] & rules.FOLLOWS != 0 and mind["limits"]["bound"] != 0 and _has_set(table["phase"])
    return heeded and (not follows or has(mind["limits"]["open"], pick))
