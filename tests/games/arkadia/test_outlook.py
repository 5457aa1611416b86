"""What bots are offered, and how equal choices are told apart: every kind is named, no place in a list is favoured."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.bitboard import squares_of, words_of
from arkadia_sim.games.arkadia.rules.state import CANDIDATES_MAX, LOT, MUST, WORKERS, new_game, new_minds
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.sight import lots
from arkadia_sim.games.arkadia.values import blank_decision
from arkadia_sim.testing.driving import Sitting
from tests.games.arkadia.twin.engine_calls import name_introductions
from tests.support.recorded import play, played

RULES: list[dict[str, Any]] = [
    {},
    {"start_workers": 11, "banners": 0, "neutral_workers": 200},
    {"workers_at_castle": False, "neutral_workers": 60},
]


def placements(game: Any) -> list[tuple[int, tuple[Any, ...], tuple[Any, ...]]]:
    """The worker placements that are named at a position: building, squares of own and of neutral workers."""
    mind = new_minds()[0]
    with np.errstate(over="ignore"):
        name_introductions(game["table"], game["holdings"], mind)
    assert 0 <= mind["n_candidates"] <= CANDIDATES_MAX
    return [
        (int(one["building"]), tuple(squares_of(one["own"])), tuple(squares_of(one["neutral"])))
        for one in mind["candidates"][: int(mind["n_candidates"])]
    ]


@pytest.mark.parametrize("rules", RULES)
def test_r5_every_placement_named_is_legal_and_there_are_some_of_every_kind(rules: dict[str, Any]) -> None:
    """Single workers and several, own, neutral and mixed, that leave a building open and that complete it."""
    kinds: Counter[tuple[str, str]] = Counter()
    trial = new_game()
    sitting = Sitting(GAME, ["greedy", "tent_camp", "tent_camp"], GAME.setting(3, rules, {}))
    for moment in sitting.drive(11):
        if moment.phase != MUST:
            continue
        named = placements(moment.game)
        assert len(named) - len(set(named)) <= 1
        for building, own, neutral in named:
            trial[0], decision = moment.game, blank_decision()
            decision["kind"], decision["building"] = WORKERS, building
            decision["own"], decision["neutral"] = words_of(own), words_of(neutral)
            assert step(trial[0], decision) == OK, (building, own, neutral)
            completes = "completes" if trial[0]["now"]["n_completed"] else "leaves open"
            whose = "mix" if own and neutral else "own" if own else "neutral"
            kinds[whose, completes if len(own + neutral) > 1 else "single"] += 1
    assert not sitting.fault
    assert kinds.keys() >= {("mix", "leaves open"), ("own", "single"), ("own", "leaves open"), ("neutral", "single")}
    assert any(completes == "completes" for _, completes in kinds)


def test_lots_are_small_and_of_every_size() -> None:
    lot: Any = getattr(lots.lot, "py_func", lots.lot)
    with np.errstate(over="ignore"):
        drawn = np.array([lot(np.uint64(7), np.uint64(choice)) for choice in range(4_000)]) / lots.LOT_SIZE
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
        (pair,) = [
            one
            for one in mind["candidates"][: int(mind["n_candidates"])]
            if one["building"] == LOT and (one["n_own"], one["n_neutral"]) == (2, 0)
        ]
        counted.update(squares_of(pair["own"]))
    expected = 2 * times / len(counted)
    assert len(counted) > 6
    assert all(abs(n - expected) < 4.5 * expected**0.5 for n in counted.values()), counted


@pytest.mark.skipif(not JIT_ENABLED, reason="needs more games than the interpreter plays in time")
def test_no_family_ends_dearer_than_another() -> None:
    """The families differ in nothing but their place in the list; a novice finds many pieces and cards equally good."""
    games = 300
    turns = played(GAME, ["novice"], np.zeros((games, 4)), seed=31, traced=True).turns
    last = np.flatnonzero(np.diff(np.asarray(turns["game"]), append=-1))
    values = np.array([np.asarray(turns[f"value_{name}"])[last] for name in ("red", "olive", "black", "silver")], float)
    off = values.mean(axis=1) - values.mean()
    assert (np.abs(off) < 4 * values.std(axis=1) / games**0.5).all(), off


def test_a_bot_that_is_barred_and_plays_with_noise_finds_what_was_found_for_it() -> None:
    """What constraints leave and what the bot then names goes by the same lots, whatever chance has drawn between."""
    bots = ["expert:barred=reach+trigger,temperature=0.7", "casual:forced=reach,temperature=2", "random:barred=reach"]
    assert not play(GAME, 3, 12 if JIT_ENABLED else 1, {}, tuple(bots), seed=5).failures
