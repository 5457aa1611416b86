"""The figure of doses: a panel for each table size, its verdicts marked, and the behaviour below."""

from arkadia_sim.plots.figures import Point, draw_response
from arkadia_sim.plots.style import VERDICT_COLOURS, VERDICT_LABELS
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import VERDICTS


def test_verdicts_are_marked_and_a_key_with_long_words_takes_fewer_columns() -> None:
    """In three columns the longest verdict pushes the key over both edges."""
    points = [
        Point(panel, str(value), "", Estimate(mean, mean - 1, mean + 1, 0.4, 50), tolerance=1.0, verdict=verdict)
        for panel in ("2 players", "3 players")
        for value, (mean, verdict) in enumerate([(0.0, None), *zip((3.0, -3.0, 0.1, 2.0), VERDICTS, strict=True)])
    ]
    figure = draw_response(points, "stride", "All hold.", ["2 players"], 2)
    left, _ = figure.axes
    colours = {line.get_color() for line in left.lines}
    assert {VERDICT_COLOURS[verdict] for verdict in VERDICTS} <= colours
    (key,) = figure.legends
    figure.draw_without_rendering()
    extent = key.get_window_extent()
    assert {VERDICT_LABELS[verdict] for verdict in VERDICTS} < {text.get_text() for text in key.get_texts()}
    assert 0 <= extent.x0 < extent.x1 <= figure.bbox.width
