"""The page about a ladder: who stands where at each table size, all pairs, cycles, and what the numbers mean."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.analysis.ladder import LadderResults, LadderTable
from arkadia_sim.plots.ladder import LadderPanel, LadderPoint, draw_ladder, ladder_table
from arkadia_sim.plots.meetings import MeetingPoint, draw_meetings, meetings_table
from arkadia_sim.report.render import figure_markup, page_run, render, write_tables
from arkadia_sim.report.tables import counts_frame
from arkadia_sim.report.wording.ladder import (
    cycles_sentence,
    first_sentence,
    matrix_head,
    meanings,
    method,
    rung_text,
)
from arkadia_sim.report.wording.sentences import failures_warning, few_deals_warning
from arkadia_sim.stats.intervals import Estimate, known

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def ladder_page(results: LadderResults, folder: Path) -> str:
    """The page, its figures and tables written beside it."""
    manifest, sections = results.manifest, results.sections
    counts = counts_frame(sections, manifest.ends)
    frames = {"ladder": ladder_frame(results), "pairs": pairs_frame(results), "counts": counts}
    write_tables(folder, {name: frame for name, frame in frames.items() if frame.height})
    return render(
        "ladder.html.j2",
        [page_run("", manifest, sections, folder.name)],
        title=results.experiment.title,
        question=results.experiment.question,
        warnings=[failures_warning(sections), few_deals_warning(sections)],
        answers=[(first_sentence(results, table), cycles_sentence(table)) for table in results.tables],
        overview=_overview(results),
        tables=[_shown(folder, results, table) for table in results.tables],
        meanings=meanings(results),
        method=method(results),
        notes=[*manifest.caveats, *results.experiment.notes],
        counts=counts,
    )


def ladder_frame(results: LadderResults) -> pl.DataFrame:
    """One row per table size, bot and outcome, the best first."""
    rows = []
    for table in results.tables:
        for one in table.standings:
            for mean in one.outcomes:
                seen = mean.estimate
                rows.append(
                    {"players": table.players, "bot": one.bot, "deals": one.deals, "outcome": mean.outcome.column}
                    | {"unit": mean.outcome.unit, "mean": seen.mean, "low": known(seen.low), "high": known(seen.high)}
                    | {"standard_error": known(seen.standard_error), "level": seen.level}
                )
    return pl.DataFrame(rows, infer_schema_length=None)


def pairs_frame(results: LadderResults) -> pl.DataFrame:
    """One row per table size and ordered pair."""
    frames = [
        _meetings(table).select(pl.lit(table.players).alias("players"), pl.all())
        for table in results.tables
        if table.meetings
    ]
    return pl.concat(frames) if frames else pl.DataFrame()


def _overview(results: LadderResults) -> list[tuple[str, list[Estimate]]]:
    """Every bot with its means at all table sizes; first who stands highest over all of them."""
    places = {
        bot: sum([one.bot for one in table.standings].index(bot) for table in results.tables)
        for bot in results.experiment.bots
    }
    return [
        (bot, [one.main.estimate for table in results.tables for one in table.standings if one.bot == bot])
        for bot in sorted(places, key=lambda bot: places[bot])
    ]


def _shown(folder: Path, results: LadderResults, table: LadderTable) -> dict[str, Any]:
    """A table size as the page shows it."""
    first = draw_ladder(*_rungs(results, table))
    shown = {
        "label": f"{table.players} {'player' if table.players == 1 else 'players'}",
        "table": table,
        "cycles": cycles_sentence(table),
        "ladder": figure_markup(folder, f"ladder_{table.players}", first, rung_text(results, table)),
        "matrix": None,
    }
    if table.meetings:
        head = matrix_head(results, table)
        matrix = _matrix(table, head)
        shown["matrix"] = figure_markup(folder, f"pairs_{table.players}", matrix, head)
    return shown


def _rungs(results: LadderResults, table: LadderTable) -> tuple[pl.DataFrame, list[LadderPanel]]:
    """The points of the ladder's picture, and its panel."""
    outcome, chance = results.outcome, results.outcome.chance(table.players)
    against = "" if table.players == 1 else " against the field"
    main = f"{outcome.axis}{against}"
    points = [LadderPoint(one.bot, main, one.main.estimate) for one in table.standings]
    return ladder_table(points), [LadderPanel(main, chance, f"what chance gives with {table.players} players")]


def _meetings(table: LadderTable) -> pl.DataFrame:
    return meetings_table(
        [MeetingPoint(one.bot, one.others, one.mean, one.advantage, one.beats, one.beaten) for one in table.meetings]
    )


def _matrix(table: LadderTable, head: str) -> "Figure":
    return draw_meetings(_meetings(table), [one.bot for one in table.standings], head)
