"""The engines play by the rules: they agree with their independent twins after every decision of some games.

`make proof` compares 2,000 games each.
"""

from dataclasses import replace
from typing import Any

import pytest

from tests.games.arkadia.faults import FAULTS as ARKADIA
from tests.games.arkadia.twin import compare as arkadia
from tests.games.arkadia.twin import configurations as arkadia_configurations
from tests.games.castle.faults import FAULTS as CASTLE
from tests.games.castle.twin import compare as castle
from tests.games.castle.twin import configurations as castle_configurations
from tests.games.medina.faults import FAULTS as MEDINA
from tests.games.medina.twin import compare as medina
from tests.games.medina.twin import configurations as medina_configurations
from tests.support.comparing import Tally
from tests.support.planted import PACKAGE, Fault, try_fault, try_unchanged

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


ALL = {"arkadia": ARKADIA, "medina": MEDINA, "castle": CASTLE}
QUICK = {"arkadia": ARKADIA[::6], "medina": MEDINA[::12], "castle": CASTLE[::30]}
"""Each copy takes a start of Python and games without the compiler; `make proof` tries all."""
FAULTS = [(game, fault) for game, faults in ALL.items() for fault in faults]


@pytest.mark.parametrize("game", ALL)
def test_each_fault_changes_one_place_of_its_file(game: str) -> None:
    """So that faults that only `make proof` tries are noticed when the engine's lines change."""
    texts = {file: (PACKAGE / "games" / game / file).read_text("utf-8") for file in {fault.file for fault in ALL[game]}}
    assert [fault for fault in ALL[game] if texts[fault.file].count(fault.old) != 1] == []


def test_the_unchanged_engine_is_not_blamed() -> None:
    """A copy without a fault agrees with the twin on games that reveal faults."""
    assert try_unchanged("castle", [replace(fault, numbers=fault.numbers[:1]) for fault in QUICK["castle"]]) is None


@pytest.mark.slow
@pytest.mark.parametrize("game", ["arkadia", "castle"])
def test_the_unchanged_engine_is_not_blamed_in_any_game_of_the_faults(game: str) -> None:
    assert try_unchanged(game, ALL[game]) is None


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        pytest.param(
            game, fault, marks=[] if fault in QUICK[game] else pytest.mark.slow, id=f"{fault.rule} {fault.breaks}"
        )
        for game, fault in FAULTS
    ],
)
def test_a_planted_fault_is_caught(game: str, fault: Fault) -> None:
    """The copy with the fault and the twin disagree within some games."""
    assert try_fault(game, fault) is not None


def test_the_faults_cover_the_rules() -> None:
    """Faults break every part of the rules that is play or score."""
    assert len(ARKADIA) >= 10
    assert {fault.rule.partition(".")[0] for fault in ARKADIA} >= {f"R{rule}" for rule in range(3, 10)}
    assert {fault.rule.partition(".")[0] for fault in MEDINA} >= {f"M{rule}" for rule in range(3, 12)}
    assert {fault.rule.partition(".")[0] for fault in CASTLE} >= {f"C{rule}" for rule in (*range(4, 11), 13)}
