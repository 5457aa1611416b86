"""The page about doses: for each change what each value of its parameter is worth, and how much is too much."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.analysis.dose import Curve, DoseResults
from arkadia_sim.analysis.effects import tolerance, verdict_on
from arkadia_sim.core.spec import BotSpec, number_text
from arkadia_sim.plots.dose import DosePoint, dose_table, draw_doses
from arkadia_sim.plots.style import percent
from arkadia_sim.report.render import figure_markup, page_run, render, write_tables
from arkadia_sim.report.tables import counts_frame
from arkadia_sim.report.who_played import Roles, SeatedAs
from arkadia_sim.report.wording.dose import (
    answer,
    best_text,
    curve_text,
    dosed,
    finding_text,
    from_text,
    method,
    outcome_text,
    worth_text,
)
from arkadia_sim.report.wording.places import company, place, table_label
from arkadia_sim.report.wording.sentences import failures_warning, few_deals_warning, irregular_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arkadia_sim.experiments.schema import Change


def dose_page(results: DoseResults, folder: Path) -> str:
    """The page, its figures and tables written beside it."""
    manifest, sections, experiment = results.manifest, results.sections, results.experiment
    counts, others = counts_frame(sections, manifest.ends), _others(results)
    write_tables(folder, {"doses": results.table(), "counts": counts})
    return render(
        "dose.html.j2",
        [page_run("", manifest, sections, folder.name)],
        others,
        _bots(results, others),
        title=experiment.title,
        question=experiment.question,
        warnings=[failures_warning(sections), few_deals_warning(sections), irregular_text(sections)],
        changes=[_change(results, one, folder) for one in experiment.changes],
        companies=[one for one in experiment.companies if one.about],
        method=method(results),
        notes=[*manifest.caveats, *experiment.notes],
        counts=counts,
    )


def dose_figure(curves: Sequence[Curve]) -> "Figure":
    """The curves of one change: a panel for each company and table size."""
    change, first = curves[0].change, curves[0].doses[0].main
    return draw_doses(
        dose_table([point for curve in curves for point in _points(curve)]),
        f"win over {change.parameter} {number_text(change.reference or 0.0)} in {first.outcome.axis}",
        change.behaviour_label or "",
        change.parameter or "",
        f"Bands are {percent(first.estimate.level)} intervals over deals; all in this figure hold at once.",
        tolerance(first),
    )


def _points(curve: Curve) -> list[DosePoint]:
    points = []
    for value in curve.change.values:
        dose = curve.dose(value)
        held = curve.idle if dose is None else dose.behaviour
        points.append(
            DosePoint(
                company=company(curve),
                table=table_label(curve),
                value=value,
                worth=None if dose is None else dose.main.estimate,
                behaviour=None if held is None else held.mean,
                verdict=None if dose is None else verdict_on(dose),
                best=value in curve.best,
            )
        )
    return points


def _change(results: DoseResults, change: "Change", folder: Path) -> dict[str, Any]:
    curves = results.of_change(change)
    return {
        "name": change.name,
        "claim": change.claim,
        "title": change.title,
        "parameter": change.parameter,
        "reference": number_text(change.reference or 0.0),
        "unit": curves[0].doses[0].main.outcome.unit,
        "behaviour": change.behaviour_label,
        "answer": answer(curves),
        "figure": figure_markup(folder, f"dose_{change.name}", dose_figure(curves), curve_text(curves)),
        "curves": [
            {
                "where": place(one),
                "best": best_text(one),
                "worth": worth_text(one),
                "too_much": from_text(one.too_much),
                "costs": from_text(one.costs_from),
                "outcome": outcome_text(one),
            }
            for one in curves
        ],
        "doses": [_dose_row(curve, value) for curve in curves for value in change.values],
    }


def _dose_row(curve: Curve, value: float) -> dict[str, Any]:
    dose = curve.dose(value)
    return {
        "where": place(curve),
        "value": number_text(value),
        "behaviour": curve.idle if dose is None else dose.behaviour,
        "estimate": None if dose is None else dose.main.estimate,
        "finding": "the reference" if dose is None else finding_text(dose),
    }


def _others(results: DoseResults) -> Roles:
    """The bots that are the others, and where."""
    found: dict[BotSpec, dict[str, None]] = {}
    for curve in results.curves:
        title = f" ({company(curve)})" if company(curve) else ""
        found.setdefault(BotSpec.parse(curve.company_bot), {})[f"the others{title}"] = None
    return {bot: "; ".join(titles) for bot, titles in found.items()}


def _bots(results: DoseResults, others: Roles) -> list[dict[str, Any]]:
    """Who played, a row for each bot: as the others, and with which values of which parameters it was tried."""
    plans = {BotSpec.parse(bot.spec).name: bot.plan for bot in results.manifest.bots}
    seats = [(spec, role) for spec, role in others.items()]
    seats += dict.fromkeys(
        (BotSpec.parse(curve.player), f"{curve.change.title}: {dosed(curve, *curve.change.values)}")
        for curve in results.curves
    )
    return [
        {
            "name": name,
            "plan": plan,
            "settings": [SeatedAs(str(spec), role) for spec, role in seats if spec.name == name],
        }
        for name, plan in plans.items()
    ]
