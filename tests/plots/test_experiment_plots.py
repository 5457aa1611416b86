"""Figures of a study of many changes: what they show, and that drawing is repeatable."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.figures import MeetingPoint, Point, draw_forest, draw_lines, draw_meetings, draw_response
from arkadia_sim.plots.style import head_line, panel_grid, styled, svg_text
from arkadia_sim.stats.intervals import Estimate
from tests.plots import test_response

WINS = Outcome(
    column="win_share", label="wins", unit="points", amount="points", scale=100.0, low=0.0, high=100.0, total=100.0
)
SURE = Estimate(6.1, 5.2, 7.0, 0.45, 400)
ONE_DEAL = Estimate(2.0, float("-inf"), float("inf"), float("inf"), 1)

FOREST = [
    Point(company, table, change, SURE, tolerance=1.0, verdict="higher")
    for change in ("camps", "banners")
    for company in ("among beginners", "among experts")
    for table in ("2 players", "3 players")
]
MEETINGS = [
    MeetingPoint("first", "second", 6.1, 6.1, "▲"),
    MeetingPoint("second", "first", 6.1, -6.1, "▼"),
    MeetingPoint("first", "third", 6.1, 0.1, ""),
]
CHANGES = [
    Point("camps", "2 players", "without", ONE_DEAL, significant=False),
    Point("camps", "2 players", "with", SURE),
]


def test_the_forest_writes_every_effect_beside_its_line() -> None:
    figure = draw_forest(FOREST, "effect (win-share points)")
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts.count("+6.1 (5.2 to 7.0)") == 4
    assert "camps" in texts and "banners" in texts


def test_the_key_of_a_forest_says_what_its_marks_mean() -> None:
    for words, said in [(None, "helps"), ({"higher": "longer game"}, "longer game"), ({"lower": "shorter"}, "helps")]:
        key = draw_forest(FOREST, "effect", words).legends[0]
        assert [text.get_text() for text in key.get_texts()] == [said, "too small to matter"]


def test_a_far_wider_interval_does_not_squeeze_the_others() -> None:
    wide = [replace(FOREST[0], estimate=replace(SURE, low=-90.0, high=99.0)), *FOREST[1:]]
    figure = draw_forest(wide, "effect")
    left, right = figure.axes[0].get_xlim()
    assert -3 < left < right < 10
    assert "+6.1 (−90.0 to +99.0)" in [text.get_text() for text in figure.axes[0].texts]


def test_series_of_a_line_lie_beside_each_other_and_are_filled_where_they_are_significant() -> None:
    figure = draw_lines(CHANGES, {}, "head")
    without, _, with_change = figure.axes[0].lines
    assert np.asarray(without.get_ydata()) < 0 < np.asarray(with_change.get_ydata())
    assert without.get_markerfacecolor() == "white" != with_change.get_markerfacecolor()
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["without", "with"]


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
    "forest": lambda: draw_forest(FOREST, "effect"),
    "lines": lambda: draw_lines(CHANGES, {"camps": (33.3, "chance")}),
    "meetings": lambda: draw_meetings(MEETINGS, ["first", "second", "third"], "Blue is more."),
}


def test_every_figure_can_be_drawn_and_the_same_rows_give_the_same_bytes() -> None:
    for draw in DRAWINGS.values():
        drawn = svg_text(draw())
        assert len(drawn) > 1000 and "<dc:date>" not in drawn
    assert svg_text(DRAWINGS["forest"]()) == svg_text(DRAWINGS["forest"]())
