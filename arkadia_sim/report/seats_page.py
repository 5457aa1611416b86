"""The page about seats: which does better where one bot sits in all of them, and whether by as much as matters."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.analysis.seats import SeatResults, SeatTable
from arkadia_sim.plots.ladder import LadderPanel, LadderPoint, draw_ladder, ladder_table
from arkadia_sim.report.render import figure_markup, page_run, render, write_tables
from arkadia_sim.report.tables import counts_frame
from arkadia_sim.report.wording.places import table_label
from arkadia_sim.report.wording.seats import bars_text, method, seats_sentence
from arkadia_sim.report.wording.sentences import failures_warning, few_deals_warning, irregular_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def seats_page(results: SeatResults, folder: Path) -> str:
    """The page, its figures and tables written beside it."""
    manifest, sections = results.manifest, results.sections
    counts = counts_frame(sections, manifest.ends)
    write_tables(folder, {"seats": results.table(), "counts": counts})
    return render(
        "seats.html.j2",
        [page_run("", manifest, sections, folder.name)],
        title=results.experiment.title,
        question=results.experiment.question,
        warnings=[failures_warning(sections), few_deals_warning(sections), irregular_text(sections)],
        answers=[seats_sentence(table) for table in results.tables],
        tables=seat_sections(folder, results.tables),
        method=method(results),
        notes=[*manifest.caveats, *results.experiment.notes],
        counts=counts,
    )


def seat_sections(folder: Path, tables: Sequence[SeatTable]) -> list[dict[str, Any]]:
    """The tables as a page shows them, each with its figure."""
    several = len({table.players for table in tables}) < len(tables)
    return [
        {
            "label": table_label(table),
            "id": f"seats-{number}",
            "table": table,
            "figure": figure_markup(
                folder, f"seats_{table.players}{f'_{number}' if several else ''}", _figure(table), bars_text(table)
            ),
        }
        for number, table in enumerate(tables)
    ]


def _figure(table: SeatTable) -> "Figure":
    """A panel for each outcome, a line for each seat: how far it is above or below the mean of its table."""
    panels = [LadderPanel(one.outcome.axis, 0.0, "the mean of the table") for one in table.outcomes]
    points = [
        LadderPoint(f"seat {seat.seat}", one.outcome.axis, seat.advantage)
        for one in table.outcomes
        for seat in one.seats
    ]
    return draw_ladder(ladder_table(points), panels)
