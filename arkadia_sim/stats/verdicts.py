"""Verdicts: does a change help, hurt, make no difference that matters, or is the result inconclusive?

Two tests judge each effect:

- Is it different from zero? (Student's t test, two-sided.)
- Is it smaller than a tolerance chosen beforehand, in both directions? (Two one-sided tests: Schuirmann 1987, "A
  comparison of the two one-sided tests procedure and the power approach", Journal of Pharmacokinetics and
  Biopharmaceutics 15.)

"Not significant" never turns into "no difference": only the second test can show that.

Of twenty questions, one is "significant" by pure chance. So the verdicts of a family of questions, named before the
run, use Holm's step-down procedure (Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian
Journal of Statistics 6). The questions need not be independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.stats.intervals import Estimate

ALPHA = 0.05
"""The probability of an error of either kind, across all questions judged together."""

MINIMUM_DEALS = 30
"""With fewer deals there is no verdict: the t test of the mean is not reliable."""

MINIMUM_CHANGED_DEALS = 10
"""If fewer deals differ between the arms the t test is not reliable, however many deals there are."""

SAME = "the same in all deals played"
"""Said of an estimate that never varied, and of two arms that gave the same result in each deal."""


Verdict = Literal["higher", "lower", "equivalent", "inconclusive"]
"""The four possible answers to a question; "higher" is no judgement whether more is better."""

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True)
class Judgement:
    """A verdict and its two p-values (adjusted where several questions were judged together)."""

    verdict: Verdict
    p_difference: float
    p_equivalence: float
    tolerance: float
    alpha: float


@dataclass(frozen=True)
class Evidence:
    """What a verdict is based on: the effect, and the smallest effect that matters, in the same unit.

    ``changed_deals`` is how many deals differ between the arms (None: all of them), ``bound`` the largest possible
    effect in a single deal (None: unknown).
    """

    effect: Estimate
    tolerance: float
    changed_deals: int | None = None
    bound: float | None = None

    @property
    def changed(self) -> int:
        """How many deals differ between the arms."""
        return self.effect.n if self.changed_deals is None else self.changed_deals


def judge(evidence: Evidence, alpha: float = ALPHA) -> Judgement:
    """Judge a single question.

    If the true effect is zero, "helps" or "hurts" has a probability of at most ``alpha``. If it is at least as large
    as the tolerance, "no difference that matters" has a probability of at most ``alpha``.
    """
    p_difference, p_equivalence = difference_p(evidence), equivalence_p(evidence)
    verdict = verdict_from(evidence.effect.mean, p_difference, p_equivalence, alpha)
    return Judgement(verdict, p_difference, p_equivalence, evidence.tolerance, alpha)


def verdict_from(mean: float, p_difference: float, p_equivalence: float, alpha: float) -> Verdict:
    """The verdict for two p-values. An effect inside the tolerance does not matter, even if it is not zero."""
    if p_equivalence <= alpha:
        return "equivalent"
    if p_difference <= alpha:
        return "higher" if mean > 0 else "lower"
    return "inconclusive"


def difference_p(evidence: Evidence) -> float:
    """The p-value of the two-sided t test against zero; 1 with too few deals."""
    effect = evidence.effect
    if effect.n < MINIMUM_DEALS or evidence.changed < MINIMUM_CHANGED_DEALS:
        return 1.0
    return min(1.0, 2 * _t_tail(abs(effect.mean), effect))


def equivalence_p(evidence: Evidence) -> float:
    """The p-value of the equivalence test: the larger of the two one-sided p-values.

    If fewer than ten deals differ, the t test could miss a rare but large effect. Then the number of changed deals
    is tested instead (exact binomial test): for an average effect of ``tolerance`` with at most ``bound`` in one
    deal, at least a share of ``tolerance / bound`` of the deals must change. Without a bound the p-value is 1.

    Raises:
        ValueError: The tolerance is not above 0.
    """
    if not evidence.tolerance > 0:
        raise ValueError(f"the tolerance must be above 0, not {evidence.tolerance}")
    effect = evidence.effect
    if effect.n < MINIMUM_DEALS:
        return 1.0
    if evidence.changed < MINIMUM_CHANGED_DEALS:
        return _few_changes_p(evidence)
    return _t_tail(evidence.tolerance - abs(effect.mean), effect)


def _few_changes_p(evidence: Evidence) -> float:
    from scipy.special import bdtr

    if evidence.bound is None or evidence.bound <= 0:
        return 1.0
    share = min(1.0, evidence.tolerance / evidence.bound)
    return float(bdtr(float(evidence.changed), evidence.effect.n, share))


def _t_tail(distance: float, effect: Estimate) -> float:
    """The probability that the estimate exceeds its expectation by at least ``distance``."""
    from scipy.special import stdtr

    if effect.standard_error == 0:
        return 0.0 if distance > 0 else 1.0
    t = -distance / effect.standard_error if isfinite(effect.standard_error) else 0.0
    return float(stdtr(effect.n - 1, t)) if t > -inf else 0.0


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


def error_rate(earlier: int) -> float:
    """The error rate for a look at a finished run after ``earlier`` earlier ones, for each kind of error.

    If you look at 500 deals and add 100 when you do not like the result, you have two chances of an error (Armitage,
    McPherson and Rowe 1969, "Repeated significance tests on accumulating data", Journal of the Royal Statistical
    Society A 132). So each further look uses half the error rate of the one before: :data:`ALPHA`, then a half of it,
    then a quarter. The number of looks need not be known in advance (Lan and DeMets 1983, "Discrete sequential
    boundaries for clinical trials", Biometrika 70).

    What this guarantees: each look by itself errs with this probability at most. So the probability that any look
    errs is at most the sum: 1.5 times :data:`ALPHA` with two looks, and less than twice :data:`ALPHA` with any number
    of looks, whatever rule decides about the next one. The first look already used all of :data:`ALPHA`, so no later
    rule can bring the sum down to that.

    What this does not guarantee: looks in another folder are not counted, for example the same deals played there
    again with more added. And the sum assumes that the numbers of deals do not depend on the results. If each next
    number does, the probability with two looks is at worst 1.59 times :data:`ALPHA` (two-sided tests of normal means).
    """
    if earlier < 0:
        raise ValueError(f"the number of earlier looks must be 0 or more, not {earlier}")
    return ALPHA / 2.0**earlier
