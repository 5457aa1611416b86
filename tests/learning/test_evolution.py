"""Evolution: makes bad weights better, keeps to their ranges, and goes on where it was."""

from pathlib import Path

import numpy as np
import pytest

from arkadia_sim.learning.evolution import Evolution, EvolutionPlan, SelfPlay, spec_of
from arkadia_sim.runner.workers import Crew
from arkadia_sim.tuning.arena import Arena, Match
from tests.support.learning import Told
from tests.support.stalls import GAME, NAME

START = {"apples": 0.05, "pears": 0.0, "stones": 0.2, "price": -0.1, "haste": 0.0}
DIRECTIONS = np.diag([0.3, 0.3, 0.3, 0.3, 0.0])
LIMITS = dict.fromkeys(START, (-1.0, 1.0))
PLAN = EvolutionPlan(generations=12, pairs=6, deals=4, size=0.5, rate=0.5)


def company(players: int = 2) -> SelfPlay:
    return SelfPlay(NAME, GAME.setting(players, {}, {}), GAME.outcomes[1], 3, Crew(1), Told())


def arena() -> Arena:
    won, lead = GAME.outcomes
    return Arena(NAME, (Match(GAME.setting(2, {}, {}), "apples"),), won, lead, 3, False, Crew(1), Told())


def evolution(file: Path, plan: EvolutionPlan = PLAN, seed: int = 3, number: int = 1) -> Evolution:
    return Evolution("learner", START, DIRECTIONS, LIMITS, plan, seed, number, file)


def played(one: Evolution, generations: int) -> Evolution:
    for _ in range(generations):
        one.go_on(company())
    return one


def test_a_bad_start_becomes_better(tmp_path: Path) -> None:
    evolved = played(evolution(tmp_path / "evolution.npz"), 12).result()
    candidates = [spec_of("learner", START), spec_of("learner", evolved)]
    start, end = arena().play(candidates, 1 << 50, 0, 100).mean_scores()
    assert end > start + 0.1
    assert evolved["stones"] < START["stones"]
    assert evolved["apples"] > START["apples"]
    assert evolved["haste"] == 0.0  # no direction leads there


def test_it_goes_on_where_it_was_and_the_mean_over_the_second_half_counts(tmp_path: Path) -> None:
    plan, positions = EvolutionPlan(generations=4, pairs=2, deals=2), []
    whole = evolution(tmp_path / "whole.npz", plan)
    for _ in range(4):
        played(whole, 1)
        positions.append(whole.state.position)
    played(evolution(tmp_path / "cut.npz", plan), 3)
    again = evolution(tmp_path / "cut.npz", plan)
    assert again.state.generation == 3
    assert played(again, 1).result() == whole.result() == whole.weights((positions[2] + positions[3]) / 2)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["cut.npz", "whole.npz"]


def test_it_is_the_same_for_a_seed_and_another_for_another(tmp_path: Path) -> None:
    found = [
        played(evolution(tmp_path / f"{n}.npz", seed=seed, number=number), 2).state.position.tolist()
        for n, (seed, number) in enumerate(((3, 1), (3, 1), (4, 1), (3, 2)))
    ]
    assert found[0] == found[1]
    assert found[0] != found[2] != found[3] != found[0]


@pytest.mark.parametrize("limit", [0.25, 0.123456789, -0.123456789])
def test_weights_keep_to_their_ranges(tmp_path: Path, limit: float) -> None:
    """To the last digit, though they are told in seven."""
    limits = LIMITS | {"apples": (limit, limit + 0.000000123)}
    one = Evolution("learner", START, DIRECTIONS, limits, PLAN, 1, 1, tmp_path / "evolution.npz")
    for position in (-100.0, 0.0, 100.0):
        apples = one.weights(np.full(len(START), position))["apples"]
        assert limit <= apples <= limit + 0.000000123
        assert one.weights(np.full(len(START), position))["stones"] == float(np.clip(0.2 + 0.3 * position, -1, 1))
