"""The page about many changes of play: the answers in words, then the numbers, then the pictures."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import polars.selectors as cs

from arkadia_sim.plots import behaviour_by_change, curves, forest, interactions
from arkadia_sim.plots.style import NO_VERDICT, percent
from arkadia_sim.report import answers, overview, sentences, tables
from arkadia_sim.report.agreement import Agreement, agreement_frame
from arkadia_sim.report.effects import Behaved, Change, Effect, Judged, PairedStudy, told
from arkadia_sim.report.elsewhere import contradictions, elsewhere
from arkadia_sim.report.factorial import FactorEffect, FactorialStudy
from arkadia_sim.report.methods import method, notes
from arkadia_sim.report.pictures import Drawn, foremost, game_pictures
from arkadia_sim.report.render import page_run, pictures, render, without_temperature, write_tables
from arkadia_sim.report.study import HintStudy, Part
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POINTS_AXIS, GOLD_AXIS = "effect (win-share points)", "effect on the gold lead (gold)"
SAME = "the same games, by symmetry"
"""What a table says of two players in place of the same numbers once more."""

PAIRS_FIRST = 3
"""So many pairs that do not simply add up stand among the answers in short."""

ROLES_MOST = 4
"""So many roles of a bot are named; of more, the number."""

OTHERS_AXIS = "how many of the others follow it too"
DIAL_AXIS = "temperature of all players: 0 plays its best, higher is more careless"


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
    changes = _changes(study)
    tried = [part for part in study.parts if part.design == "paired"]
    lead = _lead(study)
    foremost_ = foremost(lead.study.effects) if isinstance(lead.study, PairedStudy) else []
    others = [part for part in study.parts if part is not lead]
    drawn = {part.name: pictures(folder, _figures(study, part, part is lead)) for part in study.parts}
    first = 2 if lead.design == "paired" else 1
    return render(
        "hints.html.j2",
        runs,
        roles(study),
        title=study.title,
        question=study.question,
        claim="",
        subject="hint" if all(change.claim.startswith("H") for change in changes) else "change",
        warnings=[_few_deals(study), sentences.wide_warning(lead.effects), _failed(sections)],
        headline=overview.headline(study, changes),
        meaning=overview.what_the_numbers_say(study),
        comparisons=overview.comparisons(study),
        overview=overview.grid(lead),
        lead=lead.title if several else "",
        groups=answers.groups(lead.effects) if tried else [],
        contradictions=contradictions(lead, others) if tried else [],
        pairs=_pairs(study),
        elsewhere=[elsewhere(lead, part) for part in tried[1:] if _asked_too(lead, part)],
        answers=_blocks(study, lead),
        flips=[(part.title if len(tried) > 1 else "", answers.flips(part.effects)) for part in tried],
        grids=_grids(study),
        first_pictures=drawn[lead.name][:first],
        pictures=[
            one for part in study.parts for one in (drawn[part.name][first:] if part is lead else drawn[part.name])
        ],
        game_pictures=pictures(folder, game_pictures(RunFolder(folder / lead.name), lead.study.manifest, foremost_)),
        pictured=f"“{lead.title}”, every table with all who sat at it",
        agreement=compared,
        method=method(study),
        notes=notes(study),
        counts=counts,
    )


def _lead(study: HintStudy) -> Part:
    """The part whose answers the page gives first: changes one at a time in fixed company, where there is such."""
    order = ("paired", "skill", "adoption", "factorial")
    return min(study.parts, key=lambda part: order.index(part.design))


def _asked_too(lead: Part, part: Part) -> bool:
    """Whether a part asks any question of the first part again."""
    return not {effect.key for effect in lead.effects}.isdisjoint(effect.key for effect in part.effects)


def _changes(study: HintStudy) -> list[Change]:
    """All changes of all parts, those of one name once."""
    return list({change.name: change for part in reversed(study.parts) for change in part.study.changes}.values())


def roles(study: HintStudy) -> dict[str, str]:
    """What each bot (whatever its temperature) is there for: with a change, without it, or as the others."""
    found: dict[str, dict[str, None]] = {}
    for part in study.parts:
        for effect in part.effects:
            if effect.field_bot and part.design == "paired":
                there = f" ({effect.field_title})" if effect.field_title else ""
                found.setdefault(without_temperature(effect.field_bot)[0], {})[f"the others{there}"] = None
            for arm, bot in (("with", effect.with_bot), ("without", effect.without_bot)):
                found.setdefault(without_temperature(bot)[0], {})[f"{arm}: {effect.change.title}"] = None
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


def _blocks(study: HintStudy, lead: Part) -> list[dict[str, Any]]:
    """The answers of each part, with a heading and what must be said before them."""
    blocks = []
    for number, part in enumerate(study.parts):
        run = part.study
        remarks = [overview.tuning_note(part), sentences.stalemate_text(run.sections)]
        blocks.append(
            {
                "title": f"Answers: {part.title}" if len(study.parts) > 1 else "Answers",
                "anchor": f"answers-{number}",
                "warning": "" if part is lead else sentences.wide_warning(part.effects, part.title),
                "remarks": [text for text in remarks if text],
                "answers": [one | {"anchor": overview.anchor(part, one["change"])} for one in _answers(run)],
                "pairs": answers.pair_answers(run.interactions, run.main) if isinstance(run, FactorialStudy) else [],
            }
        )
    return blocks


def _answers(run: PairedStudy | FactorialStudy) -> list[dict[str, Any]]:
    """For each change what a part says of it: a line for each table size, and in fixed company all in one sentence."""
    if isinstance(run, FactorialStudy):
        return [
            _answer(change, [answers.factor_answer(one) for one in run.main if one.change == change])
            for change in run.changes
        ]
    if run.design == "paired":
        return [
            _answer(one.change, one.lines, f"{one.gold} {one.behaviour}".strip(), one.headline)
            for one in answers.hint_answers(run)
        ]
    found = answers.adoption_answers(run) if run.design == "adoption" else answers.skill_answers(run)
    return [_answer(change, lines) for change, lines in found]


def _answer(change: Change, lines: Sequence[str], aside: str = "", headline: str = "") -> dict[str, Any]:
    return {"change": change, "lines": lines, "aside": aside, "headline": headline}


def _pairs(study: HintStudy) -> list[str]:
    """The largest of the pairs that surely do not simply add up."""
    return [
        text
        for run in study.factorial
        for text in answers.pair_answers(answers.foremost_pairs(run.interactions, PAIRS_FIRST), run.main)
    ]


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
            cells: dict[tuple[Change, str, str], Any] = {
                (one.change, one.label, "in mixed company"): _cell(one, one.win_share, one.gold_margin)
                for one in run.main
            }
            level = run.main[0].win_share.level
        else:
            cells = {}
            firsts: dict[tuple[Change, str], Effect] = {}
            for effect in run.effects:
                adoption = run.design == "adoption"
                first = firsts.setdefault((effect.change, effect.label), effect)
                same = adoption and effect is not first and answers.by_symmetry(first, effect)
                where = (effect.change, effect.label, effect.condition if adoption else effect.field_title)
                cells[where] = SAME if same else _cell(effect, effect.win_share.effect, effect.gold_margin.effect)
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
    return {"estimate": estimate, "mark": overview.MARKS[verdict], "verdict": name, "why": why}


def _open(one: Judged, share: Estimate) -> str:
    """Why there is no answer, in a few words for a table."""
    if one.behaved is not Behaved.AS_SAID:
        return str(one.behaved)
    if told(one) is not Verdict.NOT_SETTLED:
        return ""
    if sentences.clear_of_zero(share):
        return "sure taken alone, not with all the questions together"
    if sentences.within(share, one.win_share_judgement.margin):
        return "surely too small to matter taken alone, not with all the questions together"
    return "neither an effect nor the lack of one is sure"


def _figures(study: HintStudy, part: Part, leads: bool) -> list[Drawn]:
    """The pictures of a part, named and titled by it where there are several; of later paired parts the wins alone."""
    several = len(study.parts) > 1
    end = f"_{part.name}" if several else ""
    title = part.title if several else ""
    run = part.study
    if isinstance(run, FactorialStudy):
        return _factorial_figures(run, end, title)
    if run.design == "paired" and not leads:
        return [_forest(run, end, title, "win_share")]
    drawn = (
        [_forest(run, end, title if len(study.paired) > 1 else "", outcome) for outcome in ("win_share", "gold_margin")]
        if run.design == "paired"
        else [_curve_figure(run, end, title)]
    )
    if run.design != "adoption":
        drawn += _behaviour_figure(run, end, title if len(study.paired) + len(study.skill) > 1 else "")
    return drawn


def _forest(run: PairedStudy, end: str, part: str, outcome: str) -> Drawn:
    """All effects on one outcome, with their intervals."""
    in_wins = outcome == "win_share"
    points = []
    for one in run.effects:
        effect = one.win_share if in_wins else one.gold_margin
        judgement = one.win_share_judgement if in_wins else one.gold_margin_judgement
        points.append(
            forest.ForestPoint(
                one.change.title, one.field_title, one.label, effect.effect, judgement.margin, told(one, outcome)
            )
        )
    table = forest.forest_table(points)
    figure = forest.draw_forest(table, POINTS_AXIS if in_wins else GOLD_AXIS)
    name = f"forest_{outcome if in_wins else 'gold'}{end}"
    title = _titled(f"What each is worth in {'wins' if in_wins else 'gold'}", part)
    return _drawn(name, title, _forest_caption(run, outcome), figure, table)


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


def _curve_figure(run: PairedStudy, end: str, part: str) -> Drawn:
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
        return _drawn(f"adoption{end}", part or "By how many others follow", caption, figure, table)
    figure = curves.draw_curves(table, DIAL_AXIS, POINTS_AXIS)
    caption = f"What each is worth when everybody plays better (left) or worse (right), {lines}."
    return _drawn(f"skill{end}", part or "By the temperature of all players", caption, figure, table)


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


def _factorial_figures(run: FactorialStudy, end: str, part: str) -> list[Drawn]:
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
        "What each is worth on average over all combinations of the others, where each player's habits are drawn by "
        f"lot. Lines are {percent(run.main[0].win_share.level)} intervals over deals, each for itself."
    )
    figure = forest.draw_forest(table, POINTS_AXIS)
    drawn = [_drawn(f"forest_main_effects{end}", _titled("What each is worth in wins", part), caption, figure, table)]
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
        f"surely {'differs' if sure == 1 else 'differ'} from zero (Holm)."
    )
    matrix = interactions.pair_table(pairs)
    codes = interactions.claim_codes((change.title, change.claim) for change in run.changes)
    figure = interactions.draw_pairs(matrix, "win-share points", codes)
    return [*drawn, _drawn(f"interactions{end}", _titled("Which go well together?", part), text, figure, matrix)]


def _titled(title: str, part: str) -> str:
    """The title of a picture, with that of its part where several parts have the like."""
    return f"{title}{'' if title.endswith('?') else ':'} {part}" if part else title


def _drawn(name: str, title: str, caption: str, figure: "Figure", table: pl.DataFrame) -> Drawn:
    return Drawn(name, title, caption, figure, {name: table})
