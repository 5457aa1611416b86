"""The page about plain play: how each bot did at each table, in every outcome of the game."""

from pathlib import Path
from typing import Any

from arkadia_sim.analysis.bots import BotResult
from arkadia_sim.analysis.results import PlayResults
from arkadia_sim.analysis.sections import SectionGames
from arkadia_sim.plots.bot_results import BotPoint, bot_table, draw_bots
from arkadia_sim.report.game_pictures import game_pictures
from arkadia_sim.report.render import figure_markup, page_run, render, write_pictures, write_tables
from arkadia_sim.report.seats_page import seat_sections
from arkadia_sim.report.tables import bots_frame, counts_frame
from arkadia_sim.report.wording.numbers import listed
from arkadia_sim.report.wording.places import table_label
from arkadia_sim.report.wording.play import all_failed, play_answer
from arkadia_sim.report.wording.seats import seats_sentence
from arkadia_sim.report.wording.sentences import failures_warning, few_deals_warning
from arkadia_sim.results.store import RunFolder


def play_page(results: PlayResults, folder: Path) -> str:
    """The page, its figures and tables written beside it."""
    manifest, sections = results.manifest, results.sections
    tables = list(zip(sections, results.bots, strict=True))
    counts = counts_frame(sections, manifest.ends)
    write_tables(folder, {"bots": bots_frame(results), "counts": counts})
    names = [bot.spec for bot in manifest.bots]
    return render(
        "play.html.j2",
        [page_run("", manifest, sections, folder.name)],
        title=f"{listed(names)} at one table" if len(names) > 1 else f"{names[0]} against itself",
        question="",
        warnings=[failures_warning(sections, results.at_fault), few_deals_warning(sections)],
        answers=[play_answer(section, bots) for section, bots in tables if not all_failed(section)],
        tables=[_shown(folder, results, number) for number in range(len(tables))],
        seats=[] if any(map(all_failed, sections)) else seat_sections(folder, results.seats),
        seats_answers=[] if any(map(all_failed, sections)) else [seats_sentence(table) for table in results.seats],
        incomplete=any(section.games % section.games_per_deal for section in manifest.sections),
        caveats=manifest.caveats,
        counts=counts,
        game_pictures=write_pictures(folder, game_pictures(RunFolder(folder), manifest, sections)),
    )


def _shown(folder: Path, results: PlayResults, number: int) -> dict[str, Any]:
    """The bots of one table, with their figure."""
    section, bots = results.sections[number], results.bots[number]
    name = "bot_results" if len(results.sections) == 1 else f"bot_results_{number}"
    return {
        "label": table_label(section),
        "deals": section.deals,
        "bots": bots,
        "figure": figure_markup(folder, name, _figure(section, bots, results), play_answer(section, bots)),
    }


def _figure(section: SectionGames, bots: tuple[BotResult, ...], results: PlayResults) -> Any:
    points = [BotPoint(bot.bot, one.outcome.column, one.estimate) for bot in bots for one in bot.outcomes]
    return draw_bots(bot_table(points), results.manifest.outcomes, section.players)
