"""Habits, worked out by hand on a few rows: two deals, two seats each."""

import numpy as np
import polars as pl
import pytest

from arkadia_sim.questions.habits import Habit, _numbers, faults_of_habits
from arkadia_sim.questions.swings import ALONE, ANY, BY_ONE, RISE, _climb, _rises

ROWS = pl.DataFrame({"section": [0, 0, 0, 0], "deal": [0, 0, 1, 1], "sold": [0, 2, 4, 6], "sales": [1, 3, 4, 8]})
ROWS = ROWS.with_columns(unit=pl.col("deal"))


@pytest.mark.parametrize(
    ("text", "mean", "count"),
    [
        ("sold.mean", (0 + 2 + 4 + 6) / 4, 2),
        ("sold.share", 100 * 3 / 4, 2),
        ("sold.median", 4, 3),  # of 2, 4 and 6: a 0 is no sale to be in the middle
        ("sold/sales", 12 / 16, 2),
        ("sales@sold", (3 + 4 + 8) / 3, 2),  # the player who sold nothing does not count
    ],
)
def test_a_habit_is_what_it_says(text: str, mean: float, count: int) -> None:
    numbers = _numbers(ROWS, Habit.parse(text), 0.95)
    assert (numbers["mean"], numbers["n"]) == (pytest.approx(mean), count)
    assert numbers["low"] <= mean <= numbers["high"]
    assert numbers["outcome"] == ("sales" if "@" in text else "sold")
    assert numbers["unit"] == ("% of games" if text == "sold.share" else "")


def test_the_average_of_a_yes_or_no_where_something_happened_is_told_in_percent() -> None:
    rows = ROWS.with_columns(won=pl.Series([1, 0, 1, 1]))
    numbers = _numbers(rows, Habit.parse("won@sold"), 0.95, "0 or 1")
    assert (numbers["mean"], numbers["unit"]) == (pytest.approx(200 / 3), "%")


def test_deals_on_one_board_are_one_unit() -> None:
    """Four deals on two boards: the interval is that of two numbers, and the deals are told."""
    rows = pl.DataFrame({"section": [0] * 4, "deal": [0, 1, 2, 3], "unit": [7, 7, 9, 9], "sold": [1, 1, 5, 5]})
    numbers = _numbers(rows, Habit.parse("sold.mean"), 0.95)
    assert (numbers["mean"], numbers["se"], numbers["n"]) == (3.0, pytest.approx(2.0), 4)


@pytest.mark.parametrize("text", ["sold", "sold.most", "sold/", "/sales", "sold@", "sold/sales.mean", "so ld.mean", ""])
def test_what_is_no_habit_is_reported_with_its_place(text: str) -> None:
    ((key, allowed),) = faults_of_habits(["sold.mean", text])
    assert key == ("habits", 1)
    assert repr(text) in allowed


def test_a_median_comes_with_the_middle_half() -> None:
    rows = pl.DataFrame({"section": [0] * 6, "deal": [0, 0, 1, 1, 2, 2], "sold": [0, 1, 2, 3, 4, 5]})
    numbers = _numbers(rows, Habit.parse("sold.median"), 0.95)
    assert (numbers["low"], numbers["mean"], numbers["high"], numbers["level"]) == (2.0, 3.0, 4.0, 0.5)


def test_nobody_who_did_it_has_no_median() -> None:
    numbers = _numbers(ROWS.with_columns(sold=pl.lit(0)), Habit.parse("sold.median"), 0.95)
    assert (numbers["mean"], numbers["low"], numbers["high"], numbers["n"]) == (None, None, None, 0)


@pytest.mark.parametrize(
    ("values", "seats", "expected"),
    [
        ([2, 1, 3, 4, 4, 6], [0, 1, 0, 0, 1, 0], (5, 1.0, 1.0)),
        ([2, 1, 3, 2, 6, 0], [0, 1, 0, 1, 1, 0], (5, 4 / 6, 0.0)),  # two up, one down, four up by another
        ([5, 0, 0, 2, 1], [0, 1, 0, 1, 0], (2, 1.0, 1.0)),
        ([0, 3, 1, 5, 2], [0, 1, 0, 1, 0], (5, 1.0, 1.0)),  # the other's step down does not count
    ],
)
def test_the_greatest_rise_and_whose_it_is(
    values: list[float], seats: list[int], expected: tuple[float, float, float]
) -> None:
    assert _climb(np.array(values, float), np.array(seats)) == pytest.approx(expected)


def test_rises_of_each_series_and_of_all() -> None:
    rows = pl.DataFrame(
        {
            "deal": [0, 0, 0, 1, 1, 1],
            "game": [0, 0, 0, 1, 1, 1],
            "seat": [0, 1, 0, 0, 1, 0],
            "one": [0, 2, 4, 1, 1, 1],
            "other": [3, 2, 1, 0, 0, 4],
        }
    )
    rises = _rises(rows, ["one", "other"], 0.95)
    means = {name: [numbers[number].mean for number in (RISE, BY_ONE, ALONE)] for name, numbers in rises.items()}
    assert means == {"one": [2, 50, 0], "other": [2, 100, 100], ANY: [2, 75, 50]}
    assert rises["other"][ALONE].n == 1
