"""Experiment files: what they say, and every way in which they can be wrong."""

from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import shipped
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.runner.experiment_file import (
    ExperimentFile,
    find_experiment,
    load_experiment,
)
from arkadia_sim.runner.experiment_plan import experiment_plan
from tests.toy_game import GAME, NAME

GOOD: dict[str, Any] = {
    "name": "luck",
    "title": "Luck",
    "question": "Does luck pay?",
    "claim": "T1",
    "hint_phrase": "being lucky",
    "game": NAME,
    "seed": 7,
    "players": [2, 3],
    "deals": 50,
    "field": "plain",
    "without": "plain",
    "with": "lucky",
    "behaviour": "sixes",
    "behaviour_label": "sixes thrown",
}


def written(folder: Path, **changes: Any) -> Path:
    document = {key: value for key, value in (GOOD | changes).items() if value is not None}
    path = folder / "study.toml"
    path.write_text(_plain_toml(document))
    return path


def _plain_toml(document: dict[str, Any]) -> str:
    import json

    lines = [f"{key} = {json.dumps(value)}" for key, value in document.items() if not isinstance(value, dict)]
    for key, table in document.items():
        if isinstance(table, dict):
            lines += [f"[{key}]", *(f"{name} = {json.dumps(value)}" for name, value in table.items())]
    return "\n".join(lines)


def load(folder: Path, **changes: Any) -> ExperimentFile:
    return load_experiment(written(folder, **({"name": "luck"} | changes)))


def test_a_good_file_becomes_a_plan(tmp_path: Path) -> None:
    file = load(tmp_path, deals={"2": 30, "3": 20}, rules={"bonus": 2}, chunk_games=10)
    plan = experiment_plan(file, GAME)
    assert plan.bots == ("plain", "lucky")
    assert [(section.players, section.deals, section.games) for section in plan.sections] == [(2, 30, 90), (3, 20, 80)]
    assert plan.sections[0].setting.rules == {"bonus": 2}
    assert [section.chunk_games for section in plan.sections] == [9, 8]
    assert plan.trace == 0.01


def test_the_direction_of_a_behaviour_goes_with_the_change(tmp_path: Path) -> None:
    (change,) = load(tmp_path, behaviour_direction="fewer").experiment.changes
    assert change.behaviour_direction == "fewer"


def test_a_board_file_is_looked_for_beside_the_experiment(tmp_path: Path) -> None:
    file = load(tmp_path, components={"board": "my_board.txt"})
    assert file.component_choice() == {"board": str(tmp_path / "my_board.txt")}


def test_a_seed_for_the_camps_is_passed_to_the_game(tmp_path: Path) -> None:
    file = load(tmp_path, components={"camps_seed": 0})
    assert file.component_choice() == {"camps_seed": 0}
    assert experiment_plan(file, GAME).sections[0].setting.components["camps_seed"] == 0
    (tmp_path / "again.toml").write_text(file.changed(deals=9).text)
    assert load_experiment(tmp_path / "again.toml").component_choice() == {"camps_seed": 0}


def test_what_is_written_out_says_the_same(tmp_path: Path) -> None:
    file = load(tmp_path, deals={"2": 30, "3": 20}, rules={"bonus": 2, "list": [1, 2]}, notes=['a "b"', "ü\n"])
    (tmp_path / "again.toml").write_text(file.experiment.as_toml())
    assert load_experiment(tmp_path / "again.toml").experiment == file.experiment


def test_a_company_may_say_what_is_compared_there(tmp_path: Path) -> None:
    text = written(tmp_path, field=None, without=None, **{"with": None}, claim=None, hint_phrase=None).read_text()
    for key in ("behaviour", "behaviour_label"):
        text = "\n".join(line for line in text.splitlines() if not line.startswith(f"{key} ="))
    company = '\n[[fields]]\nname = "weak"\ntitle = "among beginners"\nbot = "plain"\nabout = {about}\n'
    change = '[[changes]]\nname = "luck"\ntitle = "Luck"\nphrase = "luck"\nwithout = "plain"\nwith = "lucky"\n'
    path = tmp_path / "study.toml"
    path.write_text(text + company.format(about='"one with luck, one without"') + change)
    experiment = load_experiment(path).experiment
    assert experiment.fields[0].about == "one with luck, one without"
    path.write_text(experiment.as_toml())
    assert load_experiment(path).experiment == experiment
    path.write_text(text + company.format(about='""') + change)
    with pytest.raises(UsageError, match="about"):
        load_experiment(path)


def test_seed_and_deals_can_be_replaced(tmp_path: Path) -> None:
    file = load(tmp_path)
    assert file.changed() is file
    changed = file.changed(seed=8, deals=9)
    assert (changed.experiment.seed, changed.experiment.deals_for(3)) == (8, 9)
    (tmp_path / "again.toml").write_text(changed.text)
    assert load_experiment(tmp_path / "again.toml").experiment == changed.experiment
    with pytest.raises(UsageError, match="seed = -1"):
        file.changed(seed=-1)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"playrs": [2]},
            "unknown key 'playrs'; did you mean 'players'? (allowed: behaviour, behaviour_direction, behaviour_label, ",
        ),
        ({"behaviour_direction": "up"}, 'behaviour_direction = \'up\' is not allowed (allowed: "more" or "fewer"'),
        (
            {"behaviour": None, "behaviour_label": None, "behaviour_direction": "more"},
            "no such key without `behaviour`",
        ),
        ({"components": {"bord": "x"}}, "unknown key 'components.bord'; did you mean 'board'?"),
        ({"components": {"board": 3}}, "components.board = 3 is not allowed (allowed: the name of a file)"),
        (
            {"components": {"camps_seed": -1}},
            "components.camps_seed = -1 is not allowed (allowed: a whole number from 0",
        ),
        ({"components": {"camps_seed": "x"}}, "components.camps_seed = 'x' is not allowed"),
        ({"components": {"camps_seed": 1, "board": "x"}}, "and either board (a file) or camps_seed (a whole number))"),
        ({"components": 3}, "components = 3 is not allowed"),
        ({"title": None}, "key 'title' is missing (allowed: a text that is not empty)"),
        ({"with": None}, "key 'with' is missing"),
        ({"name": "2 fast"}, "name = '2 fast' is not allowed (allowed: letters, digits, - and _"),
        ({"title": ""}, "title = '' is not allowed (allowed: a text that is not empty)"),
        ({"design": "pared"}, 'design = \'pared\' is not allowed (allowed: "paired", "adoption", '),
        ({"seed": -1}, "seed = -1 is not allowed"),
        ({"seed": "7"}, "seed = '7' is not allowed"),
        ({"players": []}, "players = [] is not allowed"),
        ({"players": [2, 2]}, "players = [2, 2] is not allowed (allowed: a list of table sizes, each once"),
        ({"players": ["2"]}, "players = ['2'] is not allowed"),
        ({"deals": 0}, "deals = 0 is not allowed (allowed: a whole number from 2"),
        ({"deals": 1}, "deals = 1 is not allowed (allowed: a whole number from 2"),
        ({"deals": 1.5}, "deals = 1.5 is not allowed"),
        ({"deals": {"2": 5}}, "is not allowed (allowed: exactly one whole number from 2 for each of players = [2, 3])"),
        ({"deals": {"2": 5, "3": "x"}}, "deals = {'2': 5, '3': 'x'} is not allowed"),
        ({"with": "plain"}, "with = 'plain' is not allowed (allowed: a bot other than `without` ('plain'))"),
        ({"margin_win_share": 0}, "margin_win_share = 0 is not allowed (allowed: a number of win-share points above 0"),
        ({"margin_gold": -1.0}, "margin_gold = -1.0 is not allowed (allowed: a number of gold above 0)"),
        ({"trace": 2}, "trace = 2 is not allowed (allowed: a share of the games from 0 to 1)"),
        ({"chunk_games": 0}, "chunk_games = 0 is not allowed"),
        ({"rules": 3}, "rules = 3 is not allowed (allowed: a table of the game's options"),
        ({"notes": "one"}, "notes = 'one' is not allowed (allowed: a list of texts)"),
    ],
)
def test_each_fault_names_file_key_value_and_what_is_allowed(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(UsageError) as error:
        load(tmp_path, **changes)
    assert str(error.value).startswith(f"{tmp_path / 'study.toml'}: ")
    assert told in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        load(tmp_path, seed=-1, tittle="x", trace=3, title=None)
    lines = str(error.value).splitlines()
    assert len(lines) == 4
    assert all(line.startswith(str(tmp_path / "study.toml")) for line in lines)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"players": [2, 5]}, "players: 5 is not allowed (allowed: for toy: 2, 3, 4)"),
        ({"behaviour": "sixs"}, "study.toml: behaviour: unknown column 'sixs'; did you mean 'sixes'?"),
        ({"field": "plan"}, "study.toml: field: unknown bot 'plan'; did you mean 'plain'?"),
        ({"rules": {"bonos": 1}}, "study.toml: unknown rule 'bonos'; did you mean 'bonus'?"),
    ],
)
def test_what_only_the_game_knows_is_checked_with_it(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError) as error:
        experiment_plan(load(tmp_path, **changes), GAME)
    assert told in str(error.value)


def test_all_that_the_game_finds_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        experiment_plan(load(tmp_path, **{"field": "plan", "with": "luky", "behaviour": "x", "rules": {"y": 1}}), GAME)
    lines = str(error.value).splitlines()
    assert [line.split("study.toml: ")[1].split(" ")[0] for line in lines] == [
        "field:",
        "with:",
        "behaviour:",
        "unknown",
    ]


def test_a_bot_file_beside_the_experiment_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "mine" / "my_bot.py").write_text("")
    monkeypatch.chdir(tmp_path / "elsewhere")
    file = load(tmp_path / "mine", field="my_bot.py:my_bot", **{"with": "none.py:b"}).with_bots_found()
    assert file.experiment.fields[0].bot == f"{tmp_path / 'mine' / 'my_bot.py'}:my_bot"
    assert file.experiment.changes[0].with_ == "none.py:b"
    (tmp_path / "again.toml").write_text(file.text)
    assert load_experiment(tmp_path / "again.toml").experiment == file.experiment
    monkeypatch.chdir(tmp_path / "mine")
    again = load(tmp_path / "mine", field="my_bot.py:my_bot").with_bots_found()
    assert again.experiment.fields[0].bot == "my_bot.py:my_bot"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        load_experiment(tmp_path / "none.toml")
    (tmp_path / "broken.toml").write_text("name = ?\nseed = 1\n")
    with pytest.raises(UsageError, match=r"is not TOML: .*line 1"):
        load_experiment(tmp_path / "broken.toml")
    (tmp_path / "latin.toml").write_bytes("name = 'Mühle'".encode("latin-1"))
    with pytest.raises(UsageError, match="UTF-8"):
        load_experiment(tmp_path / "latin.toml")


def test_shipped_experiments_are_found_by_name_and_are_all_good() -> None:
    folder = shipped.folder("experiments")
    found = find_experiment("tent_camps", folder)
    assert isinstance(found, ExperimentFile)
    assert found.experiment.changes[0].claim == "H1"
    for file in folder.glob("[!_]*.toml"):
        one = find_experiment(file.stem, folder)
        assert (one.experiment if isinstance(one, ExperimentFile) else one.study).name == file.stem
    with pytest.raises(UnknownName, match="unknown experiment 'tent_camp'; did you mean 'tent_camps'"):
        find_experiment("tent_camp", folder)
