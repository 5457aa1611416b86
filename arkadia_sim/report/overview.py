"""The top of a page about many changes: what is compared, and all verdicts in one small grid."""

from collections.abc import Mapping, Sequence
from typing import Any

from arkadia_sim.plots.style import NO_VERDICT, VERDICT_COLOURS, signed
from arkadia_sim.report.effects import Change, Effect, told
from arkadia_sim.report.factorial import FactorEffect, FactorialStudy
from arkadia_sim.report.sentences import capital, digits_for, in_words, interval_text, listed, margin_text
from arkadia_sim.report.study import HintStudy, Part
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate

MARKS = {
    Verdict.HELPS: "▲",
    Verdict.HURTS: "▼",
    Verdict.NO_DIFFERENCE: "■",
    Verdict.NOT_SETTLED: "●",
    None: "×",
}
"""The verdicts' markers as in the figures."""

MANY_WEIGHTS = 0.5
"""Two bots of which more than this share of the weights differ are two players, not one with and without a change."""


def anchor(part: Part, change: Change) -> str:
    """Where on the page the answer of a part about a change stands."""
    return "-".join(text for text in ("answer", part.name, change.name) if text)


def what_the_numbers_say(study: HintStudy) -> str:
    """What the numbers of the grid are, in two short sentences."""
    margins = dict.fromkeys(part.study.experiment["tolerances"]["win_share"] for part in study.parts)
    small = listed(margin_text(margin) for margin in margins)
    return (
        "The numbers are win-share points: +13 means that of 100 games the one who does it wins 13 more than without "
        f"it, everybody else unchanged. Anything within {small} was named beforehand as too small to matter."
    )


def comparisons(study: HintStudy) -> list[str]:
    """What is compared in each company, as the experiment files say it."""
    told_ = {}
    for part in study.parts:
        for field in part.study.experiment.get("companies") or []:
            about = str(field.get("about") or "").strip()
            if about:
                about = about if about.endswith((".", "!", "?")) else f"{about}."
                told_[about] = f"{capital(str(field['title']))}: {about}" if field.get("title") else capital(about)
    return list(told_.values())


def grid(part: Part) -> dict[str, Any]:
    """All verdicts on win share in one table: rows are changes, columns companies and table sizes."""
    cells: dict[tuple[str, str, str], dict[str, Any]] = {}
    if isinstance(part.study, FactorialStudy):
        for main in part.study.main:
            cells[main.change.name, "", main.label] = _cell(main, main.win_share)
    else:
        for one in part.study.effects:
            company = one.condition if part.design == "adoption" else one.field_title
            cells[one.change.name, company, one.label] = _cell(one, one.win_share.effect)
    columns = list(dict.fromkeys((company, label) for _, company, label in cells))
    companies = list(dict.fromkeys(company for company, _ in columns))
    columns.sort(key=lambda column: companies.index(column[0]))
    return {
        "companies": [(one, sum(company == one for company, _ in columns)) for one in companies],
        "tables": [label for _, label in columns],
        "rows": [
            {
                "change": change,
                "anchor": anchor(part, change),
                "cells": [cells.get((change.name, *column)) for column in columns],
            }
            for change in part.study.changes
        ],
        "legend": [
            (MARKS[verdict], NO_VERDICT if verdict is None else str(verdict), VERDICT_COLOURS[verdict])
            for verdict in MARKS
            if any(cell["verdict"] is verdict for cell in cells.values())
        ],
    }


def _cell(one: Effect | FactorEffect, share: Estimate) -> dict[str, Any]:
    verdict = told(one)
    return {
        "verdict": verdict,
        "mark": MARKS[verdict],
        "colour": VERDICT_COLOURS[verdict],
        "size": signed(share.mean, digits_for(share)),
        "told": f"{NO_VERDICT if verdict is None else verdict}; {interval_text(share)}",
    }


def headline(study: HintStudy, changes: Sequence[Change]) -> str:
    """What was put to the test, and where: "Seven claims, as nine changes of play, put to the test with …"."""
    claims = {change.claim for change in changes}
    what = "one change of play" if len(changes) == 1 else f"{in_words(len(changes))} changes of play"
    if "" not in claims and len(claims) < len(changes):
        what = f"{'one claim' if len(claims) == 1 else f'{in_words(len(claims))} claims'}, as {what},"
    sizes = sorted({section.players for part in study.parts for section in part.study.sections})
    shown = study.paired or study.skill
    companies = dict.fromkeys(effect.field_title for one in shown for effect in one.effects if effect.field_title)
    among = f", {listed(companies)}" if companies else ""
    return f"{capital(what)} put to the test with {listed(in_words(size) for size in sizes)} players{among}."


def tuning_note(part: Part) -> str:
    """Where the two players who are compared differ in most of their weights, and not in the change alone; or empty."""
    weights = {str(bot.spec): bot.parameters for bot in part.study.manifest.bots}
    apart: dict[str, list[Change]] = {}
    alike: dict[str, list[Change]] = {}
    for one in part.effects:
        differ = _differ(weights.get(one.with_bot, {}), weights.get(one.without_bot, {}))
        group = (apart if differ else alike).setdefault(one.field_title, [])
        if one.change not in group:
            group.append(one.change)
    if not apart:
        return ""
    rest = dict.fromkeys(change.title for company in apart for change in alike.get(company, []))
    but = f" (but for: {'; '.join(rest)})" if rest else ""
    where = capital(f"{listed(apart)} the two players" if any(apart) else "the two players")
    return (
        f"{where} differ in all their tuned weights{but}; an effect can come from the tuning too, and the intervals do "
        "not include that."
    )


def _differ(with_: Mapping[str, Any], without: Mapping[str, Any]) -> bool:
    names = {*with_, *without}
    return sum(with_.get(name) != without.get(name) for name in names) > max(1, MANY_WEIGHTS * len(names))
