"""Do two plays of a study under several circumstances agree? The quantities of one seed held against another's."""

from collections.abc import Iterator
from dataclasses import dataclass

from arkadia_sim.analysis.across import AcrossResults, Quantity, Run, Seen
from arkadia_sim.analysis.agreement import Scores, check_plays, noisy, score
from arkadia_sim.analysis.differences import Finding
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.study import Circumstance
from arkadia_sim.stats.intervals import Estimate

ENDS = frozenset({Finding.MORE, Finding.LESS})


@dataclass(frozen=True)
class Answer:
    """What was found in both plays of a quantity under a circumstance: itself, or (``apart``) how much more it is than
    under the first. A finding is None where there is none."""

    quantity: Quantity
    circumstance: Circumstance
    apart: bool
    here: Estimate
    there: Estimate
    found_here: Finding | None
    found_there: Finding | None

    @property
    def asked(self) -> bool:
        """Whether there is a finding in either."""
        return self.found_here is not None or self.found_there is not None

    @property
    def flipped(self) -> bool:
        """Whether the finding is not the same in both."""
        return self.found_here is not self.found_there

    @property
    def turned(self) -> bool:
        """Whether one is more and the other less."""
        return {self.found_here, self.found_there} == ENDS


@dataclass(frozen=True)
class AcrossAgreement:
    """How far two plays of a study agree: all answers of both; ``pairs`` are the parts as played here and there, under
    the first circumstance."""

    answers: tuple[Answer, ...]
    pairs: tuple[tuple[Run, Run], ...]
    alpha: float

    @property
    def seeds(self) -> list[tuple[str, int, int]]:
        """The title of each part, and its seeds here and there."""
        return [(one.experiment.title, one.manifest.seed, other.manifest.seed) for one, other in self.pairs]

    @property
    def scores(self) -> Scores:
        """How far apart the estimates lie."""
        pairs = [(one.here, one.there) for one in self.answers]
        return Scores(tuple(score(*pair) for pair in pairs if noisy(*pair)), self.alpha)

    @property
    def flips(self) -> tuple[Answer, ...]:
        """The findings that are not the same, those that turn round first."""
        return tuple(sorted((one for one in self.answers if one.flipped), key=lambda one: not one.turned))


def across_agreement(here: AcrossResults, there: AcrossResults) -> AcrossAgreement:
    """How far two plays agree.

    Raises UsageError where they do not ask the same under the same circumstances, where a part was played with one seed
    in both, or where more than the seed and the number of deals differs.
    """
    ours, theirs = _runs(here), _runs(there)
    if list(ours) != list(theirs) or [_key(one) for one in here.quantities] != [_key(one) for one in there.quantities]:
        raise UsageError(f"{here.folder} and {there.folder} do not ask the same questions")
    check_plays(here.folder, there.folder, {name: (one, theirs[name]) for name, one in ours.items()})
    answers = [
        answer
        for one, other in zip(here.quantities, there.quantities, strict=True)
        for answer in _answers(here, one, other)
    ]
    pairs = tuple((one, there.runs[0][name]) for name, one in here.runs[0].items())
    alpha = min(one.manifest.alpha for one in (*ours.values(), *theirs.values()))
    return AcrossAgreement(tuple(answers), pairs, alpha)


def _runs(found: AcrossResults) -> dict[str, Run]:
    return {
        circumstance.played_name(part): one
        for circumstance, parts in zip(found.circumstances, found.runs, strict=True)
        for part, one in parts.items()
    }


def _key(one: Quantity) -> tuple[str, ...]:
    named = one.change.name if one.change else one.measure.name if one.measure else ""
    return one.part, named, one.who, *map(str, one.players)


def _answers(found: AcrossResults, one: Quantity, other: Quantity) -> Iterator[Answer]:
    for circumstance, here, there in zip(found.circumstances, one.seen, other.seen, strict=True):
        findings = (_finding(one, here), _finding(other, there))
        yield Answer(one, circumstance, False, here.estimate, there.estimate, *findings)
        if here.apart is not None and there.apart is not None:
            yield Answer(one, circumstance, True, here.apart, there.apart, here.differs, there.differs)


def _finding(one: Quantity, seen: Seen) -> Finding | None:
    return seen.finding if one.judged and seen.behaved else None
