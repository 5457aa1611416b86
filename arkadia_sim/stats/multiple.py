"""Many questions at once: who asks twenty gets one "significant" answer for nothing.

Verdicts use Holm's step-down procedure (Holm 1979, "A simple sequentially rejective multiple test procedure",
Scandinavian Journal of Statistics 6) over a family of questions that is named before the run. It needs no independence
of the questions.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.stats.equivalence import ALPHA, Evidence, Judgement, difference_p, equivalence_p, verdict_from


def holm(p_values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """The p-values adjusted for all being asked: compare them with the error rate of the whole family."""
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    stepped = p[order] * (p.size - np.arange(p.size))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(stepped)) if p.size else stepped
    return adjusted


def simultaneous_verdicts(family: Sequence[Evidence], alpha: float = ALPHA) -> list[Judgement]:
    """The verdicts on a family of questions, in the order given, with Holm-adjusted p-values.

    Two promises, each over the whole family: with probability ``alpha`` at most is there any "helps" or "hurts" where
    the truth is zero, and with probability ``alpha`` at most any "makes no difference that matters" where the truth is
    as large as its tolerance. So the differences and the equivalences are stepped down as one list each.
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
    """How surprising the effects would be if any of them were as large as its tolerance.

    All must be surely within their tolerances, so that the worst of them decides: an intersection-union test, which
    needs no correction for their number (Berger 1982, "Multiparameter hypothesis testing and acceptance sampling",
    Technometrics 24).
    """
    return max(equivalence_p(question) for question in family)


def _checked(p_values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1 or not np.all((p >= 0) & (p <= 1)):
        raise ValueError("p-values are a list of numbers from 0 to 1")
    return p
