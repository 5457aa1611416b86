"""Verdicts: worked by hand, against scipy, and how often they are wrong."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from arkadia_sim.stats.intervals import interval_from, mean_interval
from arkadia_sim.stats.verdicts import (
    ALPHA,
    Evidence,
    Verdict,
    difference_p,
    equivalence_p,
    error_rate,
    holm,
    judge,
    none_differs_p,
    simultaneous_verdicts,
)


def evidence(mean: float, standard_error: float, n: int = 1000, tolerance: float = 1.0) -> Evidence:
    return Evidence(interval_from(mean, standard_error, n), tolerance)


@pytest.mark.parametrize(
    ("mean", "standard_error", "expected"),
    [
        (6.1, 0.4, "higher"),
        (-6.1, 0.4, "lower"),
        (0.1, 0.3, "equivalent"),
        (0.5, 0.1, "equivalent"),  # surely not zero, and surely too small to matter
        (0.1, 0.9, "inconclusive"),  # not significant is not the same as no difference
        (1.0, 0.2, "higher"),
    ],
)
def test_the_four_verdicts(mean: float, standard_error: float, expected: Verdict) -> None:
    assert judge(evidence(mean, standard_error)).verdict is expected


def test_p_values_agree_with_scipy() -> None:
    values = np.random.default_rng(21).normal(0.2, 3, size=90)
    question = Evidence(mean_interval(values), tolerance=1.0)
    assert difference_p(question) == pytest.approx(stats.ttest_1samp(values, 0).pvalue)
    one_sided = max(
        stats.ttest_1samp(values, -1.0, alternative="greater").pvalue,
        stats.ttest_1samp(values, 1.0, alternative="less").pvalue,
    )
    assert equivalence_p(question) == pytest.approx(one_sided)


def test_few_deals_settle_nothing() -> None:
    assert judge(evidence(50.0, 0.1, n=29)).verdict == "inconclusive"
    assert judge(evidence(0.0, 0.01, n=29)).verdict == "inconclusive"


def test_a_switch_that_changes_nothing_makes_no_difference_once_there_are_enough_deals() -> None:
    """No change in n deals: 0.99 ** n must fall to 0.05 before an effect of 1 point of 100 is out of the question."""
    for deals, expected in ((298, "inconclusive"), (299, "equivalent")):
        nothing = Evidence(mean_interval(np.zeros(deals)), 1.0, changed_deals=0, bound=100.0)
        assert judge(nothing).verdict is expected
    assert judge(Evidence(mean_interval(np.zeros(5000)), 1.0, changed_deals=0)).verdict == "inconclusive"


def test_a_handful_of_changed_deals_is_no_proof_of_help() -> None:
    values = np.zeros(1000)
    values[:9] = 50.0
    assert judge(Evidence(mean_interval(values), 0.1, changed_deals=9, bound=100.0)).verdict == "inconclusive"


def test_holm_by_hand() -> None:
    """0.01, 0.04, 0.03 of three questions: 3 x 0.01; 2 x 0.03; then no less than that for 0.04."""
    assert holm([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]
    assert holm([]).size == 0
    with pytest.raises(ValueError, match="from 0 to 1"):
        holm([1.2])
    with pytest.raises(ValueError, match="tolerance"):
        equivalence_p(evidence(0, 1, tolerance=0))


def test_verdicts_of_a_family_are_more_careful_than_single_ones() -> None:
    border = evidence(2.2, 1.0)
    assert judge(border).verdict == "higher"
    together = simultaneous_verdicts([border, evidence(0.0, 1.0), evidence(6.0, 0.5)])
    assert [judgement.verdict for judgement in together] == ["inconclusive", "inconclusive", "higher"]
    assert simultaneous_verdicts([border])[0] == judge(border)


def test_false_alarms_and_false_all_clears_are_at_most_5_percent() -> None:
    """Single questions: skewed differences with a truth of zero, and with a truth just as large as the tolerance."""
    generator = np.random.default_rng(24)
    repeats, deals = 2500, 200
    alarms = all_clears = 0
    for _ in range(repeats):
        noise = generator.choice([-1.0, 0.0, 0.5, 1.0], p=[0.1, 0.76, 0.08, 0.06], size=deals)  # mean 0
        alarms += judge(Evidence(mean_interval(noise), tolerance=0.02)).verdict in ("higher", "lower")
        all_clears += judge(Evidence(mean_interval(noise + 0.1), tolerance=0.1)).verdict == "equivalent"
    assert alarms / repeats == pytest.approx(0.05, abs=0.01)
    assert all_clears / repeats == pytest.approx(0.05, abs=0.01)


def test_that_none_differs_is_as_sure_as_of_the_worst() -> None:
    """With three means of which one is as large as the tolerance it comes out in 5% at most, and is not too careful."""
    generator, repeats, deals, wrong = np.random.default_rng(26), 1500, 80, 0
    for _ in range(repeats):
        sample = generator.normal([0.0, 0.4, -0.1], 1.0, (deals, 3))
        family = [Evidence(mean_interval(sample[:, k]), 0.4) for k in range(3)]
        wrong += none_differs_p(family) <= 0.05
        assert none_differs_p(family) == max(equivalence_p(one) for one in family)
    assert 0.03 <= wrong / repeats <= 0.06


def test_false_alarms_of_a_whole_family_are_at_most_5_percent() -> None:
    generator = np.random.default_rng(25)
    repeats, deals, alarms, found, all_clears = 2000, 60, 0, 0, 0
    truth = np.array([0.0, 0.0, 0.0, 0.0, 1.0])
    for _ in range(repeats):
        sample = generator.normal(truth, 1.0, (deals, 5)) + generator.normal(0, 0.5, (deals, 1))
        verdicts = [
            judgement.verdict
            for judgement in simultaneous_verdicts([Evidence(mean_interval(sample[:, k]), 0.1) for k in range(5)])
        ]
        alarms += any(verdict in ("higher", "lower") for verdict in verdicts[:4])
        found += verdicts[4] == "higher"
        shifted = [Evidence(mean_interval(sample[:, k] + 0.4), 0.4) for k in range(4)]
        all_clears += any(j.verdict == "equivalent" for j in simultaneous_verdicts(shifted))
    assert alarms / repeats <= 0.055
    assert all_clears / repeats <= 0.055
    assert found / repeats > 0.95


REPEATS = 3_000


def misled(deals: NDArray[np.float64], sizes: list[int]) -> bool:
    """Whether who looks at so many deals, and adds more until something is surely other than 0, is misled."""
    for earlier, size in enumerate(sizes):
        alpha = error_rate(earlier)
        seen = mean_interval(deals[:size], 1 - alpha)
        verdict = judge(Evidence(seen, tolerance=0.001), alpha).verdict
        assert (verdict in ("higher", "lower")) == (not seen.low <= 0 <= seen.high)
        if verdict != "inconclusive":
            return True
    return False


@pytest.mark.parametrize(
    ("sizes", "bound"),
    [([60], 1.0), ([60, 300], 1.5), ([60 + 10 * k for k in range(9)], 2.0)],
)
def test_who_adds_deals_until_something_is_found_is_misled_no_oftener_than_is_promised(
    sizes: list[int], bound: float
) -> None:
    generator = np.random.default_rng(len(sizes))
    found = np.mean([misled(generator.normal(0, 1, sizes[-1]), sizes) for _ in range(REPEATS)])
    assert found < bound * ALPHA + 3 * (bound * ALPHA / REPEATS) ** 0.5
    assert found > 0.8 * ALPHA


def test_where_the_next_size_is_chosen_by_what_was_seen_two_looks_are_misled_1_59_times_as_often_at_worst() -> None:
    """Everybody adds the number of deals with which he is likeliest to find something: the worst that can be done."""
    first, second = (float(stats.norm.isf(error_rate(earlier) / 2)) for earlier in (0, 1))
    z = np.linspace(0, first, 2001)[:, None]
    times = np.logspace(-3, 4, 2001)[None, :]
    to_come = stats.norm.sf((second * np.sqrt(1 + times) - z) / np.sqrt(times))
    to_come += stats.norm.sf((second * np.sqrt(1 + times) + z) / np.sqrt(times))
    worst = ALPHA + 2 * np.trapezoid(to_come.max(axis=1) * stats.norm.pdf(z[:, 0]), z[:, 0])
    assert worst / ALPHA == pytest.approx(1.59, abs=0.005)


def test_rates_of_all_looks_add_up_to_less_than_twice_that_of_the_first() -> None:
    assert [error_rate(earlier) for earlier in (0, 1, 2)] == [ALPHA, ALPHA / 2, ALPHA / 4]
    assert sum(map(error_rate, range(50))) < 2 * ALPHA
    with pytest.raises(ValueError, match="must be 0 or more"):
        error_rate(-1)
