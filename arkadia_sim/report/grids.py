"""The two tables of a page about experiments: all verdicts at a glance, and all numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from arkadia_sim.analysis.effects import Effect, Judged, Measured, questions, verdict_on
from arkadia_sim.analysis.parts import Part
from arkadia_sim.experiments.schema import Change
from arkadia_sim.plots.style import NO_VERDICT, VERDICT_COLOURS
from arkadia_sim.report.wording.answers import by_symmetry
from arkadia_sim.report.wording.numbers import interval_text, size_text
from arkadia_sim.report.wording.places import circumstance, table_label
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

SAME = "the same games, by symmetry"
"""What a table says of two players in place of the same numbers once more."""

MIXED = "in mixed company"


def anchor(part: Part, change: Change) -> str:
    """Where on the page the answer of a part about a change stands."""
    return "-".join(text for text in ("answer", part.name, change.name) if text)


def overview_grid(part: Part) -> dict[str, Any]:
    """All verdicts on the main outcome: rows are changes, columns companies and table sizes."""
    cells: dict[tuple[str, str, str], dict[str, Any]] = {}
    for one in part.results.effects:
        among = circumstance(one) if isinstance(one, Effect) else ""
        cells[one.change.name, among, table_label(one)] = _glance(one)
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
    """All judged outcomes: rows are changes and table sizes, columns companies (or how many others follow)."""
    cells: dict[tuple[Change, str, str], Any] = {}
    firsts: dict[tuple[Change, str], Effect] = {}
    for one in part.results.effects:
        among = MIXED
        same = False
        if isinstance(one, Effect):
            among = circumstance(one)
            first = firsts.setdefault((one.change, table_label(one)), one)
            same = one.followers is not None and one is not first and by_symmetry(first, one)
        cells[one.change, table_label(one), among] = SAME if same else _numbers(one)
    first_effect: Judged = part.results.effects[0]
    asked = questions(first_effect)
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


def _glance(one: Judged) -> dict[str, Any]:
    verdict, seen = verdict_on(one), one.main.estimate
    return {
        "verdict": verdict,
        "mark": MARKS[verdict],
        "colour": VERDICT_COLOURS[verdict],
        "size": size_text(seen),
        "title": f"{_name(verdict)}; {interval_text(seen)}",
    }


def _numbers(one: Judged) -> Sequence[Mapping[str, Any]]:
    def shown(measured: Measured, why: str) -> dict[str, Any]:
        verdict = verdict_on(one, measured)
        return {"estimate": measured.estimate, "mark": MARKS[verdict], "verdict": _name(verdict), "why": why}

    main, *others = questions(one)
    return [shown(main, why_open_in_short(one)), *(shown(other, "") for other in others)]


def _name(verdict: Verdict | None) -> str:
    return NO_VERDICT if verdict is None else str(verdict)
