"""What questions with a list of measures share: whether the game has them, and what difference in them matters."""

from collections.abc import Iterator
from typing import Protocol, TypeVar

from arkadia_sim.core.game import Game
from arkadia_sim.core.measures import AMONG_SEVERAL, Measure, find_measure
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.questions.question import Question


class _Measuring(Protocol):
    """A question with bots and measures."""

    @property
    def players(self) -> tuple[int, ...]: ...

    @property
    def bots(self) -> tuple[str, ...]: ...

    @property
    def measures(self) -> tuple[str, ...]: ...


Kind = TypeVar("Kind", bound=Question)


def measure_of(question: _Measuring, game: Game, name: str) -> Measure:
    """A measure of the game by its name. Raises UsageError for one that the game does not have."""
    return find_measure(name, game.outcomes, game.player_columns, game.ends, len(set(question.bots)) > 1)


def faults_of_measures(question: _Measuring, game: Game) -> Iterator[tuple[str, str]]:
    """Measures that the game does not have, or that mean nothing at a table of one."""
    for name in question.measures:
        try:
            measure_of(question, game, name)
            if name in AMONG_SEVERAL and min(question.players) < 2:
                raise BadValue(f"players with {name}", min(question.players), "2 or more: alone there is none")
        except UsageError as error:
            yield "measures", str(error)


def with_measured_tolerances(question: Kind, game: Game, measuring: _Measuring) -> Kind:
    """The same question with a tolerance for each measure that has one."""
    tolerances = dict(question.tolerances)
    for name in measuring.measures:
        measure = measure_of(measuring, game, name)
        tolerance = tolerances.get(measure.name, measure.tolerance)
        if tolerance is not None:
            tolerances[measure.name] = tolerance
    return question.model_copy(update={"tolerances": tolerances})
