"""The learned player: what it is taught is what it plays by, and lessons are fair."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from arkadia_sim.shipped.bots.arkadia import _learned, _policy

from arkadia_sim.core.lessons import LABELS, LessonBatch, LessonPlan
from arkadia_sim.core.registry import find_bot
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.look_ahead import RANKED_DTYPE
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.state import BANNER, DECISION_DTYPE, MUST, new_game, new_minds
from arkadia_sim.kernels.policies import sit_down
from arkadia_sim.rng import deal_seeds
from arkadia_sim.testing.bots import collect
from tests.support.practising import assert_sound, practice_batch

WIDTH = 6
pytestmark = pytest.mark.slow  # who gives lessons takes minutes to compile


def positions(phase: int, decisions: int) -> Any:
    for _, moment in collect(GAME, find_bot("rival"), decisions):
        if moment.phase == phase:
            games = new_game()
            games[0] = moment.game
            yield play.handed_by_hand(games[0], moment.seat)


def weights(seed: int) -> Any:
    """Any weights, but for those that no lesson is about."""
    row = np.array([parameter.default for parameter in _learned.PARAMETERS])
    row[: _learned.TAUGHT] = np.random.default_rng(seed).normal(size=_learned.TAUGHT)
    row[_learned.CASTLE_OTHERS], row[_learned.CASTLE_OPEN] = 1.1, 0.22  # what lessons take for granted
    return row


def listed(handed: Any, row: Any) -> tuple[Any, Any, Any]:
    """The candidates of a player with these weights, their counts, and its own decision."""
    from arkadia_sim.shipped.bots.arkadia import _lessons

    minds, choice = new_minds(), np.zeros(1, DECISION_DTYPE)[0]
    ranked = np.zeros(2 * WIDTH + 8, RANKED_DTYPE)
    sit_down(minds[0], _policy.policy_row(_policy.BY_LEARNING, row))
    counts = np.zeros((len(ranked) + 1, _learned.TAUGHT), np.float32)
    with np.errstate(over="ignore"):
        n = _policy.rank(*handed, minds[0], choice, WIDTH, ranked)
        ranked[n]["decision"] = choice
        _lessons.describe(*handed, minds[0], ranked, n + 1, counts)
    return ranked[:n], counts[:n], counts[n]


def test_the_score_of_a_must_is_weights_times_counts() -> None:
    looked_at = 0
    for number, handed in enumerate(positions(MUST, 300)):
        row = weights(number)
        ranked, counts, own = listed(handed, row)
        scores = counts @ row[: _learned.TAUGHT]
        assert scores == pytest.approx(ranked["score"], abs=1e-3)
        assert own @ row[: _learned.TAUGHT] == pytest.approx(scores.max(), abs=1e-3)  # it takes the best
        assert not counts[:, _learned.USE :].any()
        looked_at += len(ranked)
    assert looked_at > 500


def test_a_banner_is_used_where_weights_times_counts_say_so() -> None:
    used = 0
    for number, handed in enumerate(positions(BANNER, 300)):
        row = weights(number)
        _, counts, own = listed(handed, row)
        best = float((counts @ row[: _learned.TAUGHT]).max())
        assert own @ row[: _learned.TAUGHT] >= best - 1e-3  # it may sell what no candidate sells
        assert not counts[:, : _learned.USE].any()
        used += bool(own.any())
    assert used > 20


def batch(deals: int, first: int = 0, players: int = 3, **plan: Any) -> LessonBatch:
    seeds = deal_seeds(11, players, 0, 20)[first : first + deals]
    chosen = LessonPlan(playouts=4, **{"share": 0.1, "width": 2, **plan})
    return LessonBatch(GAME.setting(players, {}, {}), first, seeds, ("master", "rival"), chosen)


def test_lessons_follow_from_the_deal_alone() -> None:
    learner = find_bot("learner").bot.lessons
    assert learner is not None
    both = learner.give(batch(4))
    second = learner.give(batch(2, first=2))
    late = both.labels["deal"] >= 2
    for name in LABELS:
        assert both.labels[name][late].tolist() == second.labels[name].tolist()
    assert (both.counts[late] == second.counts).all()
    assert set(both.labels["kind"]) == {"must", "banner"}
    assert ((both.labels["value"] > 0) & (both.labels["value"] < 1)).all()


def test_who_cannot_play_games_out_is_told() -> None:
    learner = find_bot("learner").bot.lessons
    assert learner is not None
    unable = LessonBatch(GAME.setting(3, {}, {}), 0, deal_seeds(1, 3, 0, 1), ("greedy",), LessonPlan())
    with pytest.raises(UsageError, match="greedy cannot play games out"):
        learner.give(unable)


@pytest.mark.parametrize("players", [2, 4])
def test_practice_is_sound(players: int) -> None:
    rows = assert_sound(GAME, "learner", ("expert", "master"), players)
    assert set(rows.kind) == {"must", "banner"}


def test_practice_hides_what_is_hidden() -> None:
    """Hidden workers count as enough to enclose a building, for all others and for the next player."""
    lessons = find_bot("learner").bot.lessons
    assert lessons is not None and lessons.practise is not None
    batch = practice_batch(GAME, ("expert", "rival"), 3, 12)
    names = lessons.weights["must"]
    for rules, known in (({"holdings": "hidden"}, False), ({}, True)):
        rows = lessons.practise(replace(batch, setting=GAME.setting(3, rules, {})))
        musts = rows.counts[rows.kind == "must"]
        assert len(musts) > 50
        alike = [
            (musts[:, names.index(f"{what}_{r}")] == musts[:, names.index(f"{what}_{when}_{r}")]).all()
            for what in ("own", "base") for when in ("next", "exposed") for r in range(3, 7)
        ]  # fmt: skip
        assert not any(alike) if known else all(alike)


def test_who_cannot_be_played_with_is_told_in_practice_too() -> None:
    lessons = find_bot("learner").bot.lessons
    assert lessons is not None and lessons.practise is not None
    with pytest.raises(UsageError, match="greedy cannot play games out"):
        lessons.practise(practice_batch(GAME, ("expert", "greedy"), 3, 3))
