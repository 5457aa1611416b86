"""Does it stand under other circumstances? The same experiments by other rules or with other pieces, deal by deal.

All circumstances of a study play the same deals, so that what one changes is a difference taken deal by deal. What is
held against each other are quantities: what a change of play is worth in a company, the mean over all table sizes;
what seat 0 is above its table at each table size; and what else was measured of the tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.analysis.differences import Finding, finding_of
from arkadia_sim.analysis.effects import Behaved
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.results import analyse
from arkadia_sim.analysis.seats import SeatResults
from arkadia_sim.core.measures import SEAT_ADVANTAGE, Measure, find_measure
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.schema import Change
from arkadia_sim.experiments.study import Circumstance
from arkadia_sim.results.measures import measured_deals
from arkadia_sim.results.outcomes import differences, outcome_values
from arkadia_sim.results.store import RunFolder
from arkadia_sim.results.study_folder import StudyManifest
from arkadia_sim.stats.equivalence import MINIMUM_CHANGED_DEALS
from arkadia_sim.stats.intervals import Estimate, known
from arkadia_sim.stats.simultaneous import Taken, held_at_once

Run = PairedResults | SeatResults
Deals = Mapping[int, NDArray[np.float64]]
"""By table size, a number for each deal."""


class Stand(StrEnum):
    """What becomes of a finding under another circumstance."""

    STANDS = "stands"
    TURNS = "turns round"
    OTHERWISE = "matters in one and not in the other"
    OPEN = "not settled in both"
    NO_VERDICT = "no verdict"


@dataclass(frozen=True)
class Seen:
    """A quantity under one circumstance, and how much more it is than under the first (None under that itself).

    ``behaved`` says of a change of play whether the bots did what it says, at any table size; else there is no finding,
    neither here nor on the difference.
    """

    estimate: Estimate
    finding: Finding
    behaved: bool
    apart: Estimate | None
    differs: Finding | None


@dataclass(frozen=True)
class Quantity:
    """Something that was asked under all circumstances: of a ``change`` in a company, or a ``measure`` of tables.

    ``players`` are the table sizes over which it is the mean, ``who`` the company or the bot, ``seen`` what came out
    under each circumstance in order. A measure is a finding only in its differences, but for the advantage of a seat.
    """

    part: str
    change: Change | None
    measure: Measure | None
    who: str
    players: tuple[int, ...]
    unit: str
    tolerance: float
    seen: tuple[Seen, ...]

    @property
    def judged(self) -> bool:
        """Whether it is above or below 0 is a question."""
        return self.measure is None or self.measure.name == SEAT_ADVANTAGE

    @property
    def stands(self) -> tuple[Stand, ...]:
        """What becomes of the finding under the first circumstance, under each of the others."""
        return tuple(_stand(self.seen[0], one) for one in self.seen[1:])


@dataclass(frozen=True)
class AcrossResults:
    """A finished study under several circumstances; ``runs`` are those of each, by the names of the parts.

    ``level`` is that of all intervals: the greatest of all runs, where some were looked at before.
    """

    folder: Path
    title: str
    question: str
    circumstances: tuple[Circumstance, ...]
    runs: tuple[Mapping[str, Run], ...]
    quantities: tuple[Quantity, ...]
    level: float

    def table(self) -> pl.DataFrame:
        """One row per quantity and circumstance: the estimate, its finding, and the difference from the first."""
        rows: list[dict[str, Any]] = []
        for one in self.quantities:
            named: dict[str, Any] = {"part": one.part, "change": one.change.name if one.change else None}
            named |= {"measure": one.measure.name if one.measure else None, "who": one.who}
            named |= {"players": ", ".join(map(str, one.players)), "unit": one.unit}
            for circumstance, seen in zip(self.circumstances, one.seen, strict=True):
                told = {"circumstance": circumstance.name} | _ends("mean", seen.estimate)
                told |= {"finding": str(seen.finding) if one.judged and seen.behaved else None}
                told |= _ends("difference", seen.apart) | {
                    "differs": None if seen.differs is None else str(seen.differs)
                }
                rows.append(named | told | {"deals": seen.estimate.n})
        return pl.DataFrame(rows, infer_schema_length=None)


def across_results(folder: Path, study: StudyManifest) -> AcrossResults:
    """What the folder of a study under several circumstances holds.

    Raises UsageError when a part is missing or not finished, or was played with other deals than its fellows.
    """
    count = len(study.parts) // len(study.circumstances)
    names = [name.removesuffix(study.circumstances[0].played_name("")) for name in study.parts[:count]]
    runs = []
    for circumstance in study.circumstances:
        found = {name: analyse(folder / circumstance.played_name(name)) for name in names}
        runs.append({name: one for name, one in found.items() if isinstance(one, PairedResults | SeatResults)})
    level = max(one.manifest.level for several in runs for one in several.values())
    quantities: list[Quantity] = []
    for name in names:
        fellows = [
            (circumstance.played_name(name), one[name])
            for circumstance, one in zip(study.circumstances, runs, strict=True)
        ]
        quantities += _quantities(name, folder, fellows, level)
    told = (study.title, study.question, study.circumstances)
    return AcrossResults(folder, *told, tuple(runs), tuple(quantities), level)


@dataclass(frozen=True)
class _Asked:
    """What is asked of a part under one circumstance, with the numbers of its deals."""

    change: Change | None
    measure: Measure | None
    who: str
    unit: str
    tolerance: float
    behaved: bool
    deals: Deals

    @property
    def kind(self) -> str:
        """What its interval holds at once with: all changes, or all of the same measure."""
        return "" if self.measure is None else self.measure.name


def _quantities(part: str, folder: Path, runs: Sequence[tuple[str, Run]], level: float) -> Iterator[Quantity]:
    """All quantities of a part: intervals hold at once for those of a kind, and for all differences of the part."""
    asked = [list(_asked(RunFolder(folder / name), one)) for name, one in runs]
    rows = list(zip(*asked, strict=True))
    seeds = {run.manifest.seed for _, run in runs}
    played = [{frozenset((size, len(values)) for size, values in one.deals.items()) for one in row} for row in rows]
    if len(seeds) > 1 or any(len(one) > 1 for one in played):
        raise UsageError(f"{folder}: the runs of {part!r} have not the same deals")
    estimates: dict[int, list[Estimate]] = {}
    for kind in dict.fromkeys(row[0].kind for row in rows):
        alike = [place for place, row in enumerate(rows) if row[0].kind == kind]
        found, _ = held_at_once([_mean(one.deals) for place in alike for one in rows[place]], level)
        estimates |= {place: found[k * len(runs) : (k + 1) * len(runs)] for k, place in enumerate(alike)}
    apart = [[_less(one.deals, row[0].deals) for one in row[1:]] for row in rows]
    steps, _ = held_at_once([_mean(one) for several in apart for one in several], level)
    for place, row in enumerate(rows):
        first, others = row[0], len(runs) - 1
        differing = [None, *steps[place * others : (place + 1) * others]]
        changed: list[Deals | None] = [None, *apart[place]]
        seen = tuple(
            Seen(
                estimate,
                _finding(estimate, one.tolerance, one.deals),
                one.behaved,
                step,
                _finding(step, one.tolerance, deals) if step and deals and one.behaved and first.behaved else None,
            )
            for one, estimate, step, deals in zip(row, estimates[place], differing, changed, strict=True)
        )
        sizes = tuple(first.deals)
        yield Quantity(part, first.change, first.measure, first.who, sizes, first.unit, first.tolerance, seen)


def _mean(deals: Deals) -> list[Taken]:
    """The mean over table sizes, each weighing alike."""
    return [(values / len(deals), 1.0, size) for size, values in deals.items()]


def _less(one: Deals, other: Deals) -> Deals:
    return {size: values - other[size] for size, values in one.items()}


def _finding(estimate: Estimate, tolerance: float, deals: Deals) -> Finding:
    """What an interval says; with few deals that differ from 0 it is not to be trusted, and nothing is settled."""
    changed = sum(int(np.count_nonzero(values)) for values in deals.values())
    if 0 < changed < MINIMUM_CHANGED_DEALS:
        return Finding.OPEN
    return finding_of(estimate, tolerance, changed == 0)


def _stand(first: Seen, now: Seen) -> Stand:
    if not (first.behaved and now.behaved):
        return Stand.NO_VERDICT
    if Finding.OPEN in (first.finding, now.finding):
        return Stand.OPEN
    if first.finding is now.finding:
        return Stand.STANDS
    return Stand.TURNS if {first.finding, now.finding} == {Finding.MORE, Finding.LESS} else Stand.OTHERWISE


def _asked(run: RunFolder, found: Run) -> Iterator[_Asked]:
    """What a run is asked, in an order that is the same under all circumstances."""
    if isinstance(found, PairedResults):
        yield from _of_changes(run, found)
    else:
        yield from _of_tables(run, found)


def _of_changes(run: RunFolder, found: PairedResults) -> Iterator[_Asked]:
    """What each change is worth in each company, on what one plays for."""
    manifest, outcome = found.manifest, found.manifest.outcomes[0]
    values: dict[tuple[int, str], dict[int, NDArray[np.float64]]] = {}
    for index, section in enumerate(manifest.sections):
        everything = outcome_values(run, index, section, [outcome])
        for one in section.comparisons:
            mine = values.setdefault((one.change, section.company), {})
            mine[section.players] = differences(everything, one)[:, 0] * outcome.scale
    behaved = {(one.change.name, one.company) for one in found.effects if one.behaved is Behaved.AS_SAID}
    titles = {one.name: one.title for one in found.experiment.companies}
    tolerance = found.experiment.tolerances.get(outcome.column, 0.0)
    for (number, company), deals in sorted(values.items(), key=lambda item: item[0][0]):
        change = found.experiment.changes[number]
        as_said = (change.name, company) in behaved
        yield _Asked(change, None, titles.get(company, ""), outcome.unit, tolerance, as_said, deals)


def _of_tables(run: RunFolder, found: SeatResults) -> Iterator[_Asked]:
    """The advantage of seat 0, and all that was measured of the tables, at each table size."""
    manifest, experiment = found.manifest, found.experiment
    columns, bots = manifest.columns["games"], [bot.spec for bot in manifest.bots]
    names = dict.fromkeys([SEAT_ADVANTAGE, *experiment.measures])
    measures = [find_measure(name, manifest.outcomes, columns, manifest.ends) for name in names]
    for number, measure in enumerate(measures):
        tolerance = experiment.tolerances.get(measure.name, measure.tolerance or 0.0)
        for index, section in enumerate(manifest.sections):
            seen = measured_deals(run, index, section, bots, measures[number : number + 1], manifest.ends)[0]
            deals = {section.players: seen.values[:, 0]}
            yield _Asked(None, measure, experiment.bots[0], measure.unit, tolerance, True, deals)


def _ends(name: str, one: Estimate | None) -> dict[str, float | None]:
    if one is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: one.mean, f"{name}_low": known(one.low), f"{name}_high": known(one.high)}
