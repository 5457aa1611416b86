"""Shares between table sizes: what is rare, and what nearly always happens, has an interval that allows for more."""

import numpy as np
import pytest

from arkadia_sim.questions.differences import size_differences
from arkadia_sim.questions.estimates import estimate_of
from arkadia_sim.results.measures import Measure, MeasuredDeals

PLACE = {"part": "part", "design": "seats"}
SHARE = Measure("stuck", "games that got stuck", "% of games", "table", None, 100.0, 1.0, share=True)


def happened(times: int, deals: int = 2000) -> list[list[MeasuredDeals]]:
    """A setting in which it happened in so many of the deals."""
    values = np.zeros((deals, 1))
    values[:times] = 100.0
    return [[MeasuredDeals(SHARE, ("",), values)]]


@pytest.mark.parametrize(("two", "four"), [(6, 0), (0, 0), (2000, 1994), (2000, 2000)])
def test_what_was_not_met_may_happen_all_the_same(two: int, four: int) -> None:
    (one,) = size_differences({2: happened(two), 4: happened(four)}, [(2, 4)], {}, 0.95, PLACE)
    seen = estimate_of(one)
    assert seen.mean == pytest.approx((two - four) / 20)
    assert seen.high - seen.mean >= 1.96 * seen.standard_error
    assert seen.low < seen.mean < seen.high
    assert one.p_difference is None


def test_what_is_near_nothing_at_both_sizes_makes_no_difference_that_matters() -> None:
    (one,) = size_differences({2: happened(3), 4: happened(1)}, [(2, 4)], {"stuck": 1.0}, 0.95, PLACE)
    assert (one.verdict, one.note) == ("equivalent", "")
    (other,) = size_differences({2: happened(400), 4: happened(1)}, [(2, 4)], {"stuck": 1.0}, 0.95, PLACE)
    assert other.verdict == "higher"
