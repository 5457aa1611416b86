"""What a run asks, and when a question is asked no further.

A question is what one comparison asks about one change: every outcome with a tolerance is asked about. Where a run
stops by itself, looks are taken after fixed numbers of deals (:mod:`arkadia_sim.runner.stopping` takes them).
"""

from collections.abc import Iterable, Sequence
from math import sqrt

from pydantic import Field

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import Stored
from arkadia_sim.plan.plan import Comparison, Section
from arkadia_sim.stats.paired_sequence import PairedSequence
from arkadia_sim.stats.sequential import looks


class Question(Stored):
    """What is asked of every outcome with a tolerance: the worth of one change at one kind of table."""

    players: int
    company: str
    change: int = Field(description="index into the experiment's changes; in the design seats the seat")

    @classmethod
    def of(cls, section: Section, comparison: Comparison) -> "Question":
        """The question that a comparison of a section asks; a later section may ask it again."""
        return cls(players=section.players, company=section.company, change=comparison.change)


class Look(Question):
    """What one look at a question saw of one outcome; its interval holds at all looks at once.

    ``mean``, ``low`` and ``high`` are as the rows count the outcome, not in its unit.
    """

    deals: int
    outcome: str = Field(description="its column")
    mean: float
    low: float
    high: float
    decided: bool = Field(description="all outcomes of the question are settled: it is not played on")

    @property
    def question(self) -> Question:
        """What was looked at."""
        return Question(**{name: getattr(self, name) for name in Question.model_fields})


class Stopping(Stored):
    """When a question is asked no further."""

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
        """After how many deals a question of that table size may be looked at."""
        return looks(self.first_look, self.most[players])

    def next_look(self, players: int, deals: int) -> int | None:
        """How many deals the next look sees after one at ``deals``; None after the last."""
        later = [count for count in self.looks(players) if count > deals]
        return later[0] if later else None

    def sequence(self, players: int, outcome: Outcome, questions: int) -> PairedSequence:
        """How one outcome is looked at, where so many are asked about in all.

        The intervals are narrowest half way, by doublings, to the last look.
        """
        most = self.most[players]
        return PairedSequence(
            alpha=self.error_rate / questions,
            looks=len(self.looks(players)),
            tuned_to=sqrt(min(self.first_look, most) * most),
            most=outcome.widest,
        )


def judged_outcomes(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Those that comparisons give verdicts on, in order."""
    return tuple(one for one in outcomes if one.judged)


def questions(sections: Iterable[Section], judged: Sequence[Outcome]) -> int:
    """How many answers sections give: one for every comparison and judged outcome."""
    return len(judged) * sum(len(section.comparisons) for section in sections)
