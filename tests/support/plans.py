"""What an experiment plays, without what its folder would say of it."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arkadia_sim.core.game import Game
from arkadia_sim.core.registry import find_game
from arkadia_sim.experiments.files import ExperimentFile, as_toml, checked, experiment_request
from arkadia_sim.plan.plan import Plan
from arkadia_sim.questions.paired import Paired


def file_of(text: str, folder: Path = Path()) -> ExperimentFile:
    """An experiment file with this text, which need not be there."""
    return ExperimentFile(checked(tomllib.loads(text), "study.toml"), folder / "study.toml", text)


def requested(document: Mapping[str, Any]) -> Any:
    """The run that an experiment asks for, given as plain values."""
    experiment = checked(dict(document), "mine.toml")
    file = ExperimentFile(experiment, Path("mine.toml"), as_toml(experiment))
    return experiment_request(file, find_game(document["game"]))


def experiment_plan(file: ExperimentFile, game: Game) -> Plan:
    """The plan of the run that an experiment file asks for: a section for each table size and company."""
    return experiment_request(file, game).plan


def paired(file: ExperimentFile) -> Paired:
    """The question of a file that tries changes of play."""
    assert isinstance(file.experiment, Paired)
    return file.experiment
