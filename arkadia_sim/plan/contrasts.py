"""Contrasts: what the comparisons of a run estimate, and when a run stops playing for one.

Every contrast is tested on each outcome with a tolerance. A run that stops early looks at its deals after fixed numbers
of them (:mod:`arkadia_sim.runner.stopping`).
"""

from collections.abc import Iterable, Sequence
from math import sqrt

from pydantic import Field

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import Stored
from arkadia_sim.plan.plan import Comparison, Section
from arkadia_sim.stats.sequential import PairedSequence, looks


class Contrast(Stored):
    """The effect of one change at one kind of table."""

    players: int
    company: str
    change: int = Field(description="index into the experiment's changes; in the design seats the seat")

    @classmethod
    def of(cls, section: Section, comparison: Comparison) -> "Contrast":
        """The contrast that a comparison of a section estimates; a later section may go on with it."""
        return cls(players=section.players, company=section.company, change=comparison.change)


class Look(Contrast):
    """One look at a contrast, on one outcome; its interval holds at all looks at once.

    ``mean``, ``low`` and ``high`` are as the rows count the outcome, not in its unit.
    """

    deals: int
    outcome: str = Field(description="its column")
    mean: float
    low: float
    high: float
    decided: bool = Field(description="all outcomes of the contrast are settled: no more games are played for it")

    @property
    def contrast(self) -> Contrast:
        """The contrast that was looked at."""
        return Contrast(**{name: getattr(self, name) for name in Contrast.model_fields})


class Stopping(Stored):
    """When a run stops playing for a contrast."""

    error_rate: float = Field(description="of all answers together")
    tolerances: dict[str, float] = Field(description="by outcome, in its unit: less is no difference that matters")
    first_look: int = Field(description="deals before the first look")
    most: dict[int, int] = Field(description="the greatest number of deals, by the number of players")
    compiled: bool = True
    wanted: int | None = Field(None, description="games per chunk, where the experiment says so")

    def tolerance(self, outcome: Outcome) -> float:
        """What is no difference that matters, as the rows count the outcome."""
        return self.tolerances[outcome.column] / outcome.scale

    def looks(self, players: int) -> list[int]:
        """After how many deals a contrast at that table size may be looked at."""
        return looks(self.first_look, self.most[players])

    def next_look(self, players: int, deals: int) -> int | None:
        """How many deals the next look sees after one at ``deals``; None after the last."""
        later = [count for count in self.looks(players) if count > deals]
        return later[0] if later else None

    def sequence(self, players: int, outcome: Outcome, tests: int) -> PairedSequence:
        """How one outcome is looked at, where a run has so many tests in all.

        The intervals are narrowest half way, by doublings, to the last look.
        """
        most = self.most[players]
        return PairedSequence(
            alpha=self.error_rate / tests,
            looks=len(self.looks(players)),
            tuned_to=sqrt(min(self.first_look, most) * most),
            most=outcome.widest,
        )


def judged_outcomes(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Those that comparisons give verdicts on, in order."""
    return tuple(one for one in outcomes if one.judged)


def tests(sections: Iterable[Section], judged: Sequence[Outcome]) -> int:
    """How many tests sections have: one for every comparison and judged outcome."""
    return len(judged) * sum(len(section.comparisons) for section in sections)
