"""Figures of a study of many changes: what they show, and that drawing is repeatable."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.curves import draw_map, draw_response
from arkadia_sim.plots.effects import ChangePoint, ForestPoint, draw_changes, draw_forest
from arkadia_sim.plots.ladder import LadderPanel, LadderPoint, MeetingPoint, draw_ladder, draw_meetings
from arkadia_sim.plots.style import head_line, panel_grid, styled, svg_text
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import Verdict
from tests.plots import test_response

WINS = Outcome(
    column="win_share", label="wins", unit="points", amount="points", scale=100.0, low=0.0, high=100.0, total=100.0
)
SURE = Estimate(6.1, 5.2, 7.0, 0.45, 400)
ONE_DEAL = Estimate(2.0, float("-inf"), float("inf"), float("inf"), 1)

FOREST = [
    ForestPoint(change, company, table, SURE, 1.0, Verdict.HELPS)
    for change in ("camps", "banners")
    for company in ("among beginners", "among experts")
    for table in ("2 players", "3 players")
]
RUNGS = [LadderPoint(bot, "wins", estimate) for bot, estimate in (("first", SURE), ("second", ONE_DEAL))]
MEETINGS = [
    MeetingPoint("first", "second", SURE, SURE, True, False),
    MeetingPoint("second", "first", SURE, replace(SURE, mean=-6.1), False, True),
    MeetingPoint("first", "third", SURE, replace(SURE, mean=0.1), False, False),
]
CHANGES = [ChangePoint("camps", "camps covered in a game", "2 players", "", ONE_DEAL, SURE, True)]


def test_the_forest_writes_every_effect_beside_its_line() -> None:
    figure = draw_forest(FOREST, "effect (win-share points)")
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts.count("+6.1 (5.2 to 7.0)") == 4
    assert "camps" in texts and "banners" in texts


def test_a_far_wider_interval_does_not_squeeze_the_others() -> None:
    wide = [replace(FOREST[0], estimate=replace(SURE, low=-90.0, high=99.0)), *FOREST[1:]]
    figure = draw_forest(wide, "effect")
    left, right = figure.axes[0].get_xlim()
    assert -3 < left < right < 10
    assert "+6.1 (−90.0 to +99.0)" in [text.get_text() for text in figure.axes[0].texts]


def test_of_too_many_companies_the_first_and_the_last_are_drawn() -> None:
    places = [(f"{n} players", f"in company {k}") for n in (2, 3) for k in range(5)]
    lines = [", ".join(place) for place in places]
    few, many = (
        draw_changes([ChangePoint("camps", "camps", *place, SURE, SURE, True) for place in some])
        for some in (places[:5], places)
    )
    assert [label.get_text() for label in few.axes[0].get_yticklabels()] == lines[:5]
    assert not few.get_suptitle()
    assert [label.get_text() for label in many.axes[0].get_yticklabels()] == [lines[k] for k in (0, 4, 5, 9)]
    assert "first and the last" in str(many.get_suptitle())


@pytest.mark.parametrize("width", [4.0, 12.0])
def test_a_line_over_the_panels_is_as_wide_as_the_figure_at_most(width: float) -> None:
    def draw() -> Figure:
        figure, _ = panel_grid(width, 2.0, 1, 1)
        head_line(figure, "Of each table size only the first and the last company; the table has all. " * 3)
        return figure

    figure = styled(draw)()
    figure.draw_without_rendering()
    (text,) = figure.texts
    box = text.get_window_extent()
    assert figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1
    assert box.y1 <= figure.bbox.y1


def test_pairs_are_numbers_with_marks_where_they_are_sure_and_blue_where_the_row_gets_more() -> None:
    (axis,) = draw_meetings(MEETINGS, ["first", "second", "third"], "Blue is more.").axes
    assert [text.get_text() for text in axis.texts if text.get_text()] == ["6.1 ▲", "6.1", "6.1 ▼"]
    colours = np.asarray(axis.collections[0].get_facecolor())
    more, less = (colours[place] for place in (1, 3))  # row by row: first among second, second among first
    assert more[2] > more[0] and less[0] > less[2]
    assert [label.get_text() for label in axis.get_yticklabels()] == ["first", "second", "third"]


def one_unknown(points: list[Any]) -> list[Any]:
    """The points, the first one with an interval without ends."""
    return [replace(points[0], estimate=ONE_DEAL), *points[1:]]


DRAWINGS: dict[str, Callable[[], Any]] = {
    "response": lambda: draw_response(one_unknown(test_response.curves()), "knob", "head"),
    "map": lambda: draw_map(test_response.cells(), "columns", "rows", "head"),
    "forest": lambda: draw_forest(FOREST, "effect"),
    "changes": lambda: draw_changes(CHANGES),
    "ladder": lambda: draw_ladder(RUNGS, [LadderPanel("wins", 33.3, "chance")]),
    "meetings": lambda: draw_meetings(MEETINGS, ["first", "second", "third"], "Blue is more."),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_same_rows_give_the_same_bytes(name: str) -> None:
    first, second = (svg_text(DRAWINGS[name]()) for _ in range(2))
    assert first == second
    assert len(first) > 1000
    assert "<dc:date>" not in first
