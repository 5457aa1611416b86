"""All against all: intervals hold the truth, pairs that are even are seldom named, circles are found."""

from dataclasses import astuple

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.questions.ladder import advantages, field_interval, surely_beats
from arkadia_sim.stats.intervals import mean_interval

Values = NDArray[np.float64]


def played(expected: Values, deals: int, chance: np.random.Generator, common: float = 0.5) -> Values:
    """What one gets among others, deal by deal: what is expected, the luck of the deal (the same for who sits in the
    same seats) and luck of its own."""
    count = len(expected)
    shared = chance.normal(0, common, (count, 1, deals)) + chance.normal(0, common, deals)
    values: Values = expected[:, :, None] + shared + chance.normal(0, 1, (count, count, deals))
    values[np.arange(count), np.arange(count)] = np.nan
    return values


def circle(count: int, by: float) -> Values:
    """Each gains as much against the next as the next loses; all other pairs are even."""
    expected = np.zeros((count, count))
    for one in range(count):
        expected[one, (one + 1) % count] = by
        expected[(one + 1) % count, one] = -by
    return expected


def test_with_equally_many_deals_it_is_the_interval_of_the_deals_means() -> None:
    values = np.random.default_rng(1).normal(0, 1, (4, 60))
    for weights in (np.ones(4), np.array([1.0, 0.5, 0.5, 0.0])):
        wanted = mean_interval(weights @ values / weights.sum())
        assert astuple(field_interval(values, weights)) == pytest.approx(astuple(wanted))


@pytest.mark.parametrize("few", [200, 25])
def test_the_interval_against_the_field_holds_the_truth_as_often_as_it_says(few: int) -> None:
    """With luck that all opponents of a deal have in common, and with fewer deals against one of them."""
    chance, truth, tries, held = np.random.default_rng(few), np.array([0.3, -0.2, 0.6]), 1500, 0
    for _ in range(tries):
        values = truth[:, None] + chance.normal(0, 1, 200) + chance.normal(0, 1, (3, 200))
        values[2, few:] = np.nan
        seen = field_interval(values, np.ones(3))
        held += seen.low <= truth.mean() <= seen.high
    assert 0.935 < held / tries < 0.97


def test_opponents_of_no_weight_need_not_be_played() -> None:
    values = np.array([[1.0, 3.0], [np.nan, np.nan]])
    assert field_interval(values, [1.0, 0.0]).mean == 2.0
    alone = field_interval(np.array([[1.0], [3.0]]), np.ones(2))
    assert (alone.mean, alone.low, alone.high, alone.n) == (2.0, -np.inf, np.inf, 1)
    with pytest.raises(ValueError, match="has no deals"):
        field_interval(values, [1.0, 1.0])
    for weights in ([0.0, 0.0], [1.0], [-1.0, 1.0]):
        with pytest.raises(ValueError, match="weight"):
            field_interval(values, weights)


def test_the_strong_surely_beat_the_weak() -> None:
    strengths = np.array([2.0, 1.0, 0.0, -1.0])
    values = played(strengths[:, None] - strengths[None, :], 200, np.random.default_rng(2))
    (beats,) = surely_beats([advantages(values)])
    assert beats == {(a, b) for a in range(4) for b in range(a + 1, 4)}


def test_a_circle_of_three_is_found() -> None:
    values = played(circle(3, 1.0), 200, np.random.default_rng(3))
    (beats,) = surely_beats([advantages(values)])
    assert beats == {(0, 1), (1, 2), (2, 0)}
    (turned,) = surely_beats([advantages(np.transpose(values, (1, 0, 2)))])
    assert turned == {(1, 0), (2, 1), (0, 2)}


def test_among_equals_a_pair_is_seldom_named() -> None:
    """Two tables of four that are alike in truth, judged together: in 5% of the ladders at most is any pair named."""
    chance, tries, named = np.random.default_rng(4), 1000, 0
    for _ in range(tries):
        tables = [advantages(played(np.zeros((4, 4)), 40, chance)) for _ in range(2)]
        found = surely_beats(tables)
        named += any(found)
    assert 0.015 < named / tries < 0.065


def test_too_few_deals_name_nobody() -> None:
    for deals, found in ((29, set()), (30, {(0, 1)})):
        values = played(np.array([[0.0, 9.0], [-9.0, 0.0]]), deals, np.random.default_rng(5))
        assert surely_beats([advantages(values)]) == [found]


def test_pairs_that_were_not_played_are_left_out() -> None:
    values = played(circle(3, 1.0), 50, np.random.default_rng(6))
    values[0, 2] = values[2, 0] = np.nan
    assert set(advantages(values)) == {(0, 1), (1, 2)}
