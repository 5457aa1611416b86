"""What a bot offers whose weights can be learned from search: lessons, by which a fit begins.

A lesson is a position of a played game, the candidates of the decision there, what each came to when it was played out,
and what each of the bot's weights counts in it. As the bot's score of a candidate is the sum of weights times counts,
weights can be fitted to what the candidates came to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim.core.setting import Setting
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


@dataclass(frozen=True)
class Lessons:
    """What a bot offers: the names of the weights that are taught, by kind of decision, and who gives the lessons.

    ``weights`` are parameters of the bot, in the order of the columns of the counts; a decision of a kind is judged by
    its own weights alone. ``give`` raises UsageError for a bot of the pool that cannot play games out.
    """

    weights: dict[str, tuple[str, ...]]
    give: Callable[[LessonBatch], LessonRows]
