"""The run that somebody asks for: its plan, what its comparisons estimate, and when it stops playing for one.

Every contrast is tested on each outcome with a tolerance. A run that stops early looks at its deals after fixed numbers
of them (:mod:`arkadia_sim.runner.stopping`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import Stored
from arkadia_sim.plan.plan import Comparison, Plan, Section
from arkadia_sim.stats.sequential import PairedSequence, looks


class Contrast(Stored):
    """The effect of one change at one table size in one company."""

    players: int
    company: str
    change: int = Field(description="index into the experiment's changes; in the design seats the seat")

    @classmethod
    def of(cls, section: Section, comparison: Comparison) -> "Contrast":
        """The contrast that a comparison of a section estimates; a later section may continue it."""
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
    decided: bool = Field(description="all outcomes of the contrast are decided: no more games are played for it")

    @property
    def contrast(self) -> Contrast:
        """The contrast that was looked at."""
        return Contrast(**{name: getattr(self, name) for name in Contrast.model_fields})


class Stopping(Stored):
    """When a run stops playing for a contrast."""

    error_rate: float = Field(description="of all answers together")
    tolerances: dict[str, float] = Field(description="by outcome, in its unit: a smaller difference does not matter")
    first_look: int = Field(description="deals before the first look")
    most: dict[int, int] = Field(description="the greatest number of deals, by the number of players")
    compiled: bool = True
    wanted: int | None = Field(None, description="games per chunk, where the experiment says so")

    def tolerance(self, outcome: Outcome) -> float:
        """The smallest difference that matters, as the rows count the outcome."""
        return self.tolerances[outcome.column] / outcome.scale

    def looks(self, players: int) -> list[int]:
        """After how many deals a contrast at that table size may be looked at."""
        return looks(self.first_look, self.most[players])

    def next_look(self, players: int, deals: int) -> int | None:
        """The number of deals at the look after the one at ``deals``; None after the last."""
        later = [count for count in self.looks(players) if count > deals]
        return later[0] if later else None

    def sequence(self, players: int, outcome: Outcome, tests: int) -> PairedSequence:
        """The confidence sequence of one outcome in a run with this number of tests.

        Its intervals are narrowest half way, counted in doublings, to the last look.
        """
        most = self.most[players]
        return PairedSequence(
            alpha=self.error_rate / tests,
            looks=len(self.looks(players)),
            tuned_to=sqrt(min(self.first_look, most) * most),
            most=outcome.widest,
        )


def judged_outcomes(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """The outcomes that get verdicts, in order."""
    return tuple(outcome for outcome in outcomes if outcome.judged)


def tests(sections: Iterable[Section], judged: Sequence[Outcome]) -> int:
    """How many tests sections have: one for every comparison and judged outcome."""
    return len(judged) * sum(len(section.comparisons) for section in sections)


OnError = Literal["count", "stop"]


@dataclass(frozen=True)
class RunRequest:
    """A plan, and where it comes from.

    Args:
        plan: What is played. With ``stopping`` it is the first stage: what follows each look depends on the results.
        kind: An experiment or plain play.
        experiment: The experiment as plain values, defaults filled in.
        experiment_text: The text of its file.
        files: Files that the text names, which are copied beside it.
        chosen: Components other than the game's own.
        stopping: When to stop early.
        on_error: Whether a failed game counts as one, or stops the run.
    """

    plan: Plan
    kind: Literal["play", "experiment"]
    experiment: Mapping[str, Any] | None = None
    experiment_text: str | None = None
    files: tuple[Path, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    stopping: Stopping | None = None
    on_error: OnError = "count"
