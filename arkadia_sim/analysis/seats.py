"""Which seat does better where all play alike: every seat against the mean of its table, all seats judged together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.analysis.differences import Difference, TableMean, measured_means, size_differences
from arkadia_sim.analysis.sections import SectionGames, Variant, variants
from arkadia_sim.analysis.swings import Swing, swings
from arkadia_sim.core.measures import find_measure
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.experiments.files import ExperimentFile, checked
from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.plan.questions import Question
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import MeasuredDeals, joined_deals, measured_deals
from arkadia_sim.results.outcomes import rows_as_array
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.stopping import LastLook, last_looks
from arkadia_sim.stats.equivalence import MINIMUM_DEALS, Evidence, Verdict
from arkadia_sim.stats.intervals import Estimate, known
from arkadia_sim.stats.multiple import holm, none_differs_p
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.stats.simultaneous import Moments, moments, together

DEALS = 10_000
"""Deals at each table size, unless something else is asked for."""

DEALS_UNTIL_DECIDED = 200_000
"""The most deals where the run stops by itself."""


class Evenness(StrEnum):
    """What all seats of a table together come to."""

    UNEVEN = "the seats differ"
    EVEN = "no seat differs by what matters"
    NOT_SETTLED = "not settled"


@dataclass(frozen=True)
class SeatMean:
    """What a seat gets: its mean, and how much that is above or below the mean of its table, in the outcome's unit.

    The intervals of an outcome hold for all seats at all tables of the run at once.
    """

    seat: int
    mean: Estimate
    advantage: Estimate


@dataclass(frozen=True)
class SeatTest:
    """What the seats of a table come to in one outcome, judged with all other tables and outcomes of the run.

    ``p_difference`` asks whether any seat differs from the mean of the table, ``p_equivalence`` whether any differs by
    ``tolerance`` or more; both are adjusted (Holm), and None where a run was stopped when it was decided.
    ``deals_needed`` is about how many deals it takes for intervals within the tolerance; None where they are.
    """

    evenness: Evenness
    tolerance: float
    p_difference: float | None
    p_equivalence: float | None
    deals_needed: int | None


@dataclass(frozen=True)
class SeatOutcome:
    """One outcome at one table: its seats in order, and the test of all of them; None where it gets no verdicts."""

    outcome: Outcome
    seats: tuple[SeatMean, ...]
    test: SeatTest | None

    @property
    def best(self) -> SeatMean:
        """The seat that gets most."""
        return max(self.seats, key=lambda one: one.advantage.mean)

    @property
    def worst(self) -> SeatMean:
        """The seat that gets least."""
        return min(self.seats, key=lambda one: one.advantage.mean)

    def as_json(self) -> dict[str, Any]:
        """The outcome as plain values."""
        test = None
        if self.test is not None:
            test = {
                "verdict": str(self.test.evenness),
                "tolerance": self.test.tolerance,
                "p_difference": self.test.p_difference,
                "p_equivalence": self.test.p_equivalence,
            }
        return {"outcome": self.outcome.column, "test": test, "seats": [_row(one) for one in self.seats]}


@dataclass(frozen=True)
class SeatTable:
    """The seats of the tables of one size (and one variant of the rules), in every outcome of the game."""

    players: int
    variant: Variant
    deals: int
    bot: str
    outcomes: tuple[SeatOutcome, ...]

    @property
    def main(self) -> SeatOutcome:
        """The seats in what one plays for."""
        return self.outcomes[0]

    def as_json(self) -> dict[str, Any]:
        """The table as plain values."""
        return {
            "players": self.players,
            "deals": self.deals,
            "bot": self.bot,
            "outcomes": [one.as_json() for one in self.outcomes],
        }


@dataclass(frozen=True)
class SeatResults:
    """A finished run of one bot in every seat: its tables, in the order of play.

    ``sequential`` says that it was looked at again and again and stopped when it was decided: then the intervals of
    outcomes with verdicts hold at all looks, for all seats, tables and outcomes together. ``means`` are what else was
    asked of the tables (the experiment's ``measures``), ``between`` how much more of it there is at one table size than
    at another, ``swings`` how far the numbers of the game move; none where the experiment does not ask.
    """

    folder: Path
    manifest: Manifest
    experiment: Experiment
    sections: tuple[SectionGames, ...]
    tables: tuple[SeatTable, ...]
    means: tuple[TableMean, ...] = ()
    between: tuple[Difference, ...] = ()
    swings: tuple[Swing, ...] = ()

    @property
    def sequential(self) -> bool:
        """Whether the run stopped when it was decided."""
        return self.manifest.stopping is not None

    def table(self) -> pl.DataFrame:
        """One row per table, outcome and seat: what the seat gets and how much above the mean, with intervals."""
        return seats_frame(self.tables)

    def rows(self, table: str = "games") -> pl.LazyFrame:
        """The rows of the run, not yet read: ``games`` (one per player and game) or ``turns`` (of traced games)."""
        return RunFolder(self.folder).scan(table)

    def as_json(self) -> dict[str, Any]:
        """The results as plain values."""
        counts = self.manifest.counts
        return {
            "tables": [one.as_json() for one in self.tables],
            "means": [one.as_json() for one in self.means],
            "between": [one.as_json() for one in self.between],
            "swings": [one.as_json() for one in self.swings],
            "games": counts.games,
            "ends": counts.ends,
            "failed": counts.failed,
            "level": self.manifest.level,
            "seed": self.manifest.seed,
            "folder": str(self.folder),
        }


def seats_frame(tables: Sequence[SeatTable]) -> pl.DataFrame:
    """One row per table, outcome and seat, in the outcome's unit; the test of a table stands in each of its rows."""
    rows = []
    for table in tables:
        for one in table.outcomes:
            test = one.test
            named = {"players": table.players, **dict(table.variant), "bot": table.bot, "deals": table.deals}
            named |= {"outcome": one.outcome.column, "unit": one.outcome.unit}
            told: dict[str, Any] = {"verdict": None if test is None else str(test.evenness)}
            told |= {"p_difference": None if test is None else test.p_difference}
            told |= {"p_equivalence": None if test is None else test.p_equivalence}
            rows += [named | _row(seat) | told for seat in one.seats]
    return pl.DataFrame(rows, infer_schema_length=None)


def _row(one: SeatMean) -> dict[str, Any]:
    row: dict[str, Any] = {"seat": one.seat}
    for name, seen in (("mean", one.mean), ("advantage", one.advantage)):
        row |= {name: seen.mean, f"{name}_low": known(seen.low), f"{name}_high": known(seen.high)}
    return row


def seats_file(
    bot: str,
    players: Sequence[int],
    deals: int | None,
    seed: int,
    until: str | None,
    rules: Mapping[str, Any],
    components: Mapping[str, Any],
    game: str,
    tolerances: Mapping[str, float],
) -> ExperimentFile:
    """The experiment in which one bot sits in every seat."""
    document = {
        "name": "seats",
        "title": f"The seats of {bot}",
        "question": f"Which seat does better where {bot} sits in all of them?",
        "design": "seats",
        "game": game,
        "seed": seed,
        "players": list(players),
        "deals": deals if deals is not None else DEALS if until is None else DEALS_UNTIL_DECIDED,
        "trace": 0.0,
        "bots": [bot],
        "rules": dict(rules),
        "components": dict(components),
        "tolerances": dict(tolerances),
    } | ({} if until is None else {"until": until})
    experiment = checked(document, "seats")
    return ExperimentFile(experiment, Path("seats"), experiment.as_toml())


def seat_results(
    run: RunFolder, manifest: Manifest, experiment: Experiment, sections: tuple[SectionGames, ...]
) -> SeatResults:
    """The seats of a finished run of the design ``seats``."""
    sizes = _measured(run, manifest, experiment)
    return SeatResults(
        run.root,
        manifest,
        experiment,
        sections,
        seat_tables(run, manifest, experiment.tolerances),
        measured_means(sizes, [""], manifest.level) if sizes else (),
        size_differences(sizes, experiment.tolerances, manifest.level) if len(sizes) > 1 else (),
        swings(run, manifest, experiment.swings),
    )


def _measured(run: RunFolder, manifest: Manifest, experiment: Experiment) -> dict[int, list[list[MeasuredDeals]]]:
    """What the experiment asks of the tables beside the seats, by table size; a section played on is one with it."""
    if not experiment.measures:
        return {}
    columns, bots = manifest.columns["games"], [bot.spec for bot in manifest.bots]
    measures = [find_measure(name, manifest.outcomes, columns, manifest.ends) for name in experiment.measures]
    found: dict[int, list[list[MeasuredDeals]]] = {}
    for (players, _), indices in _places(manifest).items():
        stages = [
            measured_deals(run, index, manifest.sections[index], bots, measures, manifest.ends) for index in indices
        ]
        found[players] = [[joined_deals([stage[k] for stage in stages]) for k in range(len(measures))]]
    return found


def seat_tables(run: RunFolder, manifest: Manifest, tolerances: Mapping[str, float]) -> tuple[SeatTable, ...]:
    """The seats of each table of a run in which one bot sits in every seat, its chunks read one at a time.

    ``tolerances`` says by outcome, in its unit, what does not matter; an outcome without one gets no verdict.
    """
    places = _places(manifest)
    seen = [(players, _seen(run, manifest, indices)) for (players, _), indices in places.items()]
    by_outcome = [
        _outcomes(
            outcome,
            [one.combined(np.eye(players, len(one.mean), number * players)) for players, one in seen],
            tolerances.get(outcome.column),
            manifest.level,
        )
        for number, outcome in enumerate(manifest.outcomes)
    ]
    judged = _judged_together(by_outcome, manifest.alpha)
    tables = []
    for place, ((players, variant), indices) in enumerate(places.items()):
        bot = manifest.bots[manifest.sections[indices[0]].lineups[0].bots[0]].spec
        outcomes = tuple(outcomes[place] for outcomes in judged)
        tables.append(SeatTable(players, variant, seen[place][1].n, bot, outcomes))
    if manifest.stopping is None:
        return tuple(tables)
    looks = last_looks(manifest)
    both = zip(tables, places.values(), strict=True)
    return tuple(_as_looked_at(manifest, table, indices, looks) for table, indices in both)


def _places(manifest: Manifest) -> dict[tuple[int, Variant], list[int]]:
    """The sections of each table; where a run stops by itself there are several, one after another."""
    found: dict[tuple[int, Variant], list[int]] = {}
    for index, variant in enumerate(variants(manifest.sections)):
        found.setdefault((manifest.sections[index].players, variant), []).append(index)
    return found


def _seen(run: RunFolder, manifest: Manifest, indices: Sequence[int]) -> Moments:
    """The moments of what each seat gets of a deal: seats within outcomes."""

    def portions() -> Iterator[NDArray[np.float64]]:
        columns = [outcome.column for outcome in manifest.outcomes]
        for index in indices:
            for file in run.section_files(index):
                rows = pl.read_parquet(file, columns=columns)
                values = rows_as_array(rows, manifest.sections[index], manifest.outcomes).mean(axis=1)
                yield np.round(values.transpose(0, 2, 1).reshape(len(values), -1), DECIMALS)

    return moments(portions())


def _outcomes(outcome: Outcome, seen: Sequence[Moments], tolerance: float | None, level: float) -> list[SeatOutcome]:
    """One outcome at each table; its p-values are not yet adjusted for the other tables and outcomes."""
    apart = [one.combined(np.eye(one.mean.size) - 1 / one.mean.size) for one in seen]
    means, gains = _by_table(seen, outcome, level), _by_table(apart, outcome, level)
    found = []
    for one, mean, gain in zip(apart, means, gains, strict=True):
        seats = tuple(
            SeatMean(seat, got.cut(*outcome.bounds), above)
            for seat, (got, above) in enumerate(zip(mean, gain, strict=True))
        )
        test = None if tolerance is None else _test(one, gain, tolerance)
        found.append(SeatOutcome(outcome, seats, test))
    return found


def _by_table(tables: Sequence[Moments], outcome: Outcome, level: float) -> list[list[Estimate]]:
    """The means of all seats of all tables in the outcome's unit, their intervals holding at once, table by table."""
    ends = np.cumsum([0, *(one.mean.size for one in tables)]).tolist()
    padded = []
    for place, one in enumerate(tables):
        weights = np.zeros((ends[-1], one.mean.size))
        weights[ends[place] : ends[place + 1]] = np.eye(one.mean.size)
        padded.append(one.combined(weights))
    estimates = [one.scaled(outcome.scale) for one in together(padded, level).estimates]
    return [estimates[start:end] for start, end in pairwise(ends)]


def _test(apart: Moments, gains: Sequence[Estimate], tolerance: float) -> SeatTest:
    """The test of one table for itself: the largest of all seats' t, and the worst seat's two one-sided tests."""
    difference = min(together([apart]).p_values) if apart.n >= MINIMUM_DEALS else 1.0
    equivalence = none_differs_p([Evidence(one, tolerance) for one in gains])
    widest = max(one.half_width for one in gains)
    needed = None if not widest > tolerance or not np.isfinite(widest) else ceil(apart.n * (widest / tolerance) ** 2)
    return SeatTest(Evenness.NOT_SETTLED, tolerance, difference, equivalence, needed)


def _judged_together(by_outcome: Sequence[Sequence[SeatOutcome]], alpha: float) -> list[list[SeatOutcome]]:
    """The same with p-values adjusted for all tables and outcomes (Holm), and the verdicts that they allow."""
    tests = [one.test for outcomes in by_outcome for one in outcomes if one.test is not None]
    differences = iter(holm([test.p_difference or 0.0 for test in tests]))
    equivalences = iter(holm([test.p_equivalence or 0.0 for test in tests]))
    return [[_judged(one, differences, equivalences, alpha) for one in outcomes] for outcomes in by_outcome]


def _judged(one: SeatOutcome, differences: Iterator[float], equivalences: Iterator[float], alpha: float) -> SeatOutcome:
    if one.test is None:
        return one
    difference, equivalence = float(next(differences)), float(next(equivalences))
    evenness = Evenness.NOT_SETTLED
    if equivalence <= alpha:
        evenness = Evenness.EVEN
    elif difference <= alpha:
        evenness = Evenness.UNEVEN
    test = SeatTest(evenness, one.test.tolerance, difference, equivalence, one.test.deals_needed)
    return SeatOutcome(one.outcome, one.seats, test)


def _as_looked_at(
    manifest: Manifest, table: SeatTable, indices: Sequence[int], looks: Mapping[tuple[Question, str], LastLook]
) -> SeatTable:
    """A table of a run that stopped by itself: what its last looks saw of the outcomes with verdicts."""
    section = manifest.sections[indices[0]]
    questions = [Question.of(section, one) for one in section.comparisons]
    outcomes = []
    for one in table.outcomes:
        if one.test is None:
            outcomes.append(one)
            continue
        last = [looks[question, one.outcome.column] for question in questions]
        seats = tuple(
            SeatMean(seat.seat, seat.mean, look.estimate.scaled(one.outcome.scale))
            for seat, look in zip(one.seats, last, strict=True)
        )
        verdicts = [look.verdict for look in last]
        evenness = Evenness.NOT_SETTLED
        if Verdict.HELPS in verdicts or Verdict.HURTS in verdicts:
            evenness = Evenness.UNEVEN
        elif all(verdict is Verdict.NO_DIFFERENCE for verdict in verdicts):
            evenness = Evenness.EVEN
        outcomes.append(SeatOutcome(one.outcome, seats, SeatTest(evenness, one.test.tolerance, None, None, None)))
    return SeatTable(table.players, table.variant, table.deals, table.bot, tuple(outcomes))
