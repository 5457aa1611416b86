"""Improves weights by play: an evolution strategy in the bot's own company.

In each generation, pairs of players use weights on opposite sides of the current ones and play the same deals. The
difference of their results shows how good that direction is. The weighted mean of all directions estimates the
gradient, and the weights follow it with momentum (antithetic sampling as in Salimans et al., "Evolution Strategies as
a Scalable Alternative to Reinforcement Learning", arXiv 1703.03864, 2017). Steps use only the directions of the fit,
fewer than there are weights, because the games needed grow with their number. The result is the mean of the weights
over the second half of the generations (Polyak and Juditsky, SIAM J. Control Optim. 30(4), 1992).

With two players, the two of a pair meet. At larger tables they do not: what one does to the other, especially to the
next in turn order, would count as its own gain. There each sits with players of other pairs, both of a pair on the same
deals; empty seats are filled by the player in the middle. All lineups play in every rotation of the seats, and each
game counts for everyone in it.
"""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Batch, Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.core.user_code import stop_if_used_up
from arkadia_sim.errors import UsageError
from arkadia_sim.results.files import write_whole
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew

Numbers = NDArray[np.float64]
_DRAWN = 6 << 40
_TRAINING = 7 << 40
"""Branches of the seed tree for directions and deals."""
MOMENTUM, MEMORY = 0.9, 0.99
Kept = TypeVar("Kept")
_DIGEST = "digest"


def keep_state(state: Any, file: Path) -> None:
    """Store a dataclass in a file, replacing it atomically."""
    numbers: dict[str, Any] = {item.name: np.asarray(getattr(state, item.name)) for item in fields(state)}
    numbers[_DIGEST] = np.array(_digest(numbers))
    write_whole(file, lambda path: np.savez(path, **numbers), file.with_suffix(".unfinished.npz"))


def kept_state(kind: type[Kept], file: Path, what: str) -> Kept | None:
    """The state stored in a file; None without a file, UsageError if it is damaged. ``what`` names it in messages."""
    if not file.exists():
        return None
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    try:
        with np.load(BytesIO(content)) as archive:
            arrays = {name: archive[name] for name in archive}
    except MemoryError:
        raise
    except Exception:  # a library may raise anything for a damaged file
        raise damaged(file, what) from None
    whole = str(arrays.pop(_DIGEST, "")) == _digest(arrays)
    if not whole or set(arrays) != {array.name for array in fields(kind)}:  # type: ignore[arg-type]
        raise damaged(file, what)
    return kind(**{name: _plain(array) for name, array in arrays.items()})


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """A checksum of the numbers."""
    checksum = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        checksum.update(f"{name} {array.dtype.str} {array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    return checksum.hexdigest()


def _plain(value: NDArray[Any]) -> Any:
    """A single number as a number; anything longer stays an array."""
    return value if value.ndim else value.item()


def damaged(file: Path, what: str) -> UsageError:
    """The error for a file that cannot be used to continue."""
    return UsageError(f"{file} is damaged: remove it, and this {what} starts over")


def as_weights(names: Sequence[str], values: Numbers, limits: Numbers) -> dict[str, float]:
    """Weights by name, with seven digits and within ``limits`` (lows and highs)."""
    short = [float(f"{value:.7g}") for value in np.clip(values, *limits)]  # rounding may cross a limit with more digits
    return dict(zip(names, np.clip(short, *limits).tolist(), strict=True))


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
        arguments, bots = ((task,) for task in tasks), [bot for bot in (*players, middle) if bot]
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
    batch = Batch(task.setting, group.bots, lineups, np.repeat(task.deals, seats), traced=off, recorded=off)
    result = game.play(batch)
    stop_if_used_up(result.faults(batch))
    values = np.asarray(result.players[task.climbed.column], dtype=np.float64).reshape(count, seats)
    scored = task.climbed.score(values)
    means = [float(scored[lineups == player].mean()) for player in range(seats)]
    return means, len(result.failures)


class EvolutionPlan(Stored):
    """The size of an evolution: generations, pairs, deals per pair and the size of a step.

    ``rate`` is how far the weights move per generation if all generations agree, in steps.
    """

    generations: int = 250
    pairs: int = 48
    deals: int = 8
    size: float = 0.05
    rate: float = 0.06


@dataclass
class State:
    """The progress of an evolution; positions are in steps from the start."""

    position: Numbers
    momentum: Numbers
    power: float = 0.0
    total: Numbers = field(default_factory=lambda: np.zeros(0))
    summed: int = 0
    generation: int = 0
    score: float = 0.0
    failed: int = 0


class Evolution:
    """The evolution of a bot's weights, with its progress stored in a file."""

    def __init__(
        self, name: str, start: dict[str, float], directions: Numbers, limits: dict[str, tuple[float, float]],
        plan: EvolutionPlan, seed: int, number: int, file: Path,
    ) -> None:  # fmt: skip
        """``directions`` has a row for each weight of ``start``, in order, and a column for each direction."""
        self.name, self.names, self.plan = name, list(start), plan
        self.seed, self.number, self.file = seed, number, file
        self._start = np.array([start[name] for name in self.names])
        self._directions = directions
        self._limits = np.array([limits[name] for name in self.names]).T
        zeros = np.zeros(directions.shape[1])
        self.state = read_state(file) or State(zeros.copy(), zeros.copy(), total=zeros.copy())
        if self.state.position.shape != zeros.shape:
            raise damaged(file, "evolution")

    def weights(self, position: Numbers) -> dict[str, float]:
        """The weights at a position."""
        return as_weights(self.names, self._start + self._directions @ position, self._limits)

    def result(self) -> dict[str, float]:
        """The final weights: the mean over the second half."""
        return self.weights(self.state.total / self.state.summed if self.state.summed else self.state.position)

    def go_on(self, company: SelfPlay) -> float:
        """Play one generation and move the weights; returns the players' mean score."""
        state, plan = self.state, self.plan
        branch = _DRAWN + 100 * self.number + company.setting.players
        seeds = deal_seeds(self.seed, branch, state.generation, 1)
        generator = np.random.Generator(np.random.PCG64(int(seeds[0])))
        directions = generator.standard_normal((plan.pairs, self._directions.shape[1]))
        candidates = tuple(
            spec_of(self.name, self.weights(state.position + side * plan.size * direction))
            for direction in directions
            for side in (1.0, -1.0)
        )
        middle = spec_of(self.name, self.weights(state.position))
        first = state.generation * plan.deals
        scores, failed = company.play(candidates, middle, _TRAINING + 1000 * self.number, first, plan.deals)
        advantages = (scores[0::2] - scores[1::2]) / 2.0
        gradient = (advantages[:, None] * directions).mean(axis=0) / plan.size
        state.generation += 1
        state.momentum = MOMENTUM * state.momentum + (1.0 - MOMENTUM) * gradient
        state.power = MEMORY * state.power + (1.0 - MEMORY) * float((gradient**2).mean())
        mean = state.momentum / (1.0 - MOMENTUM**state.generation)
        scale = np.sqrt(state.power / (1.0 - MEMORY**state.generation)) + 1e-12
        annealing = 1.0 - 0.9 * state.generation / plan.generations
        state.position = state.position + plan.rate * annealing * plan.size * mean / scale
        if 2 * state.generation > plan.generations:
            state.total = state.total + state.position
            state.summed += 1
        state.score = float(scores.mean())
        state.failed += failed
        keep_state(state, self.file)
        return state.score


def read_state(file: Path) -> State | None:
    """The stored progress of an evolution; None without a file, UsageError if it is damaged."""
    return kept_state(State, file, "evolution")


def spec_of(name: str, weights: dict[str, float]) -> str:
    """A bot with these weights, as users write it."""
    return str(BotSpec(name).with_settings(weights))
