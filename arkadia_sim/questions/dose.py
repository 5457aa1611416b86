"""How much of a change is best: a parameter at several values, in one seat among others who do not change.

All values play the same deals in the same seats, so that a value is compared with the reference deal by deal. The
intervals of a change hold at once, at all its values, tables and companies; so does the set of values that may be best.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.spec import BotSpec, number_text
from arkadia_sim.core.written import Fault, Several, check
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import SeatOfLineup, Section
from arkadia_sim.plots.dose import DosePoint, draw_doses
from arkadia_sim.plots.style import percent
from arkadia_sim.questions.changes import (
    AmongCompanies,
    Behaved,
    Bots,
    Company,
    Tried,
    behaved,
    check_behaviours,
    company_key,
    faults_of_bots,
    faults_of_lists,
    in_company,
    replaced,
    verdict_if,
)
from arkadia_sim.questions.estimates import WORDS, Row, number_fields, verdict_fields
from arkadia_sim.questions.labels import table_label
from arkadia_sim.questions.results import Results
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.paired import DECIMALS, widened_where_rare
from arkadia_sim.stats.simultaneous import all_pairs, moments, together, unbeaten
from arkadia_sim.stats.verdicts import Evidence, Judgement, Verdict, difference_p, holm, simultaneous_verdicts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Values = NDArray[np.float64]

DRAWS = 20_000
"""Draws for each family of intervals, of which there are many: their reach is then right to some 0.6%."""


class DosedChange(Tried):
    """A parameter of a player at several values; all are compared with the reference."""

    player: Bots
    parameter: str = Field(min_length=1)
    values: Several[Annotated[float, Field(allow_inf_nan=False)]] = Field(min_length=2, description="ascending")
    reference: float = Field(description="the value that all others are compared with")

    @property
    def doses(self) -> tuple[float, ...]:
        """The values but the reference."""
        return tuple(value for value in self.values if value != self.reference)

    @model_validator(mode="after")
    def _make_a_curve(self) -> Self:
        faults: list[Fault] = []
        if sorted(set(self.values)) != list(self.values):
            faults.append((("values",), "numbers in ascending order, such as [0, 0.5, 1, 2]"))
        if self.reference not in self.values:
            faults.append((("reference",), "one of the `values`"))
        check(faults)
        return self


class Dose(AmongCompanies):
    """How much of a change is best: a parameter at several values, in one seat among others who do not change."""

    merges_alike: ClassVar[bool] = True

    design: Literal["dose"] = "dose"
    companies: Several[Company] = Field(min_length=1)
    changes: Several[DosedChange] = Field(min_length=1)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        faults = faults_of_lists(self.companies, self.changes)
        for place, change in enumerate(self.changes):
            faults += faults_of_bots("player", place, change.player, self.companies)
        check(faults)
        return self

    def arms(self, company: Company) -> list[tuple[DosedChange, str, str]]:
        """For each dose its change, the bot at the reference and the bot at the dose, in a company."""
        return [
            (change, dosed(change, company, change.reference), dosed(change, company, value))
            for change in self.changes
            for value in change.doses
        ]

    def bots_by_key(self) -> Iterator[tuple[str, str]]:
        """The bots of each company, then of its doses."""
        for company in self.companies:
            yield company_key(company), company.bot
            for change, *bots in self.arms(company):
                yield from ((f"changes.{change.name}", bot) for bot in bots)

    def with_bots(self, replace: Callable[[str], str]) -> Self:
        """The same question with each bot replaced."""
        changes = tuple(
            change.model_copy(update={"player": replaced(change.player, replace)}) for change in self.changes
        )
        return self.model_copy(update={"companies": self.companies_with(replace), "changes": changes})

    def results(self, run: RunFolder, manifest: Manifest) -> "DoseResults":
        """The curves of a finished run."""
        check_behaviours(run, self.changes)
        columns = [outcome.column for outcome in manifest.outcomes]
        columns += [change.behaviour for change in self.changes if change.behaviour is not None]
        columns = list(dict.fromkeys(columns))
        arms = tuple(_arms(run, index, section, columns) for index, section in enumerate(manifest.sections))
        curves = [curve for change in self.changes for curve in _Curves(manifest, self, change, columns, arms).curves()]
        return DoseResults(run.root, manifest, self, tuple(_judged(manifest, self, curves)))


def dosed(change: DosedChange, company: Company, value: float) -> str:
    """The player of a change in a company, with that value of the parameter."""
    player = in_company(change.player, company)
    return str(BotSpec.parse(player).with_settings({change.parameter: value}))


@dataclass(frozen=True)
class DoseOutcome:
    """A value minus the reference on one outcome, in its unit; the judgement is corrected for all tests of the run."""

    outcome: Outcome
    estimate: Estimate
    judgement: Judgement | None


@dataclass(frozen=True)
class DoseEffect:
    """A change at one value, compared with the reference.

    ``behaviour`` is the amount of the behaviour at that value, ``moved`` how much more than at the reference.
    """

    change: DosedChange
    value: float
    outcomes: tuple[DoseOutcome, ...]
    behaviour: Estimate | None
    moved: Estimate | None
    behaved: Behaved = Behaved.AS_SAID

    @property
    def main(self) -> DoseOutcome:
        """The effect on the game's first outcome."""
        return self.outcomes[0]

    def verdict(self, outcome: DoseOutcome) -> Verdict | None:
        """The verdict on an outcome; None where nothing was tested, or the behaviour did not move as it should."""
        return verdict_if(outcome.judgement, self.behaved)


@dataclass(frozen=True)
class Curve:
    """A change at all its values, in one company at one table size.

    ``doses`` are the values but the reference, ascending, ``idle`` the behaviour at the reference. ``best`` are the
    values that no other value beats significantly: the best one is among them.
    """

    change: DosedChange
    company: str
    company_title: str
    player: str
    players: int
    deals: int
    doses: tuple[DoseEffect, ...]
    idle: Estimate | None
    best: tuple[float, ...]

    def dose(self, value: float) -> DoseEffect | None:
        """The change at that value; None at the reference."""
        return next((dose for dose in self.doses if dose.value == value), None)


@dataclass(frozen=True)
class DoseResults(Results):
    """A finished run of doses: its curves, change by change, company by company, by table size."""

    default_document: ClassVar[str] = "dose.md"

    question: Dose
    curves: tuple[Curve, ...]

    @property
    def tests(self) -> int:
        """How many tests were judged together."""
        doses = (dose for curve in self.curves for dose in curve.doses)
        return sum(outcome.judgement is not None for dose in doses for outcome in dose.outcomes)

    def estimates(self) -> Iterator[Row]:
        """Every value minus the reference on every outcome; the reference itself as 0."""
        for curve in self.curves:
            for value in curve.change.values:
                dose = curve.dose(value)
                if dose is None:
                    yield self._reference_row(curve)
                    continue
                for outcome in dose.outcomes:
                    yield self._row(curve, dose, outcome)

    def figures(self) -> Mapping[str, "Callable[[], Figure]"]:
        """A figure for each change, called by its name."""
        return {change.name: lambda change=change: self._figure(change) for change in self.question.changes}  # type: ignore[misc]

    def _place(self, curve: Curve, value: float) -> dict[str, Any]:
        change = curve.change
        return {
            "part": self.name,
            "design": self.question.design,
            "kind": "dose",
            "players": curve.players,
            "company": curve.company,
            "claim": change.claim,
            "contrast": change.name,
            "bot": str(BotSpec.parse(curve.player).with_settings({change.parameter: value})),
            "baseline": str(BotSpec.parse(curve.player).with_settings({change.parameter: change.reference})),
            "value": value,
            "behaviour": change.behaviour or "",
            "before": None if curve.idle is None else curve.idle.mean,
        }

    def _row(self, curve: Curve, dose: DoseEffect, outcome: DoseOutcome) -> Row:
        fields = self._place(curve, dose.value) | number_fields(outcome.estimate)
        fields |= verdict_fields(outcome.judgement, f"simultaneous, one family of {self.tests}")
        verdict = dose.verdict(outcome)
        may_be_best = outcome is dose.main and dose.value in curve.best
        return Row(
            outcome=outcome.outcome.column,
            unit=outcome.outcome.unit,
            after=None if dose.behaviour is None else dose.behaviour.mean,
            **fields
            | {
                "verdict": None if verdict is None else WORDS[verdict],
                "note": "; ".join(filter(None, [str(dose.behaved), "may be the best value" if may_be_best else ""])),
            },
        )

    def _reference_row(self, curve: Curve) -> Row:
        outcome = self.manifest.outcomes[0]
        note = "reference; may be the best value" if curve.change.reference in curve.best else "reference"
        place = self._place(curve, curve.change.reference)
        return Row(
            outcome=outcome.column, unit=outcome.unit, n=curve.deals, mean=0.0, note=note,
            level=self.manifest.level, after=place["before"], **place,
        )  # fmt: skip

    def _figure(self, change: DosedChange) -> "Figure":
        """The values of a change: what each is worth against the reference, and the behaviour that it makes."""
        curves = [curve for curve in self.curves if curve.change.name == change.name]
        several = len({curve.company for curve in self.curves}) > 1
        first = curves[0].doses[0].main
        points = []
        for curve in curves:
            for value in change.values:
                dose = curve.dose(value)
                behaviour = curve.idle if dose is None else dose.behaviour
                points.append(
                    DosePoint(
                        company=curve.company_title if several else "",
                        table=table_label(curve.players),
                        value=value,
                        estimate=None if dose is None else dose.main.estimate,
                        behaviour=None if behaviour is None else behaviour.mean,
                        verdict=None if dose is None else dose.verdict(dose.main),
                        best=value in curve.best,
                    )
                )
        return draw_doses(
            points,
            f"effect against {change.parameter} {number_text(change.reference)}, in {first.outcome.axis}",
            change.behaviour_label or "",
            change.parameter,
            f"Bands are {percent(first.estimate.level)} intervals that hold together for all values.",
            first.judgement.tolerance if first.judgement else 0.0,
        )


@dataclass(frozen=True)
class _Arms:
    """What the seat on trial got in a section, deal by deal: ``values[deal, arm, column]``, the means over all seats.

    ``span`` is by column the largest distance between two values that anybody got.
    """

    values: Values
    span: Values


def _arms(run: RunFolder, index: int, section: Section, columns: Sequence[str]) -> _Arms:
    """The arms of a section: for each comparison its control, then the side with the change. Chunk by chunk."""
    places = [seats for one in section.comparisons for seats in (one.control, one.with_)]
    portions, low, high = [], np.inf, -np.inf
    for file in run.section_files(index):
        rows = pl.read_parquet(file, columns=list(columns)).select(pl.col(columns).cast(pl.Float64)).to_numpy()
        if not np.isfinite(rows).all():
            told = ", ".join(name for name, one in zip(columns, rows.T, strict=True) if not np.isfinite(one).all())
            raise UsageError(f"{told} has no number in some games, so that its mean would be of the others only")
        low, high = np.minimum(low, rows.min(axis=0)), np.maximum(high, rows.max(axis=0))
        by_deal = rows.reshape(-1, section.games_per_deal, section.players, len(columns))
        portions.append(np.stack([_mean(by_deal, seats) for seats in places], axis=1))
    found: Values = np.round(np.concatenate(portions), DECIMALS).astype(np.float64)
    if len(found) != section.deals:
        raise UsageError(f"{run.root} should hold {section.deals} deals of section {index} and holds {len(found)}")
    return _Arms(found, np.asarray(high - low))


def _mean(values: Values, seats: Sequence[SeatOfLineup]) -> Values:
    lineups, places = zip(*seats, strict=True)
    mean: Values = values[:, list(lineups), list(places)].mean(axis=1)
    return mean


@dataclass(frozen=True)
class _Evidence:
    """What a dose is judged by: each outcome in its unit, and the behaviour, if it names one."""

    outcomes: tuple[Evidence, ...]
    moved: Evidence | None


@dataclass(frozen=True)
class _Curves:
    """One change in all sections of a run."""

    manifest: Manifest
    question: Dose
    change: DosedChange
    columns: Sequence[str]
    sections: tuple[_Arms, ...]

    @property
    def values(self) -> list[float]:
        """The values but the reference."""
        return [value for value in self.change.values if value != self.change.reference]

    def arms(self, section: int, column: str) -> Values:
        """One column of a section: by deal and value of the change, ascending, the reference among them."""
        first = 0
        for other in self.question.changes:
            if other.name == self.change.name:
                break
            first += 2 * (len(other.values) - 1)
        of_change = self.sections[section].values[:, first : first + 2 * len(self.values), self.columns.index(column)]
        by_value = dict(zip(self.values, of_change[:, 1::2].T, strict=True))
        return np.stack([by_value.get(value, of_change[:, 0]) for value in self.change.values], axis=1)

    def sizes(self) -> dict[int, list[int]]:
        """The sections of each table size: companies that play the same deals."""
        found: dict[int, list[int]] = {}
        for index, section in enumerate(self.manifest.sections):
            found.setdefault(section.players, []).append(index)
        return found

    def contrasts(self, column: str, signs: Values) -> dict[int, list[Estimate]]:
        """For each section sums of what the values got, a row of ``signs`` each; their intervals hold at once."""
        sizes = self.sizes()
        count = len(signs)
        groups, order = [], [index for sections in sizes.values() for index in sections]
        for sections in sizes.values():
            weights = np.zeros((count * len(order), signs.shape[1] * len(sections)))
            for place, index in enumerate(sections):
                at = count * order.index(index)
                weights[at : at + count, place * signs.shape[1] : (place + 1) * signs.shape[1]] = signs
            joined = np.concatenate([self.arms(index, column) for index in sections], axis=1)
            groups.append(moments([joined]).combined(weights))
        found = together(groups, self.manifest.level, DRAWS).estimates
        return {index: list(found[at * count : (at + 1) * count]) for at, index in enumerate(order)}

    def against_reference(self) -> Values:
        """The signs of each value minus the reference."""
        values = self.change.values
        signs = np.eye(len(values))[[values.index(value) for value in self.values]]
        signs[:, values.index(self.change.reference)] = -1.0
        return signs

    def curves(self) -> Iterator[tuple[Curve, list[_Evidence]]]:
        """The change in each section, company by company, and what its doses are to be judged by."""
        signs = self.against_reference()
        effects = {one.column: self.contrasts(one.column, signs) for one in self.manifest.outcomes}
        name, best = self.change.behaviour, self._best()
        moved = None if name is None else self.contrasts(name, signs)
        companies = [one.name for one in self.question.companies]
        order = list(range(len(self.manifest.sections)))
        for index in sorted(order, key=lambda one: companies.index(self.manifest.sections[one].company)):
            asked = [
                _Evidence(
                    tuple(
                        self._evidence(index, place, one.column, effects[one.column][index][place], one)
                        for one in self.manifest.outcomes
                    ),
                    None if name is None or moved is None else self._evidence(index, place, name, moved[index][place]),
                )
                for place in range(len(self.values))
            ]
            yield self._curve(index, asked, best[index]), asked

    def _curve(self, index: int, asked: Sequence[_Evidence], best: tuple[float, ...]) -> Curve:
        section, change = self.manifest.sections[index], self.change
        held = None if change.behaviour is None else self.arms(index, change.behaviour)
        behaves = {
            value: None if held is None else mean_interval(held[:, place], self.manifest.level)
            for place, value in enumerate(change.values)
        }
        doses = (
            DoseEffect(
                change=change,
                value=value,
                outcomes=tuple(
                    DoseOutcome(outcome, one.effect, None)
                    for outcome, one in zip(self.manifest.outcomes, seen.outcomes, strict=True)
                ),
                behaviour=behaves[value],
                moved=None if seen.moved is None else seen.moved.effect,
            )
            for value, seen in zip(self.values, asked, strict=True)
        )
        company = next(one for one in self.question.companies if one.name == section.company)
        return Curve(
            change=change,
            company=company.name,
            company_title=company.title,
            player=in_company(change.player, company),
            players=section.players,
            deals=section.deals,
            doses=tuple(doses),
            idle=behaves[change.reference],
            best=best,
        )

    def _evidence(
        self, index: int, place: int, column: str, seen: Estimate, outcome: Outcome | None = None
    ) -> Evidence:
        """What is known of a value minus the reference, in the unit of an outcome, without a tolerance."""
        arms, values = self.arms(index, column), self.change.values
        apart = arms[:, values.index(self.values[place])] - arms[:, values.index(self.change.reference)]
        span = float(self.sections[index].span[self.columns.index(column)])
        changed = int(np.count_nonzero(np.round(apart, DECIMALS)))
        if outcome is None:
            return Evidence(seen, tolerance=inf, changed_deals=changed, bound=span)
        reach = outcome.bounds[1] - outcome.bounds[0]
        seen = widened_where_rare(seen, apart, span, len(self.values) * len(self.sections))
        effect = seen.scaled(outcome.scale).cut(-reach, reach)
        return Evidence(effect, tolerance=inf, changed_deals=changed, bound=span * outcome.scale)

    def _best(self) -> dict[int, tuple[float, ...]]:
        """For each section the values that no other is surely better than, by all pairs of values at once."""
        values = self.change.values
        found = self.contrasts(self.manifest.outcomes[0].column, all_pairs(len(values)))
        return {index: tuple(values[place] for place in unbeaten(len(values), seen)) for index, seen in found.items()}


def _judged(manifest: Manifest, question: Dose, found: Sequence[tuple[Curve, list[_Evidence]]]) -> Iterator[Curve]:
    """The curves with verdicts: all doses, outcomes and tables are one family, all behaviours another (Holm)."""
    everything = [(curve, dose, one) for curve, asked in found for dose, one in zip(curve.doses, asked, strict=True)]
    family = [
        replace(evidence, tolerance=question.tolerances[outcome.outcome.column])
        for _, dose, one in everything
        for outcome, evidence in zip(dose.outcomes, one.outcomes, strict=True)
        if outcome.outcome.judged
    ]
    judgements = iter(simultaneous_verdicts(family, manifest.alpha))
    p_values = iter(holm([1.0 if one.moved is None else difference_p(one.moved) for _, _, one in everything]))
    for curve, _ in found:
        doses = []
        for dose in curve.doses:
            outcomes = tuple(
                replace(one, judgement=next(judgements)) if one.outcome.judged else one for one in dose.outcomes
            )
            told = _behaved(curve, dose, float(next(p_values)), manifest.alpha)
            doses.append(replace(dose, outcomes=outcomes, behaved=told))
        yield replace(curve, doses=tuple(doses))


def _behaved(curve: Curve, dose: DoseEffect, p_value: float, alpha: float) -> Behaved:
    """Whether the behaviour changed as a value above, or below, the reference should change it."""
    if dose.moved is None or curve.idle is None:
        return Behaved.AS_SAID
    onward = dose.moved if dose.value > curve.change.reference else dose.moved.scaled(-1.0)
    return behaved(curve.change, onward, curve.idle.mean, p_value, alpha)
