"""What a finished run or study hands to a page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arkadia_sim.results.manifest import Manifest

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Findings:
    """All that a document can take from a finished run or study.

    Attributes:
        name: Name of the experiment or study.
        title: Its title.
        question: The question that it asks.
        folder: Where it lies.
        estimates: The table of :mod:`arkadia_sim.questions.estimates`.
        figures: Figures by name, drawn when asked for; "PART/name" within a study.
        runs: The manifest of each part; the key of a single experiment is its name.
        document: The document written for it, or the default of its question.
    """

    name: str
    title: str
    question: str
    folder: Path
    estimates: "pl.DataFrame"
    figures: "Mapping[str, Callable[[], Figure]]"
    runs: Mapping[str, Manifest]
    document: Path
