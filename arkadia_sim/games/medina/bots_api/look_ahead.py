"""What of Medina those need who look ahead in it: see :class:`arkadia_sim.kernels.look_ahead.Parts`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.compiled_lessons import Classroom
from arkadia_sim.core.lessons import LessonBatch, LessonRows, PracticeBatch, PracticeRows
from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.medina.bots_api.imagine import imagine
from arkadia_sim.games.medina.play import begin_game, holdings_for
from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.setup import prepare
from arkadia_sim.games.medina.rules.state import (
    DECISION,
    DECISION_DTYPE,
    END,
    GAME,
    GAME_DTYPE,
    MIND,
    MIND_DTYPE,
    OVER,
    PHASE_NAMES,
    SEATS_MAX,
    SETUP,
)
from arkadia_sim.games.medina.rules.turn import step
from arkadia_sim.kernels.lessons import Teaching, giving_lessons_with, lesson_of
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, Search, playing_on_with, searching_with
from arkadia_sim.kernels.practice import Practising, practice_of, practising_with

__all__ = [
    "PARTS",
    "TO_THE_END",
    "Practising",
    "Search",
    "Teaching",
    "begin_game",
    "entry",
    "giving_lessons_with",
    "known_holdings",
    "lessons_by",
    "playing_on_with",
    "practice_by",
    "practice_entry",
    "practising_with",
    "searching_with",
]

Row = Callable[[Seated], NDArray[np.float64]]
"""Makes a bot a policy's row of weights."""


@inlined
def known_holdings(game: Any) -> Any:
    """What the player on turn knows of everybody's pieces."""
    return holdings_for(game, game["table"]["seat"])


@inlined
def _imagine_from(game: Any, image: Any, stream: Any) -> None:
    imagine((game["table"], known_holdings(game)), image, stream)


@inlined
def _moves_on(table: Any, decision: Any) -> Any:
    return table["phase"] == END


PARTS = Parts(
    imagine=imagine,
    imagine_from=_imagine_from,
    moves_on=_moves_on,
    step=step,
    game=GAME_DTYPE,
    mind=MIND_DTYPE,
    decision=DECISION_DTYPE,
    seats=SEATS_MAX,
    end=END,
    over=OVER,
)


def entry(function: Any) -> Any:
    """Mark a function as a compiled one that gives lessons, of signature ``lesson_of``."""
    return compiled(lesson_of(GAME, SETUP, MIND, DECISION))(function)


def practice_entry(function: Any) -> Any:
    """Mark a function as a compiled one in which a policy practises, of signature ``practice_of``."""
    return compiled(practice_of(GAME, SETUP, MIND, DECISION))(function)


def _prepared(batch: LessonBatch | PracticeBatch, row_of: Row) -> tuple[Any, list[NDArray[np.float64]]]:
    """What all games of a batch have in common, and the pool as policies."""
    setting = batch.setting
    prepared = prepare(RuleSet.of(setting.players, setting.rules), setting.players)
    return prepared, [row_of(find_bot(spec, "medina")) for spec in batch.pool]


def lessons_by(give: Callable[..., None], batch: LessonBatch, row_of: Row, weights: int) -> LessonRows:
    """The lessons of a batch: ``give`` is the compiled ``entry``, ``row_of`` makes a bot of the pool a policy's row of
    weights, of which so many are taught."""
    return Classroom(PARTS, PHASE_NAMES, weights).lessons(give, batch, *_prepared(batch, row_of))


def practice_by(
    practise: Callable[..., None], batch: PracticeBatch, row_of: Row, weights: int, columns: int
) -> PracticeRows:
    """What was tried in a batch: ``practise`` is the compiled ``practice_entry``, ``columns`` those of a situation."""
    return Classroom(PARTS, PHASE_NAMES, weights).practice(practise, batch, *_prepared(batch, row_of), columns)
