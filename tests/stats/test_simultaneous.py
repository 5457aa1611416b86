"""Intervals of several means hold at once as often as they say, whatever goes along with what."""

from dataclasses import astuple

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.stats.intervals import mean_interval, t_quantile
from arkadia_sim.stats.simultaneous import Moments, all_pairs, held_at_once, largest_t, moments, together, unbeaten

DRAWS = 20_000


def wins(shares: list[float], deals: int, chance: np.random.Generator) -> NDArray[np.float64]:
    """One winner a deal: what one seat has no other can have."""
    return chance.multinomial(1, shares, size=deals).astype(np.float64)


def test_the_moments_of_portions_are_those_of_the_whole() -> None:
    values = np.random.default_rng(1).normal(1e6, 1.0, (400, 3))
    seen = moments([values[:7], values[7:7], values[7:390], values[390:]])
    assert seen.n == 400
    np.testing.assert_allclose(seen.mean, values.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(seen.covariance, np.cov(values.T), rtol=1e-9)


def test_a_single_mean_has_the_t_interval() -> None:
    values = np.random.default_rng(2).normal(0.1, 1, 40)
    seen, wanted = together([moments([values[:, None]])])[0][0], mean_interval(values)
    assert (seen.mean, seen.standard_error, seen.n) == pytest.approx((wanted.mean, wanted.standard_error, 40))
    assert seen.half_width == pytest.approx(wanted.half_width, rel=0.01)


def test_the_critical_point_is_that_of_the_tables() -> None:
    """Two and four independent t with 20 degrees of freedom, and four that are one: the studentized maximum modulus
    (Stoline and Ury 1979) and Student's t."""
    for size, wanted in ((2, 2.41), (4, 2.72)):
        assert np.quantile(largest_t(np.eye(size), 20), 0.95) == pytest.approx(wanted, abs=0.025)
    assert np.quantile(largest_t(np.ones((4, 4)), 20), 0.95) == pytest.approx(t_quantile(0.975, 20), abs=0.025)


@pytest.mark.parametrize("shares", [[0.25, 0.25, 0.25, 0.25], [0.5, 0.2, 0.2, 0.1]])
def test_all_seats_are_held_at_once_as_often_as_it_says(shares: list[float]) -> None:
    """A win goes to one seat: four shares that add up to one. Intervals by Bonferroni would hold more often."""
    chance, tries = np.random.default_rng(len(shares)), 500
    held = 0
    for _ in range(tries):
        seen = together([moments([wins(shares, 150, chance)])], draws=4000)
        held += all(one.low <= share <= one.high for one, share in zip(seen[0], shares, strict=True))
    assert held / tries == pytest.approx(0.95, abs=0.025)


def test_two_tables_are_held_at_once_too() -> None:
    """Groups of deals that have nothing to do with each other: three seats here, two there."""
    chance, tries, held = np.random.default_rng(9), 400, 0
    first, second = np.eye(5, 3), np.eye(5, 2, -3)
    for _ in range(tries):
        groups = [moments([chance.normal(0, 1, (60, 3))]), moments([chance.normal(0, 3, (90, 2))])]
        seen = together([groups[0].combined(first), groups[1].combined(second)], draws=4000)
        held += all(estimate.low <= 0 <= estimate.high for estimate in seen[0])
    assert held / tries == pytest.approx(0.95, abs=0.025)
    assert [estimate.n for estimate in seen[0]] == [60, 60, 60, 90, 90]


def test_alike_seats_are_seldom_told_apart_and_different_ones_are() -> None:
    chance, tries, named = np.random.default_rng(4), 400, 0
    contrast = np.eye(4) - 0.25
    for _ in range(tries):
        seen = together([moments([wins([0.25] * 4, 150, chance)]).combined(contrast)], draws=4000)
        named += min(seen[1]) <= 0.05
    assert named / tries == pytest.approx(0.05, abs=0.025)
    better = together([moments([wins([0.4, 0.2, 0.2, 0.2], 1000, chance)]).combined(contrast)], draws=DRAWS)
    assert better[1][0] < 1e-5
    assert better[0][0].low > 0 > better[0][1].high


def test_the_difference_of_paired_deals_is_their_mean_difference() -> None:
    chance = np.random.default_rng(5)
    luck = chance.normal(0, 5, 200)
    values = np.stack([luck + chance.normal(0, 1, 200), luck + chance.normal(0.5, 1, 200)], axis=1)
    seen = together([moments([values]).combined([[-1.0, 1.0]])], draws=DRAWS)[0][0]
    wanted = mean_interval(values[:, 1] - values[:, 0])
    assert (seen.mean, seen.standard_error) == pytest.approx((wanted.mean, wanted.standard_error))


def test_what_never_varies_has_no_width_and_widens_nothing() -> None:
    chance = np.random.default_rng(6)
    values = np.stack([chance.normal(0, 1, 50), np.full(50, 3.0)], axis=1)
    seen = together([moments([values])], draws=DRAWS)
    assert (seen[0][1].low, seen[0][1].high, seen[1][1]) == (3.0, 3.0, 0.0)
    alone = together([moments([values[:, :1]])], draws=DRAWS)
    assert astuple(seen[0][0]) == pytest.approx(astuple(alone[0][0]))


def test_of_a_single_deal_nothing_is_known_and_what_is_no_deal_is_refused() -> None:
    seen = together([moments([[[1.0, 2.0]]])])
    assert all(np.isinf(estimate.high) and estimate.n == 1 for estimate in seen[0])
    assert seen[1] == [1.0, 1.0]
    with pytest.raises(ValueError, match="level"):
        together([Moments(3, np.zeros(1), np.eye(1))], level=1.0)
    with pytest.raises(ValueError, match="no deals"):
        moments([])
    with pytest.raises(ValueError, match="finite"):
        moments([[[1.0, np.nan]]])


def test_the_greatest_of_several_is_hardly_ever_beaten_and_the_clearly_lesser_is() -> None:
    """With four equal means that go along, the first is out in 5% of all simulations at most; a lesser fifth always."""
    generator = np.random.Generator(np.random.PCG64(8))
    truth, out, kept = np.array([0.0, 0.0, 0.0, 0.0, -1.5]), 0, 0
    for _ in range(400):
        deals = generator.normal(size=(60, 1)) + generator.normal(size=(60, 5)) + truth
        seen = together([moments([deals]).combined(all_pairs(5))], draws=2_000)[0]
        left = unbeaten(5, seen)
        out += 0 not in left
        kept += 4 in left
    assert out <= 28  # 5% of 400, and two standard errors more
    assert kept == 0


def test_one_that_is_above_all_others_stays_alone() -> None:
    deals = np.random.Generator(np.random.PCG64(3)).normal(size=(50, 3)) * 0.1 + np.array([0.0, 5.0, 1.0])
    seen = together([moments([deals]).combined(all_pairs(3))])[0]
    assert unbeaten(3, seen) == (1,)
    assert [round(one.mean) for one in seen] == [-5, -1, 4]
    assert held_at_once([]) == ([], [])
