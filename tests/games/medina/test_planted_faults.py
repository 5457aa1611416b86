"""The comparison with the twin notices when a rule is broken: faults planted in copies of the engine."""

from dataclasses import replace

import pytest

from tests.games.medina.faults import FAULTS
from tests.support.planted import Fault, try_fault, try_unchanged

QUICK = FAULTS[::8]
"""Each copy takes a start of Python and games without the compiler; `make proof` tries all."""


def test_the_unchanged_engine_is_not_blamed() -> None:
    """A copy without a fault agrees with the twin on games in which faults are caught."""
    assert try_unchanged("medina", [replace(fault, numbers=fault.numbers[:1]) for fault in QUICK]) is None


@pytest.mark.parametrize(
    "fault",
    [pytest.param(one, marks=[] if one in QUICK else pytest.mark.slow) for one in FAULTS],
    ids=lambda one: f"{one.rule} {one.breaks}",
)
def test_a_planted_fault_is_caught(fault: Fault) -> None:
    """The copy with the fault and the twin disagree within some games."""
    assert try_fault("medina", fault) is not None


def test_the_faults_cover_the_rules() -> None:
    """Faults break every part of the rules that is play or score."""
    assert {fault.rule.partition(".")[0] for fault in FAULTS} >= {f"M{rule}" for rule in range(3, 12)}
