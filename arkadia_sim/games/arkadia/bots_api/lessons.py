"""What of Arkadia those need who give lessons in it: see :class:`arkadia_sim.kernels.lessons.Teaching`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.compiled_lessons import Classroom
from arkadia_sim.core.lessons import LessonBatch, LessonRows
from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia.bots_api.look_ahead import PARTS, in_game, known_holdings, own_hand
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.play import begin_game
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.setup import prepare
from arkadia_sim.games.arkadia.rules.state import BANNER, DECISION, GAME, MIND, MUST, PHASE_NAMES, SETUP
from arkadia_sim.kernels import lessons

__all__ = ["entry", "giving_lessons_with", "lessons_by"]


@inlined
def _is_taught(phase: Any) -> Any:
    return phase in (MUST, BANNER)


@inlined
def _wanders(phase: Any) -> Any:
    return phase == MUST


def giving_lessons_with(sit_down: Any, decide: Any, rank: Any, room: Any, describe: Any, value: Any) -> Any:
    """A function for compiled code that plays games and gives lessons in them.

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

    teaching = lessons.Teaching(
        begin_game, sit_down, in_game(decide), rank_in, room, describe_in, value, _is_taught, _wanders
    )
    return lessons.giving_lessons_with(PARTS, teaching)


def entry(function: Any) -> Any:
    """Mark a function as a compiled one that gives lessons, of signature ``lesson_of``."""
    return compiled(lessons.lesson_of(GAME, SETUP, MIND, DECISION))(function)


def lessons_by(
    give: Callable[..., None], batch: LessonBatch, row_of: Callable[[Seated], NDArray[np.float64]], weights: int
) -> LessonRows:
    """The lessons of a batch: ``give`` is the compiled ``entry``, ``row_of`` makes a bot of the pool a policy's row of
    weights, of which so many are taught."""
    setting = batch.setting
    prepared = prepare(Components.from_json(setting.components), RuleSet.from_mapping(setting.rules), setting.players)
    pool = [row_of(find_bot(spec)) for spec in batch.pool]
    return Classroom(give, PARTS, PHASE_NAMES, weights).lessons(batch, prepared, pool)
