"""What a bot offers whose weights can be learned: lessons from search, by which a fit begins, and practice in play.

A lesson is a position of a played game, the candidates of the decision there, what each came to when it was played out,
and what each of the bot's weights counts in it. As the bot's score of a candidate is the sum of weights times counts,
weights can be fitted to what the candidates came to.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim.core.options import Setting
from arkadia_sim.core.stored import Stored

LABELS = ("deal", "decision", "kind", "candidate", "value", "spread", "score")
"""The columns of lessons beside the weights' own: the number of the deal, that of the decision in its game, the name of
the kind of decision, the candidate's number, its mean value over the playouts (0 to 1), the standard deviation of its
value about the mean of all candidates in the same imagined game, and what the policy that named it thought of it."""


class LessonPlan(Stored):
    """How lessons are given."""

    playouts: int = Field(16, ge=1, description="for each candidate")
    share: float = Field(0.06, gt=0, le=1, description="of decisions that become lessons")
    wander: float = Field(0.1, ge=0, le=1, description="how often a player takes any of its candidates")
    follow: float = Field(0.5, ge=0, le=1, description="how often what came out best is what is played")
    width: int = Field(4, ge=1, description="candidates of each kind")


@dataclass(frozen=True)
class LessonBatch:
    """Deals in which lessons are to be given: the unit of work of one worker.

    ``pool`` are the bots that sit at the table, drawn seat by seat, and that play games out; the first of them plays on
    in the seat whose candidates are tried.
    """

    setting: Setting
    first: int
    deals: NDArray[np.uint64]
    pool: Sequence[str]
    plan: LessonPlan


@dataclass(frozen=True)
class LessonRows:
    """Lessons as columns: one of each name of ``LABELS``, and ``counts`` with a column per weight that is taught."""

    labels: dict[str, NDArray[Any]]
    counts: NDArray[np.float32]


class PracticePlan(Stored):
    """How a bot practises, and how far it goes by what it found: in each generation it plays, and then it moves.

    The temperature takes it that scores are in the unit of values, chances to win of 0 to 1, as a fit makes them.
    """

    generations: int = Field(30, ge=1)
    games_per_seat: int = Field(8_000, ge=1, description="of a generation, for each seat at the table")
    share: float = Field(1.0, gt=0, le=1, description="of decisions that are left to chance")
    width: int = Field(4, ge=1, description="candidates of each kind that may be taken")
    temperature: float = Field(
        0.005, gt=0, description="difference in score that makes one candidate e times as likely as another"
    )
    step: float = Field(
        0.008, gt=0, description="by how much choices change at first: mean Kullback-Leibler divergence of decisions"
    )
    penalty: float = Field(0.02, gt=0, description="of the regression that tells whereto, for what always counts")
    caution: float = Field(
        0.001, gt=0, description="the same by how far candidates lie apart: what is all but decided is left alone"
    )
    momentum: float = Field(0.8, ge=0, lt=1, description="share of the direction kept from generation to generation")

    def games(self, players: int) -> int:
        """Games of a generation at a table of so many: the more sit there, the less a game tells of each choice."""
        return self.games_per_seat * players


@dataclass(frozen=True)
class PracticeBatch:
    """Games in which a bot practises, one a deal: the unit of work of one worker.

    ``lineups`` says by game and seat which bot of the ``pool`` sits there; the first of them is the one that practises,
    in every seat where it sits.
    """

    setting: Setting
    deals: NDArray[np.uint64]
    lineups: NDArray[np.int64]
    pool: Sequence[str]
    plan: PracticePlan


@dataclass(frozen=True)
class PracticeRows:
    """What was left to chance: a row for each such decision, and what the games came to.

    ``game``, ``seat`` and ``kind`` say where it was; ``counts`` has a column per weight that is taught: what the weight
    counts in the candidate taken, less what it counts in all of them on average, each as often as it would be taken.
    ``situation`` is what the seat's result could be expected from before it decided, in columns of the game's own.
    ``values`` is by game and seat what the game came to (0 to 1), and not a number where a fault ended it. A candidate
    that is all but sure to be taken tells nothing: such a decision may be left out.
    """

    game: NDArray[np.int64]
    seat: NDArray[np.int64]
    kind: NDArray[np.str_]
    counts: NDArray[np.float32]
    situation: NDArray[np.float64]
    values: NDArray[np.float64]


@dataclass(frozen=True)
class Lessons:
    """What a bot offers: the names of the weights that are taught, by kind of decision, and who gives the lessons.

    ``weights`` are parameters of the bot, in the order of the columns of the counts; a decision of a kind is judged by
    its own weights alone. ``give`` raises UsageError for a bot of the pool that cannot play games out. A bot that can
    practise offers ``practise`` as well; its scores must be in the unit of values.
    """

    weights: dict[str, tuple[str, ...]]
    give: Callable[[LessonBatch], LessonRows]
    practise: Callable[[PracticeBatch], PracticeRows] | None = None


def columns_of(weights: Mapping[str, Sequence[str]]) -> dict[str, slice]:
    """The columns of the counts by kind of decision; ``weights`` names those of each kind, in their order."""
    ends = list(accumulate(len(names) for names in weights.values()))
    return {kind: slice(end - len(weights[kind]), end) for kind, end in zip(weights, ends, strict=True)}
