"""What the rules make of a table: the same players in several settings, measured and held against each other.

All settings of a table size play the same deals, so that a difference is taken deal by deal. That is right whatever the
rules change: where they leave the shuffle alone, the luck of a deal drops out of the difference; where they do not, the
settings make different games of a deal, which the deals themselves show (their correlation is near zero then).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from arkadia_sim.analysis.differences import Difference, TableMean, measured_differences, measured_means
from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.core.measures import Measure, find_measure
from arkadia_sim.experiments.files import ExperimentFile, checked
from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import MeasuredDeals, measured_deals
from arkadia_sim.results.store import RunFolder


@dataclass(frozen=True)
class SettingsResults:
    """A finished run of one table in several settings."""

    folder: Path
    manifest: Manifest
    experiment: Experiment
    sections: tuple[SectionGames, ...]
    measures: tuple[Measure, ...]
    means: tuple[TableMean, ...]
    differences: tuple[Difference, ...]

    @property
    def settings(self) -> list[str]:
        """The names of the settings, in order."""
        return [one.name for one in self.experiment.settings]

    @property
    def reference(self) -> str:
        """The name of the setting that the others are held against."""
        return self.experiment.reference or self.settings[0]

    @property
    def deals(self) -> int:
        """The fewest deals of any table size."""
        return min(section.deals for section in self.sections)

    def mean(self, measure: str, setting: str, players: int, part: str = "") -> TableMean:
        """One mean; KeyError where it was not measured."""
        for one in self.means:
            if (one.measure.name, one.setting, one.players, one.part) == (measure, setting, players, part):
                return one
        raise KeyError((measure, setting, players, part))

    def table(self) -> pl.DataFrame:
        """One row per table size, setting, measure and part: the mean with its interval."""
        return pl.DataFrame([one.as_json() for one in self.means], infer_schema_length=None)

    def contrasts(self) -> pl.DataFrame:
        """One row per difference from the reference, and between table sizes: interval, verdict and p-values."""
        return pl.DataFrame([one.as_json() for one in self.differences], infer_schema_length=None)

    def rows(self, table: str = "games") -> pl.LazyFrame:
        """The rows of the run, not yet read: ``games`` (one per player and game) or ``turns`` (of traced games)."""
        return RunFolder(self.folder).scan(table)

    def as_json(self) -> dict[str, Any]:
        """The results as plain values."""
        counts = self.manifest.counts
        return {
            "reference": self.reference,
            "means": [one.as_json() for one in self.means],
            "differences": [one.as_json() for one in self.differences],
            "games": counts.games,
            "ends": counts.ends,
            "failed": counts.failed,
            "level": self.manifest.level,
            "seed": self.manifest.seed,
            "folder": str(self.folder),
        }


def settings_file(title: str, question: str, document: Mapping[str, Any]) -> ExperimentFile:
    """The experiment in which a table is played in several settings; the file's other keys are in ``document``."""
    general = {"name": "settings", "title": title, "question": question, "design": "settings", "trace": 0.0}
    experiment = checked(general | dict(document), "settings")
    return ExperimentFile(experiment, Path("settings"), experiment.as_toml())


def settings_results(
    run: RunFolder, manifest: Manifest, experiment: Experiment, sections: tuple[SectionGames, ...]
) -> SettingsResults:
    """The means and differences of a finished run of the design ``settings``."""
    several = len(set(experiment.bots)) > 1
    columns = manifest.columns["games"]
    measures = tuple(
        find_measure(name, manifest.outcomes, columns, manifest.ends, several) for name in experiment.measures
    )
    bots = [bot.spec for bot in manifest.bots]
    sizes: dict[int, list[list[MeasuredDeals]]] = {}
    for index, section in enumerate(manifest.sections):
        found = measured_deals(run, index, section, bots, measures, manifest.ends)
        sizes.setdefault(section.players, []).append(found)
    names = [one.name for one in experiment.settings]
    reference = names.index(experiment.reference) if experiment.reference else 0
    means = measured_means(sizes, names, manifest.level)
    differences = measured_differences(sizes, names, reference, experiment.tolerances, manifest.level)
    return SettingsResults(run.root, manifest, experiment, sections, measures, means, differences)
