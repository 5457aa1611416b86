"""Intervals of rare shares and of their differences: known answers, and how often they hold the truth."""

from math import inf

import numpy as np
import pytest

from arkadia_sim.stats.intervals import Estimate, interval_from
from arkadia_sim.stats.shares import share_interval, sum_of_parts


def test_a_share_has_clopper_and_pearsons_interval() -> None:
    """Zero of ten and three of ten, from their table; all of ten is the mirror of none."""
    none, three, all_ = (share_interval(count, 10) for count in (0, 3, 10))
    assert [none.low, none.high] == pytest.approx([0.0, 0.3085], abs=1e-4)
    assert [three.low, three.high] == pytest.approx([0.0667, 0.6525], abs=1e-4)
    assert [all_.low, all_.high] == pytest.approx([0.6915, 1.0], abs=1e-4)


def test_a_difference_of_shares_is_that_of_newcombe() -> None:
    """His example of 56 of 70 and 48 of 80, with Wilson's intervals for the parts: 0.0524 to 0.3339."""
    first, second = Estimate(0.8, 0.6918, 0.8770, 0.0478, 70), Estimate(0.6, 0.4905, 0.7004, 0.0548, 80)
    found = sum_of_parts([(1.0, first), (-1.0, second)])
    assert [found.low, found.high] == pytest.approx([0.0524, 0.3339], abs=2e-4)
    assert found.n == 70


def test_with_symmetrical_parts_it_is_the_usual_interval() -> None:
    one, other = interval_from(5.0, 0.3, 1000), interval_from(3.0, 0.4, 1000)
    found = sum_of_parts([(2.0, one), (-1.0, other)])
    reach = ((2 * one.half_width) ** 2 + other.half_width**2) ** 0.5
    assert [found.low, found.high] == pytest.approx([7.0 - reach, 7.0 + reach])
    assert found.standard_error == pytest.approx((0.6**2 + 0.4**2) ** 0.5)


@pytest.mark.parametrize(
    ("up", "down"),
    [((0.002, 0.0004), (0.0005, 0.0)), ((0.0008, 0.0008), (0.0008, 0.0008)), ((0.0, 0.0), (0.004, 0.001))],
)
def test_what_rare_shares_do_more_with_two_than_with_four_lies_in_its_interval(
    up: tuple[float, float], down: tuple[float, float]
) -> None:
    """Of paired deals a few change up or down, at two table sizes: the difference of the two is held in 95%, where the
    normal interval, which thinks that what was not met cannot be, holds it less often or never wider than is right."""
    deals, rounds = 4000, 2000
    generator = np.random.Generator(np.random.PCG64(20066))
    truth = (up[0] - down[0]) - (up[1] - down[1])
    held = normal = 0
    for _ in range(rounds):
        parts: list[tuple[float, Estimate]] = []
        variance = 0.0
        for sign, more, less in ((1.0, up[0], down[0]), (-1.0, up[1], down[1])):
            rose, fell, _ = generator.multinomial(deals, [more, less, 1 - more - less])
            parts += [(sign, share_interval(int(rose), deals)), (-sign, share_interval(int(fell), deals))]
            variance += ((rose + fell) / deals - ((rose - fell) / deals) ** 2) / deals
        found = sum_of_parts(parts)
        held += found.low <= truth <= found.high
        normal += abs(found.mean - truth) <= 1.96 * variance**0.5
    assert held >= 0.95 * rounds
    assert held >= normal


@pytest.mark.parametrize(("count", "n"), [(-1, 5), (6, 5), (0, 0)])
def test_what_is_no_share_is_refused(count: int, n: int) -> None:
    with pytest.raises(ValueError, match="is not a share"):
        share_interval(count, n)
    assert share_interval(5, 5).high < inf
