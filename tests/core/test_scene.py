"""Scenes and their colours: where texts stand, and that what is written on a colour can be read."""

from itertools import combinations

import pytest

from arkadia_sim.core import scene as colours
from arkadia_sim.core.scene import Position, Scene, heading, label_square


@pytest.mark.parametrize(
    ("colour", "ink"),
    [
        *((one, colours.INK) for one in ("#FFFFFF", "#F0E442", "#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#C4C4C4")),
        *((one, colours.WHITE) for one in ("#000000", "#0072B2", "#767676", "#222222")),
    ],
)
def test_what_is_written_on_a_colour_can_be_read(colour: str, ink: str) -> None:
    assert colours.ink_on(colour) == ink


def test_six_seats_have_colours_of_their_own() -> None:
    assert all(one != other for one, other in combinations(map(colours.seat_colour, range(6)), 2))
    assert colours.seat_colour(6) == colours.seat_colour(0)
    assert {colours.seat_colour(seat) for seat in range(6)} <= set(colours.COLOURS)


def test_the_text_of_an_area_stands_near_its_middle() -> None:
    assert label_square([(3, 4), (3, 5), (3, 6)]) == (3, 5)
    assert label_square([(2, 2), (2, 3)]) == (2, 2)
    assert label_square([(0, 0), (1, 0), (1, 1)]) == (1, 0)


def test_a_position_is_called_by_its_turn_and_who_played() -> None:
    assert heading(Position(0, None, ("dealt",), Scene())) == "before the first turn"
    assert heading(Position(3, 1, ("plays",), Scene(), bot="careful")) == "after turn 3, played by seat 2 (careful)"
