"""Play many candidates on the same deals against the same opponents.

Each candidate sits in every seat of each deal in turn, with one opponent in all other seats. Nothing is written to
disk; only the candidate's outcomes count.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Batch, BatchResult, Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.user_code import stop_if_used_up
from arkadia_sim.errors import BadValue
from arkadia_sim.plan.designs import CHUNK_GAMES, SLOW_CHUNK_GAMES
from arkadia_sim.plan.plan import SEED_LIMIT
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew

Numbers = NDArray[np.float64]
_TASKS_PER_WORKER = 4
_LEAST_GAMES = 128  # per task: with fewer, handing it over takes longer than playing it


@dataclass(frozen=True)
class Match:
    """A number of players with their setting, and the bot in all seats but the candidate's."""

    setting: Setting
    opponent: str

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.setting.players


@dataclass(frozen=True)
class Task:
    """What a worker plays at a time: some deals at one table with all candidates. ``first`` counts deals from 0."""

    game: str
    table_number: int
    table: Match
    outcome: Outcome
    climbed: Outcome
    candidates: tuple[str, ...]
    first: int
    deals: NDArray[np.uint64]

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.deals) * len(self.candidates) * self.table.players


@dataclass(frozen=True)
class CandidateResults:
    """How the candidates did: averages over seats, of shape (tables, deals, candidates).

    ``scores`` are those of the outcome that the search climbs, ``values`` the reported outcome as the rows count it.
    """

    scores: Numbers
    values: Numbers
    games: int
    failed: int

    def mean_scores(self) -> Numbers:
        """One score for each candidate; every table counts the same."""
        means: Numbers = self.scores.mean(axis=1).mean(axis=0)
        return means


@dataclass(frozen=True)
class Arena:
    """Where candidates are compared: the tables, the seed of all deals, and the workers.

    ``outcome`` is the reported outcome, ``climbed`` the one whose score ranks the candidates.
    """

    game: str
    tables: tuple[Match, ...]
    outcome: Outcome
    climbed: Outcome
    seed: int
    compiled: bool
    crew: Crew
    progress: Progress

    def play(self, candidates: Sequence[str], branch: int, first_deal: int, deals: int) -> CandidateResults:
        """Let all candidates play the same deals at every table.

        The results are put together deal by deal, so that they are the same with any number of workers.

        Args:
            candidates: The bots.
            branch: The branch of the seed tree that the deals come from.
            first_deal: The number of the first deal on that branch.
            deals: How many deals for each table size.
        """
        shape = (len(self.tables), deals, len(candidates))
        scores, values = np.zeros(shape), np.zeros(shape)
        failed = 0
        arguments = ((task,) for task in self._tasks(tuple(candidates), branch, first_deal, deals))
        bots = (*candidates, *(table.opponent for table in self.tables))
        with closing(self.crew.answers(play_task, arguments, self.game, bots, self.progress.say)) as answers:
            for number, first, task_scores, task_values, task_failed in answers:
                part = slice(first, first + len(task_scores))
                scores[number, part], values[number, part] = task_scores, task_values
                failed += task_failed
                self.progress.advance(task_scores.size * self.tables[number].players)
        games = deals * len(candidates) * sum(table.players for table in self.tables)
        return CandidateResults(scores, values, games, failed)

    def _tasks(self, candidates: tuple[str, ...], branch: int, first_deal: int, deals: int) -> Iterator[Task]:
        for number, table in enumerate(self.tables):
            seeds = deal_seeds(self.seed, branch + table.players, first_deal, deals)
            size = self._deals_per_task(len(candidates) * table.players, deals)
            for first in range(0, deals, size):
                part = seeds[first : first + size]
                yield Task(self.game, number, table, self.outcome, self.climbed, candidates, first, part)

    def _deals_per_task(self, games_per_deal: int, deals: int) -> int:
        """Enough tasks for all workers, none of them too small or too large."""
        fair = -(-deals * len(self.tables) // (_TASKS_PER_WORKER * self.crew.count))
        least, most = (_LEAST_GAMES, CHUNK_GAMES) if self.compiled else (1, SLOW_CHUNK_GAMES)
        return max(1, min(max(fair, least // games_per_deal), most // games_per_deal))


def table_sizes(game: Game, wanted: Sequence[int] | None, seed: int, least: int = 2) -> tuple[int, ...]:
    """The table sizes to search for, all from ``least`` on if none is named; BadValue for an odd size or seed."""
    if not 0 <= seed < SEED_LIMIT:
        raise BadValue("seed", seed, "a whole number from 0 to 2**64 - 1")
    offered = [size for size in game.player_counts if size >= least]
    sizes = tuple(sorted(set(wanted or offered)))
    for size in sizes:
        if size not in offered:
            raise BadValue("players", size, ", ".join(map(str, offered)))
    return sizes


def climbed_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome that a search climbs: the first with smoothing, else the game's first."""
    return next((outcome for outcome in outcomes if outcome.smoothing is not None), outcomes[0])


def play_task(task: Task) -> tuple[int, int, Numbers, Numbers, int]:
    """Play one task in a worker.

    Returns:
        The table's number, the first deal's number, scores and values by deal and candidate, and the failed games.
    """
    batch = _batch(task)
    result = resolve_game(task.game).play(batch)
    stop_if_used_up(result.faults(batch))
    shape = (len(task.deals), len(task.candidates), task.table.players)
    scores, values = (numbers.reshape(shape).mean(axis=2) for numbers in _of_candidates(result, task))
    return task.table_number, task.first, scores, values, len(result.failures)


def _batch(task: Task) -> Batch:
    """The games of a task: for each deal all candidates, each in every seat; the opponent is the last bot."""
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


def _of_candidates(result: BatchResult, task: Task) -> tuple[Numbers, Numbers]:
    """The candidate's score and its value of the reported outcome, for each game.

    A failed game was not finished, so a smoothed score means nothing there. If the reported outcome has bounds, the
    value's place between them counts instead.
    """
    players, game = task.table.players, np.arange(task.games)
    values, climbed = (
        np.asarray(result.players[outcome.column], dtype=np.float64).reshape(task.games, players)[game, game % players]
        for outcome in (task.outcome, task.climbed)
    )
    scores = task.climbed.score(climbed)
    if task.climbed.smoothing is not None and task.outcome.widest is not None and task.outcome.low is not None:
        failed = list(result.failures)
        scores[failed] = (values[failed] - task.outcome.low / task.outcome.scale) / task.outcome.widest
    return scores, values
