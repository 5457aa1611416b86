"""The learned players of all games: their lessons and their practice are fair."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.lessons import LABELS, LessonBatch, LessonPlan
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import UsageError
from arkadia_sim.rng import deal_seeds
from tests.support.practising import assert_sound, lessons_of, practice_batch, practise

POOLS = {"arkadia": ("expert", "master"), "medina": ("expert", "rival"), "castle": ("casual", "learner")}
"""By game players that can play games out."""
RULES: dict[str, dict[str, Any]] = {"arkadia": {}, "medina": {}, "castle": {"version": "architect"}}
"""By game rules under which all decisions come up that lessons are about."""
pytestmark = pytest.mark.slow  # who gives lessons takes minutes to compile


def lesson_batch(game: str, pool: tuple[str, ...], first: int, deals: int) -> LessonBatch:
    """Lessons from deals with these numbers."""
    seeds = deal_seeds(11, 3, 0, 20)[first : first + deals]
    plan = LessonPlan(playouts=4, share=0.1, width=2)
    return LessonBatch(find_game(game).setting(3, RULES[game], {}), first, seeds, pool, plan)


@pytest.mark.parametrize("game", POOLS)
def test_lessons_follow_from_the_deal_alone(game: str) -> None:
    lessons = lessons_of(find_game(game), "learner")
    both, second = (lessons.give(lesson_batch(game, POOLS[game], first, 8 - first)) for first in (0, 4))
    late = both.labels["deal"] >= 4
    for name in LABELS:
        assert both.labels[name][late].tolist() == second.labels[name].tolist()
    assert (both.counts[late] == second.counts).all()
    assert set(both.labels["kind"]) == set(lessons.weights)
    assert ((both.labels["value"] > 0) & (both.labels["value"] < 1)).all()


def test_lessons_describe_candidates_as_a_blind_player_sees_them() -> None:
    lessons, batch = lessons_of(find_game("arkadia"), "learner"), lesson_batch("arkadia", ("expert",), 0, 8)
    names = [name for kind in lessons.weights.values() for name in kind]
    hands = np.array([name.startswith("use_") and not name.startswith(("use_1_", "use_last")) for name in names])
    places = [names.index(f"base_{r}") for r in range(8)]
    workers = [names.index(name) for name in ("own_used", "neutral_used")]
    seeing = lessons.give(batch).counts
    blind = lessons.give(replace(batch, views=("expert:hands=0,reach=0",))).counts
    for counts, sees in ((seeing, True), (blind, False)):
        placed = counts[counts[:, workers].any(axis=1)]
        assert bool(counts[:, hands].any()) == sees  # banners, by the workers at hand
        assert bool((np.abs(placed[:, places]).sum(axis=1) > 2).any()) == sees  # workers beside several buildings
        assert placed[:, places].any()
    assert blind[:, [names.index(f"use_1_{banners}") for banners in (1, 2, 3)]].any()


@pytest.mark.parametrize("game", POOLS)
def test_who_cannot_play_games_out_is_told(game: str) -> None:
    lessons = lessons_of(find_game(game), "learner")
    with pytest.raises(UsageError, match="random cannot play games out"):
        lessons.give(lesson_batch(game, ("random",), 0, 1))
    with pytest.raises(UsageError, match="random cannot play games out"):
        practise(lessons, practice_batch(find_game(game), (POOLS[game][0], "random"), 3, 3))


@pytest.mark.parametrize(
    ("game", "players", "temperature"),
    [("arkadia", 2, 0.1), ("arkadia", 4, 0.1), ("medina", 2, 0.1), ("medina", 4, 0.1), ("castle", 4, 1.0)],
)
def test_practice_is_sound(game: str, players: int, temperature: float) -> None:
    assert_sound(find_game(game), "learner", POOLS[game], players, RULES[game], temperature)
