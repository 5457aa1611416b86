"""The coach: takes up what helps, in order, leaves what does nothing or harms, and can be interrupted."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arkadia_sim import api
from arkadia_sim.cli.app import app
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Silent
from arkadia_sim.search.advise import JUDGED, REACHED, AdviceFile, advise, new_advice
from arkadia_sim.search.files import gain_text
from arkadia_sim.stats.intervals import Estimate
from tests.support.asked import asked
from tests.support.paths import ARKADIA
from tests.support.toy_game import RULE_GAME as GAME
from tests.support.toy_game import RULE_NAME as NAME
from tests.support.toy_game import RuleGame
from tests.support.watched import Watched, interruptions

SAMPLES = ARKADIA / "sample_bots" / "example_bots.py"
REQUEST = dict[str, Any](bot="rules", among=("plain",), players=(2,), steps=3, check_deals=300, game=NAME)


def coached(tmp_path: Path, request: dict[str, Any] = REQUEST) -> AdviceFile:
    return advise(new_advice(**request), tmp_path, 1, Silent())


def test_takes_up_what_helps_and_stops_where_nothing_does(tmp_path: Path) -> None:
    file = coached(tmp_path)
    taken = [step.judged[0] for step in file.steps if step.taken]
    assert len(taken[0].rules) == 1
    assert set(taken[1].rules) == {"throw: +5 per sixes", "throw: -5 per slips"}
    assert len(taken) == 2
    assert not file.steps[-1].taken
    assert file.steps[-1].judged[0].gain.low <= 0.0
    assert not any("whistle" in rule for step in taken for rule in step.rules)


def test_where_wins_are_too_rare_another_outcome_judges(tmp_path: Path) -> None:
    hopeless = asked(REQUEST, among=("lucky:extra=10,even=10",), bot="lucky:extra=-10,even=-10", steps=1)
    (step,) = coached(tmp_path, hopeless).steps
    assert step.floor and step.outcome != GAME.outcomes[0]


def test_rules_of_a_table_size_are_changed_there_and_can_be_given_up(tmp_path: Path) -> None:
    base = tmp_path / "odd.toml"
    base.write_text(
        '[odd]\nplan = "Odd."\nsource = "a test"\nrules = ["throw: +5 per sixes"]\n'
        'rules_by_players = { 2 = ["throw: -5 per sixes"] }\n'
    )
    file = coached(tmp_path / "out", asked(REQUEST, bot=str(base), steps=1))
    (step,) = file.steps
    assert step.taken
    assert step.judged[0].rules in ((), ("throw: -5 per slips",), ("throw: -5 per sixes", "throw: -5 per slips"))
    assert step.judged[0].gain.mean > 0
    start, then = (reached.result.mean for reached in file.reached if reached.among == "plain")
    assert then > start


def test_advice_for_a_table_size_stays_there(tmp_path: Path) -> None:
    file = coached(tmp_path / "out", asked(REQUEST, bot="lucky:extra=2", players=(2, 3), steps=1))
    file.save_bot(tmp_path / "mine.toml")
    bot = GAME.find_bot(str(tmp_path / "mine.toml"))
    for step in file.steps:
        assert step.taken
        assert dict(bot.settings(step.players)) | step.judged[0].parameters == bot.settings(step.players)
    assert bot.settings(4)["extra"] == 2.0
    assert bot.settings(4)["even"] == 0.0


def test_a_parameter_is_changed_a_step_at_a_time(tmp_path: Path) -> None:
    file = coached(tmp_path, asked(REQUEST, bot="lucky", steps=2))
    first, second = file.steps
    assert first.taken
    assert second.taken
    assert first.judged[0].words == "even 0 → 3: gold for every even throw."
    assert first.judged[0].parameters == {"even": 3.0}
    assert second.judged[0].parameters["even"] > 3.0


def test_gains_are_written_as_pages_write_differences() -> None:
    assert gain_text(Estimate(0.9, -1.6, 3.4, 1.3, 300)) == "+0.9 (−1.6 to +3.4)"
    assert gain_text(Estimate(2.2, 1.5, 2.9, 0.3, 300)) == "+2.2 (1.5 to 2.9)"
    assert gain_text(Estimate(-2.0, -2.0, -2.0, 0.0, 300)) == "−2.00 (the same in every deal)"


def test_gains_are_judged_on_deals_that_no_race_has_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, RuleGame)
    coached(tmp_path)
    batches, seed, deals = watched.deals(), 1, REQUEST["check_deals"]
    judged = set(deal_seeds(seed, JUDGED + 2, 0, deals * REQUEST["steps"]).tolist())
    reached = set(deal_seeds(seed, REACHED + 2, 0, deals).tolist())
    others = [batch for batch in batches if not batch <= judged and not batch <= reached]
    assert any(batch <= judged for batch in batches)
    assert any(batch <= reached for batch in batches)
    assert others
    assert not any(batch & (judged | reached) for batch in others)


def test_an_interrupted_search_goes_on_and_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    coached(whole)
    assert interruptions(monkeypatch, RuleGame, 90, lambda: coached(parts)) > 1
    assert (parts / "coach.json").read_bytes() == (whole / "coach.json").read_bytes()
    assert sorted(path.name for path in parts.iterdir()) == ["coach.json"]


def test_advice_is_printed_and_the_coached_bot_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["coach", "rules", "--among", "plain", "--players", "2", "--steps", "3", "--check-deals", "300"]
    command += ["--game", NAME, "--workers", "1", "--out", "out", "--save", "mine.toml"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "  1. Count 5 points for each six thrown. +" in result.output
    assert "further changes clearly helps" in result.output
    assert "win rate among plain, now: 50.0" in result.output
    assert set(map(str, GAME.find_bot("mine.toml").bot.rules_at(2))) == {"throw: +5 per sixes", "throw: -5 per slips"}
    own = ["coach", "lucky", "--players", "2", "--steps", "1", "--check-deals", "30", "--game", NAME, "--out", "own"]
    assert "lucky among lucky" in CliRunner().invoke(app, [*own, "--workers", "1"]).output
    again = CliRunner().invoke(app, [*command, "--json"])
    assert json.loads(again.stdout)["steps"]
    assert api.advise("rules", ["plain"], players=[2], steps=3, check_deals=300, out="out", game=NAME).file.reached


@pytest.mark.parametrize(
    ("request_", "error", "says"),
    [
        (asked(REQUEST, bot="rule"), UnknownName, "did you mean 'rules'"),
        (asked(REQUEST, among=()), UsageError, "--among"),
        (asked(REQUEST, among=("plan",)), UnknownName, "did you mean 'plain'"),
        (asked(REQUEST, players=(7,)), BadValue, "2, 3, 4"),
        (asked(REQUEST, bot=f"{SAMPLES}:chance", game="arkadia"), UsageError, "nothing that could be changed"),
        (asked(REQUEST, bot="casual:barred=camps", among=("casual",), game="arkadia"), UsageError, "constraints"),
    ],
)
def test_what_cannot_be_coached_is_refused(request_: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        new_advice(**request_)
