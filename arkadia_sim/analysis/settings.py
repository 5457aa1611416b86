"""What the rules make of a table: the same players in several settings, measured and held against each other.

All settings of a table size play the same deals, so that a difference is taken deal by deal. That is right whatever the
rules change: where they leave the shuffle alone, the luck of a deal drops out of the difference; where they do not, the
settings make different games of a deal, which the deals themselves show (their correlation is near zero then).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.core.measures import Measure, find_measure
from arkadia_sim.experiments.files import ExperimentFile, checked
from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import MeasuredDeals, measured_deals
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.equivalence import (
    ALPHA,
    MINIMUM_CHANGED_DEALS,
    Evidence,
    Judgement,
    difference_p,
    equivalence_p,
    verdict_from,
)
from arkadia_sim.stats.intervals import Estimate, known
from arkadia_sim.stats.multiple import holm
from arkadia_sim.stats.paired_sequence import largest_share
from arkadia_sim.stats.simultaneous import Moments, moments, together

Values = NDArray[np.float64]


@dataclass(frozen=True)
class TableMean:
    """A measure of one part of a table (a seat, a bot, or the whole: an empty name) in one setting, in its unit.

    The intervals of a measure hold for all parts, settings and table sizes of the run at once.
    """

    players: int
    setting: str
    measure: Measure
    part: str
    estimate: Estimate

    def as_json(self) -> dict[str, Any]:
        """The mean as plain values."""
        named = {"players": self.players, "setting": self.setting, "measure": self.measure.name, "part": self.part}
        return named | {"unit": self.measure.unit, "deals": self.estimate.n} | _ends(self.estimate, "mean")


@dataclass(frozen=True)
class Difference:
    """A setting minus the reference, on one measure of one part; ``against`` is another table size, if any.

    Then it is how much more the change does with ``players`` than with ``against``. ``correlation`` says how what the
    two settings make of a deal goes along, ``narrower`` by what part of its width pairing the deals has narrowed the
    interval (below 0: widened); both None between table sizes. The verdict is judged with all others of the run; one of
    no difference takes a tolerance (``judgement.margin``), 0 where there is none.
    """

    players: int
    against: int | None
    setting: str
    reference: str
    measure: Measure
    part: str
    estimate: Estimate
    judgement: Judgement
    correlation: float | None
    narrower: float | None

    def as_json(self) -> dict[str, Any]:
        """The difference as plain values."""
        named = {"players": self.players, "against_players": self.against, "setting": self.setting}
        named |= {"reference": self.reference, "measure": self.measure.name, "part": self.part}
        judged = {"verdict": str(self.judgement.verdict), "p_difference": self.judgement.p_difference}
        judged |= {"p_equivalence": self.judgement.p_equivalence if self.judgement.margin else None}
        judged |= {"tolerance": self.judgement.margin or None, "correlation": self.correlation}
        return named | {"unit": self.measure.unit} | _ends(self.estimate, "difference") | judged


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
    measures = tuple(find_measure(name, manifest.outcomes, columns, several) for name in experiment.measures)
    bots = [bot.spec for bot in manifest.bots]
    seen = [
        measured_deals(run, index, section, bots, measures, manifest.ends)
        for index, section in enumerate(manifest.sections)
    ]
    means: list[TableMean] = []
    asked: list[tuple[Difference, Evidence]] = []
    for number, measure in enumerate(measures):
        of_measure = [of_section[number] for of_section in seen]
        tables = _Tables(experiment, measure, [section.players for section in manifest.sections], of_measure)
        means += tables.means()
        asked += tables.differences()
    return SettingsResults(run.root, manifest, experiment, sections, measures, tuple(means), _judged(asked))


@dataclass(frozen=True)
class _Tables:
    """One measure at all tables: of each section its deals, the sections of a table size one after another."""

    experiment: Experiment
    measure: Measure
    players: Sequence[int]
    seen: Sequence[MeasuredDeals]

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.experiment.settings]

    @property
    def reference(self) -> int:
        return self.names.index(self.experiment.reference) if self.experiment.reference else 0

    def sizes(self) -> dict[int, list[MeasuredDeals]]:
        """The settings of each table size, in order."""
        found: dict[int, list[MeasuredDeals]] = {}
        for players, one in zip(self.players, self.seen, strict=True):
            found.setdefault(players, []).append(one)
        return found

    def groups(self) -> dict[int, Moments]:
        """The moments of each table size: parts within settings, deal by deal."""
        return {
            players: moments([np.concatenate([one.values for one in settings], axis=1)])
            for players, settings in self.sizes().items()
        }

    def means(self) -> Iterator[TableMean]:
        """All means, their intervals holding at once."""
        groups = self.groups()
        ends = np.cumsum([0, *(one.mean.size for one in groups.values())])
        padded = [
            one.combined(np.eye(int(ends[-1]), one.mean.size, -int(start)))
            for one, start in zip(groups.values(), ends[:-1], strict=True)
        ]
        estimates = together(padded).estimates
        found = iter(estimates)
        for players, settings in self.sizes().items():
            for name, one in zip(self.names, settings, strict=True):
                for at, part in enumerate(one.parts):
                    seen = self._where_rare(next(found), int(np.count_nonzero(one.values[:, at])), len(estimates))
                    yield TableMean(
                        players, name, self.measure, part, seen.cut(0.0, inf) if self.measure.share else seen
                    )

    def _where_rare(self, estimate: Estimate, count: int, family: int) -> Estimate:
        """The interval of a share, or of a difference of shares, that few deals have anything to do with.

        Student's t knows nothing of what has not happened yet; the number of such deals does (Clopper and Pearson).
        """
        if not self.measure.share or count >= MINIMUM_CHANGED_DEALS or estimate.n < 2:
            return estimate
        reach = self.measure.scale * largest_share(count, estimate.n, (1 - estimate.level) / family)
        return replace(estimate, low=-reach, high=reach)

    def differences(self) -> list[tuple[Difference, Evidence]]:
        """All differences from the reference and between table sizes, with what verdicts are made from."""
        sizes, groups = self.sizes(), self.groups()
        rows = [
            _Row(((players, 1.0),), setting, part)
            for players, settings in sizes.items()
            for setting in range(len(settings))
            for part in settings[0].parts
            if setting != self.reference
        ]
        rows += [
            _Row(((one, 1.0), (other, -1.0)), setting, part)
            for one, other in combinations(sizes, 2)
            for setting in range(len(self.names))
            for part in sizes[one][0].parts
            if setting != self.reference and part in sizes[other][0].parts
        ]
        weighted = [one.combined(self._weights(rows, players, sizes[players])) for players, one in groups.items()]
        found = together(weighted).estimates
        return [self._difference(row, one, sizes, len(rows)) for row, one in zip(rows, found, strict=True)]

    def _weights(self, rows: "Sequence[_Row]", players: int, settings: Sequence[MeasuredDeals]) -> Values:
        """What each number of a table size (parts within settings) counts in each difference."""
        parts = settings[0].parts
        weights = np.zeros((len(rows), len(parts) * len(settings)))
        for place, row in enumerate(rows):
            for size, sign in row.sizes:
                if size == players:
                    at = parts.index(row.part)
                    weights[place, row.setting * len(parts) + at] = sign
                    weights[place, self.reference * len(parts) + at] = -sign
        return weights

    def _difference(
        self, row: "_Row", estimate: Estimate, sizes: Mapping[int, Sequence[MeasuredDeals]], family: int
    ) -> tuple[Difference, Evidence]:
        both = [self._pair(sizes[size], row) for size, _ in row.sizes]
        changed = min(int(np.count_nonzero(with_ != without)) for with_, without in both)
        bound = None
        if len(row.sizes) == 1:
            estimate = self._where_rare(estimate, changed, family)
            bound = self.measure.scale if self.measure.share else float(np.ptp(np.concatenate(both[0])))
        tolerance = self.experiment.tolerances.get(self.measure.name, 0.0)
        correlation, narrower = _paired(*both[0]) if len(both) == 1 else (None, None)
        names = self.names
        difference = Difference(
            players=row.sizes[0][0],
            against=row.sizes[1][0] if len(row.sizes) > 1 else None,
            setting=names[row.setting],
            reference=names[self.reference],
            measure=self.measure,
            part=row.part,
            estimate=estimate,
            judgement=Judgement(verdict_from(0.0, 1.0, 1.0, ALPHA), 1.0, 1.0, tolerance, ALPHA),
            correlation=correlation,
            narrower=narrower,
        )
        return difference, Evidence(estimate, tolerance, changed, bound)

    def _pair(self, settings: Sequence[MeasuredDeals], row: "_Row") -> tuple[Values, Values]:
        at = settings[0].parts.index(row.part)
        return settings[row.setting].values[:, at], settings[self.reference].values[:, at]


@dataclass(frozen=True)
class _Row:
    """A difference: of which table sizes with which sign, of which setting, on which part."""

    sizes: tuple[tuple[int, float], ...]
    setting: int
    part: str


def _paired(with_: Values, without: Values) -> tuple[float | None, float | None]:
    """How what two settings make of a deal goes along, and by how much pairing narrows the difference's interval."""
    variances = float(np.var(with_) + np.var(without))
    if len(with_) < 2 or variances == 0:
        return None, None
    narrower = 1 - sqrt(float(np.var(with_ - without)) / variances)
    spread = float(np.std(with_) * np.std(without))
    return (float(np.cov(with_, without, bias=True)[0, 1]) / spread if spread > 0 else None), narrower


def _judged(asked: Sequence[tuple[Difference, Evidence]]) -> tuple[Difference, ...]:
    """The differences with verdicts, all judged as one family (Holm)."""
    differences = holm([difference_p(evidence) for _, evidence in asked])
    equivalences = iter(holm([equivalence_p(evidence) for _, evidence in asked if evidence.margin > 0]))
    found = []
    for (one, evidence), difference in zip(asked, differences, strict=True):
        equivalence = float(next(equivalences)) if evidence.margin > 0 else 1.0
        verdict = verdict_from(one.estimate.mean, float(difference), equivalence, ALPHA)
        judgement = Judgement(verdict, float(difference), equivalence, evidence.margin, ALPHA)
        found.append(replace(one, judgement=judgement))
    return tuple(found)


def _ends(estimate: Estimate, name: str) -> dict[str, float | None]:
    return {name: estimate.mean, f"{name}_low": known(estimate.low), f"{name}_high": known(estimate.high)}
