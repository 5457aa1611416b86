"""A process of one's own for tasks: its answers, what it raises, and every way in which it can be lost."""

import os
import signal
import sys
from pathlib import Path

import pytest

from arkadia_sim.core import user_code
from arkadia_sim.errors import RunError, UnknownName
from arkadia_sim.runner import child as child_module
from arkadia_sim.runner.child import Child, ChildLost, OutOfMemory, OutOfTime
from tests.support.processes import PROC, alive, descendants, wait_until

MINE: list[int] = []
OTHERS: list[Child] = []


def remember(number: int) -> list[int]:
    MINE.append(number)
    return MINE


def unknown() -> None:
    raise UnknownName("thing", "that", ("this",))


def odd() -> None:
    class Local(Exception):
        pass

    raise Local("cannot travel")


def hoard() -> int:
    return len(bytearray(10**10))


def test_tasks_are_done_one_after_another_in_one_process() -> None:
    child = Child()
    try:
        assert child.run(remember, 1) == [1]
        assert child.run(remember, 2) == [1, 2]
        assert child.run(os.getcwd) == os.getcwd()
        assert child.run(os.getpid) != os.getpid()
    finally:
        child.close()
    assert MINE == []


def test_what_a_task_raises_comes_back_and_the_process_stays() -> None:
    child = Child()
    try:
        with pytest.raises(RunError, match="unknown thing 'that'"):
            child.run(unknown)
        with pytest.raises(RuntimeError, match="Local: cannot travel"):
            child.run(odd)
        with pytest.raises(ZeroDivisionError):
            child.run(divmod, 1, 0)
        assert child.run(abs, -1) == 1
    finally:
        child.close()


def test_a_process_that_ends_or_does_not_answer_a_question_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ChildLost, match="exit status 7"):
        Child().run(os._exit, 7)
    monkeypatch.setattr(child_module, "TELL_SECONDS", 0.0)
    heard: list[float] = []
    with pytest.raises(OutOfTime, match=r"no answer after 0\.5 s of computing"):
        Child().run(asks_without_end, seconds=0.5, waits=heard.append)
    assert heard == sorted(heard) and heard[0] < 5


def asks_without_end() -> None:
    with user_code.watched() as shared, user_code.Patience(memory=shared.memory).of_kernel():
        while True:
            pass


@pytest.mark.skipif(sys.platform != "linux", reason="other systems hold to no limit")
def test_a_task_that_wants_more_memory_than_it_may_have_is_lost() -> None:
    with pytest.raises(OutOfMemory):
        Child(limit=10**9).run(hoard)


@pytest.mark.skipif(not PROC.exists(), reason="processes are looked up in /proc")
def test_a_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    outer = Child()
    outer.run(start_another)
    both = {descendant for descendant in descendants(os.getpid()) if descendant[0] == outer.run(os.getpid)}
    inner = descendants(outer.run(os.getpid))
    assert len(inner) == 1
    os.kill(outer.run(os.getpid), signal.SIGKILL)
    assert wait_until(lambda: not alive(both | inner))
    outer.close()


def start_another() -> None:
    OTHERS.append(Child())
