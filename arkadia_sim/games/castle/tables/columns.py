"""The result tables: the engine's rows as named columns, and the data dictionary that explains each.

Each column is declared once, with its meaning and the source of its values.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.compiled_tables import Logs, Tables, Turns, measured, points_by_seat, ratio, sourced, turn_columns
from arkadia_sim.games.castle.components.box import FACES, SQUARES
from arkadia_sim.games.castle.rules.state import LINE, SEATS_MAX, SQUARE, STEPS_MAX, STOP_BUILDING, TURN_DTYPE, USE
from arkadia_sim.games.castle.tables.metrics import MEASURES

# -- one row per player and game -------------------------------------------------------------------------------------
_PLAYER = (
    *measured(MEASURES),
    sourced(
        "decision_load",
        "float64",
        "candidates",
        "candidates that the player could choose from, on average over real decisions",
        ratio("options", "decisions", np.nan),
    ),
)


# -- one row per turn of the traced games ----------------------------------------------------------------------------
class _Turns(Turns):
    """The turns of all traced games of a batch, and values that several columns need."""

    record = TURN_DTYPE

    def __init__(self, logs: Logs, prepared: Any) -> None:
        super().__init__(logs, prepared)
        steps = self.log["steps"]
        self.there = np.arange(STEPS_MAX) < self.log["n_steps"][:, None]
        self.kind, self.pick, self.by = steps["kind"], steps["pick"], steps["seat"]


def _die(number: int) -> Callable[[_Turns], Any]:
    names = np.array(FACES)
    return lambda turns: [str(name) for name in names[turns.log["dice"][:, number]]]


def _picks(kinds: tuple[int, ...], below: int) -> Callable[[_Turns], Any]:
    """The picks of these kinds that are squares or lines, of all players."""

    def values(turns: _Turns) -> list[NDArray[np.int16]]:
        wanted = turns.there & np.isin(turns.kind, kinds) & (turns.pick < below)
        return [row[chosen].astype(np.int16) for row, chosen in zip(turns.pick, wanted, strict=True)]

    return values


def _candidates(turns: _Turns) -> Any:
    return np.where(turns.there, turns.log["steps"]["of"], 0).sum(axis=1)


def _decisions(turns: _Turns) -> Any:
    return (turns.there & (turns.log["steps"]["of"] > 1)).sum(axis=1)


_TURN = (
    *turn_columns(""),
    sourced("first_die", "string", "", "the face of die 0", _die(0)),
    sourced("second_die", "string", "", "the face of die 1", _die(1)),
    sourced("real_decisions", "int32", "decisions", "decisions of all players with two candidates or more", _decisions),
    sourced("candidates", "int32", "candidates", "candidates of all decisions of the turn, summed", _candidates),
    sourced(
        "token_squares",
        "list[int16]",
        "square",
        "squares that got a token from a die or a guest",
        _picks((USE, SQUARE), SQUARES),
    ),
    sourced(
        "cashed", "list[int16]", "line", "lines cashed, the last buildings included", _picks((LINE,), STOP_BUILDING)
    ),
    *points_by_seat(SEATS_MAX),
)
TABLES = Tables(_PLAYER, _TURN, _Turns)
