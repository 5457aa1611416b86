"""Lessons and practice of compiled games: calls the compiled functions with arrays for their results."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.lessons import LessonBatch, LessonRows, PositionBatch, PositionRows, PracticeBatch, PracticeRows
from arkadia_sim.core.registry import find_game
from arkadia_sim.kernels import lessons, look_ahead, positions, practice
from arkadia_sim.kernels.candidates import describer_of, ranked_of, ranker_of
from arkadia_sim.kernels.lessons import Teaching
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, Search, running_out_with
from arkadia_sim.kernels.planning import rescoring_with
from arkadia_sim.kernels.positions import Describing, judging_with, read_network
from arkadia_sim.kernels.practice import SITUATION, Practising, situate_by_lead
from arkadia_sim.rng import seat_seeds

__all__ = [
    "SITUATION", "TO_THE_END", "Describing", "LookAhead", "Parts", "Practising", "Search", "Teaching", "judging_with",
    "read_network", "running_out_with", "situate_by_lead",
]  # fmt: skip

ROWS_OF_A_GAME = 400
"""Room for the candidates of a game; lessons of a chunk beyond that are left out."""
POSITIONS_OF_A_GAME = 40
"""Room for the positions of a game, on average, each from the view of each seat; others are left out."""
DECISIONS_OF_A_SEAT = 80
"""Room for the decisions of a seat that practises; further decisions are not varied."""


class Classroom:
    """Makes the lessons and the practice of a compiled game's bots.

    Args:
        game: The name of the game.
        phases: The names of its phases.
        parts: The parts of the game that look-ahead needs.
        teaching: The bot's functions for lessons.
        practising: Its further functions for practice.
        weights: The number of weights to learn.
        row_of: Turns a bot into a policy's row of weights for a number of players; UsageError for other bots.
        home: The ``__file__`` of the bot's functions.
        describing: Its further functions for positions, if it judges any.
    """

    def __init__(
        self,
        game: str,
        phases: Sequence[str],
        parts: Parts,
        teaching: lessons.Teaching,
        practising: practice.Practising,
        weights: int,
        row_of: Callable[[Seated, int], NDArray[np.float64]],
        home: str,
        describing: positions.Describing | None = None,
    ) -> None:
        self._game, self._phases, self._records = game, phases, parts.play.records
        self._weights, self._columns, self._row_of = weights, practising.columns, row_of
        self._give = lessons.giving_lessons_with(parts, teaching, home)
        self._practise = practice.practising_with(parts, teaching, practising, home)
        if describing is not None:
            self._note, self._described = positions.noting_with(parts, teaching, describing, home), describing.columns

    def give(self, batch: LessonBatch) -> LessonRows:
        """The lessons of a batch."""
        plan, room = batch.plan, len(batch.deals) * ROWS_OF_A_GAME
        counts, labels = np.zeros((room, self._weights), np.float32), np.zeros((room, lessons.LABELS))
        rows, minds = np.zeros(1, np.int64), lessons.minds_needed(self._records.seats)
        numbers = np.array([plan.playouts, plan.share, plan.wander, plan.follow, plan.width], np.float64)
        with np.errstate(over="ignore"):
            self._give(self._room(batch, minds, lessons.GAMES_NEEDED), numbers, counts, labels, rows)
        given = labels[: rows[0]]
        return LessonRows(
            labels={
                "deal": batch.first + given[:, lessons.GAME].astype(np.int64),
                "decision": given[:, lessons.TURN].astype(np.int32),
                "kind": self._kinds(given[:, lessons.KIND]),
                "candidate": given[:, lessons.CANDIDATE].astype(np.int16),
                "value": given[:, lessons.VALUE],
                "spread": given[:, lessons.SPREAD],
                "score": given[:, lessons.SCORE],
            },
            counts=counts[: rows[0]],
        )

    def practise(self, batch: PracticeBatch) -> PracticeRows:
        """The varied decisions of a batch, and the results of its games."""
        plan, room = batch.plan, int((batch.lineups == 0).sum()) * DECISIONS_OF_A_SEAT
        counts = np.empty((room, self._weights), np.float32)
        labels = np.zeros((room, practice.LABELS + self._columns))
        values, rows = np.full(batch.lineups.shape, np.nan), np.zeros(1, np.int64)
        numbers = np.array([plan.width, plan.share, plan.temperature], np.float64)
        with np.errstate(over="ignore"):
            self._practise(
                self._room(batch, self._records.seats + 1), batch.lineups, numbers, counts, labels, values, rows
            )
        rows_used = labels[: rows[0]]
        return PracticeRows(
            game=rows_used[:, practice.GAME].astype(np.int64),
            seat=rows_used[:, practice.SEAT].astype(np.int64),
            kind=self._kinds(rows_used[:, practice.KIND]),
            counts=counts[: rows[0]],
            situation=rows_used[:, practice.LABELS :],
            values=values,
        )

    def note(self, batch: PositionBatch) -> PositionRows:
        """The positions of a batch, from the view of each seat."""
        plan, room = batch.plan, len(batch.deals) * POSITIONS_OF_A_GAME
        columns, labels = np.empty((room, self._described), np.float32), np.zeros((room, positions.LABELS))
        rows, numbers = np.zeros(1, np.int64), np.array([plan.width, plan.share, plan.wander], np.float64)
        with np.errstate(over="ignore"):
            self._note(self._room(batch, self._records.seats), numbers, columns, labels, rows)
        noted = labels[: rows[0]]
        return PositionRows(
            deal=batch.first + noted[:, positions.GAME].astype(np.int64),
            columns=columns[: rows[0]],
            values=noted[:, positions.VALUE],
        )

    def _room(self, batch: LessonBatch | PracticeBatch | PositionBatch, minds: int, games: int = 1) -> lessons.Room:
        """What the games of a batch are played with, the pool as policies among it."""
        game = find_game(self._game)
        assert isinstance(game, CompiledGame)
        prepared, records = game.prepared(batch.setting), self._records
        pool = [self._row_of(game.find_bot(spec), batch.setting.players) for spec in batch.pool]
        return lessons.Room(
            games=np.zeros(games, records.game),
            starts=prepared.start,
            setups=prepared.setup,
            minds=np.zeros(minds, records.mind),
            decisions=np.zeros(lessons.DECISIONS_NEEDED, records.decision),
            deals=batch.deals,
            seat_seeds=seat_seeds(batch.deals),
            pool=np.array(pool),
        )

    def _kinds(self, phases: NDArray[np.float64]) -> NDArray[np.str_]:
        return np.array(self._phases)[phases.astype(np.int64)]


class LookAhead(NamedTuple):
    """What the bots of a game look ahead and give lessons with: the record of a ranked candidate, decorators, and the
    functions of ``kernels`` for this game."""

    ranked: np.dtype[Any]
    ranker: Any
    describer: Any
    playing_on_with: Callable[..., Any]
    searching_with: Callable[..., Search]
    rescoring: Callable[..., Any]
    classroom: Callable[..., Classroom]

    @classmethod
    def of(cls, game: str, phases: Sequence[str], parts: Parts) -> "LookAhead":
        """Those of a game, by its name, its phases and its parts."""
        records = parts.play.records
        return cls(
            ranked_of(records.decision),
            ranker_of(records),
            describer_of(records),
            partial(look_ahead.playing_on_with, parts),
            partial(look_ahead.searching_with, parts),
            partial(rescoring_with, records),
            partial(Classroom, game, phases, parts),
        )
