"""What a page is made of, from the folder of a finished run or study.

A study may play its experiments under several circumstances (other rules or pieces), all on the same deals. So the
effect of a circumstance is a difference taken deal by deal. The quantities that are compared: the effect of each change
in each company, averaged over all table sizes; the advantage of seat 1 at each table size; and the further measures of
the tables.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import UsageError
from arkadia_sim.plots.figures import Point, draw_lines
from arkadia_sim.plots.style import percent
from arkadia_sim.questions.changes import Behaved
from arkadia_sim.questions.differences import verdict_of
from arkadia_sim.questions.estimates import Row, estimate_of, estimates_table, number_fields, players_text, rows_of
from arkadia_sim.questions.paired import Paired
from arkadia_sim.questions.registry import analyse, question_of
from arkadia_sim.questions.results import DOCUMENTS, Findings, Results
from arkadia_sim.questions.seats import Seats
from arkadia_sim.results import measures
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import SEAT_ADVANTAGE, differences, measured_deals, outcome_values, piece_numbers
from arkadia_sim.results.store import RunFolder
from arkadia_sim.results.study_folder import Circumstance, StudyManifest, is_study, read_study_manifest
from arkadia_sim.shipped import folder as shipped_folder
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.simultaneous import Taken, held_at_once
from arkadia_sim.stats.verdicts import MINIMUM_CHANGED_DEALS, Verdict

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Deals = Mapping[int, NDArray[np.float64]]
"""By table size, a number for each deal."""

TEST = "simultaneous, all circumstances"


@dataclass(frozen=True)
class Quantity:
    """One quantity of a part under one circumstance, with the numbers of its deals.

    ``fields`` are those of its rows; ``kind`` is effect (of a change), advantage (of seat 1) or mean (of a measure,
    which is only compared, not tested itself). The intervals of a ``family`` hold together: all changes, or all of the
    same measure. ``behaved`` says whether the bots did what the change says at any table size.
    """

    fields: Mapping[str, Any]
    tolerance: float
    deals: Deals
    family: str = ""
    behaved: bool = True


def across_rows(folder: Path, part: str, runs: Sequence[tuple[Circumstance, Results]]) -> Iterator[Row]:
    """The quantities of a part under each circumstance, and their differences from the first.

    UsageError if the runs do not have the same deals.
    """
    level = max(run.manifest.level for _, run in runs)
    by_run = [list(_quantities(RunFolder(run.folder), run)) for _, run in runs]
    rows = list(zip(*by_run, strict=True))
    seeds = {run.manifest.seed for _, run in runs}
    played = [
        {frozenset((size, len(deals)) for size, deals in quantity.deals.items()) for quantity in row} for row in rows
    ]
    if len(seeds) > 1 or any(len(sizes) > 1 for sizes in played):
        raise UsageError(f"{folder}: the runs of {part!r} do not have the same deals")
    means = _means(rows, level)
    steps = [
        [{size: values - row[0].deals[size] for size, values in quantity.deals.items()} for quantity in row[1:]]
        for row in rows
    ]
    step_estimates, _ = held_at_once([_averaged(deals) for row in steps for deals in row], level)
    step_iterator = iter(step_estimates)
    for row, estimates, differing in zip(rows, means, steps, strict=True):
        for (circumstance, _), quantity, estimate in zip(runs, row, estimates, strict=True):
            tested = quantity.fields["kind"] != "mean"
            verdict = _verdict(estimate, quantity.tolerance, quantity.deals) if tested else None
            yield _row(part, quantity, estimate, circumstance.name, verdict)
        for (circumstance, _), quantity, deals in zip(runs[1:], row[1:], differing, strict=True):
            estimate = next(step_iterator)
            verdict = _verdict(estimate, quantity.tolerance, deals) if row[0].behaved else None
            yield _row(part, quantity, estimate, circumstance.name, verdict, baseline=runs[0][0].name)


def _row(
    part: str,
    quantity: Quantity,
    estimate: Estimate,
    setting: str,
    verdict: tuple[Verdict, str] | None,
    baseline: str = "",
) -> Row:
    sizes = tuple(quantity.deals)
    fields = dict(quantity.fields) | {"players": sizes[0] if len(sizes) == 1 else 0, "setting": setting}
    if baseline:
        fields |= {"kind": "difference", "baseline": baseline}
    if not quantity.behaved:
        fields["note"] = str(Behaved.UNSURE)
    elif verdict is not None:
        fields |= {"test": TEST, "verdict": verdict[0], "note": verdict[1]}
    tolerance = quantity.tolerance or None
    return Row(part=part, design="across", tolerance=tolerance, **fields | number_fields(estimate))


def _means(rows: Sequence[Sequence[Quantity]], level: float) -> list[list[Estimate]]:
    """The quantities under each circumstance; the intervals of a family hold together."""
    estimates: list[list[Estimate]] = [[] for _ in rows]
    for family in dict.fromkeys(row[0].family for row in rows):
        places = [place for place, row in enumerate(rows) if row[0].family == family]
        taken = [_averaged(quantity.deals) for place in places for quantity in rows[place]]
        together = iter(held_at_once(taken, level)[0])
        for place in places:
            estimates[place] = [next(together) for _ in rows[place]]
    return estimates


def _averaged(deals: Deals) -> list[Taken]:
    """The average over table sizes, each with the same weight."""
    return [(values / len(deals), 1.0, size) for size, values in deals.items()]


def _verdict(estimate: Estimate, tolerance: float, deals: Deals) -> tuple[Verdict, str]:
    """The verdict for an interval; inconclusive if only a few deals differ from 0."""
    changed = sum(int(np.count_nonzero(values)) for values in deals.values())
    if 0 < changed < MINIMUM_CHANGED_DEALS:
        return "inconclusive", ""
    return verdict_of(estimate, tolerance, changed == 0)


def _quantities(run: RunFolder, results: Results) -> Iterator[Quantity]:
    """The quantities of a run, in an order that is the same under all circumstances."""
    question = question_of(results.manifest)
    if isinstance(question, Paired):
        yield from _of_changes(run, results, question)
    elif isinstance(question, Seats):
        yield from _of_tables(run, results.manifest, question)
    else:
        raise UsageError(f"{results.folder} cannot be compared under several circumstances")


def _of_changes(run: RunFolder, results: Results, question: Paired) -> Iterator[Quantity]:
    """The effect of each change in each company, on the main outcome."""
    manifest, outcome = results.manifest, results.manifest.outcomes[0]
    values: dict[tuple[int, str], dict[int, NDArray[np.float64]]] = {}
    for index, section in enumerate(manifest.sections):
        everything = outcome_values(run, index, section, [outcome])
        for comparison in section.comparisons:
            by_size = values.setdefault((comparison.change, section.company), {})
            by_deal = differences(everything, comparison)[:, 0] * outcome.scale
            for piece in section.setting.shared:
                by_deal = measures.averaged_by(by_deal, piece_numbers(run, index, section, piece))
            by_size[section.players] = by_deal
    effects = [row for row in results.estimates if row.kind == "effect"]
    behaved = {(row.contrast, row.company) for row in effects if row.note == Behaved.AS_SAID}
    bots = {(row.contrast, row.company): row.bot for row in effects}
    tolerance = question.tolerances.get(outcome.column, 0.0)
    for (number, company), deals in sorted(values.items(), key=lambda item: item[0][0]):
        change = question.changes[number]
        key = (change.name, company)
        fields: dict[str, Any] = {"kind": "effect", "company": company, "claim": change.claim, "contrast": change.name}
        fields |= {"bot": bots[key], "outcome": outcome.column, "unit": outcome.unit}
        yield Quantity(fields, tolerance, deals, behaved=key in behaved)


def _of_tables(run: RunFolder, manifest: Manifest, question: Seats) -> Iterator[Quantity]:
    """The advantage of seat 1, and all that was measured of the tables, at each table size."""
    columns, bots = manifest.columns["games"], [bot.spec for bot in manifest.bots]
    for name in dict.fromkeys([SEAT_ADVANTAGE, *question.measures]):
        measure = measures.find_measure(name, manifest.outcomes, columns, manifest.ends)
        tolerance = question.tolerances.get(measure.name, measure.tolerance or 0.0)
        fields: dict[str, Any] = {
            "kind": "mean",
            "bot": question.bots[0],
            "outcome": measure.name,
            "unit": measure.unit,
        }
        if name == SEAT_ADVANTAGE:
            fields |= {"kind": "advantage", "seat": 1, "outcome": manifest.outcomes[0].column}
        for index, section in enumerate(manifest.sections):
            measured = measured_deals(run, index, section, bots, [measure], manifest.ends)[0]
            yield Quantity(fields, tolerance, {section.players: measured.values[:, 0]}, measure.name)


OWN_DOCUMENT = "document.md"
"""The document of a user's own experiment, copied into the folder of its results."""


def findings_of(folder: Path) -> Findings:
    """What a page about a finished run or study is made of.

    Raises:
        UsageError: the folder holds neither, or a part is not finished.
    """
    findings = _study(folder, read_study_manifest(folder)) if is_study(folder) else analyse(folder).findings()
    return _documented(findings)


def _documented(findings: Findings) -> Findings:
    return replace(findings, document=_document(findings))


def _document(findings: Findings) -> Path:
    """The document of a shipped experiment, or of a user's own; otherwise the default of its question."""
    shipped = shipped_folder("experiments") / f"{findings.name}.md"
    if is_file(shipped) and _asks_the_same(findings, shipped.with_suffix(".toml")):
        return shipped
    own = findings.folder / OWN_DOCUMENT
    return own if is_file(own) else findings.document


def _asks_the_same(findings: Findings, experiment: Path) -> bool:
    """Whether a run asks the question of the shipped experiment of its name: others may use that name."""
    asked = tomllib.loads(experiment.read_text(encoding="utf-8"))
    return asked["title"] == findings.title and asked["question"].split() == findings.question.split()


def _study(folder: Path, study: StudyManifest) -> Findings:
    results = {name: analyse(folder / name) for name in study.parts}
    parts = {name: _documented(part.findings()) for name, part in results.items()}
    figures = {f"{name}/{figure}": draw for name, part in parts.items() for figure, draw in part.figures.items()}
    if study.circumstances:
        table = _across(folder, study, results)
    else:
        table = pl.concat(part.estimates for part in parts.values())
    return Findings(
        name=study.name, title=study.title, question=study.question, folder=folder,
        estimates=table.with_columns(pl.lit(study.name).alias("study")),
        figures=figures | (_across_figure(study, table, results) if study.circumstances else {}),
        runs={name: part.manifest for name, part in results.items()}, document=DOCUMENTS / "study.md", parts=parts,
    )  # fmt: skip


def _across(folder: Path, study: StudyManifest, results: Mapping[str, Results]) -> pl.DataFrame:
    """The rows of a study under several circumstances."""
    count = len(study.parts) // len(study.circumstances)
    names = [name.removesuffix(study.circumstances[0].played_name("")) for name in study.parts[:count]]
    rows = []
    for name in names:
        runs = [(circumstance, results[circumstance.played_name(name)]) for circumstance in study.circumstances]
        rows += list(across_rows(folder, name, runs))
    return estimates_table(rows)


def _across_figure(
    study: StudyManifest, table: pl.DataFrame, results: Mapping[str, Results]
) -> "dict[str, Callable[[], Figure]]":
    """``circumstances``: how each quantity differs from the first circumstance."""
    rows = rows_of(table.filter(pl.col("kind") == "difference"))
    titles = {circumstance.name: circumstance.title for circumstance in study.circumstances}
    outcomes, named = dict[str, Outcome](), dict[tuple[str, str], str]()
    for run in results.values():
        outcomes |= {outcome.column: outcome for outcome in run.manifest.outcomes}
        for key in ("changes", "companies"):
            entries = (run.manifest.experiment or {}).get(key, ())
            named |= {(key, entry.get("name", "")): entry.get("title", "") for entry in entries}
    several = len({row.bot for row in rows if not row.contrast}) > 1

    def panel(row: Row) -> str:
        """The change, or what is measured of the table: "seat 1: win rate (points)"."""
        if row.contrast:
            return named["changes", row.contrast]
        axis = outcomes[row.outcome].axis if row.outcome in outcomes else row.outcome.replace("_", " ")
        where = ", ".join(filter(None, [f"seat {row.seat}" if row.seat else "", row.bot if several else ""]))
        return f"{where}: {axis}" if where else axis

    def draw() -> "Figure":
        points = [
            Point(
                panel=panel(row),
                series=(row.contrast and named["companies", row.company]) or row.company or players_text(row.players),
                line=titles[row.setting],
                estimate=estimate_of(row),
                significant=row.verdict in ("higher", "lower"),
            )
            for row in rows
        ]
        of = "".join({f", for changes in their effect on {outcomes[row.outcome].axis}" for row in rows if row.contrast})
        head = (
            f"Difference from the first circumstance{of}. The {percent(table.item(0, 'level'))} intervals hold "
            "together. Filled markers are significant differences that matter."
        )
        return draw_lines(points, {point.panel: (0.0, "") for point in points}, head)

    return {"circumstances": draw}
