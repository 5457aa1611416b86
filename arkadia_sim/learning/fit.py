"""Fits weights to lessons: ridge regression on the differences between the candidates of a decision.

Only differences matter, so the mean over a decision's candidates is subtracted from values and counts. Ridge
regression (Hoerl and Kennard, Technometrics 12(1), 1970) keeps weights small if the lessons say little about them. The
penalty is chosen by cross-validation over deals, because decisions of one game are alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from arkadia_sim.core.lessons import LessonRows, columns_of
from arkadia_sim.core.stored import Stored

Numbers = NDArray[np.float64]

PENALTIES = (1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 3e-1, 1.0)
"""Candidate ridge penalties, in units of the counts' variance."""
FOLDS = 5
_NOUGHT = 1e-9
"""Smaller differences count as zero."""


class KindFitted(Stored):
    """How well the weights of one kind of decision were fitted, on deals left out of the fit.

    Gains are in points of value (0 to 100) above the mean candidate: of the fitted weights' choice, of the policy that
    proposed the candidates, and of the search's own best, which still contains its noise.
    """

    kind: str
    decisions: int
    candidates: int
    penalty: float
    explained: float
    gain: float
    gain_policy: float
    gain_search: float


@dataclass(frozen=True)
class Fitted:
    """Weights by name, and the quality of the fit."""

    weights: dict[str, float]
    kinds: tuple[KindFitted, ...]


@dataclass(frozen=True)
class _Kind:
    """The lessons of one kind of decision, with the decisions' means subtracted."""

    counts: Numbers
    values: Numbers
    decision: NDArray[np.int64]
    fold: NDArray[np.int64]
    first: NDArray[np.bool_]

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
        names, lessons = weights[kind], _kind(rows, kind, part)
        if not lessons.can_be_fitted:
            continue
        fitted, summary = _fit_kind(kind, lessons)
        weights_by_name |= dict(zip(names, fitted.tolist(), strict=True))
        kinds.append(summary)
    return Fitted(weights_by_name, tuple(kinds))


def apart(rows: LessonRows, weights: Mapping[str, Sequence[str]]) -> Numbers:
    """How much candidates of one decision differ in each weight's count: the mean square of the differences.

    The order is that of the columns.
    """
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
    return _Kind(
        counts=counts - (totals / sizes[:, None])[decision],
        values=values - means[decision],
        decision=decision,
        fold=game.ravel() % FOLDS,
        first=rows.labels["candidate"][wanted] == 0,
    )


def _fit_kind(kind: str, lessons: _Kind) -> tuple[Numbers, KindFitted]:
    explained, gains = np.zeros((2, len(PENALTIES), FOLDS))
    for fold in range(FOLDS):
        test = lessons.fold == fold
        ridge, values = _Ridge(lessons.counts[~test], lessons.values[~test]), lessons.values[test]
        for index, penalty in enumerate(PENALTIES):
            predicted = lessons.counts[test] @ ridge.weights(penalty)
            explained[index, fold] = 1.0 - ((values - predicted) ** 2).sum() / (values**2).sum()
            gains[index, fold] = _gain(predicted, values, lessons.decision[test])
    results = zip(explained.mean(axis=1).tolist(), PENALTIES, gains.mean(axis=1).tolist(), strict=True)
    best, penalty, gain = max(results)
    weights = _Ridge(lessons.counts, lessons.values).weights(penalty)
    return weights, KindFitted(
        kind=kind,
        decisions=int(lessons.decision.max()) + 1,
        candidates=len(lessons.values),
        penalty=penalty,
        explained=round(best, 4),
        gain=round(100 * gain, 3),
        gain_policy=round(100 * float(lessons.values[lessons.first].mean()), 3),
        gain_search=round(100 * _gain(lessons.values, lessons.values, lessons.decision), 3),
    )


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


def _gain(predicted: Numbers, values: Numbers, decision: NDArray[np.int64]) -> float:
    """The mean value of the candidates predicted best, one for each decision."""
    order = np.lexsort((-predicted, decision))
    firsts = np.ones(len(order), dtype=np.bool_)
    firsts[1:] = decision[order][1:] != decision[order][:-1]
    return float(values[order][firsts].mean())
