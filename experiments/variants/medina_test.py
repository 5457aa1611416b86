"""my_rules scores as it says, and games by it keep to the rules: pytest test_my_rules.py."""

from pathlib import Path

import my_rules
import numpy as np

from arkadia_sim import play
from arkadia_sim.core.registry import find_game
from arkadia_sim.games.medina.rules import state

GAME = f"medina@{Path(__file__).with_name('my_rules.py')}"


def test_a_palace_beside_the_well_scores_2_more():
    table = np.zeros(1, state.GAME_DTYPE)[0]["table"]
    table["rules"]["well_points"] = 4
    assert [my_rules.well_points(table, pieces) for pieces in (0, 1, 2)] == [0, 4 + 2, 8 + 2]


def test_games_can_be_played_and_checked(tmp_path):
    record = tmp_path / "games.jsonl"
    result = play(["greedy", "random"], games=20, seed=1, workers=1, out=tmp_path / "run", game=GAME, record=record)
    assert result.manifest.counts.failed == 0
    assert "my_rules.py" in record.read_text().splitlines()[0]
    assert "well_points" in find_game(GAME).replaced
