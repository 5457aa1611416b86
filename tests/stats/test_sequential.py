"""Confidence sequences: published values, the papers' formulas by other ways, and how often they are wrong."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import integrate, stats

from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.sequential import (
    PairedSequence,
    asymptotic_margin,
    asymptotic_sequence,
    bounded_sequence,
    empirical_bernstein_boundary,
    looks,
    sequential_verdict,
)
from arkadia_sim.stats.verdicts import Verdict

Array = NDArray[np.float64]

DIFFERENCES = np.array([-100.0, -50.0, -25.0, 0.0, 25.0, 50.0, 100.0])
CHANCES = np.array([0.02, 0.04, 0.08, 0.72, 0.08, 0.04, 0.02])
"""Win-share differences of a deal in points; mean 0."""


def test_looks_double_up_to_the_cap() -> None:
    assert looks(500, 4000) == [500, 1000, 2000, 4000]
    assert looks(500, 5000) == [500, 1000, 2000, 4000, 5000]
    assert looks(500, 500) == looks(800, 500) == [500]
    with pytest.raises(ValueError, match="1 or more"):
        looks(0, 100)


def test_the_boundary_has_the_value_that_its_authors_publish() -> None:
    """Their reference implementation: tuned to 100 at 5% to a side, scale 2, after an intrinsic time of 100."""
    ours = empirical_bernstein_boundary(np.array([100.0]), alpha=0.1, scale=2, tuned_to=100)
    assert ours[0] == pytest.approx(33.02017, abs=1e-5)


@pytest.mark.parametrize(("clock", "scale", "alpha"), [(45.0, 2.0, 0.05), (3.0, 1.0, 0.2), (400.0, 0.5, 0.01)])
def test_at_the_boundary_the_mixture_reaches_two_over_alpha(clock: float, scale: float, alpha: float) -> None:
    """The mixture integrated numerically from its definition: a gamma density of 1 - scale * lambda, cut to 0..1."""
    tuned_to = 50.0
    precision = tuned_to / (2 * math.log(1 / alpha) + math.log(1 + 2 * math.log(1 / alpha)))
    shape = precision / scale**2
    total = float(empirical_bernstein_boundary(np.array([clock]), alpha, scale, tuned_to)[0])

    def prior(rest: float) -> float:
        return rest ** (shape - 1) * math.exp(-shape * rest)

    def weighted(rest: float) -> float:
        bet = (1 - rest) / scale
        psi = (-math.log(rest) - scale * bet) / scale**2
        return prior(rest) * math.exp(bet * total - psi * clock)

    mixture = integrate.quad(weighted, 0, 1, limit=400)[0] / integrate.quad(prior, 0, 1, limit=400)[0]
    assert mixture == pytest.approx(2 / alpha, rel=1e-6)


def test_the_asymptotic_interval_by_hand() -> None:
    """400 values with standard deviation 2: the formula of Theorem 2.2, with rho squared tuned to 100 deals."""
    values = np.tile([3.0, -1.0], 200) * math.sqrt(399 / 400)
    rho_squared = (-2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)) / 100
    grown = 400 * rho_squared + 1
    margin = 2 * math.sqrt(2 * grown / (400**2 * rho_squared) * math.log(math.sqrt(grown) / 0.05))
    estimate = asymptotic_sequence(values, alpha=0.05, tuned_to=100)
    assert estimate.half_width == pytest.approx(margin)
    assert estimate.mean == pytest.approx(math.sqrt(399 / 400))
    assert estimate.standard_error == pytest.approx(0.1)
    assert (estimate.n, estimate.level) == (400, 0.95)


def test_the_clock_counts_squared_errors_of_predictions() -> None:
    """0.5, then 1, then 0 between 0 and 1: predictions 0.5, 0.5, 0.75; errors squared 0, 0.25, 0.5625."""
    sequence = [bounded_sequence([0.5, 1.0, 0.0][:deals], 0, 1, alpha=0.9, tuned_to=3) for deals in (2, 3)]
    boundary = empirical_bernstein_boundary(np.array([0.25, 0.8125]), 0.9, 1.0, 3 / 8**2)
    assert sequence[1].low == pytest.approx(max(0.0, 0.5 - boundary[1] / 3))
    assert sequence[0].low == pytest.approx(max(0.0, 0.75 - boundary[0] / 2))
    assert [estimate.n for estimate in sequence] == [2, 3]


def test_points_and_shares_give_the_same_answer() -> None:
    values = np.random.default_rng(32).choice(DIFFERENCES, p=CHANCES, size=700)
    points = bounded_sequence(values, -100, 100, 0.05, 500)
    shares = bounded_sequence(values / 100, -1, 1, 0.05, 500).scaled(100)
    assert (points.mean, points.low, points.high) == pytest.approx((shares.mean, shares.low, shares.high))


def test_too_few_deals_claim_nothing() -> None:
    one = bounded_sequence([100.0], -100, 100, 0.05, 500)
    assert (one.mean, one.low, one.high) == (100, -100, 100)
    unbounded = asymptotic_sequence([5.0], 0.05, 500)
    assert (unbounded.low, unbounded.high) == (-math.inf, math.inf)
    for none in (bounded_sequence([], 0, 1, 0.05, 9), asymptotic_sequence([], 0.05, 9)):
        assert none.n == 0 and math.isnan(none.mean)


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        ([0.0, 1.5], {}, "outside"),
        ([0.0, math.nan], {}, "missing"),
        ([[0.0]], {}, "one number per deal"),
        ([0.0, 1.0], {"alpha": 5.0}, "alpha"),
        ([0.0, 1.0], {"high": 0.0}, "high must be above low"),
        ([0.0, 1.0], {"tuned_to": 0.0}, "tuned"),
    ],
)
def test_refuses_what_makes_no_sense(values: list[float], options: dict[str, float], message: str) -> None:
    arguments = {"low": 0.0, "high": 1.0, "alpha": 0.05, "tuned_to": 10.0, **options}
    with pytest.raises(ValueError, match=message):
        bounded_sequence(values, **arguments)


def interval(low: float, high: float, n: int = 1000) -> Estimate:
    return Estimate((low + high) / 2, low, high, (high - low) / 6, n)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (2.0, 4.0, Verdict.HELPS),
        (-4.0, -2.0, Verdict.HURTS),
        (-0.4, 0.6, Verdict.NO_DIFFERENCE),
        (0.2, 0.6, Verdict.NO_DIFFERENCE),  # surely not zero, and surely too small to matter
        (-0.5, 1.5, Verdict.NOT_SETTLED),
        (0.5, 1.5, Verdict.HELPS),
        (-math.inf, math.inf, Verdict.NOT_SETTLED),
        (0.0, 0.0, Verdict.NOT_SETTLED),  # nothing has varied yet
    ],
)
def test_the_four_verdicts(low: float, high: float, expected: Verdict) -> None:
    assert sequential_verdict(interval(low, high), tolerance=1.0) is expected


def test_few_deals_settle_nothing() -> None:
    assert sequential_verdict(interval(2, 4, n=29), 1.0) is Verdict.NOT_SETTLED
    assert sequential_verdict(interval(2, 4, n=30), 1.0) is Verdict.HELPS
    with pytest.raises(ValueError, match="tolerance"):
        sequential_verdict(interval(2, 4), 0.0)


class Runs:
    """Many runs at once: means, standard deviations and clocks at the looks, each of shape (runs, looks)."""

    def __init__(self, values: Array, at: list[int], middle: float = 0.0) -> None:
        self.deals = np.array(at)
        sums = np.cumsum(values, axis=1)
        before = np.empty_like(values)
        before[:, 0] = middle
        before[:, 1:] = sums[:, :-1] / np.arange(1, values.shape[1])
        self.clock = np.cumsum((values - before) ** 2, axis=1)[:, self.deals - 1]
        self.mean = sums[:, self.deals - 1] / self.deals
        squares = np.cumsum(values**2, axis=1)[:, self.deals - 1]
        self.deviation = np.sqrt(np.maximum(0, squares - self.deals * self.mean**2) / (self.deals - 1))

    def bounded(self, alpha: float, scale: float, tuned_to: float) -> Array:
        """Half widths of the bounded sequence."""
        flat = empirical_bernstein_boundary(self.clock.ravel(), alpha, scale, tuned_to * (scale / 8) ** 2)
        return flat.reshape(self.clock.shape) / self.deals

    def asymptotic(self, alpha: float, tuned_to: float) -> Array:
        """Half widths of the asymptotic sequence."""
        return self.deviation * asymptotic_margin(self.deals.astype(np.float64), alpha, tuned_to)

    def naive(self, alpha: float) -> Array:
        """Half widths of the t interval, as if each look were the only one."""
        return self.deviation / np.sqrt(self.deals) * stats.t.ppf(1 - alpha / 2, self.deals - 1)

    def misses(self, half_width: Array, truth: float = 0.0) -> float:
        """The share of runs whose interval leaves out the truth at any look."""
        return float((np.abs(self.mean - truth) > half_width).any(axis=1).mean())


def most(rate: float, repeats: int) -> float:
    """What a rate may come to by chance in so many repeats: three standard errors more."""
    return rate + 3 * math.sqrt(rate * (1 - rate) / repeats)


TWENTY_LOOKS = list(range(200, 4001, 200))


def test_many_runs_at_once_are_the_same_as_one_by_one() -> None:
    """The simulations below use the boundaries directly; they must be the intervals that a run gets."""
    values = np.random.default_rng(33).choice(DIFFERENCES, p=CHANCES, size=(3, 600))
    runs = Runs(values, [100, 600])
    for run in range(3):
        bounded, asymptotic = runs.bounded(0.5, 200.0, 300)[run], runs.asymptotic(0.5, 300)[run]
        for look, deals in enumerate((100, 600)):
            seen = values[run][:deals]
            assert bounded_sequence(seen, -100, 100, 0.5, 300).half_width == pytest.approx(bounded[look])
            assert asymptotic_sequence(seen, 0.5, 300).half_width == pytest.approx(asymptotic[look])


@pytest.mark.parametrize(("repeats", "seed"), [(1000, 34), pytest.param(20_000, 35, marks=pytest.mark.slow)])
def test_twenty_looks_raise_no_more_false_alarms_than_promised_and_peeking_does(repeats: int, seed: int) -> None:
    generator, portions = np.random.default_rng(seed), list[list[float]]()
    for _ in range(repeats // 1000):
        runs = Runs(generator.choice(DIFFERENCES, p=CHANCES, size=(1000, 4000)), TWENTY_LOOKS)
        bounded, asymptotic = runs.bounded(0.05, 200.0, 1000), runs.asymptotic(0.05, 1000)
        widths = (bounded, asymptotic, runs.naive(0.05), 0.6 * bounded, 0.6 * asymptotic)
        portions.append([runs.misses(width) for width in widths])
    by_bounds, asymptotic_rate, naive, narrow_bounds, narrow_asymptotic = np.mean(portions, axis=0)
    assert by_bounds <= most(0.05, repeats)
    assert asymptotic_rate <= most(0.05, repeats)
    assert naive > 0.2
    # The test must be able to fail: intervals narrower by 40% would not pass.
    assert min(narrow_bounds, narrow_asymptotic) > most(0.05, repeats)


def test_whoever_looks_for_ever_uses_up_the_error_rate_and_no_more() -> None:
    """A random walk of normal steps, looked at 1,500 times in a million: the asymptotic promise is kept, and sharp."""
    generator = np.random.default_rng(36)
    deals, repeats = np.geomspace(1, 1e6, 1500), 4000
    walks: Array = np.cumsum(
        generator.normal(size=(repeats, deals.size)) * np.sqrt(np.diff(deals, prepend=0.0)), axis=1
    )
    missed = float((np.abs(walks / deals) > asymptotic_margin(deals, 0.05, 50)).any(axis=1).mean())
    assert 0.03 < missed <= most(0.05, repeats)


def test_a_bounded_interval_holds_the_truth_where_a_rare_prize_is_often_missed() -> None:
    """One deal in 200 pays 100 points: the t interval after each look is wrong in most runs, the bounded one is not."""
    generator = np.random.default_rng(37)
    at = [30, 60, 120, 240, 480, 960]
    runs = Runs(np.where(generator.random((2000, 960)) < 0.005, 100.0, 0.0), at)
    assert runs.misses(runs.naive(0.05), truth=0.5) > 0.5
    assert runs.misses(runs.bounded(0.05, 200.0, 500), truth=0.5) <= most(0.05, 2000)


def verdicts_at_looks(values: Array, at: list[int], tolerance: float) -> tuple[Verdict, Verdict]:
    """What a run that stops at the first settled look says, by bounds and by the asymptotic sequence."""
    answers = []
    for most in (100.0, None):
        sequence = PairedSequence(0.05, len(at), 1000, most)
        verdicts = (sequential_verdict(sequence.look(values[:deals], 200.0), tolerance) for deals in at)
        answers.append(next((v for v in verdicts if v is not Verdict.NOT_SETTLED), Verdict.NOT_SETTLED))
    return answers[0], answers[1]


def answers_of(chances: Array, cap: int, repeats: int, seed: int, tolerance: float) -> list[dict[Verdict, float]]:
    generator = np.random.default_rng(seed)
    answers = [
        verdicts_at_looks(generator.choice(DIFFERENCES, p=chances, size=cap), looks(500, cap), tolerance)
        for _ in range(repeats)
    ]
    return [{verdict: [a[kind] for a in answers].count(verdict) / repeats for verdict in Verdict} for kind in (0, 1)]


def test_an_effect_of_5_points_is_found_before_the_cap() -> None:
    helpful = CHANCES + np.array([0, 0, -0.02, -0.06, 0, 0.06, 0.02])
    assert helpful @ DIFFERENCES == pytest.approx(5.5)
    for answers in answers_of(helpful, cap=8000, repeats=200, seed=38, tolerance=1.0):
        assert answers[Verdict.HELPS] >= 0.99


def test_no_effect_is_told_as_no_difference_once_there_are_many_deals() -> None:
    for answers in answers_of(CHANCES, cap=64_000, repeats=60, seed=39, tolerance=1.0):
        assert answers[Verdict.NO_DIFFERENCE] >= 0.95


def test_rare_changes_raise_few_false_alarms() -> None:
    """One deal in a hundred differs at all, and the prize is rarer than the loss; the truth is zero."""
    rare = np.array([0.0, 0.0, 0.008, 0.99, 0.0, 0.0, 0.002])
    assert rare @ DIFFERENCES == pytest.approx(0.0)
    for answers in answers_of(rare, cap=8000, repeats=400, seed=41, tolerance=0.01):
        assert answers[Verdict.HELPS] + answers[Verdict.HURTS] <= most(0.05, 400)
