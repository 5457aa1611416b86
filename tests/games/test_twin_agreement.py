"""The engines play by the rules: they agree with their independent twins after every decision of some games.

`make proof` compares 2,000 games each.
"""

from typing import Any

import pytest

from tests.games.arkadia.twin import compare as arkadia
from tests.games.arkadia.twin import configurations as arkadia_configurations
from tests.games.castle.twin import compare as castle
from tests.games.castle.twin import configurations as castle_configurations
from tests.games.medina.twin import compare as medina
from tests.games.medina.twin import configurations as medina_configurations
from tests.support.comparing import Tally

TWINS: dict[str, tuple[Any, Any, int]] = {
    "arkadia": (arkadia, arkadia_configurations, 24),
    "medina": (medina, medina_configurations, 48),
    "castle": (castle, castle_configurations, 24),
}
"""By game: the comparison, its configurations, and how many games are compared."""


@pytest.mark.parametrize("name", TWINS)
def test_engine_and_twin_agree(name: str) -> None:
    """State, options, refusals and their rules, accounts of turns and results are the same, whatever the options."""
    twin, configurations, games = TWINS[name]
    total = Tally()
    for number in range(games):
        total.add(twin.compare_game(configurations.configuration(number)))
    assert total.games == games
    assert total.decisions > 50 * games
    assert 0 < total.probes_refused < total.probes
    if name == "arkadia":
        assert total.events["completion"] > 5 * games
        assert set(total.ends) == {"castle", "stalemate"}
    elif name == "castle":
        assert total.events.keys() >= {"die", "use", "line", "guest"}
        assert set(total.ends) == {"finished", "limit"}
    else:
        assert set(total.events) == {"claim", "tea", "tower_tile", "palace_tile", "closed"}
        assert set(total.ends) == {"all_placed", "stuck"}


@pytest.mark.parametrize("name", TWINS)
def test_every_value_of_every_option_is_played(name: str) -> None:
    """These games meet each value of each option, including the upper and lower bounds."""
    _, configurations, games = TWINS[name]
    drawn = [configurations.configuration(number).drawn for number in range(games)]
    missing = {
        (option, repr(value))
        for option, values in configurations.VALUES.items()
        for value in values
        if all(options[option] != value for options in drawn)
    }
    assert not missing


@pytest.mark.parametrize("name", TWINS)
def test_a_configuration_is_a_function_of_its_number(name: str) -> None:
    """The same number gives the same game, whatever was played before."""
    twin, configurations, _ = TWINS[name]
    first, other, again = (configurations.configuration(number) for number in (5, 17, 5))
    assert first == again
    assert first != other
    assert twin.compare_game(first) == twin.compare_game(again)
