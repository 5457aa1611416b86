"""Correction for early looks: a finished run was looked at, and then got more deals.

If you look at 500 deals and add 100 when you do not like the result, you have two chances of an error (Armitage,
McPherson and Rowe 1969, "Repeated significance tests on accumulating data", Journal of the Royal Statistical Society A
132). So each further look uses half the error rate of the one before: :data:`ALPHA`, then a half of it, then a
quarter. The number of looks need not be known in advance (Lan and DeMets 1983, "Discrete sequential boundaries for
clinical trials", Biometrika 70).
"""

from arkadia_sim.stats.equivalence import ALPHA


def error_rate(earlier: int) -> float:
    """The error rate for a look after ``earlier`` earlier ones, for each kind of error.

    What this guarantees: each look by itself errs with this probability at most. So the probability that any look
    errs is at most the sum: 1.5 times :data:`ALPHA` with two looks, and less than twice :data:`ALPHA` with any number
    of looks, whatever rule decides about the next one. The first look already used all of :data:`ALPHA`, so no later
    rule can bring the sum down to that.

    What this does not guarantee: looks in another folder are not counted, for example the same deals played there
    again with more added. And the sum assumes that the numbers of deals do not depend on the results. If each next
    number does, the probability with two looks is at worst 1.59 times :data:`ALPHA` (two-sided tests of normal means).
    For runs with many looks there is :mod:`arkadia_sim.stats.sequential`, which has no such cost.
    """
    if earlier < 0:
        raise ValueError(f"the number of earlier looks must be 0 or more, not {earlier}")
    return ALPHA / 2.0**earlier
