"""The figure of doses: a panel for each company and table size, one scale, the reference and the best ones marked."""

from dataclasses import replace

import pytest

from arkadia_sim.plots.dose import DosePoint, draw_doses
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import Verdict

WORTH = {0.5: 3.0, 2.0: -1.0}


def points(companies: tuple[str, ...] = ("among friends", "alone"), behaviour: bool = True) -> list[DosePoint]:
    return [
        DosePoint(
            company,
            table,
            value,
            None if value == 0 else Estimate(WORTH[value], WORTH[value] - 1, WORTH[value] + 1, 0.4, 50),
            10 * value if behaviour else None,
            None if value != 0.5 else Verdict.HELPS,
            value == 0.5,
        )
        for company in companies
        for table in ("2 players", "3 players", "4 players")
        for value in (0.0, 0.5, 2.0)
    ]


def drawn(some: list[DosePoint]) -> object:
    return draw_doses(some, "what is won", "steps taken", "stride", "All hold.", 1.0)


@pytest.mark.parametrize(("behaviour", "rows"), [(True, 4), (False, 2)])
def test_there_is_a_panel_for_each_company_and_table_all_of_one_scale(behaviour: bool, rows: int) -> None:
    figure = drawn(points(behaviour=behaviour))
    axes = figure.axes  # type: ignore[attr-defined]
    assert len(axes) == 3 * rows
    upper = axes[:3] + axes[3 * rows // 2 : 3 * rows // 2 + 3]
    assert len({axis.get_ylim() for axis in upper}) == 1
    assert list(axes[0].lines[1].get_ydata()) == [0.0, 3.0, -1.0]  # the reference lies at zero
    assert [axis.get_title() or axis.get_title(loc="left") for axis in axes[:3]] == [
        "2 players",
        "3 players",
        "4 players",
    ]
    assert [label.get_text() for label in axes[-1].get_xticklabels()] == ["0", ".5", "2"]
    told = {text.get_text() for text in figure.legends[0].get_texts()}  # type: ignore[attr-defined]
    assert {"helps", "no verdict", "compared with this", "possibly the best value", "too small to matter"} == told


def test_it_is_narrow_enough_for_a_phone_and_its_texts_are_not_small() -> None:
    """At 400 px a figure of this width shows a text of 8 points with more than 8 pixels."""
    figure = drawn(points())
    width = figure.get_figwidth()  # type: ignore[attr-defined]
    sizes = [text.get_fontsize() for axis in figure.axes for text in axis.get_xticklabels()]  # type: ignore[attr-defined]
    assert min(sizes) * 400 / (72 * width) > 8


def test_a_key_with_long_words_takes_fewer_columns_and_is_not_cut_off() -> None:
    """In three columns the longest verdict pushes the key over both edges."""
    verdicts = [*Verdict, None]
    some = [replace(one, verdict=verdicts[at % len(verdicts)]) for at, one in enumerate(points())]
    figure = drawn(some)
    (key,) = figure.legends  # type: ignore[attr-defined]
    extent = key.get_window_extent()
    assert "no difference that matters" in {text.get_text() for text in key.get_texts()}
    assert 0 <= extent.x0 < extent.x1 <= figure.bbox.width  # type: ignore[attr-defined]
