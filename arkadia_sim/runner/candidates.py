"""Many candidates for one seat, all playing the same deals against the same opponents: what tuning compares.

Every candidate sits in every seat of each deal in turn, with one opponent of the pool in all other seats. Nothing is
written to disk; of each game only the candidate's margin and win share are looked at.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Batch, BatchResult, Game, Setting
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.designs import CHUNK_GAMES, SLOW_CHUNK_GAMES
from arkadia_sim.runner.parallel import in_workers, resolve_game
from arkadia_sim.runner.progress import Progress

SMOOTH_GOLD = 8.0
"""A win by this much gold scores 0.73, a defeat by as much 0.27; see :func:`smooth_win`."""

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
    candidates: tuple[str, ...]
    first: int
    deals: NDArray[np.uint64]

    @property
    def games(self) -> int:
        """How many games that is."""
        return len(self.deals) * len(self.candidates) * self.table.players


@dataclass(frozen=True)
class Outcomes:
    """How the candidates did: ``scores`` and ``win_shares`` by table, deal and candidate, each a mean over seats."""

    scores: NDArray[np.float64]
    win_shares: NDArray[np.float64]
    games: int
    failed: int

    def mean_scores(self) -> NDArray[np.float64]:
        """One score per candidate, in which every table counts the same."""
        means: NDArray[np.float64] = self.scores.mean(axis=1).mean(axis=0)
        return means


@dataclass(frozen=True)
class Arena:
    """Where candidates meet the pool: the tables, the seed of all deals, and who does the work."""

    game: str
    tables: tuple[Table, ...]
    seed: int
    compiled: bool
    workers: int
    progress: Progress

    def play(self, candidates: Sequence[str], branch: int, first_deal: int, deals: int) -> Outcomes:
        """Let all candidates play the same deals of a branch of the seed tree at every table.

        The outcomes are put together deal by deal, so that they are the same with any number of workers.
        """
        shape = (len(self.tables), deals, len(candidates))
        scores, win_shares = np.zeros(shape), np.zeros(shape)
        games = failed = 0
        tasks = self._tasks(tuple(candidates), branch, first_deal, deals)
        with closing(self._played(tasks)) as answers:
            for table, first, task_scores, task_wins, task_games, task_failed in answers:
                scores[table, first : first + len(task_scores)] = task_scores
                win_shares[table, first : first + len(task_wins)] = task_wins
                games, failed = games + task_games, failed + task_failed
                self.progress.advance(task_games)
        return Outcomes(scores, win_shares, games, failed)

    def _tasks(self, candidates: tuple[str, ...], branch: int, first_deal: int, deals: int) -> Iterator[Task]:
        for number, table in enumerate(self.tables):
            seeds = deal_seeds(self.seed, branch + table.players, first_deal, deals)
            size = self._deals_per_task(len(candidates) * table.players, deals)
            for first in range(0, deals, size):
                yield Task(self.game, number, table, candidates, first, seeds[first : first + size])

    def _deals_per_task(self, games_per_deal: int, deals: int) -> int:
        """Enough tasks for all workers, none of them too small or too large."""
        fair = -(-deals * len(self.tables) // (_TASKS_PER_WORKER * self.workers))
        least, most = (_LEAST_GAMES, CHUNK_GAMES) if self.compiled else (1, SLOW_CHUNK_GAMES)
        return max(1, min(max(fair, least // games_per_deal), most // games_per_deal))

    def _played(self, tasks: Iterable[Task]) -> Any:
        if self.workers == 1:
            game = resolve_game(self.game)
            return (_play(game, task) for task in tasks)
        return in_workers(play_task, ((task,) for task in tasks), self.workers)


def play_task(task: Task) -> Any:
    """Play one task: a worker's part."""
    return _play(resolve_game(task.game), task)


def _play(game: Game, task: Task) -> tuple[int, int, Any, Any, int, int]:
    result = game.play(_batch(task))
    scores, wins = _of_candidates(result, task.games, task.table.players)
    shape = (len(task.deals), len(task.candidates), task.table.players)
    by_deal = [values.reshape(shape).mean(axis=2) for values in (scores, wins)]
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


def _of_candidates(result: BatchResult, games: int, players: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The score and the win share of the candidate in each game; a failed game has no margin, its win share counts."""
    game = np.arange(games)
    margin, wins = (
        np.asarray(result.players[column], dtype=np.float64).reshape(games, players)[game, game % players]
        for column in ("gold_lead", "win_share")
    )
    scores = smooth_win(margin)
    failed = list(result.failures)
    scores[failed] = wins[failed]
    return scores, wins


def smooth_win(margin: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logistic function of the margin over the best opponent, in units of eight gold.

    It is a win share with rounded corners: nearly 1 for a clear win and nearly 0 for a clear defeat, but it tells a
    defeat by one point of gold from one by twenty, and so needs fewer games to tell two candidates apart.
    """
    smooth: NDArray[np.float64] = 0.5 * (1.0 + np.tanh(margin / (2.0 * SMOOTH_GOLD)))  # the same, and never overflows
    return smooth
