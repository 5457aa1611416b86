"""What a game offers to the rest of the toolkit.

The runner, the statistics and the reports know a game only through :class:`Game`: they hand it a :class:`Batch` (who
sits where in which deal) and get :class:`BatchResult` back (columns of numbers). Nothing in here names a game, and
nothing that the rest of the toolkit asks of a game is left out. ``arkadia_sim.testing.games.check_game`` holds a game
against this contract.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim.core.bot import BotDescription, Seated
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.options import ComponentOption, RuleOption
from arkadia_sim.core.options import Setting as Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.reference import Topic
from arkadia_sim.core.scene import Position
from arkadia_sim.core.stored import Stored, stored_row

FAILED = "failed"
"""How a game ended that a bot's fault cut short. Every game may end so, and need not declare it."""

NOT_PLAYED = "not_played"
"""How a game ended, in the rows of a run, that was not played because one of its bots had used up its time limits."""

END = "end"
"""The column of the players' table that says how the game ended. Every game has it."""

IDENTITY = ("game", "section", "players", "deal", "lineup", "seat", "bot")
"""The columns that the toolkit adds. Games must not use these names, except ``seat`` in their turns."""

NUMBERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
"""The types of numeric columns. There are also ``bool``, ``string``, and lists of numbers such as ``list[int16]``."""

_NAME = r"^[a-z][a-z0-9_]*$"
_DTYPE = rf"^(bool|string|{'|'.join(NUMBERS)}|list\[({'|'.join(NUMBERS)})\])$"


@dataclass(frozen=True)
class Batch:
    """Games to play in order: the unit of work of one worker. Playing them changes nothing in the batch.

    Attributes:
        setting: The setting of all games.
        bots: The bots as users write them, such as ``"careful:greed=2.5"``.
        lineups: The index into ``bots`` for each game and seat.
        deals: The 64-bit seed of each game's deal. Games with the same seed have the same set-up, and give each seat
            the same stream of random numbers.
        traced: Whether to return a row per turn, for each game.
        recorded: Whether to return the full record, for each game.
    """

    setting: Setting
    bots: Sequence[str]
    lineups: NDArray[np.int64]
    deals: NDArray[np.uint64]
    traced: NDArray[np.bool_]
    recorded: NDArray[np.bool_]


class Lists(Sequence[NDArray[Any]]):
    """Lists of numbers for a column, one after another in ``flat``; list ``i`` ends before place ``ends[i]``.

    A column may also be any other sequence of sequences, but with many rows this one is much faster.
    """

    def __init__(self, flat: NDArray[Any], ends: NDArray[np.int64]) -> None:
        self.flat, self.ends = flat, ends

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        number = range(len(self))[place]
        return self.flat[self.ends[number - 1] if number else 0 : self.ends[number]]


@dataclass(frozen=True)
class BatchResult:
    """The results of a batch.

    The rows of a game depend only on its setting, line-up and deal. They do not depend on other games, on the order of
    ``bots``, or on whether the game is traced or recorded.

    Attributes:
        players: Columns with one row per game and seat, by game and then seat.
        turns_played: The turns of all games together.
        turns: Columns with one row per turn of the traced games, in order; ``game`` counts from 0 in the batch.
        records: The records of the recorded games, in order, made of JSON types and NumPy's numbers and arrays.
        failures: The seat that failed and the reason, for each failed game. Such a game stays in ``players``, with the
            end ``failed``, and has no record.
    """

    players: Mapping[str, NDArray[Any]]
    turns_played: int
    turns: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    records: Sequence[Mapping[str, Any]] = ()
    failures: Mapping[int, tuple[int, str]] = dataclasses.field(default_factory=dict)

    def faults(self, batch: Batch) -> list[tuple[str, str]]:
        """The bot and the reason of each failed game of the batch."""
        return [(batch.bots[int(batch.lineups[game, seat])], reason) for game, (seat, reason) in self.failures.items()]


@stored_row
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


@stored_row
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


class Game(Protocol):
    """A game as the toolkit sees it. Games live in ``arkadia_sim.games`` and import nothing above ``core``.

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
    turn_columns: tuple[Column, ...]
    default_bot: str
    constraints: tuple[Constraint, ...]

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting.

        Raises:
            UnknownName: There is no such rule or component.
            BadValue: A value is not allowed.
            UsageError: The number of players is not allowed, or a file cannot be read.
        """

    def rule_options(self) -> Sequence[RuleOption]:
        """All options of the rules."""

    def component_options(self) -> Sequence[ComponentOption]:
        """All pieces that can be replaced; often none."""

    def caveats(self, setting: Setting) -> Sequence[str]:
        """Sentences that a reader of the results should know about this setting; often none."""

    @property
    def trajectories(self) -> Sequence[Trajectory]:
        """The numbers that can be followed turn by turn; often none."""

    def find_bot(self, spec: str) -> Seated:
        """Find the bot that a user wrote and set its parameters; UsageError for unknown bots, parameters or values."""

    def bot_names(self) -> Sequence[str]:
        """All bots that can be called by name."""

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        """Find the bots and describe everything that decides how they play. Raises what ``find_bot`` raises.

        The parent process calls it before workers start.
        """

    def is_compiled(self, specs: Sequence[str]) -> bool:
        """Whether :meth:`warm_up` has nothing to compile for these bots."""

    def warm_up(self, specs: Sequence[str], say: Callable[[str], Any]) -> None:
        """Compile everything that a batch with these bots needs, or load it from the cache; ``say`` reports it."""

    def play(self, batch: Batch) -> BatchResult:
        """Play the games of a batch one after another."""

    def is_record(self, document: Mapping[str, Any]) -> bool:
        """Whether a JSON document claims to be a record of this game, even if it is faulty."""

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        """Play a recorded game again and check every step.

        Args:
            record: The record as read from JSON.
            components: Pieces that the game was played with and the record does not hold, as for :meth:`setting`.

        Raises:
            RecordError: A step breaks a rule, or the result does not follow from the steps. It names turn and rule.
        """

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """The positions of a recorded game, before the first turn and after each turn.

        Args:
            record: As for :meth:`replay`. The recorded results of turns need not be checked.
            components: As for :meth:`replay`.
            judge: The bot that scores all candidates. None: the bots that played, if they can be found without running
                a program. "": no bot, which is faster.

        Raises:
            RecordError: A turn cannot be played.
            UsageError: The judge does not score candidates.
        """


@runtime_checkable
class PlaysOut(Protocol):
    """A game that can play a position out again and again, as bots that search do."""

    def middle(self, setting: Setting, bots: Sequence[str], deal: int) -> Callable[[int], int] | None:
        """A function that plays a position in the middle of a game out, a given number of times.

        It returns how often the game reached its end: less often if a bot breaks a rule. Each time has other random
        numbers. None if compiled code cannot ask the bots.
        """


@runtime_checkable
class Workshop(Protocol):
    """A game that helps authors of bots.

    ``new_bot`` is a folder with complete bots named ``my_bot``: ``plain.py``, which makes all decisions itself,
    ``variant.py`` and ``compiled.py``, which import the bot that they are variants of.
    """

    @property
    def new_bot(self) -> Path:
        """The folder."""

    def sees(self) -> Sequence[Topic]:
        """Everything that a bot sees and may answer: first for bots in plain Python, then for compiled ones."""
