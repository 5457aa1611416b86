"""Entry points: compiled when first needed, once, and called through a slot by compiled callers."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.core.errors import TypingError

from arkadia_sim import accelerate
from arkadia_sim.accelerate import inlined
from tests.support import paths

pytestmark = pytest.mark.skipif(not accelerate.JIT_ENABLED, reason="nothing is compiled")

compiled = partial(accelerate.compiled, home=paths.__file__)
"""For an entry point for which not all that these tests import has to be read."""

COUNTS = types.Array(types.int64, 1, "C")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path))


def pair() -> tuple[Any, Any]:
    """A caller and its callee, neither of them made."""

    @inlined
    def three_more(number: Any) -> Any:
        return number + 3

    @compiled(types.int64(types.int64, COUNTS))
    def callee(number: Any, counts: Any) -> Any:
        if number > 100:
            raise ValueError("too much")
        counts[0] += 1
        return three_more(number)

    @compiled(types.int64(types.int64, COUNTS))
    def caller(number: Any, counts: Any) -> Any:
        return callee(number, counts) + callee(number + 1, counts)

    return caller, callee


def test_a_pair_is_compiled_when_it_is_first_needed_and_calls_through_a_slot() -> None:
    caller, callee = pair()
    assert not caller.overloads and not callee.overloads
    counts = np.zeros(1, np.int64)
    with pytest.raises(TypeError, match="No matching definition"):
        caller("one", counts)
    assert caller(1, counts) == 9 and counts[0] == 2
    assert caller.overloads and callee.overloads
    with pytest.raises(ValueError, match="too much"):
        caller(200, counts)


def test_a_caller_whose_callee_cannot_be_compiled_fails_each_time() -> None:
    """It must not be called later with nothing in the slot."""

    @compiled(types.int64(types.int64))
    def wrong(number: Any) -> Any:
        return number.no_such_thing

    @compiled(types.int64(types.int64))
    def caller(number: Any) -> Any:
        return wrong(number)

    for _ in range(2):
        with pytest.raises(TypingError):
            caller(1)


MODULE = """
from numba import types
from arkadia_sim.accelerate import compiled

@compiled(types.int64(types.int64))
def callee(number):
    return number + 1

@compiled(types.int64(types.int64))
def caller(number):
    return callee(number) * 2

print(caller(3), sum(sum(one.stats.cache_misses.values()) for one in (caller, callee)))
"""


def test_another_process_finds_caller_and_callee_in_the_cache(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(MODULE)
    asked = [subprocess.run([sys.executable, file], capture_output=True, text=True, check=True) for _ in range(2)]
    assert [done.stdout.split() for done in asked] == [["8", "2"], ["8", "0"]]
