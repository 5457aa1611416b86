"""The comparison with the twin notices a broken rule: faults planted in copies of the engines."""

from dataclasses import replace

import pytest

from tests.games.arkadia.faults import FAULTS as ARKADIA
from tests.games.castle.faults import FAULTS as CASTLE
from tests.games.medina.faults import FAULTS as MEDINA
from tests.support.planted import PACKAGE, Fault, try_fault, try_unchanged

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
