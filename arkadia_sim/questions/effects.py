"""What a change of play does in one place: an effect on each outcome, verdicts, and whether anybody played so."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import UnknownName
from arkadia_sim.questions.changes import Tried
from arkadia_sim.questions.sections import Variant
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.paired import PairedEffect
from arkadia_sim.stats.verdicts import ALPHA, Evidence, Judgement, Verdict, difference_p, holm, simultaneous_verdicts

LEAST_CHANGE = 0.01
"""A behaviour that moved by less than this share of its usual amount has hardly changed."""


class Behaved(StrEnum):
    """Whether the bots did what the change says. If not, there is no verdict, and this is the note beside the row."""

    AS_SAID = ""
    UNSURE = "no verdict: the behaviour did not significantly change"
    HARDLY = "no verdict: the behaviour hardly changed"
    ASTRAY = "no verdict: the behaviour changed the other way"


def verdict_if(judgement: Judgement | None, behaved: Behaved) -> Verdict | None:
    """The verdict of a test; None where nothing was tested, or the bots did not do what the change says."""
    return None if judgement is None or behaved is not Behaved.AS_SAID else judgement.verdict


@dataclass(frozen=True)
class OutcomeEffect:
    """The effect of a change on one outcome, from paired deals, in the outcome's unit.

    The judgement is corrected for all tests of the run; outcomes without a tolerance have none.
    """

    outcome: Outcome
    effect: PairedEffect
    judgement: Judgement | None

    @property
    def estimate(self) -> Estimate:
        """With the change minus without."""
        return self.effect.effect


@dataclass(frozen=True)
class Effect:
    """The effect of a change of play in one company at one table size, or in one variant of the rules.

    ``behaviour`` is the effect on the behaviour that the change names; ``behaved`` says whether it moved as it should.
    """

    change: Tried
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
        """The effect on the game's first outcome."""
        return self.outcomes[0]

    def verdict(self, outcome: OutcomeEffect | None = None) -> Verdict | None:
        """The verdict on an outcome, the main one if none is named.

        None where nothing was tested, or where the bots did not do what the change says.
        """
        return verdict_if((outcome or self.main).judgement, self.behaved)

    @property
    def judged(self) -> list[OutcomeEffect]:
        """The outcomes that were tested."""
        return [outcome for outcome in self.outcomes if outcome.judgement is not None]


def with_judgements(effects: Sequence[Effect], alpha: float) -> tuple[Effect, ...]:
    """The same effects with verdicts over all of them as one family: a test for each effect and judged outcome."""
    family = [
        evidence(outcome.effect, outcome.judgement.tolerance)
        for effect in effects
        for outcome in effect.outcomes
        if outcome.judgement is not None
    ]
    judgements = iter(simultaneous_verdicts(family, alpha))
    return tuple(
        replace(
            effect,
            outcomes=tuple(
                outcome if outcome.judgement is None else replace(outcome, judgement=next(judgements))
                for outcome in effect.outcomes
            ),
        )
        for effect in effects
    )


def evidence(effect: PairedEffect, tolerance: float) -> Evidence:
    """What the verdict on an effect is made from."""
    return Evidence(effect.effect, tolerance, changed_deals=effect.changed_deals, bound=effect.span)


def behaved(change: Tried, behaviour: Estimate | None, without: float, p_value: float, alpha: float = ALPHA) -> Behaved:
    """Whether the bots did what a change says.

    Args:
        change: the change, which may name a behaviour.
        behaviour: the effect on that behaviour.
        without: the average of the behaviour without the change.
        p_value: of the effect on the behaviour, corrected for all behaviours of the run.
        alpha: the error rate.
    """
    if behaviour is None:
        return Behaved.AS_SAID
    if p_value > alpha:
        return Behaved.UNSURE
    if behaviour.mean * change.direction < 0:
        return Behaved.ASTRAY
    return Behaved.HARDLY if abs(behaviour.mean) < LEAST_CHANGE * abs(without) else Behaved.AS_SAID


def with_behaved(effects: Sequence[Effect], looks: Mapping[int, int], alpha: float = ALPHA) -> tuple[Effect, ...]:
    """The same effects, each with whether the bots did what it says (Holm over all behaviours).

    Args:
        effects: the effects of a run.
        looks: by table size, how often a run may have been looked at; 1 where a size is left out.
        alpha: the error rate.
    """
    p_values = [
        1.0
        if effect.behaviour is None
        else looks.get(effect.players, 1) * difference_p(evidence(effect.behaviour, tolerance=1.0))
        for effect in effects
    ]
    corrected = holm([min(1.0, p) for p in p_values])
    return tuple(
        effect
        if effect.behaviour is None
        else replace(
            effect,
            behaved=behaved(
                effect.change, effect.behaviour.effect, effect.behaviour.control.mean, float(p_value), alpha
            ),
        )
        for effect, p_value in zip(effects, corrected, strict=True)
    )


def check_behaviours(run: RunFolder, changes: Iterable[Tried]) -> None:
    """Raise UnknownName where a change names a behaviour that is no column of the run."""
    columns = run.scan().collect_schema().names()
    for change in changes:
        if change.behaviour and change.behaviour not in columns:
            raise UnknownName("behaviour column", change.behaviour, columns)
