"""The results of a finished run: its estimates, its figures and its document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.errors import printable
from arkadia_sim.questions.answers import adapted_sentences, seat_sentence
from arkadia_sim.questions.estimates import Row, estimates_table
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Findings:
    """What a page is made of: all that a document can use of a finished run or study.

    Attributes:
        name: Name of the experiment or study.
        title: Its title.
        question: The question that it asks.
        folder: Its folder.
        estimates: The table of :mod:`arkadia_sim.questions.estimates`.
        figures: Figures by name, drawn when called; "PART/name" within a study.
        runs: The manifest of each part; the key of a single experiment is its name.
        document: Its document, or the default of its question.
        parts: The same of each part of a study.
        answer: The answer in sentences, if it has one.
    """

    name: str
    title: str
    question: str
    folder: Path
    estimates: "pl.DataFrame"
    figures: "Mapping[str, Callable[[], Figure]]"
    runs: Mapping[str, Manifest]
    document: Path
    parts: "Mapping[str, Findings]" = field(default_factory=dict)
    answer: tuple[str, ...] = ()


DOCUMENTS = Path(__file__).parent
"""The folder of the default documents."""


@dataclass(frozen=True)
class Results:
    """A finished run. Failed games and games that got stuck are among its rows.

    Attributes:
        folder: The folder of the run.
        manifest: What was played.
        estimates: All estimates of the run.
        drawn: Its figures by name; each is drawn when called.
        answer: The answer in a sentence or two; none for questions that have no single answer.
    """

    folder: Path
    manifest: Manifest
    estimates: tuple[Row, ...]
    drawn: "Mapping[str, Callable[[], Figure]]"
    answer: tuple[str, ...] = ()

    def figures(self) -> "Mapping[str, Callable[[], Figure]]":
        """The figures of the run by name; each is drawn when called."""
        return self.drawn

    @property
    def sentences(self) -> tuple[str, ...]:
        """What a reader must know first, if anything, then the answer."""
        first, adapted = seat_sentence(self.manifest), adapted_sentences(self.manifest)
        return (*(() if first is None else (first,)), *self.answer, *adapted)

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return str((self.manifest.experiment or {}).get("name", printable(self.folder.name)))

    def table(self) -> pl.DataFrame:
        """The estimates, one row each (see :class:`~arkadia_sim.questions.estimates.Row`)."""
        return estimates_table(self.estimates)

    def rows(self, table: str = "games") -> pl.LazyFrame:
        """The rows of the run, read when you use them.

        Args:
            table: ``games`` (one row per player and game) or ``turns`` (of the games kept turn by turn).
        """
        return RunFolder(self.folder).scan(table)

    def as_json(self) -> dict[str, Any]:
        """The answer in sentences, the estimates and the counts of games as plain values."""
        counts = self.manifest.counts
        return {
            "answer": list(self.sentences), "estimates": self.table().to_dicts(), "games": counts.games,
            "ends": counts.ends, "failed": counts.failed, "level": self.manifest.level, "seed": self.manifest.seed,
            "folder": str(self.folder),
        }  # fmt: skip

    def findings(self) -> Findings:
        """What a page is made of."""
        written = self.manifest.experiment or {}
        return Findings(
            name=self.name, title=written.get("title", "Games"), question=written.get("question", ""),
            answer=self.sentences, folder=self.folder, estimates=self.table(), figures=self.drawn,
            runs={self.name: self.manifest}, document=DOCUMENTS / f"{written.get('design', 'play')}.md",
        )  # fmt: skip
