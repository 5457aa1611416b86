"""Workers of this machine: what they answer, raise and keep, and what is told of one that dies."""

import os
import time

import pytest

from arkadia_sim.errors import RunError, UnknownName
from arkadia_sim.runner.workers import in_workers

KEPT: list[bytes] = []


def keep_much(number: int) -> int:
    KEPT.append(b"x" * 4 * 10**8)
    time.sleep(1.1)  # joblib looks once a second
    return number


def kill_this_process(number: int) -> None:
    os._exit(9)


def find_nobody(number: int) -> None:
    raise UnknownName("bot", "nobody", ("somebody",))


def polars_threads(number: int) -> int:
    import polars

    return polars.thread_pool_size()


def test_a_worker_writes_with_one_thread() -> None:
    assert list(in_workers(polars_threads, [(1,), (2,)], 2)) == [1, 1]


def test_workers_that_keep_much_memory_are_replaced_and_the_work_goes_on() -> None:
    assert sorted(in_workers(keep_much, [(number,) for number in range(5)], 2)) == list(range(5))


def test_the_death_of_a_worker_is_told_with_what_to_do() -> None:
    with pytest.raises(RunError, match="give the same command again"):
        list(in_workers(kill_this_process, [(1,), (2,)], 2))


def test_errors_in_workers_come_back_in_words() -> None:
    with pytest.raises(RunError, match="unknown bot 'nobody'"):
        list(in_workers(find_nobody, [(1,)], 2))
