"""The comparison with the twin notices when a rule is broken: faults planted in copies of the engine."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.games.arkadia.faults import FAULTS
from tests.support.planted import Fault, try_fault, try_unchanged


def _first_game(fault: Fault) -> Fault:
    return replace(fault, numbers=fault.numbers[:1])


def _all_games(fault: Fault) -> Fault:
    return fault


@pytest.mark.parametrize("games", [_first_game, pytest.param(_all_games, marks=pytest.mark.slow)])
def test_the_unchanged_engine_is_not_blamed(games: Callable[[Fault], Fault]) -> None:
    """A copy without a fault agrees with the twin on the games in which faults are caught."""
    assert try_unchanged("arkadia", map(games, FAULTS)) is None


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.rule} {fault.breaks}")
def test_a_planted_fault_is_caught(fault: Fault) -> None:
    """The copy with the fault and the twin disagree within a game."""
    assert try_fault("arkadia", fault) is not None


def test_the_faults_cover_the_rules() -> None:
    """Faults break rules of every part of a turn: both musts, payouts, castle, banner and end."""
    assert len(FAULTS) >= 10
    assert {fault.rule.partition(".")[0] for fault in FAULTS} >= {"R3", "R4", "R5", "R6", "R7", "R8", "R9"}
