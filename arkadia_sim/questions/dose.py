"""Which value of a parameter is best: several values in one seat, the same bots in all other seats.

All values play the same deals in the same seats, so each value is compared with the reference deal by deal. The
intervals of a change hold at once for all its values, tables and companies; so does the set of values that may be best.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
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
from arkadia_sim.plots.figures import Point, draw_response
from arkadia_sim.plots.style import percent
from arkadia_sim.questions.answers import places
from arkadia_sim.questions.changes import (
    AmongCompanies,
    BaseChange,
    Behaved,
    Bots,
    Company,
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
from arkadia_sim.results.files import read_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.paired import DECIMALS, widened_where_rare
from arkadia_sim.stats.simultaneous import all_pairs, moments, together, unbeaten
from arkadia_sim.stats.verdicts import (
    MINIMUM_DEALS,
    Evidence,
    Judgement,
    Verdict,
    difference_p,
    holm,
    simultaneous_verdicts,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Values = NDArray[np.float64]

DRAWS = 20_000
"""Draws for each of the many families of intervals: their width is then accurate to about 0.6%."""


class DosedChange(BaseChange):
    """A parameter of a bot at several values; all are compared with the reference."""

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
        players = [(change, in_company(change.player, company)) for change in self.changes]
        return [
            (change, dosed(change, player, change.reference), dosed(change, player, value))
            for change, player in players
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
        sections = tuple(_section(run, index, section, columns) for index, section in enumerate(manifest.sections))
        curves = [curve for change in self.changes for curve in _Curves(manifest, self, change, sections).curves()]
        return DoseResults(run.root, manifest, self, tuple(_judged(manifest, self, curves)))


def dosed(change: DosedChange, player: str, value: float) -> str:
    """A bot with that value of the parameter."""
    return str(BotSpec.parse(player).with_settings({change.parameter: value}))


@dataclass(frozen=True)
class DoseOutcome:
    """A value minus the reference on one outcome, in its unit; the judgement is corrected for all tests of the run."""

    outcome: Outcome
    evidence: Evidence
    judgement: Judgement | None = None

    @property
    def estimate(self) -> Estimate:
        """The difference with its interval."""
        return self.evidence.effect


@dataclass(frozen=True)
class DoseEffect:
    """A change at one value, compared with the reference.

    ``behaviour`` is the amount of the behaviour at that value, ``moved`` how much more than at the reference.
    """

    value: float
    outcomes: tuple[DoseOutcome, ...]
    behaviour: Estimate | None
    moved: Evidence | None
    behaved: Behaved = Behaved.AS_SAID

    @property
    def main(self) -> DoseOutcome:
        """The effect on the game's first outcome."""
        return self.outcomes[0]

    def verdict(self, outcome: DoseOutcome) -> Verdict | None:
        """The verdict on an outcome; None if nothing was tested, or the behaviour did not change as it should."""
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

    def answer(self) -> Iterator[str]:
        """Which values of the parameter may be the best; nothing in a run of several changes.

        The sets of best values hold at once for all curves of one change, not for several changes.
        """
        if len(self.question.changes) > 1:
            return
        (change,) = self.question.changes
        several = len({curve.company for curve in self.curves}) > 1
        by_best: dict[tuple[float, ...] | str, list[str]] = {}
        for curve in self.curves:
            where = f"with {table_label(curve.players)}" + (f" {curve.company_title}" if several else "")
            by_best.setdefault(_why_silent(curve) or curve.best, []).append(where)
        for best, wheres in by_best.items():
            if isinstance(best, str):
                yield f"No verdict {places(wheres)}: {best}."
            elif len(best) == len(change.values):
                yield f"Cannot tell {places(wheres)}: each of these values of {change.parameter} may be the best."
            else:
                values = " or ".join(map(number_text, best)) + (" (we cannot tell which)" if len(best) > 1 else "")
                yield f"The best of these values of {change.parameter} {places(wheres)} is {values}."

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
            "bot": dosed(change, curve.player, value),
            "baseline": dosed(change, curve.player, change.reference),
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
        """The effect of each value against the reference, and below it the behaviour at that value."""
        curves = [curve for curve in self.curves if curve.change.name == change.name]
        several = len({curve.company for curve in self.curves}) > 1
        first = curves[0].doses[0].main
        none = Estimate(0.0, 0.0, 0.0, 0.0, curves[0].deals)
        effects, behaviours = list[Point](), list[Point]()
        for curve in curves:
            panel = ", ".join(filter(None, [table_label(curve.players), curve.company_title if several else ""]))
            for value in sorted(change.values):
                dose = curve.dose(value)
                behaviour = curve.idle if dose is None else dose.behaviour
                effects.append(
                    Point(
                        panel=panel,
                        line=number_text(value),
                        series="",
                        estimate=none if dose is None else dose.main.estimate,
                        tolerance=first.judgement.tolerance if first.judgement else 0.0,
                        verdict=None if dose is None else dose.verdict(dose.main),
                    )
                )
                if behaviour is not None:
                    behaviours.append(Point(f"{change.behaviour_label}, {panel}", number_text(value), "", behaviour))
        head = (
            f"{first.outcome.axis}, compared with {number_text(change.reference)}. Bands are "
            f"{percent(first.estimate.level)} simultaneous intervals."
        )
        zero = [point.panel for point in effects]
        across = len({curve.players for curve in curves})
        return draw_response([*effects, *behaviours], change.title, head, zero, across)


def _why_silent(curve: Curve) -> str:
    """Why nothing can be said of the best value of a curve; empty if something can."""
    if curve.deals < MINIMUM_DEALS:
        return f"fewer than {MINIMUM_DEALS} deals are too few"
    for dose in curve.doses:
        if dose.behaved is not Behaved.AS_SAID:
            return f"at {number_text(dose.value)} {dose.behaved.removeprefix('no verdict: ')}"
    return ""


@dataclass(frozen=True)
class _Section:
    """The results of the seat on trial in a section, deal by deal.

    ``values[column]`` has the shape (deals, arms), means over all seats; for each comparison the control comes first,
    then the side with the change. ``spans`` is by column the largest distance between two values of any player.
    """

    values: Mapping[str, Values]
    spans: Mapping[str, float]


def _section(run: RunFolder, index: int, section: Section, columns: Sequence[str]) -> _Section:
    """The arms of a section, read chunk by chunk."""
    places = [seats for comparison in section.comparisons for seats in (comparison.control, comparison.with_)]
    portions, low, high = [], np.inf, -np.inf
    for file in run.section_files(index):
        rows = read_rows(file, columns).select(pl.col(columns).cast(pl.Float64)).to_numpy()
        if not np.isfinite(rows).all():
            odd = [name for name, values in zip(columns, rows.T, strict=True) if not np.isfinite(values).all()]
            raise UsageError(f"{', '.join(odd)} has no number in some games, so its mean would cover the others only")
        low, high = np.minimum(low, rows.min(axis=0)), np.maximum(high, rows.max(axis=0))
        by_deal = rows.reshape(-1, section.games_per_deal, section.players, len(columns))
        portions.append(np.stack([_mean(by_deal, seats) for seats in places], axis=1))
    deals: Values = np.round(np.concatenate(portions), DECIMALS).astype(np.float64)
    if len(deals) != section.deals:
        raise UsageError(f"{run.root} should hold {section.deals} deals of section {index} and holds {len(deals)}")
    spans = dict(zip(columns, np.asarray(high - low).tolist(), strict=True))
    return _Section({name: deals[:, :, place] for place, name in enumerate(columns)}, spans)


def _mean(values: Values, seats: Sequence[SeatOfLineup]) -> Values:
    lineups, places = zip(*seats, strict=True)
    mean: Values = values[:, list(lineups), list(places)].mean(axis=1)
    return mean


@dataclass(frozen=True)
class _Curves:
    """One change in all sections of a run."""

    manifest: Manifest
    question: Dose
    change: DosedChange
    sections: tuple[_Section, ...]

    def curves(self) -> Iterator[Curve]:
        """The change in each section, company by company, not yet judged."""
        values, name = self.change.values, self.change.behaviour
        signs = np.eye(len(values))[[values.index(value) for value in self.change.doses]]
        signs[:, values.index(self.change.reference)] = -1.0
        effects = {outcome.column: self._contrasts(outcome.column, signs) for outcome in self.manifest.outcomes}
        pairs = self._contrasts(self.manifest.outcomes[0].column, all_pairs(len(values)))
        moved = None if name is None else self._contrasts(name, signs)
        companies = [company.name for company in self.question.companies]
        order = range(len(self.manifest.sections))
        for index in sorted(order, key=lambda index: companies.index(self.manifest.sections[index].company)):
            section = self.manifest.sections[index]
            company = self.question.companies[companies.index(section.company)]
            behaviour: dict[float, Estimate | None] = dict.fromkeys(values)
            if name is not None:
                arms = self._arms(index, name)
                behaviour |= {
                    value: mean_interval(arms[:, place], self.manifest.level) for place, value in enumerate(values)
                }
            doses = (
                DoseEffect(
                    value=value,
                    outcomes=tuple(
                        self._on_outcome(index, value, effects[outcome.column][index][place], outcome)
                        for outcome in self.manifest.outcomes
                    ),
                    behaviour=behaviour[value],
                    moved=None
                    if name is None or moved is None
                    else self._evidence(index, value, name, moved[index][place]),
                )
                for place, value in enumerate(self.change.doses)
            )
            yield Curve(
                change=self.change,
                company=company.name,
                company_title=company.title,
                player=in_company(self.change.player, company),
                players=section.players,
                deals=section.deals,
                doses=tuple(doses),
                idle=behaviour[self.change.reference],
                best=self._best(index, pairs[index]),
            )

    def _arms(self, section: int, column: str) -> Values:
        """One column of a section: by deal and value of the change, ascending, the reference among them."""
        names = [change.name for change in self.question.changes]
        earlier = self.question.changes[: names.index(self.change.name)]
        first, doses = 2 * sum(len(change.doses) for change in earlier), self.change.doses
        of_change = self.sections[section].values[column][:, first : first + 2 * len(doses)]
        by_value = dict(zip(doses, of_change[:, 1::2].T, strict=True))
        return np.stack([by_value.get(value, of_change[:, 0]) for value in self.change.values], axis=1)

    def _contrasts(self, column: str, signs: Values) -> dict[int, list[Estimate]]:
        """For each section the sums of the values, one for each row of ``signs``; their intervals hold at once."""
        sizes: dict[int, list[int]] = {}  # the sections of each table size: companies that play the same deals
        for index, section in enumerate(self.manifest.sections):
            sizes.setdefault(section.players, []).append(index)
        count = len(signs)
        groups, order = [], [index for sections in sizes.values() for index in sections]
        for sections in sizes.values():
            weights = np.zeros((count * len(order), signs.shape[1] * len(sections)))
            for place, index in enumerate(sections):
                at = count * order.index(index)
                weights[at : at + count, place * signs.shape[1] : (place + 1) * signs.shape[1]] = signs
            joined = np.concatenate([self._arms(index, column) for index in sections], axis=1)
            groups.append(moments([joined]).combined(weights))
        estimates = together(groups, self.manifest.level, DRAWS).estimates
        return {index: list(estimates[at * count : (at + 1) * count]) for at, index in enumerate(order)}

    def _apart(self, index: int, value: float, other: float, column: str) -> Values:
        """A value minus another one, deal by deal."""
        arms, values = self._arms(index, column), self.change.values
        apart: Values = np.round(arms[:, values.index(value)] - arms[:, values.index(other)], DECIMALS)
        return apart

    def _span(self, index: int, outcome: Outcome) -> float:
        """The largest distance between two values of an outcome in the rows; the largest so far if none is known."""
        return self.sections[index].spans[outcome.column] if outcome.widest is None else outcome.widest

    def _best(self, index: int, pairs: Sequence[Estimate]) -> tuple[float, ...]:
        """The values that no other value beats, from the differences of all pairs in the main outcome."""
        values, outcome = self.change.values, self.manifest.outcomes[0]
        differences = [
            widened_where_rare(
                pair,
                self._apart(index, value, other, outcome.column),
                self._span(index, outcome),
                len(pairs) * len(self.sections),
            )
            for (value, other), pair in zip(combinations(values, 2), pairs, strict=True)
        ]
        return tuple(values[place] for place in unbeaten(len(values), differences))

    def _evidence(self, index: int, value: float, column: str, effect: Estimate) -> Evidence:
        """The evidence on a value minus the reference, without a tolerance."""
        changed = int(np.count_nonzero(self._apart(index, value, self.change.reference, column)))
        return Evidence(effect, tolerance=inf, changed_deals=changed, bound=self.sections[index].spans[column])

    def _on_outcome(self, index: int, value: float, effect: Estimate, outcome: Outcome) -> DoseOutcome:
        """The evidence on an outcome, in its unit."""
        span = self._span(index, outcome)
        apart = self._apart(index, value, self.change.reference, outcome.column)
        effect = widened_where_rare(effect, apart, span, len(self.change.doses) * len(self.sections))
        effect = effect.scaled(outcome.scale).cut(*outcome.difference_bounds)
        evidence = self._evidence(index, value, outcome.column, effect)
        return DoseOutcome(outcome, replace(evidence, bound=span * outcome.scale))


def _judged(manifest: Manifest, question: Dose, curves: Sequence[Curve]) -> Iterator[Curve]:
    """The curves with verdicts: all doses, outcomes and tables are one family, all behaviours another (Holm)."""
    doses = [dose for curve in curves for dose in curve.doses]
    family = [
        replace(outcome.evidence, tolerance=question.tolerances[outcome.outcome.column])
        for dose in doses
        for outcome in dose.outcomes
        if outcome.outcome.judged
    ]
    judgements = iter(simultaneous_verdicts(family, manifest.alpha))
    p_values = iter(holm([1.0 if dose.moved is None else difference_p(dose.moved) for dose in doses]))
    for curve in curves:
        judged = []
        for dose in curve.doses:
            outcomes = tuple(
                replace(outcome, judgement=next(judgements)) if outcome.outcome.judged else outcome
                for outcome in dose.outcomes
            )
            check = _behaved(curve, dose, float(next(p_values)), manifest.alpha)
            judged.append(replace(dose, outcomes=outcomes, behaved=check))
        yield replace(curve, doses=tuple(judged))


def _behaved(curve: Curve, dose: DoseEffect, p_value: float, alpha: float) -> Behaved:
    """Whether the behaviour changed as a value above, or below, the reference should change it."""
    if dose.moved is None or curve.idle is None:
        return Behaved.AS_SAID
    effect = dose.moved.effect if dose.value > curve.change.reference else dose.moved.effect.scaled(-1.0)
    return behaved(curve.change, effect, curve.idle.mean, p_value, alpha)
