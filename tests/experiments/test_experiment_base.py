"""Experiment files that take over from others: what comes out, and every way in which it can be wrong."""

from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import shipped
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.experiments.files import ExperimentFile, experiment_request, find_experiment, load_experiment
from tests.support.plans import paired
from tests.support.toy_game import GAME, NAME

BASE = f"""
name = "base"
title = "Base"
question = "Does luck pay?"
game = "{NAME}"
seed = 7
players = [2, 3]
deals = {{ 2 = 30, 3 = 20 }}
rules = {{ bonus = 2 }}
notes = ["of the base"]

[[companies]]
bot = "plain"

[[changes]]
name = "luck"
title = "Luck"
phrase = "luck"
without = "plain"
with = "lucky"

[[changes]]
name = "more"
title = "More luck"
phrase = "more luck"
behaviour = "sixes"
behaviour_label = "sixes thrown"
without = "lucky"
with = "lucky:extra=2"
"""


def load(folder: Path, text: str, name: str = "study", **others: str) -> ExperimentFile:
    """The experiment of a text, with other files beside it; ``base.toml`` is there unless it is replaced."""
    for stem, other in {"base": BASE, name: text, **others}.items():
        (folder / f"{stem}.toml").write_text(other)
    return load_experiment(folder / f"{name}.toml", folder / "shipped")


def changes(file: ExperimentFile) -> dict[str, dict[str, Any]]:
    return {change["name"]: change for change in file.experiment.model_dump(mode="json", by_alias=True)["changes"]}


def fault(folder: Path, text: str, **others: str) -> str:
    with pytest.raises(UsageError) as error:
        load(folder, text, **others)
    return str(error.value)


def test_what_a_file_says_replaces_what_its_base_says_key_by_key(tmp_path: Path) -> None:
    file = load(tmp_path, 'extends = "base"\nname = "study"\nseed = 8\nplayers = [2]\ndeals = { 2 = 40 }\nrules = {}')
    base = load_experiment(tmp_path / "base.toml").experiment.model_dump(mode="json", by_alias=True)
    said = {"name": "study", "seed": 8, "players": [2], "deals": {"2": 40}, "rules": {}}
    assert file.experiment.model_dump(mode="json", by_alias=True) == base | said


def test_a_change_can_be_altered_by_its_name_left_out_and_new_ones_added(tmp_path: Path) -> None:
    text = 'extends = "base"\nname = "study"\n[[changes]]\nname = "more"\nwith = "lucky:extra=3"\n'
    new = '[[changes]]\nname = "new"\ntitle = "New"\nphrase = "new"\nwithout = "plain"\nwith = "lucky:extra=1"\n'
    base, found = changes(load(tmp_path, BASE)), changes(load(tmp_path, text + new))
    assert list(found) == ["luck", "more", "new"]
    assert found["luck"] == base["luck"]
    assert found["more"] == base["more"] | {"with": "lucky:extra=3"}
    only = 'extends = "base"\nname = "study"\nonly = ["more", "luck"]\n'
    assert list(changes(load(tmp_path, only))) == ["more", "luck"]  # in an order of its own


def test_a_base_may_have_a_base(tmp_path: Path) -> None:
    middle = 'extends = "base.toml"\nseed = 8\n[[changes]]\nname = "more"\nwith = "lucky:extra=3"\n'
    file = load(tmp_path, 'extends = "_middle"\nname = "study"\ntitle = "Study"\n', _middle=middle)
    assert (file.experiment.seed, file.experiment.title) == (8, "Study")
    assert changes(file)["more"]["with"] == "lucky:extra=3"
    assert [base.name for base in file.bases] == ["_middle.toml", "base.toml"]
    (tmp_path / "alone").mkdir()
    alone = tmp_path / "alone" / "experiment.toml"
    alone.write_text(str(experiment_request(file, GAME).experiment_text))  # a run keeps the whole
    assert load_experiment(alone).experiment == file.experiment


def test_files_that_a_base_names_are_looked_for_beside_the_base(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / "lucky.py").write_text("")
    base = BASE.replace('with = "lucky"\n', 'with = "lucky.py:lucky"\n') + "[components]\nboard = 'b.txt'\n"
    (tmp_path / "shipped" / "far.toml").write_text(base)
    monkeypatch.chdir(tmp_path)
    file = load(tmp_path, 'extends = "far"\nname = "study"\n')
    assert file.component_choice(GAME.component_options()) == {"board": str(tmp_path / "shipped" / "b.txt")}
    assert paired(file.with_bots_found()).changes[0].with_ == f"{tmp_path / 'shipped' / 'lucky.py'}:lucky"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('extends = "bass"', "unknown base of {file}: 'bass'; did you mean 'base'? (allowed: base)"),
        ('extends = "study.toml"', "{file}: these files extend each other: {file}"),
        ('only = ["luck"]', "{file}: no key 'only' without 'extends'"),
        ('extends = "base"\nonly = ["luk"]', "unknown change in {file}: only: 'luk'; did you mean 'luck'?"),
        (
            'extends = "base"\nonly = ["luck"]\n[[changes]]\nname = "more"\nwith = "x"',
            "{file}: changes.more: `only` leaves this change out",
        ),
        (
            'extends = "base"\nname = "study"\n[[changes]]\nname = "luk"\nwith = "x"',
            "{file}: key 'changes.luk.title' is missing",
        ),
        (
            'extends = "base"\nname = "study"\nplayers = [2]',
            "{file}: deals = {{'2': 30, '3': 20}} is not allowed (allowed: one number for each of players = [2]); "
            "it extends ",
        ),
    ],
)
def test_each_fault_is_told_with_its_file(tmp_path: Path, text: str, told: str) -> None:
    assert told.format(file=tmp_path / "study.toml") in fault(tmp_path, text)


def test_files_that_extend_each_other_or_very_many_are_refused(tmp_path: Path) -> None:
    told = fault(tmp_path, 'extends = "one"\nname = "study"', one='extends = "two"', two='extends = "one"')
    assert "these files extend each other" in told
    assert all(f"{name}.toml" in told for name in ("one", "two"))
    more = {f"one_{number}": f'extends = "one_{number + 1}"' for number in range(60)}
    assert "more than 50 files extend each other" in fault(tmp_path, 'extends = "one_0"\nname = "study"', **more)


def test_a_file_that_is_only_a_base_is_no_experiment(tmp_path: Path) -> None:
    folder = shipped.folder("experiments")
    with pytest.raises(UnknownName, match="unknown experiment '_hnts'; did you mean 'hints'") as error:
        find_experiment("_hnts", folder)
    assert "_hints" not in error.value.choices
    for name in ("_hints", str(folder / "_hints.toml")):
        with pytest.raises(UsageError, match="is no experiment, but a base for some"):
            find_experiment(name, folder)
    with pytest.raises(UsageError, match="is no experiment, but a base for some"):
        load(tmp_path, BASE, name="_base")


def test_a_shipped_experiment_can_be_extended_by_a_file_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "tent_camps.toml").write_text('extends = "tent_camps"\nname = "tent_camps"\nseed = 5\n')
    theirs = find_experiment("tent_camps", shipped.folder("experiments"))
    assert isinstance(theirs, ExperimentFile)
    mine = load_experiment(tmp_path / "tent_camps.toml").experiment
    assert mine == theirs.experiment.model_copy(update={"seed": 5})
