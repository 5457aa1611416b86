"""All changes at once: what each is worth when the others are on and off alike, and how much two change each other.

Every player of every game draws each change (a factor) on or off. One set of games then answers all questions: the main
effect of a change (on minus off, averaged over the others being on and off equally often) and, for each pair, the
interaction (by how much the effect of the one grows when the other is on). Least squares over the rows, with standard
errors clustered by deal: Liang and Zeger 1986, "Longitudinal data analysis using generalized linear models", Biometrika
73, with the small-sample correction known as CR1 (Cameron and Miller 2015, "A practitioner's guide to cluster-robust
inference", Journal of Human Resources 50) and Student's t with one degree of freedom less than there are deals.

The rows are gone through twice in portions, so that memory does not grow with their number: first for the sums of the
normal equations, then for the score of each deal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.stats.intervals import LEVEL, Estimate, interval_from

_PORTION = 1_000
"""How many rows are worked on at a time (a deal is never split): few enough to stay in the processor's cache."""

_LEAST_SHARE_OF_VARIANCE = 1e-9
"""A column of which less than this is left once the others have explained it is no column of its own."""


@dataclass(frozen=True)
class FactorialRows:
    """Some rows of a factorial run, one per player and game, whole deals only.

    ``levels`` has a row per player and game and a column per factor, on and off being 1 and 0 or 1 and -1 (or true and
    false); ``outcome`` and ``deal`` have an entry per row.
    """

    levels: ArrayLike
    outcome: ArrayLike
    deal: ArrayLike


@dataclass(frozen=True)
class MainEffect:
    """What a factor is worth, on minus off, the others being on and off equally often."""

    factor: str
    effect: Estimate


@dataclass(frozen=True)
class Interaction:
    """By how much the effect of one factor grows when the other is on; the same for both of them.

    ``first_alone`` and ``first_along`` are the effect of the first while the second is off and on, ``second_alone`` and
    ``second_along`` those of the second.
    """

    first: str
    second: str
    effect: Estimate
    first_alone: Estimate
    first_along: Estimate
    second_alone: Estimate
    second_along: Estimate


@dataclass(frozen=True)
class FactorialEffects:
    """All effects of a factorial run on one outcome; ``mean`` is the outcome with all factors on and off alike."""

    mean: Estimate
    main: tuple[MainEffect, ...]
    interactions: tuple[Interaction, ...]
    rows: int
    deals: int


@dataclass(frozen=True)
class _Block:
    """The rows of whole deals in the order of the deals, ready for sums: the design, the outcome, where deals start."""

    design: NDArray[np.float64]
    outcome: NDArray[np.float64]
    starts: NDArray[np.int64]


def factorial_effects(
    portions: Iterable[FactorialRows], factors: Sequence[str], level: float = LEVEL
) -> FactorialEffects:
    """Main effects and pairwise interactions of the named factors (the columns of the levels, in this order).

    ``portions`` are gone through twice: a list, or an object that reads them anew each time, but no iterator that is
    used up. Deals are whole within a portion and grow from portion to portion. Whoever has a single table gives a list
    of one.
    """
    if iter(portions) is portions:
        raise ValueError("the portions are gone through twice: give a list, not an iterator that is used up")
    if not factors or len(set(factors)) < len(factors):
        raise ValueError("factors need one name each, all different")
    pairs = list(combinations(range(len(factors)), 2))
    size = 1 + len(factors) + len(pairs)
    squares, products = np.zeros((size, size)), np.zeros(size)
    rows = deals = 0
    for block in _blocks(portions, factors, pairs):
        squares += block.design.T @ block.design
        products += block.design.T @ block.outcome
        rows += block.outcome.size
        deals += block.starts.size
    _check_design(squares, rows, factors, pairs)
    bread = np.linalg.inv(squares)
    coefficients = bread @ products
    meat = np.zeros((size, size))
    for block in _blocks(portions, factors, pairs):
        residuals = block.outcome - block.design @ coefficients
        scores = np.add.reduceat(block.design * residuals[:, None], block.starts, axis=0)
        meat += scores.T @ scores
    covariance = bread @ meat @ bread * _small_sample_correction(rows, deals, size)
    return _effects(coefficients, covariance, factors, pairs, rows, deals, level)


def _effects(
    coefficients: NDArray[np.float64],
    covariance: NDArray[np.float64],
    factors: Sequence[str],
    pairs: list[tuple[int, int]],
    rows: int,
    deals: int,
    level: float,
) -> FactorialEffects:
    """Names and intervals. With levels of -1/2 and 1/2 every coefficient is itself an effect in on-minus-off units."""

    def estimate(weights: dict[int, float]) -> Estimate:
        at, weight = list(weights), np.array(list(weights.values()))
        variance = float(weight @ covariance[np.ix_(at, at)] @ weight)
        return interval_from(float(weight @ coefficients[at]), sqrt(max(0.0, variance)), deals, level)

    interactions = []
    for place, (first, second) in enumerate(pairs, start=1 + len(factors)):
        interactions.append(
            Interaction(
                factors[first],
                factors[second],
                effect=estimate({place: 1.0}),
                first_alone=estimate({1 + first: 1.0, place: -0.5}),
                first_along=estimate({1 + first: 1.0, place: 0.5}),
                second_alone=estimate({1 + second: 1.0, place: -0.5}),
                second_along=estimate({1 + second: 1.0, place: 0.5}),
            )
        )
    return FactorialEffects(
        mean=estimate({0: 1.0}),
        main=tuple(MainEffect(name, estimate({1 + k: 1.0})) for k, name in enumerate(factors)),
        interactions=tuple(interactions),
        rows=rows,
        deals=deals,
    )


def _small_sample_correction(rows: int, deals: int, size: int) -> float:
    if deals < 2:
        return 1.0  # it does not matter: a single deal gets an infinite interval
    return deals / (deals - 1) * (rows - 1) / (rows - size)


def _blocks(
    portions: Iterable[FactorialRows], factors: Sequence[str], pairs: list[tuple[int, int]]
) -> Iterator[_Block]:
    """The rows of all portions, whole deals at a time, in about ``_PORTION`` rows."""
    last = None
    for portion in portions:
        levels = np.asarray(portion.levels)
        outcome = np.asarray(portion.outcome, dtype=np.float64)
        deal = np.asarray(portion.deal)
        if levels.ndim != 2 or levels.shape[1] != len(factors) or not len(levels) == outcome.size == deal.size:
            raise ValueError("levels need a row per outcome and a column per factor, and every row its deal")
        if not deal.size:
            continue
        if not np.all(np.isfinite(outcome)):
            raise ValueError("an outcome is missing or not finite")
        order = np.argsort(deal, kind="stable")
        deal = deal[order]
        if last is not None and deal[0] <= last:
            raise ValueError("deals must be whole within a portion, and grow from portion to portion")
        last = deal[-1]
        starts = np.flatnonzero(np.concatenate([[True], deal[1:] != deal[:-1]]))
        for rows in _cuts(starts, deal.size):
            chosen = order[rows.start : rows.stop]
            here = starts[(starts >= rows.start) & (starts < rows.stop)] - rows.start
            yield _Block(_design(levels[chosen], factors, pairs), outcome[chosen], here)


def _cuts(starts: NDArray[np.int64], size: int) -> Iterator[slice]:
    """Slices of about ``_PORTION`` rows that begin where a deal begins."""
    begin = 0
    while begin < size:
        later = starts[np.searchsorted(starts, begin + _PORTION) :]
        end = int(later[0]) if later.size else size
        yield slice(begin, end)
        begin = end


def _design(levels: NDArray[np.generic], factors: Sequence[str], pairs: list[tuple[int, int]]) -> NDArray[np.float64]:
    """A column of ones, a column of -1/2 and 1/2 per factor, and for each pair the product of its columns."""
    numbers = levels.astype(np.float64)
    for k, name in enumerate(factors):
        if not np.all((numbers[:, k] == 1) | (numbers[:, k] == 0) | (numbers[:, k] == -1)):
            raise ValueError(f"factor {name!r} has a level that is missing or neither on (1) nor off (0 or -1)")
    design = np.empty((len(numbers), 1 + len(factors) + len(pairs)))
    design[:, 0] = 1.0
    design[:, 1 : 1 + len(factors)] = np.where(numbers > 0, 0.5, -0.5)
    for place, (first, second) in enumerate(pairs, start=1 + len(factors)):
        design[:, place] = design[:, 1 + first] * design[:, 1 + second]
    return design


def _check_design(
    squares: NDArray[np.float64], rows: int, factors: Sequence[str], pairs: list[tuple[int, int]]
) -> None:
    """Refuses what cannot be told apart: a factor that never changes, or one that always goes along with others."""
    if not rows:
        raise ValueError("there are no rows")
    if rows <= len(squares):
        raise ValueError(f"{rows} rows are too few for {len(squares)} effects")
    names = [f"factor {name!r}" for name in factors]
    names += [f"the pair of {factors[first]!r} and {factors[second]!r}" for first, second in pairs]
    for k, name in enumerate(names[: len(factors)], start=1):
        if abs(squares[0, k]) == rows / 2:
            raise ValueError(f"{name} is always {'on' if squares[0, k] > 0 else 'off'}: its effect cannot be told")
    for k, name in enumerate(names, start=1):
        # What is left of a column after all before it: the Schur complement.
        known = squares[:k, :k]
        left = squares[k, k] - squares[k, :k] @ np.linalg.solve(known, squares[:k, k])
        if left < _LEAST_SHARE_OF_VARIANCE * squares[k, k]:
            raise ValueError(f"{name} always goes along with other factors: its effect cannot be told from theirs")
