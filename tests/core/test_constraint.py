"""Constraints as a user writes them: what is read, what is kept of them, and what is told of wrong ones."""

import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arkadia_sim.cli.app import app
from arkadia_sim.core.bot import Bot, BotDescription, Parameter, Seated, check_constraints, seat
from arkadia_sim.core.constraint import RULE, Constraint
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UnknownName, UsageError

RAIN = Constraint("rain", "Go out in the rain", barred="Stays in.", forced="Goes out.", claim="H1")
SNOW = Constraint("snow", "Go out in the snow", barred="Stays in.")
WIND = Constraint("wind", "Go out in the wind", barred="Stays in.", forced="Goes out.")
BOLD = Bot(
    "bold",
    "Goes out.",
    "a test",
    {},
    (Parameter("coat", 1.0, 0.0, 2.0, "how warm"),),
    heeds={"rain": "walk", "snow": "walk"},
)


def sit(text: str, bot: Bot = BOLD) -> Seated:
    spec = BotSpec.parse(text)
    found = seat(bot, text, Path(__file__), dict(spec.settings))
    check_constraints(found, (RAIN, SNOW, WIND))
    return found


def test_constraints_stand_beside_parameters() -> None:
    one = sit("bold:barred=rain+snow,coat=2,watched=wind")
    assert one.settings() == {"coat": 2.0, "temperature": 0.0}
    assert one.constraints.as_dict() == {"barred": ("rain", "snow"), "watched": ("wind",)}
    told = BotDescription.of(one, {}).model_dump()
    assert told["constraints"] == {"barred": ("rain", "snow"), "watched": ("wind",)}
    assert BotDescription.of(sit("bold"), {}).constraints == {}
    assert str(BotSpec.parse(one.spec)) == one.spec


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        (
            "bold:barred=rian",
            UnknownName,
            "unknown constraint 'rian'; did you mean 'rain'? (allowed: rain, snow, wind)",
        ),
        ("bold:forced=snow", BadValue, "'forced' is not allowed (allowed: barred, watched)"),
        ("bold:barred=wind", BadValue, "barred of bot bold: 'wind' is not allowed (allowed: rain, snow)"),
        ("bold:barred=rain+rain", BadValue, "'rain' is not allowed (allowed: each name once"),
        ("bold:barred=rain,watched=rain", BadValue, "'rain' is not allowed (allowed: each name once"),
        ("bold:bared=rain", UnknownName, "did you mean 'barred'?"),
        ("bold:barred=rain+", UnknownName, "unknown constraint ''"),
    ],
)
def test_wrong_ones_are_refused_with_what_is_allowed(text: str, error: type[UsageError], told: str) -> None:
    with pytest.raises(error, match=re.escape(told)):
        sit(text)


def test_a_bot_that_heeds_nothing_can_be_watched_alone() -> None:
    shy = Bot("shy", "Stays in.", "a test", {})
    assert sit("shy:watched=rain+snow", shy).constraints.watched == ("rain", "snow")
    with pytest.raises(BadValue, match="none: bot shy can only be watched"):
        sit("shy:barred=rain", shy)
    with pytest.raises(UsageError, match="parameters must not be called barred, forced, watched"):
        Bot("odd", "Stays in.", "a test", {}, (Parameter("barred", 0.0, 0.0, 1.0, "nothing"),))


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "400"})


def test_the_command_line_lists_them_and_refuses_wrong_ones() -> None:
    out = run("bots", "--constraints").output
    assert RULE in out
    assert "Lays no building over a tent camp while neutral workers are left in the supply." in out
    assert (
        "has no constraints for bots" in run("bots", "--constraints", "--game", "tests.support.high_card:GAME").output
    )
    wrong = run("play", "casual:barred=tents", "casual", "--games", "1")
    assert wrong.exit_code == 2
    assert "unknown constraint 'tents'" in wrong.output
    assert run("play", "bold:barred=camps", "--game", "tests.support.high_card:GAME").exit_code == 2
