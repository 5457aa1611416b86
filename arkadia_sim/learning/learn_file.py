"""``learn.json``: the plan and the results of a learning. It is replaced as a whole after every stage.

The models below are the schema.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.lessons import LessonPlan, PracticePlan
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.learning import LESSON_DEALS, PRACTICE, ROUNDS
from arkadia_sim.learning.fit import KindFitted
from arkadia_sim.tuning.saved_bot import SavedBot, player_from
from arkadia_sim.tuning.search_file import Interval, SearchFile, search_command

FORMAT = "arkadia-sim-learn/3"
KEPT = {
    "before": "the bot as it was",
    "fit": "the fit",
    "practised": "the bot after practice",
}
"""The versions that a round may keep, in words."""


def counted(number: int, noun: str) -> str:
    """``1 round``, ``2 rounds``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class LearnRequest:
    """What to learn: the bot, its teachers, the opponents that decide which version is kept, and what they play by."""

    bot: str
    teachers: tuple[str, ...]
    against: tuple[str, ...]
    players: tuple[int, ...]
    rounds: int = ROUNDS
    deals: int = LESSON_DEALS
    practice: int = PRACTICE
    seed: int = 1
    game: str = DEFAULT_GAME
    rules: Mapping[str, Any] = field(default_factory=dict)
    components: Mapping[str, Any] = field(default_factory=dict)

    def command(self) -> str:
        """The command that repeats this learning."""
        return search_command("learn", self, teachers="teacher", against="among")


class Strength(Stored):
    """The result of a player against one opponent in all other seats, in the unit of the first outcome."""

    against: str
    value: Interval


class Stage(Stored):
    """One round at one table size: lessons, fit and practice, and the result of each."""

    players: int
    round: int
    lessons: int = Field(description="candidates in the lessons")
    kinds: tuple[KindFitted, ...]
    start: Literal["fit", "before"] = Field(description="whose weights practice starts from")
    games: int
    failed: int = Field(0, description="of these games, those that a bot's fault ended")
    kept: Literal["practised", "fit", "before"] = Field(
        description="the version that is kept; before: the bot before this round"
    )
    fitted: tuple[Strength, ...] = Field(description="of the fit, on further deals that decided nothing")
    practised: tuple[Strength, ...] = Field((), description="of the bot after practice, on the same; none: no practice")
    result: tuple[Strength, ...] = Field(description="of the weights that are kept, on the same further deals")
    gain: Interval = Field(description="in score over the bot before this round, on the same further deals")
    weights: dict[str, float]


class LearnFile(SearchFile):
    """The content of ``learn.json``."""

    KIND = "learning"
    NAME = "learn.json"
    SAVED = SavedBot("learn", "learning", "learned")

    format: str = FORMAT
    teachers: tuple[str, ...]
    rounds: int
    deals: int
    rules: dict[str, Any] = Field({}, description="options of the rules that differ from the game's own")
    components: dict[str, Any] = Field({}, description="pieces that replace the game's own")
    lessons: LessonPlan
    practice: PracticePlan | None = Field(None, description="of the last round; null for a bot that cannot practise")
    stages: tuple[Stage, ...] = ()

    def stage(self, players: int, number: int) -> Stage | None:
        """A finished stage, or None."""
        return next((stage for stage in self.stages if (stage.players, stage.round) == (players, number)), None)

    def stage_before(self, players: int, number: int) -> Stage | None:
        """The finished stage that a stage starts from: the round before, or the last round of the table size before."""
        if number > 1:
            return self.stage(players, number - 1)
        place = self.players.index(players)
        return self.stage(self.players[place - 1], self.rounds) if place else None

    def has_learned_before(self, players: int, number: int) -> bool:
        """Whether a stage starts from learned weights: all but the very first do."""
        return number > 1 or self.players.index(players) > 0

    def weights(self) -> dict[int, dict[str, float]]:
        """The learned weights by number of players."""
        return {stage.players: stage.weights for stage in self.stages}

    def table(self, path: Path) -> BotTable:
        """The learned bot as a table of a bot file at ``path``, without the weights that did not change."""
        bot = resolve_game(self.game).find_bot(self.bot).bot
        kept = {stage.kept for stage in self.stages} - {"before"}
        played = "practised" in kept
        how = f"with weights learned from search{' and from play' if played else ''}"
        if not kept:
            how = "because nothing that it learned plays better"
        default = {parameter.name: parameter.default for parameter in bot.parameters}
        changed = {}
        for players, weights in sorted(self.weights().items()):
            before = {**default, **bot.by_players.get(players, {})}
            changed[str(players)] = {name: value for name, value in weights.items() if value != before[name]}
        teachers, lessons = ", ".join(self.teachers), sum(stage.lessons for stage in self.stages)
        note = f"{lessons:,} candidates played out in lessons beside {teachers}; {counted(self.rounds, 'round')}"
        if self.practice is not None:
            note += f"; {counted(self.practice.generations, 'generation')} of practice"
        return BotTable(
            player=player_from(BotSpec.parse(self.bot), path),
            plan=f"Plays as {bot.name} does, {how}.",
            source=f"{bot.name}, taught by search beside {teachers}{', then improved by play' if played else ''}",
            by_players=changed,
            provenance=[self.provenance(max(1, self.games), start=self.bot, note=note)],
        )

    @property
    def games(self) -> int:
        """Games played so far, without lessons."""
        return sum(stage.games for stage in self.stages)

    @property
    def failed(self) -> int:
        """Of these games, those that a bot's fault ended."""
        return sum(stage.failed for stage in self.stages)
