"""A study of many changes of play: one run or several parts that are told on one page, each judged for itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from arkadia_sim.errors import UsageError
from arkadia_sim.report.analysis import PlayStudy, analyse
from arkadia_sim.report.effects import Change, Effect, PairedStudy
from arkadia_sim.report.factorial import FactorialStudy
from arkadia_sim.runner import study as runner_study


@dataclass(frozen=True)
class Part:
    """One run of a study: the name of its folder within the study's (empty for the only run), and what it found."""

    name: str
    study: PairedStudy | FactorialStudy

    @property
    def title(self) -> str:
        """The part's title, as its experiment file names it."""
        return str(self.study.experiment["title"])

    @property
    def design(self) -> str:
        """How the part was played: paired, adoption, skill or factorial."""
        return str(self.study.experiment["design"])

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects of paired comparisons; none in a factorial part."""
        return self.study.effects if isinstance(self.study, PairedStudy) else ()


@dataclass(frozen=True)
class HintStudy:
    """All parts of a study. Each part is a family of questions of its own: that of its experiment file."""

    name: str
    title: str
    question: str
    parts: tuple[Part, ...]

    @property
    def paired(self) -> tuple[PairedStudy, ...]:
        """The parts that try changes one at a time, in fixed company."""
        return self._of_design("paired")

    @property
    def adoption(self) -> tuple[PairedStudy, ...]:
        """The parts in which ever more players make the change."""
        return self._of_design("adoption")

    @property
    def skill(self) -> tuple[PairedStudy, ...]:
        """The parts along the dial of skill."""
        return self._of_design("skill")

    @property
    def factorial(self) -> tuple[FactorialStudy, ...]:
        """The parts with all changes at once."""
        return tuple(part.study for part in self.parts if isinstance(part.study, FactorialStudy))

    @property
    def effects(self) -> tuple[Effect, ...]:
        """All effects of all paired comparisons."""
        return tuple(one for part in self.parts for one in part.effects)

    def _of_design(self, design: str) -> tuple[PairedStudy, ...]:
        studies = (part.study for part in self.parts)
        return tuple(one for one in studies if isinstance(one, PairedStudy) and one.design == design)


def read_study(folder: Path) -> HintStudy:
    """The study that a folder holds.

    Raises UsageError when the file is damaged, or a part is missing or not finished.
    """
    told = runner_study.read_study_manifest(folder)
    parts = []
    for name in told.parts:
        found = analyse(folder / name)
        if isinstance(found, PlayStudy):
            raise UsageError(f"{folder / name} is plain play and no part of a study")
        parts.append(Part(name, found))
    return HintStudy(told.name, told.title, told.question, tuple(parts))


def study_of(run: PairedStudy | FactorialStudy) -> HintStudy:
    """A single run as a study of its own."""
    experiment = run.experiment
    name, title, question = (str(experiment[key]) for key in ("name", "title", "question"))
    return HintStudy(name, title, question, (Part("", run),))


def by_change(effects: Iterable[Effect]) -> dict[Change, list[Effect]]:
    """The effects of each change, in the order of the study."""
    groups: dict[Change, list[Effect]] = {}
    for effect in effects:
        groups.setdefault(effect.change, []).append(effect)
    return groups
