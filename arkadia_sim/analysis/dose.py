"""How much of a change is best: a parameter at each of several values, in one seat among others who do not change.

All values play the same deals in the same seats, so that a value is held against the reference deal by deal. The
intervals of a change hold at once, at all its values, tables and companies; so does what is said of the best value.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from arkadia_sim.analysis.effects import Behaved, finding_on
from arkadia_sim.analysis.sections import SectionGames, Variant
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.experiments.files import ExperimentFile, checked
from arkadia_sim.experiments.schema import Change, Experiment
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.equivalence import Judgement, Verdict
from arkadia_sim.stats.intervals import Estimate, known


@dataclass(frozen=True)
class DoseOutcome:
    """A value minus the reference on one outcome, in its unit; if that is a question, judged with all of the run."""

    outcome: Outcome
    estimate: Estimate
    judgement: Judgement | None


@dataclass(frozen=True)
class Dose:
    """A change at one value, against the reference: what it does to each outcome and to the behaviour it names.

    ``behaviour`` is how much of the behaviour there is at that value, ``moved`` how much more than at the reference.
    """

    change: Change
    value: float
    players: int
    variant: Variant
    outcomes: tuple[DoseOutcome, ...]
    behaviour: Estimate | None
    moved: Estimate | None
    behaved: Behaved = Behaved.AS_SAID

    @property
    def main(self) -> DoseOutcome:
        """The effect on what one plays for."""
        return self.outcomes[0]


@dataclass(frozen=True)
class Curve:
    """A change at all its values, in one company at one table size.

    ``doses`` are the values but the reference, ascending, ``idle`` the behaviour at the reference. ``best`` are the
    values that surely no other is better than: the best one is surely among them.
    """

    change: Change
    company: str
    company_title: str
    company_bot: str
    player: str
    players: int
    deals: int
    doses: tuple[Dose, ...]
    idle: Estimate | None
    best: tuple[float, ...]
    variant: Variant = field(default=())

    @property
    def reference(self) -> float:
        """The value that all others are held against."""
        return self.change.reference or 0.0

    @property
    def peak(self) -> Dose | None:
        """Of the doses that changed the behaviour the one that won most; None where the reference won more."""
        found = [one for one in self.doses if one.behaved is Behaved.AS_SAID and one.main.estimate.mean > 0]
        return max(found, key=lambda one: one.main.estimate.mean, default=None)

    def dose(self, value: float) -> Dose | None:
        """The change at that value; None at the reference."""
        return next((one for one in self.doses if one.value == value), None)

    @property
    def changed(self) -> bool:
        """Whether the behaviour surely changed at any value: else there is no verdict on the curve."""
        return any(one.behaved is Behaved.AS_SAID for one in self.doses)

    @property
    def too_much(self) -> float | None:
        """The least value above the best from which on all are surely worse than the best; None where there is none."""
        beyond = [value for value in self.change.values if value > max(self.best)]
        return beyond[0] if beyond else None

    @property
    def costs_from(self) -> float | None:
        """The least value above the reference from which on all surely hurt; None where there is none."""
        found = None
        for one in reversed(self.doses):
            if one.value < self.reference or finding_on(one) is not Verdict.HURTS:
                break
            found = one.value
        return found

    def rows(self) -> list[dict[str, Any]]:
        """One row per value, the reference among them: difference, verdict and behaviour."""
        named = {"change": self.change.name, "company": self.company, "players": self.players, "player": self.player}
        named |= {"parameter": self.change.parameter, "deals": self.deals}
        found = []
        for value in self.change.values:
            one = self.dose(value)
            told: dict[str, Any] = {"value": value, "reference": one is None, "may_be_best": value in self.best}
            held = self.idle if one is None else one.behaviour
            told |= {"behaviour": self.change.behaviour} | _ends(held, "behaves")
            told |= _ends(None if one is None else one.moved, "behaviour_difference")
            for outcome in [] if one is None else one.outcomes:
                name = outcome.outcome.column
                told |= {f"{name}_unit": outcome.outcome.unit} | _ends(outcome.estimate, name)
                if one is not None and outcome.judgement is not None:
                    told[f"{name}_finding"] = str(finding_on(one, outcome))
            found.append(named | told)
        return found


@dataclass(frozen=True)
class DoseResults:
    """A finished run of the design ``dose``: its curves, change by change, company by company, by table size."""

    folder: Path
    manifest: Manifest
    experiment: Experiment
    sections: tuple[SectionGames, ...]
    curves: tuple[Curve, ...]

    def of_change(self, change: Change) -> list[Curve]:
        """The curves of one change."""
        return [one for one in self.curves if one.change.name == change.name]

    @property
    def questions(self) -> int:
        """How many questions were judged together."""
        return sum(one.judgement is not None for curve in self.curves for dose in curve.doses for one in dose.outcomes)

    def table(self) -> pl.DataFrame:
        """One row per change, company, table size and value."""
        return pl.DataFrame([row for curve in self.curves for row in curve.rows()], infer_schema_length=None)

    def rows(self, table: str = "games") -> pl.LazyFrame:
        """The rows of the run, not yet read: ``games`` (one per player and game) or ``turns`` (of traced games)."""
        return RunFolder(self.folder).scan(table)

    def as_json(self) -> dict[str, Any]:
        """The results as plain values."""
        counts = self.manifest.counts
        curves = [
            {
                "change": one.change.name, "company": one.company, "players": one.players, "best": list(one.best),
                "too_much": one.too_much, "costs_from": one.costs_from, "behaviour_changed": one.changed,
                "doses": one.rows(),
            }
            for one in self.curves
        ]  # fmt: skip
        told = {"curves": curves, "games": counts.games, "ends": counts.ends, "failed": counts.failed}
        return told | {"level": self.manifest.level, "seed": self.manifest.seed, "folder": str(self.folder)}


def dose_file(document: Mapping[str, Any]) -> ExperimentFile:
    """The experiment that tries one parameter at several values."""
    experiment = checked({"name": "dose", "design": "dose", "trace": 0.0} | dict(document), "dose")
    return ExperimentFile(experiment, Path("dose"), experiment.as_toml())


def _ends(estimate: Estimate | None, name: str) -> dict[str, float | None]:
    if estimate is None:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high"))
    return {name: estimate.mean, f"{name}_low": known(estimate.low), f"{name}_high": known(estimate.high)}
