"""Cues in words: how a better option differs from a worse one."""

import numpy as np
import pytest

from arkadia_sim.core.cues import Cue, differences, flag
from arkadia_sim.core.scene import Position
from arkadia_sim.core.table import Table

CUES = (
    Cue("camps", "must", "{camp|camps} covered", "camps"),
    Cue("gold", "must", "gold paid to you now", "gold at today's prices"),
    flag("build", "must", "lay out a building", "put workers down"),
    Cue("claim", "must", "points of the palace", "points", nothing=99),
)


@pytest.mark.parametrize(
    ("better", "worse", "words"),
    [
        ((2, 0, 0, 0), (0, 0, 0, 0), ("2 more camps covered",)),
        ((1, 0, 0, 0), (2, 0, 0, 0), ("1 fewer camp covered",)),
        ((0, 1.5, 0, 0), (0, 4, 0, 0), ("2.5 less gold paid to you now",)),
        ((0, 0, 1, 0), (0, 0, 0, 0), ("lay out a building",)),
        ((0, 0, 0, 0), (0, 0, 1, 0), ("put workers down",)),
        ((0, 0, 0, 99), (0, 0, 0, 5), ()),
        ((1, 1, 1, 1), (1, 1, 1, 1), ()),
    ],
)
def test_two_options_differ_in_what_a_person_can_count(
    better: tuple[float, ...], worse: tuple[float, ...], words: tuple[str, ...]
) -> None:
    assert differences(CUES, np.array([better, worse], float), np.array([0.5, 0.2]), 0, 1) == words


def test_only_cues_that_speak_for_the_better_option_count_and_the_closest_comes_first() -> None:
    gold, camps, build = np.array([9, 1, 5, 1, 5]), np.array([3, 0, 1, 2, 5]), np.array([0, 1, 1, 0, 0])
    scores = 0.1 * gold - 0.05 * build
    counts = np.column_stack([camps, gold, build, 2 * gold]).astype(float)
    assert differences(CUES, counts, scores, 0, 1) == ("8 more gold paid to you now", "put workers down")
    assert differences(CUES, counts, 0.1 * gold, 0, 1) == ("8 more gold paid to you now",)


def test_the_analysis_of_a_game_names_the_cues_of_better_moves() -> None:
    table = Table.start("medina", 2, seed=3, bots=["random", "random"])
    table.let_bots_play()
    positions: list[Position] = list(table.game.positions(table.record(), {}, "expert"))
    differing = [candidate for position in positions for candidate in position.candidates if candidate.differs]
    assert all(not candidate.chosen and len(candidate.differs) <= 3 for candidate in differing)
    assert any("points" in words for candidate in differing for words in candidate.differs)
