"""The two tables of a page about experiments: all verdicts at a glance, and all numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from arkadia_sim.analysis.effects import Effect, Measured, questions, verdict_on
from arkadia_sim.analysis.parts import Part
from arkadia_sim.experiments.schema import Change
from arkadia_sim.plots.style import NO_VERDICT, VERDICT_COLOURS
from arkadia_sim.report.wording.numbers import interval_text, size_text
from arkadia_sim.report.wording.places import company, table_label
from arkadia_sim.report.wording.sentences import why_open_in_short
from arkadia_sim.stats.equivalence import Verdict

MARKS: Mapping[Verdict | None, str] = {
    Verdict.HELPS: "▲",
    Verdict.HURTS: "▼",
    Verdict.NO_DIFFERENCE: "■",
    Verdict.NOT_SETTLED: "●",
    None: "×",
}
"""The verdicts' markers as in the figures."""


def anchor(part: Part, change: Change) -> str:
    """Where on the page the answer of a part about a change stands."""
    return "-".join(text for text in ("answer", part.name, change.name) if text)


def overview_grid(part: Part) -> dict[str, Any]:
    """All verdicts on the main outcome: rows are changes, columns companies and table sizes."""
    cells: dict[tuple[str, str, str], dict[str, Any]] = {}
    for one in part.results.effects:
        cells[one.change.name, company(one), table_label(one)] = _glance(one)
    columns = list(dict.fromkeys((among, label) for _, among, label in cells))
    companies = list(dict.fromkeys(among for among, _ in columns))
    columns.sort(key=lambda column: companies.index(column[0]))
    return {
        "companies": [(one, sum(among == one for among, _ in columns)) for one in companies],
        "tables": [label for _, label in columns],
        "rows": [
            {
                "change": change,
                "anchor": anchor(part, change),
                "cells": [cells.get((change.name, *column)) for column in columns],
            }
            for change in part.experiment.changes
        ],
        "legend": [
            (MARKS[verdict], _name(verdict), VERDICT_COLOURS[verdict])
            for verdict in MARKS
            if any(cell["verdict"] is verdict for cell in cells.values())
        ],
    }


def numbers_grid(part: Part, title: str) -> dict[str, Any]:
    """All judged outcomes: rows are changes and table sizes, columns companies."""
    cells = {(one.change, table_label(one), company(one)): _numbers(one) for one in part.effects}
    asked = questions(part.effects[0])
    return {
        "title": title,
        "level": asked[0].estimate.level,
        "outcomes": [one.outcome for one in asked],
        **_rows(cells),
    }


def _rows(cells: Mapping[tuple[Change, str, str], Any]) -> dict[str, Any]:
    columns = list(dict.fromkeys(column for _, _, column in cells))
    lines = list(dict.fromkeys((change, label) for change, label, _ in cells))
    rows = []
    seen: set[Change] = set()
    for change, label in lines:
        rows.append(
            {
                "change": change,
                "label": label,
                "first": change not in seen,
                "span": sum(other == change for other, _ in lines),
                "cells": [cells.get((change, label, column)) for column in columns],
            }
        )
        seen.add(change)
    return {"columns": columns, "rows": rows}


def _glance(one: Effect) -> dict[str, Any]:
    verdict, seen = verdict_on(one), one.main.estimate
    return {
        "verdict": verdict,
        "mark": MARKS[verdict],
        "colour": VERDICT_COLOURS[verdict],
        "size": size_text(seen),
        "title": f"{_name(verdict)}; {interval_text(seen)}",
    }


def _numbers(one: Effect) -> Sequence[Mapping[str, Any]]:
    def shown(measured: Measured, why: str) -> dict[str, Any]:
        verdict = verdict_on(one, measured)
        return {"estimate": measured.estimate, "mark": MARKS[verdict], "verdict": _name(verdict), "why": why}

    main, *others = questions(one)
    return [shown(main, why_open_in_short(one)), *(shown(other, "") for other in others)]


def _name(verdict: Verdict | None) -> str:
    return NO_VERDICT if verdict is None else str(verdict)
