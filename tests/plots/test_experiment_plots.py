"""Figures of a study of many changes, and of the games themselves: their tables, and that drawing is repeatable."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.effects import ChangePoint, ForestPoint, draw_changes, draw_forest
from arkadia_sim.plots.ladder import LadderPanel, LadderPoint, MeetingPoint, draw_ladder, draw_meetings
from arkadia_sim.plots.pictures import (
    board_table,
    draw_board,
    draw_events,
    draw_spread,
    pay_table,
    spread_table,
    when_table,
)
from arkadia_sim.plots.progress import draw_leader, draw_trajectory, leader_table, trajectory_table
from arkadia_sim.plots.style import VERMILLION, head_line, panel_grid, save, series_style, styled
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import Verdict

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

# Two games of two turns and of four turns, of deals 0 and 1; a square is 16 * row + column.
TURNS = pl.LazyFrame(
    {
        "table": ["2 players"] * 6,
        "players": [2] * 6,
        "deal": [0, 0, 1, 1, 1, 1],
        "game": [0, 0, 1, 1, 1, 1],
        "turn": [0, 1, 0, 1, 2, 3],
        "seat_0": [5, 5, 0, 1, 2, 3],
        "seat_1": [3, 6, 0, 2, 2, 2],
        "seat_2": [9, 9, 9, 9, 9, 9],
        "sun": [4, 2, 4, 6, 6, 8],
        "squares": [[0, 17], [], [17], [], [], [33]],
    }
)
GAMES = pl.LazyFrame(
    {
        "table": ["2 players"] * 4,
        "group": ["without", "with", "without", "with"],
        "players": [2] * 4,
        "deal": [0, 0, 1, 1],
        "game": [0, 0, 1, 1],
        "seat": [0, 1, 0, 1],
        "win_share": [0.0, 1.0, 1.0, 0.0],
        "gold": [40, 50, 60, 50],
        "flag_turn": [1, 3, -1, 3],
        "flag_gold": [4, 8, 0, 6],
    }
)


def leader() -> pl.DataFrame:
    return leader_table(TURNS, GAMES, ["seat_0", "seat_1", "seat_2"], "turn", WINS)


def trajectory() -> pl.DataFrame:
    return trajectory_table(TURNS, [("sun", "sun")], "turn")


def board() -> pl.DataFrame:
    return board_table(TURNS, [("buildings", "squares")], 16)


def when() -> pl.DataFrame:
    return when_table(GAMES, [("flag", "flag_turn")])


def pay() -> pl.DataFrame:
    return pay_table(GAMES, [("flag", "flag_turn", "flag_gold")])


def test_the_leader_is_who_stands_best_among_those_who_play() -> None:
    """At half time seat 0 and then seat 1 leads and neither wins that way round; at the end both leaders win."""
    table = leader().filter(pl.col("share_of_game").is_in([50.0, 100.0]))
    assert table["mean"].to_list() == [0.0, 100.0]
    assert table["deals"].to_list() == [2, 2]


def test_leaders_together_share() -> None:
    """After a quarter of the second game both seats have nothing; the first game has no turn that early."""
    row = leader().row(by_predicate=pl.col("share_of_game") == 25.0, named=True)
    assert (row["mean"], row["deals"], row["low"]) == (50.0, 1, None)


def test_a_trajectory_is_taken_at_shares_of_each_game() -> None:
    table = trajectory()
    half, end = (table.row(by_predicate=pl.col("share_of_game") == share, named=True) for share in (50.0, 100.0))
    assert (half["mean"], half["low"], half["high"]) == (5.0, 4.0, 6.0)
    assert end["mean"] == 5.0


def test_things_on_the_board_are_counted_per_game() -> None:
    assert board().select("row", "column", "per_game").rows() == [(0, 0, 0.5), (1, 1, 1.0), (2, 1, 0.5)]


def test_events_are_counted_up_turn_by_turn_and_never_is_no_turn() -> None:
    assert when().select("turn", "share").rows() == [(1, 25.0), (2, 25.0), (3, 75.0)]
    assert pay().select("mean", "events", "tenth", "ninetieth").row(0) == (6.0, 3, 4.0, 8.0)


def test_an_event_that_never_came_is_shown_as_such() -> None:
    table = when_table(GAMES.with_columns(pl.lit(-1).alias("other_turn")), [("flag", "flag_turn"), ("o", "other_turn")])
    assert table.filter(pl.col("event") == "o")["share"].to_list() == [0.0, 0.0, 0.0]


def test_a_spread_counts_every_row_once_in_the_order_of_the_groups() -> None:
    groups = pl.Enum(["without", "with"])
    table = spread_table(GAMES.with_columns(pl.col("group").cast(groups)), "gold")
    assert table.select("group", "value", "rows").rows() == [("without", 40, 1), ("without", 60, 1), ("with", 50, 2)]


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


def test_the_board_marks_squares_that_get_nothing() -> None:
    figure = draw_board(board(), 3, 3)
    board_map, scale = figure.axes
    assert len(board_map.patches) == 9 - 3
    assert scale.get_ylabel() == "in a game, on average"
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["never in these games"]


def test_a_trajectory_has_one_panel_per_table_size_with_all_series_in_it() -> None:
    series = [("red", "sun"), ("other", "seat_0")]
    table = trajectory_table(TURNS, series, "turn")
    (axis,) = draw_trajectory(table, "gold").axes
    assert [line.get_color() for line in axis.lines] == [VERMILLION, series_style(1)["color"]]
    sizes = [table.with_columns(pl.lit(f"{players} players").alias("table")) for players in (2, 3)]
    assert len(draw_trajectory(pl.concat(sizes), "gold").axes) == 2


def test_chance_is_named_in_the_colour_of_its_curve() -> None:
    axis = draw_leader(leader(), "wins of who leads then (points)", WINS).axes[-1]
    (text,) = axis.texts
    assert (text.get_text(), text.get_color()) == ("by chance, 2 players", series_style(0)["color"])


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


DRAWINGS: dict[str, Callable[[], Any]] = {
    "forest": lambda: draw_forest(FOREST, "effect"),
    "changes": lambda: draw_changes(CHANGES),
    "spread": lambda: draw_spread(spread_table(GAMES, "gold"), "gold"),
    "leader": lambda: draw_leader(leader(), "wins of who leads then (points)", WINS),
    "trajectory": lambda: draw_trajectory(trajectory(), "gold"),
    "events": lambda: draw_events(when(), pay(), "turn", "gold"),
    "ladder": lambda: draw_ladder(RUNGS, [LadderPanel("wins", 33.3, "chance")]),
    "meetings": lambda: draw_meetings(MEETINGS, ["first", "second", "third"], "Blue is more."),
    "board": lambda: draw_board(board(), 3, 3),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_same_rows_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    first, second = (save(DRAWINGS[name](), tmp_path / folder, name) for folder in ("a", "b"))
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()
        assert one.stat().st_size > 1000
    assert b"<dc:date>" not in first[1].read_bytes()
