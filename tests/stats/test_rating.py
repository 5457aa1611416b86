"""Ratings: strengths that are known come out again, and who always loses has one too."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.stats.ladder import pair_means, resampled_means
from arkadia_sim.stats.rating import POINTS, fitted_shares, ratings

TRUE = np.array([-350.0, -120.0, 0.0, 90.0, 380.0])
MANY = np.full((5, 5), 10**8)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_strengths_that_are_known_come_out_again(players: int) -> None:
    assert ratings(fitted_shares(TRUE, players), MANY, players) == pytest.approx(TRUE, abs=0.01)


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    assert fitted_shares([400.0, 0.0], 2)[0, 1] == pytest.approx(10 / 11)
    assert fitted_shares([400.0, 0.0], 4)[0, 1] == pytest.approx(10 / 13)
    assert fitted_shares([0.0, 0.0], 4)[0, 1] == pytest.approx(1 / 4)


def test_two_bots_have_the_rating_of_their_odds() -> None:
    """One deal added as chance has it: 75 of 100 becomes 75.5 of 101."""
    share = 75.5 / 101
    low, high = ratings([[0.5, 0.25], [0.75, 0.5]], [[0, 100], [100, 0]], 2)
    assert high - low == pytest.approx(POINTS * np.log(share / (1 - share)))
    assert high + low == pytest.approx(0)


def test_who_lost_every_game_has_a_rating_and_the_lower_the_more_were_played() -> None:
    shares = np.array([[0.5, 1.0, 1.0], [0.0, 0.5, 0.6], [0.0, 0.4, 0.5]])
    few, many = (ratings(shares, np.full((3, 3), deals), 2) for deals in (50, 5000))
    assert few[0] > few[1] > few[2]
    assert np.isfinite(many).all() and many[0] - many[1] > few[0] - few[1] + 300


def test_pairs_that_were_not_played_count_for_nothing() -> None:
    shares, deals = fitted_shares(TRUE, 3), MANY.copy()
    deals[0, 4] = deals[4, 0] = 0
    shares[0, 4] = shares[4, 0] = np.nan
    assert ratings(shares, deals, 3) == pytest.approx(TRUE, abs=0.01)


def test_many_tables_at_once_are_each_rated_for_itself() -> None:
    both = np.stack([fitted_shares(TRUE, 3), fitted_shares(-TRUE, 3)])
    assert ratings(both, MANY, 3) == pytest.approx(np.stack([TRUE, -TRUE]), abs=0.01)


def _played(chance: np.random.Generator, players: int, deals: int) -> NDArray[np.float64]:
    """Every pair in every seat of each deal; the luck of a deal is shared by all pairs."""
    expected = fitted_shares(TRUE, players)
    luck = chance.random((deals, players))
    values = (luck[None, None] < expected[:, :, None, None]).mean(axis=3)
    values[np.arange(5), np.arange(5)] = np.nan
    if players == 2:  # one game serves both directions
        upper = np.triu_indices(5, 1)
        values[upper[1], upper[0]] = 1 - values[upper]
    return values


@pytest.mark.parametrize("players", [2, 4])
def test_intervals_over_deals_drawn_anew_hold_the_truth_as_often_as_they_say(players: int) -> None:
    chance, tries, held = np.random.default_rng(players), 200, 0.0
    for one in range(tries):
        values = _played(chance, players, 150)
        drawn = ratings(resampled_means(values, 200, seed=one), pair_means(values)[1], players)
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        held += float(((low <= TRUE) & (high >= TRUE)).mean())
    assert 0.90 < held / tries < 0.985


@pytest.mark.parametrize(
    ("shares", "players"), [([[0.5, 1.2], [0.0, 0.5]], 2), ([[0.5, np.nan], [0.0, 0.5]], 2), ([[0.5, 0.5]], 2)]
)
def test_what_is_no_table_of_shares_is_refused(shares: list[list[float]], players: int) -> None:
    with pytest.raises(ValueError, match="share"):
        ratings(shares, np.full((2, 2), 10), players)


def test_alone_at_the_table_there_are_no_ratings() -> None:
    with pytest.raises(ValueError, match="two players"):
        ratings([[0.5, 0.5], [0.5, 0.5]], [[9, 9], [9, 9]], 1)
