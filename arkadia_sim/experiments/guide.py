"""The page that one can play by, as a study asks for it: what strong players do, and what that is worth to them.

A study whose file has a table ``[guide]`` gets such a page in front. It takes one of the parts, in which changes were
tried one at a time, and for each advice two of its changes: what it is worth to a strong player that the thing can be
done at all (barred against free), and what it would be worth to do it at every chance (free against forced).
"""

from dataclasses import dataclass
from string import Formatter
from typing import Literal, Self

from pydantic import Field, model_validator

from arkadia_sim.experiments.messages import Inconsistent, Where
from arkadia_sim.experiments.written import Several, Written

DO, DO_NOT = "do", "do not"
"""What a claim can say of a deed."""

MEAN, MEDIAN, MIDDLE, SHARE, RATIO = "mean", "median", "middle", "share", "ratio"
STATISTICS = {
    MEAN: "the mean over players and games, with its interval",
    MEDIAN: "the median of those above 0, for what may never come to pass",
    MIDDLE: "where the middle half of those above 0 lie",
    SHARE: "in how many of a hundred games it was above 0",
}
"""What can be told of a column; of a column over another it is the ratio of their sums, with its interval."""


@dataclass(frozen=True)
class Habit:
    """One number of how players play: what is told of a column of their rows, or of that ``over`` another."""

    column: str
    statistic: str
    over: str | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it is made from."""
        return (self.column,) if self.over is None else (self.column, self.over)


def habits_of(text: str) -> list[Habit]:
    """The numbers that a text asks for, in order: ``{score.mean}``, ``{first.median}``, ``{score/turns}``.

    ValueError for braces that do not match, or what is no column with a statistic.
    """
    found = []
    for _, name, form, conversion in Formatter().parse(text):
        if name is None:
            continue
        column, dot, statistic = name.partition(".")
        above, slash, below = column.partition("/")
        known = (not slash and statistic in STATISTICS) or (slash and not dot)
        if form or conversion or not above.isidentifier() or (slash and not below.isidentifier()) or not known:
            raise ValueError(name)
        found.append(Habit(above, statistic or RATIO, below or None))
    return found


class Advice(Written):
    """One line of the guide: a deed, the changes that tell its worth, and how strong players go about it."""

    claim: str = Field("", description="the claim that it belongs to, by its short name")
    quote: str = Field("", description="what the claim says, in a sentence of one's own")
    says: Literal["do", "do not"] | None = Field(
        None, description="whether it asks for the deed or warns of it; neither: it is judged apart"
    )
    deed: str = Field(min_length=1, description="as it stands after a verb: 'keep a card back'")
    possible: str | None = Field(None, description="the change from never to whenever the player likes")
    always: str | None = Field(None, description="the change from there to at every chance")
    habit: str = Field("", description="how they play, with numbers of columns: '{cards.mean} cards a game'")

    @model_validator(mode="after")
    def _can_be_told(self) -> Self:
        faults: list[tuple[Where, str | None]] = []
        if self.possible is None and self.always is None and not self.habit:
            faults.append((("possible",), "a change in at least one of `possible` and `always`, or a `habit`"))
        try:
            habits_of(self.habit)
        except ValueError:
            allowed = f"a text with numbers as {{column.statistic}} ({', '.join(STATISTICS)}) or {{column/column}}"
            faults.append((("habit",), allowed))
        if faults:
            raise Inconsistent(faults)
        return self


class Guide(Written):
    """Which part of a study tells how strong players play, and what is told of it."""

    part: str = Field(min_length=1, description="the part in which the changes were tried one at a time")
    strong: Several[str] = Field(min_length=1, description="companies of strong players, by name")
    others: Several[str] = Field((), description="companies that they are held against, by name")
    advice: Several[Advice] = Field(min_length=1)
