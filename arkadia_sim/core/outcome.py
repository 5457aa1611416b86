"""Outcomes: the numbers of a game that strategies are compared by."""

from math import inf

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arkadia_sim.core.stored import Stored


class Outcome(Stored):
    """What a player of one game gets out of it, as a number: its share of the win, a lead, a score.

    A game declares its outcomes in order; the first is what one plays for. More is better: a game that counts errors
    or penalties declares what is left of them. The rows of results hold an outcome as the game counts it. Everything
    that is told of it (estimates, tolerances, figures) is in its ``unit``: the number in the rows times ``scale``.
    """

    column: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="the column of the players' table that holds it")
    label: str = Field(min_length=1, description="what it is called in a sentence: 'score'")
    unit: str = Field(min_length=1, description="what it is counted in: 'points'")
    amount: str = Field(min_length=1, description="the words after a difference: '+6.1 points on the score'")
    scale: float = Field(1.0, gt=0, description="what the number in the rows is multiplied by to be in this unit")
    tolerance: float | None = Field(
        1.0, gt=0, description="a difference within ± this does not matter, unless an experiment says otherwise; null: "
        "the outcome is told beside the others and gets no verdicts"
    )  # fmt: skip
    low: float | None = Field(None, description="the least a player gets, in the unit; null where there is none")
    high: float | None = Field(None, description="the most a player gets, in the unit; null where there is none")
    total: float | None = Field(
        None, description="what all players of a game get together, in the unit, where that is always the same: chance "
        "gives each an equal part"
    )  # fmt: skip
    ranks: bool = Field(
        False, description="whether the players of a game are ranked by it: the best one's minus the second's is the "
        "margin of the game"
    )  # fmt: skip
    smoothing: float | None = Field(
        None, gt=0, description="a value this far above 0 (in the unit) counts as 0.73 of a win where a search wants a "
        "score that also tells close games from clear ones; null: the number itself is the score"
    )  # fmt: skip

    @model_validator(mode="after")
    def _bounds_are_apart(self) -> "Outcome":
        if self.low is not None and self.high is not None and not self.low < self.high:
            raise ValueError(f"outcome {self.column}: its least value must be below its greatest")
        return self

    @property
    def judged(self) -> bool:
        """Whether comparisons give verdicts on it."""
        return self.tolerance is not None

    @property
    def axis(self) -> str:
        """What stands along the axis of a figure: "score (points)", or "coins" where the unit is called the same."""
        return self.label if self.label == self.unit else f"{self.label} ({self.unit})"

    @property
    def widest(self) -> float | None:
        """How far apart two values in the rows can be at most; None where that is not known beforehand."""
        return None if self.low is None or self.high is None else (self.high - self.low) / self.scale

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest value, in the unit; infinite where there is none."""
        return (-inf if self.low is None else self.low, inf if self.high is None else self.high)

    def chance(self, players: int) -> float | None:
        """What a player gets by chance alone among so many, in the unit; None where that is not known beforehand."""
        return None if self.total is None else self.total / players

    def score(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of the rows as scores to climb by.

        With ``smoothing`` it is the logistic function of the value: nearly 1 for a clear win and nearly 0 for a clear
        defeat, but a narrow defeat counts more than a wide one, so that fewer games tell two players apart.
        """
        told = values * self.scale
        if self.smoothing is None:
            return told
        smooth: NDArray[np.float64] = 0.5 * (1.0 + np.tanh(told / (2.0 * self.smoothing)))  # never overflows
        return smooth
