"""The page about every line-up with each deal: what results are made of, and what one player does to the next."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arkadia_sim.analysis.crossed import Beside, CrossedResults
from arkadia_sim.plots.ladder import LadderPanel, LadderPoint, draw_ladder, ladder_table
from arkadia_sim.plots.shares import SharePoint, draw_shares, share_table
from arkadia_sim.report.render import figure_markup, page_run, render, write_tables
from arkadia_sim.report.tables import counts_frame
from arkadia_sim.report.wording.crossed import (
    LABELS,
    MEANINGS,
    alone_sentence,
    bars_text,
    beside_sentence,
    finding_text,
    luck_sentence,
    method,
    others_sentence,
    who,
)
from arkadia_sim.report.wording.sentences import failures_warning, few_deals_warning, irregular_text
from arkadia_sim.stats.variance import PARTS

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def crossed_page(results: CrossedResults, folder: Path) -> str:
    """The page, its figures and tables written beside it."""
    manifest, sections = results.manifest, results.sections
    counts = counts_frame(sections, manifest.ends)
    write_tables(folder, {"variance": results.table(), "neighbours": results.neighbours(), "counts": counts})
    return render(
        "crossed.html.j2",
        [page_run("", manifest, sections, folder.name)],
        title=results.experiment.title,
        question=results.experiment.question,
        warnings=[failures_warning(sections), few_deals_warning(sections), irregular_text(sections)],
        answers=crossed_answers(results),
        figure=figure_markup(folder, "variance", crossed_figure(results), bars_text(results.splits)),
        parts=[(LABELS[part], MEANINGS[part]) for part in PARTS],
        splits=[
            (f"{one.players} players, {one.outcome.label}", [one.split.share(part).scaled(100.0) for part in PARTS])
            for one in results.splits
        ],
        neighbours=figure_markup(
            folder,
            "neighbours",
            neighbours_figure(results),
            " ".join(beside_sentence(results, one) for one in _groups(results)),
        ),
        beside=[
            {
                "table": f"{one.players} players",
                "what": f"one {one.bot} among {one.others}",
                "who": who(one) if one.less is None else "who plays next, minus who plays before",
                "estimate": one.estimate,
                "verdict": finding_text(results, one),
            }
            for one in results.beside
        ],
        alone=[alone_sentence(results, one) for one in results.alone],
        method=method(results),
        notes=[*manifest.caveats, *results.experiment.notes],
        counts=counts,
    )


def crossed_answers(results: CrossedResults) -> list[str]:
    """The answers in short: what one plays for is made of what; then what the first bot does to its neighbours."""
    main = [one for one in results.splits if one.outcome == results.outcome]
    answers = [luck_sentence(main), others_sentence(main)] if main else []
    first = [group for group in _groups(results) if group[0].bot == results.experiment.bots[0]]
    return [*answers, *(beside_sentence(results, group) for group in first)]


def crossed_figure(results: CrossedResults) -> "Figure":
    """What each outcome is made of, a bar for each table size."""
    points = [
        SharePoint(one.outcome.axis, f"{one.players} players", LABELS[part], one.split.share(part))
        for outcome in results.manifest.outcomes
        for one in results.splits
        if one.outcome == outcome
        for part in PARTS
    ]
    return draw_shares(share_table(points))


def _groups(results: CrossedResults) -> list[list[Beside]]:
    """What stands in one sentence: a table size and a pair of bots."""
    groups: dict[tuple[int, str, str], list[Beside]] = {}
    for one in results.beside:
        groups.setdefault((one.players, one.bot, one.others), []).append(one)
    return list(groups.values())


def neighbours_figure(results: CrossedResults) -> "Figure":
    """What one bot is worth to each of those beside it: a panel for each pair of bots, a line for each seat."""
    shown: Sequence[Beside] = [one for one in results.beside if one.less is None]
    panels = [
        LadderPanel(name, 0.0, f"as with another {one.others}")
        for name, one in {f"one {one.bot} among {one.others}": one for one in shown}.items()
    ]
    points = [
        LadderPoint(f"{one.players} players: {who(one)}", f"one {one.bot} among {one.others}", one.estimate)
        for one in shown
    ]
    return draw_ladder(ladder_table(points), panels)
