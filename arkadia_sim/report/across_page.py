"""The page of a study under several circumstances: what stands under all of them, what depends on which."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from arkadia_sim.analysis.across import AcrossResults, Quantity
from arkadia_sim.analysis.across_agreement import AcrossAgreement
from arkadia_sim.analysis.agreement import score
from arkadia_sim.analysis.differences import Finding
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.core.options import option_text
from arkadia_sim.experiments.study import Circumstance
from arkadia_sim.plots.across import AcrossPoint, across_table, draw_across
from arkadia_sim.plots.style import percent
from arkadia_sim.report.figures import Drawn
from arkadia_sim.report.render import page_run, render, write_pictures, write_tables
from arkadia_sim.report.tables import counts_frame, effects_frame
from arkadia_sim.report.who_played import plans_of
from arkadia_sim.report.wording.across import (
    FEW,
    LEGEND,
    MARKS,
    NO_MARK,
    again_sentence,
    answer_text,
    answers,
    cell_title,
    method,
    name,
    players_text,
    subject,
)
from arkadia_sim.report.wording.agreement import play_remarks, seeds_sentence
from arkadia_sim.report.wording.numbers import capital, size_text
from arkadia_sim.report.wording.sentences import failures_warning, few_deals_warning
from arkadia_sim.stats.intervals import known


def across_page(found: AcrossResults, folder: Path, compared: AcrossAgreement | None = None) -> str:
    """The page, its figure and tables written beside it."""
    runs = {
        circumstance.played_name(part): one
        for circumstance, parts in zip(found.circumstances, found.runs, strict=True)
        for part, one in parts.items()
    }
    sections = [section for one in runs.values() for section in one.sections]
    counts = pl.concat(
        [counts_frame(one.sections, one.manifest.ends, name) for name, one in runs.items()], how="diagonal"
    ).fill_null(0)
    write_tables(folder, {"across": found.table(), "counts": counts} | _effects(runs))
    if compared is not None:
        write_tables(folder, {"agreement": _agreement_frame(compared)})
    table = _table(found)
    return render(
        "across.html.j2",
        [page_run(name, one.manifest, one.sections, f"{folder.name}/{name}") for name, one in runs.items()],
        title=found.title,
        question=found.question,
        warnings=[failures_warning(sections), few_deals_warning(sections)],
        answers=answers(found),
        pictures=write_pictures(folder, across_drawn(found)),
        table=table,
        legend=[
            (mark, text)
            for mark, text in LEGEND
            if any(mark == one["mark"] for row in table["rows"] for one in row["cells"])
        ],
        circumstances=[(capital(one.title), _changes(one)) for one in found.circumstances],
        agreement=None if compared is None else _agreement_block(compared),
        players_plans=plans_of(one.manifest for one in runs.values()),
        method=method(found),
        notes=list(
            dict.fromkeys(
                text for one in found.runs[0].values() for text in (*one.manifest.caveats, *one.experiment.notes)
            )
        ),
        counts=counts,
    )


def _agreement_block(found: AcrossAgreement) -> dict[str, Any]:
    """How far two plays agree, as the page shows it."""
    return {
        "remarks": [
            seeds_sentence(found.seeds),
            *(text for one, other in found.pairs for text in play_remarks(f"“{one.experiment.title}”", one, other)),
        ],
        "sentence": again_sentence(found),
        "flips": [(answer_text(one), one.turned) for one in found.flips],
    }


def _agreement_frame(found: AcrossAgreement) -> pl.DataFrame:
    """One row per answer of two plays, with every figure in full."""
    return pl.DataFrame(
        [
            {
                "part": one.quantity.part,
                "quantity": name(one.quantity),
                "circumstance": one.circumstance.name,
                "difference": one.apart,
                "here": one.here.mean,
                "there": one.there.mean,
                "standard_error_here": known(one.here.standard_error),
                "standard_error_there": known(one.there.standard_error),
                "score": known(score(one.here, one.there)),
                "finding_here": None if one.found_here is None else str(one.found_here),
                "finding_there": None if one.found_there is None else str(one.found_there),
            }
            for one in found.answers
        ],
        infer_schema_length=None,
    )


def across_drawn(found: AcrossResults) -> list[Drawn]:
    """The pictures of all differences from the first circumstance: of what is tried, and of the tables."""
    tried = [one for one in found.quantities if one.change is not None]
    tables = [one for one in found.quantities if one.change is None]
    named = (("tried", "What it depends on", tried), ("tables", "What seats and tables depend on", tables))
    return [_drawn(found, name, title, some) for name, title, some in named if some]


def _drawn(found: AcrossResults, name: str, title: str, quantities: Sequence[Quantity]) -> Drawn:
    points = [
        AcrossPoint(
            f"{subject(one)} ({one.unit})",
            one.who if one.change is not None else f"{one.who}, {players_text(one)}",
            capital(circumstance.title),
            seen.apart,
            seen.differs in (Finding.MORE, Finding.LESS),
        )
        for one in quantities
        for circumstance, seen in zip(found.circumstances, one.seen, strict=True)
        if seen.apart is not None
    ]
    table = across_table(points)
    caption = (
        f"How much more each is than {found.circumstances[0].title}, with {percent(found.level)} intervals over deals; "
        "filled where that surely is a difference that matters."
    )
    return Drawn(f"across_{name}", title, caption, draw_across(table, found.level), {f"differences_{name}": table})


def _effects(runs: Mapping[str, object]) -> dict[str, pl.DataFrame]:
    """All effects of all circumstances at each table size, one table."""
    frames = [
        effects_frame(one).insert_column(0, pl.lit(name).alias("run"))
        for name, one in runs.items()
        if isinstance(one, PairedResults)
    ]
    return {"effects": pl.concat(frames, how="vertical_relaxed")} if frames else {}


def _changes(one: Circumstance) -> str:
    """What a circumstance sets, by the names of the options."""
    return ", ".join(
        f"{key} = {option_text(value)}" for table in (one.rules, one.components) for key, value in (table or {}).items()
    )


def _table(found: AcrossResults) -> dict[str, Any]:
    """What came out: a row for each quantity and a column for each circumstance, or the other way round."""
    names = [capital(name(one)) for one in found.quantities]
    titles = [capital(one.title) for one in found.circumstances]
    cells = [[_cell(one, place) for place in range(len(titles))] for one in found.quantities]
    if len(titles) <= FEW:
        return {"head": titles, "rows": [{"name": one, "cells": row} for one, row in zip(names, cells, strict=True)]}
    turned = zip(titles, zip(*cells, strict=True), strict=True)
    return {"head": names, "rows": [{"name": one, "cells": list(row)} for one, row in turned]}


def _cell(one: Quantity, place: int) -> dict[str, str]:
    seen = one.seen[place]
    mark = "" if not one.judged else MARKS[seen.finding] if seen.behaved else NO_MARK
    sure = seen.differs in (Finding.MORE, Finding.LESS)
    size = size_text(seen.estimate) if one.judged else size_text(seen.estimate).removeprefix("+")
    return {
        "mark": mark,
        "size": size,
        "apart": size_text(seen.apart) if sure and seen.apart is not None else "",
        "title": cell_title(one, place),
    }
