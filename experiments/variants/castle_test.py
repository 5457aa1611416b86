"""my_rules scores as it says, and games by it keep to the rules: pytest test_my_rules.py."""

from pathlib import Path

import my_rules
import numpy as np

from arkadia_sim import play
from arkadia_sim.core.registry import find_game
from arkadia_sim.games.castle.rules import state

GAME = f"castle@{Path(__file__).with_name('my_rules.py')}"


def test_each_group_that_is_begun_scores_1_more():
    table = np.zeros(1, state.GAME_DTYPE)[0]["table"]
    table["board"]["group_size"], table["board"]["group_points"][:3] = 2, [1, 3, 6]
    assert [my_rules.resident_points(table, residents) for residents in (0, 1, 2, 3)] == [0, 1 + 1, 1 + 1, 3 + 2]


def test_games_can_be_played_and_checked(tmp_path):
    record = tmp_path / "games.jsonl"
    result = play(["greedy", "random"], games=20, seed=1, workers=1, out=tmp_path / "run", game=GAME, record=record)
    assert result.manifest.counts.failed == 0
    assert "my_rules.py" in record.read_text().splitlines()[0]
    assert "resident_points" in find_game(GAME).replaced
