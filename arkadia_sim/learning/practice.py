"""Weights made better by practice: a natural policy gradient.

The bot plays, and takes now and then what it thinks a little less of. Each decision left to chance has a row: how the
logarithm of the choice's probability changes with each weight. Regressed on these rows, what the games came to beyond
what could be expected tells how much better or worse choices become with each weight, and along the regression's
coefficients the weights are moved (Kakade, "A Natural Policy Gradient", NeurIPS 14, 2001; that it is this regression:
Peters and Schaal, Neurocomputing 71, 2008). How far, is told by how much the choices change (Schulman et al., PMLR 37,
2015), the less the nearer the end. What can be expected is itself a regression, on the situation and on who sits there.
What counts in the end is the mean of the weights over the last third (Polyak and Juditsky, SIAM J. Control Optim.
30(4), 1992).

One game tells of every weight at once: that is what an evolution, whose games tell of one step each, cannot do.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from functools import reduce
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import linalg
from threadpoolctl import threadpool_limits

from arkadia_sim.core.lessons import PracticeBatch, PracticePlan, PracticeRows, columns_of
from arkadia_sim.core.setting import Setting
from arkadia_sim.errors import UsageError
from arkadia_sim.learning.dataset import lessons_of
from arkadia_sim.learning.evolution import spec_of
from arkadia_sim.learning.kept_state import as_weights, damaged, keep_state, kept_state
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew

Numbers = NDArray[np.float64]

_DRAWN, _DEALS = 11 << 40, 12 << 40
"""Branches of the seed tree: who sits where, and deals."""
CHUNK_GAMES = 500
"""Games of a task: few enough for progress to be seen and for the rows to find room, many enough to be worth a trip."""
ALIKE, OWN = 0.6, 0.6
"""How often all others are one and the same teacher; else how often each of them is the bot itself."""
LEFT = 0.1
"""How much less choices change towards the end: to this share of the first step."""
_NOUGHT = 1e-12


@dataclass
class Sums:
    """What the regressions of one kind of decision need of its rows: numbers that can be added up.

    ``met`` says in how many rows each weight counts at all. ``counts`` and ``expected`` are the products of the counts,
    and of the columns to expect the result from, with themselves, ``across`` those between both; ``counts_values`` and
    ``expected_values`` those with the results.
    """

    rows: int
    met: Numbers
    counts: Numbers
    across: Numbers
    expected: Numbers
    counts_values: Numbers
    expected_values: Numbers

    @classmethod
    def of(cls, counts: NDArray[np.float32], expected: Numbers, values: Numbers) -> "Sums":
        """The sums over some rows."""
        exact = counts.astype(np.float64)
        return cls(
            rows=len(values),
            met=np.count_nonzero(counts, axis=0).astype(np.float64),
            counts=(counts.T @ counts).astype(np.float64),  # in single precision: it is nearly all of the work
            across=exact.T @ expected,
            expected=expected.T @ expected,
            counts_values=exact.T @ values,
            expected_values=expected.T @ values,
        )

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(Sums)))

    def whereto(self, penalty: float, caution: float, apart: Numbers) -> Numbers:
        """By how much a choice is better for what each weight counts in it: ridge regression on counts scaled to a
        spread of one.

        The penalty is that of a weight that counts in every row; one that counts in a hundredth of them has a hundred
        times as much, so that what has hardly been tried stays where it is. To it comes ``caution`` times how far
        ``apart`` candidates lie in what the weight counts (a mean square). Where a choice is all but decided rows are
        next to nought though candidates lie far apart: without that, chance alone would move such a weight the farther
        the surer the choice is, until it turns round. What lessons have never seen to differ is left alone.
        """
        usual = linalg.lstsq(self.expected, self.expected_values)[0]
        right = (self.counts_values - self.across @ usual) / self.rows
        products = self.counts / self.rows
        spread = np.sqrt(np.diag(products))
        used = (spread > _NOUGHT) & (self.met > 0) & (apart > _NOUGHT)
        found = np.zeros(len(spread))
        if used.any():
            scaled = products[np.ix_(used, used)] / np.outer(spread[used], spread[used])
            rarity = self.rows / self.met[used]
            system = scaled + np.diag(rarity * (penalty + caution * apart[used] / spread[used] ** 2))
            factors = linalg.cho_factor(system)  # penalties may be of any size, which does no harm here
            found[used] = linalg.cho_solve(factors, right[used] / spread[used]) / spread[used]
        return found

    def changed(self, weights: Numbers) -> float:
        """The mean square by which such a change of weights moves the candidates' scores apart."""
        return float(weights @ self.counts @ weights) / self.rows


@dataclass(frozen=True)
class Practised:
    """What a chunk of games told: the sums by kind of decision, what the bot's games came to, and how many failed."""

    sums: dict[str, Sums]
    value: float
    seats: int
    failed: int


@dataclass(frozen=True)
class PracticeTask:
    """A chunk of games: a worker's part."""

    number: int
    game: str
    bot: str
    batch: PracticeBatch


@dataclass(frozen=True)
class Company:
    """Where a bot practises: the game, the table, who sits there beside it, and who does the work."""

    game: str
    setting: Setting
    teachers: Sequence[str]
    seed: int
    crew: Crew
    progress: Progress

    def lineups(self, games: int, seed: int) -> NDArray[np.int64]:
        """By game and seat the number of who sits there: 0 is the bot itself, in one seat at least."""
        seats, others = self.setting.players, len(self.teachers)
        drawn = np.random.Generator(np.random.PCG64(seed))
        alike = np.repeat(drawn.integers(1, others + 1, (games, 1)), seats, axis=1)
        mixed = np.where(drawn.random((games, seats)) < OWN, 0, drawn.integers(1, others + 1, (games, seats)))
        found = np.where(drawn.random((games, 1)) < ALIKE, alike, mixed).astype(np.int64)
        found[np.arange(games), drawn.integers(0, seats, games)] = 0
        return found

    def practise(self, bot: str, spec: str, plan: PracticePlan, branch: int, generation: int) -> Practised:
        """Play the games of a generation and sum up what they tell; the same with any number of workers."""
        place, games = branch + self.setting.players, plan.games(self.setting.players)
        lineups = self.lineups(games, int(deal_seeds(self.seed, _DRAWN + place, generation, 1)[0]))
        deals = deal_seeds(self.seed, _DEALS + place, generation * games, games)
        pool = (spec, *self.teachers)
        tasks = [
            PracticeTask(number, self.game, bot, PracticeBatch(self.setting, deals[part], lineups[part], pool, plan))
            for number, part in enumerate(_chunks(games))
        ]
        arguments, bots = ((one,) for one in tasks), (bot, *self.teachers)
        told: dict[int, Practised] = {}
        with closing(self.crew.answers(practise_task, arguments, self.game, bots, self.progress.say)) as answers:
            for number, one in answers:
                told[number] = one
                self.progress.advance(len(tasks[number].batch.deals))
        # in the order of the games, whoever was ready first: sums of numbers depend on it
        return reduce(_together, (told[number] for number in range(len(tasks))))


def _chunks(games: int) -> list[slice]:
    return [slice(first, first + CHUNK_GAMES) for first in range(0, games, CHUNK_GAMES)]


def _together(one: Practised, other: Practised) -> Practised:
    sums = {
        kind: one.sums[kind] + other.sums[kind] if kind in one.sums and kind in other.sums
        else (one.sums | other.sums)[kind]
        for kind in sorted({*one.sums, *other.sums})
    }  # fmt: skip
    return Practised(sums, one.value + other.value, one.seats + other.seats, one.failed + other.failed)


def practise_task(task: PracticeTask) -> tuple[int, Practised]:
    """Play the games of a task and sum up what they tell, under its number: a worker's part."""
    lessons, batch = lessons_of(task.game, task.bot), task.batch
    assert lessons.practise is not None
    rows = lessons.practise(batch)
    _check(task.bot, rows, batch, lessons.weights)
    with threadpool_limits(1):  # products depend on the number of threads: on what is summed up first
        return task.number, _summed_up(rows, batch, lessons.weights)


def _check(bot: str, rows: PracticeRows, batch: PracticeBatch, weights: Mapping[str, Sequence[str]]) -> None:
    """UsageError for rows that do not fit together: a bot of the user's may return anything."""
    count, taught = len(rows.game), sum(len(names) for names in weights.values())
    values = rows.values[np.isfinite(rows.values)]
    told = [
        (rows.counts.shape == (count, taught), f"counts of shape {rows.counts.shape} (allowed: {(count, taught)})"),
        (rows.situation.ndim == 2 and len(rows.situation) == count == len(rows.seat) == len(rows.kind),
         "columns of different lengths"),
        (rows.values.shape == batch.lineups.shape, f"values of shape {rows.values.shape} (allowed: game by seat)"),
        (bool(((values >= 0) & (values <= 1)).all()), "values beyond 0 to 1"),
        (set(np.unique(rows.kind)) <= set(weights), f"kinds besides {', '.join(weights)}"),
        (bool(np.isfinite(rows.counts).all() and np.isfinite(rows.situation).all()), "what is no number"),
    ]  # fmt: skip
    for fits, what in told:
        if not fits:
            raise UsageError(f"bot {bot}: its practice has {what}")


def _summed_up(rows: PracticeRows, batch: PracticeBatch, weights: Mapping[str, Sequence[str]]) -> Practised:
    own, there = batch.lineups == 0, np.isfinite(rows.values)
    sums = {}
    for kind, part in columns_of(weights).items():
        mine = (rows.kind == kind) & there[rows.game, rows.seat]
        if mine.any():
            values = rows.values[rows.game, rows.seat][mine]
            sums[kind] = Sums.of(rows.counts[mine, part], _expected(rows, batch, mine), values)
    failed = int((~there.all(axis=1)).sum())
    return Practised(sums, float(rows.values[own & there].sum()), int((own & there).sum()), failed)


def _expected(rows: PracticeRows, batch: PracticeBatch, mine: NDArray[np.bool_]) -> Numbers:
    """What a result can be expected from: the situation, the seat, and how often each of the pool sits there."""
    seats = np.eye(batch.setting.players)[rows.seat[mine]]
    company = [(batch.lineups[rows.game[mine]] == one).sum(axis=1) for one in range(len(batch.pool))]
    return np.column_stack([rows.situation[mine], seats, *company]).astype(np.float64)


@dataclass
class State:
    """How far a practice is: ``moved`` is from the start, both for all weights that are taught."""

    moved: Numbers
    direction: Numbers
    total: Numbers = field(default_factory=lambda: np.zeros(0))
    summed: int = 0
    generation: int = 0
    score: float = 0.0
    failed: int = 0


class Practice:
    """The practice of a bot from a start, in a folder that keeps how far it is."""

    def __init__(
        self, bot: str, start: dict[str, float], kinds: Mapping[str, Sequence[str]],
        limits: dict[str, tuple[float, float]], apart: Numbers, plan: PracticePlan, number: int, file: Path,
    ) -> None:  # fmt: skip
        """``kinds`` names the weights that are taught, by kind of decision, ``apart`` tells by weight how far
        candidates lie apart in it, as in ``Sums.whereto``; ``start`` has all parameters."""
        self.bot, self.apart, self.plan, self.number, self.file = bot, apart, plan, number, file
        self._rest, self._kinds = start, kinds
        self._names = [name for names in kinds.values() for name in names]
        self._start = np.array([start[one] for one in self._names])
        self._limits = np.array([limits[one] for one in self._names]).T
        zeros = np.zeros(len(self._names))
        self.state = read_state(file) or State(zeros.copy(), zeros.copy(), total=zeros.copy())
        if self.state.moved.shape != zeros.shape:
            raise damaged(file, "practice")

    def weights(self, moved: Numbers) -> dict[str, float]:
        """All parameters after such a move."""
        return self._rest | as_weights(self._names, self._start + moved, self._limits)

    def result(self) -> dict[str, float]:
        """The weights that count: the mean of the last third."""
        return self.weights(self.state.total / self.state.summed if self.state.summed else self.state.moved)

    def go_on(self, company: Company) -> float:
        """Play one generation and move on; returns what the bot's games came to on average."""
        state, plan = self.state, self.plan
        spec = spec_of(self.bot, self.weights(state.moved))
        told = company.practise(self.bot, spec, plan, 1000 * self.number, state.generation)
        left = 1.0 - (1.0 - LEFT) * state.generation / plan.generations
        state.generation += 1
        for kind, part in columns_of(self._kinds).items():
            if kind in told.sums:
                self._move(told.sums[kind], part, left)
        if 3 * state.generation > 2 * plan.generations:
            state.total = state.total + state.moved
            state.summed += 1
        state.score = told.value / max(1, told.seats)
        state.failed += told.failed
        keep_state(state, self.file)
        return state.score

    def _move(self, sums: Sums, part: slice, left: float) -> None:
        """Move the weights of one kind along their direction, as far as choices may change."""
        state, plan = self.state, self.plan
        with threadpool_limits(1):
            found = sums.whereto(plan.penalty, plan.caution, self.apart[part])
        state.direction[part] = plan.momentum * state.direction[part] + (1.0 - plan.momentum) * found
        divergence = sums.changed(state.direction[part]) / (2.0 * plan.temperature**2)
        if divergence > _NOUGHT**2:
            moved = state.moved[part] + np.sqrt(plan.step * left / divergence) * state.direction[part]
            low, high = self._limits[:, part] - self._start[part]
            state.moved[part] = np.clip(moved, low, high)


def read_state(file: Path) -> State | None:
    """How far the practice in a file is; None if there is no file, UsageError if it is damaged."""
    return kept_state(State, file, "practice")
