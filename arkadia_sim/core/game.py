"""What a game offers to the rest of the toolkit.

The runner, the statistics and the reports know a game only through :class:`Game`: they hand it a :class:`Batch` (who
sits where in which deal) and get :class:`BatchResult` back (columns of numbers). Nothing in here names a game, and
nothing that the rest of the toolkit asks of a game is left out. ``arkadia_sim.testing.games.check_game`` holds a game
against this contract.
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arkadia_sim.core.bot import BotDescription, BotEntry, Seated
from arkadia_sim.core.constraint import Constraint
from arkadia_sim.core.options import ComponentOption, RuleOption
from arkadia_sim.core.options import Setting as Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.reference import Topic
from arkadia_sim.core.scene import Position
from arkadia_sim.core.stored import Stored, stored_row

FAILED = "failed"
"""How a game ended that a bot's fault cut short. Every game may end so, and need not declare it."""

END = "end"
"""The column of the players' table that says how the game ended. Every game has it."""

IDENTITY = ("game", "section", "players", "deal", "lineup", "seat", "bot")
"""The columns that the toolkit puts before a game's own. A game names none of its columns so, but for ``seat`` in its
turns."""

NUMBERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
"""The types of columns that hold numbers. Beside them there are ``bool``, ``string``, and lists of numbers such as
``list[int16]``."""

_NAME = r"^[a-z][a-z0-9_]*$"
_DTYPE = rf"^(bool|string|{'|'.join(NUMBERS)}|list\[({'|'.join(NUMBERS)})\])$"
_COLUMNS_OF_SERIES = {"trajectory": 1, "leader": 1, "events": 2, "grid": 1, "distribution": 1}


@dataclass(frozen=True)
class Batch:
    """A run of games to be played in order: the unit of work of one worker. Playing it changes nothing in it.

    ``bots`` are bot specifications as the user writes them (``"careful:greed=2.5"``); ``lineups[g, seat]`` is the
    index into ``bots`` of who sits where in game ``g``; ``deals[g]`` is the 64-bit seed of the deal: two games with
    the same seed have the same set-up and give each seat the same stream of random numbers. ``traced[g]`` asks for one
    row per turn of that game, ``recorded[g]`` for its full record.
    """

    setting: Setting
    bots: Sequence[str]
    lineups: NDArray[np.int64]
    deals: NDArray[np.uint64]
    traced: NDArray[np.bool_]
    recorded: NDArray[np.bool_]


class Lists(Sequence[NDArray[Any]]):
    """Lists of numbers for a column, laid end to end in ``flat``: list ``i`` ends before place ``ends[i]``.

    A column may as well be any other sequence of sequences; with many rows this one is much quicker.
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
    """What became of a batch.

    ``players`` holds one row per game and seat, ordered by game and then seat (``games * seats`` values per column);
    ``turns_played`` counts the turns of all games together; ``turns`` holds one row per turn of the traced games, with
    the column ``game`` counting from 0 within the batch, in the order of play; ``records`` the full records of the
    recorded games, in order, as dictionaries of what JSON knows and of NumPy's numbers and arrays. ``failures`` says
    for each failed game (index within the batch) which seat failed and why: failed games stay in ``players``, with the
    end ``failed`` and outcomes like those of any game, but have no record.

    The rows of a game follow from its setting, line-up and deal alone: which games are played before it or beside it,
    at which place of ``bots`` its bots stand, and whether it is traced or recorded, changes nothing.
    """

    players: Mapping[str, NDArray[Any]]
    turns_played: int
    turns: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    records: Sequence[Mapping[str, Any]] = ()
    failures: Mapping[int, tuple[int, str]] = dataclasses.field(default_factory=dict)


@stored_row
class Column:
    """One column of a result table, for the data dictionary: its name, type, unit and meaning in a player's words.

    The values that a game hands over may be of another type than ``dtype`` as long as they fit it: they are kept so.
    """

    name: Annotated[str, Field(pattern=_NAME)]
    dtype: Annotated[str, Field(pattern=_DTYPE)]
    unit: str
    meaning: str


@stored_row
class Series:
    """One thing that a picture shows: what to call it, and the columns that hold it."""

    label: str
    columns: tuple[str, ...]


class Picture(Stored):
    """A picture of the games that a report may draw, told by names of columns alone; ``kind`` says what it is:

    - ``trajectory``: numbers that move over the game. Each series names one column of the turns.
    - ``leader``: how often who leads goes on to do best. One series for each seat of the largest table in order, its
      column of the turns says how the seat stands.
    - ``events``: when something happens to a player, and what it pays. Each series names two columns of the players:
      the player's how-manyth turn it was (below 1: never), and the pay.
    - ``grid``: where on a board things are put. Each series names a list column of the turns, whose entries are
      ``stride * row + column``; ``shape`` is (rows, columns, stride).
    - ``distribution``: how a number is spread. One series, one column of the players.

    ``what`` names the axis with its unit, ``title`` stands over the picture and ``caption`` below it. ``turn`` is the
    column of the turns that counts them from 0. Where players are compared, a distribution shows the column
    ``compared`` in place of its own, if it names one (a lead tells more than a score then), with ``compared_what``
    along the axis.
    """

    name: str = Field(pattern=_NAME)
    kind: Literal["trajectory", "leader", "events", "grid", "distribution"]
    title: str
    what: str
    caption: str
    series: tuple[Series, ...] = Field(min_length=1)
    turn: str = "turn"
    shape: tuple[int, int, int] | None = None
    compared: str | None = None
    compared_what: str = ""

    @model_validator(mode="after")
    def _fits_its_kind(self) -> "Picture":
        """A series has as many columns as its kind of picture needs, and only what a kind knows is given."""
        needed = _COLUMNS_OF_SERIES[self.kind]
        for series in self.series:
            if len(series.columns) != needed:
                raise ValueError(
                    f"series {series.label!r} of a picture of kind {self.kind} must name {needed} column(s)"
                )
        if self.kind == "distribution" and len(self.series) > 1:
            raise ValueError("a distribution has one series")
        if (self.shape is not None) != (self.kind == "grid"):
            raise ValueError("a grid, and nothing else, has a shape")
        if self.compared is not None and (self.kind != "distribution" or not self.compared_what):
            raise ValueError("only a distribution has a column to compare by, and then it says what that is")
        return self


@stored_row
class End:
    """A way in which a game can end. ``regular`` is false for games that got stuck: these are told beside answers."""

    name: str
    regular: bool
    meaning: str


@dataclass(frozen=True)
class Replayed:
    """A recorded game played again: its number of turns, how it ended, and each outcome by its column, seat by seat,
    as in the rows."""

    turns: int
    end: str
    outcomes: Mapping[str, Sequence[float]]


class Game(Protocol):
    """A game as the toolkit sees it. Implementations live under ``arkadia_sim.games`` and import
    nothing above ``core``.

    ``outcomes`` come in order: the first is what one plays for and gets verdicts; of all of them more is better.
    ``player_columns`` must hold the column of every outcome and the column ``end``; beyond that a game counts what it
    likes. ``turn_columns`` may be empty; a column ``seat`` there says who was on turn. ``default_bot`` names the bot
    that fills a seat for which a user names none. ``constraints`` are what bots can be barred from or forced to, often
    nothing; a game that declares any counts them in its columns ``CHANCES`` and ``CHANCES_TAKEN``, and finds a bot at
    fault that says it heeds one and does not.
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

        UnknownName for a rule or component that there is not, BadValue for a value that is not allowed, UsageError for
        a number of players that the game is not for, or a file that cannot be read.
        """

    def rule_options(self) -> Sequence[RuleOption]:
        """All options of the rules."""

    def component_options(self) -> Sequence[ComponentOption]:
        """All pieces that can be replaced; often none."""

    def caveats(self, setting: Setting) -> Sequence[str]:
        """What a reader of the results should know of this setting, a sentence each; often nothing."""

    def pictures(self) -> Sequence[Picture]:
        """The pictures of its games that a report may draw from the tables of a run; often none."""

    def find_bot(self, spec: str) -> Seated:
        """The bot that a user wrote, with its parameters set; UsageError for unknown bots, parameters or values."""

    def list_bots(self) -> Sequence[BotEntry]:
        """All bots that can be called by name."""

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        """Find the bots and say of each all that decides how it plays. Raises what ``find_bot`` raises.

        This is called in the parent before workers start.
        """

    def warm_up(self, specs: Sequence[str], say: Callable[[str], Any]) -> None:
        """Compile, or load from the cache, all that a batch with these bots needs; ``say(text)`` tells of it."""

    def play(self, batch: Batch) -> BatchResult:
        """Play the games of a batch one after another."""

    def is_record(self, document: Mapping[str, Any]) -> bool:
        """Whether a JSON document means to be a record of this game, whatever else is wrong with it."""

    def replay(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Replayed:
        """Play a recorded game again from what it says was dealt and decided, checking every step.

        ``record`` is as it was read from JSON. ``components`` are chosen as for :meth:`setting`: what the record cannot
        say of the pieces it was played with. Raises RecordError, with turn and rule, at the first thing that the rules
        do not allow, and where the record tells another result than its own steps have: a record holds both.
        """

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        """A recorded game to look at: the position before its first turn and after each, with what happened between.

        ``record`` and ``components`` are as for :meth:`replay`, and RecordError is raised as there, at the turn that
        cannot be played; what a record says came of a turn need not be checked. Positions count their turns from 0.
        Candidates are judged by the bots that played, as far as they can be found without running a program; or all
        by ``judge``, a bot, with UsageError for one that does not tell what it thinks of them. If ``judge`` is ""
        nobody is asked, which is quicker.
        """


@runtime_checkable
class PlaysOut(Protocol):
    """What a game may offer beside: positions that are played out again and again, as bots that search do."""

    def middle(self, setting: Setting, bots: Sequence[str], deal: int) -> Callable[[int], int] | None:
        """A position in the middle of a game of these bots, one per seat: a function that plays it out so many times.

        Each time other random numbers decide. It returns how many times the game came to its end, fewer where a bot
        breaks a rule. None for bots that cannot be asked by compiled code.
        """


@runtime_checkable
class Workshop(Protocol):
    """What a game may offer beside to those who write bots for it.

    ``new_bot`` is a folder with ``plain.py`` and ``compiled.py``, each a whole bot called ``my_bot``, and ``test.py``,
    which tests such a bot.
    """

    @property
    def new_bot(self) -> Path:
        """The folder."""

    def sees(self) -> Sequence[Topic]:
        """All that a bot is told and may answer: first of bots in plain Python, then of compiled ones."""


def spread_picture(score: str, name: str, lead: str, unit: str) -> Picture:
    """How the scores at the end are spread.

    Args:
        score: The column of the score.
        name: What it is called: ``"points"``.
        lead: The column of the lead over the best opponent.
        unit: What the score is counted in.
    """
    return Picture(
        name=f"{score}_spread",
        kind="distribution",
        title=f"How the {name} {'are' if name.endswith('s') else 'is'} spread",
        what=f"{name} at the end",
        caption="All games of those players who are compared: the bar below each hill spans the middle half of them, "
        "the mark on it is the median.",
        series=(Series(name, (score,)),),
        compared=lead,
        compared_what=f"lead over the best opponent ({unit})",
    )


def leader_picture(standings: Sequence[str], who: str) -> Picture:
    """How often the leader goes on to win.

    Args:
        standings: By seat the column of the turns that says how the seat stands.
        who: Who leads, in words: ``"Who would have most points if the game ended at once"``.
    """
    return Picture(
        name="leader",
        kind="leader",
        title="Does the leader win?",
        what="win share of who leads then (%)",
        caption=f"{who}, and how often that player goes on to win; bands are intervals over deals.",
        series=tuple(Series(f"seat {seat}", (column,)) for seat, column in enumerate(standings, start=1)),
    )
