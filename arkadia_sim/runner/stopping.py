"""Stops a run when its questions are answered: looks after fixed numbers of deals, and what to play after each.

A look depends only on the rows in the order of the deals. So a run that was killed takes the same looks again, and
makes the same decisions with any number of workers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import nan

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plan.designs import Size, narrowed_section
from arkadia_sim.plan.plan import Comparison, Section
from arkadia_sim.plan.request import Contrast, Look, Stopping, tests
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import differences, outcome_values
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.sequential import sequential_verdict
from arkadia_sim.stats.verdicts import Verdict


@dataclass
class _Seen:
    """The data for a question so far: differences by deal, and the lowest and highest values of each outcome."""

    differences: list[NDArray[np.float64]] = field(default_factory=list)
    ends: list[NDArray[np.float64]] = field(default_factory=list)

    def add(self, values: NDArray[np.float64], comparison: Comparison) -> None:
        """Add the values of further deals, for all seats."""
        self.differences.append(differences(values, comparison))
        self.ends += [values.min(axis=(0, 1, 2)), values.max(axis=(0, 1, 2))]

    def spans(self) -> NDArray[np.float64]:
        """The largest distance between two values of each outcome."""
        return np.ptp(np.array(self.ends), axis=0)


@dataclass
class Looks:
    """The data so far for each question, and the looks taken; ``answers`` is the number of questions times outcomes."""

    folder: RunFolder
    stopping: Stopping
    outcomes: tuple[Outcome, ...]
    answers: int
    taken: list[Look] = field(default_factory=list)
    _seen: dict[Contrast, _Seen] = field(default_factory=dict)

    def after(self, index: int, section: Section) -> Section | None:
        """Look at all deals up to the end of a section; returns what to play next, or None."""
        values = outcome_values(self.folder, index, section, self.outcomes)
        undecided = []
        for number, comparison in enumerate(section.comparisons):
            contrast = Contrast.of(section, comparison)
            seen = self._seen.setdefault(contrast, _Seen())
            seen.add(values, comparison)
            if not self._decided(contrast, seen):
                undecided.append(number)
        deals = section.first_deal + section.deals
        following = self.stopping.next_look(section.players, deals)
        if not undecided or following is None:
            return None
        size = Size(following - deals, self.stopping.compiled, self.stopping.wanted)
        return narrowed_section(section, undecided, deals, size)

    def line(self, following: tuple[Section, ...]) -> str:
        """A line about the look, for the progress of the run."""
        still = tests(following, self.outcomes)
        if not still:
            return "looked: all tests are settled"
        deals = max(section.first_deal for section in following)
        return f"looked after {deals:,} deals: {still} of {self.answers} tests go on"

    def _decided(self, contrast: Contrast, seen: _Seen) -> bool:
        """Look at one question; returns whether all its outcomes are settled."""
        values, spans = np.concatenate(seen.differences), seen.spans()
        estimates = [
            self.stopping.sequence(contrast.players, outcome, self.answers).look(values[:, k], float(spans[k]))
            for k, outcome in enumerate(self.outcomes)
        ]
        verdicts = [
            sequential_verdict(estimate, self.stopping.tolerance(outcome))
            for outcome, estimate in zip(self.outcomes, estimates, strict=True)
        ]
        decided = Verdict.NOT_SETTLED not in verdicts
        self.taken += [
            Look(
                **contrast.model_dump(),
                deals=len(values),
                outcome=outcome.column,
                mean=estimate.mean,
                low=estimate.low,
                high=estimate.high,
                decided=decided,
            )
            for outcome, estimate in zip(self.outcomes, estimates, strict=True)
        ]
        return decided


@dataclass(frozen=True)
class LastLook:
    """The last look at one outcome of a question, in the units of the rows.

    Its interval holds at all looks and for all questions of the run together; it has no standard error.
    """

    estimate: Estimate
    verdict: Verdict


def last_looks(manifest: Manifest) -> dict[tuple[Contrast, str], LastLook]:
    """The last look at every question and outcome (by column); empty if the number of deals is fixed."""
    stopping = manifest.stopping
    if stopping is None:
        return {}
    outcomes = {outcome.column: outcome for outcome in manifest.judged}
    last = {}
    for look in manifest.looks:  # in the order in which they were taken
        estimate = Estimate(look.mean, look.low, look.high, nan, look.deals, 1 - stopping.error_rate)
        verdict = sequential_verdict(estimate, stopping.tolerance(outcomes[look.outcome]))
        last[look.contrast, look.outcome] = LastLook(estimate, verdict)
    return last


def most_looks(manifest: Manifest, players: int) -> int:
    """The most looks at a question of this table size; 1 if the number of deals is fixed."""
    return 1 if manifest.stopping is None else len(manifest.stopping.looks(players))


def further_sections(looks: Looks, sections: tuple[Section, ...], first: int) -> Iterator[Section]:
    """What to play after a look at each section from number ``first`` on."""
    for index in range(first, len(sections)):
        following = looks.after(index, sections[index])
        if following is not None:
            yield following
