"""What a run or study comes to in short: its question, answers, pictures, and where its own page lies.

A page of a study of several designs is made of such cards, and so is the index over all studies of a folder.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim.analysis.across import AcrossResults
from arkadia_sim.analysis.crossed import CrossedResults
from arkadia_sim.analysis.dose import DoseResults
from arkadia_sim.analysis.ladder import LadderResults
from arkadia_sim.analysis.parts import Parts
from arkadia_sim.analysis.results import PlayResults
from arkadia_sim.analysis.seats import SeatResults
from arkadia_sim.analysis.settings import SettingsResults
from arkadia_sim.plots.ladder import LadderPanel, LadderPoint, draw_ladder, ladder_table
from arkadia_sim.plots.response import ResponsePoint, draw_response, response_table
from arkadia_sim.plots.style import percent
from arkadia_sim.report.across_page import across_drawn
from arkadia_sim.report.crossed_page import crossed_answers, crossed_figure, neighbours_figure
from arkadia_sim.report.dose_page import dose_figure
from arkadia_sim.report.figures import Drawn, experiment_figures
from arkadia_sim.report.render import figure_markup
from arkadia_sim.report.seats_page import beside_the_seats, game_answers, measure_answers, swing_answers
from arkadia_sim.report.settings_page import response_figure
from arkadia_sim.report.wording.across import answers as across_answers
from arkadia_sim.report.wording.answers import answers, groups
from arkadia_sim.report.wording.between import sure_sentences
from arkadia_sim.report.wording.dose import answer as dose_answer
from arkadia_sim.report.wording.ladder import first_sentence, leading, meeting_sentence
from arkadia_sim.report.wording.numbers import joined
from arkadia_sim.report.wording.play import all_failed, play_answer
from arkadia_sim.report.wording.seats import seats_in_short
from arkadia_sim.report.wording.settings import answers as settings_answers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Run = LadderResults | SeatResults | SettingsResults | CrossedResults | DoseResults | PlayResults
"""What a run holds that does not try changes of play against each other."""

Results = Parts | AcrossResults | Run
"""All that a page can be about."""


FEW = 3
"""So many changes of play are answered one by one on a card; of more it is told what came out for which."""


@dataclass(frozen=True)
class Mixed:
    """A study whose parts have several designs, by the names of their folders."""

    title: str
    question: str
    parts: Mapping[str, Results]


@dataclass(frozen=True)
class Card:
    """A run or study in short. ``first`` answers the question, ``more`` goes on; ``pictures`` are markup."""

    name: str
    title: str
    question: str
    first: str
    more: tuple[str, ...]
    pictures: tuple[dict[str, Any], ...]
    link: str


@dataclass(frozen=True)
class _Shown:
    """A picture of a card: what it is called in the folder, its caption, and the figure."""

    name: str
    caption: str
    figure: "Figure"


def card(found: Results, folder: Path, into: Path, link: str, whole: bool) -> Card:
    """The card of what ``folder`` holds, its pictures written beside the page in ``into``; ``whole`` with all answers
    and pictures, else with the first of them."""
    title, question = title_of(found)
    told = answers_of(found, folder)
    shown = _pictures(found)
    name = "_".join(folder.parts[-1:])
    pictures = tuple(
        {"caption": one.caption, "svg": figure_markup(into, f"{name}_{one.name}", one.figure, one.caption)}
        for one in (shown if whole else shown[:1])
    )
    return Card(name, title, question, told[0], tuple(told[1:]) if whole else (), pictures, link)


def title_of(found: Results) -> tuple[str, str]:
    """What it is called, and what was asked."""
    if isinstance(found, PlayResults):
        bots = [bot.spec for bot in found.manifest.bots]
        return " and ".join(bots), f"Who does best among {', '.join(bots)}?"
    if isinstance(found, Parts | AcrossResults):
        return found.title, found.question
    return found.experiment.title, found.experiment.question


def answers_of(found: Results, folder: Path) -> list[str]:
    """The answers in short, the most important first."""
    if isinstance(found, PlayResults):
        tables = zip(found.sections, found.bots, strict=True)
        return [play_answer(section, bots) for section, bots in tables if not all_failed(section)] or ["No result."]
    if isinstance(found, SeatResults):
        return _seats_answers(found, folder)
    if isinstance(found, AcrossResults):
        return across_answers(found)
    if isinstance(found, SettingsResults):
        return settings_answers(found)
    if isinstance(found, CrossedResults):
        return crossed_answers(found)
    if isinstance(found, DoseResults):
        return [dose_answer(found.of_change(change)) for change in found.experiment.changes]
    if isinstance(found, LadderResults):
        return _ladder_answers(found)
    return _comparison_answers(found)


def _ladder_answers(found: LadderResults) -> list[str]:
    """Who stands first; but what the bot named first gets among the others where it is the one that does."""
    among = [meeting_sentence(found, table) for table in found.tables if table.meetings]
    first = [first_sentence(found, table) for table in found.tables]
    asked = leading(found) == found.experiment.bots[0]
    return [*among, *first] if asked and among else [joined(*first), *among]


def _seats_answers(found: SeatResults, folder: Path) -> list[str]:
    """The seats, each measure at all table sizes, what the turns tell; or those of them alone that are asked about."""
    if beside_the_seats(found):
        return measure_answers(found) or swing_answers(found)
    return [seats_in_short(found.tables), *measure_answers(found), *game_answers(found, folder)]


def _comparison_answers(found: Parts) -> list[str]:
    """What came out in groups; then where it is surely another with more or fewer players."""
    lead = found.lead
    told = [f"{name}: {'; '.join(change.title for change in changes)}." for name, changes in groups(lead.effects)]
    if not told:
        told = [joined(one.headline, *one.lines[:1]) for one in answers(lead.results)]
    elif len(lead.experiment.changes) <= FEW:
        told = [text for one in answers(lead.results) for text in (one.headline, *one.lines)]
    if found.several:
        return told
    sure = [
        text
        for results in found.comparisons
        for text in sure_sentences([one for one in results.between() if one.outcome == results.manifest.outcomes[0]])
    ]
    asked = any(results.experiment.between for results in found.comparisons)
    return [*told, *(sure or (["No effect surely is another with more or fewer players."] if asked else []))]


def _pictures(found: Results) -> list[_Shown]:
    """The pictures that show the answers."""
    if isinstance(found, SeatResults):
        measures = [_measures_picture(found)] if found.means else []
        return measures if beside_the_seats(found) else [_seats_picture(found), *measures]
    if isinstance(found, AcrossResults):
        return [_Shown(one.name, one.caption, one.figure) for one in across_drawn(found)]
    if isinstance(found, SettingsResults):
        return [_Shown("response", "The measures in each setting, with intervals over deals.", response_figure(found))]
    if isinstance(found, CrossedResults):
        return [
            _Shown("variance", "What results are made of.", crossed_figure(found)),
            _Shown("neighbours", "What one player of another kind is worth to the others.", neighbours_figure(found)),
        ]
    if isinstance(found, LadderResults):
        return [_meetings_picture(found)] if any(table.meetings for table in found.tables) else []
    if isinstance(found, DoseResults):
        return [
            _Shown(f"doses_{one.name}", one.title, dose_figure(found.of_change(one)))
            for one in found.experiment.changes
        ]
    if isinstance(found, Parts):
        drawn: Sequence[Drawn] = experiment_figures(found, found.lead)[:1]
        return [_Shown(one.name, one.caption, one.figure) for one in drawn]
    return []


def _seats_picture(found: SeatResults) -> _Shown:
    outcome = found.tables[0].main.outcome
    largest = max(found.tables, key=lambda table: table.players)
    tables = [largest, *(table for table in found.tables if table is not largest)]  # it has all seats, in order
    points = [
        LadderPoint(f"seat {seat.seat}", f"{table.players} players", seat.advantage)
        for table in tables
        for seat in table.main.seats
    ]
    panels = [LadderPanel(f"{table.players} players", 0.0, "the mean of the table") for table in found.tables]
    figure = draw_ladder(ladder_table(points), panels)
    caption = f"How far each seat is above or below the mean of its table, in {outcome.axis}."
    return _Shown("seats", caption, figure)


def _measures_picture(found: SeatResults) -> _Shown:
    points = [
        ResponsePoint(one.measure.axis, one.part, str(one.players), "", one.estimate)
        for one in found.means
        if not one.part
    ]
    head = f"Means with {percent(found.manifest.level)} intervals over deals."
    figure = draw_response(response_table(points), "players", head)
    return _Shown("measures", "Each measure by the number of players.", figure)


def _below(bot: str) -> str:
    """A bot's name below an axis, its parameters on lines of their own."""
    return re.sub("[:=,]", "\n", bot)


def _meetings_picture(found: LadderResults) -> _Shown:
    """What one of the leading bot gets among each of the others, a curve for each table size."""
    best, outcome = leading(found), found.outcome
    points = [
        ResponsePoint(outcome.axis, f"{table.players} players", _below(other), "", table.meeting(best, other).mean)
        for table in found.tables
        if table.meetings
        for other in found.experiment.bots
        if other != best
    ]
    head = f"Means with {percent(found.manifest.level)} intervals over deals."
    figure = draw_response(response_table(points), f"what one {best} gets among …", head)
    return _Shown("meetings", f"What one {best} gets among each of the others, by the number of players.", figure)
