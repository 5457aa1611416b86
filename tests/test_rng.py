"""The random numbers: published vectors, uniformity, independence, and a set-up in which every deal is as likely."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from arkadia_sim import rng
from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.box import BOARD, CAMPS, OUTSIDE_CENTRE, Components, board_of, lot_places
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.setup import deal, prepare
from arkadia_sim.games.arkadia.rules.state import CARDS_MAX, LOT, OUTLINE_NAMES, new_game

SIGNIFICANT = 1e-4
"""Seeds are fixed, so nothing here fails by chance; a p-value below this would make a generator worth distrusting."""

# The first outputs of the authors' C code (prng.di.unimi.it: splitmix64.c from state 1234567, xoroshiro128plusplus.c
# from state 1, 2), as other implementations publish them for checking (the Rust crate rand_xoshiro among them).
SPLITMIX64_OF_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
XOROSHIRO128_OF_1_2 = [
    393217,
    669327710093319,
    1732421326133921491,
    11394790081659126983,
    9555452776773192676,
    3586421180005889563,
    1691397964866707553,
    10735626796753111697,
    15216282715349408991,
    14247243556711267923,
]
GOLDEN = 0x9E3779B97F4A7C15
"""What SplitMix64 adds to its state at every step."""


@inlined
def _fill_words(state: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = rng.next_word(state)


@inlined
def _fill_below(state: Any, bound: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = rng.below(state, bound)


@inlined
def _fill_uniform(state: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = rng.uniform(state)


def _stream(seed: int) -> NDArray[np.uint64]:
    state = np.zeros(rng.STREAM_WORDS, np.uint64)
    with np.errstate(over="ignore"):
        rng.seed_stream(state, np.uint64(seed))
    return state


def _words(state: NDArray[np.uint64], count: int) -> NDArray[np.uint64]:
    out = np.zeros(count, np.uint64)
    with np.errstate(over="ignore"):
        _fill_words(state, out)
    return out


def test_splitmix64_reference_vector() -> None:
    """Mixing the states that SplitMix64 goes through yields its published outputs, with which a stream is seeded."""
    states = [(1234567 + step * GOLDEN) % 2**64 for step in range(1, 6)]
    with np.errstate(over="ignore"):
        assert [int(rng.mix(np.uint64(state))) for state in states] == SPLITMIX64_OF_1234567
    assert _stream(1234567).tolist() == SPLITMIX64_OF_1234567[: rng.STREAM_WORDS]


def test_xoroshiro128_reference_vector() -> None:
    """A stream yields the published outputs of xoroshiro128++."""
    state = np.array([1, 2], np.uint64)
    assert _words(state, len(XOROSHIRO128_OF_1_2)).tolist() == XOROSHIRO128_OF_1_2


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 24, 40, 192, 1000])
def test_below_is_uniform(bound: int) -> None:
    """Whole numbers below a bound stay in range and are equally likely."""
    out = np.zeros(200 * max(bound, 100), np.int64)
    with np.errstate(over="ignore"):
        _fill_below(_stream(20 + bound), bound, out)
    assert out.min() == 0
    assert out.max() == bound - 1
    if bound > 1:
        assert stats.chisquare(np.bincount(out, minlength=bound)).pvalue > SIGNIFICANT


def test_below_a_large_bound_is_exactly_uniform() -> None:
    """At three quarters of 2**32 a careless method would favour some thirds of the range two to one."""
    bound = 3 << 30
    out = np.zeros(30_000, np.int64)
    with np.errstate(over="ignore"):
        _fill_below(_stream(5), bound, out)
    assert stats.chisquare(np.bincount(out % 3, minlength=3)).pvalue > SIGNIFICANT
    assert stats.chisquare(np.bincount(out // (bound // 64), minlength=64)).pvalue > SIGNIFICANT


def test_uniform_is_uniform() -> None:
    """Floats lie in [0, 1) and fill it evenly."""
    out = np.zeros(50_000)
    with np.errstate(over="ignore"):
        _fill_uniform(_stream(3), out)
    assert out.min() >= 0.0
    assert out.max() < 1.0
    assert stats.kstest(out, "uniform").pvalue > SIGNIFICANT


def test_seat_streams_are_independent() -> None:
    """The streams of a deal (set-up and seats) share no word and do not move together; nor do those of neighbours."""
    deals = rng.deal_seeds(7, 4, 0, 2)
    seeds = [seed for deal, seats in zip(deals, rng.seat_seeds(deals), strict=True) for seed in (deal, *seats)]
    streams = [_words(_stream(int(seed)), 20_000) for seed in seeds]
    assert len(np.unique(np.concatenate(streams))) == len(streams) * 20_000
    numbers = np.array([stream >> np.uint64(11) for stream in streams], dtype=np.float64)
    correlations = np.asarray(np.corrcoef(numbers))[np.triu_indices(len(streams), 1)]
    smallest = 2 * stats.norm.sf(np.abs(correlations).max() * np.sqrt(20_000))
    assert smallest * len(correlations) > SIGNIFICANT
    coarse = [(stream >> np.uint64(61)).astype(np.int64) for stream in streams]
    for other in coarse[1:]:
        together = np.zeros((8, 8))
        np.add.at(together, (coarse[0], other), 1)
        assert stats.chi2_contingency(together).pvalue > SIGNIFICANT


def test_deal_seeds_differ() -> None:
    """No two deals of an experiment, player counts and neighbouring experiments included, share a seed."""
    seeds = np.concatenate([rng.deal_seeds(seed, players, 0, 2000) for seed in (0, 1, 2) for players in (2, 3, 4)])
    assert len(np.unique(seeds)) == len(seeds)
    assert rng.deal_seeds(1, 3, 1234, 1)[0] == rng.deal_seeds(1, 3, 1000, 500)[234]


def _many_deals(count: int) -> tuple[NDArray[np.int64], Counter[tuple[Any, ...]]]:
    """The decks of many deals, in the order dealt (hands, open cards, stack from its top), and where the lot lay."""
    prepared = prepare(Components(), RuleSet(), 4)
    games, stream = new_game(), _stream(99)
    n_cards = int(prepared.setup[0]["n_cards"])
    decks, lots = np.zeros((count, n_cards), np.int64), Counter[tuple[Any, ...]]()
    with np.errstate(over="ignore"):
        for i in range(count):
            deal(games, prepared.start, prepared.setup, stream)
            table, hands = games[0]["table"], games[0]["hands"]["cards"]
            cards = [*hands[:4, :4].ravel(), *table["face_up"][:3]]
            decks[i] = cards + games[0]["stack"][: int(table["stack_left"])][::-1].tolist()
            lots[tuple(squares_of(table["squares"][LOT]))] += 1
    return decks, lots


def test_r1_2_the_lot_is_uniform_over_its_24_places() -> None:
    """Every legal place of the lot, and no other, is drawn equally often."""
    _, lots = _many_deals(6000)
    places = lot_places(BOARD)
    assert len(places) == 24
    assert set(lots) == set(places)
    assert stats.chisquare(list(lots.values())).pvalue > SIGNIFICANT


def test_r1_1_drawn_camps_are_any_24_squares_outside_the_centre() -> None:
    """As often on each square, and two neighbours as often together."""
    count, rule = 800, OUTSIDE_CENTRE
    number = {square: place for place, square in enumerate(rule)}
    prepared = prepare(Components.chosen({"camps": "drawn", "outlines": "drawn"}), RuleSet(), 4)
    games, stream = new_game(), _stream(23)
    drawn = np.zeros((count, len(rule)), bool)
    choices, lots = np.zeros(len(OUTLINE_NAMES), np.int64), []
    with np.errstate(over="ignore"):
        for i in range(count):
            deal(games, prepared.start, prepared.setup, stream)
            table = games[0]["table"]
            drawn[i, [number[square] for square in squares_of(table["camps"])]] = True
            choices[table["outlines"]["choice"]] += 1
            legal = lot_places(board_of(squares_of(table["camps"])))
            lots.append((legal.index(tuple(squares_of(table["squares"][LOT]))) + 0.5) / len(legal))
    assert (drawn.sum(axis=1) == CAMPS).all()
    # counts of squares under a draw without replacement: a chi-square with the variance of such a draw
    share = CAMPS / len(rule)
    spread = ((drawn.sum(axis=0) - count * share) ** 2).sum() / (count * share * (1 - share))
    assert SIGNIFICANT < stats.chi2.sf(spread * (1 - 1 / len(rule)), len(rule) - 1) < 1 - SIGNIFICANT
    both = (drawn[:, :-1] & drawn[:, 1:]).sum(axis=1).mean()
    expected = (len(rule) - 1) * share * (CAMPS - 1) / (len(rule) - 1)
    assert abs(both - expected) < 0.25
    assert len(np.unique(drawn, axis=0)) == count
    assert choices.sum() == count
    assert stats.chisquare(choices).pvalue > SIGNIFICANT
    assert stats.kstest(lots, "uniform").pvalue > SIGNIFICANT


def test_r2_1_every_card_is_as_likely_in_every_position() -> None:
    """In hands, open cards and stack alike: each of the 40 cards, cards of a kind together, comes up equally often."""
    count = 6000
    decks, _ = _many_deals(count)
    multiplicity = np.bincount(decks[0], minlength=CARDS_MAX)
    assert multiplicity.sum() == 40
    kinds = np.flatnonzero(multiplicity)
    for deck in decks[:100]:
        assert (np.bincount(deck, minlength=CARDS_MAX) == multiplicity).all()
    expected = multiplicity[kinds] * count / 40
    pvalues = [
        stats.chisquare(np.bincount(decks[:, place], minlength=CARDS_MAX)[kinds], expected).pvalue
        for place in range(40)
    ]
    assert min(pvalues) * 40 > SIGNIFICANT
    assert stats.kstest(pvalues, "uniform").pvalue > SIGNIFICANT
