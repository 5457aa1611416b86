"""Outcomes: the numbers by which strategies are compared."""

from collections.abc import Collection, Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arkadia_sim.core.stored import Stored


class Outcome(Stored):
    """A number that a player gets from one game: a share of the win, a lead, a score.

    A game declares its outcomes in order, and the first is the goal of the game. More is better: a game that counts
    penalties declares what is left of a budget. The rows of results hold the game's own number. Everything derived from
    it (estimates, tolerances, figures) uses ``unit``: the number in the rows times ``scale``.
    """

    column: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="its column in the table of players")
    label: str = Field(min_length=1, description="its name in a sentence: 'score'")
    unit: str = Field(min_length=1, description="its unit: 'points'")
    amount: str = Field(min_length=1, description="the words after the number of a difference: 'points on the score'")
    scale: float = Field(1.0, gt=0, description="factor from the number in the rows to the unit")
    tolerance: float | None = Field(
        1.0, gt=0, description="differences within ± this do not matter, unless an experiment says otherwise; null: "
        "the outcome gets no verdicts"
    )  # fmt: skip
    low: float | None = Field(None, description="the minimum for a player, in the unit; null: no minimum")
    high: float | None = Field(None, description="the maximum for a player, in the unit; null: no maximum")
    total: float | None = Field(
        None, description="the sum over all players of a game, in the unit, if it is always the same"
    )  # fmt: skip
    ranks: bool = Field(
        False, description="whether it ranks the players: best minus second best is the margin of the game"
    )  # fmt: skip
    smoothing: float | None = Field(
        None, gt=0, description="for searches that tell close games from clear ones: a value this far above 0 (in the "
        "unit) counts as 0.73 of a win; null: the number itself is the score"
    )  # fmt: skip

    @model_validator(mode="after")
    def _bounds_are_apart(self) -> "Outcome":
        if self.low is not None and self.high is not None and not self.low < self.high:
            raise ValueError(f"outcome {self.column}: low must be below high")
        return self

    @property
    def judged(self) -> bool:
        """Whether comparisons give verdicts on it."""
        return self.tolerance is not None

    @property
    def axis(self) -> str:
        """The label of an axis: "score (points)", or "coins" if label and unit are the same."""
        return self.label if self.label == self.unit else f"{self.label} ({self.unit})"

    @property
    def widest(self) -> float | None:
        """The largest possible distance between two values in the rows; None if not known in advance."""
        return None if self.low is None or self.high is None else (self.high - self.low) / self.scale

    @property
    def bounds(self) -> tuple[float, float]:
        """The minimum and maximum, in the unit; infinite if there is none."""
        return (-inf if self.low is None else self.low, inf if self.high is None else self.high)

    @property
    def difference_bounds(self) -> tuple[float, float]:
        """The least and the greatest difference between two values, in the unit; infinite if there is none."""
        low, high = self.bounds
        return (low - high, high - low)

    def chance(self, players: int) -> float | None:
        """The average per player at a table of this size, in the unit; None if not known in advance."""
        return None if self.total is None else self.total / players

    def score(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Convert values of the rows to scores for a search.

        With ``smoothing`` the score is a logistic function of the value: nearly 1 for a clear win, nearly 0 for a clear
        defeat. A narrow defeat then counts more than a wide one, so fewer games tell two players apart.
        """
        in_unit = values * self.scale
        if self.smoothing is None:
            return in_unit
        smooth: NDArray[np.float64] = 0.5 * (1.0 + np.tanh(in_unit / (2.0 * self.smoothing)))  # never overflows
        return smooth


WIN_SHARE = Outcome(
    column="win_share",
    label="win rate",
    unit="points",
    amount="points of win rate",
    scale=100.0,
    low=0.0,
    high=100.0,
    total=100.0,
)  # what most games are played for: 1 for the only winner, 1/k for each of k tied winners, else 0


def lead_outcome(column: str, unit: str, smoothing: float) -> Outcome:
    """The lead over the best opponent, in the unit of the score."""
    return Outcome(
        column=column,
        label="lead over the best opponent",
        unit=unit,
        amount=f"{unit} on the lead over the best opponent",
        smoothing=smoothing,
    )


def points_outcomes(unit: str, smoothing: float) -> tuple[Outcome, ...]:
    """The outcomes of a game in which points win: win rate, lead and score; ``smoothing`` is that of the lead."""
    return (
        WIN_SHARE,
        lead_outcome("score_lead", unit, smoothing),
        Outcome(column="score", label="score", unit=unit, amount=unit, tolerance=None),
    )


def standing_of(scores: Sequence[float], winners: Collection[int]) -> tuple[list[float], list[float], list[float]]:
    """Win rates, leads over the best opponent and scores of a finished game, each by seat."""
    shares = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(len(scores))]
    leads = [score - max([*scores[:seat], *scores[seat + 1 :]]) for seat, score in enumerate(scores)]
    return shares, leads, list(scores)
