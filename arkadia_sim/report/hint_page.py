"""The page about many changes of play: the answers in words, then the numbers, then the pictures."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import polars.selectors as cs

from arkadia_sim.plots import behaviour_by_change, curves, forest, interactions
from arkadia_sim.plots.style import NO_VERDICT, percent
from arkadia_sim.report import answers, sentences, tables
from arkadia_sim.report.agreement import Agreement, agreement_frame
from arkadia_sim.report.effects import Behaved, Change, Effect, Judged, PairedStudy, told
from arkadia_sim.report.elsewhere import elsewhere
from arkadia_sim.report.factorial import FactorEffect, FactorialStudy
from arkadia_sim.report.methods import method, notes
from arkadia_sim.report.pictures import Drawn, foremost, game_pictures
from arkadia_sim.report.render import page_run, pictures, render, write_tables
from arkadia_sim.report.study import HintStudy
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POINTS_AXIS, GOLD_AXIS = "effect (win-share points)", "effect on the gold lead (gold)"
ROLES_MOST = 4
"""So many roles of a bot are named; of more, the number."""

OTHERS_AXIS = "how many of the others follow it too"
DIAL_AXIS = "temperature of all players: 0 plays its best, higher is more careless"

MARKS = {
    Verdict.HELPS: "▲",
    Verdict.HURTS: "▼",
    Verdict.NO_DIFFERENCE: "■",
    Verdict.NOT_SETTLED: "●",
    None: "×",
}
"""The verdicts' markers as in the figures."""


def hint_page(study: HintStudy, folder: Path, compared: Agreement | None) -> str:
    """The page, its figures and tables written beside it."""
    several = len(study.parts) > 1
    runs = [
        page_run(
            part.title if several else "",
            part.study.manifest,
            part.study.sections,
            f"{folder.name}/{part.name}" if part.name else folder.name,
        )
        for part in study.parts
    ]
    counts = pl.concat(
        [tables.counts_frame(part.study.sections, part.title if several else "") for part in study.parts],
        how="diagonal",
    )
    counts = counts.with_columns(cs.string().fill_null(""), cs.numeric().fill_null(0))
    counts = counts.select(pl.all().exclude("players"))
    frames = {"counts": counts} | _frames(study)
    if compared is not None:
        frames["agreement"] = agreement_frame(compared)
    write_tables(folder, frames)
    sections = [section for part in study.parts for section in part.study.sections]
    main = study.paired or study.skill or study.adoption
    tried = [part for part in study.parts if part.design == "paired"]
    pictured = next((part for part in study.parts if part.study in main), study.parts[0])
    first = foremost(pictured.study.effects) if isinstance(pictured.study, PairedStudy) else []
    return render(
        "hints.html.j2",
        runs,
        roles(study),
        title=study.title,
        question=study.question,
        claim="",
        subject="hint" if all(change.claim.startswith("H") for change in _changes(study)) else "change",
        warnings=[_few_deals(study), sentences.wide_warning(study.effects), _failed(sections)],
        headline=_headline(study),
        groups=answers.groups(tried[0].effects) if tried else [],
        grouped=tried[0].title if len(tried) > 1 else "",
        elsewhere=[elsewhere(tried[0], part) for part in tried[1:]],
        answers=_blocks(study),
        flips=[(part.title if len(tried) > 1 else "", answers.flips(part.effects)) for part in tried],
        grids=_grids(study),
        pictures=pictures(folder, _figures(study)),
        game_pictures=pictures(
            folder, game_pictures(RunFolder(folder / pictured.name), pictured.study.manifest, first)
        ),
        pictured=f"“{pictured.title}”, every table with all who sat at it",
        agreement=compared,
        method=method(study),
        notes=notes(study),
        counts=counts,
    )


def _changes(study: HintStudy) -> list[Change]:
    """All changes of all parts, those of one name once."""
    return list({change.name: change for part in reversed(study.parts) for change in part.study.changes}.values())


def _headline(study: HintStudy) -> str:
    changes = len(_changes(study))
    what = "one change of play" if changes == 1 else f"{sentences.in_words(changes)} changes of play"
    sizes = sorted({section.players for part in study.parts for section in part.study.sections})
    shown = study.paired or study.skill
    companies = dict.fromkeys(effect.field_title for one in shown for effect in one.effects if effect.field_title)
    among = f", {sentences.listed(companies)}" if companies else ""
    tables_ = sentences.listed(sentences.in_words(size) for size in sizes)
    return f"{sentences.capital(what)} put to the test with {tables_} players{among}."


def roles(study: HintStudy) -> dict[str, str]:
    """What each bot is there for: with a change, without it, or as the others at the table."""
    found: dict[str, dict[str, None]] = {}
    for part in study.parts:
        for effect in part.effects:
            if effect.field_bot and part.design == "paired":
                there = f" ({effect.field_title})" if effect.field_title else ""
                found.setdefault(effect.field_bot, {})[f"the others{there}"] = None
            found.setdefault(effect.with_bot, {})[f"with: {effect.change.title}"] = None
            found.setdefault(effect.without_bot, {})[f"without: {effect.change.title}"] = None
    return {bot: _short_list(list(names)) for bot, names in found.items()}


def _short_list(names: Sequence[str]) -> str:
    shown = names if len(names) <= ROLES_MOST else [*names[: ROLES_MOST - 1], f"{len(names) - ROLES_MOST + 1} more"]
    return "; ".join(shown)


def _few_deals(study: HintStudy) -> str:
    drawn = [section for one in study.factorial for section in one.sections]
    return sentences.few_deals_warning([*study.effects, *drawn])


def _failed(sections: Sequence[Any]) -> str:
    failed = sum(section.counts.failed for section in sections)
    games = sum(section.counts.games for section in sections)
    return f"{failed:,} of {games:,} games failed; they count, and the games are told below." if failed else ""


def _blocks(study: HintStudy) -> list[dict[str, Any]]:
    """The answers of each part, with a heading."""
    blocks = []
    for part in study.parts:
        run = part.study
        if isinstance(run, FactorialStudy):
            blocks.append({"title": "All at once", "answers": _factorial_answers(run)})
        elif run.design == "paired":
            title = "Answers" if len(study.paired) == 1 else f"Answers: {part.title}"
            found = answers.hint_answers(run)
            listed = [
                _block(one.change, one.lines, f"{one.gold} {one.behaviour}".strip(), one.headline) for one in found
            ]
            blocks.append({"title": title, "answers": listed})
        else:
            adoption = run.design == "adoption"
            title = "When others do it too" if adoption else "From skilled players to careless ones"
            told_ = answers.adoption_answers(run) if adoption else answers.skill_answers(run)
            blocks.append({"title": title, "answers": [_block(change, lines) for change, lines in told_]})
    return blocks


def _block(change: Change, lines: Iterable[str], aside: str = "", headline: str = "") -> dict[str, Any]:
    return {"change": change, "lines": list(lines), "aside": aside, "headline": headline}


def _factorial_answers(run: FactorialStudy) -> list[dict[str, Any]]:
    """For each change its worth among players who drew all changes by lot, and the pairs that surely do not add up."""
    found = []
    for change in run.changes:
        lines = [answers.factor_answer(one) for one in run.main if one.change == change]
        lines += answers.pair_answers([one for one in run.interactions if change == one.first])
        found.append(_block(change, lines))
    return found


def _frames(study: HintStudy) -> dict[str, pl.DataFrame]:
    frames = {}
    several = len(study.parts) > 1
    for part in study.parts:
        if isinstance(part.study, PairedStudy):
            frames[f"effects_{part.name}" if several else "effects"] = tables.effects_frame(part.study)
        else:
            frames[f"main_effects_{part.name}" if several else "main_effects"] = tables.main_effects_frame(part.study)
            frames[f"pairs_{part.name}" if several else "pairs"] = tables.pairs_frame(part.study)
    return frames


def _grids(study: HintStudy) -> list[dict[str, Any]]:
    """The tables of numbers: rows are changes and table sizes, columns companies (or how many others follow)."""
    grids = []
    for part in study.parts:
        run = part.study
        if isinstance(run, FactorialStudy):
            cells = {
                (one.change, one.label, "in mixed company"): _cell(one, one.win_share, one.gold_margin)
                for one in run.main
            }
            level = run.main[0].win_share.level
        else:
            cells = {
                (one.change, one.label, one.condition if run.design == "adoption" else one.field_title): _cell(
                    one, one.win_share.effect, one.gold_margin.effect
                )
                for one in run.effects
            }
            level = run.effects[0].win_share.effect.level
        grids.append({"title": part.title if len(study.parts) > 1 else "", "level": level, **_grid(cells)})
    return grids


def _grid(cells: dict[tuple[Change, str, str], Any]) -> dict[str, Any]:
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


def _cell(one: Effect | FactorEffect, share: Estimate, gold: Estimate) -> list[dict[str, Any]]:
    return [_figure_of(one, "win_share", share, _open(one, share)), _figure_of(one, "gold_margin", gold, "")]


def _figure_of(one: Judged, outcome: str, estimate: Estimate, why: str) -> dict[str, Any]:
    verdict = told(one, outcome)
    name = NO_VERDICT if verdict is None else str(verdict)
    return {"estimate": estimate, "mark": MARKS[verdict], "verdict": name, "why": why}


def _open(one: Judged, share: Estimate) -> str:
    """Why there is no answer, in a few words for a table."""
    if one.behaved is not Behaved.AS_SAID:
        return str(one.behaved)
    if told(one) is not Verdict.NOT_SETTLED:
        return ""
    if sentences.clear_of_zero(share):
        return "sure taken alone, not with all the questions together"
    return "neither an effect nor the lack of one is sure"


def _figures(study: HintStudy) -> list[Drawn]:
    drawn = []
    several = len(study.parts) > 1
    for part in study.parts:
        end = f"_{part.name}" if several else ""
        run = part.study
        if isinstance(run, FactorialStudy):
            drawn += _factorial_figures(run, end)
        elif run.design == "paired":
            drawn += _paired_figures(run, end, part.title if len(study.paired) > 1 else "")
        else:
            drawn.append(_curve_figure(run, end))
        if isinstance(run, PairedStudy) and run.design != "adoption":
            drawn += _behaviour_figure(run, end, part.title if len(study.paired) + len(study.skill) > 1 else "")
    return drawn


def _paired_figures(run: PairedStudy, end: str, part: str) -> list[Drawn]:
    drawn = []
    for name, title, axis, outcome in (
        ("forest_win_share", "What each is worth in wins", POINTS_AXIS, "win_share"),
        ("forest_gold", "What each is worth in gold", GOLD_AXIS, "gold_margin"),
    ):
        points = []
        for one in run.effects:
            effect, judgement = (
                (one.win_share, one.win_share_judgement)
                if outcome == "win_share"
                else (one.gold_margin, one.gold_margin_judgement)
            )
            points.append(
                forest.ForestPoint(
                    one.change.title, one.field_title, one.label, effect.effect, judgement.margin, told(one, outcome)
                )
            )
        table = forest.forest_table(points)
        figure = forest.draw_forest(table, axis)
        drawn.append(_drawn(f"{name}{end}", _titled(title, part), _forest_caption(run, outcome), figure, table))
    return drawn


def _forest_caption(run: PairedStudy, outcome: str) -> str:
    verdicts = [told(one, outcome) for one in run.effects]
    counted = [
        f"{sentences.in_words(count)} {one if count == 1 else several}"
        for verdict, one, several in (
            (Verdict.HELPS, "helps", "help"),
            (Verdict.HURTS, "hurts", "hurt"),
            (Verdict.NO_DIFFERENCE, "makes no difference that matters", "make no difference that matters"),
            (Verdict.NOT_SETTLED, "is not settled", "are not settled"),
            (None, "gets no verdict", "get no verdict"),
        )
        if (count := verdicts.count(verdict))
    ]
    level = percent(run.effects[0].win_share.effect.level)
    over = "that hold at all looks together" if run.sequential else "over deals, each for itself"
    return (
        f"Of {len(verdicts):,} effects {sentences.listed(counted)}. Lines are {level} intervals {over}; the grey band "
        "holds what was named beforehand as too small to matter."
    )


def _curve_figure(run: PairedStudy, end: str) -> Drawn:
    adoption = run.design == "adoption"
    points = [
        curves.CurvePoint(
            one.change.title,
            one.label,
            one.condition.partition(" ")[0] if adoption else one.field.removeprefix("T="),
            one.win_share.effect,
            one.win_share_judgement.margin,
        )
        for one in run.effects
    ]
    table = curves.curve_table(points)
    over = "over deals"
    if run.sequential:
        over = "that hold at all looks together"
    lines = f"with {percent(run.effects[0].win_share.effect.level)} intervals {over}"
    if adoption:
        figure = curves.draw_curves(table, OTHERS_AXIS, "worth of following (win-share points)")
        caption = f"What it is worth to follow, by how many of the others follow already, {lines}."
        return _drawn(f"adoption{end}", "When others do it too", caption, figure, table)
    figure = curves.draw_curves(table, DIAL_AXIS, POINTS_AXIS)
    caption = f"What each is worth when everybody plays better (left) or worse (right), {lines}."
    return _drawn(f"skill{end}", "From skilled players to careless ones", caption, figure, table)


def _behaviour_figure(run: PairedStudy, end: str, part: str) -> list[Drawn]:
    points = [
        behaviour_by_change.ChangePoint(
            one.change.title,
            one.change.behaviour_label,
            ", ".join(text for text in (one.label, one.field_title) if text),
            one.behaviour.control,
            one.behaviour.with_change,
            one.behaved is not Behaved.UNSURE,
        )
        for one in run.effects
        if one.behaviour is not None
    ]
    if not points:
        return []
    table = behaviour_by_change.change_table(points)
    sure = sum(point.sure for point in points)
    level = percent(points[0].without.level)
    astray = sum(one.behaved is Behaved.ASTRAY for one in run.effects)
    caption = (
        f"The behaviour that each names, without and with it, thick lines being {level} intervals over deals. It "
        f"surely changed in {sentences.in_words(sure) if sure else 'none'} of {sentences.in_words(len(points))} places"
        + (f", the wrong way in {sentences.in_words(astray)} of them." if astray else ".")
    )
    figure = behaviour_by_change.draw_changes(table)
    return [_drawn(f"behaviour{end}", _titled("Did anything change?", part), caption, figure, table)]


def _factorial_figures(run: FactorialStudy, end: str) -> list[Drawn]:
    points = [
        forest.ForestPoint(
            one.change.title,
            "",
            one.label,
            one.win_share,
            one.win_share_judgement.margin,
            told(one),
        )
        for one in run.main
    ]
    table = forest.forest_table(points)
    caption = (
        "What each is worth on average over all combinations of the others, in games in which everybody draws every "
        f"change by lot. Lines are {percent(run.main[0].win_share.level)} intervals over deals, each for itself."
    )
    drawn = [_drawn(f"main_effects{end}", "All at once", caption, forest.draw_forest(table, POINTS_AXIS), table)]
    if not run.interactions:
        return drawn
    pairs = [
        interactions.PairPoint(
            one.label,
            one.change.title,
            one.change.title,
            one.win_share,
            one.win_share_judgement.verdict in (Verdict.HELPS, Verdict.HURTS),
        )
        for one in run.main
    ]
    pairs += [
        interactions.PairPoint(one.label, one.first.title, one.second.title, one.win_share, one.sure)
        for one in run.interactions
    ]
    order = {label: number for number, label in enumerate(dict.fromkeys(one.label for one in run.main))}
    pairs.sort(key=lambda pair: order[pair.panel])
    sure = sum(one.sure for one in run.interactions)
    text = (
        f"By how many win-share points more each is worth to a player who makes the other too. Of "
        f"{len(run.interactions):,} pairs {sentences.in_words(sure) if sure else 'none'} "
        f"{'is' if sure == 1 else 'are'} surely other than zero, all of them taken together (Holm)."
    )
    matrix = interactions.pair_table(pairs)
    figure = interactions.draw_pairs(matrix, "win-share points")
    return [*drawn, _drawn(f"interactions{end}", "Which go well together", text, figure, matrix)]


def _titled(title: str, part: str) -> str:
    """The title of a picture, with that of its part where several parts have the like."""
    return f"{title}{'' if title.endswith('?') else ':'} {part}" if part else title


def _drawn(name: str, title: str, caption: str, figure: "Figure", table: pl.DataFrame) -> Drawn:
    return Drawn(name, title, caption, figure, {name: table})
