"""Factorial runs: a table small enough to work out by hand, statsmodels' answers, and whether 95% means 95%."""

import importlib
import math
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.stats import factorial
from arkadia_sim.stats.factorial import FactorialEffects, FactorialRows, factorial_effects

Array = NDArray[np.float64]


def folded_run(generator: np.random.Generator, deals: int, seats: int = 4, factors: int = 3) -> FactorialRows:
    """Deals played twice, the second time with every switch of every seat flipped.

    Luck belongs to the deal and the seat; the first factor is worth 3, the second -1, the third nothing; the first and
    the second together 2 more, which makes their interaction 2 and their effects 4 and 0 on average. What a player
    gains the others lose in equal parts.
    """
    first = generator.integers(0, 2, (deals, 1, seats, factors))
    levels = np.concatenate([first, 1 - first], axis=1)
    worth = 3.0 * levels[..., 0] - levels[..., 1] + 2.0 * levels[..., 0] * levels[..., 1]
    luck = generator.exponential(4.0, (deals, 1, seats)) + generator.normal(0, 2, (deals, 1, 1))
    outcome = luck + worth + generator.normal(0, 2, (deals, 2, seats))
    outcome -= worth.mean(axis=2, keepdims=True) - worth / seats
    deal = np.broadcast_to(np.arange(deals)[:, None, None], outcome.shape)
    return FactorialRows(levels.reshape(-1, factors), outcome.ravel(), deal.ravel())


NAMES = ["camps", "rivers", "banner"]
TRUTH = np.array([4.0, 0.0, 0.0, 2.0, 0.0, 0.0])
"""The effects in :func:`folded_run`: three main ones, then camps with rivers, camps with banner, rivers with banner."""


def test_known_answer_by_hand() -> None:
    """Means 10 (none), 14 (a), 11 (b), 21 (both): a is worth 4 alone and 10 along with b, so 7; b 1 and 7, so 4."""
    cells = {(0, 0): 10.0, (1, 0): 14.0, (0, 1): 11.0, (1, 1): 21.0}
    levels = np.array(list(cells) * 6)
    outcome = np.array(list(cells.values()) * 6) + np.repeat([1.0, -1.0], 12)
    effects = factorial_effects([FactorialRows(levels, outcome, np.repeat(np.arange(6), 4))], ["a", "b"])
    assert [(e.factor, round(e.effect.mean, 9)) for e in effects.main] == [("a", 7.0), ("b", 4.0)]
    pair = effects.interactions[0]
    assert (pair.first, pair.second) == ("a", "b")
    parts = (pair.effect, pair.first_alone, pair.first_along, pair.second_alone, pair.second_along)
    assert [part.mean for part in parts] == pytest.approx([6.0, 4.0, 10.0, 1.0, 7.0])
    assert effects.mean.mean == pytest.approx(14.0)
    # All levels are met in every deal, so the luck of a deal touches the mean alone: 24 rows, 4 effects, 6 deals.
    assert effects.main[0].effect.standard_error == pytest.approx(0.0, abs=1e-9)
    assert effects.mean.standard_error == pytest.approx(math.sqrt(6 * 16 / 24**2 * 6 / 5 * 23 / 20))
    assert (effects.rows, effects.deals, effects.mean.n) == (24, 6, 6)


@pytest.mark.parametrize("factors", [1, 2, 5])
def test_agrees_with_statsmodels(factors: int) -> None:
    api = importlib.import_module("statsmodels.api")
    generator = np.random.default_rng(51)
    size, deals = 700, 83
    levels = generator.integers(0, 2, (size, factors))
    deal = generator.integers(0, deals, size)  # deals of different sizes, out of order
    outcome = generator.normal(size=size) + generator.normal(size=deals)[deal] + levels @ np.arange(factors)
    coded = levels - 0.5
    pairs = list(combinations(range(factors), 2))
    design = np.column_stack([np.ones(size), coded, *(coded[:, a] * coded[:, b] for a, b in pairs)])
    theirs = api.OLS(outcome, design).fit(cov_type="cluster", cov_kwds={"groups": deal}, use_t=True)
    effects = factorial_effects([FactorialRows(levels, outcome, deal)], [f"f{k}" for k in range(factors)])
    ours = [effects.mean, *(e.effect for e in effects.main), *(e.effect for e in effects.interactions)]
    assert [e.mean for e in ours] == pytest.approx(theirs.params, rel=1e-9, abs=1e-9)
    assert [e.standard_error for e in ours] == pytest.approx(theirs.bse, rel=1e-9)
    assert [[e.low, e.high] for e in ours] == [pytest.approx(ends, rel=1e-9, abs=1e-9) for ends in theirs.conf_int()]
    for place, pair in enumerate(effects.interactions):
        weights = np.zeros(design.shape[1])
        weights[1 + column_of(pair.first)], weights[1 + factors + place] = 1.0, 0.5
        contrast = theirs.t_test(weights)
        assert pair.first_along.mean == pytest.approx(float(contrast.effect[0]), rel=1e-9)
        assert pair.first_along.standard_error == pytest.approx(float(contrast.sd[0, 0]), rel=1e-9)
        weights[1 + column_of(pair.first)], weights[1 + column_of(pair.second)] = 0.0, 1.0
        weights[1 + factors + place] = -0.5
        contrast = theirs.t_test(weights)
        assert pair.second_alone.mean == pytest.approx(float(contrast.effect[0]), rel=1e-9)
        assert pair.second_alone.standard_error == pytest.approx(float(contrast.sd[0, 0]), rel=1e-9)


def column_of(name: str) -> int:
    return int(name.removeprefix("f"))


def test_any_portions_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = folded_run(np.random.default_rng(52), deals=60)
    levels, outcome, deal = np.asarray(rows.levels), np.asarray(rows.outcome), np.asarray(rows.deal)
    whole = factorial_effects([rows], NAMES)
    shuffled = np.random.default_rng(53).permutation(deal.size)
    parts = [FactorialRows(levels[here], outcome[here], deal[here]) for here in (deal < 7, (deal >= 7) & (deal < 9))]
    parts.append(FactorialRows(levels[:0], outcome[:0], deal[:0]))
    parts.append(FactorialRows(levels[deal >= 9], outcome[deal >= 9], deal[deal >= 9]))
    monkeypatch.setattr(factorial, "_PORTION", 13)
    same = [
        FactorialRows(2 * levels - 1, outcome, deal),
        FactorialRows(levels == 1, outcome, deal),
        FactorialRows(levels[shuffled], outcome[shuffled], deal[shuffled]),
    ]
    for portions in ([rows], parts, *([other] for other in same)):
        assert flat(factorial_effects(portions, NAMES)) == pytest.approx(flat(whole), rel=1e-9)


def flat(effects: FactorialEffects) -> list[float]:
    estimates = [effects.mean, *(e.effect for e in effects.main), *(e.effect for e in effects.interactions)]
    return [number for e in estimates for number in (e.mean, e.low, e.high, e.standard_error, e.n)]


def test_portions_that_are_read_anew_each_time_need_not_be_held() -> None:
    class Reader:
        def __iter__(self) -> Iterator[FactorialRows]:
            generator = np.random.default_rng(54)
            for portion in range(3):
                rows = folded_run(generator, deals=20)
                yield FactorialRows(rows.levels, rows.outcome, np.asarray(rows.deal) + 20 * portion)

    assert factorial_effects(Reader(), NAMES).deals == 60
    with pytest.raises(ValueError, match="gone through twice"):
        factorial_effects(iter(Reader()), NAMES)


def test_folding_over_takes_the_luck_of_the_deal_out_of_main_effects() -> None:
    """The luck (standard deviation 4.5) cancels. What is left, per pair of flipped games: the noise of both (2 in each)
    and, flipped likewise, what the three others' switches do, a quarter of their effect of 4 each."""
    effects = factorial_effects([folded_run(np.random.default_rng(55), deals=2000)], NAMES)
    main, pair = effects.main[2].effect, effects.interactions[2].effect
    assert main.standard_error == pytest.approx(2 * math.sqrt((4 / 2 + 3 * 4 / 16) / 8000), rel=0.05)
    assert pair.standard_error > 3 * main.standard_error


def test_effects_are_found_where_they_are() -> None:
    effects = factorial_effects([folded_run(np.random.default_rng(56), deals=3000)], NAMES)
    for estimate, truth in zip([e.effect for e in effects.main] + [e.effect for e in effects.interactions], TRUTH):
        assert abs(estimate.mean - truth) < 4 * estimate.standard_error
    assert effects.main[0].effect.low > 3.5


def test_one_deal_claims_nothing() -> None:
    rows = folded_run(np.random.default_rng(57), deals=1, seats=8)
    assert factorial_effects([rows], NAMES).main[0].effect.high == math.inf


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        (1, 1.0, "factor 'rivers' is always on"),
        (0, 0.0, "factor 'camps' is always off"),
        (2, math.nan, "factor 'banner' has a level that is missing"),
        (2, 0.5, "factor 'banner' has a level"),
    ],
)
def test_a_factor_that_is_constant_or_missing_is_named(column: int, values: float, message: str) -> None:
    rows = folded_run(np.random.default_rng(58), deals=20)
    levels = np.asarray(rows.levels, dtype=np.float64)
    levels[:, column] = values
    with pytest.raises(ValueError, match=message):
        factorial_effects([FactorialRows(levels, rows.outcome, rows.deal)], NAMES)


def test_what_cannot_be_told_apart_is_refused() -> None:
    rows = folded_run(np.random.default_rng(59), deals=20)
    levels, outcome, deal = np.asarray(rows.levels), np.asarray(rows.outcome), np.asarray(rows.deal)
    twins = levels.copy()
    twins[:, 2] = 1 - twins[:, 0]
    with pytest.raises(ValueError, match="factor 'banner' always goes along"):
        factorial_effects([FactorialRows(twins, outcome, deal)], NAMES)
    rows_without_both = levels[:, 0] + levels[:, 1] < 2
    with pytest.raises(ValueError, match="the pair of 'camps' and 'rivers'"):
        factorial_effects(
            [FactorialRows(levels[rows_without_both], outcome[rows_without_both], deal[rows_without_both])], NAMES
        )
    broken = outcome.copy()
    broken[3] = math.nan
    for portions, names, message in (
        ([FactorialRows(levels, broken, deal)], NAMES, "outcome is missing"),
        ([FactorialRows(levels, outcome[:-1], deal)], NAMES, "a row per outcome"),
        ([rows, rows], NAMES, "whole within a portion"),
        ([rows], ["a", "b"], "a column per factor"),
        ([rows], ["a", "b", "a"], "one name each"),
        ([FactorialRows(levels[:7], outcome[:7], deal[:7])], NAMES, "too few"),
        ([], NAMES, "no rows"),
    ):
        with pytest.raises(ValueError, match=message):
            factorial_effects(portions, names)


def coverage(repeats: int, deals: int, seed: int) -> tuple[Array, Array]:
    """How often the cluster intervals hold the truth, and how often they would if they were narrower by 40%."""
    generator = np.random.default_rng(seed)
    held, narrow = np.zeros(6), np.zeros(6)
    for _ in range(repeats):
        effects = factorial_effects([folded_run(generator, deals)], NAMES)
        estimates = [e.effect for e in effects.main] + [e.effect for e in effects.interactions]
        distance = np.abs([e.mean for e in estimates] - TRUTH)
        reach = np.array([e.half_width for e in estimates])
        held += distance <= reach
        narrow += distance <= 0.6 * reach
    return held / repeats, narrow / repeats


def test_95_percent_of_cluster_intervals_is_95_percent() -> None:
    held, narrow = coverage(repeats=800, deals=120, seed=60)
    assert held == pytest.approx(np.full(6, 0.95), abs=0.025)
    assert narrow.max() < 0.85


@pytest.mark.slow
def test_95_percent_of_cluster_intervals_is_95_percent_in_many_runs() -> None:
    held, _ = coverage(repeats=10_000, deals=150, seed=61)
    assert held == pytest.approx(np.full(6, 0.95), abs=0.01)
