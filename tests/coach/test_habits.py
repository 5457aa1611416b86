"""Habits of a stronger player: found where the choices differ, and tried as rules, alone and on top of the advice."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from arkadia_sim.cli.app import app
from arkadia_sim.coach import advise as coach
from arkadia_sim.coach.advice_file import AdviceRequest
from arkadia_sim.coach.changes import Style, changes_of
from arkadia_sim.coach.habits import HabitsRequest, habits_of
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import UsageError
from arkadia_sim.runner.progress import Silent
from arkadia_sim.runner.workers import check_workers
from tests.support.paths import ARKADIA

EARLY, SPITEFUL = "banner: most used when turn <= 1", "castle: least own_gain"


def bot_with(tmp_path: Path, *rules: str) -> str:
    """A casual player who follows rules."""
    file = tmp_path / "other.toml"
    file.write_text(f'[other]\nplayer = "casual"\nplan = "Plays."\nsource = "a test"\nrules = {[*rules]}\n')
    return str(file)


def found(bot: str, like: str, workers: int = 1) -> dict[str, tuple[float, float]]:
    game = find_game("arkadia")
    request = HabitsRequest("arkadia", (2,), 30, 1, {}, {}, bot, like, "casual")
    habits = habits_of(request, game.setting(2, {}, {}), 0, check_workers(workers), lambda text: None)
    return {str(habit.rule): (habit.own, habit.other) for habit in habits}


def test_planted_habits_are_found_in_their_situation_and_no_others(tmp_path: Path) -> None:
    habits = found("casual", bot_with(tmp_path, EARLY, SPITEFUL))
    assert habits[EARLY] == (0.0, 1.0)
    assert {rule.partition(":")[0] for rule in habits} == {"banner", "castle"}
    assert SPITEFUL in habits and habits[SPITEFUL][1] < habits[SPITEFUL][0]
    assert found("casual", "casual") == {}


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    like = bot_with(tmp_path, EARLY, SPITEFUL)
    assert found("casual", like, 2) == found("casual", like)


def test_habits_are_tried_alone_and_on_top_of_the_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "HABIT_DEALS", 30)
    camps = changes_of(find_game("arkadia").find_bot("casual").bot, Style(), 4)[:1]
    monkeypatch.setattr(coach, "changes_of", lambda *_: camps)
    command = ["coach", "casual", "--players", "4", "--steps", "1", "--check-deals", "150", "--workers", "1"]
    command += ["--like", bot_with(tmp_path, EARLY, SPITEFUL), "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "gain alone" in result.output and "after the advice" in result.output
    request = AdviceRequest("casual", ("casual",), (4,), 1, 150, like=command[command.index("--like") + 1])
    file = coach.advise(request, tmp_path / "out", 1, Silent())
    assert file.steps[0].taken and "greed" in file.steps[0].judged[0].words
    harm = next(habit for habit in file.habits if habit.rule == SPITEFUL)
    assert harm.alone.high < 0.0
    early = next(habit for habit in file.habits if habit.rule == EARLY)
    assert early.alone.low > 0.0 and early.words == "In your first turn, use a banner."
    assert early.on_top is not None and early.on_top.mean < early.alone.mean


@pytest.mark.parametrize(
    ("like", "game", "says"),
    [
        (f"{ARKADIA / 'sample_bots' / 'example_bots.py'}:chance", "arkadia", "plain Python"),
        ("lucky", "tests.support.toy_game:GAME", "plain Python"),
    ],
)
def test_what_cannot_be_watched_is_refused(like: str, game: str, says: str) -> None:
    bot = "casual" if game == "arkadia" else "lucky"
    with pytest.raises(UsageError, match=says):
        coach.new_advice(AdviceRequest(bot, (bot,), (2,), like=like, game=game))
