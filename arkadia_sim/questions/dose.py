"""Which value of a parameter is best: several values in one seat, the same bots in all other seats.

All values play the same deals in the same seats, so each value is compared with the reference deal by deal. The
intervals of a change hold at once for all its values, tables and companies; so does the set of values that may be best.
"""

from collections.abc import Iterator, Mapping, Sequence
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
from arkadia_sim.core.stored import Fault, Several, check
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Section
from arkadia_sim.plots.figures import Point, draw_response
from arkadia_sim.plots.style import percent
from arkadia_sim.questions import changes as base
from arkadia_sim.questions.answers import places
from arkadia_sim.questions.estimates import Row, estimate_of, number_fields, players_text, verdict_fields
from arkadia_sim.questions.results import Results
from arkadia_sim.results.files import read_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import mean_of_seats
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.paired import DECIMALS, widened_where_rare
from arkadia_sim.stats.simultaneous import all_pairs, moments, together, unbeaten
from arkadia_sim.stats.verdicts import MINIMUM_DEALS, Evidence, difference_p, holm, simultaneous_verdicts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Values = NDArray[np.float64]

DRAWS = 20_000
"""Draws for each of the many families of intervals: their width is then accurate to about 0.6%."""

BEST, ALONE = "may be the best value", "the best value"
"""The notes of a value that no other value beats significantly: where there are several, the best one is among them."""


class DosedChange(base.BaseChange):
    """A parameter of a bot at several values; all are compared with the reference."""

    bot_fields: ClassVar[tuple[str, ...]] = ("player",)

    player: base.Bots
    parameter: str = Field(min_length=1)
    values: Several[Annotated[float, Field(allow_inf_nan=False)]] = Field(min_length=2, description="ascending")
    reference: float = Field(description="the value that all others are compared with")

    @property
    def doses(self) -> tuple[float, ...]:
        """The values but the reference."""
        return tuple(value for value in self.values if value != self.reference)

    def dosed(self, player: str, value: float) -> str:
        """A bot with that value of the parameter."""
        return str(BotSpec.parse(player).with_settings({self.parameter: value}))

    @model_validator(mode="after")
    def _make_a_curve(self) -> Self:
        faults: list[Fault] = []
        if sorted(set(self.values)) != list(self.values):
            faults.append((("values",), "numbers in ascending order, such as [0, 0.5, 1, 2]"))
        if self.reference not in self.values:
            faults.append((("reference",), "one of the `values`"))
        check(faults)
        return self


class Dose(base.AmongCompanies):
    """How much of a change is best: a parameter at several values, in one seat among others who do not change."""

    merges_alike: ClassVar[bool] = True

    design: Literal["dose"] = "dose"
    companies: Several[base.Company] = Field(min_length=1)
    changes: Several[DosedChange] = Field(min_length=1)

    def arms(self, company: base.Company) -> list[tuple[DosedChange, str, str]]:
        """For each dose its change, the bot at the reference and the bot at the dose, in a company."""
        players = [(change, base.in_company(change.player, company)) for change in self.changes]
        return [
            (change, change.dosed(player, change.reference), change.dosed(player, value))
            for change, player in players
            for value in change.doses
        ]

    def bots_of_change(self, change: DosedChange, company: base.Company) -> Iterator[tuple[str, str]]:
        """The bot at the reference, then at each dose."""
        for arm, *bots in self.arms(company):
            if arm is change:
                yield from ((f"changes.{change.name}", bot) for bot in bots)

    def results(self, run: RunFolder, manifest: Manifest) -> Results:
        """The curves of a finished run, change by change, company by company, by table size."""
        base.check_behaviours(run, self.changes)
        columns = [outcome.column for outcome in manifest.outcomes]
        columns += [change.behaviour for change in self.changes if change.behaviour is not None]
        columns = list(dict.fromkeys(columns))
        sections = [_section(run, index, section, columns) for index, section in enumerate(manifest.sections)]
        points = [point for change in self.changes for point in _Curves(manifest, self, change, sections).points()]
        rows = tuple(self._rows(manifest, points))
        main = [row for row in rows if row.outcome == manifest.outcomes[0].column]
        # the sets of best values hold at once for all curves of one change, not for several changes
        answer = self._answer(main) if len(self.changes) == 1 else ()
        figures = {
            change.name: lambda change=change: self._figure(manifest, points, main, change) for change in self.changes
        }
        return Results(run.root, manifest, rows, figures, tuple(answer))

    def _rows(self, manifest: Manifest, points: "Sequence[_Point]") -> Iterator[Row]:
        """Every value minus the reference on every outcome; the reference itself as 0.

        All doses, outcomes and tables are one family, all behaviours another (Holm).
        """
        outcomes = manifest.outcomes
        doses = [point for point in points if point.evidence]
        family = [
            replace(evidence, tolerance=self.tolerances[outcome.column])
            for point in doses
            for outcome, evidence in zip(outcomes, point.evidence, strict=True)
            if outcome.judged
        ]
        judgements = iter(simultaneous_verdicts(family, manifest.alpha))
        p_values = iter(holm([1.0 if point.moved is None else difference_p(point.moved) for point in doses]))
        for point in points:
            best = [point.best] if point.best else []
            if not point.evidence:
                note = "; ".join(["reference", *best])
                numbers = {"outcome": outcomes[0].column, "unit": outcomes[0].unit, "mean": 0.0, "note": note}
                yield Row(**point.place | numbers | {"n": point.deals, "level": manifest.level})
                continue
            moved = None if point.moved is None else point.moved.effect.scaled(point.way)
            does = base.behaved(
                point.change, moved, point.place["before"] or 0.0, float(next(p_values)), manifest.alpha
            )
            for outcome, evidence in zip(outcomes, point.evidence, strict=True):
                fields = point.place | {"outcome": outcome.column, "unit": outcome.unit}
                fields |= number_fields(evidence.effect)
                if outcome.judged:
                    fields |= verdict_fields(next(judgements), f"simultaneous, one family of {len(family)}")
                if does is not base.Behaved.AS_SAID:
                    fields["verdict"] = None
                notes = [str(does), *(best if outcome is outcomes[0] and does is base.Behaved.AS_SAID else [])]
                yield Row(**fields | {"note": "; ".join(filter(None, notes))})

    def _answer(self, rows: Sequence[Row]) -> Iterator[str]:
        """Which values of the parameter may be the best."""
        (change,) = self.changes
        curves: dict[tuple[int, str], list[Row]] = {}
        for row in rows:
            curves.setdefault((row.players, row.company), []).append(row)
        by_best: dict[tuple[float | None, ...] | str, list[str]] = {}
        for (players, company), curve in curves.items():
            where = " ".join(filter(None, [f"with {players_text(players)}", self.company_title(company)]))
            values = tuple(row.value for row in curve if row.note.endswith((BEST, ALONE)))
            by_best.setdefault(_why_silent(curve) or values, []).append(where)
        for best, wheres in by_best.items():
            if isinstance(best, str):
                yield f"No verdict {places(wheres)}: {best}."
            elif len(best) == len(change.values):
                yield f"Cannot tell {places(wheres)}: each of these values of {change.parameter} may be the best."
            else:
                texts = [number_text(value) for value in best if value is not None]
                found = " or ".join(texts) + (" (we cannot tell which)" if len(best) > 1 else "")
                yield f"The best of these values of {change.parameter} {places(wheres)} is {found}."

    def _figure(
        self, manifest: Manifest, points: "Sequence[_Point]", rows: Sequence[Row], change: DosedChange
    ) -> "Figure":
        """The effect of each value against the reference, and below it the behaviour at that value."""
        outcome, effects, behaviours = manifest.outcomes[0], list[Point](), list[Point]()
        for point, row in zip(points, rows, strict=True):
            if point.change is not change:
                continue
            panel = ", ".join(filter(None, [players_text(row.players), self.company_title(row.company)]))
            line = number_text(row.value or 0.0)
            unmoved = Estimate(0.0, 0.0, 0.0, 0.0, row.n)
            effects.append(
                Point(
                    panel=panel,
                    line=line,
                    series="",
                    estimate=estimate_of(row) if point.evidence else unmoved,
                    tolerance=self.tolerances[outcome.column] if outcome.judged else 0.0,
                    verdict=row.verdict,
                )
            )
            if point.behaviour is not None:
                behaviours.append(Point(f"{change.behaviour_label}, {panel}", line, "", point.behaviour))
        head = (
            f"{outcome.axis}, compared with the value {number_text(change.reference)}. Bands are "
            f"{percent(manifest.level)} simultaneous intervals."
        )
        zero = [point.panel for point in effects]
        across = len({section.players for section in manifest.sections})
        return draw_response([*effects, *behaviours], change.title, head, zero, across)


def _why_silent(curve: Sequence[Row]) -> str:
    """Why nothing can be said of the best value of a curve; empty if something can."""
    if curve[0].n < MINIMUM_DEALS:
        return f"fewer than {MINIMUM_DEALS} deals are too few"
    for row in curve:
        for does in base.Behaved:
            if does is not base.Behaved.AS_SAID and row.note.startswith(does):
                return f"at {number_text(row.value or 0.0)} {does.removeprefix('no verdict: ')}"
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
    sides = [seats for comparison in section.comparisons for seats in (comparison.control, comparison.with_)]
    portions, low, high = [], np.inf, -np.inf
    for file in run.section_files(index):
        rows = read_rows(file, columns).select(pl.col(columns).cast(pl.Float64)).to_numpy()
        if not np.isfinite(rows).all():
            odd = [name for name, values in zip(columns, rows.T, strict=True) if not np.isfinite(values).all()]
            raise UsageError(f"{', '.join(odd)} has no number in some games, so its mean would cover the others only")
        low, high = np.minimum(low, rows.min(axis=0)), np.maximum(high, rows.max(axis=0))
        by_deal = rows.reshape(-1, section.games_per_deal, section.players, len(columns))
        portions.append(np.stack([mean_of_seats(by_deal, seats) for seats in sides], axis=1))
    deals: Values = np.round(np.concatenate(portions), DECIMALS).astype(np.float64)
    if len(deals) != section.deals:
        raise UsageError(f"{run.root} should hold {section.deals} deals of section {index} and holds {len(deals)}")
    spans = dict(zip(columns, np.asarray(high - low).tolist(), strict=True))
    return _Section({name: deals[:, :, place] for place, name in enumerate(columns)}, spans)


@dataclass(frozen=True)
class _Point:
    """A change at one value in one section; ``place`` has fields of its rows.

    ``evidence`` has the value minus the reference on each outcome, in its unit, without a tolerance; nothing at the
    reference itself. ``behaviour`` is its amount at that value, ``moved`` how much more that is than at the reference,
    ``way`` the direction of the value from there, and ``best`` is the note that no other value beats this one.
    """

    change: DosedChange
    place: dict[str, Any]
    deals: int
    evidence: Sequence[Evidence]
    behaviour: Estimate | None
    moved: Evidence | None
    way: float
    best: str


@dataclass(frozen=True)
class _Curves:
    """One change in all sections of a run."""

    manifest: Manifest
    question: Dose
    change: DosedChange
    sections: Sequence[_Section]

    def points(self) -> Iterator[_Point]:
        """The change at each value in each section, company by company."""
        values, doses, behaviour = self.change.values, self.change.doses, self.change.behaviour
        outcomes, level = self.manifest.outcomes, self.manifest.level
        signs = np.eye(len(values))[[values.index(value) for value in doses]]
        signs[:, values.index(self.change.reference)] = -1.0
        effects = [self._contrasts(outcome.column, signs) for outcome in outcomes]
        pairs = self._contrasts(outcomes[0].column, all_pairs(len(values)))
        moved = None if behaviour is None else self._contrasts(behaviour, signs)
        companies = {company.name: place for place, company in enumerate(self.question.companies)}
        order = sorted(range(len(self.sections)), key=lambda index: companies[self.manifest.sections[index].company])
        for index in order:
            section = self.manifest.sections[index]
            player = base.in_company(self.change.player, self.question.companies[companies[section.company]])
            best = self._best(index, pairs[index])
            after: dict[float, Estimate | None] = dict.fromkeys(values)
            if behaviour is not None:
                arms = self._arms(index, behaviour)
                after |= {value: mean_interval(arms[:, at], level) for at, value in enumerate(values)}
            before = after[self.change.reference]
            for value in values:
                place = {
                    "part": self.question.name, "design": self.question.design, "kind": "dose",
                    "players": section.players, "company": section.company, "claim": self.change.claim,
                    "contrast": self.change.name, "bot": self.change.dosed(player, value),
                    "baseline": self.change.dosed(player, self.change.reference), "value": value,
                    "behaviour": behaviour or "", "before": None if before is None else before.mean,
                    "after": None if (there := after[value]) is None else there.mean,
                }  # fmt: skip
                evidence: list[Evidence] = []
                more = None
                if value in doses:
                    at = doses.index(value)
                    on_outcomes = zip(outcomes, effects, strict=True)
                    evidence = [self._on_outcome(index, value, of[index][at], outcome) for outcome, of in on_outcomes]
                    if behaviour is not None and moved is not None:
                        more = self._evidence(index, value, behaviour, moved[index][at])
                way = 1.0 if value > self.change.reference else -1.0
                note = (BEST if len(best) > 1 else ALONE) if value in best and section.deals >= MINIMUM_DEALS else ""
                yield _Point(self.change, place, section.deals, evidence, after[value], more, way, note)

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
        estimates = together(groups, self.manifest.level, DRAWS)[0]
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
        family, span = len(pairs) * len(self.sections), self._span(index, outcome)
        differences = [
            widened_where_rare(pair, self._apart(index, value, other, outcome.column), span, family)
            for (value, other), pair in zip(combinations(values, 2), pairs, strict=True)
        ]
        return tuple(values[place] for place in unbeaten(len(values), differences))

    def _evidence(self, index: int, value: float, column: str, effect: Estimate) -> Evidence:
        """The evidence on a value minus the reference, without a tolerance."""
        changed = int(np.count_nonzero(self._apart(index, value, self.change.reference, column)))
        return Evidence(effect, tolerance=inf, changed_deals=changed, bound=self.sections[index].spans[column])

    def _on_outcome(self, index: int, value: float, effect: Estimate, outcome: Outcome) -> Evidence:
        """The evidence on an outcome, in its unit."""
        span = self._span(index, outcome)
        apart = self._apart(index, value, self.change.reference, outcome.column)
        effect = widened_where_rare(effect, apart, span, len(self.change.doses) * len(self.sections))
        effect = effect.scaled(outcome.scale).cut(*outcome.difference_bounds)
        return replace(self._evidence(index, value, outcome.column, effect), bound=span * outcome.scale)
