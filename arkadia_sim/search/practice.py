"""Improves weights by practice: a natural policy gradient.

The bot plays and sometimes picks an action that it ranks a little lower. Each such decision gives a row: how the
logarithm of the choice's probability changes with each weight. The games' results, minus what could be expected, are
regressed on these rows. The coefficients show how much better choices become with each weight, and the weights move
along them (Kakade, "A Natural Policy Gradient", NeurIPS 14, 2001; Peters and Schaal, Neurocomputing 71, 2008, show that
it is this regression). A limit on how much the choices change sets the size of the step (Schulman et al., PMLR 37,
2015), and the limit shrinks towards the end. The expected result is itself a regression, on the situation and on who
sits at the table. The final weights are the mean over the last third of the generations (Polyak and Juditsky, SIAM J.
Control Optim. 30(4), 1992).

One game informs about every weight at once. In a search by play alone, it informs about a single step only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import linalg
from threadpoolctl import threadpool_limits

from arkadia_sim.core.lessons import PracticeBatch, PracticePlan, PracticeRows, columns_of
from arkadia_sim.core.options import Setting
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import UsageError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.search.bench import Bench, worked_off
from arkadia_sim.search.lessons import lessons_of

Numbers = NDArray[np.float64]

_DRAWN, _DEALS = 11 << 40, 12 << 40
"""Branches of the seed tree for lineups and for deals."""
CHUNK_GAMES = 500
"""Games of a task: few enough for frequent progress and to fit in memory, many enough to be worth a worker's time."""
ALIKE, OWN = 0.6, 0.6
"""How often all others are the same teacher; in other games, how often each of them is the bot itself."""
LEFT = 0.1
"""By the end, choices change only by this share of the first step."""
_NOUGHT = 1e-12


@dataclass
class Sums:
    """What the regressions for one kind of decision need from its rows, as numbers that can be added up: products of
    the counts, of the columns of the expectation and of the results. ``met`` says for each weight in how many rows its
    count is not zero, ``squares`` is the sum of the squared results."""

    rows: int
    met: Numbers
    counts: Numbers
    across: Numbers
    expected: Numbers
    counts_values: Numbers
    expected_values: Numbers
    squares: float

    @classmethod
    def of(cls, counts: NDArray[np.float32], expected: Numbers, values: Numbers) -> "Sums":
        """The sums over some rows."""
        exact = counts.astype(np.float64)
        return cls(
            rows=len(values),
            met=np.count_nonzero(counts, axis=0).astype(np.float64),
            counts=(counts.T @ counts).astype(np.float64),  # single precision: this is most of the work
            across=exact.T @ expected,
            expected=expected.T @ expected,
            counts_values=exact.T @ values,
            expected_values=expected.T @ values,
            squares=float(values @ values),
        )

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(*(getattr(self, item.name) + getattr(other, item.name) for item in fields(Sums)))

    def whereto(self, penalty: float, caution: float, apart: Numbers) -> tuple[Numbers, float]:
        """The direction of improvement, and how much chance alone would move the candidates' scores apart, as in
        ``changed``: ridge regression on counts scaled to a spread of one.

        ``penalty`` is for a weight that counts in every row; one that counts in a hundredth of the rows gets a hundred
        times as much, so rarely tried weights stay where they are.

        ``caution`` times ``apart`` is added; ``apart`` is the mean square by which candidates differ in the weight's
        count. If a choice is almost certain, rows are near zero although candidates differ a lot. Without this term,
        chance would move such a weight more the surer the choice, until the choice flips. Weights whose counts never
        differ in lessons stay fixed.
        """
        expectation = linalg.lstsq(self.expected, self.expected_values)[0]
        right = (self.counts_values - self.across @ expectation) / self.rows
        products = self.counts / self.rows
        spread = np.sqrt(np.diag(products))
        used = (spread > _NOUGHT) & (self.met > 0) & (apart > _NOUGHT)
        direction, chance = np.zeros(len(spread)), 0.0
        if used.any():
            scaled = products[np.ix_(used, used)] / np.outer(spread[used], spread[used])
            rarity = self.rows / self.met[used]
            system = scaled + np.diag(rarity * (penalty + caution * apart[used] / spread[used] ** 2))
            factors = linalg.cho_factor(system)  # stable for penalties of any size
            direction[used] = linalg.cho_solve(factors, right[used] / spread[used]) / spread[used]
            hat = linalg.cho_solve(factors, scaled)
            unexplained = (self.squares - float(self.expected_values @ expectation)) / self.rows
            chance = unexplained * float((hat * hat.T).sum()) / self.rows
        return direction, chance

    def changed(self, weights: Numbers) -> float:
        """The mean square by which this change of weights moves the candidates' scores apart."""
        return float(weights @ self.counts @ weights) / self.rows


class Practised(NamedTuple):
    """The result of some games: sums by kind of decision, the bot's total score and seats, and failed games."""

    sums: dict[str, Sums]
    value: float
    seats: int
    failed: int


@dataclass(frozen=True)
class Company:
    """Where a bot practises: the table, and its teachers."""

    bench: Bench
    setting: Setting
    teachers: Sequence[str]

    def lineups(self, games: int, seed: int) -> NDArray[np.int64]:
        """The lineups, of shape (games, seats): 0 is the bot itself, in at least one seat; teachers count from 1."""
        seats, others = self.setting.players, len(self.teachers)
        generator = np.random.Generator(np.random.PCG64(seed))
        alike = np.repeat(generator.integers(1, others + 1, (games, 1)), seats, axis=1)
        mixed = np.where(generator.random((games, seats)) < OWN, 0, generator.integers(1, others + 1, (games, seats)))
        lineups = np.where(generator.random((games, 1)) < ALIKE, alike, mixed).astype(np.int64)
        lineups[np.arange(games), generator.integers(0, seats, games)] = 0
        return lineups

    def practise(self, bot: str, spec: str, plan: PracticePlan, branch: int, generation: int) -> Practised:
        """Play the games of a generation and sum them up; the same with any number of workers."""
        bench, place, games = self.bench, branch + self.setting.players, plan.games(self.setting.players)
        lineups = self.lineups(games, int(deal_seeds(self.bench.seed, _DRAWN + place, generation, 1)[0]))
        deals = deal_seeds(bench.seed, _DEALS + place, generation * games, games)
        pool = (spec, *self.teachers)
        chunks = [slice(first, first + CHUNK_GAMES) for first in range(0, games, CHUNK_GAMES)]
        batches = [PracticeBatch(self.setting, deals[part], lineups[part], pool, plan) for part in chunks]
        bots, progress = (bot, *self.teachers), bench.journal.progress
        # in the order of the games, because rounding depends on the order of a sum
        return reduce(_together, worked_off(practise_batch, bench.name, bot, batches, bots, bench.crew, progress))


def _together(first: Practised, second: Practised) -> Practised:
    sums = {
        kind: first.sums[kind] + second.sums[kind] if kind in first.sums and kind in second.sums
        else (first.sums | second.sums)[kind]
        for kind in sorted({*first.sums, *second.sums})
    }  # fmt: skip
    return Practised(sums, first.value + second.value, first.seats + second.seats, first.failed + second.failed)


def practise_batch(game: str, bot: str, batch: PracticeBatch) -> Practised:
    """Play the games of a batch and sum them up; a worker's part."""
    lessons = lessons_of(game, bot)
    assert lessons.practise is not None
    rows = lessons.practise(batch)
    _check(bot, rows, batch, lessons.weights)
    with threadpool_limits(1):  # rounding of products depends on the number of threads
        return _summed_up(rows, batch, lessons.weights)


def _check(bot: str, rows: PracticeRows, batch: PracticeBatch, weights: Mapping[str, Sequence[str]]) -> None:
    """UsageError for rows that do not fit together: a user's bot may return anything."""
    count, taught = len(rows.game), sum(len(names) for names in weights.values())
    values = rows.values[np.isfinite(rows.values)]
    checks = [
        (rows.counts.shape == (count, taught), f"counts of shape {rows.counts.shape} (allowed: {(count, taught)})"),
        (rows.situation.ndim == 2 and len(rows.situation) == count == len(rows.seat) == len(rows.kind),
         "columns of different lengths"),
        (rows.values.shape == batch.lineups.shape, f"values of shape {rows.values.shape} (allowed: game by seat)"),
        (bool(((values >= 0) & (values <= 1)).all()), "values outside 0 to 1"),
        (set(np.unique(rows.kind)) <= set(weights), f"kinds other than {', '.join(weights)}"),
        (bool(np.isfinite(rows.counts).all() and np.isfinite(rows.situation).all()), "values that are not finite"),
    ]  # fmt: skip
    for fits, fault in checks:
        if not fits:
            raise UsageError(f"bot {bot}: its practice returned {fault}")


def _summed_up(rows: PracticeRows, batch: PracticeBatch, weights: Mapping[str, Sequence[str]]) -> Practised:
    own, finished = batch.lineups == 0, np.isfinite(rows.values)
    sums = {}
    for kind, part in columns_of(weights).items():
        of_kind = (rows.kind == kind) & finished[rows.game, rows.seat]
        if of_kind.any():
            values = rows.values[rows.game, rows.seat][of_kind]
            sums[kind] = Sums.of(rows.counts[of_kind, part], _expected(rows, batch, of_kind), values)
    failed = int((~finished.all(axis=1)).sum())
    return Practised(sums, float(rows.values[own & finished].sum()), int((own & finished).sum()), failed)


def _expected(rows: PracticeRows, batch: PracticeBatch, selected: NDArray[np.bool_]) -> Numbers:
    """The columns that predict a result: the situation, the seat, and how often each bot sits at the table."""
    seats = np.eye(batch.setting.players)[rows.seat[selected]]
    company = [(batch.lineups[rows.game[selected]] == bot).sum(axis=1) for bot in range(len(batch.pool))]
    return np.column_stack([rows.situation[selected], seats, *company]).astype(np.float64)


class Practice:
    """The practice of a bot in one round; the journal keeps where each generation has moved the weights.

    ``start`` are all its parameters, ``kinds`` the weights by kind of decision; ``apart`` is as in ``Sums.whereto``.
    """

    def __init__(
        self, bot: str, start: dict[str, float], kinds: Mapping[str, Sequence[str]],
        limits: dict[str, tuple[float, float]], apart: Numbers, plan: PracticePlan, number: int,
    ) -> None:  # fmt: skip
        self.bot, self.apart, self.plan, self.number = bot, apart, plan, number
        self._rest, self._kinds = start, kinds
        self._names = [name for names in kinds.values() for name in names]
        self._start = np.array([start[name] for name in self._names])
        self._limits = np.array([limits[name] for name in self._names]).T
        self.moved, self.direction = np.zeros((2, len(self._names)))
        self.chance = np.zeros(len(kinds))
        self._late: list[Numbers] = []
        self.generation = 0

    def weights(self, moved: Numbers) -> dict[str, float]:
        """All parameters, with the weights moved so far from the start."""
        low, high = self._limits
        # seven digits are enough; rounding may cross a limit with more
        short = [float(f"{value:.7g}") for value in np.clip(self._start + moved, low, high)]
        return self._rest | dict(zip(self._names, np.clip(short, low, high).tolist(), strict=True))

    def result(self) -> dict[str, float]:
        """The final weights: the mean over the last third."""
        return self.weights(sum(self._late, np.zeros_like(self.moved)) / len(self._late) if self._late else self.moved)

    def go_on(self, company: Company) -> float:
        """Play one generation and move the weights; returns the bot's mean result."""
        journal, games = company.bench.journal, self.plan.games(company.setting.players)
        spec = spec_of(self.bot, self.weights(self.moved))
        entry = journal.entry("practice", games, [spec, company.setting.players, self.number, self.generation])
        kept = journal.read(entry)
        if kept is None:
            practised = company.practise(self.bot, spec, self.plan, 1000 * self.number, self.generation)
            annealing = 1.0 - (1.0 - LEFT) * self.generation / self.plan.generations
            for place, (kind, part) in enumerate(columns_of(self._kinds).items()):
                if kind in practised.sums:
                    self._move(practised.sums[kind], place, part, annealing)
            score = practised.value / max(1, practised.seats)
            moved = {"moved": self.moved, "direction": self.direction, "chance": self.chance}
            kept = journal.keep(entry, {**moved, "score": score, "failed": practised.failed})
        self.moved, self.direction, self.chance = (kept[name].copy() for name in ("moved", "direction", "chance"))
        self.generation += 1
        if 3 * self.generation > 2 * self.plan.generations:
            self._late.append(self.moved.copy())
        journal.games += games
        journal.failed += int(kept["failed"])
        return float(kept["score"])

    def _move(self, sums: Sums, place: int, part: slice, annealing: float) -> None:
        """Move the weights of one kind along their direction, as far as choices may change."""
        plan = self.plan
        with threadpool_limits(1):
            improvement, chance = sums.whereto(plan.penalty, plan.caution, self.apart[part])
        self.direction[part] = plan.momentum * self.direction[part] + (1.0 - plan.momentum) * improvement
        self.chance[place] = plan.momentum**2 * self.chance[place] + (1.0 - plan.momentum) ** 2 * chance
        size = sums.changed(self.direction[part])
        divergence = size / (2.0 * plan.temperature**2)
        if divergence > _NOUGHT**2:
            step = plan.step * annealing * max(0.0, 1.0 - plan.doubt * self.chance[place] / size)
            moved = self.moved[part] + np.sqrt(step / divergence) * self.direction[part]
            low, high = self._limits[:, part] - self._start[part]
            self.moved[part] = np.clip(moved, low, high)


def spec_of(name: str, weights: dict[str, float]) -> str:
    """A bot with these weights, as users write it."""
    return str(BotSpec(name).with_settings(weights))
