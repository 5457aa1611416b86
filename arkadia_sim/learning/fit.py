"""Weights fitted to lessons: ridge regression on the differences between the candidates of one decision.

Only differences decide, so of every decision the mean over its candidates is taken off both the values and the counts.
Ridge regression (Hoerl and Kennard, Technometrics 12(1), 1970) keeps weights small that the lessons say little about;
how much, is chosen by cross-validation over deals, for decisions of one game are alike.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from arkadia_sim.core.lessons import LessonRows, columns_of
from arkadia_sim.core.stored import Stored

Numbers = NDArray[np.float64]

PENALTIES = (1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 3e-1, 1.0)
"""Ridge penalties that are tried, in units of the counts' variance."""
FOLDS = 5
MOST_CHANGED = 3.0
"""A family that hardly counts is not changed by more than this many times its weights in a step."""
_NOUGHT = 1e-9
"""What differs by no more than this does not differ."""


class KindFitted(Stored):
    """How well the weights of one kind of decision were fitted, on deals left out of the fit.

    Gains are in points of value (0 to 100): what the choice by the fitted weights is worth above the mean candidate,
    what the choice of the policy that named the candidates is, and what the best by the search itself is, which knows
    its own noise.
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
    """Weights by name, the directions in which play can better them, and how well it went.

    ``directions`` has a row per weight and a column per direction: a change by one along any of them changes scores by
    as much as they differ between candidates. There are fewer of them than weights: what lessons tell well, how the
    weights of a family (own_0, own_1 …) compare, stays as it is, and play has fewer questions to answer.
    """

    weights: dict[str, float]
    directions: Numbers
    kinds: tuple[KindFitted, ...]


@dataclass(frozen=True)
class _Kind:
    """The lessons of one kind of decision, less the means of their decisions."""

    counts: Numbers
    values: Numbers
    decision: NDArray[np.int64]
    fold: NDArray[np.int64]
    first: NDArray[np.bool_]

    @property
    def can_be_fitted(self) -> bool:
        """Whether there is something in every fold to fit to and to be fitted."""
        told = [np.abs(self.values[self.fold == fold]).max(initial=0.0) > _NOUGHT for fold in range(FOLDS)]
        return all(told) and bool((self.counts.std(axis=0) > _NOUGHT).any())


def fit(rows: LessonRows, weights: Mapping[str, Sequence[str]]) -> Fitted:
    """Fit the weights of each kind of decision to lessons.

    A kind with lessons from fewer than ``FOLDS`` deals, or whose candidates never differ, is left out: nothing can be
    said about its weights.
    """
    found: dict[str, float] = {}
    blocks: list[Numbers] = []
    kinds = []
    for kind, part in columns_of(weights).items():
        names, lessons = weights[kind], _kind(rows, kind, part)
        if not lessons.can_be_fitted:
            continue
        fitted, told = _fit_kind(kind, lessons)
        found |= dict(zip(names, fitted.tolist(), strict=True))
        blocks.append(_directions(names, lessons.counts, fitted))
        kinds.append(told)
    return Fitted(found, linalg.block_diag(*blocks) if blocks else np.zeros((0, 0)), tuple(kinds))


def apart(rows: LessonRows, weights: Mapping[str, Sequence[str]]) -> Numbers:
    """How far apart candidates of one decision lie in what each weight counts, in the order of the columns: the mean
    square of what they differ from their mean by."""
    told = [(_kind(rows, kind, part).counts ** 2).sum(axis=0) for kind, part in columns_of(weights).items()]
    sizes = [max(1, int((rows.labels["kind"] == kind).sum())) for kind in weights]
    return np.concatenate([one / size for one, size in zip(told, sizes, strict=True)])


def _directions(names: Sequence[str], counts: Numbers, weights: Numbers) -> Numbers:
    """Along which the weights of one kind are changed: those of a family (own_0, own_1 …) all in proportion, or all by
    the same amount; one that stands alone by itself."""
    families: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        families.setdefault(re.sub(r"_\d+", "", name), []).append(place)
    usual, columns = float((counts @ weights).std()), []
    for members in families.values():
        used = [place for place in members if counts[:, place].std() > _NOUGHT]
        alike = np.zeros(len(names))
        alike[used] = 1.0
        ways = [(alike, np.inf)]
        if len(used) > 1:
            ways.insert(0, (alike * weights, MOST_CHANGED))
        for way, most in ways:
            changed = float((counts @ way).std())
            if changed > _NOUGHT:
                columns.append(way * min(usual / changed, most))
    return np.array(columns).reshape(-1, len(names)).T


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
        out = lessons.fold == fold
        ridge, values = _Ridge(lessons.counts[~out], lessons.values[~out]), lessons.values[out]
        for place, penalty in enumerate(PENALTIES):
            said = lessons.counts[out] @ ridge.weights(penalty)
            explained[place, fold] = 1.0 - ((values - said) ** 2).sum() / (values**2).sum()
            gains[place, fold] = _gain(said, values, lessons.decision[out])
    tried = zip(explained.mean(axis=1).tolist(), PENALTIES, gains.mean(axis=1).tolist(), strict=True)
    best, penalty, gain = max(tried)
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
    """Ridge regression through nought, on counts scaled to a spread of one; what never differs gets weight nought."""

    def __init__(self, counts: Numbers, values: Numbers) -> None:
        self._spread = counts.std(axis=0)
        self._used = self._spread > _NOUGHT
        scaled = counts[:, self._used] / self._spread[self._used]
        self._products, self._right = scaled.T @ scaled / len(values), scaled.T @ values / len(values)

    def weights(self, penalty: float) -> Numbers:
        """The weights at a penalty."""
        found = np.zeros(len(self._used))
        if self._used.any():
            system = self._products + penalty * np.eye(len(self._right))
            found[self._used] = linalg.solve(system, self._right, assume_a="pos") / self._spread[self._used]
        return found


def _gain(said: Numbers, values: Numbers, decision: NDArray[np.int64]) -> float:
    """The mean value of the candidates that are said to be best, one of each decision."""
    order = np.lexsort((-said, decision))
    firsts = np.ones(len(order), dtype=np.bool_)
    firsts[1:] = decision[order][1:] != decision[order][:-1]
    return float(values[order][firsts].mean())
