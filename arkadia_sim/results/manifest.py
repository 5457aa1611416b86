"""The manifest of a run: everything needed to play it again, and what came of it (``manifest.json``).

The fields below are the schema. ``format`` changes whenever a reader of older manifests would go wrong.
"""

from typing import Any, Literal

from pydantic import Field

from arkadia_sim.core.bot import BotDescription
from arkadia_sim.core.game import Column, End, Picture
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import Stored
from arkadia_sim.plan.contrasts import Look, Stopping, judged_outcomes
from arkadia_sim.plan.plan import Plan, Section
from arkadia_sim.stats.looking import error_rate

FORMAT = "arkadia-sim-run/6"


class Failure(Stored):
    """A game that a bot's fault ended: its number in the run, the seat and bot at fault, and what happened."""

    game: int
    seat: int
    bot: str
    reason: str


class Counts(Stored):
    """What lies in the chunks. Failed games are among ``games`` and have rows like any other."""

    games: int = 0
    player_rows: int = 0
    traced_games: int = 0
    turn_rows: int = 0
    failed: int = 0
    ends: dict[str, int] = Field(default_factory=dict, description="games by reason of their end")


class Manifest(Stored):
    """A run as ``manifest.json`` tells it."""

    format: str = FORMAT
    status: Literal["running", "complete"] = "running"
    kind: Literal["play", "experiment"]
    fingerprint: str = Field(description="equal for two runs exactly when their games of each deal are")
    game: str = Field(description="as the toolkit finds it: its name, or module and object")
    game_title: str = Field(description="as people call it")
    rules_version: str
    seed: int
    chosen: dict[str, str] = Field(default_factory=dict, description="components other than the game's own, as chosen")
    trace: float = Field(description="the share of games kept turn by turn")
    record: bool = Field(description="whether full game records are kept")
    experiment: dict[str, Any] | None = Field(None, description="the experiment's keys, all tolerances filled in")
    stopping: Stopping | None = Field(None, description="when a question is asked no further")
    looks: tuple[Look, ...] = Field((), description="what was seen where there is `stopping`")
    versions: dict[str, str] = Field(description="of this toolkit, Python and the libraries that matter")
    caveats: tuple[str, ...] = Field((), description="what the game says a reader should know")
    bots: tuple[BotDescription, ...]
    sections: tuple[Section, ...]
    stood: tuple[int, ...] = Field(
        (), description="how many games it had each time that it stood finished and more deals were then added"
    )
    outcomes: tuple[Outcome, ...] = Field(description="what bots are compared by; the first is what one plays for")
    ends: tuple[End, ...] = Field(description="how the game can end, apart from failing")
    columns: dict[str, tuple[Column, ...]] = Field(description="the data dictionary: of `games/` and of `turns/`")
    pictures: tuple[Picture, ...] = Field((), description="what the game says may be drawn of it")
    chunks: tuple[str, ...] = Field((), description="the chunks, without folder and ending, in order")
    counts: Counts = Counts()
    failures: tuple[Failure, ...] = Field((), description="the first failed games, see counts")
    started: str
    finished: str | None = None
    seconds: float | None = Field(None, description="from start to end of the sitting that finished the run")
    workers: int | None = Field(None, description="of that sitting; it does not matter for the rows")
    checksum: str = Field("", description="of all the rest as it was written: tells whether it was edited since")

    @property
    def alpha(self) -> float:
        """The chance of a mistake that what is told of the run may have: the less, the oftener it was seen before."""
        return error_rate(len(self.stood))

    @property
    def level(self) -> float:
        """How surely its intervals hold."""
        return 1 - self.alpha

    @property
    def plan(self) -> Plan:
        """What is played."""
        bots = tuple(bot.spec for bot in self.bots)
        return Plan(
            game=self.game,
            seed=self.seed,
            bots=bots,
            sections=self.sections,
            trace=self.trace,
            record=self.record,
        )

    @property
    def judged(self) -> tuple[Outcome, ...]:
        """The outcomes that comparisons give verdicts on, in order."""
        return judged_outcomes(self.outcomes)
