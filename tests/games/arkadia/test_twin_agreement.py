"""The engine plays by the rules: it agrees with the independent twin after every decision of fifty games.

`make proof` compares 2,000.
"""

import pytest

from tests.games.arkadia.twin.compare import Tally, compare_game
from tests.games.arkadia.twin.configurations import VALUES, configuration

BATCHES, GAMES = 5, 10


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engine_and_twin_agree(batch: int) -> None:
    """State, options, refusals, accounts of the turns and results are the same, whatever the options (R1 to R10)."""
    total = Tally()
    for number in range(batch * GAMES, (batch + 1) * GAMES):
        total.add(compare_game(configuration(number)))
    assert total.games == GAMES
    assert total.decisions > 50 * GAMES
    assert total.completions > 5 * GAMES
    assert set(total.ends) == {"castle", "stalemate"}
    assert total.probes_refused > 0
    assert total.probes > total.probes_refused


def test_every_value_of_every_option_is_played() -> None:
    """These games meet each value of each knob, the upper and lower bounds among them."""
    drawn = [configuration(number).drawn for number in range(BATCHES * GAMES)]
    missing = {
        (name, value) for name, values in VALUES.items() for value in values if all(one[name] != value for one in drawn)
    }
    assert not missing


def test_a_configuration_is_a_function_of_its_number() -> None:
    """The same number gives the same game, whatever was asked for before."""
    numbers = [5, 17, 5]
    first, other, again = (configuration(number) for number in numbers)
    assert first == again
    assert first != other
    assert compare_game(first) == compare_game(again)
