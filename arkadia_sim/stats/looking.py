"""What it costs to look early: a run that stood finished, was seen, and was then given more deals.

Whoever looks at 500 deals, and adds 100 where these do not please, has two chances of a mistake and not one (Armitage,
McPherson and Rowe 1969, "Repeated significance tests on accumulating data", Journal of the Royal Statistical Society A
132). So every further look may err half as often as the one before: :data:`ALPHA`, a half of it, a quarter of it. How
many looks there will be need not be known at the first (Lan and DeMets 1983, "Discrete sequential boundaries for
clinical trials", Biometrika 70).
"""

from arkadia_sim.stats.equivalence import ALPHA


def error_rate(earlier: int) -> float:
    """The chance of a mistake that a look may have after so many earlier ones, of each kind of mistake.

    What this promises. Each look errs with this chance at most, as if it were the only one. That any of them errs has
    therefore a chance of at most the sum: 1.5 times :data:`ALPHA` with two looks, and less than twice :data:`ALPHA`
    with however many, whatever decides whether there is another one. The first look has spent all of :data:`ALPHA`
    before anybody knew of a second: no rule for the looks after it can bring the sum down to that.

    What it does not promise. It knows nothing of looks in another folder: the same deals played again there, with more
    of them, are a further look that nobody counts. The sum is that of looks at numbers of deals that do not depend on
    what was seen. Where each next number is chosen by that, the chance with two looks is 1.59 times :data:`ALPHA` at
    worst (for two-sided tests of normal means). Runs that are to be looked at many times have a rule of their own, for
    which nothing is spent: :mod:`arkadia_sim.stats.sequential`.
    """
    if earlier < 0:
        raise ValueError(f"a number of looks is at least 0, not {earlier}")
    return ALPHA / 2.0**earlier
