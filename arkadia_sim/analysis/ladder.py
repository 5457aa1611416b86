"""All bots against all: where each stands at every table size, who surely beats whom, and in which circles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, permutations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import BadValue
from arkadia_sim.experiments.files import ExperimentFile, checked
from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.plan.designs import OneAmong, seats_of_ones
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.outcomes import rows_as_array
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.equivalence import Evidence
from arkadia_sim.stats.intervals import Estimate, known, mean_interval
from arkadia_sim.stats.ladder import (
    Pair,
    advantages,
    cycles,
    field_interval,
    surely_beats,
)

DEALS = 500
"""Deals at each table size, unless something else is asked for."""

Values = NDArray[np.float64]


@dataclass(frozen=True)
class FieldMean:
    """A bot's mean of one outcome against the field, in the outcome's unit, with its interval over deals."""

    outcome: Outcome
    estimate: Estimate


@dataclass(frozen=True)
class Standing:
    """Where a bot stands: its mean against the field in every outcome, in the outcome's unit.

    ``deals`` are the fewest against any of its field. Alone at the table there is no field: its means are what it gets.
    """

    bot: str
    deals: int
    outcomes: tuple[FieldMean, ...]

    @property
    def main(self) -> FieldMean:
        """How it does in what one plays for."""
        return self.outcomes[0]

    def as_json(self) -> dict[str, Any]:
        """The standing as plain values, outcomes by their columns."""
        row: dict[str, Any] = {"bot": self.bot, "deals": self.deals}
        for one in self.outcomes:
            name, mean = one.outcome.column, one.estimate
            row |= {name: mean.mean, f"{name}_low": known(mean.low), f"{name}_high": known(mean.high)}
        return row


@dataclass(frozen=True)
class Meeting:
    """What one ``bot`` gets among ``others`` only, in the first outcome's unit.

    ``advantage`` is that minus what one of the others gets among bots like it, in the same seats of the same deals;
    ``beats`` says that it is surely above zero, ``beaten`` that it is surely below.
    """

    bot: str
    others: str
    mean: Estimate
    advantage: Estimate
    beats: bool
    beaten: bool

    def as_json(self) -> dict[str, Any]:
        """The meeting as plain values."""
        row: dict[str, Any] = {"bot": self.bot, "others": self.others, "deals": self.mean.n}
        for name, one in (("mean", self.mean), ("advantage", self.advantage)):
            row |= {name: one.mean, f"{name}_low": known(one.low), f"{name}_high": known(one.high)}
        return row | {"beats": self.beats, "beaten": self.beaten}


@dataclass(frozen=True)
class LadderTable:
    """The ladder of one table size: the best first; no meetings and no cycles where one plays alone.

    Every bot of a cycle surely beats the next, the last the first.
    """

    players: int
    deals: int
    standings: tuple[Standing, ...]
    meetings: tuple[Meeting, ...] = ()
    cycles: tuple[tuple[str, ...], ...] = ()
    undecided: int = 0

    def as_json(self) -> dict[str, Any]:
        """The table as plain values."""
        return {
            "players": self.players,
            "deals": self.deals,
            "bots": [one.as_json() for one in self.standings],
            "pairs": [one.as_json() for one in self.meetings],
            "cycles": [list(circle) for circle in self.cycles],
            "pairs_open": self.undecided,
        }

    def meeting(self, bot: str, others: str) -> Meeting:
        """What one bot gets among others."""
        return next(one for one in self.meetings if (one.bot, one.others) == (bot, others))

    def beaten_by(self, bot: str) -> list[str]:
        """Whom a bot surely beats, in the order of the ladder."""
        return [one.bot for one in self.standings if one.bot != bot and self.meeting(bot, one.bot).beats]


@dataclass(frozen=True)
class LadderResults:
    """A finished ladder: a table for each number of players; all pairs of all tables judged as one family."""

    folder: Path
    manifest: Manifest
    experiment: Experiment
    sections: tuple[SectionGames, ...]
    tables: tuple[LadderTable, ...]

    @property
    def outcome(self) -> Outcome:
        """What one plays for."""
        return self.manifest.outcomes[0]

    @property
    def pairs(self) -> int:
        """How many pairs were judged together."""
        return sum(len(table.meetings) for table in self.tables) // 2

    def as_json(self) -> dict[str, Any]:
        """The ladder as plain values."""
        counts = self.manifest.counts
        return {
            "tables": [table.as_json() for table in self.tables],
            "pairs_judged_together": self.pairs,
            "games": counts.games,
            "failed": counts.failed,
            "level": self.manifest.level,
            "seed": self.manifest.seed,
            "folder": str(self.folder),
        }


def ladder_file(
    bots: Sequence[str],
    players: Sequence[int],
    deals: int | None,
    seed: int,
    groups: Mapping[str, Sequence[str]],
    slow: Mapping[str, int],
    rules: Mapping[str, Any],
    game: str,
) -> ExperimentFile:
    """The experiment in which these bots meet each other; UsageError for fewer than two, or one named twice."""
    if len(bots) < 2:
        raise BadValue("bots", ", ".join(bots), "two different bots or more: a ladder is of bots that meet each other")
    for bot in bots:
        if list(bots).count(bot) > 1:
            raise BadValue("bots", bot, "every bot once")
    document = {
        "name": "ladder",
        "title": "The ladder",
        "question": "How strong is each bot against all the others?",
        "design": "ladder",
        "game": game,
        "seed": seed,
        "players": list(players),
        "deals": DEALS if deals is None else deals,
        "trace": 0.0,
        "bots": list(bots),
        "groups": {name: list(members) for name, members in groups.items()},
        "slow": dict(slow),
        "rules": dict(rules),
    }
    experiment = checked(document, "ladder")
    return ExperimentFile(experiment, Path("ladder"), experiment.as_toml())


def ladder_results(
    run: RunFolder, manifest: Manifest, experiment: Experiment, sections: tuple[SectionGames, ...]
) -> LadderResults:
    """The standings of a finished ladder."""
    played = [
        _Played(players, manifest, experiment, _values(run, manifest, [index for index, _ in parts]))
        for players, parts in _by_players(manifest.sections)
    ]
    families = surely_beats([one.advantages for one in played], manifest.alpha)
    tables = tuple(one.table(beats) for one, beats in zip(played, families, strict=True))
    return LadderResults(run.root, manifest, experiment, sections, tables)


def _by_players(sections: Sequence[Section]) -> list[tuple[int, list[tuple[int, Section]]]]:
    """The sections with their numbers by the number of players."""
    return [(players, list(parts)) for players, parts in groupby(enumerate(sections), key=lambda one: one[1].players)]


def _values(run: RunFolder, manifest: Manifest, numbers: Sequence[int]) -> Mapping[OneAmong, Values]:
    """Of each pair of a table size the means over the seats, by deal and outcome, read chunk by chunk."""
    outcomes = manifest.outcomes
    found: dict[OneAmong, list[Values]] = {}
    for number in numbers:
        section = manifest.sections[number]
        places = {pair: tuple(np.array(seats).T) for pair, seats in seats_of_ones(section).items()}
        for file in run.section_files(number):
            rows = pl.read_parquet(file, columns=[outcome.column for outcome in outcomes])
            values = rows_as_array(rows, section, outcomes)
            for pair, (lineups, seats) in places.items():
                found.setdefault(pair, []).append(values[:, lineups, seats].mean(axis=1))
    return {pair: np.concatenate(parts) for pair, parts in found.items()}


@dataclass
class _Played:
    """The games of one table size, by pair, and what is told of them."""

    players: int
    manifest: Manifest
    experiment: Experiment
    of_pairs: Mapping[OneAmong, Values]
    values: Values = field(init=False)  # of what one plays for: one, others, deal; NaN where not played
    advantages: dict[Pair, Evidence] = field(init=False)

    def __post_init__(self) -> None:
        self.values = self._cube(0)
        self.advantages = advantages(self.values) if self.players > 1 else {}

    @property
    def bots(self) -> tuple[str, ...]:
        return self.experiment.bots

    @property
    def outcome(self) -> Outcome:
        return self.manifest.outcomes[0]

    def _cube(self, outcome: int) -> Values:
        """The values of one outcome as an array by one, others and deal; alone at the table they are their own."""
        deals = max(len(one) for one in self.of_pairs.values())
        cube = np.full((len(self.bots), len(self.bots), deals), np.nan)
        for (one, others), values in self.of_pairs.items():
            cube[one, one if others is None else others, : len(values)] = values[:, outcome]
        return cube

    def table(self, beats: set[Pair]) -> LadderTable:
        """The ladder, where it is known who surely beats whom."""
        means = self._means()
        standings = [Standing(bot, means[k][0].estimate.n, means[k]) for k, bot in enumerate(self.bots)]
        standings.sort(key=lambda one: -one.main.estimate.mean)
        alone = self.players == 1
        return LadderTable(
            self.players,
            self.values.shape[2],
            tuple(standings),
            () if alone else tuple(self._meeting(pair, beats) for pair in permutations(range(len(self.bots)), 2)),
            tuple(tuple(self.bots[place] for place in circle) for circle in cycles(beats)),
            len(self.advantages) - len(beats),
        )

    def _means(self) -> list[tuple[FieldMean, ...]]:
        """Every bot's mean against the field in every outcome; its own mean where it plays alone."""
        found = []
        cubes = [self._cube(number) for number in range(len(self.manifest.outcomes))]
        for place in range(len(self.bots)):
            outcomes = []
            for outcome, cube in zip(self.manifest.outcomes, cubes, strict=True):
                weights = np.eye(len(self.bots))[place] if self.players == 1 else self.field_of(place)
                estimate = field_interval(cube[place], weights, self.manifest.level)
                outcomes.append(FieldMean(outcome, estimate.scaled(outcome.scale).cut(*outcome.bounds)))
            found.append(tuple(outcomes))
        return found

    def field_of(self, place: int) -> Values:
        """How much each bot weighs in the field of one of them.

        All alike, but a group together as much as one bot; its members are not of each other's field.
        """
        weights = np.ones(len(self.bots))
        for members in self.experiment.groups.values():
            inside = [self.bots.index(bot) for bot in members]
            weights[inside] = 0.0 if place in inside else 1 / len(inside)
        weights[place] = 0.0
        return weights

    def _meeting(self, pair: Pair, beats: set[Pair]) -> Meeting:
        one, others = pair
        values, back = self.values[one, others], self.values[others, one]
        return Meeting(
            self.bots[one],
            self.bots[others],
            self._estimate(values).cut(*self.outcome.bounds),
            self._estimate(values - back),
            (one, others) in beats,
            (others, one) in beats,
        )

    def _estimate(self, values: Values) -> Estimate:
        return mean_interval(values[np.isfinite(values)], self.manifest.level).scaled(self.outcome.scale)
