"""Intervals over deals: known answers, scipy's answers, and whether 95% means 95%."""

import math

import numpy as np
import pytest
from scipy import stats

from arkadia_sim.stats.intervals import (
    Estimate,
    cluster_mean_interval,
    independent_difference,
    interval_from,
    mean_interval,
    share_interval,
    sum_of_parts,
    t_quantile,
)


def test_known_answer_by_hand() -> None:
    """1, 2, 3: mean 2, standard deviation 1, standard error 1/sqrt(3), t(0.975; 2) = 4.303."""
    estimate = mean_interval([1, 2, 3])
    assert estimate.mean == 2
    assert estimate.n == 3
    assert estimate.standard_error == pytest.approx(1 / math.sqrt(3))
    assert estimate.half_width == pytest.approx(4.302653 / math.sqrt(3), rel=1e-6)
    assert estimate.high - 2 == pytest.approx(2 - estimate.low)


def test_agrees_with_scipy() -> None:
    values = np.random.default_rng(1).gamma(2, size=57)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.9)
    estimate = mean_interval(values, level=0.9)
    assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high))
    assert t_quantile(0.975, 7) == pytest.approx(stats.t.ppf(0.975, 7))


def test_too_few_deals_claim_nothing() -> None:
    one = mean_interval([5.0])
    assert (one.mean, one.low, one.high) == (5.0, -math.inf, math.inf)
    none = mean_interval([])
    assert none.n == 0
    assert math.isnan(none.mean)
    assert cluster_mean_interval([10.0], [2]) == one


def test_what_is_no_list_of_numbers_no_level_and_no_share_is_refused() -> None:
    for values in ([1.0, math.nan], [1.0, math.inf], [[1.0], [2.0]]):
        with pytest.raises(ValueError, match=r"missing|one number per deal"):
            mean_interval(values)
    with pytest.raises(ValueError, match="level"):
        interval_from(0, 1, 5, level=95)
    for count, n in ((-1, 5), (6, 5), (0, 0)):
        with pytest.raises(ValueError, match="is not a share"):
            share_interval(count, n)


def test_deals_count_by_their_games() -> None:
    values = np.random.default_rng(3).normal(size=25)
    plain, clustered = mean_interval(values), cluster_mean_interval(values * 4, np.full(25, 4))
    assert (clustered.mean, clustered.low, clustered.high) == pytest.approx((plain.mean, plain.low, plain.high))
    assert cluster_mean_interval([4.0, 8.0, 1.0], [4, 4, 1]).mean == pytest.approx(13 / 9)


def test_95_percent_over_deals_is_95_percent_and_per_game_is_not() -> None:
    """Replayed deals in a fixed seat: the games of a deal are alike, so counting them one by one promises too much."""
    generator = np.random.default_rng(20261121)
    truth, repeats, deals, games = 0.3, 2000, 120, 4
    over_deals = over_games = 0
    for _ in range(repeats):
        chance = generator.beta(0.9, 2.1, size=(deals, 1))  # mean 0.3
        won = (generator.random((deals, games)) < chance).astype(float)
        by_deal, by_game = mean_interval(won.mean(axis=1)), mean_interval(won.ravel())
        over_deals += by_deal.low <= truth <= by_deal.high
        over_games += by_game.low <= truth <= by_game.high
    assert over_deals / repeats == pytest.approx(0.95, abs=0.01)
    assert over_games / repeats < 0.90


def test_95_percent_of_the_interval_with_unequal_deals_is_95_percent() -> None:
    generator = np.random.default_rng(20261123)
    repeats, deals, covered = 2000, 150, 0
    for _ in range(repeats):
        counts = generator.integers(1, 7, deals)
        sums = counts * generator.normal(1.0, 1.0, deals) + np.sqrt(counts) * generator.normal(0, 2.0, deals)
        estimate = cluster_mean_interval(sums, counts)
        covered += estimate.low <= 1.0 <= estimate.high
    assert covered / repeats == pytest.approx(0.95, abs=0.01)


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


@pytest.mark.parametrize("usual", [0.0, 25.0, 100.0])
@pytest.mark.parametrize("rate", [0.002, 0.06])
def test_equal_deals_get_an_interval_that_holds_the_truth(usual: float, rate: float) -> None:
    """Deals are as usual, or with a small probability the worst that is possible: the mean is known."""
    chance, worst, deals = np.random.default_rng(1), 0.0 if usual else 100.0, 60
    truth = (1 - rate) * usual + rate * worst
    missed = 0
    for _ in range(2000):
        values = np.where(chance.random(deals) < rate, worst, usual)
        seen = mean_interval(values).with_unseen(0.0, 100.0)
        assert seen.low < seen.high
        if np.ptp(values) == 0:
            missed += not seen.low <= truth <= seen.high
    assert missed <= 0.05 * 2000


def test_only_equal_deals_between_known_bounds_get_the_interval_for_floors_and_ceilings() -> None:
    same = mean_interval(np.full(1000, 100.0))
    assert (same.with_unseen(0.0, 100.0).low, same.with_unseen(0.0, 100.0).high) == pytest.approx(
        (99.632, 100.0), abs=1e-3
    )
    assert same.with_unseen(0.0, 100.0, family=10).low < same.with_unseen(0.0, 100.0).low
    assert same.with_unseen(-np.inf, np.inf) is same
    varied = mean_interval([0.0, 1.0, 1.0])
    assert varied.with_unseen(0.0, 1.0) is varied


def test_two_constants_differ_by_an_interval() -> None:
    """Welch's interval of two means that never varied would have no width."""
    first, second = (mean_interval(np.full(100, value)).with_unseen(0.0, 100.0) for value in (50.0, 25.0))
    apart = independent_difference(first, second)
    assert apart.mean == 25.0 and apart.low < 25.0 < apart.high
