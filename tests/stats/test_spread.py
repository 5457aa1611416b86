"""How an effect differs between boards: a known spread comes out, noise is none, and intervals hold the truth."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.stats.spread import Spread, spread

NOISE = 35.0


def played(seed: int, mean: float, deviation: float, boards: int = 200, deals: int = 6000) -> Spread:
    """Effects that are normal over boards, with the luck of deals, each on a board by chance."""
    chance = np.random.default_rng(seed)
    truth: NDArray[np.float64] = chance.normal(mean, deviation, boards)
    drawn = chance.integers(0, boards, deals)
    found = spread(truth[drawn] + chance.normal(0, NOISE, deals), drawn)
    assert found is not None
    return found


def test_intervals_hold_the_true_share_of_boards_and_the_true_spread() -> None:
    """A mean of 2 and a spread of 4: a gain on 69% of boards. In 40 samples, 33 at least."""
    samples = [played(seed, 2.0, 4.0) for seed in range(40)]
    assert sum(sample.gains.low <= 0.6915 <= sample.gains.high for sample in samples) >= 33
    assert sum(sample.deviation.low <= 4.0 <= sample.deviation.high for sample in samples) >= 33
    assert np.mean([sample.gains.mean for sample in samples]) == pytest.approx(0.69, abs=0.04)


def test_the_luck_of_deals_is_no_spread_of_boards() -> None:
    """The means of boards differ by six points and more, and a loss of five is one on all boards all the same."""
    samples = [played(seed, -5.0, 0.0) for seed in range(20)]
    assert np.mean([sample.deviation.mean for sample in samples]) < 2.0
    assert sum(sample.gains.low <= 0.0 for sample in samples) >= 17
    assert np.mean([sample.gains.mean for sample in samples]) < 0.03


def test_nearly_all_boards_is_said_only_where_it_is_so() -> None:
    sure = [played(seed, -8.0, 3.0).p_nearly_all < 0.05 for seed in range(10)]
    half = [played(seed, 0.5, 3.0).p_nearly_all < 0.05 for seed in range(10)]
    assert sum(sure) >= 8 and not any(half)


def test_few_boards_say_nothing_of_others() -> None:
    assert spread(np.arange(18.0), np.arange(18) % 9) is None
    assert spread(np.arange(40.0), np.arange(40)) is None, "boards of one deal do not tell what is luck"
