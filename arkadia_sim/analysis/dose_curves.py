"""From the rows of a run of doses to its curves: every value against the reference, and which value is best."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.analysis.dose import Curve, Dose, DoseOutcome, DoseResults
from arkadia_sim.analysis.effects import Behaved, behaved, check_behaviours
from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.schema import Change, Experiment
from arkadia_sim.plan.plan import SeatOfLineup, Section
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.equivalence import Evidence, difference_p
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.multiple import holm, simultaneous_verdicts
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.stats.paired_sequence import widened_where_rare
from arkadia_sim.stats.simultaneous import all_pairs, moments, together, unbeaten

Values = NDArray[np.float64]

DRAWS = 20_000
"""Draws for each family of intervals, of which there are many: their reach is then right to some 0.6%."""


def dose_results(
    run: RunFolder, manifest: Manifest, experiment: Experiment, sections: tuple[SectionGames, ...]
) -> DoseResults:
    """The curves of a finished run of the design ``dose``."""
    check_behaviours(run, experiment)
    wanted = [one.column for one in manifest.outcomes]
    wanted += [one.behaviour for one in experiment.changes if one.behaviour is not None]
    columns = list(dict.fromkeys(wanted))
    seen = [_seen(run, index, section, columns) for index, section in enumerate(manifest.sections)]
    curves = [
        curve
        for change in experiment.changes
        for curve in _Tried(manifest, experiment, change, columns, tuple(seen)).curves()
    ]
    return DoseResults(run.root, manifest, experiment, sections, tuple(_judged(manifest, experiment, curves)))


@dataclass(frozen=True)
class _Arms:
    """What the seat on trial got in a section, deal by deal: ``values[deal, arm, column]``, the means over all seats.

    ``span`` is by column the largest distance between two values that anybody got.
    """

    values: Values
    span: Values


def _seen(run: RunFolder, index: int, section: Section, columns: Sequence[str]) -> _Arms:
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
class _Asked:
    """What a dose is judged by: each outcome in its unit, and the behaviour, if it names one."""

    outcomes: tuple[Evidence, ...]
    moved: Evidence | None


@dataclass(frozen=True)
class _Tried:
    """One change in all sections of a run."""

    manifest: Manifest
    experiment: Experiment
    change: Change
    columns: Sequence[str]
    seen: tuple[_Arms, ...]

    @property
    def values(self) -> list[float]:
        """The values but the reference."""
        return [value for value in self.change.values if value != self.change.reference]

    def arms(self, section: int, column: str) -> Values:
        """One column of a section: by deal and value of the change, ascending, the reference among them."""
        first = 0
        for other in self.experiment.changes:
            if other.name == self.change.name:
                break
            first += 2 * (len(other.values) - 1)
        of_change = self.seen[section].values[:, first : first + 2 * len(self.values), self.columns.index(column)]
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
        signs[:, values.index(self.change.reference or 0.0)] = -1.0
        return signs

    def curves(self) -> Iterator[tuple[Curve, list[_Asked]]]:
        """The change in each section, company by company, and what its doses are to be judged by."""
        signs = self.against_reference()
        effects = {one.column: self.contrasts(one.column, signs) for one in self.manifest.outcomes}
        name, best = self.change.behaviour, self._best()
        moved = None if name is None else self.contrasts(name, signs)
        companies = [one.name for one in self.experiment.companies]
        order = list(range(len(self.manifest.sections)))
        for index in sorted(order, key=lambda one: companies.index(self.manifest.sections[one].company)):
            asked = [
                _Asked(
                    tuple(
                        self._evidence(index, place, one.column, effects[one.column][index][place], one)
                        for one in self.manifest.outcomes
                    ),
                    None if name is None or moved is None else self._evidence(index, place, name, moved[index][place]),
                )
                for place in range(len(self.values))
            ]
            yield self._curve(index, asked, best[index]), asked

    def _curve(self, index: int, asked: Sequence[_Asked], best: tuple[float, ...]) -> Curve:
        section, change = self.manifest.sections[index], self.change
        held = None if change.behaviour is None else self.arms(index, change.behaviour)
        behaves = {
            value: None if held is None else mean_interval(held[:, place], self.manifest.level)
            for place, value in enumerate(change.values)
        }
        doses = (
            Dose(
                change=change,
                value=value,
                players=section.players,
                variant=(),
                outcomes=tuple(
                    DoseOutcome(outcome, one.effect, None)
                    for outcome, one in zip(self.manifest.outcomes, seen.outcomes, strict=True)
                ),
                behaviour=behaves[value],
                moved=None if seen.moved is None else seen.moved.effect,
            )
            for value, seen in zip(self.values, asked, strict=True)
        )
        company = next(one for one in self.experiment.companies if one.name == section.company)
        return Curve(
            change=change,
            company=company.name,
            company_title=company.title,
            company_bot=company.bot or "",
            player=change.player_in(company),
            players=section.players,
            deals=section.deals,
            doses=tuple(doses),
            idle=behaves[change.reference or 0.0],
            best=best,
        )

    def _evidence(
        self, index: int, place: int, column: str, seen: Estimate, outcome: Outcome | None = None
    ) -> Evidence:
        """What is known of a value minus the reference, in the unit of an outcome; nobody has said yet what matters."""
        arms, values = self.arms(index, column), self.change.values
        apart = arms[:, values.index(self.values[place])] - arms[:, values.index(self.change.reference or 0.0)]
        span = float(self.seen[index].span[self.columns.index(column)])
        changed = int(np.count_nonzero(np.round(apart, DECIMALS)))
        if outcome is None:
            return Evidence(seen, tolerance=inf, changed_deals=changed, bound=span)
        reach = outcome.bounds[1] - outcome.bounds[0]
        seen = widened_where_rare(seen, apart, span, len(self.values) * len(self.seen))
        effect = seen.scaled(outcome.scale).cut(-reach, reach)
        return Evidence(effect, tolerance=inf, changed_deals=changed, bound=span * outcome.scale)

    def _best(self) -> dict[int, tuple[float, ...]]:
        """For each section the values that no other is surely better than, by all pairs of values at once."""
        values = self.change.values
        found = self.contrasts(self.manifest.outcomes[0].column, all_pairs(len(values)))
        return {index: tuple(values[place] for place in unbeaten(len(values), seen)) for index, seen in found.items()}


def _judged(manifest: Manifest, experiment: Experiment, found: Sequence[tuple[Curve, list[_Asked]]]) -> Iterator[Curve]:
    """The curves with verdicts: all doses, outcomes and tables are one family, all behaviours another (Holm)."""
    everything = [(curve, dose, one) for curve, asked in found for dose, one in zip(curve.doses, asked, strict=True)]
    family = [
        replace(evidence, tolerance=experiment.tolerances[outcome.outcome.column])
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


def _behaved(curve: Curve, dose: Dose, p_value: float, alpha: float) -> Behaved:
    """Whether the behaviour changed as a value above, or below, the reference should change it."""
    if dose.moved is None or curve.idle is None:
        return Behaved.AS_SAID
    onward = dose.moved if dose.value > curve.reference else dose.moved.scaled(-1.0)
    return behaved(curve.change, onward, curve.idle.mean, p_value, alpha)
