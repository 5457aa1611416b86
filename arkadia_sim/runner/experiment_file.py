"""Experiment files (TOML): finding and reading them, and what is changed for one run.

All faults of a file are told at once, each with the key, what was written and what is allowed.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from arkadia_sim.core.game import ComponentOption
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.runner.experiment import Experiment, Study
from arkadia_sim.runner.faults import fault_lines

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class ExperimentFile:
    """An experiment, the file it came from, and its text, comments and all."""

    experiment: Experiment
    path: Path
    text: str

    def changed(self, seed: int | None = None, deals: int | None = None) -> "ExperimentFile":
        """The same with another seed or number of deals."""
        changes = {key: value for key, value in (("seed", seed), ("deals", deals)) if value is not None}
        if not changes:
            return self
        document = tomllib.loads(self.experiment.as_toml()) | changes
        experiment = checked(document, str(self.path))
        return ExperimentFile(experiment, self.path, experiment.as_toml())

    def with_bots_found(self) -> "ExperimentFile":
        """The same, a bot's file that is not there from the current folder looked for beside the experiment file."""
        changed = self.experiment.with_bots(self._found)
        return self if changed == self.experiment else ExperimentFile(changed, self.path, changed.as_toml())

    def _found(self, bot: str) -> str:
        spec = BotSpec.parse(bot)
        found = spec.beside(self.path.parent)
        return bot if found == spec else str(found)

    def component_choice(self, options: Sequence[ComponentOption]) -> dict[str, Any]:
        """The chosen components, files and folders found from where the experiment file lies."""
        files = self.component_files(options)
        return dict(self.experiment.components) | {name: str(path) for name, path in files.items()}

    def component_files(self, options: Sequence[ComponentOption]) -> dict[str, Path]:
        """Those of the chosen components that are files or folders."""
        chosen = self.experiment.components
        named = [one.name for one in options if one.kind in ("file", "folder")]
        return {name: self.path.parent / chosen[name] for name in named if isinstance(chosen.get(name), str)}


@dataclass(frozen=True)
class StudyFile:
    """A study, the file it came from, and the files of its parts in the order of play."""

    study: Study
    path: Path
    parts: tuple[ExperimentFile, ...]


def find_experiment(name: str, shipped: Path) -> ExperimentFile | StudyFile:
    """What a file says (``my_study.toml``), or a shipped experiment by its name; UnknownName lists those."""
    path = Path(name)
    if path.suffix != ".toml" and not path.is_file() and len(path.parts) < 2:
        choices = {file.stem: file for file in shipped.glob("*.toml")}
        if name not in choices:
            raise UnknownName("experiment", name, choices)
        path = choices[name]
    document, text = _read(path)
    if document.get("design") == "study":
        return _study_file(_valid(Study, document, str(path)), path, shipped)
    return ExperimentFile(checked(document, str(path)), path, text)


def load_experiment(path: Path) -> ExperimentFile:
    """Read and check the file of a single experiment; UsageError tells all its faults."""
    document, text = _read(path)
    if document.get("design") == "study":
        raise UsageError(f"{path} is a study of several experiments; one of them is wanted here")
    return ExperimentFile(checked(document, str(path)), path, text)


def checked(document: dict[str, Any], file: str) -> Experiment:
    """The experiment that a document describes; UsageError tells all the faults."""
    return _valid(Experiment, document, file)


def _read(path: Path) -> tuple[dict[str, Any], str]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"experiment file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"experiment file {path} is not a text file in UTF-8") from None
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not TOML: {error}") from None


def _study_file(study: Study, path: Path, shipped: Path) -> StudyFile:
    """The study with its parts read; the faults of all parts are told together."""
    parts, faults = [], []
    for name in study.parts:
        try:
            parts.append(_part(name, path.parent, shipped))
        except UsageError as error:
            faults.append(f"{path}: parts: {error}" if isinstance(error, UnknownName) else str(error))
    names = [part.experiment.name for part in parts]
    faults += [
        f"{path}: parts: two experiments named {name!r}" for name in dict.fromkeys(names) if names.count(name) > 1
    ]
    if faults:
        raise UsageError("\n".join(faults))
    return StudyFile(study, path, tuple(parts))


def _part(name: str, folder: Path, shipped: Path) -> ExperimentFile:
    """A part of a study: a file beside it, or a shipped experiment."""
    choices = {file.stem: file for place in (shipped, folder) for file in place.glob("*.toml")}
    file = folder / name if name.endswith(".toml") else choices.get(name)
    if file is None:
        raise UnknownName("experiment", name, choices)
    return load_experiment(file)


def _valid(model: type[Model], document: dict[str, Any], file: str) -> Model:
    try:
        return model.model_validate(document)
    except ValidationError as error:
        faults = fault_lines(error, document, model)
    raise UsageError("\n".join(f"{file}: {fault}" for fault in faults))
