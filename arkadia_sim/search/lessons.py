"""Lessons of a bot: given by all workers, kept in the journal, and weights fitted to them by ridge regression.

Only differences between the candidates of a decision matter, so the mean over them is subtracted from values and
counts. Ridge regression (Hoerl and Kennard, Technometrics 12(1), 1970) keeps weights small if the lessons say little
about them. The penalty is chosen by cross-validation over deals, because decisions of one game are alike.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from arkadia_sim.core.game import Setting
from arkadia_sim.core.lessons import LABELS, LessonBatch, LessonPlan, LessonRows, Lessons, columns_of
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.workers import Crew
from arkadia_sim.search.bench import Bench, worked_off

Numbers = NDArray[np.float64]

CHUNK_DEALS = 40
BRANCH = 5 << 40
"""The branch of the seed tree for the deals of lessons; nothing else uses it."""
_APART = 1 << 32
"""Distance between the deal numbers of two rounds, when their lessons are fitted together."""
PENALTIES = (1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 3e-1, 1.0)
"""Candidate ridge penalties, in units of the counts' variance."""
FOLDS = 5
_NOUGHT = 1e-9
"""Smaller differences count as zero."""


def lessons_of(game: str, bot: str) -> Lessons:
    """A bot's lessons; UsageError if its weights cannot be learned."""
    learner = resolve_game(game).find_bot(bot).bot
    if learner.lessons is None:
        raise UsageError(f"bot {learner.name} offers no lessons: its weights cannot be learned from search")
    names, parameters = taught(learner.lessons), {parameter.name: parameter for parameter in learner.parameters}
    for name in names:
        if name not in parameters:
            raise UnknownName(f"weight in the lessons of bot {learner.name}:", name, parameters)
        if parameters[name].whole:
            raise UsageError(f"bot {learner.name}: {name} takes whole numbers, so it cannot be learned from lessons")
        if names.count(name) > 1:
            raise UsageError(f"bot {learner.name}: the weight {name!r} belongs to more than one kind of decision")
    return learner.lessons


def taught(lessons: Lessons) -> list[str]:
    """The weights to learn, in the order of the columns of the counts."""
    return [name for names in lessons.weights.values() for name in names]


def gather(
    bench: Bench, bot: str, setting: Setting, pool: Sequence[str], plan: LessonPlan, number: int, deals: int,
    hidden: Collection[str] = (),
) -> LessonRows:  # fmt: skip
    """The lessons of round ``number``, made or read from the journal; ``pool`` as for ``LessonBatch``. Its bots list
    and describe candidates with the ``hidden`` switches off."""
    journal = bench.journal
    views = tuple(_with_off(bench, spec, hidden) for spec in pool) if hidden else ()
    seeds = deal_seeds(bench.seed, BRANCH + 100 * number + setting.players, 0, deals)
    batches: dict[Path, LessonBatch] = {}
    for first in range(0, deals, CHUNK_DEALS):
        batch = LessonBatch(setting, first, seeds[first : first + CHUNK_DEALS], tuple(pool), plan, views)
        asked = [bot, setting.players, number, first, list(pool), *views]
        batches[journal.entry("lessons", len(batch.deals), asked)] = batch
    lessons = {entry: journal.read(entry) for entry in batches}
    missing = [entry for entry, kept in lessons.items() if kept is None]
    # the first is made by one process, so that code is compiled only once
    for crew, entries in ((Crew(1), missing[:1]), (bench.crew, missing[1:])):
        wanted = [batches[entry] for entry in entries]
        made = worked_off(lessons_for, bench.name, bot, wanted, (bot, *pool), crew, journal.progress)
        for entry, rows in zip(entries, made, strict=True):
            lessons[entry] = journal.keep(entry, rows)
    chunks = [chunk for chunk in lessons.values() if chunk is not None]
    columns = {name: np.concatenate([chunk[name] for chunk in chunks]) for name in (*LABELS, "counts")}
    return LessonRows(columns, columns.pop("counts"))


def _with_off(bench: Bench, spec: str, switches: Collection[str]) -> str:
    """A bot with those switches off that it has."""
    its = {parameter.name: 0.0 for parameter in bench.game.find_bot(spec).bot.parameters if parameter.name in switches}
    return str(BotSpec.parse(spec).with_settings(its))


def lessons_for(game: str, bot: str, batch: LessonBatch) -> dict[str, Any]:
    """The lessons of a batch; a worker's part."""
    lessons = lessons_of(game, bot)
    rows, weights = lessons.give(batch), len(taught(lessons))
    if set(rows.labels) != set(LABELS) or rows.counts.shape[1:] != (weights,):
        raise UsageError(
            f"bot {bot}: its lessons have the columns {', '.join(rows.labels)} and counts of shape "
            f"{rows.counts.shape} (allowed: {', '.join(LABELS)}, and a count for each of {weights} weights)"
        )
    kinds = np.asarray(rows.labels["kind"], dtype=np.str_)
    return {**rows.labels, "kind": kinds, "counts": rows.counts.astype(np.float32)}


def together(rounds: Sequence[LessonRows]) -> LessonRows:
    """Join the lessons of several rounds; deal numbers are shifted, because each round has its own deals."""
    labels = {name: np.concatenate([rows.labels[name] for rows in rounds]) for name in LABELS}
    shifts = [np.full(len(rows.counts), number * _APART) for number, rows in enumerate(rounds)]
    labels["deal"] = labels["deal"] + np.concatenate(shifts)
    return LessonRows(labels, np.concatenate([rows.counts for rows in rounds]))


class KindFitted(Stored):
    """How well the weights of one kind of decision were fitted: the variance explained on deals left out of the fit."""

    kind: str
    decisions: int
    candidates: int
    penalty: float
    explained: float


class Fitted(NamedTuple):
    """Weights by name, and the quality of the fit."""

    weights: dict[str, float]
    kinds: tuple[KindFitted, ...]


@dataclass(frozen=True)
class _Kind:
    """The lessons of one kind of decision, with the decisions' means subtracted."""

    counts: Numbers
    values: Numbers
    decisions: int
    fold: NDArray[np.int64]

    @property
    def can_be_fitted(self) -> bool:
        """Whether every fold has values that differ, and some counts differ."""
        differs = [np.abs(self.values[self.fold == fold]).max(initial=0.0) > _NOUGHT for fold in range(FOLDS)]
        return all(differs) and bool((self.counts.std(axis=0) > _NOUGHT).any())


def fit(rows: LessonRows, weights: Mapping[str, Sequence[str]]) -> Fitted:
    """Fit the weights of each kind of decision to lessons.

    Kinds with lessons from fewer than ``FOLDS`` deals, or with candidates that never differ, are left out.
    """
    weights_by_name: dict[str, float] = {}
    kinds = []
    for kind, part in columns_of(weights).items():
        lessons = _kind(rows, kind, part)
        if lessons.can_be_fitted:
            fitted, summary = _fit_kind(kind, lessons)
            weights_by_name |= dict(zip(weights[kind], fitted.tolist(), strict=True))
            kinds.append(summary)
    return Fitted(weights_by_name, tuple(kinds))


def blinded(
    rows: LessonRows, weights: Mapping[str, Sequence[str]], hidden: Mapping[str, float]
) -> tuple[LessonRows, dict[str, float]]:
    """The lessons without the counts of hidden weights, and what to add to the others so that they say, as well as they
    can, what those said of the candidates."""
    if not hidden:
        return rows, {}
    names = [name for names in weights.values() for name in names]
    columns = [column for column, name in enumerate(names) if name in hidden]
    said = rows.counts[:, columns] @ np.array([hidden[names[column]] for column in columns])
    shown = LessonRows(rows.labels, rows.counts.copy())
    shown.counts[:, columns] = 0.0
    return shown, fit(LessonRows(rows.labels | {"value": said}, shown.counts), weights).weights


def apart(rows: LessonRows, weights: Mapping[str, Sequence[str]]) -> Numbers:
    """How much candidates of one decision differ in each weight's count: the mean square of the differences, in the
    order of the columns."""
    squares = [(_kind(rows, kind, part).counts ** 2).sum(axis=0) for kind, part in columns_of(weights).items()]
    sizes = [max(1, int((rows.labels["kind"] == kind).sum())) for kind in weights]
    return np.concatenate([total / size for total, size in zip(squares, sizes, strict=True)])


def _kind(rows: LessonRows, kind: str, columns: slice) -> _Kind:
    wanted = rows.labels["kind"] == kind
    deals, numbers = rows.labels["deal"][wanted], rows.labels["decision"][wanted]
    _, decision = np.unique(np.stack([deals.astype(np.uint64), numbers.astype(np.uint64)]), axis=1, return_inverse=True)
    decision = decision.ravel()
    _, game = np.unique(deals, return_inverse=True)
    sizes = np.bincount(decision)
    counts = rows.counts[wanted, columns].astype(np.float64)
    totals = np.zeros((len(sizes), counts.shape[1]))
    np.add.at(totals, decision, counts)
    values = rows.labels["value"][wanted].astype(np.float64)
    means = np.bincount(decision, values) / sizes
    differences = counts - (totals / sizes[:, None])[decision]
    return _Kind(differences, values - means[decision], len(sizes), game.ravel() % FOLDS)


def _fit_kind(kind: str, lessons: _Kind) -> tuple[Numbers, KindFitted]:
    explained = np.zeros((len(PENALTIES), FOLDS))
    for fold in range(FOLDS):
        test = lessons.fold == fold
        ridge, values = _Ridge(lessons.counts[~test], lessons.values[~test]), lessons.values[test]
        for index, penalty in enumerate(PENALTIES):
            off = values - lessons.counts[test] @ ridge.weights(penalty)
            explained[index, fold] = 1.0 - (off**2).sum() / (values**2).sum()
    best, penalty = max(zip(explained.mean(axis=1).tolist(), PENALTIES, strict=True))
    weights = _Ridge(lessons.counts, lessons.values).weights(penalty)
    decisions, candidates = lessons.decisions, len(lessons.values)
    summary = KindFitted(
        kind=kind, decisions=decisions, candidates=candidates, penalty=penalty, explained=round(best, 4)
    )
    return weights, summary


class _Ridge:
    """Ridge regression through zero, on counts scaled to a spread of one; counts that never differ get weight zero."""

    def __init__(self, counts: Numbers, values: Numbers) -> None:
        self._spread = counts.std(axis=0)
        self._used = self._spread > _NOUGHT
        scaled = counts[:, self._used] / self._spread[self._used]
        self._products, self._right = scaled.T @ scaled / len(values), scaled.T @ values / len(values)

    def weights(self, penalty: float) -> Numbers:
        """The weights at a penalty."""
        weights = np.zeros(len(self._used))
        if self._used.any():
            system = self._products + penalty * np.eye(len(self._right))
            weights[self._used] = linalg.solve(system, self._right, assume_a="pos") / self._spread[self._used]
        return weights
