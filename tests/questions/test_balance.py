"""The search for what evens out the seats, on made-up tables with a known answer."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.questions.balance import ROUNDS_MOST, first_probe, sought

Values = NDArray[np.float64]


class Made:
    """A table on which seats win by chance, the likelier the more they have: a curve, not a line."""

    def __init__(self, handicap: list[float], deals: int = 4000, seed: int = 1) -> None:
        self.handicap, self.asked = np.array(handicap), []
        self.noise = np.random.default_rng(seed).gumbel(0, 3, (deals, len(handicap)))

    asked: list[tuple[int, ...]]

    def play(self, values: tuple[int, ...], number: int) -> Values:
        self.asked.append(values)
        assert number == len(self.asked)
        best = np.argmax(self.noise + self.handicap + np.array(values), axis=1)
        shares = 100.0 * np.eye(len(values))[best]
        above: Values = shares - 100.0 / len(values)
        return above


@pytest.mark.parametrize("handicap", [[0.0, -2.0, -3.0, -7.0], [-5.0, 0.0], [0.0, 0.0, -12.0]])
def test_whole_handicaps_are_given_back(handicap: list[float]) -> None:
    table = Made(handicap)
    found = sought(table.play, len(handicap), 0, 0, 40)
    wanted = np.max(handicap) - np.array(handicap)
    assert np.abs(np.array(found.values) - wanted).max() <= 1
    assert table.asked[0] == (0,) * len(handicap)
    assert len(table.asked) <= ROUNDS_MOST
    assert not found.at_end
    for seat, want in enumerate(wanted):
        assert found.needs.needed[seat].low - 0.5 <= want <= found.needs.needed[seat].high + 0.5


def test_where_there_is_no_room_above_others_get_less() -> None:
    found = sought(Made([0.0, -2.0]).play, 2, 3, 0, 3)
    assert found.values[1] == 3 and found.values[0] in (0, 1, 2)


def test_more_than_there_is_room_for_is_told() -> None:
    found = sought(Made([0.0, -30.0]).play, 2, 0, 0, 5)
    assert found.values == (0, 5)
    assert found.at_end


def test_alike_seats_are_left_alone_or_nearly() -> None:
    found = sought(Made([0.0, 0.0, 0.0], deals=8000).play, 3, 0, 0, 40)
    assert max(found.values) <= 1
    assert found.needs.slope.low > 0


@pytest.mark.parametrize(("own", "low", "high", "wanted"), [(0, 0, 40, (0, 2, 4)), (3, 0, 3, (0, 2, 3))])
def test_the_first_step_gives_most_to_who_has_least(own: int, low: int, high: int, wanted: tuple[int, ...]) -> None:
    assert first_probe(np.array([5.0, 0.0, -5.0]), own, low, high) == wanted
    assert first_probe(np.zeros(3), own, low, high) != (own,) * 3
