"""Looking early is paid for: simulations in which the truth is known, and nobody adds deals but to get a verdict."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.stats.equivalence import ALPHA, Evidence, Verdict, judge
from arkadia_sim.stats.intervals import mean_interval
from arkadia_sim.stats.looking import error_rate

REPEATS = 6_000


def misled(deals: NDArray[np.float64], sizes: list[int]) -> bool:
    """Whether who looks at so many deals, and adds more until something is surely other than 0, is misled."""
    for earlier, size in enumerate(sizes):
        alpha = error_rate(earlier)
        seen = mean_interval(deals[:size], 1 - alpha)
        verdict = judge(Evidence(seen, tolerance=0.001), alpha).verdict
        assert (verdict in (Verdict.HELPS, Verdict.HURTS)) == (not seen.low <= 0 <= seen.high)
        if verdict is not Verdict.NOT_SETTLED:
            return True
    return False


@pytest.mark.parametrize(
    ("sizes", "bound"),
    [
        ([60], 1.0),
        ([60, 72], 1.5),
        ([60, 300], 1.5),
        ([40, 80, 160, 320], 1.875),
        ([60 + 10 * k for k in range(9)], 2.0),
    ],
)
def test_who_adds_deals_until_something_is_found_is_misled_no_oftener_than_is_promised(
    sizes: list[int], bound: float
) -> None:
    generator = np.random.default_rng(len(sizes))
    found = np.mean([misled(generator.normal(0, 1, sizes[-1]), sizes) for _ in range(REPEATS)])
    assert found < bound * ALPHA + 3 * (bound * ALPHA / REPEATS) ** 0.5
    assert found > 0.8 * ALPHA


def test_without_paying_it_would_be_more() -> None:
    """What the rule is for: nine looks at the full rate."""
    generator = np.random.default_rng(9)
    sums = generator.normal(0, 1, (REPEATS, 9, 60)).sum(axis=2).cumsum(axis=1)
    z = np.abs(sums) / np.sqrt(60 * np.arange(1, 10))
    assert (z > 1.96).any(axis=1).mean() > 3 * ALPHA


def test_where_the_next_size_is_chosen_by_what_was_seen_two_looks_are_misled_1_59_times_as_often_at_worst() -> None:
    """Everybody adds the number of deals with which he is likeliest to find something: the worst that can be done."""
    from scipy.stats import norm

    first, second = (float(norm.isf(error_rate(earlier) / 2)) for earlier in (0, 1))
    z = np.linspace(0, first, 2001)[:, None]
    times = np.logspace(-3, 4, 2001)[None, :]
    to_come = norm.sf((second * np.sqrt(1 + times) - z) / np.sqrt(times))
    to_come += norm.sf((second * np.sqrt(1 + times) + z) / np.sqrt(times))
    worst = ALPHA + 2 * np.trapezoid(to_come.max(axis=1) * norm.pdf(z[:, 0]), z[:, 0])
    assert worst / ALPHA == pytest.approx(1.59, abs=0.005)


def test_rates_of_all_looks_add_up_to_less_than_twice_that_of_the_first() -> None:
    assert [error_rate(earlier) for earlier in (0, 1, 2)] == [ALPHA, ALPHA / 2, ALPHA / 4]
    assert sum(map(error_rate, range(50))) < 2 * ALPHA
    with pytest.raises(ValueError, match="must be 0 or more"):
        error_rate(-1)
