"""Intervals over deals: known answers, scipy's answers, and whether 95% means 95%."""

import importlib
import math

import numpy as np
import pytest
from scipy import stats

from arkadia_sim.stats.intervals import (
    Estimate,
    bootstrap_interval,
    cluster_mean_interval,
    interval_from,
    mean_interval,
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


def test_agrees_with_statsmodels() -> None:
    weightstats = importlib.import_module("statsmodels.stats.weightstats")
    values = np.random.default_rng(2).normal(size=40)
    estimate = mean_interval(values)
    assert (estimate.low, estimate.high) == pytest.approx(weightstats.DescrStatsW(values).tconfint_mean())


def test_too_few_deals_claim_nothing() -> None:
    one = mean_interval([5.0])
    assert (one.mean, one.low, one.high) == (5.0, -math.inf, math.inf)
    none = mean_interval([])
    assert none.n == 0
    assert math.isnan(none.mean)
    assert bootstrap_interval([5.0]) == one
    assert cluster_mean_interval([10.0], [2]) == one


def test_scaling_turns_shares_into_points() -> None:
    assert Estimate(0.5, 0.4, 0.7, 0.05, 9).scaled(100) == Estimate(50, 40, 70, 5, 9)
    turned = Estimate(0.5, 0.25, 0.75, 0.125, 9).scaled(-1)
    assert (turned.mean, turned.low, turned.high, turned.standard_error) == (-0.5, -0.75, -0.25, 0.125)


@pytest.mark.parametrize("values", [[1.0, math.nan], [1.0, math.inf], [[1.0], [2.0]]])
def test_refuses_what_is_no_list_of_numbers(values: list[float]) -> None:
    with pytest.raises(ValueError, match=r"missing|one number per deal"):
        mean_interval(values)


def test_refuses_a_level_outside_0_to_1() -> None:
    with pytest.raises(ValueError, match="level"):
        interval_from(0, 1, 5, level=95)


def test_equal_deals_give_the_same_with_and_without_counts() -> None:
    values = np.random.default_rng(3).normal(size=25)
    plain, clustered = mean_interval(values), cluster_mean_interval(values * 4, np.full(25, 4))
    assert (clustered.mean, clustered.low, clustered.high) == pytest.approx((plain.mean, plain.low, plain.high))


def test_an_incomplete_last_deal_counts_by_its_games() -> None:
    assert cluster_mean_interval([4.0, 8.0, 1.0], [4, 4, 1]).mean == pytest.approx(13 / 9)


def test_bootstrap_is_close_to_t_and_repeats_itself() -> None:
    values = np.random.default_rng(4).normal(3, 2, size=400)
    t, boot = mean_interval(values), bootstrap_interval(values, seed=7)
    assert boot == bootstrap_interval(values, seed=7)
    assert boot.mean == t.mean
    assert boot.standard_error == pytest.approx(t.standard_error, rel=0.07)
    assert (boot.low, boot.high) == pytest.approx((t.low, t.high), abs=0.1 * t.half_width)


def test_bootstrap_agrees_with_scipy() -> None:
    values = np.random.default_rng(5).exponential(size=80)
    theirs = stats.bootstrap((values,), np.mean, n_resamples=4000, method="percentile", rng=np.random.default_rng(6))
    ours = bootstrap_interval(values, resamples=4000)
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=0.02)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=0.02)


def test_95_percent_over_deals_is_95_percent_and_per_game_is_not() -> None:
    """Replayed deals in a fixed seat: the games of a deal are alike, so counting them one by one promises too much."""
    generator = np.random.default_rng(20261121)
    truth, repeats, deals, games = 0.3, 4000, 120, 4
    over_deals = over_games = 0
    for _ in range(repeats):
        chance = generator.beta(0.9, 2.1, size=(deals, 1))  # mean 0.3
        won = (generator.random((deals, games)) < chance).astype(float)
        by_deal, by_game = mean_interval(won.mean(axis=1)), mean_interval(won.ravel())
        over_deals += by_deal.low <= truth <= by_deal.high
        over_games += by_game.low <= truth <= by_game.high
    assert over_deals / repeats == pytest.approx(0.95, abs=0.01)
    assert over_games / repeats < 0.90


def test_rotated_seats_make_the_per_game_interval_too_wide() -> None:
    """Each player once in every seat of a deal, and the best seat mostly wins: the games of a deal cancel out."""
    generator = np.random.default_rng(20261122)
    repeats, deals, seats = 3000, 100, 4
    over_deals = over_games = 0
    for _ in range(repeats):
        best = generator.random((deals, seats)) < 0.8
        won = np.zeros((deals, seats))
        won[np.arange(deals), generator.integers(0, seats, deals)] = 1.0
        won = np.where(best, won, (generator.random((deals, seats)) < 0.25).astype(float))
        by_deal, by_game = mean_interval(won.mean(axis=1)), mean_interval(won.ravel())
        over_deals += by_deal.low <= 0.25 <= by_deal.high
        over_games += by_game.low <= 0.25 <= by_game.high
    assert over_deals / repeats == pytest.approx(0.95, abs=0.01)
    assert over_games / repeats > 0.98


def test_95_percent_of_the_interval_with_unequal_deals_is_95_percent() -> None:
    generator = np.random.default_rng(20261123)
    repeats, deals, covered = 2500, 150, 0
    for _ in range(repeats):
        counts = generator.integers(1, 7, deals)
        sums = counts * generator.normal(1.0, 1.0, deals) + np.sqrt(counts) * generator.normal(0, 2.0, deals)
        estimate = cluster_mean_interval(sums, counts)
        covered += estimate.low <= 1.0 <= estimate.high
    assert covered / repeats == pytest.approx(0.95, abs=0.01)
