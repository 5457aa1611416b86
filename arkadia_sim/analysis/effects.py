"""What a change of play does in one place: an effect on each outcome, verdicts, and whether anybody played so."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeVar

from arkadia_sim.analysis.sections import Variant
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import UnknownName
from arkadia_sim.experiments.schema import Change, Experiment
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.equivalence import ALPHA, Evidence, Judgement, Verdict, difference_p
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.multiple import holm, simultaneous_verdicts
from arkadia_sim.stats.paired import PairedEffect


class Behaved(StrEnum):
    """Whether the bots did what the change says; if not, there is no verdict, and this is why."""

    AS_SAID = "the bots did what it says"
    UNSURE = "no sure change of behaviour"
    HARDLY = "the behaviour hardly changed"
    ASTRAY = "the bots did not do what it says"


Finding = Verdict | Behaved
"""What came out in one place: a verdict, or why there is none."""


class Measured(Protocol):
    """What a change does to one outcome, in the outcome's unit. Without a judgement it was no question."""

    @property
    def outcome(self) -> Outcome: ...

    @property
    def estimate(self) -> Estimate: ...

    @property
    def judgement(self) -> Judgement | None: ...


class Judged(Protocol):
    """A change in one place, with what it does to each outcome; the first outcome is what one plays for.

    ``moved`` is the effect on the behaviour that the change names, if it names any.
    """

    @property
    def change(self) -> Change: ...

    @property
    def players(self) -> int: ...

    @property
    def variant(self) -> Variant: ...

    @property
    def outcomes(self) -> Sequence[Measured]: ...

    @property
    def main(self) -> Measured: ...

    @property
    def moved(self) -> Estimate | None: ...

    @property
    def behaved(self) -> Behaved: ...


@dataclass(frozen=True)
class OutcomeEffect:
    """What a change does to one outcome, from paired deals, in the outcome's unit.

    The judgement is the one over the whole family of questions of the run; outcomes that were no question have none.
    """

    outcome: Outcome
    effect: PairedEffect
    judgement: Judgement | None

    @property
    def estimate(self) -> Estimate:
        """With minus without."""
        return self.effect.effect


@dataclass(frozen=True)
class Effect:
    """What a change of play is worth in one company at one table size, or in one variant of the rules.

    ``behaviour`` is the behaviour that the change names, in the focal player's games; ``behaved`` says whether it
    surely changed as it should, else there is no verdict.
    """

    change: Change
    company: str
    company_title: str
    company_bot: str
    players: int
    variant: Variant
    deals: int
    with_bot: str
    without_bot: str
    outcomes: tuple[OutcomeEffect, ...]
    behaviour: PairedEffect | None
    behaved: Behaved = Behaved.AS_SAID

    @property
    def main(self) -> OutcomeEffect:
        """The effect on what one plays for."""
        return self.outcomes[0]

    @property
    def moved(self) -> Estimate | None:
        """The effect on the behaviour."""
        return None if self.behaviour is None else self.behaviour.effect

    @property
    def key(self) -> tuple[str, str, int, Variant]:
        """What sets the effect apart from all others of its run."""
        return self.change.name, self.company, self.players, self.variant


def verdict_on(effect: Judged, one: Measured | None = None) -> Verdict | None:
    """The verdict on an outcome of an effect (the main one if none is named).

    None where the outcome was no question, or where the bots did not surely do what the change says.
    """
    judgement = (one or effect.main).judgement
    return None if judgement is None or effect.behaved is not Behaved.AS_SAID else judgement.verdict


def finding_on(effect: Judged, one: Measured | None = None) -> Finding:
    """The verdict on an outcome that was a question (the main one if none is named), or why there is none."""
    verdict = verdict_on(effect, one)
    return effect.behaved if verdict is None else verdict


def questions(effect: Judged) -> list[Measured]:
    """The outcomes of an effect that verdicts are given on."""
    return [one for one in effect.outcomes if one.judgement is not None]


def tolerance(one: Measured) -> float:
    """How large a difference does not matter, in the outcome's unit; 0 where the outcome was no question."""
    return 0.0 if one.judgement is None else one.judgement.tolerance


def judged(effects: Iterable[Effect], alpha: float) -> tuple[Effect, ...]:
    """The same effects with verdicts over all of them as one family: a question for each effect and judged outcome."""
    found = list(effects)
    family = [
        evidence(one.effect, one.judgement.tolerance)
        for effect in found
        for one in effect.outcomes
        if one.judgement is not None
    ]
    judgements = iter(simultaneous_verdicts(family, alpha))
    return tuple(
        replace(
            effect,
            outcomes=tuple(
                one if one.judgement is None else replace(one, judgement=next(judgements)) for one in effect.outcomes
            ),
        )
        for effect in found
    )


def evidence(effect: PairedEffect, tolerance: float) -> Evidence:
    """What the verdict on an effect is made from."""
    return Evidence(effect.effect, tolerance, changed_deals=effect.changed_deals, bound=effect.span)


LEAST_CHANGE = 0.01
"""A behaviour that changed by less than this share of what it is without the change has hardly changed."""


def behaved(
    change: Change, behaviour: Estimate | None, without: float, p_value: float, alpha: float = ALPHA
) -> Behaved:
    """Whether the bots did what a change says, from the effect on the behaviour that it names, if it names any.

    ``without`` is the behaviour's mean without the change, ``p_value`` how surprising its effect would be if nothing
    had changed, adjusted for all the questions asked with it.
    """
    if behaviour is None:
        return Behaved.AS_SAID
    if p_value > alpha:
        return Behaved.UNSURE
    if behaviour.mean * change.direction < 0:
        return Behaved.ASTRAY
    return Behaved.HARDLY if abs(behaviour.mean) < LEAST_CHANGE * abs(without) else Behaved.AS_SAID


def with_behaved(effects: Sequence[Effect], looks: Mapping[int, int], alpha: float = ALPHA) -> tuple[Effect, ...]:
    """The same effects, each with whether the bots did what it says: Holm over all behaviours, which are one family.

    ``looks`` says for each table size how often a run may have been looked at; 1 where it is left out.
    """
    p_values = [
        1.0
        if one.behaviour is None
        else looks.get(one.players, 1) * difference_p(evidence(one.behaviour, tolerance=1.0))
        for one in effects
    ]
    adjusted = holm([min(1.0, p) for p in p_values])
    return tuple(
        replace(
            one, behaved=behaved(one.change, one.behaviour.effect, one.behaviour.control.mean, float(p_value), alpha)
        )
        if one.behaviour is not None
        else one
        for one, p_value in zip(effects, adjusted, strict=True)
    )


def check_behaviours(run: RunFolder, experiment: Experiment) -> None:
    """UnknownName where a change names a behaviour that is no column of the run."""
    columns = run.scan().collect_schema().names()
    for change in experiment.changes:
        if change.behaviour and change.behaviour not in columns:
            raise UnknownName("behaviour column", change.behaviour, columns)


Of = TypeVar("Of", bound=Judged)


def by_change(effects: Iterable[Of]) -> dict[Change, list[Of]]:
    """The effects of each change, in the order given."""
    groups: dict[Change, list[Of]] = {}
    for effect in effects:
        groups.setdefault(effect.change, []).append(effect)
    return groups
