"""Picks as a person would write them, and their way into the engine's records.

A pick is what a game record has (C12): a number for a die, a square or a line, the name of a guest, ``residents``,
``flag``, ``cloud``, ``pass`` or ``stop``, ``[from, to]`` for a move, ``[seat, guest]`` for a theft.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from arkadia_sim.core.record_form import shown
from arkadia_sim.errors import RecordError
from arkadia_sim.games.castle.components.box import GUESTS, SQUARES
from arkadia_sim.games.castle.rules.candidates import is_candidate, nth_pick
from arkadia_sim.games.castle.rules.state import (
    BOLT,
    DECISION_DTYPE,
    DECISIONS,
    DIE,
    GUEST,
    LINE,
    LOST,
    MOVE,
    N_GUESTS,
    NO_CARD,
    NOTHING,
    PASS,
    RAISE_FLAG,
    SQUARE,
    STEAL,
    STOP_BUILDING,
    STOP_MOVING,
    TAKE_CLOUD,
    TAKE_RESIDENTS,
    USE,
)
from arkadia_sim.games.castle.rules.turn import FAULTS, OK, step

Pick = int | str | list[Any]

STOP, NO_USE = "stop", "lost"
_NAMES: Final[Mapping[tuple[int, int], str]] = {
    (USE, TAKE_RESIDENTS): "residents",
    (USE, RAISE_FLAG): "flag",
    (USE, TAKE_CLOUD): "cloud",
    (USE, PASS): "pass",
    (USE, LOST): NO_USE,
    (SQUARE, LOST): NO_USE,
    (LINE, STOP_BUILDING): STOP,
    (MOVE, STOP_MOVING): STOP,
}
_NUMBERS: Final = {(phase, name): pick for (phase, pick), name in _NAMES.items() if pick != LOST}
_PAIR: Final = 2

RULE_OF_KIND: Final[Mapping[str, str]] = {
    "die": "C4.2",
    "use": "C5.1",
    "line": "C6.2",
    "guest": "C7.5",
    "bolt": "C7.6",
    "square": "C8.1",
    "move": "C8.1",
    "steal": "C8.6",
    "roll": "C8.1",
}
"""The rule that a decision stands on."""


def members(bits: Any) -> list[int]:
    """The members of a set, rising."""
    return [place for place in range(32) if int(bits) >> place & 1]


def blank_decision() -> Any:
    """An empty ``DECISION`` record."""
    return np.zeros(1, DECISION_DTYPE)[0]


def pick_name(phase: int, pick: int) -> Pick:
    """A pick as a person writes it; that of a guest of the display is its slot."""
    if (phase, pick) in _NAMES:
        return _NAMES[phase, pick]
    if phase == BOLT:
        return GUESTS[pick]
    if phase == MOVE:
        return list(divmod(pick, SQUARES))
    if phase == STEAL:
        seat, guest = divmod(pick, N_GUESTS)
        return [seat, GUESTS[guest]]
    return pick


def each_candidate(table: Any) -> Iterator[Pick]:
    """The candidates of the decision at hand one by one, in their order (C12)."""
    return (candidate_name(table, int(nth_pick(table, number))) for number in range(int(table["n"])))


def candidate_name(table: Any, pick: int) -> Pick:
    """A candidate of the decision at hand as a person writes it."""
    phase = int(table["phase"])
    return GUESTS[int(table["display"][pick])] if phase == GUEST else pick_name(phase, pick)


def candidate_names(table: Any) -> list[Pick]:
    """All candidates of the decision at hand, in their order (C12)."""
    return list(each_candidate(table))


def read_pick(table: Any, pick: Any) -> int:
    """The number of a pick at the decision at hand; NOTHING for what cannot be one."""
    phase = int(table["phase"])
    if phase == GUEST:
        display = [GUESTS[int(guest)] if guest != NO_CARD else None for guest in table["display"]]
        return display.index(pick) if isinstance(pick, str) and pick in display else NOTHING
    if phase == BOLT:
        return GUESTS.index(pick) if isinstance(pick, str) and pick in GUESTS else NOTHING
    if isinstance(pick, str):
        return _NUMBERS.get((phase, pick), NOTHING)
    if phase in (MOVE, STEAL) and isinstance(pick, list | tuple) and len(pick) == _PAIR:
        return _read_pair(phase, *pick)
    return int(pick) if phase in (DIE, USE, LINE, SQUARE) and _is_number(pick) else NOTHING


def _is_number(pick: Any) -> bool:
    """Whether a pick can be a square or a line."""
    return isinstance(pick, int | np.integer) and not isinstance(pick, bool) and 0 <= int(pick) < SQUARES


def _read_pair(phase: int, first: Any, second: Any) -> int:
    if not _is_number(first):
        return NOTHING
    if phase == STEAL:
        return N_GUESTS * int(first) + GUESTS.index(second) if isinstance(second, str) and second in GUESTS else NOTHING
    return SQUARES * int(first) + int(second) if _is_number(second) else NOTHING


def fill_decision(decision: Any, pick: Any, table: Any) -> None:
    """Write a pick into a ``DECISION`` record; RecordError, with the candidates, if it is none of them."""
    number = read_pick(table, pick)
    if not is_candidate(table, number):
        kind = DECISIONS[int(table["phase"])]
        allowed = ", ".join(map(str, candidate_names(table)))
        raise RecordError(RULE_OF_KIND[kind], f"{kind} is one of {allowed}, not {shown(pick)}")
    decision["pick"] = number


def take(game: Any, pick: Any) -> None:
    """Carry out a pick in a ``GAME`` record, or raise RecordError with the rule that forbids it."""
    decision = blank_decision()
    fill_decision(decision, pick, game["table"])
    fault = int(step(game, decision))
    if fault != OK:
        raise RecordError(*FAULTS[fault])
