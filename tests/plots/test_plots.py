"""Figures: the tables behind them, and that drawing is repeatable."""

import math
import re
from xml.etree import ElementTree

import matplotlib
import numpy as np
from matplotlib import pyplot
from matplotlib.figure import Figure

from arkadia_sim.plots.figures import Point, draw_lines
from arkadia_sim.plots.style import digits_for, inline_svg, number, signed, span, svg_text
from arkadia_sim.stats.intervals import Estimate

SURE = Estimate(6.1, 5.2, 7.0, 0.45, 400)
HARM = Estimate(-3.0, -4.5, -1.5, 0.75, 400)
ONE_DEAL = Estimate(2.0, -math.inf, math.inf, math.inf, 1)

BOTS = [
    Point("wins (points)", "strong", "", SURE), Point("score (coins)", "strong", "", SURE),
    Point("wins (points)", "weak", "", ONE_DEAL), Point("score (coins)", "weak", "", HARM),
]  # fmt: skip


def bots() -> Figure:
    return draw_lines(BOTS, {"wins (points)": (50.0, "what chance gives"), "score (coins)": (0.0, "")})


def test_each_outcome_of_bots_has_a_panel_with_chance_or_zero_in_view() -> None:
    before, figures = dict(matplotlib.rcParams), pyplot.get_fignums()
    wins, score = bots().axes
    assert (dict(matplotlib.rcParams), pyplot.get_fignums()) == (before, figures), "others who draw see no change"
    assert [wins.get_title(loc="left"), score.get_title(loc="left")] == ["wins (points)", "score (coins)"]
    assert [label.get_text() for label in wins.get_yticklabels()] == ["strong", "weak"]
    assert wins.get_xlim()[1] > 50 == wins.lines[-1].get_xdata()[0]  # type: ignore[index]
    assert score.get_xlim()[0] < 0 == score.lines[-1].get_xdata()[0]  # type: ignore[index]


def test_an_estimate_is_a_point_with_its_interval_if_that_is_known() -> None:
    interval, *points, _chance = bots().axes[0].lines
    assert np.array(interval.get_xydata()).tolist() == [[5.2, 0], [7.0, 0]]
    assert [np.array(point.get_xydata()).tolist() for point in points] == [[[6.1, 0]], [[2.0, 1]]]


def test_two_figures_share_a_page_without_sharing_identifiers() -> None:
    drawn = svg_text(bots())
    texts = [inline_svg(drawn, name, 'says "this" & that') for name in ("one", "two")]
    (width,) = re.findall(r'<svg[^>]*? width="([0-9.]+)pt"', drawn)
    assert f'style="max-width:{1.5 * float(width):.0f}pt;--least:{0.75 * float(width):.0f}pt"' in texts[0]
    found = []
    for text in texts:
        root = ElementTree.fromstring(text)
        assert root.get("aria-label") == 'says "this" & that'
        assert root.get("viewBox")
        assert root.get("width") is None
        identifiers = {element.get("id") for element in root.iter() if element.get("id")}
        assert identifiers == set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))  # what nothing refers to is gone
        for element in root.iter():
            target = element.get("{http://www.w3.org/1999/xlink}href")
            assert target is None or target[1:] in identifiers
            clip = element.get("clip-path")
            assert clip is None or clip[5:-1] in identifiers
        found.append(identifiers)
    assert not found[0] & found[1]


def test_numbers_have_a_real_minus_and_zero_has_no_sign() -> None:
    assert [number(-1.25), number(-0.04), number(3, 2)] == ["−1.2", "0.0", "3.00"]
    assert [signed(-1.25), signed(-0.04), signed(0.04), signed(3, 2)] == ["−1.2", "0.0", "0.0", "+3.00"]
    assert [span(5.2, 7.0), span(-0.34, 0.7), span(-2.0, -1.0)] == ["5.2 to 7.0", "−0.3 to +0.7", "−2.0 to −1.0"]
    assert span(-0.10, -0.04) == "−0.10 to −0.04"
    assert [digits_for(-0.1, -0.04), digits_for(0, 1)] == [2, 1]


def test_pictures_keep_text_as_text_and_nothing_in_excess() -> None:
    drawn = svg_text(bots())
    text = inline_svg(drawn, "one", "x")
    assert ">wins (points)</text>" in text and "DejaVu Sans" in text
    assert text.count("font-family") == 1, "the fonts are named once"
    for excess in ("<metadata", "<!--", "<style", "rotate(-0", "\n\n"):
        assert excess not in text
    assert not re.search(r'[ "][-0-9]+\.[0-9]{3,}', text), "places have two decimals"
    assert len(text) < 0.85 * len(drawn)
