"""Finished runs, searches and learnings: their folders and results."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar

from arkadia_sim.errors import did_you_mean

if TYPE_CHECKING:
    import polars as pl

    from arkadia_sim.questions.play import BotResult
    from arkadia_sim.questions.results import Results
    from arkadia_sim.results.manifest import Manifest
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.search.files import SearchFile


RESULTS = Path("results")
"""The folder for results if the user names none."""


def own_folder(kind: str, bots: Sequence[str], seed: int, fingerprint: str) -> Path:
    """The usual folder of a run or search: the same for the same fingerprint, another for every other."""
    names = "-".join(re.sub(r"[^A-Za-z0-9_.]+", "_", Path(bot).name) for bot in bots)
    return RESULTS / f"{kind}-{names[:80]}-seed{seed}-{fingerprint[:8]}"


class Keywords(TypedDict, total=False):
    """The keywords of all functions that play games.

    Attributes:
        seed: The same seed gives the same games. 1 if left out.
        workers: Number of processes; one for each core if left out.
        game: Name of the game, or module and object; ``arkadia-sim games`` lists them.
        progress: Receives messages about progress; they go to standard error if left out.
    """

    seed: int
    workers: int | None
    game: str
    progress: "Progress | None"


class TableKeywords(Keywords, total=False):
    """The keywords of all functions that play at tables of several sizes.

    Attributes:
        players: Table sizes, such as ``[2, 4]``, or one. All of the game if left out; from two players on, where a bot
            needs others.
    """

    players: int | Sequence[int] | None


def sizes_of(keywords: TableKeywords, usual: Sequence[int]) -> list[int]:
    """The table sizes that are named, or the usual ones."""
    players = keywords.get("players")
    return list(usual) if players is None else [players] if isinstance(players, int) else list(players)


def check_keywords(given: Mapping[str, Any], known: type) -> None:
    """TypeError for a keyword that a function does not take; ``known`` is the table of those that it takes."""
    for name in given:
        if name not in known.__annotations__:
            hint = did_you_mean(name, known.__annotations__)
            raise TypeError(f"unexpected keyword argument {name!r}{hint}")


@dataclass(frozen=True)
class Result:
    """A finished run.

    Attributes:
        folder: Where the results are.
        manifest: What was played: plan, versions, number of games.
        recorded: Number of games in the record file; None if no file was named.
        aside: Where other records that were in this file before are kept now; None if there were none.
    """

    folder: Path
    manifest: "Manifest" = field(repr=False)
    recorded: int | None = None
    aside: Path | None = None

    def results(self) -> "Results":
        """The results of the run: its estimates, figures and page; RunError if more than 1% of the games failed."""
        from arkadia_sim.questions.registry import analyse

        return analyse(self.folder)

    def bots(self, seat: int | None = None) -> "tuple[BotResult, ...]":
        """How each bot did in every outcome of the game; RunError if more than 1% of the games failed.

        Args:
            seat: Only the games in which the bot sat there, counted from 0; all if left out.
        """
        from arkadia_sim.questions.play import bot_results
        from arkadia_sim.results.store import RunFolder
        from arkadia_sim.runner.one_game import check_sound

        results = bot_results(RunFolder(self.folder), self.manifest, seat=seat)
        check_sound(self.manifest, self.folder)
        return results

    def table(self) -> "pl.DataFrame":
        """How each bot did, as a table: every outcome in its unit, with its interval."""
        import polars as pl

        return pl.DataFrame([bot.as_row() for bot in self.bots()], infer_schema_length=None)

    def rows(self, table: str = "games") -> "pl.LazyFrame":
        """The rows of the run, read only when you use them.

        Args:
            table: ``games`` has one row per player and game; ``turns`` has one row per turn, for a sample of the games.

        Returns:
            A lazy polars frame; ``.collect()`` reads it. ``arkadia-sim columns`` explains the columns.
        """
        from arkadia_sim.results.store import RunFolder

        return RunFolder(self.folder).scan(table)


@dataclass(frozen=True)
class StudyResult:
    """A finished study.

    Attributes:
        folder: Where the results are.
        parts: The run of each part, by name.
    """

    folder: Path
    parts: Mapping[str, Result]


File = TypeVar("File", bound="SearchFile")


@dataclass(frozen=True)
class Finished(Generic[File]):
    """A finished search or learning.

    Attributes:
        folder: Where the results are.
        file: The whole search and its result.
    """

    folder: Path
    file: File = field(repr=False)

    def save(self, path: str | Path) -> Path:
        """Save the bot that was found as a file that can be played and edited, and that says how it was found.

        Args:
            path: The file to write, ending in ``.toml``. The bot gets its name: ``my_bot.toml`` names it from then on.
        """
        self.file.save_bot(Path(path))
        return Path(path)
