"""Many candidates for one seat, all playing the same deals against the same opponents: what tuning compares.

Every candidate sits in every seat of each deal in turn, with one opponent of the pool in all other seats. Nothing is
written to disk; of each game only the candidate's outcomes are looked at.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Batch, BatchResult, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plan.designs import CHUNK_GAMES, SLOW_CHUNK_GAMES
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.parallel import resolve_game
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew

_TASKS_PER_WORKER = 4
_LEAST_GAMES = 128  # in a task, lest handing it over takes longer than playing it


@dataclass(frozen=True)
class Table:
    """One kind of table: a number of players (and their setting), and the bot in all seats but the candidate's."""

    setting: Setting
    opponent: str

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.setting.players


@dataclass(frozen=True)
class Task:
    """What one worker plays at a time: some deals at one table with all candidates. ``first`` counts from 0."""

    game: str
    table_number: int
    table: Table
    outcome: Outcome
    climbed: Outcome
    candidates: tuple[str, ...]
    first: int
    deals: NDArray[np.uint64]

    @property
    def games(self) -> int:
        """How many games that is."""
        return len(self.deals) * len(self.candidates) * self.table.players


@dataclass(frozen=True)
class Met:
    """How the candidates did, by table, deal and candidate, each a mean over seats.

    ``scores`` are what a search climbs by, ``values`` the outcome that is told, as the rows count it.
    """

    scores: NDArray[np.float64]
    values: NDArray[np.float64]
    games: int
    failed: int

    def mean_scores(self) -> NDArray[np.float64]:
        """One score per candidate, in which every table counts the same."""
        means: NDArray[np.float64] = self.scores.mean(axis=1).mean(axis=0)
        return means


@dataclass(frozen=True)
class Arena:
    """Where candidates meet the pool: the tables, the seed of all deals, and who does the work.

    ``outcome`` is what is told of the candidates, ``climbed`` the outcome whose score they are ranked by.
    """

    game: str
    tables: tuple[Table, ...]
    outcome: Outcome
    climbed: Outcome
    seed: int
    compiled: bool
    crew: Crew
    progress: Progress

    def play(self, candidates: Sequence[str], branch: int, first_deal: int, deals: int) -> Met:
        """Let all candidates play the same deals of a branch of the seed tree at every table.

        What they got is put together deal by deal, so that they are the same with any number of workers.
        """
        shape = (len(self.tables), deals, len(candidates))
        scores, values = np.zeros(shape), np.zeros(shape)
        games = failed = 0
        tasks = ((task,) for task in self._tasks(tuple(candidates), branch, first_deal, deals))
        bots = (*candidates, *(one.opponent for one in self.tables))
        with closing(self.crew.answers(play_task, tasks, self.game, bots, self.progress.say)) as answers:
            for table, first, task_scores, task_values, task_games, task_failed in answers:
                scores[table, first : first + len(task_scores)] = task_scores
                values[table, first : first + len(task_values)] = task_values
                games, failed = games + task_games, failed + task_failed
                self.progress.advance(task_games)
        return Met(scores, values, games, failed)

    def _tasks(self, candidates: tuple[str, ...], branch: int, first_deal: int, deals: int) -> Iterator[Task]:
        for number, table in enumerate(self.tables):
            seeds = deal_seeds(self.seed, branch + table.players, first_deal, deals)
            size = self._deals_per_task(len(candidates) * table.players, deals)
            for first in range(0, deals, size):
                yield Task(
                    self.game, number, table, self.outcome, self.climbed, candidates, first, seeds[first : first + size]
                )

    def _deals_per_task(self, games_per_deal: int, deals: int) -> int:
        """Enough tasks for all workers, none of them too small or too large."""
        fair = -(-deals * len(self.tables) // (_TASKS_PER_WORKER * self.crew.count))
        least, most = (_LEAST_GAMES, CHUNK_GAMES) if self.compiled else (1, SLOW_CHUNK_GAMES)
        return max(1, min(max(fair, least // games_per_deal), most // games_per_deal))


def play_task(task: Task) -> tuple[int, int, Any, Any, int, int]:
    """Play one task: a worker's part."""
    result = resolve_game(task.game).play(_batch(task))
    found = _of_candidates(result, task)
    shape = (len(task.deals), len(task.candidates), task.table.players)
    by_deal = [values.reshape(shape).mean(axis=2) for values in found]
    return task.table_number, task.first, *by_deal, task.games, len(result.failures)


def _batch(task: Task) -> Batch:
    """The games of a task: of each deal all candidates, each of them in every seat; the opponent is the last bot."""
    players, candidates = task.table.players, len(task.candidates)
    lineups = np.full((candidates, players, players), candidates, dtype=np.int64)
    seats = np.arange(players)
    lineups[:, seats, seats] = np.arange(candidates)[:, None]
    return Batch(
        setting=task.table.setting,
        bots=(*task.candidates, task.table.opponent),
        lineups=np.tile(lineups.reshape(-1, players), (len(task.deals), 1)),
        deals=np.repeat(task.deals, candidates * players),
        traced=np.zeros(task.games, dtype=np.bool_),
        recorded=np.zeros(task.games, dtype=np.bool_),
    )


def _of_candidates(result: BatchResult, task: Task) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The candidate's score and what it got of the told outcome, in each game.

    A failed game was not played to its end, so that a score that tells close games from clear ones means nothing
    there: where the told outcome has bounds, its place between them counts instead.
    """
    players, game = task.table.players, np.arange(task.games)
    values, climbed = (
        np.asarray(result.players[one.column], dtype=np.float64).reshape(task.games, players)[game, game % players]
        for one in (task.outcome, task.climbed)
    )
    scores = task.climbed.score(climbed)
    if task.climbed.smoothing is not None and task.outcome.widest is not None and task.outcome.low is not None:
        failed = list(result.failures)
        scores[failed] = (values[failed] - task.outcome.low / task.outcome.scale) / task.outcome.widest
    return scores, values
