"""The players: greedy does what it is defined to do, and what the learner is taught is what it plays by."""

from typing import Any

import numpy as np
from arkadia_sim.shipped.bots.castle import _policy, casual
from arkadia_sim.shipped.bots.castle.greedy import greedy

from arkadia_sim.games.castle.bots_api.look_ahead import RANKED_DTYPE
from arkadia_sim.games.castle.rules.state import DECISION_DTYPE, new_minds
from arkadia_sim.games.castle.values import options_of
from tests.games.castle.positions import Hand


def greedy_pick(hand: Hand) -> Any:
    decision = np.zeros(1, DECISION_DTYPE)[0]
    greedy.decisions[hand.kind](hand.table, new_minds()[0], decision)
    return next(value for step, value in options_of(hand.table) if step.number == decision["pick"])


def test_greedy_takes_the_shortest_way_to_a_main_part() -> None:
    """On ?, the square that completes a wall; the first of equals; not a flag's line, however near."""
    hand = Hand()
    hand.castle(tokens=[4, 2])
    hand.dice("?", "?")
    assert greedy_pick(hand) == 5
    hand.castle(tokens=[2])
    hand.dice("?", "?")
    assert greedy_pick(hand) == 0


def test_greedy_cashes_parts_then_flags_and_else_stops() -> None:
    hand = Hand()
    hand.castle(tokens=[0, 1, 2, 3, 6, 7], walls=1)
    hand.build()
    assert greedy_pick(hand) == 0
    hand.castle(tokens=[2, 3], walls=1)
    hand.build()
    assert greedy_pick(hand) == 1
    hand.castle(tokens=[2, 3], walls=0)
    hand.build()
    assert greedy_pick(hand) == "stop"
    hand.castle(tokens=[0, 1, 2, 3, 4, 5, 6, 8], walls=4, towers=4, flags=6)
    hand.build()
    assert greedy_pick(hand) == 0


def test_greedy_leaves_residents_to_others_turns() -> None:
    hand = Hand()
    hand.dice("residents", "wood")
    assert greedy_pick(hand) == 0
    hand.pick(0, 0)
    assert (hand.kind, int(hand.table["seat"]), greedy_pick(hand)) == ("die", 1, 1)


def test_a_score_is_the_sum_of_weight_times_count() -> None:
    """At a use, a line and the choice of a guest, with any weights."""
    hand = Hand(version="architect")
    hand.cards("logger", "queen", "king", "monk")
    looks = 0
    for tokens, begin in (([0, 4, 7], "dice"), ([0, 1, 4, 5, 8, 9], "build"), ([10, 11], "floor")):
        hand.castle(guests=["monk", "bohemian"], tokens=tokens, walls=2, floors=1)
        if begin == "dice":
            hand.dice("?", "?")
        else:
            hand.build()
        if begin == "floor":
            hand.pick(5)
        mind = new_minds()[0]
        mind["parameters"][: casual.TAUGHT] = np.random.default_rng(looks).normal(size=casual.TAUGHT)
        weights = mind["parameters"][: casual.TAUGHT].copy()
        ranked = np.zeros(20, RANKED_DTYPE)
        n = int(_policy.rank(hand.table, mind, np.zeros(1, DECISION_DTYPE)[0], 20, ranked))
        assert n == len(hand.candidates)
        counts = np.zeros((20, casual.TAUGHT), np.float32)
        _policy.describe(hand.table, mind, ranked, n, counts)
        assert np.allclose(counts[:n] @ weights, ranked["score"][:n], atol=1e-4)
        assert (np.diff(ranked["score"][:n]) <= 0).all()
        looks += 1
    assert looks == 3
