"""Is it worth more with two players than with four? What an effect at one table size is more than at another.

Tables of different sizes have deals of their own, so that the two effects are independent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.stats.equivalence import ALPHA, Evidence, Verdict, verdict_by_interval
from arkadia_sim.stats.intervals import Estimate, independent_difference, known, sure_difference
from arkadia_sim.stats.multiple import simultaneous_verdicts


@dataclass(frozen=True)
class SizedEffect:
    """An effect at one table size on one outcome, in its unit: ``what`` says of what, in which company.

    ``changed`` counts the deals that differ; a difference within ±``tolerance`` does not matter.
    """

    what: tuple[str, ...]
    players: int
    outcome: Outcome
    estimate: Estimate
    tolerance: float
    changed: int


@dataclass(frozen=True)
class Between:
    """An effect with ``players`` minus the same with ``against``, with its own interval; ``helps`` means more.

    The verdict is judged together with all others of the run that are of this kind.
    """

    what: tuple[str, ...]
    players: int
    against: int
    outcome: Outcome
    estimate: Estimate
    verdict: Verdict

    def as_json(self) -> dict[str, Any]:
        """The difference as plain values."""
        one = self.estimate
        return {
            "what": list(self.what),
            "players": self.players,
            "against_players": self.against,
            "outcome": self.outcome.column,
            "unit": self.outcome.unit,
            "difference": one.mean,
            "low": known(one.low),
            "high": known(one.high),
            "verdict": str(self.verdict),
        }


def between_sizes(
    effects: Iterable[SizedEffect],
    pairs: Sequence[tuple[int, int]],
    sequential: bool = False,
    alpha: float = ALPHA,
) -> tuple[Between, ...]:
    """The differences between table sizes of each effect and outcome, for each of the pairs that was played.

    ``sequential`` says that the intervals are those of a run that stopped when it was decided: they hold all at once,
    and so does what follows from both ends of two of them.
    """
    found: list[Between] = []
    family: list[Evidence] = []
    asked: dict[tuple[tuple[str, ...], str], dict[int, SizedEffect]] = {}
    for effect in effects:
        asked.setdefault((effect.what, effect.outcome.column), {})[effect.players] = effect
    for by_size in asked.values():
        for players, against in pairs:
            if players not in by_size or against not in by_size:
                continue
            one, other = by_size[players], by_size[against]
            make = sure_difference if sequential else independent_difference
            estimate = make(one.estimate, other.estimate)
            verdict = verdict_by_interval(estimate, one.tolerance) if sequential else Verdict.NOT_SETTLED
            found.append(Between(one.what, players, against, one.outcome, estimate, verdict))
            family.append(Evidence(estimate, one.tolerance, min(one.changed, other.changed)))
    if sequential:
        return tuple(found)
    verdicts = [judged.verdict for judged in simultaneous_verdicts(family, alpha)]
    return tuple(
        Between(one.what, one.players, one.against, one.outcome, one.estimate, verdict)
        for one, verdict in zip(found, verdicts, strict=True)
    )
