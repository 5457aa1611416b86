"""Lessons of compiled games: the compiled function that gives them, called with room for what comes out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.compiled_game import Prepared
from arkadia_sim.core.lessons import LessonBatch, LessonRows
from arkadia_sim.kernels.lessons import (
    CANDIDATE,
    DECISIONS_NEEDED,
    GAME,
    GAMES_NEEDED,
    KIND,
    LABELS,
    SCORE,
    SPREAD,
    TURN,
    VALUE,
    minds_needed,
)
from arkadia_sim.kernels.look_ahead import Parts
from arkadia_sim.rng import seat_seeds

ROWS_OF_A_GAME = 400
"""Room for candidates; lessons that find no room in a chunk are not given."""


@dataclass(frozen=True)
class Classroom:
    """Who gives lessons in a game: a compiled function of signature ``lesson_of``, the game's ``parts``, the names of
    its phases, and how many weights are taught."""

    give: Callable[..., None]
    parts: Parts
    phases: Sequence[str]
    weights: int

    def lessons(self, batch: LessonBatch, prepared: Prepared, pool: Sequence[NDArray[np.float64]]) -> LessonRows:
        """The lessons of a batch in games from what was ``prepared``; the ``pool`` are policies' rows of weights."""
        parts, plan = self.parts, batch.plan
        room = len(batch.deals) * ROWS_OF_A_GAME
        counts, labels = np.zeros((room, self.weights), np.float32), np.zeros((room, LABELS))
        rows = np.zeros(1, np.int64)
        wanted = np.array([plan.playouts, plan.share, plan.wander, plan.follow, plan.width], np.float64)
        with np.errstate(over="ignore"):
            self.give(
                np.zeros(GAMES_NEEDED, parts.game), prepared.start, prepared.setup,
                np.zeros(minds_needed(parts.seats), parts.mind), np.zeros(DECISIONS_NEEDED, parts.decision),
                batch.deals, seat_seeds(batch.deals), np.array(pool), wanted, counts, labels, rows,
            )  # fmt: skip
        found = labels[: rows[0]]
        return LessonRows(
            labels={
                "deal": batch.first + found[:, GAME].astype(np.int64),
                "decision": found[:, TURN].astype(np.int32),
                "kind": np.array(self.phases)[found[:, KIND].astype(np.int64)],
                "candidate": found[:, CANDIDATE].astype(np.int16),
                "value": found[:, VALUE],
                "spread": found[:, SPREAD],
                "score": found[:, SCORE],
            },
            counts=counts[: rows[0]],
        )
