"""The learned player: what it is taught is what it plays by."""

from dataclasses import replace
from pathlib import Path
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
from tests.support.learning import few_deals, learned
from tests.support.practising import lessons_of, practice_batch, practise

WIDTH = 6
SIDES = ("own", "others")
pytestmark = pytest.mark.slow  # who gives lessons takes minutes to compile


def positions(phase: int, decisions: int) -> Any:
    for _, moment in collect(GAME, find_bot("rival"), decisions):
        if moment.phase == phase:
            games = new_game()
            games[0] = moment.game
            yield GAME.engine.handed(games[0], moment.seat)


def weights(seed: int) -> Any:
    """Any weights."""
    return np.random.default_rng(seed).normal(size=len(learner.PARAMETERS))


def listed(handed: Any, row: Any) -> tuple[Any, Any, Any]:
    """The candidates of a player with these weights, their counts, and its own decision."""
    from arkadia_sim.shipped.bots.arkadia import _lessons

    minds, choice = new_minds(), np.zeros(1, DECISION_DTYPE)[0]
    ranked = np.zeros(2 * WIDTH + 9, RANKED_DTYPE)
    sit_down(minds[0], _policy.policy_row(_policy.BY_LEARNING, row))
    counts = np.zeros((len(ranked) + 1, len(learner.PARAMETERS)), np.float32)
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
        scores = counts @ row
        if phase == BANNER:
            assert own @ row >= float(scores.max()) - 1e-3
        else:
            assert scores == pytest.approx(ranked["score"], abs=1e-3)
            assert own @ row == pytest.approx(scores.max(), abs=1e-3)
        elsewhere = np.ones(len(row), bool)
        elsewhere[PLACES[phase]] = False
        assert not counts[:, elsewhere].any()
        looked_at += len(ranked)
        decided += bool(own.any())
    assert looked_at > 100 and decided > 10


FAR = """
[far]
player = "learner"
plan = "Shuns payouts, helps the others with castle pieces, and draws large buildings of cheap families."
source = "weights that are far off"

[far.parameters]
own_value_0 = -1
seal_value_0 = -1
others_value_0 = 1
own_used = 2
sold_value = -1
castle_own = -3
castle_others = -5
castle_open = 2
draw_value = -2
draw_squares = 2
draw_stack = 20
"""


def test_weights_that_are_far_off_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No weight stays where somebody put it: against a castle piece the others' seals count about as much as own ones
    count for it, whoever began to learn."""
    few_deals(monkeypatch)
    monkeypatch.chdir(tmp_path)
    Path("far.toml").write_text(FAR, encoding="utf-8")
    request = {
        "bot": "far.toml", "teacher": ("master", "rival"), "among": ("master",), "players": (2,), "rounds": 1,
        "deals": 120, "practice": 1, "seed": 3,
    }  # fmt: skip
    stage = learned(request, Path("out")).stages[0]
    assert {kind.kind for kind in stage.kinds} == {"must", "banner", "draw", "castle"}
    assert stage.kept != "before"
    late = {name: stage.weights[f"castle_{name}"] + 0.5 * stage.weights[f"castle_{name}_progress"] for name in SIDES}
    assert late["own"] > 0
    assert 0.3 < late["others"] / late["own"] < 3.0
    assert all(abs(stage.weights[name]) < 0.1 for name in ("draw_value", "draw_squares", "draw_stack"))


def test_a_lesson_is_about_every_weight() -> None:
    lessons = lessons_of(GAME, "learner")
    assert lessons.leave_out(parameter.name for parameter in learner.PARAMETERS) == ()


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
