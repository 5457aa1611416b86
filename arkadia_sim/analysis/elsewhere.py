"""Do the verdicts stand under other circumstances? A later part of a study held against its first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arkadia_sim.analysis.effects import Effect, Finding, Judged, by_change, finding_on, verdict_on
from arkadia_sim.analysis.parts import Part
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.experiments.schema import Change
from arkadia_sim.stats.equivalence import Verdict

OPPOSITE = frozenset({Verdict.HELPS, Verdict.HURTS})
SURE = (Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE)


@dataclass(frozen=True)
class Moved:
    """A change whose finding is another elsewhere: what it was, what it is, where, and all places asked in both."""

    change: Change
    was: Finding
    now: Finding
    places: tuple[Effect, ...]
    every: tuple[Effect, ...]

    @property
    def turned(self) -> bool:
        """Whether it goes from "helps" to "hurts" or back."""
        return {self.was, self.now} == OPPOSITE

    @property
    def opened(self) -> bool:
        """Whether one of the two is open."""
        return not self.turned and Verdict.NOT_SETTLED in (self.was, self.now)


@dataclass(frozen=True)
class Elsewhere:
    """How the findings of a part (``other``) agree with those of the first: those that are the same, and those not.

    ``asked`` counts the questions of both, ``alone`` those that only the other part asks.
    """

    first: Part
    other: Part
    asked: int
    same: int
    alone: int
    moved: tuple[Moved, ...]


@dataclass(frozen=True)
class Contradiction:
    """Where another part surely says otherwise of a change than the first part: the places of each of its verdicts."""

    change: Change
    part: Part
    places: Mapping[Verdict, tuple[Judged, ...]]


def elsewhere(first: Part, other: Part) -> Elsewhere:
    """The findings on the main outcome of two parts that try the same changes in the same companies and table sizes."""
    before = {effect.key: effect for effect in first.effects}
    common = [effect for effect in other.effects if effect.key in before]
    moved = []
    same = 0
    for change, found in by_change(common).items():
        groups: dict[tuple[Finding, Finding], list[Effect]] = {}
        for effect in found:
            groups.setdefault((finding_on(before[effect.key]), finding_on(effect)), []).append(effect)
        for (was, now), some in groups.items():
            if was is now:
                same += len(some)
            else:
                moved.append(Moved(change, was, now, tuple(some), tuple(found)))
    return Elsewhere(first, other, len(common), same, len(other.effects) - len(common), tuple(moved))


def asks_again(first: Part, part: Part) -> bool:
    """Whether a part asks any question of the first part again."""
    return not {effect.key for effect in first.effects}.isdisjoint(effect.key for effect in part.effects)


def contradictions(first: Part, others: Iterable[Part]) -> list[Contradiction]:
    """Where other parts surely say otherwise than the first at a table of the same size, change by change.

    Otherwise is the other sign, or no difference that matters in place of an effect, or the other way round. What is
    open, or without a verdict, contradicts nothing.
    """
    parts = list(others)
    found = []
    for change, effects in by_change(first.effects).items():
        for part in parts:
            here: Sequence[Judged] = part.results.effects
            against = [one for one in here if one.change.name == change.name and _otherwise(one, effects)]
            places = {verdict: tuple(one for one in against if verdict_on(one) is verdict) for verdict in SURE}
            if against:
                found.append(Contradiction(change, part, {verdict: some for verdict, some in places.items() if some}))
    return found


def _otherwise(one: Judged, found: Sequence[Effect]) -> bool:
    """Whether an effect surely is another than all sure ones at tables of its size, in its company if it is there."""
    alike = [effect for effect in found if effect.players == one.players]
    if isinstance(one, Effect):
        where = (one.company_bot, one.temperature)
        same = [effect for effect in alike if (effect.company_bot, effect.temperature) == where]
        alike = same or [effect for effect in alike if _kind(effect) == _kind(one)] or alike
    sure = [effect for effect in alike if verdict_on(effect) in SURE]
    return bool(sure) and verdict_on(one) in SURE and all(_contradict(one, effect) for effect in sure)


def _kind(effect: Effect) -> str:
    """Which bot sits around, whatever its settings; where others follow, those who do not."""
    return BotSpec.parse(effect.company_bot or effect.without_bot).name


def _contradict(one: Judged, other: Effect) -> bool:
    """Whether two sure verdicts cannot both be true: "helps" and "too small to matter" can, unless intervals part."""
    verdicts = {verdict_on(one), verdict_on(other)}
    here, there = one.main.estimate, other.main.estimate
    apart = here.low > there.high or here.high < there.low
    return verdicts == OPPOSITE or (len(verdicts) > 1 and apart)
