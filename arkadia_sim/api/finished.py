"""What has been played, searched or learned: where it lies, and what came out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.errors import UsageError

if TYPE_CHECKING:
    import polars as pl

    from arkadia_sim.analysis.between import Between
    from arkadia_sim.analysis.bots import BotResult
    from arkadia_sim.analysis.duel import TableAnswers
    from arkadia_sim.analysis.seats import SeatTable
    from arkadia_sim.learning.learn_file import LearnFile
    from arkadia_sim.results.manifest import Manifest
    from arkadia_sim.tuning.tune_file import TuneFile, TuneResult


RESULTS = Path("results")
"""Where goes what names no folder."""


def own_folder(kind: str, bots: Sequence[str], seed: int, fingerprint: str) -> Path:
    """A folder of its own for everything that differs, and the same one for the same."""
    names = "-".join(re.sub(r"[^A-Za-z0-9_.]+", "_", Path(bot).name) for bot in bots)
    return RESULTS / f"{kind}-{names[:80]}-seed{seed}-{fingerprint[:8]}"


@dataclass(frozen=True)
class Result:
    """A finished run: where it lies, what its manifest says, and how many games a record file got, if one was named."""

    folder: Path
    manifest: "Manifest"
    recorded: int | None = None

    def bots(self, seat: int | None = None) -> "tuple[BotResult, ...]":
        """How each bot did in every outcome of the game, in a seat or in all, in the order in which they were named."""
        from arkadia_sim.analysis.bots import bot_results
        from arkadia_sim.results.store import RunFolder

        return bot_results(RunFolder(self.folder), self.manifest, seat=seat)

    def table(self) -> "pl.DataFrame":
        """How each bot did, as a table: every outcome in its unit, with intervals over deals.

        They hold with 95%, and with more where deals were added later.
        """
        from arkadia_sim.analysis.bots import results_table

        return results_table(self.bots())

    def seats(self) -> "tuple[SeatTable, ...]":
        """Which seat did better, where one bot sat in all of them; nothing where different bots played."""
        from arkadia_sim.analysis.results import seats_of_play
        from arkadia_sim.results.store import RunFolder

        return seats_of_play(RunFolder(self.folder), self.manifest)

    def rows(self, table: str = "games") -> "pl.LazyFrame":
        """The rows of the run, not yet read: ``games`` (one per player and game) or ``turns`` (of traced games)."""
        from arkadia_sim.results.store import RunFolder

        return RunFolder(self.folder).scan(table)


@dataclass(frozen=True)
class StudyResult:
    """A finished study: where it lies, and the runs of its parts by name."""

    folder: Path
    parts: Mapping[str, Result]


@dataclass(frozen=True)
class Compared:
    """Bot ``a`` against bot ``b``, ``company`` in all other seats.

    Also where the run lies, what its manifest says, and the answers for each table size.
    """

    a: str
    b: str
    company: str
    folder: Path
    manifest: "Manifest"
    tables: "tuple[TableAnswers, ...]"

    def sentences(self) -> list[str]:
        """The answers in words, a line for each table size."""
        from arkadia_sim.report.wording.duel import duel_sentence

        return [duel_sentence(self.a, self.b, one) for one in self.tables]

    def between(self) -> "tuple[Between, ...]":
        """How much more ``a`` is better than ``b`` at one table size than at another, with intervals and verdicts."""
        from arkadia_sim.analysis.duel import duel_between

        return duel_between(self.tables, self.manifest)

    def between_sentences(self) -> list[str]:
        """The same in words, a line for each two table sizes and outcome."""
        from arkadia_sim.report.wording.between import between_sentence

        return [between_sentence(f"{self.a} instead of {self.b} among {self.company}", one) for one in self.between()]

    def notes(self) -> list[str]:
        """Where a verdict is another than the interval beside it would give, and why."""
        from arkadia_sim.report.wording.duel import duel_notes

        return duel_notes(self.tables)

    def as_json(self) -> dict[str, Any]:
        """The answers as plain values."""
        counts = self.manifest.counts
        return {
            "a": self.a,
            "b": self.b,
            "company": self.company,
            "tables": [one.as_json() for one in self.tables],
            "between": [one.as_json() for one in self.between()],
            "notes": self.notes(),
            "games": counts.games,
            "failed": counts.failed,
            "level": self.manifest.level,
            "seed": self.manifest.seed,
            "folder": str(self.folder),
        }


@dataclass(frozen=True)
class Learned:
    """A finished learning: where it lies, and its file with every stage and the weights that were learned."""

    folder: Path
    file: "LearnFile"

    def save(self, path: str | Path) -> Path:
        """Save the learned bot as a file that can be played (``play(["my_expert.toml", "greedy"])``); return the path.

        The bot has the file's name. UsageError if something else than a saved bot lies there.
        """
        from arkadia_sim.learning.learned_bot import save_bot
        from arkadia_sim.runner.parallel import resolve_game

        save_bot(self.file, resolve_game(self.file.game).find_bot(self.file.bot).bot, Path(path))
        return Path(path)

    def draw(self) -> Path:
        """Draw how strong the bot became, step by step; returns the picture's path."""
        from arkadia_sim.learning.curve import draw_curve

        return draw_curve(self.file, self.folder)


@dataclass(frozen=True)
class Tuned:
    """A finished tuning: where it lies, and its file with the whole search and what was found."""

    folder: Path
    file: "TuneFile"

    @property
    def result(self) -> "TuneResult":
        """What was found, with its figures."""
        if self.file.result is None:
            raise UsageError(f"the tuning in {self.folder} is not finished")
        return self.file.result

    @property
    def spec(self) -> str:
        """The tuned bot, as it can be named wherever a bot is asked for."""
        return self.result.spec

    def save(self, path: str | Path) -> Path:
        """Save the tuned bot as a file that can be played (``play(["my_bot.toml", "greedy"])``) and tells how it was
        found; return the path.

        The bot has the file's name. UsageError if something else than a saved bot lies there.
        """
        from arkadia_sim.runner.parallel import resolve_game
        from arkadia_sim.tuning.tuned_bot import save_bot

        player = resolve_game(self.file.game).find_bot(self.file.bot).bot
        save_bot(self.file, self.result, player, Path(path))
        return Path(path)
