"""``--rules a=1 b=2`` means the same after every command, and what cannot be meant says what to type."""

from typing import Any

import pytest
import typer

from arkadia_sim.cli.app import COMMANDS, app
from arkadia_sim.cli.options import SettingsCommand
from tests.support import stairs
from tests.support.command import call

GROUP: Any = typer.main.get_command(app)
TAKE_RULES = [name for name, *_ in COMMANDS if any(option.name == "rules" for option in GROUP.commands[name].params)]


@pytest.mark.parametrize("name", TAKE_RULES)
def test_settings_after_an_option_are_told_from_bots(name: str) -> None:
    command = GROUP.commands[name]
    assert isinstance(command, SettingsCommand)
    bots = {"sweep": ["tokens=1,2"], "judge": []}.get(name, ["greedy"])
    words = ["--rules", "a=1", "b=x", "--components", "c=3", "d=4", *bots]
    context = command.make_context(name, words, resilient_parsing=True)
    assert list(context.params["rules"]) == ["a=1", "b=x"]
    assert list(context.params["components"]) == ["c=3", "d=4"]


def test_each_option_has_the_settings_that_follow_it() -> None:
    words = ["expert", "--rules", "a=1", "b=2", "--against", "c=3", "d=4", "--tolerance=turns=1", "margin=2"]
    given = GROUP.commands["compare"].make_context("compare", words, resilient_parsing=True).params
    assert list(given["bots"]) == ["expert"]
    assert (list(given["rules"]), list(given["against"])) == (["a=1", "b=2"], ["c=3", "d=4"])
    assert list(given["tolerance"]) == ["turns=1", "margin=2"]


def test_bots_and_files_after_a_setting_stay_bots() -> None:
    words = ["--rules", "a=1", "greedy:temperature=2", "x=1/mine.toml", "random"]
    given = GROUP.commands["play"].make_context("play", words, resilient_parsing=True).params
    assert (list(given["bots"]), list(given["rules"])) == (words[2:], ["a=1"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["compare", "calm", "--rules", "step=1,gift=2", "--against", "step=0"], "--rules step=1 gift=2"),
        (["play", "calm", "gift=2", "calm"], "'gift=2' is not a bot: write --rules gift=2"),
        (["compare", "calm", "gift=2"], "'gift=2' is not a bot: write --rules gift=2"),
    ],
)
def test_what_to_type_is_said(words: list[str], says: str) -> None:
    assert says in call(*words, "--game", stairs.NAME, code=2).output
