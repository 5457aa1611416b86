"""Equal choices are told apart by lot: no family, no card and no part of the board is favoured by a place in a list."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.state import LOT, MUST, new_minds
from arkadia_sim.games.arkadia.sight import lots
from arkadia_sim.games.arkadia.sight.outlook import name_introductions
from arkadia_sim.testing.driving import Sitting
from tests.support.recorded import play, played

FAMILIES = ("red", "olive", "black", "silver")


def plain(function: Any) -> Any:
    return getattr(function, "py_func", function)


def test_lots_are_small_and_of_every_size() -> None:
    with np.errstate(over="ignore"):
        drawn = np.array([plain(lots.lot)(np.uint64(7), np.uint64(choice)) for choice in range(4_000)]) / lots.LOT_SIZE
    assert drawn.min() >= 0.0 and drawn.max() < 1.0
    in_tenths = np.histogram(drawn, 10, (0.0, 1.0))[0]
    assert (in_tenths > 320).all() and (in_tenths < 480).all()  # 400 each, four standard deviations are 76


def test_each_of_several_equal_squares_is_as_often_among_the_first_two() -> None:
    """At the first must no building is open but the lot, so that all squares around it are equal."""
    moment = next(one for one in Sitting(GAME, ["greedy"] * 3, GAME.setting(3, {}, {})).drive(4) if one.phase == MUST)
    game, mind, counted, times = moment.game, new_minds()[0], Counter[tuple[int, int]](), 1_000
    numbers = np.random.default_rng(3)
    for _ in range(times):
        mind["random"] = numbers.integers(0, 1 << 63, 2, dtype=np.uint64)
        with np.errstate(over="ignore"):
            name_introductions(game["table"], game["holdings"], mind)
        pairs = [
            one
            for one in mind["candidates"][: int(mind["n_candidates"])]
            if one["building"] == LOT and (one["n_own"], one["n_neutral"]) == (2, 0)
        ]
        assert len(pairs) == 1
        counted.update(squares_of(pairs[0]["own"]))
    expected = 2 * times / len(counted)
    assert len(counted) > 6
    assert all(abs(n - expected) < 4.5 * expected**0.5 for n in counted.values()), counted


@pytest.mark.skipif(not JIT_ENABLED, reason="needs more games than the interpreter plays in time")
def test_no_family_ends_dearer_than_another() -> None:
    """The families differ in nothing but their place in the list; a novice finds many pieces and cards equally good."""
    games = 300
    GAME.find_bot("novice")
    turns = played(GAME, ["novice"], np.zeros((games, 4)), seed=31, traced=True).turns
    last = np.flatnonzero(np.diff(np.asarray(turns["game"]), append=-1))
    values = np.array([np.asarray(turns[f"value_{name}"])[last] for name in FAMILIES], float)
    off = values.mean(axis=1) - values.mean()
    assert (np.abs(off) < 4 * values.std(axis=1) / games**0.5).all(), off


def test_a_bot_that_is_barred_and_plays_with_noise_finds_what_was_found_for_it() -> None:
    """What constraints leave and what the bot then names goes by the same lots, whatever chance has drawn between."""
    bots = ["expert:barred=reach+trigger,temperature=0.7", "casual:forced=reach,temperature=2", "random:barred=reach"]
    for bot in bots:
        GAME.find_bot(bot)
    games = 12 if JIT_ENABLED else 1
    assert not play(GAME, 3, games, {}, tuple(bots), seed=5).failures
