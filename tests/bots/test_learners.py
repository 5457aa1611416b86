"""The learned players of all games: their lessons and their practice are fair."""

from typing import Any

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
