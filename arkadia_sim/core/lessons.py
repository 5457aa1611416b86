"""What a bot offers if its weights can be learned: lessons from search, and practice in play.

A lesson is a position of a played game with the candidates of its decision. Each candidate has a value, from games that
were played out after it, and a count for each of the bot's weights. The bot's score of a candidate is the sum of
weights times counts, so the weights can be fitted to the values.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim.core.options import Setting
from arkadia_sim.core.stored import Stored

LABELS = ("deal", "decision", "kind", "candidate", "value", "spread", "score")
"""The columns of lessons besides the weights: the numbers of the deal and of the decision in its game, the kind of
decision, the number of the candidate, its mean value over the playouts (0 to 1), the standard deviation of its value
around the mean of all candidates in the same imagined game, and its score by the policy that proposed it."""


class LessonPlan(Stored):
    """How lessons are given, or positions noted: at the share of turns, by players who wander."""

    playouts: int = Field(16, ge=1, description="for each candidate")
    share: float = Field(0.06, gt=0, le=1, description="of decisions that become lessons")
    wander: float = Field(0.1, ge=0, le=1, description="how often a player takes any of its candidates")
    follow: float = Field(0.5, ge=0, le=1, description="how often the candidate with the best value is played")
    width: int = Field(4, ge=1, description="candidates of each kind")


@dataclass(frozen=True)
class LessonBatch:
    """Deals for lessons, or for positions to be noted: the unit of work of one worker.

    The bots of the ``pool`` are drawn for each seat, and they play games out. The first one plays on in the seat whose
    candidates are compared. Candidates are described as the bots of ``views`` see them, or those of the pool.
    """

    setting: Setting
    first: int
    deals: NDArray[np.uint64]
    pool: Sequence[str]
    plan: LessonPlan
    views: Sequence[str] = ()


@dataclass(frozen=True)
class LessonRows:
    """Lessons as columns: one for each name in ``LABELS``, and ``counts`` with a column for each weight."""

    labels: dict[str, NDArray[Any]]
    counts: NDArray[np.float32]


class PracticePlan(Stored):
    """How a bot practises: in each generation it plays, and then its weights move.

    The temperature assumes that scores are chances to win, from 0 to 1, as a fit makes them.
    """

    generations: int = Field(30, ge=1)
    games_per_seat: int = Field(8_000, ge=1, description="of a generation, for each seat at the table")
    share: float = Field(1.0, gt=0, le=1, description="of decisions that are drawn at random")
    width: int = Field(4, ge=1, description="candidates of each kind that may be drawn")
    temperature: float = Field(
        0.005, gt=0, description="difference in score that makes one candidate e times as likely as another"
    )
    step: float = Field(
        0.008, gt=0, description="by how much choices change at first: mean Kullback-Leibler divergence of decisions"
    )
    penalty: float = Field(0.02, gt=0, description="of the regression, for a weight that counts in every row")
    caution: float = Field(
        0.001, gt=0, description="penalty by how much candidates differ, so that almost certain choices stay"
    )
    doubt: float = Field(
        0.0, ge=0, le=1, description="1: the more of a direction is chance, the shorter the step; 0: however much is"
    )
    momentum: float = Field(0.8, ge=0, lt=1, description="share of the direction kept from generation to generation")

    def games(self, players: int) -> int:
        """Games in a generation: the more players, the less a game says about each choice."""
        return self.games_per_seat * players


@dataclass(frozen=True)
class PracticeBatch:
    """Games in which a bot practises, one for each deal: the unit of work of one worker.

    ``lineups`` has, by game and seat, the number of the bot in the ``pool``. Bot 0 practises, in all of its seats.
    """

    setting: Setting
    deals: NDArray[np.uint64]
    lineups: NDArray[np.int64]
    pool: Sequence[str]
    plan: PracticePlan


@dataclass(frozen=True)
class PracticeRows:
    """A row for each decision that was drawn at random, and the results of the games.

    Decisions with an almost certain choice say nothing and may be left out.
    """

    game: NDArray[np.int64]  # the game of the row
    seat: NDArray[np.int64]  # the seat that decided
    kind: NDArray[np.str_]  # the kind of decision
    counts: NDArray[np.float32]  # a column for each weight: its count in the chosen candidate, minus the expected count
    situation: NDArray[np.float64]  # columns of the game that predict the seat's result before the decision
    values: NDArray[np.float64]  # the results by game and seat, from 0 to 1; NaN if a fault ended the game


@dataclass(frozen=True)
class PositionRows:
    """Positions at the beginning of a turn, each from the view of one seat."""

    deal: NDArray[np.int64]  # the number of the deal
    columns: NDArray[np.float32]  # what describes the position, by row
    values: NDArray[np.float64]  # what the game came to for that seat, from 0 to 1


@dataclass(frozen=True)
class Lessons:
    """What a bot offers so that its weights can be learned."""

    # the names of the parameters to learn, by kind of decision, in the order of the counts. Only the weights of a kind
    # judge its decisions.
    weights: dict[str, tuple[str, ...]]
    # makes the lessons of a batch; UsageError for a bot of the pool that cannot play games out
    give: Callable[[LessonBatch], LessonRows]
    # plays the games of a batch, if the bot can practise. Its scores must then be chances to win.
    practise: Callable[[PracticeBatch], PracticeRows] | None = None
    # plays the games of a batch and describes positions in them, if the bot can
    note: Callable[[LessonBatch], PositionRows] | None = None

    def leave_out(self, parameters: Iterable[str]) -> tuple[str, ...]:
        """Those of a bot's parameters that no lesson is about."""
        taught = {name for names in self.weights.values() for name in names}
        return tuple(name for name in parameters if name not in taught)


def lessons_from(module: str, weights: dict[str, tuple[str, ...]], notes: bool = False) -> Lessons:
    """The lessons of a compiled bot, by ``give_lessons``, ``practise_games`` and, if it ``notes`` positions,
    ``note_positions`` of a module.

    They take long to compile, so the module is imported only when somebody learns.
    """

    def later(name: str) -> Callable[[Any], Any]:
        return lambda batch: getattr(import_module(module), name)(batch)

    note = later("note_positions") if notes else None
    return Lessons(weights, later("give_lessons"), later("practise_games"), note)


def columns_of(weights: Mapping[str, Sequence[str]]) -> dict[str, slice]:
    """The columns of the counts for each kind of decision; ``weights`` has the names of each kind in order."""
    ends = list(accumulate(len(names) for names in weights.values()))
    return {kind: slice(end - len(weights[kind]), end) for kind, end in zip(weights, ends, strict=True)}
