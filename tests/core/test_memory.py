"""How much memory a process may take: what can be written, the usual share, and what happens beyond it."""

import sys
from pathlib import Path

import numpy as np
import pytest

from arkadia_sim import system
from arkadia_sim.errors import BadValue

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems hold to no limit")


def test_amounts_of_memory_are_read_as_people_write_them() -> None:
    for text, amount in (("2GB", 2 * 10**9), ("1.5 GiB", 3 * 2**29), ("800000000", 800_000_000), ("600m", 600 * 10**6)):
        assert system.bytes_of(text) == amount
    for text in ("", "much", "-2GB", "1e9", "499MB", "2 GBit"):
        with pytest.raises(BadValue, match="such as 2GB"):
            system.bytes_of(text)


def test_all_workers_together_have_most_of_the_machine_and_none_too_little(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert system.usual_limit(10**6) == system.LEAST
    one = system.usual_limit(1)
    assert abs(2 * system.usual_limit(2) - one) <= 2
    container = tmp_path / "memory.max"
    container.write_text("1000000000\n")
    monkeypatch.setattr(system, "_CGROUPS", (str(tmp_path / "none"), str(container)))
    assert system.usual_limit(1) == min(one, int(system.SHARE * 10**9))


@LINUX
def test_a_process_gets_no_more_than_its_limit_but_while_that_is_lifted() -> None:
    def much() -> int:
        return np.empty(10**10, np.uint8).size  # nothing is written to it, so that it takes no memory

    with system.limited(2 * 10**9):
        with pytest.raises(MemoryError):
            much()
        with system.lifted():
            assert much() == 10**10
        with pytest.raises(MemoryError):
            much()
    assert much() == 10**10
