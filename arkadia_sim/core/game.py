"""What a game offers to the rest of the toolkit.

The runner, the statistics and the reports know a game only through :class:`Game`: they hand it a :class:`Batch` (who
sits where in which deal) and get :class:`BatchResult` back (columns of numbers). Nothing in here names a game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Setting:
    """Everything about a table of players that stays the same for all games of a section: the variant played.

    ``rules`` are the game's options by name (complete, with defaults filled in) and ``components`` its replaceable
    pieces (board, outlines …) as plain data; both can be written to JSON and read back, so that a manifest alone
    reproduces the games.
    """

    players: int
    rules: Mapping[str, Any]
    components: Mapping[str, Any]


@dataclass(frozen=True)
class Batch:
    """A run of games to be played in order: the unit of work of one worker.

    ``bots`` are bot specifications as the user writes them (``"tent_camp:greed=2.5"``); ``lineups[g, seat]`` is the
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


@dataclass(frozen=True)
class BatchResult:
    """What became of a batch.

    ``players`` holds one row per game and seat, ordered by game and then seat (``games * seats`` values per column);
    ``turns`` one row per turn of the traced games, with the column ``game`` counting from 0 within the batch;
    ``records`` the full records of the recorded games, in order, as JSON-able dictionaries. ``failures`` says for
    each failed game (index within the batch) which seat failed and why: failed games stay in ``players``, with the
    end reason ``failed``.
    """

    players: Mapping[str, NDArray[Any]]
    turns: Mapping[str, Any] = field(default_factory=dict)
    records: Sequence[Mapping[str, Any]] = ()
    failures: Mapping[int, tuple[int, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Column:
    """One column of a result table, for the data dictionary: its name, type, unit and meaning in a player's words."""

    name: str
    dtype: str
    unit: str
    meaning: str


@dataclass(frozen=True)
class Series:
    """One thing that a picture shows: what to call it, and the columns that hold it."""

    label: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A picture of the games that a report may draw, told by names of columns alone; ``kind`` says what it is:

    - ``trajectory``: numbers that move over the game. Each series names one column of the turns.
    - ``leader``: how often who leads goes on to win. One series for each seat in order, its column of the turns says
      how the seat stands.
    - ``events``: when something happens to a player, and what it pays. Each series names two columns of the players:
      the player's how-manyth turn it was (below 1: never), and the pay.
    - ``grid``: where on a board things are put. Each series names a list column of the turns, whose entries are
      ``stride * row + column``; ``shape`` is (rows, columns, stride).
    - ``distribution``: how a number is spread. One series, one column of the players.

    ``what`` names the axis with its unit, ``title`` stands over the picture and ``caption`` below it. ``turn`` is the
    column of the turns that counts them from 0.
    """

    name: str
    kind: Literal["trajectory", "leader", "events", "grid", "distribution"]
    title: str
    what: str
    caption: str
    series: tuple[Series, ...]
    turn: str = "turn"
    shape: tuple[int, int, int] | None = None


class Game(Protocol):
    """A game as the runner sees it. Implementations live under ``arkadia_sim.games`` and import no other room."""

    name: str
    rules_version: str
    player_counts: tuple[int, ...]
    player_columns: tuple[Column, ...]
    turn_columns: tuple[Column, ...]

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting, or a UsageError that says what is wrong."""

    def caveats(self, setting: Setting) -> Sequence[str]:
        """What a reader of the results should know of this setting, a sentence each; often nothing."""

    def pictures(self) -> Sequence[Picture]:
        """The pictures of its games that a report may draw from the tables of a run; often none."""

    def check_bots(self, specs: Sequence[str]) -> list[Mapping[str, Any]]:
        """Resolve the bots; for each its name, file, version hash, parameters and whether it is compiled.

        Raises UsageError for unknown bots or parameters. This is called in the parent before workers start.
        """

    def warm_up(self, specs: Sequence[str], say: Any) -> None:
        """Compile, or load from the cache, all that a batch with these bots needs; ``say(text)`` tells of it."""

    def play(self, batch: Batch, workspace: Path | None = None) -> BatchResult:
        """Play the games of a batch one after another."""
