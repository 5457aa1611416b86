"""Paired differences, most of them zero, looked at again and again: what counting them settles, how often wrongly."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from arkadia_sim.stats.intervals import largest_share, mean_interval
from arkadia_sim.stats.paired import widened_where_rare
from arkadia_sim.stats.sequential import (
    PairedSequence,
    asymptotic_sequence,
    bounded_sequence,
    looks,
    sequential_verdict,
)
from arkadia_sim.stats.verdicts import Verdict
from tests.stats.test_sequential import CHANCES, DIFFERENCES, most

Array = NDArray[np.float64]

AT = looks(500, 50_000)
POINTS = PairedSequence(alpha=0.05 / 12, looks=len(AT), tuned_to=5000, most=100.0)
GOLD = PairedSequence(alpha=0.05 / 12, looks=len(AT), tuned_to=5000)
SPAN = 120.0


def settled(sequence: PairedSequence, values: Array) -> tuple[int, Verdict] | None:
    """After how many deals a run stops, and what it says."""
    for deals in AT:
        verdict = sequential_verdict(sequence.look(values[:deals], SPAN), 1.0)
        if verdict is not Verdict.NOT_SETTLED:
            return deals, verdict
    return None


@pytest.mark.parametrize(("count", "n", "alpha"), [(0, 500, 0.01), (3, 500, 1e-6), (40, 41, 0.2)])
def test_at_the_largest_share_so_few_would_just_be_met(count: int, n: int, alpha: float) -> None:
    assert stats.binom.cdf(count, n, largest_share(count, n, alpha)) == pytest.approx(alpha)
    assert largest_share(0, 0, 0.05) == largest_share(n, n, 0.05) == 1.0
    with pytest.raises(ValueError, match="8 of 7"):
        largest_share(8, 7, 0.05)


@pytest.mark.parametrize("sequence", [POINTS, GOLD])
def test_arms_that_never_differ_make_no_difference_at_an_early_look(sequence: PairedSequence) -> None:
    assert settled(sequence, np.zeros(50_000)) == (1000 if sequence is POINTS else 2000, Verdict.NO_DIFFERENCE)


@pytest.mark.parametrize("sequence", [POINTS, GOLD])
def test_a_switch_that_changes_one_deal_in_ten_thousand_is_settled_at_an_early_look(sequence: PairedSequence) -> None:
    generator = np.random.default_rng(51)
    for _ in range(20):
        values = np.where(generator.random(50_000) < 1e-4, generator.choice([-100.0, 100.0], 50_000), 0.0)
        deals, verdict = settled(sequence, values) or (0, None)
        assert verdict is Verdict.NO_DIFFERENCE
        assert deals <= 2000


def test_where_nothing_has_varied_at_all_nothing_is_settled() -> None:
    look = GOLD.look(np.zeros(5000), span=0.0)
    assert sequential_verdict(look, 1.0) is Verdict.NOT_SETTLED
    assert GOLD.expected_half_width(5000, 0.0, 0.0, span=0.0) == math.inf


def test_fewer_than_ten_changes_without_bounds_never_help_or_hurt() -> None:
    values = np.zeros(50_000)
    values[:9] = 100.0
    look = GOLD.look(values, SPAN)
    assert look.low == -look.high == -SPAN * largest_share(9, 50_000, 0.1 * GOLD.alpha / len(AT))
    assert look.low < 0 < look.mean < look.high
    values[9] = 100.0
    assert GOLD.look(values, SPAN).half_width < look.half_width


def test_where_many_deals_differ_the_interval_is_that_of_the_mean_at_nine_tenths_of_the_error_rate() -> None:
    values = np.random.default_rng(52).choice(DIFFERENCES, p=CHANCES, size=4000)
    bounded = bounded_sequence(values, -100, 100, 0.9 * POINTS.alpha, 5000)
    free = asymptotic_sequence(values, 0.9 * GOLD.alpha, 5000)
    for look, alone in ((POINTS.look(values, SPAN), bounded), (GOLD.look(values, SPAN), free)):
        assert (look.mean, look.low, look.high, look.n) == (alone.mean, alone.low, alone.high, alone.n)
        assert look.level == 1 - POINTS.alpha


@pytest.mark.parametrize("share", [0.0, 0.0005, 0.02, 0.28])
@pytest.mark.parametrize("sequence", [POINTS, GOLD])
def test_the_width_that_is_expected_is_the_width_that_comes(sequence: PairedSequence, share: float) -> None:
    values = np.zeros(8000)
    changed = round(share * 8000)
    values[np.random.default_rng(54).choice(8000, changed, replace=False)] = np.resize([-50.0, 25.0, 25.0], changed)
    for deals in (2000, 8000):
        look = sequence.look(values[:deals], SPAN)
        assert look.low <= look.mean <= look.high
        part = values[:deals]
        expected = sequence.expected_half_width(deals, float(part.std(ddof=1)), float(np.mean(part != 0)), SPAN)
        assert (look.high - look.low) / 2 == pytest.approx(expected, rel=0.1)


def wrongly_counted(alpha: float, at: list[int], repeats: int, share: float) -> tuple[float, float]:
    """How often the bound on the share of changes is too low at any look: spread over the looks, and not."""
    generator = np.random.default_rng(55)
    steps = np.diff(at, prepend=0)
    counts = np.cumsum(generator.binomial(steps, share, size=(repeats, len(at))), axis=1)

    def missed(each: float) -> float:
        bounds = {(k, n): largest_share(k, n, each) for j, n in enumerate(at) for k in set(counts[:, j].tolist())}
        wrong = [any(bounds[int(k), n] < share for k, n in zip(run, at, strict=True)) for run in counts]
        return float(np.mean(wrong))

    return missed(alpha / len(at)), missed(alpha)


def test_counting_at_many_looks_errs_no_more_often_than_promised_and_without_spreading_it_would() -> None:
    spread, carefree = wrongly_counted(0.05, looks(100, 25_600), repeats=2000, share=0.01)
    assert spread <= most(0.05, 2000)
    assert carefree > most(0.05, 2000)


@pytest.mark.parametrize("most_", [100.0, None])
def test_a_rare_and_large_effect_of_the_size_of_the_margin_is_rarely_called_no_difference(most_: float | None) -> None:
    """One deal in a hundred brings 100 points: 1 point on average, which is the tolerance; early looks may miss it.

    Nearly all such errors are the count's, which may use up a tenth of the error rate.
    """
    generator = np.random.default_rng(56)
    at = looks(50, 6400)
    sequence = PairedSequence(alpha=0.4, looks=len(at), tuned_to=500, most=most_)
    wrong = 0
    for _ in range(200):
        values = np.where(generator.random(6400) < 0.01, 100.0, 0.0)
        verdicts = [sequential_verdict(sequence.look(values[:deals], 100.0), 1.0) for deals in at]
        wrong += Verdict.NO_DIFFERENCE in verdicts
    assert wrong / 200 <= most(0.1 * 0.4, 200)


def test_what_never_happened_yet_is_in_the_interval() -> None:
    alike = widened_where_rare(mean_interval(np.full(100, 0.5)), np.full(100, 0.5), 1.0)
    assert alike.low == pytest.approx(0.5 - (1 - 0.05 ** (1 / 100)))
    assert alike.high == pytest.approx(0.5 + (1 - 0.05 ** (1 / 100)))
    both = np.tile([0.0, 1.0], 20)
    assert widened_where_rare(mean_interval(both), both, 1.0) == mean_interval(both)


def test_with_rare_losses_it_holds_the_truth_where_students_t_does_not() -> None:
    rng = np.random.default_rng(5)
    share, n = 0.01, 100
    held = plain = 0
    for _ in range(1000):
        values = np.where(rng.random(n) < share, 0.0, 0.5)
        seen = mean_interval(values)
        wide = widened_where_rare(seen, values, 0.5)
        truth = 0.5 * (1 - share)
        held += wide.low <= truth <= wide.high
        plain += seen.low <= truth <= seen.high
    assert held >= 950 and plain < 900
