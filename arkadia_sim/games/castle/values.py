"""How people write steps: as records have them (C12), and as bots in plain Python answer.

A value is a number for a die, a square or a line, the name of a guest or a face, ``residents``, ``flag``, ``cloud``,
``pass``, ``lost`` or ``stop``, ``[from, to]`` for a move, ``[seat, guest]`` for a theft.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from arkadia_sim.core.language import Option, find
from arkadia_sim.core.table import Step
from arkadia_sim.errors import RecordError
from arkadia_sim.games.castle.box import FACES, GUESTS, SQUARES
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.candidates import nth_pick
from arkadia_sim.games.castle.rules.turn import FAULTS, OK, step
from arkadia_sim.kernels.bits import members

Value = int | str | list[Any]

STOP: Final = "stop"
_NAMES: Final[Mapping[tuple[int, int], str]] = {
    (state.USE, state.TAKE_RESIDENTS): "residents",
    (state.USE, state.RAISE_FLAG): "flag",
    (state.USE, state.TAKE_CLOUD): "cloud",
    (state.USE, state.PASS): "pass",
    (state.USE, state.LOST): "lost",
    (state.SQUARE, state.LOST): "lost",
    (state.LINE, state.STOP_BUILDING): STOP,
    (state.MOVE, state.STOP_MOVING): STOP,
}


def value_of(kind: int, number: int) -> Value:
    """The value of a step of an account."""
    if (kind, number) in _NAMES:
        return _NAMES[kind, number]
    if kind in (state.GUEST, state.BOLT):
        return GUESTS[number]
    if kind == state.ROLL:
        return FACES[number]
    if kind == state.MOVE:
        return list(divmod(number, SQUARES))
    if kind == state.STEAL:
        seat, guest = divmod(number, state.N_GUESTS)
        return [seat, GUESTS[guest]]
    return number


def value_at(table: Any, pick: int) -> Value:
    """The value of a candidate of the decision at hand."""
    phase = int(table["phase"])
    return value_of(phase, int(table["display"][pick]) if phase == state.GUEST else pick)


RULES: Final[Mapping[str, str]] = dict(
    zip(state.DECISIONS, ("C4.2", "C5.1", "C6.2", "C7.5", "C7.6", "C8.1", "C8.1", "C8.6"), strict=True)
)
"""The rule that each decision stands on."""


def options_of(table: Any) -> list[Option]:
    """The candidates of the decision at hand as steps, with their values, in their order (C12)."""
    phase = int(table["phase"])
    if phase in (state.MOVE, state.STEAL):
        picks = [int(nth_pick(table, number)) for number in range(int(table["n"]))]
    else:
        picks = members(table["open"])
    return [(Step(state.DECISIONS[phase], pick), value_at(table, pick)) for pick in picks]


def take(game: Any, value: Value) -> None:
    """Make the decision at hand in a ``GAME``; RecordError, with the candidates, if the value is none of them."""
    table, decision = game["table"], np.zeros(1, state.DECISION_DTYPE)[0]
    decision["pick"] = find(options_of(table), value, RULES[state.DECISIONS[int(table["phase"])]]).number
    fault = int(step(game, decision))
    if fault != OK:
        raise RecordError(*FAULTS[fault])
