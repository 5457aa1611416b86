"""How strong bots are: each against all others, and who beats whom."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, permutations
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arkadia_sim.core.game import Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.written import Fault, Several, check, repeated
from arkadia_sim.errors import did_you_mean
from arkadia_sim.plan.designs import OneAmong, Size, ladder_section, seats_of_ones
from arkadia_sim.plan.plan import DEALS_MOST, Section
from arkadia_sim.plots.figures import MeetingPoint, Point, draw_lines, draw_meetings
from arkadia_sim.questions.estimates import Row, number_fields
from arkadia_sim.questions.labels import players_text
from arkadia_sim.questions.question import BotKeys, Seating
from arkadia_sim.questions.results import Results
from arkadia_sim.results.files import read_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import rows_as_array
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.ladder import Pair, advantages, field_interval, surely_beats
from arkadia_sim.stats.verdicts import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Values = NDArray[np.float64]


class Ladder(BotKeys):
    """How strong bots are: one of each among others of each other kind, in every seat of the same deals."""

    design: Literal["ladder"] = "ladder"
    bots: Several[Annotated[str, Field(min_length=1)]] = Field(min_length=2)
    slow: dict[str, Annotated[int, Field(ge=2, le=DEALS_MOST)]] = Field(
        default_factory=dict, description="fewer deals for the pairs of a slow bot"
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        faults: list[Fault] = [(("bots",), "each bot once")] if repeated(self.bots) else []
        unknown = next((bot for bot in self.slow if bot not in self.bots), None)
        if unknown is not None:
            hint = did_you_mean(unknown, self.bots)
            faults.append((("slow",), f"bots of the ladder; {unknown!r} is none of them{hint}"))
        check(faults)
        return self

    def with_bots(self, replace: Callable[[str], str]) -> Self:
        """The same question with each bot replaced."""
        slow = {replace(bot): deals for bot, deals in self.slow.items()}
        return super().with_bots(replace).model_copy(update={"slow": slow})

    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """A section for all pairs with equally many deals, the most first.

        All begin with the same deal, so the deals of the pairs of slow bots are deals of all pairs.
        """
        by_deals: dict[int, list[OneAmong]] = {}
        for bot in range(len(self.bots)):
            others = [None] if setting.players == 1 else [other for other in range(len(self.bots)) if other != bot]
            for other in others:
                pair = [self.bots[place] for place in (bot, other) if place is not None]
                by_deals.setdefault(self.deals_of_pair(setting.players, *pair), []).append((bot, other))
        for deals, pairs in sorted(by_deals.items(), reverse=True):
            few = deals < self.deals_for(setting.players)
            section = ladder_section(setting, pairs, Size(deals, seating.compiled and not few, self.chunk_games))
            if few:
                slow = [bot for bot in self.bots if self.slow.get(bot) == deals]
                section = section.model_copy(update={"company": ", ".join(slow)})
            yield section

    def deals_of_pair(self, players: int, *bots: str) -> int:
        """How many deals these bots play against each other: fewer if one of them is slow."""
        return min([self.deals_for(players), *(self.slow[bot] for bot in bots if bot in self.slow)])

    def results(self, run: RunFolder, manifest: Manifest) -> "LadderResults":
        """The standings of a finished ladder; all pairs of all tables are judged as one family."""
        played = [
            _Played(players, manifest, self, _values(run, manifest, [index for index, _ in parts]))
            for players, parts in groupby(enumerate(manifest.sections), key=lambda place: place[1].players)
        ]
        families = surely_beats([games.advantages for games in played], manifest.alpha)
        tables = tuple(games.table(beats) for games, beats in zip(played, families, strict=True))
        return LadderResults(run.root, manifest, self, tables)


@dataclass(frozen=True)
class Standing:
    """A bot's mean against all others in every outcome, in the outcome's unit; alone at the table, its own mean.

    ``deals`` are the fewest against any of the others.
    """

    bot: str
    deals: int
    outcomes: tuple[tuple[Outcome, Estimate], ...]

    @property
    def main(self) -> Estimate:
        """Its mean of the game's first outcome."""
        return self.outcomes[0][1]


@dataclass(frozen=True)
class Meeting:
    """The average of one ``bot`` among ``others`` only, in the first outcome's unit.

    ``advantage`` is that minus the average of one of the others among bots like it, in the same seats of the same
    deals; ``beats`` says that it is significantly above zero, ``beaten`` that it is significantly below.
    """

    bot: str
    others: str
    mean: Estimate
    advantage: Estimate
    beats: bool
    beaten: bool


@dataclass(frozen=True)
class LadderTable:
    """The ladder of one table size, the best bot first."""

    players: int
    deals: int
    standings: tuple[Standing, ...]
    meetings: tuple[Meeting, ...] = ()


@dataclass(frozen=True)
class LadderResults(Results):
    """A finished ladder: a table for each number of players."""

    default_document: ClassVar[str] = "ladder.md"

    question: Ladder
    tables: tuple[LadderTable, ...]

    @property
    def pairs(self) -> int:
        """How many pairs were judged together."""
        return sum(len(table.meetings) for table in self.tables) // 2

    def estimates(self) -> Iterator[Row]:
        """Every bot against all others, then every pair: the average of one among the others, and who beats whom."""
        for table in self.tables:
            place: dict[str, Any] = {"part": self.name, "design": self.question.design, "players": table.players}
            against = "" if table.players == 1 else "all others"
            for standing in table.standings:
                for outcome, estimate in standing.outcomes:
                    named = {"bot": standing.bot, "baseline": against, "outcome": outcome.column, "unit": outcome.unit}
                    yield Row(**place | named | number_fields(estimate) | {"kind": "field"})
            main = {"outcome": self.manifest.outcomes[0].column, "unit": self.manifest.outcomes[0].unit}
            for meeting in table.meetings:
                named = {"bot": meeting.bot, "contrast": meeting.others}
                yield Row(**place | named | main | number_fields(meeting.mean) | {"kind": "meeting"})
                verdict = "higher" if meeting.beats else "lower" if meeting.beaten else "inconclusive"
                judged = {"test": f"one family of {self.pairs} pairs", "verdict": verdict, "kind": "beats"}
                yield Row(**place | named | main | number_fields(meeting.advantage) | judged)

    def figures(self) -> Mapping[str, "Callable[[], Figure]"]:
        """``ladder_N`` and ``pairs_N`` for each table size N."""
        drawn: dict[str, Callable[[], Figure]] = {}
        for table in self.tables:
            drawn[f"ladder_{table.players}"] = lambda table=table: self._standings(table)  # type: ignore[misc]
            if table.meetings:
                drawn[f"pairs_{table.players}"] = lambda table=table: self._pairs(table)  # type: ignore[misc]
        return drawn

    def _standings(self, table: LadderTable) -> "Figure":
        """Every bot with its mean against all others."""
        outcome = self.manifest.outcomes[0]
        title = f"{outcome.axis}{'' if table.players == 1 else ' against all others'}"
        chance = outcome.chance(table.players)
        meaning = "" if chance is None else f"an equal share with {players_text(table.players)}"
        points = [Point(title, standing.bot, "", standing.main) for standing in table.standings]
        return draw_lines(points, {title: (chance or 0.0, meaning)})

    def _pairs(self, table: LadderTable) -> "Figure":
        """The average of one of each bot among others of one kind."""
        points = [
            MeetingPoint(
                meeting.bot,
                meeting.others,
                meeting.mean.mean,
                meeting.advantage.mean,
                "▲" if meeting.beats else "▼" if meeting.beaten else "",
            )
            for meeting in table.meetings
        ]
        outcome = self.manifest.outcomes[0]
        head = f"{outcome.axis} of one bot (row) among others of one kind (column), {players_text(table.players)}"
        return draw_meetings(points, [standing.bot for standing in table.standings], head)


def _values(run: RunFolder, manifest: Manifest, numbers: Sequence[int]) -> Mapping[OneAmong, Values]:
    """For each pair of a table size the means over the seats, by deal and outcome, read chunk by chunk."""
    outcomes = manifest.outcomes
    by_pair: dict[OneAmong, list[Values]] = {}
    for number in numbers:
        section = manifest.sections[number]
        places = {pair: tuple(np.array(seats).T) for pair, seats in seats_of_ones(section).items()}
        for file in run.section_files(number):
            rows = read_rows(file, [outcome.column for outcome in outcomes])
            values = rows_as_array(rows, section, outcomes)
            for pair, (lineups, seats) in places.items():
                by_pair.setdefault(pair, []).append(values[:, lineups, seats].mean(axis=1))
    return {pair: np.concatenate(parts) for pair, parts in by_pair.items()}


@dataclass
class _Played:
    """The games of one table size, by pair, and the ladder that they make."""

    players: int
    manifest: Manifest
    question: Ladder
    of_pairs: Mapping[OneAmong, Values]
    values: Values = field(init=False)  # of the first outcome: one, others, deal; NaN where not played
    advantages: dict[Pair, Evidence] = field(init=False)

    def __post_init__(self) -> None:
        self.values = self._cube(0)
        self.advantages = advantages(self.values) if self.players > 1 else {}

    @property
    def bots(self) -> tuple[str, ...]:
        return self.question.bots

    @property
    def outcome(self) -> Outcome:
        return self.manifest.outcomes[0]

    def _cube(self, outcome: int) -> Values:
        """The values of one outcome by one, others and deal; alone at the table a bot is its own opponent."""
        deals = max(map(len, self.of_pairs.values()))
        cube = np.full((len(self.bots), len(self.bots), deals), np.nan)
        for (bot, others), values in self.of_pairs.items():
            cube[bot, bot if others is None else others, : len(values)] = values[:, outcome]
        return cube

    def table(self, beats: set[Pair]) -> LadderTable:
        """The ladder, given the pairs in which one bot beats the other."""
        means = self._means()
        standings = [Standing(bot, means[k][0][1].n, means[k]) for k, bot in enumerate(self.bots)]
        standings.sort(key=lambda standing: -standing.main.mean)
        alone = self.players == 1
        return LadderTable(
            self.players,
            self.values.shape[2],
            tuple(standings),
            () if alone else tuple(self._meeting(pair, beats) for pair in permutations(range(len(self.bots)), 2)),
        )

    def _means(self) -> list[tuple[tuple[Outcome, Estimate], ...]]:
        """Every bot's mean against the field in every outcome; its own mean if it plays alone."""
        means = []
        cubes = [self._cube(number) for number in range(len(self.manifest.outcomes))]
        for place in range(len(self.bots)):
            outcomes = []
            for outcome, cube in zip(self.manifest.outcomes, cubes, strict=True):
                own = np.eye(len(self.bots))[place]
                weights = own if self.players == 1 else 1.0 - own
                estimate = field_interval(cube[place], weights, self.manifest.level)
                outcomes.append((outcome, _possible(estimate.scaled(outcome.scale), outcome)))
            means.append(tuple(outcomes))
        return means

    def _meeting(self, pair: Pair, beats: set[Pair]) -> Meeting:
        bot, others = pair
        values, back = self.values[bot, others], self.values[others, bot]
        return Meeting(
            self.bots[bot],
            self.bots[others],
            _possible(self._estimate(values), self.outcome),
            self._estimate(values - back).with_unseen(*self.outcome.difference_bounds),
            (bot, others) in beats,
            (others, bot) in beats,
        )

    def _estimate(self, values: Values) -> Estimate:
        return mean_interval(values[np.isfinite(values)], self.manifest.level).scaled(self.outcome.scale)


def _possible(estimate: Estimate, outcome: Outcome) -> Estimate:
    """An estimate in the outcome's unit, within what is possible; one of 0% or 100% keeps an interval."""
    return estimate.cut(*outcome.bounds).with_unseen(*outcome.bounds)
