"""What a game feels like, on games whose numbers are known by hand."""

from pathlib import Path

import numpy as np
import pytest

from arkadia_sim import feel
from arkadia_sim.errors import UsageError
from arkadia_sim.questions.feel import MOMENTS, of_game
from arkadia_sim.report.builder import build_report
from arkadia_sim.runner.progress import Silent
from tests.support.toy_game import NAME


def test_a_game_that_turns_round() -> None:
    """Two players, six turns: the second leads from the third turn on, is behind in the fourth, and wins."""
    stands = np.array([[2, 0], [2, 1], [2, 4], [6, 3], [6, 9], [5, 9]], float)
    numbers = of_game(stands, np.array([0, 1, 1, 0, 1, 0]), np.array([0.0, 1.0]))
    assert numbers["turns_a_player"] == 3
    assert numbers["lead_changes"] == 3
    assert numbers["decided_after"] == pytest.approx(100 * 4 / 6)
    assert (numbers["winner_was_behind"], numbers["winner_leads"]) == (3, 4)
    assert numbers["turns_without_gain"] == pytest.approx(100 / 5)  # the last turn brings its player less
    assert numbers["turns_that_cost_others"] == pytest.approx(100 / 5)  # the fourth costs the second player one
    assert [numbers[name] for name in MOMENTS] == [0, 0, 100, 0, 100]


def test_shared_leads_and_wins_count_in_part() -> None:
    numbers = of_game(np.array([[1, 1, 0], [1, 1, 0], [3, 3, 0]], float), np.array([0, 2, 1]), np.array([0.5, 0.5, 0]))
    assert numbers["after a third"] == pytest.approx(50)
    assert (numbers["lead_changes"], numbers["decided_after"], numbers["winner_leads"]) == (0, 0, 0)


@pytest.mark.parametrize("game", ["arkadia", "castle", "medina"])
def test_every_shipped_game_tells_how_it_feels(game: str, tmp_path: Path) -> None:
    found = feel("random", players=3, deals=30, game=game, out=tmp_path / "f", workers=1, progress=Silent())
    assert "who leads after a third of the turns wins" in found.answer[0]
    values = {(row.outcome, row.contrast): row.mean for row in found.estimates}
    late, early = values["leader_wins", "near the end"], values["leader_wins", "after a sixth"]
    assert late is not None and early is not None and late > early
    turns = found.rows("turns").collect()
    assert values["turns_a_player", ""] == pytest.approx(len(turns) / 30 / 3)
    build_report(tmp_path / "f")


def test_a_tie_break_decides_who_won() -> None:
    stands = np.array([[1, 0], [1, 1]], float)
    numbers = of_game(stands, np.array([0, 1]), np.array([0.0, 1.0]))
    assert (numbers["after a third"], numbers["near the end"], numbers["decided_after"]) == (0, 50, 50)


def test_a_game_without_standings_is_refused() -> None:
    with pytest.raises(UsageError, match="does not tell after each turn how players stand"):
        feel("plain", players=2, deals=30, game=NAME)
