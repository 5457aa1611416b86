"""What a run plays: a rule that gives game i from i alone, so that ten million games need no list.

::

    run       = sections one after another                   (one setting and one company each)
    section   = deals one after another; of each deal all line-ups     (game = (deal - first deal) x line-ups + line-up)
    chunk     = some whole deals of one section: what one worker plays at a time and keeps as one file
                (only where play ended within a deal, and games were added, does the next chunk begin there)

The number of workers appears nowhere in here: the same plan gives the same games, chunks and rows on any machine. How
many deals there are decides nothing about any one of them: a plan with more of them has the games of one with fewer.

Only :meth:`Section.seats_of` assigns bots to seats: from a list of line-ups, the same for every deal.
The designs that make sections are in :mod:`arkadia_sim.plan.designs`.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arkadia_sim.core.game import Batch, Setting
from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import BadValue
from arkadia_sim.rng import deal_seeds

SEED_LIMIT = 2**64
DEALS_MOST = 1_000_000_000
NUMBERS_OF_A_SECTION = 10**12
"""How many numbers are set aside for the games of each section, more than any will have: a game keeps its number,
whatever the sections before its own grow to."""

_TRACE_BRANCH = 1 << 32  # a branch of the seed tree that no number of players reaches
_UNIT = 1.0 / (1 << 53)


class Lineup(Stored):
    """The bot in each seat: ``bots[seat]`` is an index into the run's bots.

    ``role`` says what the line-up is for at first ("with", "control", "rotation", "ladder", "seats", "crossed"); other
    comparisons may use it for something else. ``focus`` is the seat that is looked at, or None when the line-up serves
    several seats.
    """

    bots: tuple[int, ...]
    role: str
    focus: int | None = None


SeatOfLineup = tuple[int, int]
"""A line-up of a section, by its number, and a seat in it."""


class Comparison(Stored):
    """What is compared in every deal: ``with_[i]`` and ``control[i]`` are the same seat, with everybody else alike.

    In the design ``seats`` it is one seat and all seats of the same game.
    """

    change: int = Field(description="index into the experiment's changes; in the design seats the seat")
    with_: tuple[SeatOfLineup, ...] = Field(alias="with", description="seats with the change: [line-up, seat]")
    control: tuple[SeatOfLineup, ...] = Field(description="the same seats without it, in the same order")


class Stretch(Stored):
    """The games of a section up to ``games``, in chunks of their own."""

    games: int = Field(description="where it ends, counted from the first game of the section")
    chunk_games: int = Field(ge=1, description="games per chunk")


class Section(Stored):
    """The games of one setting and one company: all line-ups of each deal, the last deal perhaps cut by ``games``.

    Game ``i`` of a section is deal ``first_deal + i // games_per_deal``, line-up ``i % games_per_deal``.
    """

    setting: Setting
    company: str = Field("", description="the others at the table, by their short name")
    lineups: tuple[Lineup, ...] = Field(min_length=1, description="of every deal")
    comparisons: tuple[Comparison, ...] = ()
    first_deal: int = 0
    games: int = Field(ge=1)
    chunk_games: int = Field(ge=1, description="games per chunk, of those after `before`")
    before: tuple[Stretch, ...] = Field((), description="what there was when more deals were added, each time")

    @model_validator(mode="after")
    def _seats_exist(self) -> Self:
        if any(len(lineup.bots) != self.players for lineup in self.lineups):
            raise ValueError(f"a line-up does not have {self.players} bots")
        for comparison in self.comparisons:
            for lineup, seat in (*comparison.with_, *comparison.control):
                if not (0 <= lineup < len(self.lineups) and 0 <= seat < self.players):
                    raise ValueError(f"a comparison names seat {seat} of line-up {lineup}, which does not exist")
        return self

    @property
    def games_per_deal(self) -> int:
        """How many games are played of a deal."""
        return len(self.lineups)

    @property
    def players(self) -> int:
        """How many players sit at the table."""
        return self.setting.players

    @property
    def deals(self) -> int:
        """How many deals are played, counting one that is cut short."""
        return -(-self.games // self.games_per_deal)

    @property
    def chunks(self) -> int:
        """How many chunks the section has."""
        return sum(count for _, count, _ in self._stretches())

    def chunk(self, number: int) -> tuple[int, int]:
        """The first game of a chunk, and how many games it holds; IndexError where there is none of that number."""
        for first, chunks, stretch in self._stretches():
            if number < chunks:
                start = first + number * stretch.chunk_games
                return start, min(stretch.chunk_games, stretch.games - start)
            number -= chunks
        raise IndexError("the section has no such chunk")

    def grown_from(self, earlier: "Section") -> "Section":
        """This section where its first games lie in the chunks of an earlier one, with as many games or fewer.

        The chunks that are there stay as they are, the last and short one too, and new ones begin after it. So no game
        is played twice, and at every moment each file is a chunk of the larger plan: nothing has to be replaced, which
        a kill could come between.
        """
        if earlier.games == self.games:
            return self.model_copy(update={"before": earlier.before, "chunk_games": earlier.chunk_games})
        there = Stretch(games=earlier.games, chunk_games=earlier.chunk_games)
        return self.model_copy(update={"before": (*earlier.before, there)})

    def _stretches(self) -> Iterator[tuple[int, int, Stretch]]:
        """The stretches, each after its first game and how many chunks it has, of which all but the last are full."""
        first = 0
        for stretch in (*self.before, Stretch(games=self.games, chunk_games=self.chunk_games)):
            yield first, -(-(stretch.games - first) // stretch.chunk_games), stretch
            first = stretch.games

    def deals_of(self, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """The deals of games of this section."""
        return self.first_deal + games // self.games_per_deal

    def seats_of(self, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """The bot in each seat of games of this section: one row per game, one column per seat."""
        table = np.array([lineup.bots for lineup in self.lineups], dtype=np.int64)
        seats: NDArray[np.int64] = table[games % len(self.lineups)]
        return seats


@dataclass(frozen=True)
class Chunk:
    """A stretch of one section's games: ``number`` counts chunks within the section, ``first`` its games."""

    section: int
    number: int
    first: int
    count: int

    @property
    def name(self) -> str:
        """The name of its files, without ending; names sort in the order of play."""
        return f"chunk-{self.section:03d}-{self.number:06d}"


def chunks_of(sections: Sequence[Section]) -> Iterator[Chunk]:
    """All chunks of a run's sections in the order of play, made one at a time."""
    for index, section in enumerate(sections):
        yield from chunks_of_section(index, section)


def chunk_named(name: str, sections: Sequence[Section]) -> Chunk | None:
    """The chunk of these sections that has this name; None where none has."""
    numbers = re.fullmatch("chunk-([0-9]{3,9})-([0-9]{6,12})", name)
    if numbers is None:
        return None
    index, number = map(int, numbers.groups())
    if index >= len(sections) or number >= sections[index].chunks:
        return None
    found = _chunk(index, sections[index], number)
    return found if found.name == name else None


def _chunk(index: int, section: Section, number: int) -> Chunk:
    return Chunk(index, number, *section.chunk(number))


def chunks_of_section(index: int, section: Section) -> Iterator[Chunk]:
    """The chunks of one section, which is the run's section number ``index``."""
    for number in range(section.chunks):
        yield _chunk(index, section, number)


class Plan(Stored):
    """A whole run. ``bots`` are written as users write them; line-ups point into it."""

    game: str
    seed: int
    bots: tuple[str, ...]
    sections: tuple[Section, ...]
    trace: float = 0.0
    record: bool = False

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if not 0 <= self.seed < SEED_LIMIT:
            raise BadValue("seed", self.seed, "a whole number from 0 to 2**64 - 1")
        if not 0.0 <= self.trace <= 1.0:
            raise BadValue("trace", self.trace, "a share from 0 to 1")
        return self

    @property
    def games(self) -> int:
        """How many games the run has."""
        return sum(section.games for section in self.sections)

    @staticmethod
    def first_game(section: int) -> int:
        """The number, within the run, of the first game of a section."""
        return section * NUMBERS_OF_A_SECTION

    def chunks(self) -> Iterator[Chunk]:
        """All chunks in the order of play, made one at a time."""
        return chunks_of(self.sections)

    def batch(self, chunk: Chunk) -> Batch:
        """The games of a chunk as a game wants them."""
        section = self.sections[chunk.section]
        games = np.arange(chunk.first, chunk.first + chunk.count, dtype=np.int64)
        deals = section.deals_of(games)
        seeds = deal_seeds(self.seed, section.players, int(deals[0]), int(deals[-1] - deals[0]) + 1)
        return Batch(
            setting=section.setting,
            bots=self.bots,
            lineups=section.seats_of(games),
            deals=seeds[deals - deals[0]],
            traced=self.traced(self.first_game(chunk.section) + chunk.first, chunk.count),
            recorded=np.full(chunk.count, self.record),
        )

    def traced(self, first: int, count: int) -> NDArray[np.bool_]:
        """Which games of the run are kept turn by turn: a sample at the rate ``trace``, fixed by seed and game."""
        words = deal_seeds(self.seed, _TRACE_BRANCH, first, count)
        traced: NDArray[np.bool_] = (words >> np.uint64(11)).astype(np.float64) * _UNIT < self.trace
        return traced

    @property
    def identity(self) -> dict[str, Any]:
        """All that fixes the games of a deal, in JSON's types: not how many deals there are, nor in what portions."""
        aside = {"games", "chunk_games", "before"}
        return self.model_dump(mode="json", by_alias=True, exclude={"sections": {"__all__": aside}})


@dataclass(frozen=True)
class RunRequest:
    """A plan, and where it comes from.

    ``experiment`` has the keys of the experiment, defaults filled in; ``files`` are those that its text names, which
    are copied beside it. ``chosen`` are components other than the game's own.
    """

    plan: Plan
    kind: Literal["play", "experiment"]
    experiment: Mapping[str, Any] | None = None
    experiment_text: str | None = None
    files: tuple[Path, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)


def digest(document: Any) -> str:
    """A short name for a JSON document: equal documents have equal names."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
