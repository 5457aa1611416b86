"""Bots that are data: found like any other, and what is said when their file is wrong."""

import re
from pathlib import Path

import pytest

from arkadia_sim.core.bot import PYTHON
from arkadia_sim.core.bot_registry import CHAIN_MOST, find_bot
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.games.arkadia.game import GAME
from tests.support.command import call

CAREFUL = """
[careful]
player = "greedy"
plan = "Gives nothing away."
source = "a test"
parameters = { deny = 0.75 }
"""
MORE = """
[hasty]
player = "careful"
plan = "Is careful, but not with its workers."
source = "a test"
parameters = { own_cost = 1 }
"""
PYTHON_BOT = """
from arkadia_sim.core.bot import Bot, Parameter
from tests.support.command import call

slow = Bot("slow", "Does nothing.", "a test", {}, (Parameter("care", 1.5, 0.0, 9.0, "how careful"),), tier="python")
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(CAREFUL + MORE)
    return path


def test_a_bot_in_a_data_file_is_another_one_with_parameters_of_its_own(file: Path) -> None:
    one, greedy = find_bot(f"{file}:careful"), find_bot("greedy")
    assert one.settings() == greedy.settings() | {"deny": 0.75}
    assert (one.bot.name, one.bot.plan, one.bot.source) == ("careful", "Gives nothing away.", "a test")
    assert one.bot.decisions == greedy.bot.decisions
    assert (one.file, one.python_file) == (file, greedy.file)


def test_the_player_may_be_python_beside_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file.parent / "my_bots.py").write_text(PYTHON_BOT)
    (file.parent / "elsewhere").mkdir()
    monkeypatch.chdir(file.parent / "elsewhere")
    for player in ("my_bots.py:slow", "my_bots.py"):
        file.write_text(CAREFUL.replace("greedy", player).replace("deny = 0.75", "care = 3"))
        one = find_bot(str(file))
        assert (one.bot.tier, one.settings()) == (PYTHON, {"care": 3.0, "temperature": 0.0})
        assert one.python_file == file.parent / "my_bots.py"


def test_parameters_can_be_set_on_top_and_the_temperature_too(file: Path) -> None:
    file.write_text(CAREFUL.replace("deny = 0.75", "temperature = 2"))
    assert find_bot(str(file)).temperature == 2.0
    assert find_bot(f"{file}:temperature=1").temperature == 1.0
    assert find_bot(f"{file}:careful:deny=0.5").settings()["deny"] == 0.5
    with pytest.raises(BadValue, match="parameter deny of bot careful: '-1'"):
        find_bot(f"{file}:careful:deny=-1")
    file.write_text(CAREFUL.replace("[careful]", "[greedy]"))  # called as the one that plays for it
    assert find_bot(str(file)).settings()["deny"] == 0.75


def test_the_hash_of_a_bot_covers_its_numbers_and_the_python_that_plays(file: Path) -> None:
    def hashes() -> dict[str, str]:
        return {name: GAME.describe_bots([f"{file}:{name}"])[0].hash for name in ("careful", "hasty")}

    first = hashes()
    assert len({*first.values(), GAME.describe_bots(["greedy"])[0].hash}) == 3
    file.write_text((CAREFUL + MORE).replace("own_cost = 1", "own_cost = 1.25").replace("a test", "words"))
    second = hashes()
    assert second["careful"] == first["careful"]
    assert second["hasty"] != first["hasty"]


def test_bots_tells_of_a_data_file_and_of_its_searches(file: Path) -> None:
    file.write_text(
        CAREFUL + "[[careful.provenance]]\nagainst = ['greedy', 'random']\nseed = 4\ngames = 12_000\nkept = true\n"
        "gain = { mean = 1.25, low = 0.5, high = 2.0, amount = 'win-share points' }\n"
        "command = 'arkadia-sim tune greedy'\n"
    )
    output = call("bots", str(file)).output
    assert "careful: Gives nothing away." in output
    assert "against greedy, random; seed 4; 12,000 games; +1.2 win-share points over the start" in output
    assert "arkadia-sim tune greedy" in output


FAULTY = [
    ("", "it defines no bot"),
    ("x = ", "is not TOML"),
    ('["a:b"]\nplayer = "greedy"', "bot 'a:b': a name must start with a letter and have only letters, digits, - and _"),
    (CAREFUL.replace("plan", "# plan"), "careful: key 'plan' is missing"),
    (CAREFUL.replace("0.75", "true"), "careful: parameters.deny = True is not allowed"),
    (CAREFUL.replace("greedy", "gready"), "careful: player: unknown bot 'gready'; did you mean 'greedy'?"),
    (CAREFUL.replace("greedy", "none.py"), "careful: player: the file: 'none.py' is not allowed (allowed: one"),
    (CAREFUL.replace("greedy", "greedy:deny=1"), "(allowed: the player alone, parameters under [careful.parameters])"),
    (CAREFUL.replace("greedy", "hasty") + MORE, "careful: these bots play for each other, and nobody plays"),
]


@pytest.mark.parametrize(("text", "told"), FAULTY)
def test_what_is_wrong_with_a_data_file_is_explained(file: Path, text: str, told: str) -> None:
    file.write_text(text)
    with pytest.raises(UsageError, match=re.escape(told)) as error:
        find_bot(f"{file}:careful")
    assert "mine.toml" in str(error.value)


def test_all_that_is_wrong_with_a_data_file_is_told_at_once(file: Path) -> None:
    file.write_text((CAREFUL + MORE).replace("source", "sauce"))
    with pytest.raises(UsageError) as error:
        find_bot(f"{file}:careful")
    assert len(str(error.value).splitlines()) == 4


def test_a_name_that_a_data_file_does_not_hold(file: Path) -> None:
    with pytest.raises(UnknownName, match="'carefull'; did you mean 'careful'"):
        find_bot(f"{file}:carefull")
    with pytest.raises(BadValue, match="mine.toml:NAME with NAME one of careful, hasty"):
        find_bot(str(file))
    with pytest.raises(UsageError, match="does not exist"):
        find_bot(f"{file.parent / 'none.toml'}:careful")
    file.write_bytes("x = 'Mühle'".encode("latin-1"))
    with pytest.raises(UsageError, match="UTF-8"):
        find_bot(f"{file}:careful")


def test_a_mark_that_editors_put_before_a_text_is_no_fault(file: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert find_bot(f"{file}:careful").bot.plan == "Gives nothing away."


def test_a_chain_of_bots_ends_with_a_message(tmp_path: Path) -> None:
    players = [*(f"b{n}" for n in range(1, 401)), "greedy"]
    tables = [f"[b{n}]\nplayer = '{one}'\nplan = 'P.'\nsource = 's'\n" for n, one in enumerate(players)]
    (tmp_path / "chain.toml").write_text("".join(tables))
    with pytest.raises(UsageError, match=f"more than {CHAIN_MOST} bots play for each other"):
        find_bot(f"{tmp_path / 'chain.toml'}:b0")
    assert find_bot(f"{tmp_path / 'chain.toml'}:b{401 - CHAIN_MOST}").settings()
