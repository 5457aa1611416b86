"""my_rules scores as it says, and games by it keep to the rules: pytest test_my_rules.py."""

from pathlib import Path

import my_rules

from arkadia_sim import play
from arkadia_sim.core.registry import find_game
from arkadia_sim.games.arkadia.rules import state

GAME = f"arkadia@{Path(__file__).with_name('my_rules.py')}"


def test_each_set_of_seals_brings_3_gold():
    game = state.new_game()[0]
    game["table"]["value"] = [1, 2, 3, 4]
    game["holdings"]["seals"][0] = [2, 2, 5, 3]
    assert my_rules.worth(game["table"], game["holdings"], 0) == 2 * 1 + 2 * 2 + 5 * 3 + 3 * 4 + 2 * 3


def test_games_can_be_played_and_checked(tmp_path):
    record = tmp_path / "games.jsonl"
    result = play(["greedy", "random"], games=20, seed=1, workers=1, out=tmp_path / "run", game=GAME, record=record)
    assert result.manifest.counts.failed == 0
    assert "my_rules.py" in record.read_text().splitlines()[0]
    assert "worth" in find_game(GAME).replaced
