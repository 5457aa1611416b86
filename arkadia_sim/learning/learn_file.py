"""What a learning keeps: ``learn.json``, replaced whole after every stage, beside lessons, practice and evolutions.

The models below are the schema.
"""

import shlex
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.lessons import LessonPlan, PracticePlan
from arkadia_sim.core.stored import Stored
from arkadia_sim.learning import GENERATIONS, LESSON_DEALS, PRACTICE, ROUNDS
from arkadia_sim.learning.evolution import EvolutionPlan
from arkadia_sim.learning.fit import KindFitted
from arkadia_sim.tuning.search_file import Interval, SearchFile

FORMAT = "arkadia-sim-learn/2"
KEPT = {
    "before": "the bot as it was",
    "fit": "the fit",
    "practised": "the bot after practice",
    "evolved": "the evolved bot",
}
"""What may be kept of a round, in words."""


@dataclass(frozen=True)
class LearnRequest:
    """What to learn: the bot with weights, the teachers that give lessons beside it, and whom it is compared with."""

    bot: str
    teachers: tuple[str, ...]
    against: tuple[str, ...]
    players: tuple[int, ...]
    rounds: int = ROUNDS
    deals: int = LESSON_DEALS
    practice: int = PRACTICE
    generations: int = GENERATIONS
    seed: int = 1
    game: str = DEFAULT_GAME

    def command(self) -> str:
        """The command that repeats it."""
        words = ["arkadia-sim", "learn", self.bot]
        for option, values in (("teacher", self.teachers), ("against", self.against)):
            for value in values:
                words += [f"--{option}", value]
        words += ["--players", ",".join(map(str, self.players)), "--rounds", str(self.rounds)]
        words += ["--deals", str(self.deals), "--practice", str(self.practice)]
        words += ["--generations", str(self.generations), "--seed", str(self.seed)]
        if self.game != DEFAULT_GAME:
            words += ["--game", self.game]
        return shlex.join(words)


class Strength(Stored):
    """How a player did against one opponent in all other seats, in the unit of what one plays for."""

    against: str
    value: Interval


class Stage(Stored):
    """One round at one table size: lessons, fit, practice and evolution, and what each came to."""

    players: int
    round: int
    lessons: int = Field(description="candidates in the lessons")
    kinds: tuple[KindFitted, ...]
    start: Literal["fit", "before"] = Field(
        description="whose weights were played on from in the last round: what played better; earlier: fit"
    )
    games: int
    failed: int = Field(0, description="of these games, those that a bot's fault ended")
    kept: Literal["evolved", "practised", "fit", "before"] = Field(
        description="which of these played best on fresh deals; before: the bot before this round"
    )
    fitted: tuple[Strength, ...] = Field(description="of the fit, on further deals, by which nothing was chosen")
    practised: tuple[Strength, ...] = Field((), description="of the bot after practice, on the same; none: no practice")
    evolved: tuple[Strength, ...] = Field((), description="of the bot after evolution, on the same; none: no evolution")
    result: tuple[Strength, ...] = Field(description="of the weights that are kept, on the same further deals")
    gain: Interval = Field(description="in score over the bot before this round, on the same further deals")
    weights: dict[str, float]


class LearnFile(SearchFile):
    """A learning as ``learn.json`` tells it."""

    KIND = "learning"
    NAME = "learn.json"

    format: str = FORMAT
    teachers: tuple[str, ...]
    rounds: int
    deals: int
    lessons: LessonPlan
    practice: PracticePlan | None = Field(None, description="of the last round; null for a bot that cannot practise")
    evolution: EvolutionPlan | None = Field(description="null where practice leaves nothing to evolve")
    stages: tuple[Stage, ...] = ()

    def stage(self, players: int, number: int) -> Stage | None:
        """A stage that is finished, or None."""
        return next((stage for stage in self.stages if (stage.players, stage.round) == (players, number)), None)

    def stage_before(self, players: int, number: int) -> Stage | None:
        """The finished stage that a stage begins from: the round before, or the last round of the table size before."""
        if number > 1:
            return self.stage(players, number - 1)
        place = self.players.index(players)
        return self.stage(self.players[place - 1], self.rounds) if place else None

    def has_learned_before(self, players: int, number: int) -> bool:
        """Whether a stage begins from something learned: all but the very first do."""
        return number > 1 or self.players.index(players) > 0

    def weights(self) -> dict[int, dict[str, float]]:
        """The weights that were learned, by number of players."""
        return {stage.players: stage.weights for stage in self.stages}

    @property
    def games(self) -> int:
        """Games played so far, those in lessons not counted."""
        return sum(stage.games for stage in self.stages)

    @property
    def failed(self) -> int:
        """Of these games, those that a bot's fault ended."""
        return sum(stage.failed for stage in self.stages)
