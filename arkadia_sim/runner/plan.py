"""What a run plays: a rule that gives game i from i alone, so that ten million games need no list.

::

    run       = sections one after another                   (2 players, 3 players, … or one variant of the rules each)
    section   = deals 0, 1, 2, …; of each deal all line-ups  (game within the section = deal x line-ups + line-up)
    chunk     = some whole deals of one section: what one worker plays at a time and keeps as one part

The number of workers appears nowhere in here: the same plan gives the same games, chunks and rows on any machine.

To add a design, write a function like :func:`paired_lineups` that returns the line-ups of a section. A design in which
the line-ups differ from deal to deal is added in :meth:`Section.seats_of`, the only place that knows who sits where.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Batch, Setting
from arkadia_sim.errors import BadValue
from arkadia_sim.rng import deal_seeds

SEED_LIMIT = 2**64
CHUNK_GAMES = 4096
"""Games that a worker plays at a time, at most; fewer in small runs, so that they too spread over the workers."""
SLOW_CHUNK_GAMES = 64
"""The same where a bot is plain Python, so that progress shows and little is lost on an interruption."""
CHUNKS_WANTED = 32

_TRACE_BRANCH = 1 << 32  # a branch of the seed tree that no number of players reaches
_UNIT = 1.0 / (1 << 53)


@dataclass(frozen=True)
class Lineup:
    """Who sits where: ``bots[seat]`` is an index into the plan's bots.

    ``role`` says what the line-up is for ("with", "control", "rotation"). ``focus`` is the seat that is looked at, or
    None when the line-up serves all seats.
    """

    bots: tuple[int, ...]
    role: str
    focus: int | None = None


@dataclass(frozen=True)
class Section:
    """Games of one setting: all line-ups of each deal, the last deal perhaps cut short by ``games``."""

    setting: Setting
    lineups: tuple[Lineup, ...]
    games: int
    chunk_games: int

    @property
    def players(self) -> int:
        """How many players sit at the table."""
        return self.setting.players

    @property
    def deals(self) -> int:
        """How many deals are played, counting one that is cut short."""
        return -(-self.games // len(self.lineups))

    @property
    def chunks(self) -> int:
        """How many chunks the section has; all but the last hold ``chunk_games`` games."""
        return -(-self.games // self.chunk_games)

    def seats_of(self, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """The bot in each seat of games of this section: one row per game, one column per seat."""
        table = np.array([lineup.bots for lineup in self.lineups], dtype=np.int64)
        seats: NDArray[np.int64] = table[games % len(self.lineups)]
        return seats

    def as_json(self) -> dict[str, Any]:
        """All that fixes the section, in JSON's types."""
        return {
            "players": self.players,
            "rules": dict(self.setting.rules),
            "components": dict(self.setting.components),
            "lineups": [
                {"bots": list(lineup.bots), "role": lineup.role, "focus": lineup.focus} for lineup in self.lineups
            ],
            "deals": self.deals,
            "games": self.games,
            "chunk_games": self.chunk_games,
        }


@dataclass(frozen=True)
class Chunk:
    """A stretch of one section's games: ``number`` counts chunks within the section, ``first`` its games."""

    section: int
    number: int
    first: int
    count: int

    @property
    def name(self) -> str:
        """The name of its part, without ending; names sort in the order of play."""
        return f"part-{self.section:02d}-{self.number:06d}"


@dataclass(frozen=True)
class Place:
    """Where a game of the run lies: its section, its deal and its line-up."""

    section: int
    deal: int
    lineup: int


@dataclass(frozen=True)
class Plan:
    """A whole run. ``bots`` are written as users write them; line-ups point into it."""

    game: str
    seed: int
    bots: tuple[str, ...]
    sections: tuple[Section, ...]
    trace: float = 0.0
    record: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.seed < SEED_LIMIT:
            raise BadValue("seed", self.seed, "a whole number from 0 to 2**64 - 1")
        if not 0.0 <= self.trace <= 1.0:
            raise BadValue("trace", self.trace, "a share from 0 to 1")

    @property
    def games(self) -> int:
        """How many games the run has."""
        return sum(section.games for section in self.sections)

    def first_game(self, section: int) -> int:
        """The number, within the run, of the first game of a section."""
        return sum(one.games for one in self.sections[:section])

    def place(self, game: int) -> Place:
        """Where a game of the run lies, by arithmetic."""
        for number, section in enumerate(self.sections):
            if game < section.games:
                return Place(number, *divmod(game, len(section.lineups)))
            game -= section.games
        raise IndexError("the run has no such game")

    def chunks(self) -> Iterator[Chunk]:
        """All chunks in the order of play, made one at a time."""
        for index, section in enumerate(self.sections):
            for number in range(section.chunks):
                first = number * section.chunk_games
                yield Chunk(index, number, first, min(section.chunk_games, section.games - first))

    def batch(self, chunk: Chunk) -> Batch:
        """The games of a chunk as a game wants them."""
        section = self.sections[chunk.section]
        games = np.arange(chunk.first, chunk.first + chunk.count, dtype=np.int64)
        deals = games // len(section.lineups)
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

    def as_json(self) -> dict[str, Any]:
        """All that fixes the run's rows, in JSON's types."""
        return {
            "game": self.game,
            "seed": self.seed,
            "bots": list(self.bots),
            "sections": [section.as_json() for section in self.sections],
            "trace": self.trace,
            "record": self.record,
        }


def digest(document: Any) -> str:
    """A short name for a JSON document: equal documents have equal names."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def chunk_games(games: int, lineups: int, compiled: bool, wanted: int | None = None) -> int:
    """How many games go into a chunk: whole deals, and never a matter of how many workers there are."""
    most = CHUNK_GAMES if compiled else SLOW_CHUNK_GAMES
    size = wanted if wanted is not None else max(most // 16, min(most, games // CHUNKS_WANTED))
    return max(1, size // lineups) * lineups


def rotation_lineups(bots: Sequence[int]) -> tuple[Lineup, ...]:
    """Every bot in every seat of each deal: the line-up turned round the table, equal turnings once."""
    turned = [tuple(bots[turn:]) + tuple(bots[:turn]) for turn in range(len(bots))]
    return tuple(Lineup(bots=seats, role="rotation") for seats in dict.fromkeys(turned))


def paired_lineups(players: int, field: int, without: int, with_hint: int) -> tuple[Lineup, ...]:
    """A hint on and off: in each seat in turn the bot without and the bot with it, the field bot in all other seats.

    The control games come first. When a bot on trial is the field bot itself, its line-ups are all the same game; it
    is then played once a deal, with ``focus`` None: it serves all seats.
    """
    control = _one_against_field(players, field, without, "control")
    return control + _one_against_field(players, field, with_hint, "with")


def _one_against_field(players: int, field: int, bot: int, role: str) -> tuple[Lineup, ...]:
    if bot == field:
        return (Lineup(bots=(field,) * players, role=role),)
    seats = range(players)
    return tuple(Lineup(tuple(bot if seat == focus else field for seat in seats), role, focus) for focus in seats)


def rotation_section(setting: Setting, bots: Sequence[int], games: int, compiled: bool) -> Section:
    """The only section of `play`: exactly ``games`` games of these bots, every bot in every seat."""
    if games < 1:
        raise BadValue("games", games, "a whole number from 1")
    lineups = rotation_lineups(bots)
    return Section(setting, lineups, games, chunk_games(games, len(lineups), compiled))


def paired_section(
    setting: Setting, trio: tuple[int, int, int], deals: int, compiled: bool, wanted: int | None = None
) -> Section:
    """The games of a paired experiment at one table size; ``trio`` is field, without, with (indices of bots)."""
    lineups = paired_lineups(setting.players, *trio)
    games = deals * len(lineups)
    return Section(setting, lineups, games, chunk_games(games, len(lineups), compiled, wanted))
