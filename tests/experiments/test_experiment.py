"""Experiment files: what they say, and every way in which they can be wrong."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import shipped
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.experiments.files import ExperimentFile, as_toml, experiment_request, find_experiment, load_experiment
from tests.support.plans import experiment_plan, paired
from tests.support.toy_game import GAME, NAME

GOOD: dict[str, Any] = {
    "name": "luck",
    "title": "Luck",
    "question": "Does luck pay?",
    "game": NAME,
    "seed": 7,
    "players": [2, 3],
    "deals": 50,
}
CHANGE: Mapping[str, Any] = {
    "name": "luck",
    "claim": "T1",
    "title": "Be lucky",
    "phrase": "being lucky",
    "without": "plain",
    "with": "lucky",
    "behaviour": "sixes",
    "behaviour_label": "sixes thrown",
}
ONLY_OF_A_CHANGE = {*CHANGE, "behaviour_direction"} - {"name", "title"}


def written(folder: Path, company: Any = "plain", **changes: Any) -> Path:
    """A file of one change in one company; ``changes`` replace entries of the experiment or of its change."""
    of_change = {key: value for key, value in changes.items() if key in ONLY_OF_A_CHANGE}
    document = GOOD | {key: value for key, value in changes.items() if key not in of_change}
    path = folder / "study.toml"
    path.write_text(_plain_toml(document, {"bot": company}, {**CHANGE, **of_change}))
    return path


def _plain_toml(
    document: dict[str, Any], company: Mapping[str, Any] = {"bot": "plain"}, change: Mapping[str, Any] = CHANGE
) -> str:
    lines = _entries({key: value for key, value in document.items() if not isinstance(value, dict)})
    for key, table in document.items():
        if isinstance(table, dict):
            lines += [f"[{key}]", *_entries(table)]
    return "\n".join([*lines, "[[companies]]", *_entries(company), "[[changes]]", *_entries(change)])


def _entries(table: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {json.dumps(value)}" for key, value in table.items() if value is not None]


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


def test_a_star_is_the_bot_of_the_company_with_its_settings(tmp_path: Path) -> None:
    file = load(tmp_path, company="lucky:extra=2", without="*", **{"with": "*:extra=3,even=1"})
    assert experiment_plan(file, GAME).bots == ("lucky:extra=2", "lucky:extra=3,even=1")
    file = load(tmp_path, company="lucky:extra=2", without="plain", **{"with": "*"})
    assert experiment_plan(file, GAME).bots == ("lucky:extra=2", "plain")
    with pytest.raises(UsageError, match=r"changes\.luck\.with = '\*' is not allowed .*a bot other than `without`"):
        load(tmp_path, company="plain", without="plain", **{"with": "*"})


def test_a_file_of_the_game_is_looked_for_beside_the_experiment(tmp_path: Path) -> None:
    file = load(tmp_path, components={"board": "my_board.txt", "camps": 3})
    options = GAME.component_options()
    assert file.component_choice(options) == {"board": str(tmp_path / "my_board.txt"), "camps": 3}
    assert file.component_files(options) == {"board": tmp_path / "my_board.txt"}
    file = load(tmp_path, components={"board": "oak"})
    assert experiment_plan(file, GAME).sections[0].setting.components["board"] == str(tmp_path / "oak")
    (tmp_path / "again.toml").write_text(file.changed(deals=9).text)
    assert load_experiment(tmp_path / "again.toml").experiment.components == {"board": "oak"}


def test_the_experiment_of_a_run_has_a_tolerance_for_every_outcome_with_verdicts(tmp_path: Path) -> None:
    for given, complete in (({}, (1.0, 1.0)), ({"gold_lead": 0.5}, (1.0, 0.5)), ({"win_share": 100}, (100, 1.0))):
        request = experiment_request(load(tmp_path, tolerances=given), GAME)
        assert request.experiment is not None
        assert request.experiment["tolerances"] == dict(zip(("win_share", "gold_lead"), complete, strict=True))


def test_what_is_written_out_says_the_same(tmp_path: Path) -> None:
    file = load(tmp_path, deals={"2": 30, "3": 20}, rules={"bonus": 2, "list": [1, 2]}, notes=['a "b"', "ü\n"])
    (tmp_path / "again.toml").write_text(as_toml(file.experiment))
    assert load_experiment(tmp_path / "again.toml").experiment == file.experiment


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"playrs": [2]}, "unknown key 'playrs'; did you mean 'players'? (allowed: between, by, changes, "),
        ({"company": None}, "key 'companies[1].bot' is missing"),
        ({"name": "2 fast"}, "name = '2 fast' is not allowed (should be letters, digits, _ and -"),
        ({"design": "pared"}, "unknown design 'pared'; did you mean 'paired'?"),
        ({"players": [2, 2]}, "players = [2, 2] is not allowed (allowed: each table size once"),
        ({"deals": {"2": 5}}, "is not allowed (allowed: one number for each of players = [2, 3])"),
        ({"with": "plain"}, "luck.with = 'plain' is not allowed (allowed: a bot other than `without` ('plain'))"),
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


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"players": [2, 5]}, "players: 5 is not allowed (allowed: for toy: 2, 3, 4)"),
        ({"behaviour": "sixs"}, "study.toml: changes.luck.behaviour: unknown column 'sixs'; did you mean 'sixes'?"),
        ({"tolerances": {"win_shar": 1}}, "tolerances: unknown outcome 'win_shar'; did you mean 'win_share'?"),
        ({"tolerances": {"win_share": 101}}, "tolerances: win_share: 101.0 is not allowed (allowed: a number of "),
    ],
)
def test_what_only_the_game_knows_is_checked_with_it(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError) as error:
        experiment_plan(load(tmp_path, **changes), GAME)
    assert told in str(error.value)


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
    assert paired(found).changes[0].claim == "H1"
    for file in folder.glob("[!_]*.toml"):
        one = find_experiment(file.stem, folder)
        assert (one.experiment if isinstance(one, ExperimentFile) else one.study).name == file.stem
    with pytest.raises(UnknownName, match="unknown experiment 'tent_camp'; did you mean 'tent_camps'"):
        find_experiment("tent_camp", folder)
