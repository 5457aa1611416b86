"""Paired differences: a table small enough to work out by hand, and how often intervals hold the truth."""

import math

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy import stats

from arkadia_sim.stats.paired import deal_table, paired_effect


def rows_of(with_values: NDArray[np.float64], control_values: NDArray[np.float64]) -> pl.LazyFrame:
    """Focal rows from two arrays of shape (deals, seats)."""
    deals, seats = with_values.shape
    deal = np.repeat(np.arange(deals), seats)
    return pl.concat(
        [
            pl.LazyFrame({"deal": deal, "arm": [arm] * deal.size, "gold": values.ravel()})
            for arm, values in (("with", with_values), ("control", control_values))
        ]
    )


def test_known_answer_by_hand() -> None:
    """Three deals, two seats: differences of the deals' means are 1, 2 and 3."""
    control = np.array([[10.0, 12.0], [9.0, 11.0], [20.0, 0.0]])
    change = np.array([[12.0, 12.0], [11.0, 13.0], [23.0, 3.0]])
    deals = deal_table(rows_of(change, control), ["gold"]).collect()
    assert deals.get_column("gold_with_sum").to_list() == [24.0, 24.0, 26.0]
    assert deals.get_column("control_rows").to_list() == [2, 2, 2]
    result = paired_effect(deals, "gold")
    assert (result.effect.mean, result.effect.n, result.changed_deals) == (2.0, 3, 3)
    assert result.effect.half_width == pytest.approx(4.302653 / math.sqrt(3), rel=1e-6)
    assert result.with_change.mean == pytest.approx(74 / 6)
    assert result.control.mean == pytest.approx(62 / 6)
    assert result.span == 23.0


def test_agrees_with_scipys_paired_t_test_over_deal_means() -> None:
    generator = np.random.default_rng(11)
    control = generator.normal(40, 8, (60, 3))
    change = control + generator.normal(1, 3, (60, 3))
    result = paired_effect(deal_table(rows_of(change, control), ["gold"]).collect(), "gold")
    theirs = stats.ttest_rel(change.mean(axis=1), control.mean(axis=1)).confidence_interval()
    assert (result.effect.low, result.effect.high) == pytest.approx((theirs.low, theirs.high))


@pytest.mark.slow
def test_95_percent_of_paired_intervals_is_95_percent() -> None:
    """Win shares: luck that both arms share, three seats to a deal that are much alike, more wins with the change."""
    generator = np.random.default_rng(13)
    truth = 2 * (0.45**2 - 0.35**2)  # the mean of two uniform numbers lies below x < 1/2 with probability 2 x squared
    repeats, held, narrow = 2500, 0, 0
    for _ in range(repeats):
        bar = generator.random((100, 3)) * 0.5 + generator.random((100, 1)) * 0.5
        change, control = (bar < 0.45).astype(float), (bar < 0.35).astype(float)
        effect = paired_effect(deal_table(rows_of(change, control), ["gold"]).collect(), "gold").effect
        held += abs(effect.mean - truth) <= effect.half_width
        narrow += abs(effect.mean - truth) <= 0.6 * effect.half_width
    assert held / repeats == pytest.approx(0.95, abs=0.01)
    assert narrow / repeats < 0.85


def test_rounding_is_no_difference() -> None:
    thirds = np.full((40, 3), 1 / 3)
    result = paired_effect(deal_table(rows_of(thirds + 1e-15, thirds), ["gold"]).collect(), "gold")
    assert result.changed_deals == 0
    assert result.effect.standard_error == 0


def test_a_deal_without_its_pair_is_refused() -> None:
    rows = rows_of(np.ones((3, 2)), np.ones((3, 2))).with_row_index()
    broken = deal_table(rows.filter(pl.col("index") != 0), ["gold"]).collect()
    with pytest.raises(ValueError, match="lacks one arm"):
        paired_effect(broken, "gold")


def test_what_one_side_cannot_exceed_neither_can_the_difference() -> None:
    """Two players who play alike share the win in each deal, so that a change can win half of it more, and no more."""
    rows = pl.DataFrame(
        {
            "deal": [deal for deal in range(40) for _ in range(4)],
            "arm": ["with", "with", "control", "control"] * 40,
            "share": [1.0, 0.0, 0.0, 0.0] * 39 + [0.5, 0.5, 0.0, 1.0],
        }
    )
    effect = paired_effect(deal_table(rows.lazy(), ["share"]).collect(), "share")
    cut = effect.cut(0.0, 1.0)
    assert effect.with_change.is_constant and not effect.control.is_constant
    assert effect.effect.high > 0.5 and cut.effect.high == pytest.approx(0.5)
    assert cut.effect.low == pytest.approx(max(effect.effect.low, -0.5))
