"""The page about seats: which does better where one bot sits in all of them, and whether by as much as matters."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.analysis.seats import SeatResults, SeatTable
from arkadia_sim.plots.ladder import LadderPanel, LadderPoint, draw_ladder, ladder_table
from arkadia_sim.report.game_pictures import game_pictures, leader_tables
from arkadia_sim.report.render import figure_markup, page_run, render, write_pictures, write_tables
from arkadia_sim.report.tables import counts_frame
from arkadia_sim.report.wording.places import table_label
from arkadia_sim.report.wording.seats import bars_text, method, seats_sentence
from arkadia_sim.report.wording.sentences import failures_warning, few_deals_warning, irregular_text
from arkadia_sim.report.wording.tables import (
    climb_sentence,
    leader_sentence,
    measure_sentence,
    size_text,
    swing_sentence,
)
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def seats_page(results: SeatResults, folder: Path) -> str:
    """The page, its figures and tables written beside it."""
    manifest, sections = results.manifest, results.sections
    counts = counts_frame(sections, manifest.ends)
    write_tables(folder, {"seats": results.table(), "counts": counts} | _more_frames(results))
    pictures = game_pictures(RunFolder(folder), manifest, sections)
    return render(
        "seats.html.j2",
        [page_run("", manifest, sections, folder.name)],
        title=results.experiment.title,
        question=results.experiment.question,
        warnings=[failures_warning(sections), few_deals_warning(sections), irregular_text(sections)],
        answers=_answers(results, folder),
        tables=seat_sections(folder, results.tables),
        sizes=[f"{table.players} players" for table in results.tables],
        measures=_measures(results),
        between=[size_text(one) for one in results.between],
        swings=results.swings,
        climbs=bool(results.swings) and all(one.climb is not None for one in results.swings),
        swing_units={one.name: one.what for one in manifest.pictures},
        game_pictures=write_pictures(folder, pictures),
        method=method(results),
        notes=[*manifest.caveats, *results.experiment.notes],
        counts=counts,
    )


def beside_the_seats(results: SeatResults) -> bool:
    """Whether the question is not about the seats: where an experiment asks for measures or for swings alone, these
    are its answer."""
    return bool(results.experiment.measures) != bool(results.experiment.swings)


def _answers(results: SeatResults, folder: Path) -> list[str]:
    """The answers, those to the question first."""
    seats = [seats_sentence(table, main_only=bool(results.means)) for table in results.tables]
    game = game_answers(results, folder)
    return [*measure_answers(results), *game, *seats] if beside_the_seats(results) else [*seats, *game]


def measure_answers(results: SeatResults) -> list[str]:
    """Each measure at all table sizes, a sentence each."""
    names = dict.fromkeys((one.measure.name, one.part) for one in results.means)
    return [measure_sentence([one for one in results.means if (one.measure.name, one.part) == name]) for name in names]


def game_answers(results: SeatResults, folder: Path) -> list[str]:
    """What the turns tell, in short: how far numbers move and who raises them, and how often who leads does best."""
    told = swing_answers(results)
    tables = leader_tables(RunFolder(folder), results.manifest, results.sections)
    told += [leader_sentence(table, results.manifest.outcomes[0], results.manifest.level) for table in tables]
    return [text for text in told if text]


def swing_answers(results: SeatResults) -> list[str]:
    """Who raises the numbers of the game, and how far they move; first how far where more is asked."""
    tellers = (climb_sentence, swing_sentence) if beside_the_seats(results) else (swing_sentence, climb_sentence)
    told = (tell(results.swings, one) for tell in tellers for one in results.manifest.pictures)
    return [text for text in told if text]


def _measures(results: SeatResults) -> dict[str, list[Estimate | None]]:
    """What was measured, a row for each measure and part, a column for each table size (None: no such part there)."""
    sizes = [table.players for table in results.tables]
    rows: dict[str, list[Estimate | None]] = {}
    for one in results.means:
        label = f"{one.measure.axis}, {one.part}" if one.part else one.measure.axis
        rows.setdefault(label, [None] * len(sizes))[sizes.index(one.players)] = one.estimate
    return rows


def _more_frames(results: SeatResults) -> dict[str, pl.DataFrame]:
    """The tables of what else was asked, as far as it was."""
    found = {
        "measures": [one.as_json() for one in results.means],
        "between": [one.as_json() for one in results.between],
        "swings": [one.as_json() for one in results.swings],
    }
    return {name: pl.DataFrame(rows, infer_schema_length=None) for name, rows in found.items() if rows}


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
