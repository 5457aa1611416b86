"""The picture of a learning: its table, a panel for each table size, and chance where it is known."""

import numpy as np

from arkadia_sim.plots.curves import LearningPoint, draw_learning
from arkadia_sim.stats.intervals import Estimate

STEPS = ("fit, round 1", "kept, round 1", "fit, round 2", "kept, round 2")


def points() -> list[LearningPoint]:
    """Two table sizes, two opponents: stronger with each step, and by five more against the weak one."""
    return [
        LearningPoint(f"{players} players", step, against, Estimate(mean, mean - 2, mean + 2, 1.0, 400), 100 / players)
        for players in (2, 4)
        for number, step in enumerate(STEPS)
        for against, mean in (("strong", 30.0 + 10 * number), ("weak", 35.0 + 10 * number))
    ]


def test_each_table_size_has_a_panel_with_a_curve_per_opponent() -> None:
    figure = draw_learning(points(), "games won (points)")
    assert figure.get_supylabel() == "games won (points)"
    two, four = figure.axes
    assert [axis.get_title(loc="left") for axis in (two, four)] == ["2 players", "4 players"]
    for axis, chance in ((two, 50.0), (four, 25.0)):
        assert [xticklabel.get_text() for xticklabel in axis.get_xticklabels()] == list(STEPS)
        drawn = [np.asarray(line.get_ydata()).tolist() for line in axis.lines]
        assert [one for one in drawn if len(one) == 4] == [[30.0, 40.0, 50.0, 60.0], [35.0, 45.0, 55.0, 65.0]]
        assert [28.0, 32.0] in drawn
        assert [chance, chance] in drawn
    (key,) = figure.legends
    assert [text.get_text() for text in key.get_texts()] == ["strong", "weak", "chance"]
