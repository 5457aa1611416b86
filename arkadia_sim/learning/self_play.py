"""Pairs of slightly different players in games among themselves: the input of an evolution.

With two players, the two of a pair meet. At larger tables they do not: what one does to the other, especially to the
next in turn order, would count as its own gain. There each sits with players of other pairs, both of a pair on the same
deals; empty seats are filled by the player in the middle. All lineups play in every rotation of the seats, and each
game counts for everyone in it.
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Batch, Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew

_TASKS_PER_WORKER = 2


@dataclass(frozen=True)
class Group:
    """The players at a table; ``numbers`` are their numbers in the generation, or -1 for the player in the middle."""

    bots: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class GroupTask:
    """The tables that one worker plays at a time."""

    game: str
    setting: Setting
    climbed: Outcome
    groups: tuple[Group, ...]
    deals: NDArray[np.uint64]


@dataclass(frozen=True)
class SelfPlay:
    """Where pairs meet: the game, the table and the workers."""

    game: str
    setting: Setting
    climbed: Outcome
    seed: int
    crew: Crew
    progress: Progress

    def games(self, pairs: int, deals: int) -> int:
        """How many games this many pairs play."""
        return self.setting.players * deals * len(self._groups([""] * (2 * pairs), ""))

    def play(
        self, players: Sequence[str], middle: str, branch: int, first_deal: int, deals: int
    ) -> tuple[NDArray[np.float64], int]:
        """The players' mean scores over deals and seats, and the number of failed games.

        Players 0 and 1 are a pair, 2 and 3 another. The result is the same with any number of workers.
        """
        seeds = deal_seeds(self.seed, branch + self.setting.players, first_deal, deals)
        groups = self._groups(players, middle)
        size = -(-len(groups) // (_TASKS_PER_WORKER * self.crew.count))
        tasks = [
            GroupTask(self.game, self.setting, self.climbed, tuple(groups[first : first + size]), seeds)
            for first in range(0, len(groups), size)
        ]
        scores, failed = np.zeros(len(players)), 0
        arguments, bots = ((task,) for task in tasks), (*players, middle)
        with closing(self.crew.answers(play_groups, arguments, self.game, bots, self.progress.say)) as answers:
            for group_scores, faults in answers:
                for number, score in group_scores.items():
                    scores[number] = score
                failed += faults
        self.progress.advance(len(groups) * deals * self.setting.players)
        return scores, failed

    def _groups(self, players: Sequence[str], middle: str) -> list[Group]:
        seats, everybody = self.setting.players, range(len(players))
        if seats == 2:
            tables = [everybody[first : first + 2] for first in everybody[::2]]
        else:
            tables = [
                side[first : first + seats]
                for first in range(0, len(players) // 2, seats)
                for side in (everybody[0::2], everybody[1::2])
            ]
        numbers = [(*table, *(-1,) * (seats - len(table))) for table in tables]
        return [
            Group(tuple(players[number] if number >= 0 else middle for number in table), table) for table in numbers
        ]


def play_groups(task: GroupTask) -> tuple[dict[int, float], int]:
    """Play the tables of a task, in a worker."""
    game = resolve_game(task.game)
    scores: dict[int, float] = {}
    failed = 0
    for group in task.groups:
        means, faults = _play(game, task, group)
        failed += faults
        scores |= {number: score for number, score in zip(group.numbers, means, strict=True) if number >= 0}
    return scores, failed


def _play(game: Game, task: GroupTask, group: Group) -> tuple[list[float], int]:
    seats, count = task.setting.players, task.setting.players * len(task.deals)
    rotations = (np.arange(seats)[:, None] + np.arange(seats)) % seats
    lineups = np.tile(rotations, (len(task.deals), 1))
    off = np.zeros(count, dtype=np.bool_)
    result = game.play(Batch(task.setting, group.bots, lineups, np.repeat(task.deals, seats), traced=off, recorded=off))
    values = np.asarray(result.players[task.climbed.column], dtype=np.float64).reshape(count, seats)
    scored = task.climbed.score(values)
    means = [float(scored[lineups == player].mean()) for player in range(seats)]
    return means, len(result.failures)
