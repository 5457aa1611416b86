"""The manifest of a run (``manifest.json``): everything needed to play it again, and a summary of its results.

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
from arkadia_sim.stats.verdicts import error_rate

FORMAT = "arkadia-sim-run/6"


class Failure(Stored):
    """A failed game: its number in the run, the seat and the bot at fault, and the reason."""

    game: int
    seat: int
    bot: str
    reason: str


class Counts(Stored):
    """The totals over all chunks. Failed games are counted in ``games`` and have rows like any other."""

    games: int = 0
    player_rows: int = 0
    traced_games: int = 0
    turn_rows: int = 0
    failed: int = 0
    ends: dict[str, int] = Field(default_factory=dict, description="number of games by how they ended")


class Manifest(Stored):
    """A run as stored in ``manifest.json``."""

    format: str = FORMAT
    status: Literal["running", "complete"] = "running"
    kind: Literal["play", "experiment"]
    fingerprint: str = Field(description="equal for two runs if and only if each deal has the same games in both")
    game: str = Field(description="the game's name, or its module and object")
    game_title: str = Field(description="the game's name for people")
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
        (), description="the number of games each time the run was complete and deals were added later"
    )
    outcomes: tuple[Outcome, ...] = Field(description="what bots are compared by; the first is the goal of the game")
    ends: tuple[End, ...] = Field(description="how a game can end, apart from failing")
    columns: dict[str, tuple[Column, ...]] = Field(description="the data dictionary of `games/` and `turns/`")
    pictures: tuple[Picture, ...] = Field((), description="the figures that the game declares")
    chunks: tuple[str, ...] = Field((), description="the chunks in order, without folder and ending")
    counts: Counts = Counts()
    failures: tuple[Failure, ...] = Field((), description="the first failed games; `counts` has the total")
    started: str
    finished: str | None = None
    seconds: float | None = Field(None, description="duration of the last session, which completed the run")
    workers: int | None = Field(None, description="number of workers in that session; the rows do not depend on it")
    checksum: str = Field("", description="checksum of all other fields; shows whether the file was edited")

    @property
    def alpha(self) -> float:
        """The error rate for this run's results: the more often it was complete before, the lower."""
        return error_rate(len(self.stood))

    @property
    def level(self) -> float:
        """The confidence level of its intervals."""
        return 1 - self.alpha

    @property
    def plan(self) -> Plan:
        """The plan of its games."""
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
        """The outcomes that get verdicts, in order."""
        return judged_outcomes(self.outcomes)
