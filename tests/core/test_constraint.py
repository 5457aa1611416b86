"""Constraints as a user writes them: what is read, what is kept of them, and what is told of wrong ones."""

import re
from pathlib import Path

import pytest

from arkadia_sim.core.bot import Bot, BotDescription, Parameter, Seated, check_constraints, seat
from arkadia_sim.core.constraint import BARRED, Constraint, Constraints, heedable, limiting_numbers
from arkadia_sim.core.cues import Cue, amount
from arkadia_sim.core.playbook import parse_rule
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UnknownName, UsageError

RAIN = Constraint("rain", "Go out in the rain", claim="H1")
SNOW = Constraint("snow", "Go out in the snow", asked=(BARRED,))
WIND = Constraint("wind", "Go out in the wind")
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
        ("bold:barred=rian", UnknownName, "constraint 'rian'; did you mean 'rain'? (allowed: rain, snow, wind)"),
        ("bold:forced=snow", BadValue, "'forced' is not allowed (allowed: barred, watched)"),
        ("bold:barred=wind", BadValue, "barred of bot bold: 'wind' is not allowed (allowed: rain, snow)"),
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


WALKS = (
    Constraint("rain", "Walk in the rain", "walk: at least 1 drops"),
    Constraint("far", "Walk far", "walk: at most 2 rests when shoes <= 1", "H1", when_forced="walk: at most 0 drops"),
    Constraint("song", "Sing", "walk: at least 1 song"),
)
CUES = (
    amount("shoes", "own shoes", "shoes"),
    Cue("drops", "walk", "drops", "drops"),
    Cue("rests", "walk", "rests", "rests"),
)


def numbers(followed: str = "", **asked: str) -> list[tuple[float, ...]]:
    rules = [parse_rule(followed, CUES)] if followed else []
    row = limiting_numbers(Constraints.parse("a bot", asked), WALKS, CUES, rules)
    assert len(row) % 7 == 1 and row[-1] == 0.0
    return [row[7 * i : 7 * i + 7] for i in range(len(row) // 7)]


def test_a_bar_is_the_opposite_of_a_force_and_comes_before_all_other_rules() -> None:
    """Kinds are at least (3) and at most (4), plus 8 for what is barred, 16 for what is forced, 24 for what is watched
    and 32 for what is heeded and not counted. Cues that only constraints count come behind the others."""
    assert numbers(barred="rain") == [(1, 4 + 8, 0, 0, 0, 0, 0)]
    assert numbers(forced="rain") == [(1, 3 + 16, 0, 1, 0, 0, 0)]
    assert numbers(barred="far") == [(1, 3 + 8, 1, 3, 1, 4, 1)]
    song, most = (1, 4 + 8, 2, 0, 0, 0, 0), (1, 1, 0, 0, 0, 0, 0)
    assert numbers("walk: most drops", forced="rain", barred="song", watched="far") == [
        song, (1, 3 + 16, 0, 1, 0, 0, 0), most, (1, 4 + 24, 1, 2, 1, 4, 1),
    ]  # fmt: skip
    assert numbers("walk: most drops") == [most]


def test_what_is_forced_by_another_rule_is_counted_by_its_own() -> None:
    assert numbers(forced="far") == [(1, 4 + 32, 0, 0, 0, 0, 0), (1, 4 + 24, 1, 2, 1, 4, 1)]


def test_constraints_belong_to_the_decision_of_their_rule() -> None:
    assert heedable(WALKS) == {"rain": "walk", "far": "walk", "song": "walk"}
