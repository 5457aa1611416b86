"""What is tried out before a run: where nothing is compared a single deal may do, and nobody waits for slow bots."""

import pytest

from arkadia_sim.experiments.files import experiment_request
from arkadia_sim.runner import forecast as module
from arkadia_sim.runner.forecast import forecast
from arkadia_sim.runner.progress import Silent
from tests.support.plans import file_of
from tests.support.toy_game import GAME, NAME

LADDER = f"""
name = "ladder"
title = "The ladder"
question = "Who is strong?"
design = "ladder"
game = "{NAME}"
seed = 7
players = [2, 3]
deals = 50
bots = ["plain", "lucky", "slow"]
slow = {{ slow = 30 }}
"""


@pytest.mark.parametrize(("seconds", "games_tried"), [(0.0, 4 * 1), (60.0, 128 * (2 + 4 + 6 + 12))])
def test_a_ladder_is_tried_for_a_game_or_as_long_as_there_is_time(
    monkeypatch: pytest.MonkeyPatch, seconds: float, games_tried: int
) -> None:
    """A single deal of slow bots in many line-ups may take an hour: then a few of its games tell."""
    monkeypatch.setattr(module, "PILOT_SECONDS", seconds)
    found = forecast("ladder", experiment_request(file_of(LADDER), GAME), GAME, 1, Silent())
    assert [(section.players, section.deals, section.games) for section in found.sections] == [
        (2, 50, 50 * 2), (2, 30, 30 * 4), (3, 50, 50 * 6), (3, 30, 30 * 12),
    ]  # fmt: skip
    assert games_tried <= found.pilot_games <= games_tried + found.games  # quick ones once more, as many as a run has
    assert all(width is None for section in found.sections for width in section.half_width.values())
