"""Figures of a study of many changes, and of the games themselves: their tables, and that drawing is repeatable."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim.plots.behaviour_by_change import ChangePoint, change_table, draw_changes
from arkadia_sim.plots.board_map import board_table, draw_board
from arkadia_sim.plots.curves import CurvePoint, curve_table, draw_curves
from arkadia_sim.plots.distribution import draw_spread, spread_table
from arkadia_sim.plots.events import draw_events, pay_table, when_table
from arkadia_sim.plots.forest import ForestPoint, draw_forest, forest_table
from arkadia_sim.plots.interactions import PairPoint, draw_pairs, pair_table
from arkadia_sim.plots.leader import draw_leader, leader_table
from arkadia_sim.plots.style import save
from arkadia_sim.plots.trajectory import draw_trajectory, trajectory_table
from arkadia_sim.stats.equivalence import Verdict
from arkadia_sim.stats.intervals import Estimate

SURE = Estimate(6.1, 5.2, 7.0, 0.45, 400)
ONE_DEAL = Estimate(2.0, float("-inf"), float("inf"), float("inf"), 1)

FOREST = forest_table(
    [
        ForestPoint(change, field, table, SURE, 1.0, Verdict.HELPS)
        for change in ("camps", "banners")
        for field in ("among beginners", "among experts")
        for table in ("2 players", "3 players")
    ]
)
PAIRS = pair_table(
    [
        PairPoint("2 players", "camps", "camps", SURE, True),
        PairPoint("2 players", "camps", "banners", replace(SURE, mean=-0.34), True),
        PairPoint("2 players", "banners", "banners", SURE, False),
    ]
)
CURVES = curve_table(
    [CurvePoint("camps", f"{n} players", str(k), SURE if k else ONE_DEAL, 1.0) for n in (2, 3) for k in range(n)]
)
CHANGES = change_table([ChangePoint("camps", "camps covered in a game", "2 players", ONE_DEAL, SURE, True)])

# Two games of two turns and of four turns, of deals 0 and 1; a square is 16 * row + column.
TURNS = pl.LazyFrame(
    {
        "field": [""] * 6,
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
        "field": [""] * 4,
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
    return leader_table(TURNS, GAMES, ["seat_0", "seat_1", "seat_2"], "turn")


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
    assert table["win_share"].to_list() == [0.0, 100.0]
    assert table["deals"].to_list() == [2, 2]


def test_leaders_together_share() -> None:
    """After a quarter of the second game both seats have nothing; the first game has no turn that early."""
    row = leader().row(by_predicate=pl.col("share_of_game") == 25.0, named=True)
    assert (row["win_share"], row["deals"], row["low"]) == (50.0, 1, None)


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
    wide = FOREST.with_columns(
        pl.when(pl.int_range(pl.len()) == 0).then(-90.0).otherwise("low").alias("low"),
        pl.when(pl.int_range(pl.len()) == 0).then(99.0).otherwise("high").alias("high"),
    )
    figure = draw_forest(wide, "effect")
    left, right = figure.axes[0].get_xlim()
    assert -3 < left < right < 10
    assert "+6.1 (−90.0 to +99.0)" in [text.get_text() for text in figure.axes[0].texts]


def test_the_matrix_marks_what_is_sure() -> None:
    texts = [text.get_text() for text in draw_pairs(PAIRS, "win-share points").axes[0].texts]
    assert texts == ["+6.1\n★", "−0.34\n★", "+6.1"]


def test_points_without_known_ends_are_drawn_all_the_same() -> None:
    assert CURVES["low"].null_count() == CURVES["high"].null_count() == 2
    assert len(draw_curves(CURVES, "others", "worth").axes[0].lines) > 2


DRAWINGS: dict[str, Callable[[], Any]] = {
    "forest": lambda: draw_forest(FOREST, "effect"),
    "pairs": lambda: draw_pairs(PAIRS, "points"),
    "curves": lambda: draw_curves(CURVES, "others", "worth"),
    "changes": lambda: draw_changes(CHANGES),
    "spread": lambda: draw_spread(spread_table(GAMES, "gold"), "gold"),
    "leader": lambda: draw_leader(leader()),
    "trajectory": lambda: draw_trajectory(trajectory(), "gold"),
    "events": lambda: draw_events(when(), pay(), "turn", "gold"),
    "board": lambda: draw_board(board(), 3, 3),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_same_rows_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    first, second = (save(DRAWINGS[name](), tmp_path / folder, name) for folder in ("a", "b"))
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()
        assert one.stat().st_size > 1000
