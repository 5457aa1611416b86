"""What a game offers to the rest of the toolkit, which knows a game only through :class:`Game`.

``arkadia_sim.testing.games.check_game`` holds a game against this contract.
"""

import inspect
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field
from pydantic.dataclasses import dataclass as stored

from arkadia_sim.core.bot import Bot, BotDescription, Seated, check_constraints, check_table_sizes
from arkadia_sim.core.bot_registry import bot_names, find_bot
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.options import ComponentOption, RuleOption
from arkadia_sim.core.options import Setting as Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.scene import Position
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import STORED_ROW, Stored
from arkadia_sim.errors import UsageError
from arkadia_sim.sources import is_engine, sources_of

FAILED = "failed"  # how a game ended that a bot's fault cut short. Every game may end so, and need not declare it.

NOT_PLAYED = "not_played"
"""How a game ended, in the rows of a run, that was not played because one of its bots had used up its time limits."""

END = "end"  # the column of the players' table that says how the game ended. Every game has it.

IDENTITY = ("game", "section", "players", "deal", "lineup", "seat", "bot")
"""The columns that the toolkit adds. Games must not use these names, except ``seat`` in their turns."""

NUMBERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
"""The types of numeric columns. There are also ``bool`` and ``string``."""

_NAME = r"^[a-z][a-z0-9_]*$"
_DTYPE = rf"^(bool|string|{'|'.join(NUMBERS)})$"


@dataclass(frozen=True)
class Batch:
    """Games to play in order: the unit of work of one worker. Playing them changes nothing in the batch."""

    setting: Setting  # the setting of all games
    bots: Sequence[str]  # the bots as users write them, such as ``"careful:greed=2.5"``
    lineups: NDArray[np.int64]  # the index into ``bots`` for each game and seat
    # the 64-bit seed of each game's deal. Games with the same seed have the same set-up, and give each seat the same
    # stream of random numbers.
    deals: NDArray[np.uint64]
    traced: NDArray[np.bool_]  # whether to return a row per turn, for each game
    recorded: NDArray[np.bool_]  # whether to return the full record, for each game


@dataclass(frozen=True)
class BatchResult:
    """The results of a batch.

    The rows of a game depend only on its setting, line-up and deal. They do not depend on other games, on the order of
    ``bots``, or on whether the game is traced or recorded.
    """

    players: Mapping[str, NDArray[Any]]  # columns with one row per game and seat, by game and then seat
    turns_played: int  # the turns of all games together
    # columns with one row per turn of the traced games, in order; ``game`` counts from 0 in the batch
    turns: Mapping[str, Any] = field(default_factory=dict)
    # the records of the recorded games, in order, made of JSON types and NumPy's numbers and arrays
    records: Sequence[Mapping[str, Any]] = ()
    # the seat that failed and the reason, for each failed game. Such a game stays in ``players``, with the end
    # ``failed``, and has no record.
    failures: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    # of failed games that were to be recorded, the records as far as they came, without a result; some games have none
    broken_off: Sequence[Mapping[str, Any]] = ()

    def faults(self, batch: Batch) -> list[tuple[str, str]]:
        """The bot and the reason of each failed game of the batch."""
        return [(batch.bots[int(batch.lineups[game, seat])], reason) for game, (seat, reason) in self.failures.items()]


@stored(frozen=True, config=STORED_ROW)
class Column:
    """One column of a result table: its name, type, unit and meaning in a player's words.

    The values of a game may have another type if they fit ``dtype``, the type in which they are stored.
    """

    name: Annotated[str, Field(pattern=_NAME)]
    dtype: Annotated[str, Field(pattern=_DTYPE)]
    unit: str
    meaning: str


class Trajectory(Stored):
    """Numbers of the game that are followed turn by turn, such as prices, by the columns of the turns that hold them.

    ``turn`` is the column of the turns that counts from 0.
    """

    name: str = Field(pattern=_NAME)
    series: dict[str, str] = Field(min_length=1, description="columns by their labels")
    turn: str = "turn"


@stored(frozen=True, config=STORED_ROW)
class End:
    """A way in which a game can end. ``regular`` is false for games that got stuck; reports mention those.

    ``label`` is for people, and follows the word "with"; without one they read the name.
    """

    name: str
    regular: bool
    meaning: str
    label: str = ""


def end_label(name: str, ends: Iterable[End]) -> str:
    """How a game ended, in words for people."""
    return next((end.label for end in ends if end.name == name and end.label), name.replace("_", " "))


@dataclass(frozen=True)
class Replayed:
    """The result of a replay: the number of turns, the end, and the values of each outcome by seat, as in the rows."""

    turns: int
    end: str
    outcomes: Mapping[str, Sequence[float]]


class Game:
    """A game as the toolkit sees it: what it declares, and what it can be asked. Games import nothing above ``core``.

    The first of the ``outcomes`` is the goal of the game and gets verdicts; of all outcomes more is better.
    ``player_columns`` must include the column of every outcome and the column ``end``. ``turn_columns`` may be empty; a
    column ``seat`` there is the seat on turn. ``default_bot`` takes the seats for which a user names no bot.
    ``constraints`` are what bots can be barred from or forced to do. A game with constraints counts them in the columns
    ``CHANCES`` and ``CHANCES_TAKEN``, and fails a bot that declares to heed one and does not.
    """

    name: str
    title: str
    rules_version: str
    player_counts: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    ends: tuple[End, ...]
    player_columns: tuple[Column, ...]
    turn_columns: tuple[Column, ...] = ()
    default_bot: str
    constraints: tuple[Constraint, ...] = ()
    bots: tuple[Bot, ...] = ()  # those that come with the game; those of a shipped game are in ``bots/GAME``
    pieces: tuple[ComponentOption, ...] = ()  # the components that can be replaced
    trajectories: Sequence[Trajectory] = ()  # the numbers that can be followed turn by turn
    general_caveats: tuple[str, ...] = ()  # what is not known of the rules and pieces, whatever the setting
    can_be_entered = False  # whether somebody can enter what was played at a real table
    home: Path | None = None  # the file in which the game was found by name: it may configure the game
    house = ""  # the house rules that it is played by: the name and a hash of a user's file, in ``home``

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting; UsageError for what is not allowed."""
        raise NotImplementedError

    def rule_options(self) -> Sequence[RuleOption]:
        """All options of the rules."""
        return ()

    def component_options(self) -> Sequence[ComponentOption]:
        """All pieces that can be replaced."""
        return self.pieces

    def caveats(self, setting: Setting) -> Sequence[str]:
        """Sentences that a reader of the results should know about this setting."""
        return self.general_caveats

    # -- bots ----------------------------------------------------------------------------------------------------------
    @cached_property
    def _file(self) -> Path:
        """The module of the game."""
        return Path(inspect.getfile(type(self)))

    @cached_property
    def seat_words(self) -> Mapping[str, Any]:
        """What people read who play, from ``seat.toml`` beside the game: questions, levels, a card of the rules."""
        file = self._file.with_name("seat.toml")
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}

    @cached_property
    def _own(self) -> Mapping[str, tuple[Bot, Path]]:
        return {bot.name: (replace(bot, game=self.name), self._file) for bot in self.bots}

    def check_bot(self, bot: Seated) -> None:
        """UsageError for a bot that this game cannot ask."""

    def find_bot(self, spec: str, run_files: bool = True) -> Seated:
        """Find the bot that a user wrote and set its parameters; UsageError for unknown bots, parameters or values.

        Without ``run_files``, it runs no program that somebody else may have named. An option of the rules that may
        differ by seat can stand among the parameters: the bot has that value in whichever seat.
        """
        parsed = BotSpec.parse(spec)
        head = {name: text for name, text in parsed.settings if name in self.seat_options}
        bot = find_bot(str(parsed.without_settings(*head)) if head else spec, self.name, self._own, run_files)
        if clash := sorted({parameter.name for parameter in bot.bot.parameters} & {*self.seat_options}):
            raise UsageError(f"bot {spec}: parameter {clash[0]!r} has the name of an option of the rules: rename it")
        if head:
            bot = replace(bot, spec=spec, head_start={name: self._head_start(name, head[name]) for name in head})
        self.check_bot(bot)
        check_constraints(bot, self.constraints)
        check_table_sizes(bot, self.player_counts)
        return bot

    @property
    def seat_options(self) -> Sequence[str]:
        """The options of the rules that may have a whole number for each seat."""
        return ()

    def _head_start(self, name: str, text: str) -> int:
        """The value that a bot has in its seat."""
        raise NotImplementedError

    def with_head_starts(self, setting: Setting, seated: Sequence[Seated]) -> Setting:
        """The setting in which each bot's head start is that of the seat that it has."""
        return setting

    def bot_names(self) -> Sequence[str]:
        """All bots that can be called by name, those of the game first."""
        return [*self._own, *bot_names(self.name)]

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        """Find the bots and describe each for the manifest, with a hash of the game's files and its own.

        The parent process calls it before workers start.
        """
        bots = [self.find_bot(spec) for spec in specs]
        homes = [file for file in dict.fromkeys([self._file, self.home or self._file]) if not is_engine(file)]
        files = {bot.python_file for bot in bots}  # a search has hundreds of bots from one file
        sources = {file: sources_of(self.name, *homes, file) for file in files}
        return [BotDescription.of(bot, sources[bot.python_file]) for bot in bots]

    @property
    def new_bot(self) -> Path | None:
        """A folder with complete bots named ``my_bot``: ``plain.py``, which makes all decisions itself, ``variant.py``
        and ``compiled.py``, which import the bot that they are variants of; and with its ``test.py``."""
        return None

    # -- play ----------------------------------------------------------------------------------------------------------
    def is_compiled(self, specs: Sequence[str]) -> bool:
        """Whether :meth:`warm_up` has nothing to compile for these bots."""
        return True

    def warm_up(self, specs: Sequence[str]) -> None:
        """Compile everything that a batch with these bots needs, or load it from the cache."""
        for spec in specs:
            self.find_bot(spec)

    def play(self, batch: Batch) -> BatchResult:
        """Play the games of a batch one after another."""
        raise NotImplementedError

    def is_record(self, document: Mapping[str, Any]) -> bool:
        """Whether a JSON document claims to be a record of this game, even if it is faulty."""
        raise NotImplementedError

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        """Play a recorded game again and check every step; RecordError names turn and rule of the first fault.

        ``components`` are pieces that the game was played with and the record does not hold, as for :meth:`setting`.
        """
        raise NotImplementedError

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """The positions of a recorded game, before the first turn and after each; RecordError if it breaks a rule.

        The ``judge`` is the bot that scores all candidates: None for the bots that played, if they can be found without
        running a program, and "" for no bot, which is faster. UsageError if it does not score candidates.
        """
        raise NotImplementedError

    # -- step by step: each of these gives a `Table` -------------------------------------------------------------------
    @property
    def in_steps(self) -> bool:
        """Whether it can be played step by step."""
        return type(self).table is not Game.table

    def table(self, setting: Setting, deal: int, bots: Sequence[str | None]) -> Any:
        """A table at the start of the deal with this seed. ``bots`` has a bot for each seat, or None for a person."""
        raise UsageError(f"{self.title} cannot be played step by step: it does not say what its steps are")

    def entered_table(self, setting: Setting, deal: int, set_up: bool) -> Any:
        """A table at which a game is entered. ``deal`` is what chance brings until somebody says otherwise."""
        raise UsageError(f"a game of {self.title} cannot be entered")
