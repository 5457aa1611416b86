"""Races: the best of many candidates, and as many heats as there is time for."""

from math import inf
from pathlib import Path

from arkadia_sim.coach.race import Track
from arkadia_sim.core.registry import find_game
from arkadia_sim.runner.progress import Silent
from arkadia_sim.runner.workers import Crew
from arkadia_sim.tuning.arena import Arena, Match, climbed_outcome

GAME = "castle"


def test_a_race_in_a_hurry_ends_after_its_first_heat(tmp_path: Path) -> None:
    game = find_game(GAME)
    table = Match(game.setting(2, {}, {}), "random")
    climbed = climbed_outcome(game.outcomes)
    arena = Arena(GAME, (table,), game.outcomes[0], climbed, 1, True, Crew(1), Silent())
    candidates = [{"player": name} for name in ("random", "greedy", "random", "random", "random")]
    track = Track(tmp_path, 1 << 50, 1)
    hurried = track.race(arena, candidates[0], candidates, 8, 0, last=1, seconds=0.0)
    assert (hurried.deals, len(hurried.finishers)) == (8, 1)
    whole = track.race(arena, candidates[0], candidates, 8, 1, last=1, seconds=inf)
    assert whole.deals - hurried.deals > 8
    assert whole.finishers[0].place == 1
