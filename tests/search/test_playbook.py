"""The search for a playbook: finds rules that help, leaves out what does nothing or harms, and can be interrupted."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arkadia_sim import api
from arkadia_sim.cli.app import app
from arkadia_sim.core.cues import YES_OR_NO, situation
from arkadia_sim.core.playbook import Rule, read_rules
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Silent
from arkadia_sim.search.changes import additions, changes, drops
from arkadia_sim.search.playbook import CHECK, PlaybookFile, find, new_search
from tests.support.toy_game import CUES, RuleGame
from tests.support.toy_game import RULE_GAME as GAME
from tests.support.toy_game import RULE_NAME as NAME
from tests.support.watched import Watched, interruptions

REQUEST = dict[str, Any](among=("plain", "lucky:extra=2"), players=(2,), length=3, check_deals=400, game=NAME)


def found(tmp_path: Path, request: dict[str, Any] = REQUEST) -> PlaybookFile:
    return find(new_search(**request), tmp_path, 1, Silent())


def written(path: Path) -> bytes:
    return (path / "playbook.json").read_bytes()


def test_takes_what_helps_and_leaves_out_what_does_nothing_or_harms(tmp_path: Path) -> None:
    file = found(tmp_path)
    rules = read_rules(file.rules(2), CUES)
    assert {(rule.cue, rule.number > 0) for rule in rules} == {("sixes", True), ("slips", False)}
    assert sum(abs(rule.number) for rule in rules) == 10
    assert len(rules) == 2  # of three allowed


def test_the_strength_of_each_length_is_from_fresh_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, RuleGame)
    file = found(tmp_path)
    checked = [one for one in file.checked if one.against == "plain"]
    assert [len(one.rules) for one in checked] == [0, 1, 2]
    assert [one.result.mean for one in checked] == sorted(one.result.mean for one in checked)
    assert checked[0].result.mean == 50  # without rules it plays as plain does
    fresh = set(deal_seeds(1, CHECK + 2, 0, REQUEST["check_deals"]).tolist())
    before = [deals for deals in watched.deals() if not deals <= fresh]
    assert len(before) < len(watched.batches)
    assert not any(fresh & deals for deals in before)


def test_an_interrupted_search_goes_on_and_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    found(whole)
    assert interruptions(monkeypatch, RuleGame, 100, lambda: found(parts)) > 1
    assert written(parts) == written(whole)
    assert sorted(path.name for path in parts.iterdir()) == ["playbook.json"]


def test_the_playbook_is_saved_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["playbook", "--among", "plain", "--players", "2", "--length", "2", "--check-deals", "100"]
    command += ["--game", NAME, "--workers", "1", "--out", "out", "--save", "mine.toml"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "Count 5 points for each six thrown." in result.output
    bot = GAME.find_bot("mine.toml").bot
    assert set(map(str, bot.rules)) == {"throw: +5 per sixes", "throw: -5 per slips"}
    assert bot.provenance[0].command == (
        f"arkadia-sim playbook --among plain --players 2 --length 2 --check-deals 100 --seed 1 --game {NAME}"
    )
    again = CliRunner().invoke(app, [*command, "--json"])
    assert json.loads(again.stdout)["checked"]
    playbook = api.playbook(["plain"], players=[2], rules=2, check_deals=100, out="out", game=NAME, workers=1)
    assert set(playbook.file.sentences(2)) == {
        "Count 5 points for each six thrown.", "Count minus 5 points for each slip of the hand."
    }  # fmt: skip


def test_neighbours_differ_by_one_step() -> None:
    rules = read_rules(("throw: +5 per sixes", "throw: most slips"), CUES)
    assert all(len(addition) == 3 and len(set(addition) & set(rules)) == 2 for addition in additions(rules, CUES))
    assert all(len(set(change) - set(rules)) <= 1 for change in changes(rules, CUES))
    assert drops(rules) == [rules[1:], rules[:1]]
    first = [rule for addition in additions((), CUES) for rule in addition]
    assert all(not rule.when or rule.kind in {"most", "least"} for rule in first), "one number to remember at most"
    assert (Rule("throw", "per", "sixes", 4), rules[1]) in changes(rules, CUES)


def test_every_rule_is_tried_in_a_yes_or_no_situation_and_that_condition_has_no_steps() -> None:
    last = situation("last", "the last day", YES_OR_NO, ("on the last day", "before the last day"), (1,))
    cues = (last, *CUES)
    rule = Rule("throw", "most", "sixes", 0, "last", ">=", 1)
    assert (rule,) in additions((), cues)
    assert not any(other.when == "day" for (other,) in additions((), cues)), "numbers are for yes-or-no cues"
    assert {other.when_number for (other,) in changes((rule,), cues)} <= {0, 1}
