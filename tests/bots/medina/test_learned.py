"""The learned player: what it is taught is what it plays by."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from arkadia_sim.shipped.bots.medina import _policy, learner

from arkadia_sim.games.medina.bots_api.look_ahead import RANKED_DTYPE
from arkadia_sim.games.medina.game import GAME
from arkadia_sim.games.medina.play import handed_by_hand
from arkadia_sim.games.medina.rules.state import DECISION_DTYPE, PLACE, new_game, new_minds
from arkadia_sim.kernels.minds import sit_down
from arkadia_sim.testing.driving import Sitting

WIDTH = 6


def positions(phase: int, every: int) -> Iterator[tuple[Any, Any]]:
    """What is handed at every so many decisions of two games."""
    for deal, rules in ((1, {}), (2, {"holdings": "hidden", "grow_from": "palace"})):
        sitting = Sitting(GAME, ["rival", "greedy:temperature=1"], GAME.setting(2, rules, {}))
        found = []
        for moment in sitting.drive(deal):
            if moment.phase == phase:
                games = new_game()
                games[0] = moment.game
                found.append((games[0], moment.seat))
        assert sitting.fault == ""
        yield from (handed_by_hand(*moment) for moment in found[::every])


def weights(seed: int) -> Any:
    """Any weights, but for those that no lesson is about."""
    row = np.array([parameter.default for parameter in learner.PARAMETERS])
    row[: learner.TAUGHT] = np.random.default_rng(seed).normal(size=learner.TAUGHT)
    return row


def policy(who: float, row: Any) -> Any:
    minds = new_minds()
    minds["random"] = 1
    sit_down(minds[0], _policy.policy_row(who, row))
    return minds[0]


def listed(told: Any, mind: Any) -> tuple[Any, Any]:
    """The candidates of a player, and its own decision."""
    ranked, choice = np.zeros(WIDTH + 9, RANKED_DTYPE), np.zeros(2, DECISION_DTYPE)
    with np.errstate(over="ignore"):
        n = _policy.rank(*told, mind, choice[0], WIDTH, ranked)
        _policy.decide(*told, mind, choice[1])
    return ranked[:n], choice[1]


@pytest.mark.slow  # who gives lessons takes a while to compile
def test_the_score_of_a_placement_is_weights_times_counts() -> None:
    looked_at = 0
    for number, told in enumerate(positions(PLACE, 9)):
        row = weights(number)
        mind = policy(_policy.BY_LEARNING, row)
        ranked, _ = listed(told, mind)
        counts = np.zeros((len(ranked), learner.TAUGHT), np.float32)
        with np.errstate(over="ignore"):
            _policy.describe(*told, mind, ranked, len(ranked), counts)
        assert counts @ row[: learner.TAUGHT] == pytest.approx(ranked["score"], abs=1e-3)
        looked_at += len(ranked)
    assert looked_at > 200
