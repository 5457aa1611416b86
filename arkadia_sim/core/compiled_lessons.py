"""Lessons and practice of compiled games: the compiled functions, called with room for what comes out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.compiled_game import Prepared
from arkadia_sim.core.lessons import LessonBatch, LessonRows, PracticeBatch, PracticeRows
from arkadia_sim.kernels import lessons, practice
from arkadia_sim.kernels.look_ahead import Parts
from arkadia_sim.rng import seat_seeds

ROWS_OF_A_GAME = 400
"""Room for candidates; lessons that find no room in a chunk are not given."""
DECISIONS_OF_A_SEAT = 80
"""Room for decisions of a seat that practises; what finds no room is decided without trying anything."""


@dataclass(frozen=True)
class Classroom:
    """Where a game's bots learn: the game's ``parts``, the names of its phases, and how many weights are taught."""

    parts: Parts
    phases: Sequence[str]
    weights: int

    def lessons(
        self, give: Callable[..., None], batch: LessonBatch, prepared: Prepared, pool: Sequence[NDArray[np.float64]]
    ) -> LessonRows:
        """The lessons of a batch in games from what was ``prepared``, by a compiled function of signature
        ``lesson_of``; the ``pool`` are policies' rows of weights."""
        parts, plan = self.parts, batch.plan
        room = len(batch.deals) * ROWS_OF_A_GAME
        counts, labels = np.zeros((room, self.weights), np.float32), np.zeros((room, lessons.LABELS))
        rows = np.zeros(1, np.int64)
        wanted = np.array([plan.playouts, plan.share, plan.wander, plan.follow, plan.width], np.float64)
        with np.errstate(over="ignore"):
            give(
                np.zeros(lessons.GAMES_NEEDED, parts.game), prepared.start, prepared.setup,
                np.zeros(lessons.minds_needed(parts.seats), parts.mind),
                np.zeros(lessons.DECISIONS_NEEDED, parts.decision), batch.deals, seat_seeds(batch.deals),
                np.array(pool), wanted, counts, labels, rows,
            )  # fmt: skip
        found = labels[: rows[0]]
        return LessonRows(
            labels={
                "deal": batch.first + found[:, lessons.GAME].astype(np.int64),
                "decision": found[:, lessons.TURN].astype(np.int32),
                "kind": self._kinds(found[:, lessons.KIND]),
                "candidate": found[:, lessons.CANDIDATE].astype(np.int16),
                "value": found[:, lessons.VALUE],
                "spread": found[:, lessons.SPREAD],
                "score": found[:, lessons.SCORE],
            },
            counts=counts[: rows[0]],
        )

    def practice(
        self, practise: Callable[..., None], batch: PracticeBatch, prepared: Prepared,
        pool: Sequence[NDArray[np.float64]], columns: int,
    ) -> PracticeRows:  # fmt: skip
        """What was tried in a batch, by a compiled function of signature ``practice_of``; a situation has so many
        ``columns``."""
        parts, plan = self.parts, batch.plan
        room = int((batch.lineups == 0).sum()) * DECISIONS_OF_A_SEAT
        counts, labels = np.empty((room, self.weights), np.float32), np.zeros((room, practice.LABELS + columns))
        values, rows = np.full(batch.lineups.shape, np.nan), np.zeros(1, np.int64)
        with np.errstate(over="ignore"):
            practise(
                np.zeros(1, parts.game), prepared.start, prepared.setup, np.zeros(parts.seats + 1, parts.mind),
                np.zeros(practice.DECISIONS_NEEDED, parts.decision), batch.deals, seat_seeds(batch.deals),
                np.array(pool), batch.lineups, np.array([plan.width, plan.share, plan.temperature], np.float64),
                counts, labels, values, rows,
            )  # fmt: skip
        found = labels[: rows[0]]
        return PracticeRows(
            game=found[:, practice.GAME].astype(np.int64),
            seat=found[:, practice.SEAT].astype(np.int64),
            kind=self._kinds(found[:, practice.KIND]),
            counts=counts[: rows[0]],
            situation=found[:, practice.LABELS :],
            values=values,
        )

    def _kinds(self, phases: NDArray[np.float64]) -> NDArray[np.str_]:
        return np.array(self.phases)[phases.astype(np.int64)]
