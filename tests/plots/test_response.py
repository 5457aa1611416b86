"""The picture of settings: curves with bands over one knob."""

import numpy as np

from arkadia_sim.plots.figures import PARALLEL, Point, draw_response
from arkadia_sim.stats.intervals import Estimate

VALUES = ("1", "2", "4")


def curves() -> list[Point]:
    """Two panels: seats that part as the value grows, and a length that falls."""
    return [
        Point(panel, value, curve, Estimate(mean, mean - 1, mean + 1, 0.5, 300))
        for panel, curve, slope in (("advantage", "seat 0", 2.0), ("advantage", "seat 1", -2.0), ("turns", "all", -0.5))
        for value, mean in zip(VALUES, (0.0, slope, 3 * slope), strict=True)
    ]


def test_each_measure_has_a_panel_with_a_curve_per_part_and_its_band() -> None:
    figure = draw_response(curves(), "knob", "head", zero=["advantage"])
    left, right = (axis for axis in figure.axes if axis.get_visible())
    assert [axis.get_title(loc="left") for axis in (left, right)] == ["advantage", "turns"]
    for axis in (left, right):
        assert [xticklabel.get_text() for xticklabel in axis.get_xticklabels()] == list(VALUES)
    ys = [np.asarray(line.get_ydata()).tolist() for line in left.lines]
    assert [0.0, 2.0, 6.0] in ys and [0.0, -2.0, -6.0] in ys and [0, 0] in ys
    assert [0, 0] not in [np.asarray(line.get_ydata()).tolist() for line in right.lines]
    xs = [np.asarray(line.get_xdata()).tolist() for line in left.lines if len(line.get_xdata()) == 3]  # type: ignore[arg-type]
    np.testing.assert_allclose(np.subtract(xs[1], xs[0]), PARALLEL)  # beside each other, not upon each other
    band = left.collections[0].get_paths()[0].vertices
    assert {-1.0, 1.0, 3.0, 5.0, 7.0} <= set(np.asarray(band)[:, 1].tolist())
    (key,) = figure.legends
    assert [text.get_text() for text in key.get_texts()] == ["seat 0", "seat 1", "all"]
