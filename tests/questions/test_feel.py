"""What a game feels like, asked of whole runs."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim import compare_rules, feel, seats, sweep
from arkadia_sim.errors import UsageError
from arkadia_sim.report.builder import build_report
from arkadia_sim.results.course import FOLLOWED
from arkadia_sim.runner.progress import Silent
from tests.questions.test_registry import asked
from tests.support.toy_game import NAME


@pytest.mark.parametrize("game", ["arkadia", "castle", "medina"])
def test_every_shipped_game_tells_how_it_feels(game: str, tmp_path: Path) -> None:
    found = feel("random", players=3, deals=30, game=game, out=tmp_path / "f", workers=1, progress=Silent())
    assert "who leads after a third of the turns wins" in found.answer[0]
    values = {(row.outcome, row.contrast): row.mean for row in found.estimates}
    late, early = values["leader_wins", "near the end"], values["leader_wins", "after a sixth"]
    assert late is not None and early is not None and late > early
    turns = found.rows("turns").collect()
    assert values["turns_a_player", ""] == pytest.approx(len(turns) / 30 / 3)
    made = turns.select(pl.sum_horizontal(f"decisions_seat_{seat}" for seat in range(3)).sum()).item()
    assert made >= len(turns) * 0.9  # somebody decides something in nearly every turn
    assert {"decision_load", "margin", *FOLLOWED} == {name for name, _ in values}
    build_report(tmp_path / "f")


def test_all_questions_about_tables_measure_it(tmp_path: Path) -> None:
    """The turns are kept by themselves, and the numbers are the same by each way."""
    shared: Any = {"players": 2, "deals": 30, "game": "medina", "workers": 1, "progress": Silent()}
    alone = feel("random", out=tmp_path / "a", **shared)
    other = seats("random", measures=["feel"], out=tmp_path / "b", **shared)
    swept = sweep({"tea_tiles": [[4], [5]]}, "random", measures=["suspense"], out=tmp_path / "c", **shared)
    compared = compare_rules("random", {"walls": 3}, {}, measures=["feel"], out=tmp_path / "d", **shared)
    by_name = {(row.outcome, row.contrast): row.mean for row in alone.estimates if row.outcome in FOLLOWED}
    means = [row for row in other.estimates if row.kind == "mean" and row.outcome in FOLLOWED]
    assert {(row.outcome, row.contrast): row.mean for row in means} == by_name
    assert {row.outcome for row in swept.estimates} == {"suspense"}
    differences = [row for row in compared.estimates if row.kind == "difference"]
    assert {row.outcome for row in differences} == {*FOLLOWED} and all(row.verdict for row in differences)


def test_skill_is_how_often_the_bot_named_first_finishes_ahead(tmp_path: Path) -> None:
    found = seats(["lucky", "plain"], measures=["skill"], game=NAME, deals=60, out=tmp_path / "s", workers=1)
    rows = found.rows().collect().pivot("bot", index="game", values="gold")
    ahead = (rows["lucky"] > rows["plain"]).cast(float) + 0.5 * (rows["lucky"] == rows["plain"]).cast(float)
    skill = next(row.mean or 0.0 for row in found.estimates if row.outcome == "skill")
    assert skill == pytest.approx(100 * float(ahead.to_numpy().mean())) and skill > 50
    with pytest.raises(UsageError, match="skill"):
        seats("plain", measures=["skill"], game=NAME, deals=60)


def test_a_head_start_goes_with_its_bot(tmp_path: Path) -> None:
    """With forty gold more, the bot named first leads and wins nearly always, in whichever seat it sits."""
    bots = ["random:start_gold=40", "random"]
    found = feel(bots, deals=20, out=tmp_path / "h", workers=1, progress=Silent())
    values = {(row.outcome, row.contrast): row.mean or 0.0 for row in found.estimates}
    assert values["skill", ""] > 90 and values["leader_wins", "after a sixth"] > 90 and values["decided_50", ""] < 30


def test_a_game_without_standings_is_refused() -> None:
    for ask in (feel, lambda bot, **keys: seats(bot, measures=["surprise"], **keys)):
        with pytest.raises(UsageError, match="does not tell after each turn how players stand"):
            ask("plain", players=2, deals=30, game=NAME)


@pytest.mark.parametrize("key", [{"swings": ["values"]}, {"trace": 0.5}, {"tolerances": {"margin": 1.0}}])
def test_keys_that_would_change_nothing_are_refused(key: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=next(iter(key))):
        asked(tmp_path, "feel", **key)
