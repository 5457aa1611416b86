"""What one page tells: the experiments of a study, each judged for itself, or a single experiment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arkadia_sim.analysis.crossed import CrossedResults
from arkadia_sim.analysis.dose import DoseResults
from arkadia_sim.analysis.effects import Effect
from arkadia_sim.analysis.ladder import LadderResults
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.results import Analysed, PlayResults, analyse
from arkadia_sim.analysis.seats import SeatResults
from arkadia_sim.analysis.settings import SettingsResults
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.guide import Guide
from arkadia_sim.experiments.schema import Change, Experiment
from arkadia_sim.results.study_folder import is_study, read_study_manifest


@dataclass(frozen=True)
class Part:
    """One experiment as played: the name of its folder within the study's (empty for a single one), and its results."""

    name: str
    results: PairedResults

    @property
    def experiment(self) -> Experiment:
        """The experiment as its file names it."""
        return self.results.experiment

    @property
    def title(self) -> str:
        """The experiment's title."""
        return self.experiment.title

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects of its changes."""
        return self.results.effects


@dataclass(frozen=True)
class Parts:
    """The experiments that are told together. Each is a family of questions of its own: that of its file.

    ``guide`` says what the page that one can play by is made from, where a study asks for one; such a study may have
    ``doses``, by the names of their folders.
    """

    title: str
    question: str
    all: tuple[Part, ...]
    guide: Guide | None = None
    doses: Mapping[str, DoseResults] = field(default_factory=dict)

    @property
    def several(self) -> bool:
        """Whether there are more than one, so that each needs its title beside what is said of it."""
        return len(self.all) > 1

    @property
    def lead(self) -> Part:
        """The one whose answers come first."""
        return self.all[0]

    @property
    def comparisons(self) -> tuple[PairedResults, ...]:
        """The results of all experiments."""
        return tuple(part.results for part in self.all)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """All effects of all experiments."""
        return tuple(one for part in self.all for one in part.effects)

    @property
    def changes(self) -> list[Change]:
        """All changes of all experiments, those of one name once."""
        return list({one.name: one for part in reversed(self.all) for one in part.experiment.changes}.values())


def read_parts(folder: Path) -> Parts:
    """What the folder of a study, or of a single experiment, holds.

    Raises UsageError when the study's file is damaged, a part is missing or not finished, or it is plain play.
    """
    if not is_study(folder):
        return single(
            _comparison(folder, analyse(folder), "holds plain play; only experiments can be held against each other")
        )
    study = read_study_manifest(folder)
    analysed = {name: analyse(folder / name) for name in study.parts}
    doses = {name: one for name, one in analysed.items() if isinstance(one, DoseResults) and study.guide is not None}
    found = (
        Part(name, _comparison(folder / name, one, "is plain play and no part of a study"))
        for name, one in analysed.items()
        if name not in doses
    )
    return Parts(study.title, study.question, tuple(found), study.guide, doses)


def single(results: PairedResults) -> Parts:
    """A single experiment."""
    return Parts(results.experiment.title, results.experiment.question, (Part("", results),))


def _comparison(folder: Path, found: Analysed, refused: str) -> PairedResults:
    if isinstance(found, LadderResults | SeatResults | SettingsResults | CrossedResults | DoseResults):
        raise UsageError(f"{folder} has the design {found.experiment.design!r}; it has a page of its own")
    if isinstance(found, PlayResults):
        raise UsageError(f"{folder} {refused}")
    return found
