"""How many players it takes to raise a number: on rises that can be counted by hand."""

import numpy as np
import polars as pl
import pytest

from arkadia_sim.questions.swings import ALONE, ANY, BY_ONE, RISE, _climb, _rises


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
