"""Every line-up with each deal: how much is seat, players, deal and the rest, and what one player does to the next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.analysis.differences import Finding, finding_of
from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.outcomes import outcome_values
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, known
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.stats.simultaneous import Taken, held_at_once
from arkadia_sim.stats.variance import PARTS, Split, variance_split

Values = NDArray[np.float64]


@dataclass(frozen=True)
class OutcomeSplit:
    """How the variance of one outcome falls into parts at one table size."""

    players: int
    outcome: Outcome
    split: Split

    def as_json(self) -> dict[str, Any]:
        """The shares as plain values."""
        row: dict[str, Any] = {"players": self.players, "outcome": self.outcome.column}
        for part in PARTS:
            row |= _ends(part, self.split.share(part))
        return row | {"variance": self.split.total * self.outcome.scale**2, "deals": self.split.deal.n}


@dataclass(frozen=True)
class Beside:
    """What one ``bot`` in place of one of the ``others`` is worth to a player, in the first outcome's unit.

    ``after`` says how many seats after it that player sits; where ``less`` is given, it is that minus what it is worth
    to the player so many seats after it. The player is one of the others, in the same seats of the same deals. All
    intervals of a run hold at once, and ``finding`` says where this one lies.
    """

    players: int
    bot: str
    others: str
    after: int
    less: int | None
    estimate: Estimate
    finding: Finding

    def as_json(self) -> dict[str, Any]:
        """The difference as plain values."""
        named = {"players": self.players, "bot": self.bot, "others": self.others, "seats_after": self.after}
        return (
            named
            | {"minus_seats_after": self.less}
            | _ends("difference", self.estimate)
            | {"verdict": str(self.finding)}
        )


@dataclass(frozen=True)
class Alone:
    """What one ``bot`` among ``others`` gets, in the first outcome's unit; all of these intervals hold at once."""

    players: int
    bot: str
    others: str
    estimate: Estimate

    def as_json(self) -> dict[str, Any]:
        """The mean as plain values."""
        return {"players": self.players, "bot": self.bot, "others": self.others} | _ends("mean", self.estimate)


@dataclass(frozen=True)
class CrossedResults:
    """A finished run of every line-up with each deal."""

    folder: Path
    manifest: Manifest
    experiment: Experiment
    sections: tuple[SectionGames, ...]
    splits: tuple[OutcomeSplit, ...]
    alone: tuple[Alone, ...]
    beside: tuple[Beside, ...]

    @property
    def outcome(self) -> Outcome:
        """What one plays for."""
        return self.manifest.outcomes[0]

    @property
    def tolerance(self) -> float:
        """What does not matter of that, in its unit; 0 where it gets no verdicts."""
        return self.experiment.tolerances.get(self.outcome.column, 0.0)

    def table(self) -> pl.DataFrame:
        """One row per table size and outcome: the shares of its variance with intervals."""
        return pl.DataFrame([one.as_json() for one in self.splits], infer_schema_length=None)

    def neighbours(self) -> pl.DataFrame:
        """One row per table size, pair of bots and seat beside: what the one is worth to who sits there."""
        return pl.DataFrame([one.as_json() for one in self.beside], infer_schema_length=None)

    def as_json(self) -> dict[str, Any]:
        """The results as plain values."""
        counts = self.manifest.counts
        return {
            "splits": [one.as_json() for one in self.splits],
            "alone": [one.as_json() for one in self.alone],
            "beside": [one.as_json() for one in self.beside],
            "games": counts.games,
            "failed": counts.failed,
            "level": self.manifest.level,
            "seed": self.manifest.seed,
            "folder": str(self.folder),
        }


def crossed_results(
    run: RunFolder, manifest: Manifest, experiment: Experiment, sections: tuple[SectionGames, ...]
) -> CrossedResults:
    """What a finished run of the design ``crossed`` says."""
    splits: list[OutcomeSplit] = []
    of_main: dict[int, Values] = {}
    for index, section in enumerate(manifest.sections):
        values = outcome_values(run, index, section, manifest.outcomes)
        lineups = [lineup.bots for lineup in section.lineups]
        for number, outcome in enumerate(manifest.outcomes):
            if np.ptp(values[..., number]) > 0 and len(values) > 1:
                splits.append(
                    OutcomeSplit(section.players, outcome, variance_split(values[..., number], lineups, manifest.level))
                )
        of_main[index] = values[..., 0] * manifest.outcomes[0].scale
    bots = [bot.spec for bot in manifest.bots]
    tolerance = experiment.tolerances.get(manifest.outcomes[0].column, 0.0)
    return CrossedResults(
        run.root,
        manifest,
        experiment,
        sections,
        tuple(splits),
        tuple(_alone(manifest, bots, of_main)),
        tuple(_beside(manifest, bots, of_main, tolerance)),
    )


def _alone(manifest: Manifest, bots: list[str], of_main: Mapping[int, Values]) -> Iterator[Alone]:
    asked: list[tuple[int, str, str]] = []
    taken: list[list[Taken]] = []
    for index, section in enumerate(manifest.sections):
        for bot, other in permutations(range(len(bots)), 2):
            asked.append((section.players, bots[bot], bots[other]))
            seen = _by_distance(of_main[index], section, bot, other)[0]
            taken.append([(seen, 1.0, section.players)])
    estimates, _ = held_at_once(taken, manifest.level)
    for named, estimate in zip(asked, estimates, strict=True):
        yield Alone(*named, estimate.cut(*manifest.outcomes[0].bounds))


def _beside(manifest: Manifest, bots: list[str], of_main: Mapping[int, Values], tolerance: float) -> Iterator[Beside]:
    asked: list[tuple[int, str, str, int, int | None]] = []
    taken: list[list[Taken]] = []
    for index, section in enumerate(manifest.sections):
        players = section.players
        for bot, other in permutations(range(len(bots)), 2):
            seen = _by_distance(of_main[index], section, bot, other)
            usual = _by_distance(of_main[index], section, other, other)[0]
            worth = {after: np.round(seen[after] - usual, DECIMALS) for after in range(1, players)}
            steps: list[tuple[int, int | None]] = [(after, None) for after in worth]
            steps += [(1, players - 1)] if players > 2 else []
            for after, less in steps:
                asked.append((players, bots[bot], bots[other], after, less))
                taken.append([(worth[after] - (0.0 if less is None else worth[less]), 1.0, players)])
    estimates, _ = held_at_once(taken, manifest.level)
    for named, ((values, _, _),), estimate in zip(asked, taken, estimates, strict=True):
        yield Beside(*named, estimate, finding_of(estimate, tolerance, same=not np.any(values)))


def _by_distance(values: Values, section: Section, bot: int, other: int) -> list[Values]:
    """With one of a bot among others: what who sits 0, 1, 2 … seats after it gets, the mean over its seats, by deal."""
    numbers = {lineup.bots: number for number, lineup in enumerate(section.lineups)}
    seats = range(section.players)
    ones = [numbers[tuple(bot if seat == place else other for seat in seats)] for place in seats]
    return [
        np.mean([values[:, ones[place], (place + after) % section.players] for place in seats], axis=0)
        for after in seats
    ]


def _ends(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {name: estimate.mean, f"{name}_low": known(estimate.low), f"{name}_high": known(estimate.high)}
