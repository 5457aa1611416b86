"""Stopping when a question is answered: looks after fixed numbers of deals, and what is still to be played after each.

What a look sees depends on the rows in the order of the deals and on nothing else. So a run that was killed takes the
same looks again, and comes to the same decisions with any number of workers.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from math import nan, sqrt

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.runner.designs import Size, narrowed_section
from arkadia_sim.runner.manifest import Manifest, ManifestLook, ManifestStopping
from arkadia_sim.runner.outcomes import OUTCOMES, WIN_SHARE, differences, outcome_values
from arkadia_sim.runner.plan import Comparison, Section
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired_sequence import PairedSequence
from arkadia_sim.stats.sequential import looks, sequential_verdict

MOST = {WIN_SHARE: 1.0}
"""How much an outcome can differ in a deal at most, where that is known beforehand."""


@dataclass(frozen=True)
class Stopping:
    """When to stop: the error rate of all answers together, the margins (win share as a share), and when to look.

    ``most`` holds the greatest number of deals for each table size.
    """

    error_rate: float
    margin_win_share: float
    margin_gold: float
    first_look: int
    most: Mapping[int, int]
    compiled: bool = True
    wanted: int | None = None

    def told(self) -> ManifestStopping:
        """All that bears on what is played, for the manifest."""
        return ManifestStopping.model_validate(asdict(self))

    @classmethod
    def of(cls, told: ManifestStopping) -> "Stopping":
        """What a manifest says under `stopping`."""
        return cls(**told.model_dump())

    def margin(self, outcome: str) -> float:
        """What is no difference that matters."""
        return self.margin_win_share if outcome == WIN_SHARE else self.margin_gold

    def looks(self, players: int) -> list[int]:
        """After how many deals a question of that table size may be looked at."""
        return looks(self.first_look, self.most[players])

    def next_look(self, players: int, deals: int) -> int | None:
        """How many deals the next look sees after one at ``deals``; None after the last."""
        later = [count for count in self.looks(players) if count > deals]
        return later[0] if later else None

    def sequence(self, players: int, outcome: str, questions: int) -> PairedSequence:
        """How one of so many questions is looked at.

        The intervals are narrowest half way, by doublings, to the last look.
        """
        most = self.most[players]
        return PairedSequence(
            alpha=self.error_rate / questions,
            looks=len(self.looks(players)),
            tuned_to=sqrt(min(self.first_look, most) * most),
            most=MOST.get(outcome),
        )


Question = tuple[int, str, int, str]
"""Table size, field, change and label: what is asked, with two outcomes each."""


def questions(sections: Iterable[Section]) -> int:
    """How many questions sections ask: every comparison, with two outcomes."""
    return len(OUTCOMES) * sum(len(section.comparisons) for section in sections)


@dataclass
class _Seen:
    """What was seen of a question: differences deal by deal, and the least and greatest value of each outcome."""

    differences: list[NDArray[np.float64]] = field(default_factory=list)
    ends: list[NDArray[np.float64]] = field(default_factory=list)

    def add(self, values: NDArray[np.float64], comparison: Comparison) -> None:
        """Take in the values of further deals, of everybody at the table."""
        self.differences.append(differences(values, comparison))
        self.ends += [values.min(axis=(0, 1, 2)), values.max(axis=(0, 1, 2))]

    def spans(self) -> NDArray[np.float64]:
        """How far apart two values of an outcome have been at most."""
        return np.ptp(np.array(self.ends), axis=0)


@dataclass
class Looks:
    """All that has been seen so far, by question, and the looks taken."""

    folder: RunFolder
    stopping: Stopping
    questions: int
    taken: list[ManifestLook] = field(default_factory=list)
    _seen: dict[Question, _Seen] = field(default_factory=dict)

    def after(self, index: int, section: Section) -> Section | None:
        """Take a look at all deals up to the end of a section; what is to be played on, or None."""
        values = outcome_values(self.folder, index, section, OUTCOMES)
        undecided = []
        for number, comparison in enumerate(section.comparisons):
            question = (section.players, section.field, comparison.change, comparison.label)
            seen = self._seen.setdefault(question, _Seen())
            seen.add(values, comparison)
            if not self._decided(question, seen):
                undecided.append(number)
        deals = section.first_deal + section.deals
        following = self.stopping.next_look(section.players, deals)
        if not undecided or following is None:
            return None
        size = Size(following - deals, self.stopping.compiled, self.stopping.wanted)
        return narrowed_section(section, undecided, deals, size)

    def told(self, following: tuple[Section, ...]) -> str:
        """A line about where things stand."""
        still = questions(following)
        if not still:
            return "looked: nothing is played on"
        deals = max(section.first_deal for section in following)
        return f"looked after {deals:,} deals: {still} of {self.questions} questions are played on"

    def _decided(self, question: Question, seen: _Seen) -> bool:
        """Look at one question; whether both its outcomes are settled."""
        players, company, change, label = question
        values, spans = np.concatenate(seen.differences), seen.spans()
        estimates = [
            self.stopping.sequence(players, outcome, self.questions).look(values[:, k], float(spans[k]))
            for k, outcome in enumerate(OUTCOMES)
        ]
        verdicts = [
            sequential_verdict(estimate, self.stopping.margin(outcome))
            for outcome, estimate in zip(OUTCOMES, estimates, strict=True)
        ]
        decided = Verdict.NOT_SETTLED not in verdicts
        for outcome, estimate in zip(OUTCOMES, estimates, strict=True):
            self.taken.append(
                ManifestLook(
                    deals=len(values),
                    players=players,
                    field=company,
                    change=change,
                    label=label,
                    outcome=outcome,
                    mean=estimate.mean,
                    low=estimate.low,
                    high=estimate.high,
                    decided=decided,
                )
            )
        return decided


@dataclass(frozen=True)
class LastLook:
    """What the last look at a question saw of one outcome, in the units of the rows.

    The interval holds at all looks and for all questions of the run together, but for the run's error rate; there is
    no standard error to it.
    """

    estimate: Estimate
    verdict: Verdict


def last_looks(manifest: Manifest) -> dict[tuple[Question, str], LastLook]:
    """The last look at every question and outcome; empty where the number of deals is fixed."""
    if manifest.stopping is None:
        return {}
    stopping = Stopping.of(manifest.stopping)
    found = {}
    for look in manifest.looks:  # in the order in which they were taken
        estimate = Estimate(look.mean, look.low, look.high, nan, look.deals, 1 - stopping.error_rate)
        verdict = sequential_verdict(estimate, stopping.margin(look.outcome))
        found[(look.players, look.field, look.change, look.label), look.outcome] = LastLook(estimate, verdict)
    return found


def most_looks(manifest: Manifest, players: int) -> int:
    """How many looks there may have been at a question of that table size; 1 where the number of deals is fixed."""
    if manifest.stopping is None:
        return 1
    return len(Stopping.of(manifest.stopping).looks(players))


def further_sections(seen: Looks, sections: tuple[Section, ...], first: int) -> Iterator[Section]:
    """What is to be played after the sections from number ``first`` on, each of which is looked at."""
    for index in range(first, len(sections)):
        following = seen.after(index, sections[index])
        if following is not None:
            yield following
