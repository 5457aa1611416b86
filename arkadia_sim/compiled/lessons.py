"""Lessons and practice of compiled games: calls the compiled functions with arrays for their results."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.lessons import LessonBatch, LessonRows, PositionRows, PracticeBatch, PracticeRows
from arkadia_sim.core.registry import find_game
from arkadia_sim.kernels import lessons
from arkadia_sim.kernels.candidates import describer_of, ranked_of, ranker_of
from arkadia_sim.kernels.lessons import SITUATION, Teaching, situate_by_lead
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, running_out_with
from arkadia_sim.kernels.planning import judging_with, read_network
from arkadia_sim.rng import seat_seeds

__all__ = [
    "SITUATION", "TO_THE_END", "Parts", "Teaching", "judging_with", "looking_ahead", "read_network",
    "running_out_with", "situate_by_lead",
]  # fmt: skip

ROWS_OF_A_GAME = 400  # room for the candidates of a game; lessons of a chunk beyond that are left out
POSITIONS_OF_A_GAME = 40
"""Room for the positions of a game, on average, each from the view of each seat; others are left out."""
DECISIONS_OF_A_SEAT = 80  # room for the decisions of a seat that practises; further decisions are not varied


class Classroom:
    """Makes the lessons and the practice of a compiled game's bots.

    ``situate(game, seat, columns)`` fills in the columns, ``situation`` in number, from which a seat's result can be
    expected; ``describe`` those that describe a position, if the bot judges any. ``row_of`` turns a bot into a policy's
    row of weights for a number of players, with UsageError for other bots.
    """

    def __init__(
        self,
        game: str,
        phases: Sequence[str],
        parts: Parts,
        teaching: Teaching,
        situate: Any,
        situation: int,
        weights: int,
        row_of: Callable[[Seated, int], NDArray[np.float64]],
        home: str,
        describe: Any = None,
        described: int = 0,
    ) -> None:
        self._game, self._phases, self._records = game, phases, parts.play.records
        self._weights, self._situation, self._described, self._row_of = weights, situation, described, row_of
        self._give = lessons.giving_lessons_with(parts, teaching, home)
        self._practise = lessons.practising_with(parts, teaching, situate, situation, home)
        if described:
            self._note = lessons.noting_with(parts, teaching, describe, home)

    def give(self, batch: LessonBatch) -> LessonRows:
        """The lessons of a batch."""
        minds, games = lessons.minds_needed(self._records.seats), lessons.GAMES_NEEDED
        room, plan = self._room(batch, minds, games), _plan_row(batch.plan)
        give = partial(self._give, self._policies(batch.views or batch.pool, batch.setting.players))
        counts, labels = _made(give, len(batch.deals) * ROWS_OF_A_GAME, self._weights, 0, room, plan)
        return LessonRows(
            labels={
                "deal": batch.first + labels[:, lessons.GAME].astype(np.int64),
                "decision": labels[:, lessons.TURN].astype(np.int32),
                "kind": self._kinds(labels[:, lessons.KIND]),
                "candidate": labels[:, lessons.CANDIDATE].astype(np.int16),
                "value": labels[:, lessons.VALUE],
                "spread": labels[:, lessons.SPREAD],
                "score": labels[:, lessons.SCORE],
            },
            counts=counts,
        )

    def practise(self, batch: PracticeBatch) -> PracticeRows:
        """The varied decisions of a batch, and the results of its games."""
        most, values = int((batch.lineups == 0).sum()) * DECISIONS_OF_A_SEAT, np.full(batch.lineups.shape, np.nan)
        room, plan = self._room(batch, self._records.seats + 1), _plan_row(batch.plan)

        def practise(room: Any, plan: Any, counts: Any, labels: Any, rows: Any) -> None:
            self._practise(room, batch.lineups, plan, counts, labels, values, rows)

        counts, labels = _made(practise, most, self._weights, self._situation, room, plan)
        return PracticeRows(
            game=labels[:, lessons.GAME].astype(np.int64),
            seat=labels[:, lessons.SEAT].astype(np.int64),
            kind=self._kinds(labels[:, lessons.KIND]),
            counts=counts,
            situation=labels[:, lessons.LABELS :],
            values=values,
        )

    def note(self, batch: LessonBatch) -> PositionRows:
        """The positions of a batch, from the view of each seat."""
        room, plan = self._room(batch, self._records.seats), _plan_row(batch.plan)
        columns, labels = _made(self._note, len(batch.deals) * POSITIONS_OF_A_GAME, self._described, 0, room, plan)
        return PositionRows(
            deal=batch.first + labels[:, lessons.GAME].astype(np.int64),
            columns=columns,
            values=labels[:, lessons.VALUE],
        )

    def _room(self, batch: LessonBatch | PracticeBatch, minds: int, games: int = 1) -> lessons.Room:
        """What the games of a batch are played with, the pool as policies among it."""
        game = find_game(self._game)
        assert isinstance(game, CompiledGame)
        prepared, records = game.prepared(batch.setting), self._records
        return lessons.Room(
            games=np.zeros(games, records.game),
            starts=prepared.start,
            setups=prepared.setup,
            minds=np.zeros(minds, records.mind),
            decisions=np.zeros(lessons.DECISIONS_NEEDED, records.decision),
            deals=batch.deals,
            seat_seeds=seat_seeds(batch.deals),
            pool=self._policies(batch.pool, batch.setting.players),
        )

    def _policies(self, bots: Sequence[str], players: int) -> NDArray[np.float64]:
        """A row of weights for each bot."""
        seated = [find_game(self._game).find_bot(spec) for spec in bots]
        for bot in seated:
            bot.refuse_head_start("bots learn and teach")
        return np.array([self._row_of(bot, players) for bot in seated])

    def _kinds(self, phases: NDArray[np.float64]) -> NDArray[np.str_]:
        return np.array(self._phases)[phases.astype(np.int64)]


def _plan_row(plan: Any) -> NDArray[np.float64]:
    return np.array([getattr(plan, name, 0) for name in lessons.PLAN], np.float64)


def _made(
    make: Callable[..., Any], most: int, columns: int, more_labels: int, room: lessons.Room, plan: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """What an entry point fills in: at most so many rows of numbers, and their labels."""
    numbers, labels = np.zeros((most, columns), np.float32), np.zeros((most, lessons.LABELS + more_labels))
    rows = np.zeros(2, np.int64)
    with np.errstate(over="ignore"):
        make(room, plan, numbers, labels, rows)
    return numbers[: rows[0]], labels[: rows[0]]


def looking_ahead(game: str, phases: Sequence[str], parts: Parts) -> tuple[Any, ...]:
    """What the bots of a game look ahead and give lessons with: the record of a ranked candidate, its decorators, and
    the classroom."""
    records = parts.play.records
    return (
        ranked_of(records.decision),
        ranker_of(records),
        describer_of(records),
        partial(Classroom, game, phases, parts),
    )
