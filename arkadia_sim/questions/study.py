"""From the folder of a finished run or study to what a page is made of."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import UsageError
from arkadia_sim.questions.across import Run, across_rows
from arkadia_sim.questions.estimates import estimates_table
from arkadia_sim.questions.findings import Findings
from arkadia_sim.questions.labels import players_text
from arkadia_sim.questions.paired import PairedResults
from arkadia_sim.questions.registry import analyse
from arkadia_sim.questions.results import DOCUMENTS, Results
from arkadia_sim.questions.seats import SeatsResults
from arkadia_sim.results.study_folder import Circumstance, StudyManifest, is_study, read_study_manifest
from arkadia_sim.shipped import folder as shipped_folder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arkadia_sim.results.manifest import Manifest

OWN_DOCUMENT = "document.md"
"""The document of a user's own experiment, copied beside its results."""


def findings_of(folder: Path) -> Findings:
    """What the folder of a finished run or study has to say.

    Raises:
        UsageError: the folder holds neither, or a part is not finished.
    """
    findings = _study(folder, read_study_manifest(folder)) if is_study(folder) else analyse(folder).findings()
    return replace(findings, document=_document(findings))


def _document(findings: Findings) -> Path:
    """The document written for a shipped experiment, or for a user's own; else the default of its question."""
    shipped = shipped_folder("experiments") / f"{findings.name}.md"
    if is_file(shipped) and _asks_the_same(findings, shipped.with_suffix(".toml")):
        return shipped
    own = findings.folder / OWN_DOCUMENT
    return own if is_file(own) else findings.document


def _asks_the_same(findings: Findings, experiment: Path) -> bool:
    """Whether a run asked what the shipped experiment of its name asks: others may have used that name."""
    asked = tomllib.loads(experiment.read_text(encoding="utf-8"))
    return asked["title"] == findings.title and asked["question"].split() == findings.question.split()


def _study(folder: Path, study: StudyManifest) -> Findings:
    results = {name: analyse(folder / name) for name in study.parts}
    figures: dict[str, Callable[[], Figure]] = {}
    runs: dict[str, Manifest] = {}
    for name, part in results.items():
        figures |= {f"{name}/{figure}": draw for figure, draw in part.figures().items()}
        runs[name] = part.manifest
    if study.circumstances:
        table = _across(folder, study, results)
    else:
        table = pl.concat(part.table() for part in results.values())
    return Findings(
        name=study.name,
        title=study.title,
        question=study.question,
        folder=folder,
        estimates=table.with_columns(pl.lit(study.name).alias("study")),
        figures=figures | (_across_figure(study, table) if study.circumstances else {}),
        runs=runs,
        document=DOCUMENTS / "study.md",
    )


def _across(folder: Path, study: StudyManifest, results: Mapping[str, Results]) -> pl.DataFrame:
    """The rows of a study under several circumstances."""
    count = len(study.parts) // len(study.circumstances)
    names = [name.removesuffix(study.circumstances[0].played_name("")) for name in study.parts[:count]]
    rows = []
    for name in names:
        runs: list[tuple[Circumstance, Run]] = []
        for circumstance in study.circumstances:
            part = results[circumstance.played_name(name)]
            if not isinstance(part, PairedResults | SeatsResults):
                raise UsageError(f"{part.folder} cannot be compared under several circumstances")
            runs.append((circumstance, part))
        rows += list(across_rows(folder, name, runs))
    return estimates_table(rows)


def _across_figure(study: StudyManifest, table: pl.DataFrame) -> "dict[str, Callable[[], Figure]]":
    """``circumstances``: how each quantity differs from the first circumstance."""

    def draw() -> "Figure":
        from arkadia_sim.plots.across import AcrossPoint, across_table, draw_across

        titles = {circumstance.name: circumstance.title for circumstance in study.circumstances}
        rows = table.filter(pl.col("kind") == "difference").iter_rows(named=True)
        points = [
            AcrossPoint(
                panel=row["contrast"] or row["outcome"],
                series=row["company"] or players_text(row["players"]),
                line=titles[row["setting"]],
                mean=row["mean"],
                low=row["low"],
                high=row["high"],
                sure=row["verdict"] in ("higher", "lower"),
            )
            for row in rows
        ]
        return draw_across(across_table(points), float(table.item(0, "level")))

    return {"circumstances": draw}
