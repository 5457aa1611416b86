"""Parameters by number of players: who sets and inherits them, what wins, and what is told when they are wrong."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from tests.support.high_card import GAME, HighCard
from tests.support.recorded import played

SHY = """
[shy]
player = "careful"
plan = "Stops early, with two earlier still."
source = "a test"
parameters = { stop = 10, temperature = 0 }

[shy.by_players.2]
stop = 2
wary = 1.5
"""
COPY = """
[copy]
player = "shy"
plan = "As shy as the other."
source = "a test"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "shy.toml"
    path.write_text(SHY + COPY)
    return path


def cards(spec: str, players: int, game: HighCard = GAME) -> list[int]:
    """How many cards the bot draws in each of twenty deals, alone among the bold."""
    result = played(game, (spec, "bold"), [[0] + [1] * (players - 1)] * 20, seed=3)
    drawn: list[int] = result.players["cards"].reshape(20, players)[:, 0].tolist()
    return drawn


def test_a_bot_plays_by_the_parameters_of_its_table(file: Path) -> None:
    shy = GAME.find_bot(f"{file}:shy")
    assert shy.settings() == shy.settings(3) == {"stop": 10.0, "wary": 0.0, "temperature": 0.0}
    assert shy.settings(2) == {"stop": 2.0, "wary": 1.5, "temperature": 0.0}
    assert shy.at(2) == (2.0, 1.5)
    for players, same in ((2, "careful:stop=2,wary=1.5"), (3, "careful:stop=10")):
        assert cards(f"{file}:shy", players) == cards(same, players)
    assert cards(f"{file}:shy", 2) != cards("careful:stop=10", 2)


def test_what_a_user_sets_wins_at_every_table(file: Path) -> None:
    shy = GAME.find_bot(f"{file}:shy:stop=10")  # the default elsewhere, and chosen all the same
    assert shy.settings(2) == {"stop": 10.0, "wary": 1.5, "temperature": 0.0}
    assert cards(f"{file}:shy:stop=15", 2) == cards("careful:stop=15,wary=1.5", 2)


def test_a_bot_that_is_played_by_such_a_bot_inherits_them(file: Path) -> None:
    assert GAME.find_bot(f"{file}:copy").settings(2) == GAME.find_bot(f"{file}:shy").settings(2)
    file.write_text(SHY + COPY + "parameters = { wary = 0.5 }\n[copy.by_players.3]\nstop = 5\n")
    copy = GAME.find_bot(f"{file}:copy")
    assert copy.settings(2) == {"stop": 2.0, "wary": 0.5, "temperature": 0.0}  # its own parameter goes before
    assert copy.settings(3) == {"stop": 5.0, "wary": 0.5, "temperature": 0.0}


def description(spec: str) -> Any:
    (one,) = GAME.describe_bots([spec])
    return one


def test_they_are_described_and_decide_the_hash(file: Path) -> None:
    shy = description(f"{file}:shy")
    assert shy.by_players == {2: {"stop": 2.0, "wary": 1.5}}  # parameters alone: a temperature holds everywhere
    assert shy.parameters == {"stop": 10.0, "wary": 0.0, "temperature": 0.0}
    assert description(f"{file}:shy:stop=3").by_players == {2: {"wary": 1.5}}
    assert description(f"{file}:shy:stop=3,wary=1").by_players == {}
    file.write_text((SHY + COPY).replace("wary = 1.5", "wary = 1.25"))
    changed = description(f"{file}:shy")
    file.write_text((SHY + COPY).replace("players.2", "players.3"))
    assert len({shy.hash, changed.hash, description(f"{file}:shy").hash}) == 3


FAULTY = [
    ("wary = 1.5", "warry = 1.5", "'warry'; did you mean 'wary'?"),
    ("wary = 1.5", "wary = 99", "(allowed: a number from 0 to 10)"),
    ("[shy.by_players.2]", "[shy.by_players.two]", "shy: by_players.two is not allowed (allowed: a number of players)"),
    ("[shy.by_players.2]", "[shy.by_players.9]", "by_players of bot shy: 9 is not allowed (allowed: 1, 2, 3, 4, 5 or"),
]


@pytest.mark.parametrize(("text", "wrong", "told"), FAULTY)
def test_what_is_wrong_with_them_is_told(file: Path, text: str, wrong: str, told: str) -> None:
    file.write_text(SHY.replace(text, wrong))
    with pytest.raises(UsageError, match=re.escape(told)):
        GAME.find_bot(f"{file}:shy")


# -- plain and compiled decisions --------------------------------------------------------------------------------------


def test_what_is_plain_python_is_found_out() -> None:
    def seen(view: object) -> int:
        return 1

    def handed(table: object, holdings: object, mind: object, choice: object) -> None: ...

    bot = Bot("both", "Plays.", "a test", {"one": seen, "other": handed, "third": lambda asked, more=1: 1, "last": min})
    assert bot.plain == {"one", "third", "last"}
    assert bot.in_python
    assert not Bot("none", "Plays.", "a test", {"other": handed}).in_python
    assert Bot("said", "Plays.", "a test", {}, tier="python").in_python


def test_a_variant_is_its_base_but_for_what_it_says() -> None:
    base = GAME.find_bot("careful").bot
    base = replace(base, by_players={2: {"stop": 9.0, "wary": 1.0}}, candidates=print, heeds={"x": "a", "y": "b"})
    deaf = Parameter("deaf", 0.5, 0.0, 1.0, "how deaf")
    set_so = base.variant("set", "Plays.", "a test", settings={"stop": 7.0}, parameters=(deaf,))
    assert [(parameter.name, parameter.default) for parameter in set_so.parameters] == [
        ("stop", 7.0),
        ("wary", 0.0),
        ("deaf", 0.5),
    ]
    assert set_so.by_players == {2: {"wary": 1.0}}
    assert (set_so.candidates, set_so.heeds) == (base.candidates, base.heeds)
    own = base.variant("own", "Plays.", "a test", decisions={"draw": lambda asked: False, "b": lambda asked: 1})
    assert (own.candidates, own.heeds) == (None, {"x": "a"})
    assert base.variant("own", "Plays.", "a test", decisions=own.decisions, heeds={"y": "b"}).heeds == {"y": "b"}
    assert own.decisions["draw"] is not base.decisions["draw"]
    with pytest.raises(UnknownName, match="did you mean 'stop'"):
        base.variant("x", "Plays.", "a test", settings={"stopp": 1.0})
    with pytest.raises(BadValue, match="parameter stop of bot x"):
        base.variant("x", "Plays.", "a test", settings={"stop": 99.0})
