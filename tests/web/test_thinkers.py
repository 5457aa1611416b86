"""Bots think in processes that can be stopped, and that may end without harm."""

import os
import time
from collections.abc import Iterator

import pytest

from arkadia_sim.errors import RunError
from arkadia_sim.web.thinkers import Thinkers
from tests.support.processes import PATIENCE


@pytest.fixture
def one() -> Iterator[Thinkers]:
    thinkers = Thinkers(1)
    yield thinkers
    thinkers.shutdown()


def test_a_thought_comes_from_another_process(one: Thinkers) -> None:
    first, second = one.submit(os.getpid).result(PATIENCE), one.submit(os.getpid).result(PATIENCE)
    assert first == second != os.getpid()
    with pytest.raises(ValueError, match="tired"):
        one.submit(int, "tired").result(PATIENCE)


def test_what_is_thought_about_ends_with_the_server(one: Thinkers) -> None:
    endless, waiting = one.submit(time.sleep, 3_600), one.submit(time.sleep, 3_600)
    while not endless.running():
        time.sleep(0.01)
    one.shutdown()
    assert waiting.cancelled()
    with pytest.raises(RunError, match="the game stands as it was"):
        endless.result(PATIENCE)


def test_a_bot_that_ends_its_process_is_told_of_and_the_next_one_thinks(one: Thinkers) -> None:
    with pytest.raises(RunError, match="the game stands as it was"):
        one.submit(os._exit, 3).result(PATIENCE)
    assert one.submit(len, "abc").result(PATIENCE) == 3
