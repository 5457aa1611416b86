"""The page about a table in several settings: how its measures answer to the rules, and what is sure of that."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.analysis.differences import Difference, TableMean
from arkadia_sim.analysis.settings import SettingsResults
from arkadia_sim.core.measures import SEAT_ADVANTAGE
from arkadia_sim.core.options import option_text
from arkadia_sim.plots.response import ResponsePoint, draw_map, draw_response, response_table
from arkadia_sim.plots.style import percent
from arkadia_sim.report.render import figure_markup, page_run, render, write_tables
from arkadia_sim.report.tables import counts_frame
from arkadia_sim.report.wording.sentences import failures_warning, few_deals_warning, irregular_text
from arkadia_sim.report.wording.settings import (
    answers,
    difference_sentence,
    measured_text,
    method,
    players_label,
    response_text,
    tolerance_hint,
    verdict_text,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def settings_page(results: SettingsResults, folder: Path) -> str:
    """The page, its figures and tables written beside it."""
    manifest, sections = results.manifest, results.sections
    counts = counts_frame(sections, manifest.ends)
    write_tables(folder, {"means": results.table(), "differences": results.contrasts(), "counts": counts})
    between = [one for one in results.differences if one.against is not None]
    return render(
        "settings.html.j2",
        [page_run("", manifest, sections, folder.name)],
        title=results.experiment.title,
        question=results.experiment.question,
        warnings=[failures_warning(sections), few_deals_warning(sections), irregular_text(sections)],
        answers=answers(results),
        figure=figure_markup(folder, "response", response_figure(results), response_text(results)),
        tables=[_means(results, players) for players in dict.fromkeys(one.players for one in results.means)],
        settings=results.settings,
        reference=results.reference,
        differences=[_difference(one) for one in results.differences if one.against is None],
        between=[difference_sentence(one) for one in between],
        method=method(results),
        notes=[text for text in (*manifest.caveats, *results.experiment.notes, tolerance_hint(results)) if text],
        counts=counts,
    )


def knobs(results: SettingsResults) -> list[str]:
    """The options of the rules by which the settings differ, if each setting has a value for each; else none."""
    rules = [one.rules for one in results.experiment.settings]
    names = list(dict.fromkeys(name for one in rules for name in one))
    if not all(set(one) == set(names) for one in rules):
        return []
    return [name for name in names if len({option_text(one[name]) for one in rules}) > 1]


def response_figure(results: SettingsResults) -> "Figure":
    """Curves over the values of one knob, maps over those of two; over the settings by name where they are none."""
    varied = knobs(results)
    points = [_point(results, one, varied) for one in results.means]
    zero = list(dict.fromkeys(_panel(one) for one in results.means if one.measure.name == SEAT_ADVANTAGE))
    table, level = response_table(points), percent(results.manifest.level)
    head = f"Means with {level} intervals over deals; those of a measure hold at once, at all places and in all panels."
    if len(varied) == 2:
        return draw_map(table, varied[0], varied[1], head, zero)
    return draw_response(table, varied[0] if len(varied) == 1 else "rules", head, zero)


def _point(results: SettingsResults, one: TableMean, varied: Sequence[str]) -> ResponsePoint:
    rules = next(setting.rules for setting in results.experiment.settings if setting.name == one.setting)
    values = [option_text(rules[name]) for name in varied]
    place, row = (values[0], values[1]) if len(values) == 2 else (values[0] if len(values) == 1 else one.setting, "")
    return ResponsePoint(_panel(one), one.part or players_label(one.players), place, row, one.estimate)


def _panel(one: TableMean) -> str:
    """The panel of a mean: one for each measure, and for each table size where its parts are told apart."""
    return f"{one.measure.axis}, {players_label(one.players)}" if one.part else one.measure.axis


def _means(results: SettingsResults, players: int) -> dict[str, Any]:
    """The means of one table size, a row for each measure and part."""
    rows: dict[str, list[Any]] = {}
    for one in results.means:
        if one.players == players:
            label = f"{one.measure.axis}, {one.part}" if one.part else one.measure.axis
            rows.setdefault(label, []).append(one.estimate)
    return {"label": players_label(players), "rows": rows}


def _difference(one: Difference) -> dict[str, Any]:
    what = f"{measured_text(one.measure, one.part)} ({one.measure.unit})"
    return {
        "table": players_label(one.players),
        "setting": one.setting,
        "what": what,
        "estimate": one.estimate,
        "verdict": verdict_text(one),
    }
