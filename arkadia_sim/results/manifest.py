"""The manifest of a run (``manifest.json``): all that is needed to play it again, and a summary of its results.

The fields below are the schema. ``format`` changes whenever a reader of older manifests would go wrong.
"""

from pathlib import Path
from typing import Any, Literal

from pydantic import Field, model_validator

from arkadia_sim.core.bot import BotDescription
from arkadia_sim.core.game import NOT_PLAYED, Column, End, Trajectory
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import UsageError, printable
from arkadia_sim.plan.plan import Plan, Section
from arkadia_sim.results.files import both_values
from arkadia_sim.stats.verdicts import error_rate

FORMAT = "arkadia-sim-run/6"


class Failure(Stored):
    """A failed game: its number in the run, the seat and the bot at fault, and the reason."""

    game: int
    seat: int
    bot: str
    reason: str


class Counts(Stored):
    """The totals over all chunks. Games that failed or were not played count in ``games`` and have rows, too."""

    games: int = 0
    player_rows: int = 0
    traced_games: int = 0
    turn_rows: int = 0
    failed: int = 0
    ends: dict[str, int] = Field(default_factory=dict, description="number of games by how they ended")

    @property
    def unplayed(self) -> int:
        """How many games were not played, because a bot had used up its time limits."""
        return self.ends.get(NOT_PLAYED, 0)

    @property
    def mislead(self) -> bool:
        """Whether more than 1% of the games failed, so that averages over the others would mislead."""
        return self.failed + self.unplayed > FAILED_MOST * self.games


FAILED_MOST = 0.01
"""The share of games that may fail."""


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
    trajectories: tuple[Trajectory, ...] = Field((), description="numbers that can be followed turn by turn")
    chunks: tuple[str, ...] = Field((), description="the chunks in order, without folder and ending")
    counts: Counts = Counts()
    failures: tuple[Failure, ...] = Field((), description="the first failed games; `counts` has the total")
    started: str
    finished: str | None = None
    seconds: float | None = Field(None, description="duration of the last session, which completed the run")
    workers: int | None = Field(None, description="number of workers in that session; the rows do not depend on it")

    @model_validator(mode="before")
    @classmethod
    def _of_earlier_versions(cls, document: Any) -> Any:
        """Read what earlier versions wrote: rules for stopping, options, and pictures that nobody draws."""
        if not isinstance(document, dict):
            return document
        if document.get("stopping") is not None:
            raise UsageError(
                "the run was to stop when decided (`until`), which this version cannot read: play without `until` into "
                "another folder, and add deals with --deals if an interval is too wide"
            )
        return {
            key: value for key, value in document.items() if key not in ("stopping", "looks", "pictures", "options")
        }

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
            game=self.game, seed=self.seed, bots=bots, sections=self.sections, trace=self.trace, record=self.record
        )

    @property
    def names(self) -> list[str]:
        """The bots as the experiment names them: an adapted player by the bot that it was made from."""
        adapted = {entry["plays"]: entry["bot"] for entry in (self.experiment or {}).get("adapted", ())}
        return [adapted.get(bot.spec, bot.spec) for bot in self.bots]

    @property
    def judged(self) -> tuple[Outcome, ...]:
        """The outcomes that get verdicts, in order."""
        return tuple(outcome for outcome in self.outcomes if outcome.judged)


_IDENTITY = ("game", "seed", "rules_version", "trace", "record", "bots", "sections")


def taken_up(root: Path, stored: Manifest, wanted: Manifest) -> Manifest:
    """The manifest with which a run in ``root`` continues; UsageError if that is another run, or has more deals. It is
    the stored manifest with the wanted experiment. If more deals are wanted, it is that of a run just started with all
    of them; ``stood`` then notes if the stored run was complete."""
    if stored.fingerprint != wanted.fingerprint:
        raise UsageError(_other_run(root, stored, wanted))
    manifest = stored.model_copy(update={"experiment": wanted.experiment})
    both = list(zip(stored.sections, wanted.sections, strict=True))
    if any(old.games > new.games for old, new in both):
        raise UsageError(_fewer(root, stored, wanted))
    sections = tuple(new.grown_from(old) for old, new in both)
    if all(old.games == new.games for old, new in both):
        return manifest.model_copy(update={"sections": sections})
    stood = (*stored.stood, stored.plan.games) if stored.status == "complete" else stored.stood
    return wanted.model_copy(update={"sections": sections, "stood": stood, "started": stored.started})


def _fewer(root: Path, stored: Manifest, wanted: Manifest) -> str:
    """The message for fewer deals than there are; plain play counts games."""
    what = "games" if stored.kind == "play" else "deals"
    old, new = ([getattr(section, what) for section in manifest.sections] for manifest in (stored, wanted))
    more, fewer = next(pair for pair in zip(old, new, strict=True) if pair[0] > pair[1])
    return (
        f"{root} holds this run with {more:,} {what}, but you asked for {fewer:,}: {what} can be added, not removed; "
        "choose another folder with --out"
    )


def _other_run(root: Path, stored: Manifest, wanted: Manifest) -> str:
    """The message for another run: in what it differs from the one asked for."""
    old, new = stored.model_dump(mode="json"), wanted.model_dump(mode="json")
    details = []
    for name in _IDENTITY:
        if name == "bots":
            details += _different_bots(old[name], new[name])
        elif name == "sections":
            facts = {"players", "company", "setting", "lineups", "comparisons"}
            there, now = ([part.model_dump(include=facts) for part in run.sections] for run in (stored, wanted))
            details += ["table sizes, companies, line-ups, rules or components"] if there != now else []
        elif old[name] != new[name]:
            details.append(both_values(name, old[name], new[name]))
    versions = [manifest.versions.get("arkadia_sim", "unknown") for manifest in (stored, wanted)]
    if versions[0] != versions[1]:
        details.append(both_values("version of this toolkit", *versions))
    return f"{root} holds another run: choose another folder with --out. What differs: {', '.join(details)}"


def _names(bots: list[dict[str, Any]]) -> str:
    return ", ".join(str(bot.get("spec")) for bot in bots)


def _different_bots(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[str]:
    if old == new:
        return []
    if (there := _names(old)) != (now := _names(new)):
        return [both_values("bots", there, now)]
    sources = [{item for bot in bots for item in bot["sources"].items()} for bots in (old, new)]
    names = sorted({printable(name) for name, _ in sources[0] ^ sources[1]})
    return [f"bots (changed since: {', '.join(names)})" if names and all(sources) else "bots (their code changed)"]
