"""Correction for many questions: of twenty questions, one is "significant" by pure chance.

Verdicts use Holm's step-down procedure (Holm 1979, "A simple sequentially rejective multiple test procedure",
Scandinavian Journal of Statistics 6) over a family of questions named before the run. The questions need not be
independent.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.stats.equivalence import ALPHA, Evidence, Judgement, difference_p, equivalence_p, verdict_from


def holm(p_values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Adjust p-values for their number (Holm): compare them with the error rate of the whole family."""
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    stepped = p[order] * (p.size - np.arange(p.size))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(stepped)) if p.size else stepped
    return adjusted


def simultaneous_verdicts(family: Sequence[Evidence], alpha: float = ALPHA) -> list[Judgement]:
    """Judge a family of questions with Holm-adjusted p-values; the order stays.

    Two guarantees hold over the whole family, each with an error probability of at most ``alpha``: no "helps" or
    "hurts" where the true effect is zero, and no "no difference that matters" where it is as large as the
    tolerance. For this, differences and equivalences are adjusted separately.
    """
    differences = holm([difference_p(question) for question in family])
    equivalences = holm([equivalence_p(question) for question in family])
    return [
        Judgement(
            verdict_from(question.effect.mean, float(difference), float(equivalence), alpha),
            float(difference),
            float(equivalence),
            question.tolerance,
            alpha,
        )
        for question, difference, equivalence in zip(family, differences, equivalences, strict=True)
    ]


def none_differs_p(family: Sequence[Evidence]) -> float:
    """The p-value for "no effect of the family is as large as its tolerance": the largest equivalence p-value.

    This is an intersection-union test, which needs no correction for the number of questions.

    Source: Berger 1982, "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24.
    """
    return max(equivalence_p(question) for question in family)


def _checked(p_values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1 or not np.all((p >= 0) & (p <= 1)):
        raise ValueError("p-values must be a list of numbers from 0 to 1")
    return p
