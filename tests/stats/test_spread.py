"""How an effect differs between boards: a known spread comes out, noise is none, and intervals hold the truth."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.stats import spread as module
from arkadia_sim.stats.spread import Spread, spread

NOISE = 35.0


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A tenth of the usual samples, which is enough here."""
    monkeypatch.setattr(module, "RESAMPLES", 1000)
    module._resamples.cache_clear()
    yield
    module._resamples.cache_clear()


def played(seed: int, mean: float, deviation: float, lopsided: bool = False) -> Spread:
    """Effects that are normal over 200 boards, or exponential, with the luck of 6,000 deals on boards by chance."""
    chance, boards, deals = np.random.default_rng(seed), 200, 6000
    truth: NDArray[np.float64] = chance.normal(mean, deviation, boards)
    if lopsided:
        truth = mean + deviation * (chance.exponential(1.0, boards) - 1)
    drawn = chance.integers(0, boards, deals)
    found = spread(truth[drawn] + chance.normal(0, NOISE, deals), drawn)
    assert found is not None
    return found


def test_intervals_hold_the_true_share_of_boards_and_the_true_spread() -> None:
    """A mean of 2 and a spread of 4: a gain on 69% of boards. In 24 samples, 19 at least."""
    samples = [played(seed, 2.0, 4.0) for seed in range(24)]
    assert sum(sample.gains.low <= 0.6915 <= sample.gains.high for sample in samples) >= 19
    assert sum(sample.deviation.low <= 4.0 <= sample.deviation.high for sample in samples) >= 19
    assert np.mean([sample.gains.mean for sample in samples]) == pytest.approx(0.69, abs=0.05)


def test_the_share_of_boards_allows_for_a_few_boards_with_large_gains() -> None:
    """A mean of -1.3 and a spread of 6 with a long tail: a gain on 30% of boards, and not 41% as if normal."""
    samples = [played(seed, -1.3, 6.0, lopsided=True) for seed in range(24)]
    assert np.mean([sample.gains.mean for sample in samples]) == pytest.approx(0.296, abs=0.05)
    assert sum(sample.gains.low <= 0.296 <= sample.gains.high for sample in samples) >= 19


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
    assert spread(np.arange(36.0), np.arange(36) % 9) is None
    assert spread(np.arange(40.0), np.arange(40) % 20) is None, "boards of two deals do not tell what is luck"
