"""What of Arkadia those need who give lessons in it: see :class:`arkadia_sim.kernels.lessons.Teaching`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.compiled_lessons import Classroom
from arkadia_sim.core.lessons import LessonBatch, LessonRows, PracticeBatch, PracticeRows
from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia.bots_api.look_ahead import PARTS, in_game, known_holdings, own_hand
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.play import begin_game
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.setup import prepare
from arkadia_sim.games.arkadia.rules.state import BANNER, DECISION, GAME, MIND, MUST, PHASE_NAMES, SETUP
from arkadia_sim.kernels import lessons, practice

__all__ = [
    "entry", "giving_lessons_with", "lessons_by", "practice_by", "practice_entry", "practising_with", "teaching_of",
]  # fmt: skip

Row = Callable[[Seated], NDArray[np.float64]]
"""Makes a bot a policy's row of weights."""


@inlined
def _is_taught(phase: Any) -> Any:
    return phase in (MUST, BANNER)


@inlined
def _wanders(phase: Any) -> Any:
    return phase == MUST


def teaching_of(sit_down: Any, decide: Any, rank: Any, room: Any, describe: Any, value: Any) -> lessons.Teaching:
    """What lessons and practice consist of, from functions of a bot's.

    ``sit_down(mind, weights)`` makes a mind a policy's, ``decide`` is its decision. ``rank(table, holdings, hand, mind,
    choice, width, ranked)`` lists the candidates of a must or banner, at most ``room(width)``, and returns how many;
    ``describe(table, holdings, mind, ranked, n, features)`` fills in a row of numbers for each; ``value(game, seat)``
    is what a game that is over is worth to a seat.
    """

    @spliced
    def rank_in(game: Any, mind: Any, decision: Any, width: Any, ranked: Any) -> Any:
        return rank(game["table"], known_holdings(game), own_hand(game), mind, decision, width, ranked)

    @spliced
    def describe_in(game: Any, mind: Any, ranked: Any, n: Any, features: Any) -> None:
        describe(game["table"], known_holdings(game), mind, ranked, n, features)

    return lessons.Teaching(
        begin_game, sit_down, in_game(decide), rank_in, room, describe_in, value, _is_taught, _wanders
    )


def giving_lessons_with(teaching: lessons.Teaching) -> Any:
    """A function for compiled code that plays games and gives lessons in them."""
    return lessons.giving_lessons_with(PARTS, teaching)


def practising_with(teaching: lessons.Teaching, situate: Any, columns: int) -> Any:
    """A function for compiled code that plays games in which a policy practises; see ``kernels.practice.Practising``
    for the last two."""
    return practice.practising_with(PARTS, teaching, practice.Practising(situate, columns))


def entry(function: Any) -> Any:
    """Mark a function as a compiled one that gives lessons, of signature ``lesson_of``."""
    return compiled(lessons.lesson_of(GAME, SETUP, MIND, DECISION))(function)


def practice_entry(function: Any) -> Any:
    """Mark a function as a compiled one in which a policy practises, of signature ``practice_of``."""
    return compiled(practice.practice_of(GAME, SETUP, MIND, DECISION))(function)


def _prepared(batch: LessonBatch | PracticeBatch, row_of: Row) -> tuple[Any, list[NDArray[np.float64]]]:
    """What all games of a batch have in common, and the pool as policies."""
    setting = batch.setting
    prepared = prepare(Components.from_json(setting.components), RuleSet.from_mapping(setting.rules), setting.players)
    return prepared, [row_of(find_bot(spec)) for spec in batch.pool]


def lessons_by(give: Callable[..., None], batch: LessonBatch, row_of: Row, weights: int) -> LessonRows:
    """The lessons of a batch: ``give`` is the compiled ``entry``, ``row_of`` makes a bot of the pool a policy's row of
    weights, of which so many are taught."""
    return Classroom(PARTS, PHASE_NAMES, weights).lessons(give, batch, *_prepared(batch, row_of))


def practice_by(
    practise: Callable[..., None], batch: PracticeBatch, row_of: Row, weights: int, columns: int
) -> PracticeRows:
    """What was tried in a batch: ``practise`` is the compiled ``practice_entry``, ``columns`` those of a situation."""
    return Classroom(PARTS, PHASE_NAMES, weights).practice(practise, batch, *_prepared(batch, row_of), columns)
