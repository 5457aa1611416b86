"""The learned player: what it is taught is what it plays by."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from arkadia_sim.shipped.bots.arkadia import _policy, learner

from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.games.arkadia.bots_api.look_ahead import RANKED_DTYPE
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.state import BANNER, CASTLE, DECISION_DTYPE, DRAW, MUST, new_game, new_minds
from arkadia_sim.kernels.minds import sit_down
from arkadia_sim.testing.bots import collect
from tests.support.practising import lessons_of, practice_batch, practise

WIDTH = 6
pytestmark = pytest.mark.slow  # who gives lessons takes minutes to compile


def positions(phase: int, decisions: int) -> Any:
    for _, moment in collect(GAME, find_bot("rival"), decisions):
        if moment.phase == phase:
            games = new_game()
            games[0] = moment.game
            yield GAME.engine.handed(games[0], moment.seat)


def weights(seed: int) -> Any:
    """Any weights, of players who look at everything and of others."""
    drawn = np.random.default_rng(seed).normal(size=len(learner.PARAMETERS))
    drawn[[learner.REACH, learner.HANDS]] = seed % 2, seed // 2 % 2
    return drawn


def listed(handed: Any, row: Any) -> tuple[Any, Any, Any]:
    """The candidates of a player with these weights, their counts, and its own decision."""
    from arkadia_sim.shipped.bots.arkadia import _lessons

    minds, choice = new_minds(), np.zeros(1, DECISION_DTYPE)[0]
    ranked = np.zeros(2 * WIDTH + 9, RANKED_DTYPE)
    sit_down(minds[0], _policy.policy_row(_policy.BY_LEARNING, row))
    counts = np.zeros((len(ranked) + 1, len(learner.WEIGHTS)), np.float32)
    with np.errstate(over="ignore"):
        n = _policy.rank(*handed, minds[0], choice, WIDTH, ranked)
        ranked[n]["decision"] = choice
        _lessons.describe(*handed, minds[0], ranked, n + 1, counts)
    return ranked[:n], counts[:n], counts[n]


PLACES = {
    MUST: slice(0, learner.USE),
    BANNER: slice(learner.USE, learner.DRAW),
    DRAW: slice(learner.DRAW, None),
    CASTLE: slice(learner.DRAW, None),
}
"""Where the weights of a decision are."""


@pytest.mark.parametrize("phase", PLACES)
def test_a_score_is_weights_times_counts_and_the_best_is_taken(phase: int) -> None:
    """A banner has no scores to compare, and may sell what no candidate sells."""
    looked_at, decided = 0, 0
    for number, handed in enumerate(positions(phase, 300)):
        row = weights(number)
        ranked, counts, own = listed(handed, row)
        scores = counts @ row[: len(learner.WEIGHTS)]
        if phase == BANNER:
            assert own @ row[: len(learner.WEIGHTS)] >= float(scores.max()) - 1e-3
        else:
            assert scores == pytest.approx(ranked["score"], abs=1e-3)
            assert own @ row[: len(learner.WEIGHTS)] == pytest.approx(scores.max(), abs=1e-3)
        elsewhere = np.ones(len(learner.WEIGHTS), bool)
        elsewhere[PLACES[phase]] = False
        assert not counts[:, elsewhere].any()
        looked_at += len(ranked)
        decided += bool(own.any())
    assert looked_at > 100 and decided > 10


def test_a_lesson_is_about_every_weight() -> None:
    lessons = lessons_of(GAME, "learner")
    assert lessons.leave_out(parameter.name for parameter in learner.PARAMETERS) == ("reach", "hands")


def test_practice_hides_what_is_hidden() -> None:
    """Hidden workers count as enough to enclose a building, for all others and for the next player."""
    lessons = lessons_of(GAME, "learner")
    batch = practice_batch(GAME, ("expert", "rival"), 3, 12)
    names = lessons.weights["must"]
    for rules, known in (({"holdings": "hidden"}, False), ({}, True)):
        rows = practise(lessons, replace(batch, setting=GAME.setting(3, rules, {})))
        musts = rows.counts[rows.kind == "must"]
        assert len(musts) > 50
        alike = [
            (musts[:, names.index(f"{what}_{r}")] == musts[:, names.index(f"{what}_{when}_{r}")]).all()
            for what in ("own", "base") for when in ("next", "exposed") for r in range(3, 7)
        ]  # fmt: skip
        assert not any(alike) if known else all(alike)
