"""Does it help, hurt, make no difference that matters, or is it not settled?

Two questions are asked of one effect. Is it other than zero (Student's t test, two-sided)? Is it smaller than a
tolerance named beforehand, in both directions (two one-sided tests: Schuirmann 1987, "A comparison of the two
one-sided tests procedure and the power approach", Journal of Pharmacokinetics and Biopharmaceutics 15)? "It was not
significant" alone never becomes "it makes no difference": that takes the second test.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import inf, isfinite

from arkadia_sim.stats.intervals import Estimate

ALPHA = 0.05
"""The chance of a mistake of either kind, over all the questions that are judged together."""

MINIMUM_DEALS = 30
"""With fewer deals no verdict is given: the t distribution of the mean is not to be trusted."""

MINIMUM_CHANGED_DEALS = 10
"""With fewer deals that differ between the arms the t test is not to be trusted, however many deals there are."""


SAME = "the same in every deal"
"""What is said in place of a verdict where two came to the same in each deal: more deals are no answer to that."""


class Verdict(StrEnum):
    """The four answers that a question can get."""

    HELPS = "helps"
    HURTS = "hurts"
    NO_DIFFERENCE = "makes no difference that matters"
    NOT_SETTLED = "not settled"


@dataclass(frozen=True)
class Judgement:
    """A verdict and the two p-values behind it (adjusted ones where several questions were asked together)."""

    verdict: Verdict
    p_difference: float
    p_equivalence: float
    tolerance: float
    alpha: float


@dataclass(frozen=True)
class Evidence:
    """What a verdict is made from: the effect, the tolerance, and what guards against too few changes.

    ``changed_deals`` counts the deals in which the arms differ (None: all of them), ``bound`` is the largest effect
    that a single deal can have (None: unknown). All in the same unit.
    """

    effect: Estimate
    tolerance: float
    changed_deals: int | None = None
    bound: float | None = None

    @property
    def changed(self) -> int:
        """In how many deals the arms differ."""
        return self.effect.n if self.changed_deals is None else self.changed_deals


def judge(evidence: Evidence, alpha: float = ALPHA) -> Judgement:
    """The verdict on a single question.

    If the truth is exactly zero, "helps" or "hurts" comes out with probability ``alpha`` at most; if the truth is as
    large as the tolerance or larger, "makes no difference that matters" comes out with probability ``alpha`` at most.
    """
    p_difference, p_equivalence = difference_p(evidence), equivalence_p(evidence)
    verdict = verdict_from(evidence.effect.mean, p_difference, p_equivalence, alpha)
    return Judgement(verdict, p_difference, p_equivalence, evidence.tolerance, alpha)


def verdict_from(mean: float, p_difference: float, p_equivalence: float, alpha: float) -> Verdict:
    """The verdict that two p-values allow. What is surely inside the tolerance does not matter, zero or not."""
    if p_equivalence <= alpha:
        return Verdict.NO_DIFFERENCE
    if p_difference <= alpha:
        return Verdict.HELPS if mean > 0 else Verdict.HURTS
    return Verdict.NOT_SETTLED


def verdict_by_interval(effect: Estimate, tolerance: float) -> Verdict:
    """The verdict that an interval alone would give: within the tolerance, clear of zero, or neither."""
    if -tolerance < effect.low and effect.high < tolerance:
        return Verdict.NO_DIFFERENCE
    if effect.low > 0:
        return Verdict.HELPS
    return Verdict.HURTS if effect.high < 0 else Verdict.NOT_SETTLED


def difference_p(evidence: Evidence) -> float:
    """How surprising the effect would be if the truth were zero (two-sided t test); 1 with too little to tell."""
    effect = evidence.effect
    if effect.n < MINIMUM_DEALS or evidence.changed < MINIMUM_CHANGED_DEALS:
        return 1.0
    return min(1.0, 2 * _t_tail(abs(effect.mean), effect))


def equivalence_p(evidence: Evidence) -> float:
    """How surprising the effect would be if the truth were as large as the tolerance, in the likelier direction.

    Where fewer than ten deals differ, the t test would be fooled by a rare and large effect that it has not met yet.
    Then the number of changed deals itself is judged: an effect of ``tolerance`` on average, with at most ``bound``
    in a deal, needs a share of ``tolerance / bound`` of changed deals (exact binomial test). Without a bound it is 1.
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
    """The probability that the estimate lies at least ``distance`` above its expectation."""
    from scipy.special import stdtr

    if effect.standard_error == 0:
        return 0.0 if distance > 0 else 1.0
    t = -distance / effect.standard_error if isfinite(effect.standard_error) else 0.0
    return float(stdtr(effect.n - 1, t)) if t > -inf else 0.0
