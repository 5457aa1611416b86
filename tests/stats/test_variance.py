"""The split of a variance: known parts come out, none of noise, and intervals over deals hold the truth."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.stats.variance import PARTS, gaps_between, shared_split, variance_split

LINEUPS = list(product((0, 1), repeat=3))


def played(
    seed: int,
    deals: int,
    seat: float = 0.0,
    own: float = 0.0,
    others: float = 0.0,
    deal: float = 0.0,
    rest: float = 1.0,
) -> NDArray[np.float64]:
    """Games in which each part adds what it is said to: a step a seat, a bot, a bot elsewhere; two kinds of luck."""
    generator = np.random.Generator(np.random.PCG64(seed))
    bots = np.array(LINEUPS, dtype=float)
    means = seat * np.arange(3) + own * bots + others * (bots.sum(axis=1, keepdims=True) - bots)
    luck = deal * generator.standard_normal((deals, 1, 3)) + rest * generator.standard_normal((deals, len(LINEUPS), 3))
    return np.asarray(means[None] + luck)


TRUTH = {"seat": 0.25 * 2 / 3, "own": 1.0, "others": 0.09 * 0.5, "deal": 0.49, "rest": 1.0}
"""Of a step of a half a seat, a spread of two a bot, three tenths a bot elsewhere, 0.7 of luck that all share."""

STEPS = {"seat": 0.5, "own": 2.0, "others": 0.3, "deal": 0.7, "rest": 1.0}


def test_each_part_comes_out_as_it_was_put_in() -> None:
    split = variance_split(played(1, 20_000, **STEPS), LINEUPS, resamples=2)
    total = sum(TRUTH.values())
    assert split.total == pytest.approx(total, rel=0.02)
    for part in PARTS:
        assert split.share(part).mean == pytest.approx(TRUTH[part] / total, abs=0.01)
    assert sum(split.share(part).mean for part in PARTS) == pytest.approx(1.0)


def test_noise_is_no_seat_and_no_strategy() -> None:
    """Nothing but the rest: with few deals the means differ all the same, and that is taken off again."""
    shares = [variance_split(played(seed, 20, deal=0.3), LINEUPS, resamples=2) for seed in range(40)]
    for part in ("seat", "own", "others"):
        assert np.mean([share.share(part).mean for share in shares]) < 0.01


def test_its_intervals_hold_the_truth() -> None:
    """Of the deal, the own strategy and the rest, in 50 samples of 80 deals: seven of eight at least."""
    total = sum(TRUTH.values())
    splits = [variance_split(played(seed, 80, **STEPS), LINEUPS, resamples=80) for seed in range(50)]
    for part in ("deal", "own", "rest"):
        shares = [split.share(part) for split in splits]
        assert sum(share.low <= TRUTH[part] / total <= share.high for share in shares) >= 44, part


def test_what_does_not_vary_has_no_split() -> None:
    with pytest.raises(ValueError, match="nothing varies"):
        variance_split(np.zeros((10, 8, 3)), LINEUPS)
    with pytest.raises(ValueError, match="at least two deals"):
        variance_split(np.zeros((1, 8, 3)), LINEUPS)


def on_boards(
    seed: int, deals: int = 600, boards: int = 50, decks: int = 30
) -> tuple[NDArray[np.float64], dict[str, NDArray[np.int64]]]:
    """Games whose deals share boards and decks: 0.8 of luck by board, 0.5 by board and line-up, 0.4 by deck."""
    chance = np.random.default_rng(seed)
    numbers = chance.integers(0, boards, deals), chance.integers(0, decks, deals)
    board, deck = 0.8 * chance.standard_normal((boards, 1, 3)), 0.4 * chance.standard_normal((decks, 1, 3))
    meets = 0.5 * chance.standard_normal((boards, len(LINEUPS), 3))
    luck = board[numbers[0]] + meets[numbers[0]] + deck[numbers[1]]
    return played(seed, deals, own=2.0, deal=0.7) + luck, dict(zip(("board", "deck"), numbers, strict=True))


def test_the_board_and_the_deck_are_parted_from_the_rest_of_the_deal() -> None:
    parts = {"own": 1.0, "board": 0.64, "board_play": 0.25, "deck": 0.16, "deck_play": 0.0, "deal": 0.49, "rest": 1.0}
    samples = [on_boards(seed) for seed in range(12)]
    splits = [shared_split(values, LINEUPS, pieces) for values, pieces in samples]
    for part, true in parts.items():
        shares = [split.share(part) for split in splits]
        truth = true / sum(parts.values())
        assert np.mean([share.mean for share in shares]) == pytest.approx(truth, abs=0.02), part
        assert sum(share.low <= truth <= share.high for share in shares) >= 9, part
    assert set(splits[0].parts) == {"seat", "others", *parts}
    assert sum(splits[0].share(part).mean for part in splits[0].parts) == pytest.approx(1.0, abs=0.02)


def test_players_of_one_game_are_compared_with_players_of_another_on_the_same_board() -> None:
    """Two deals on one board: 0 2 and 5 9. Within games they differ by 2 and 4; the others by 9 and 3."""
    same, other = gaps_between(np.array([[0.0, 2.0], [5.0, 9.0], [1.0, 4.0]]), np.array([7, 7, 8]))
    assert list(same) == [3.0, 3.0]
    assert other[0] == 6.0 and np.isnan(other[1])
